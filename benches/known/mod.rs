//! Wrong answers of released solvers that are known, and searches for them: what several benchmarks share.

pub mod bugs;
pub mod plot;
pub mod search;

use smt_storm::matrix::Config;

/// A setting: a profile of `solvers.yaml`, with a change.
pub struct Setting {
    pub name: &'static str,
    /// The profile that it starts from.
    pub profile: &'static str,
    /// What is changed.
    pub change: fn(&mut Config),
}

/// How much is searched.
#[derive(Clone)]
pub struct Limits {
    /// RNG seeds.
    pub rng_seeds: Vec<u64>,
    /// Processor time of each search, the solver's and ours.
    pub seconds: f64,
    /// Where instances go that were answered wrongly.
    pub keep: Option<std::path::PathBuf>,
}
