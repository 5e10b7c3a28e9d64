//! The header of a snapshot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bugs::bisect::Bisected;
use crate::bugs::composition::Composition;
use crate::digest::Digest;
use crate::matrix::{Class, Solver};
use crate::reduce::explain::Varies;
use crate::reduce::narrow::Narrowed;

words! {
    /// The state of a bug.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum State {
        /// The bug is known to exist.
        #[default]
        Open = "open",
        /// The bug was fixed, and must not come back.
        Fixed = "fixed",
    }
}

/// One solver's answers to an instance and to its certificate, each in a word or two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Verified {
    /// The row of the solver.
    pub solver: String,
    /// The version that the solver printed.
    pub version: String,
    /// The answer to the instance.
    pub instance: String,
    /// The answer to the certificate.
    pub certificate: String,
}

/// What a header begins with in place of a witness if nothing satisfies the script, because all values were tried.
pub(crate) const EXHAUSTION: &str = "exhaustion";
/// What a header says of the witness if none is known.
pub(crate) const NO_WITNESS: &str = "none";

/// The header of a snapshot. Its digest covers the fields in this order. A new field must be skipped if it is
/// empty; otherwise older snapshots would not be trusted any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct Info {
    /// The bucket, see [`crate::bugs::bucket`].
    pub bucket: String,
    /// The state of the bug in the row in which it was found.
    pub state: State,
    /// Other rows that are known to have the bug; edited by hand.
    #[serde(default)]
    pub known: Vec<String>,
    /// The name of the case that found it.
    pub case: String,
    /// The number of the instance in the case, from 0.
    pub instance: u32,
    /// The row of the solver.
    pub solver: String,
    /// The version that the solver printed.
    pub version: String,
    /// The command line as in `solvers.yaml`; `{file}` stands for the script. Older snapshots have absolute
    /// paths.
    pub argv: Vec<String>,
    /// The arguments that were drawn from the solver's options.
    pub args: Vec<String>,
    /// The command line of the session, if only a session shows the failure.
    pub session: Option<Vec<String>>,
    /// The class of the failure.
    #[schemars(with = "String")] // its schema has the names of solvers.yaml
    pub class: Class,
    /// The class with the solver's own words.
    pub details: String,
    /// The options that were drawn, each with its group and tier.
    pub options: Vec<String>,
    /// The reason why the script may not be minimal, if there is one. Then the bug is named by its instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// The forms of the local minima that the search found, see [`crate::bugs::bucket::digest_form`]. A failure with
    /// one of these forms is the same bug.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minima: Vec<String>,
    /// What the failure depends on, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrowed: Option<Narrowed>,
    /// The composition of the failure; absent in older snapshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makeup: Option<Composition>,
    /// The answers of other solvers since then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verified: Vec<Verified>,
    /// The releases between which the bug came and went, found since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bisected: Option<Bisected>,
    /// The parts of the script, and what may stand in their place. Absent in older snapshots; `storm explain` adds it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub varies: Vec<Varies>,
    /// The origin of the witness, or [`NO_WITNESS`]; for an unsatisfiable script, the basis of that.
    pub witness: String,
    /// The grade of the truth values.
    pub grade: String,
    /// The number of assertions before and after reduction.
    pub assertions: (usize, usize),
    /// The size of the instance in bytes before and after reduction.
    pub bytes: (usize, usize),
    /// The SHA-256 digest of the seed file.
    pub seed_sha256: String,
    /// The SHA-256 digest of the instance before reduction.
    pub instance_sha256: String,
    /// The SHA-256 digest of the contents without the state.
    pub sha256: String,
    /// The SHA-256 digest of the header without the fields that may change: the state, other rows, answers of
    /// other solvers, releases, and what may vary. Older snapshots have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_sha256: Option<String>,
}

impl Info {
    /// Returns the snapshot's name: `SOLVER__CLASS__BUCKET`.
    pub fn name(&self) -> String {
        name(&self.solver, self.class, &self.bucket)
    }

    /// Replaces characters that end a line for YAML readers, but that insta does not escape. Solvers may print
    /// anything.
    pub(super) fn readable(self) -> Info {
        let text = serde_json::to_string(&self).unwrap_or_default();
        let text = text.replace(['\u{85}', '\u{2028}', '\u{2029}'], " ");
        serde_json::from_str(&text).unwrap_or(self)
    }

    /// Returns the digest of the fields that only smt-storm writes.
    ///
    /// # Errors
    /// The header cannot be serialised. A header that was read always can.
    pub(super) fn digest(&self) -> Result<String, String> {
        let (known, verified, bisected, varies) = (Vec::new(), Vec::new(), None, Vec::new());
        let state = State::Open;
        let fixed = Info { state, known, verified, bisected, varies, header_sha256: None, ..self.clone() };
        let text = serde_json::to_string(&fixed).map_err(|error| error.to_string())?;
        Ok(Digest::of(text).to_string())
    }

    /// Whether no witness is known, so that any answer may be right.
    pub fn is_open(&self) -> bool {
        self.witness == NO_WITNESS
    }

    /// Returns the solvers that answered `unsat` where this one answered `sat` with a wrong model. Unless they err, `sat`
    /// itself is wrong.
    pub fn refuters(&self) -> Vec<&str> {
        let has_wrong_model = self.is_open() && self.class == Class::InvalidModel;
        let verified = self.verified.iter().filter(|one| has_wrong_model && one.instance == "unsat");
        verified.map(|one| one.solver.as_str()).collect()
    }

    /// Says which answer is right, and why.
    pub(crate) fn expected(&self) -> String {
        match self.class {
            Class::InvalidCore => {
                return "any answer, but unsat needs a core that nothing satisfies".to_owned();
            }
            Class::WrongStep => {
                return "any answer, but what the solver derives from the formula has to follow".to_owned();
            }
            _ => {}
        }
        if self.is_open() {
            return "any answer: no witness is known, but sat needs a model that satisfies the formula"
                .to_owned();
        }
        if self.witness.starts_with(EXHAUSTION) {
            return format!("unsat: nothing satisfies the formula ({})", self.witness);
        }
        format!("sat: a witness satisfies the formula ({}; {})", self.witness, self.grade)
    }

    /// Returns a one-line description.
    pub fn description(&self) -> String {
        match self.class {
            class if self.is_open() => format!("{}: {class}", self.solver),
            Class::WrongSat => format!("{} answers sat to an unsatisfiable formula", self.solver),
            Class::WrongUnsat => format!("{} answers unsat to a satisfiable formula", self.solver),
            class if self.witness.starts_with(EXHAUSTION) => {
                format!("{}: {class} on an unsatisfiable formula", self.solver)
            }
            class => format!("{}: {class} on a satisfiable formula", self.solver),
        }
    }
}

/// Returns the name of a bug's snapshot, which the rows of one solver share.
pub(crate) fn name(row: &str, class: Class, bucket: &str) -> String {
    format!("{}__{}__{bucket}", Solver::base_of(row), class.word().replace(' ', "-"))
}
