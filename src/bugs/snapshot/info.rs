//! The header of a snapshot.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bugs::composition::Composition;
use crate::digest::Digest;
use crate::matrix::{Class, Solver};
use crate::reduce::narrow::Narrowed;

/// Whether a bug is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It is known to be.
    #[default]
    Open,
    /// It was, and must not come back.
    Fixed,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Open => "open",
            State::Fixed => "fixed",
        })
    }
}

/// What one solver answers to an instance and to its certificate, each in a word or two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Row of the solver.
    pub solver: String,
    /// Version the solver gave.
    pub version: String,
    /// The answer to the instance.
    pub instance: String,
    /// The answer to the instance with definitions instead of declarations.
    pub certificate: String,
}

/// The header of a snapshot. Its digest is taken over the fields in this order: one that is added is left out where it has
/// nothing to say, or older snapshots are no longer believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// What all scripts that show the bug have in common, see [`crate::bugs::bucket`].
    pub bucket: String,
    /// Whether the bug is there, in the row that it was found in.
    pub state: State,
    /// Other rows that are known to have it; written by hand.
    #[serde(default)]
    pub known: Vec<String>,
    /// Name of the case that found it.
    pub case: String,
    /// Number of the instance in it.
    pub instance: u32,
    /// Row of the solver.
    pub solver: String,
    /// Version the solver gave.
    pub version: String,
    /// Command line as `solvers.yaml` has it; `{file}` stands for the script. Of before: with absolute paths.
    pub argv: Vec<String>,
    /// Those of its arguments that were drawn from the solver's options.
    pub args: Vec<String>,
    /// For what only a session shows: the command line of the session.
    pub session: Option<Vec<String>>,
    /// What the solver did wrong, in a word or two.
    pub class: Class,
    /// The same with the solver's own words.
    pub details: String,
    /// The options that were drawn, each with its group and tier.
    pub options: Vec<String>,
    /// Why the script may not be minimal, where that is so: the bug is then called after its instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// The forms of the local minima that the search came to, see [`crate::bugs::bucket::digest_form`]: a failure that comes to
    /// one of them is this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minima: Vec<String>,
    /// What the failure hangs on, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrowed: Option<Narrowed>,
    /// What the failure is composed of; snapshots of older versions do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makeup: Option<Composition>,
    /// What other solvers answered since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verified: Vec<Verified>,
    /// Where the witness comes from.
    pub witness: String,
    /// What the truth values rest on.
    pub grade: String,
    /// Assertions of the instance before and after reducing.
    pub assertions: (usize, usize),
    /// Bytes of the instance before and after reducing.
    pub bytes: (usize, usize),
    /// SHA-256 of the seed file.
    pub seed_sha256: String,
    /// SHA-256 of the instance before reducing.
    pub instance_sha256: String,
    /// SHA-256 of the contents without the state.
    pub sha256: String,
    /// SHA-256 of the header without what may change: the state, other rows, what other solvers say. Snapshots of older
    /// versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_sha256: Option<String>,
}

impl Info {
    /// The snapshot's name: `SOLVER__CLASS__BUCKET`.
    pub fn name(&self) -> String {
        name(&self.solver, self.class, &self.bucket)
    }

    /// The same with blanks in place of what ends a line for those who read YAML, and is not escaped by insta: solvers may
    /// say anything.
    pub(super) fn readable(self) -> Info {
        let text = serde_json::to_string(&self).unwrap_or_default();
        let text = text.replace(['\u{85}', '\u{2028}', '\u{2029}'], " ");
        serde_json::from_str(&text).unwrap_or(self)
    }

    /// The digest of what nobody but smt-storm writes.
    ///
    /// # Errors
    /// It cannot be written down; a header that was read can be.
    pub(super) fn digest(&self) -> Result<String, String> {
        let (known, verified) = (Vec::new(), Vec::new());
        let fixed = Info { state: State::Open, known, verified, header_sha256: None, ..self.clone() };
        let text = serde_json::to_string(&fixed).map_err(|error| error.to_string())?;
        Ok(Digest::of(text).to_string())
    }

    /// One line on what was found.
    pub fn description(&self) -> String {
        match self.class {
            Class::WrongUnsat => format!("{} answers unsat to a satisfiable formula", self.solver),
            class => format!("{}: {class} on a satisfiable formula", self.solver),
        }
    }
}

/// The name of the snapshot of a bug: the rows of one solver share it.
pub(crate) fn name(row: &str, class: Class, bucket: &str) -> String {
    format!("{}__{}__{bucket}", Solver::base_of(row), class.word().replace(' ', "-"))
}
