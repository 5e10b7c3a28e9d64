//! Truth values of formulas, and the grade of evidence for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::smtlib::TermId;
use crate::theory::interpreter::EvalResult;
use crate::theory::value::Value;

/// The truth value of a formula under a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The truth value by evaluation, under every choice where SMT-LIB leaves values open.
    Is(bool),
    /// The truth value by evaluation; it depends on a value chosen where SMT-LIB leaves it open.
    Chosen(bool),
    /// The truth value that Z3 claims: the formula does not evaluate to a constant, but Z3 decides it under the
    /// witness.
    Claimed(bool),
    /// The formula does not evaluate to a constant.
    Unknown,
}

impl Truth {
    /// Returns the truth value of a formula with this result.
    pub(crate) fn from_result(result: &EvalResult) -> Truth {
        match result.value.as_ref().ok().and_then(Value::as_bool) {
            Some(truth) if result.is_chosen => Truth::Chosen(truth),
            Some(truth) => Truth::Is(truth),
            None => Truth::Unknown,
        }
    }

    /// Returns the grade of the formula, or `None` if it is not known to be true.
    pub(crate) fn grade_if_true(self) -> Option<Grade> {
        match self {
            Truth::Is(true) => Some(Grade::Evaluated),
            Truth::Chosen(true) => Some(Grade::Choice),
            Truth::Claimed(true) => Some(Grade::Claimed),
            Truth::Is(false) | Truth::Chosen(false) | Truth::Claimed(false) | Truth::Unknown => None,
        }
    }
}

/// The grade of evidence for truth values of a pool, best first. Every report shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Evaluation under the witness.
    #[default]
    Evaluated,
    /// Evaluation, with values chosen where SMT-LIB leaves them open. The certificate says which.
    #[serde(alias = "underspecified")]
    Choice,
    /// Z3's claim about quantified formulas.
    Claimed,
}

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Grade::Evaluated => "evaluated",
            Grade::Choice => "evaluated, with values chosen where SMT-LIB leaves them open",
            Grade::Claimed => "claimed by Z3 for formulas that do not evaluate to a constant",
        })
    }
}

/// The truth values of the closed Boolean terms; `None` for every other term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valuation(pub(super) Vec<Option<Truth>>);

/// The maximal number of formulas that Z3 is asked to decide if nothing evaluates: enough for a pool, and few
/// enough for a seed's limit on processor time.
const CLAIMS: usize = 16;

impl Valuation {
    /// Returns the largest formulas that do not evaluate to a constant, if no formula does.
    pub(super) fn unknown_alone(&self) -> Vec<TermId> {
        if self.0.iter().any(|truth| matches!(truth, Some(Truth::Is(_)))) {
            return Vec::new();
        }
        let ids = (0..self.0.len()).rev().filter(|&at| self.0[at] == Some(Truth::Unknown));
        ids.take(CLAIMS).map(TermId::nth).collect()
    }

    /// Records Z3's claims about terms.
    pub(super) fn claim(&mut self, terms: &[TermId], claimed: &[Option<bool>]) {
        for (id, claimed) in terms.iter().zip(claimed) {
            if let Some(truth) = claimed {
                self.0[id.index()] = Some(Truth::Claimed(*truth));
            }
        }
    }

    /// Returns the truth value of a term, if it is Boolean and closed.
    pub fn truth(&self, id: TermId) -> Option<Truth> {
        self.0.get(id.index()).copied().flatten()
    }

    /// Returns whether a term has this truth value, whatever is chosen where SMT-LIB leaves values open.
    pub fn is(&self, id: TermId, truth: bool) -> bool {
        self.truth(id) == Some(Truth::Is(truth))
    }
}
