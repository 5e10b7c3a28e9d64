//! Some seed files, by a pattern.

/// A pattern of seed files and the logic they are in. The files are looked up by [`crate::matrix`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedGlob {
    /// The pattern as written; a relative one is relative to [`Config::root`](super::Config::root).
    pub pattern: String,
    /// The logic of all these seeds; none means the name of the folder each is in.
    pub logic: Option<String>,
    /// Where the pattern is written, for messages: `solvers.yaml:3:5: seeds[0].glob`.
    pub place: String,
}
