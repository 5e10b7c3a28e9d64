//! The possible outcomes of an instance, their names and their consequences.
//!
//! Messages, snapshots and results use the displayed name of a class. `fail_on` in `solvers.yaml` uses short names with
//! hyphens; the schema contains only the classes that are allowed there.

use std::collections::BTreeSet;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::advice;

words! {
    /// The outcome of an instance, the gravest last (the paper's classes are in its table 1).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
    pub enum Class {
        /// No answer is known to be wrong, and none is missing.
        #[serde(rename = "sat")]
        #[schemars(skip)]
        Right = "sat",
        /// `unknown` in a decidable logic (C).
        #[serde(rename = "unknown")]
        Unknown = "unknown",
        /// No answer in time.
        #[serde(rename = "timeout")]
        Timeout = "timeout",
        /// No answer for lack of memory.
        #[serde(rename = "memory-out")]
        MemoryOut = "memory-out",
        /// The solver does not support what the instance uses.
        #[serde(rename = "unsupported")]
        #[schemars(skip)]
        Unsupported = "unsupported",
        /// An error message for a legal instance (D).
        #[serde(rename = "error")]
        Error = "error",
        /// Output that is not an answer (D).
        #[serde(rename = "garbage")]
        Garbage = "garbage",
        /// The solver died of a signal that it caused itself (D).
        #[serde(rename = "crash")]
        Crash = "crash",
        /// The solver violated an assertion in its own code (D).
        #[serde(rename = "assertion violation", alias = "assertion")]
        #[schemars(rename = "assertion")]
        Assertion = "assertion violation",
        /// The solver misused memory, as a sanitizer reports (D).
        #[serde(rename = "sanitizer report", alias = "sanitizer")]
        #[schemars(rename = "sanitizer")]
        Sanitizer = "sanitizer report",
        /// `sat`, and then a value that the model does not give to its term.
        #[serde(rename = "invalid value", alias = "invalid-value")]
        #[schemars(rename = "invalid-value")]
        InvalidValue = "invalid value",
        /// `sat`, and then an optimum that a model beats, or that the printed model does not reach.
        #[serde(rename = "wrong optimum", alias = "wrong-optimum")]
        #[schemars(rename = "wrong-optimum")]
        WrongOptimum = "wrong optimum",
        /// An answer, and then a step of a proof, or a formula, that is false where what it follows from is true; or an
        /// interpolant with a symbol of one side only.
        #[serde(rename = "wrong step", alias = "wrong-step")]
        #[schemars(rename = "wrong-step")]
        WrongStep = "wrong step",
        /// `unsat`, and then a core that is satisfiable, or that names what is not asserted.
        #[serde(rename = "invalid core", alias = "invalid-core")]
        #[schemars(rename = "invalid-core")]
        InvalidCore = "invalid core",
        /// `sat`, with a model that does not satisfy the formula.
        #[serde(rename = "invalid model", alias = "invalid-model")]
        #[schemars(rename = "invalid-model")]
        InvalidModel = "invalid model",
        /// `sat` for an unsatisfiable formula (B).
        #[serde(rename = "wrong sat", alias = "wrong-sat")]
        #[schemars(rename = "wrong-sat")]
        WrongSat = "wrong sat",
        /// `unsat` for a satisfiable formula: critical (A).
        #[serde(rename = "wrong unsat", alias = "wrong-unsat")]
        #[schemars(rename = "wrong-unsat")]
        WrongUnsat = "wrong unsat",
    }
}

impl Class {
    /// Returns the classes that are certainly bugs of the solver, which fail a test unless `fail_on` is given.
    pub fn failures() -> BTreeSet<Class> {
        Class::ALL.into_iter().filter(|class| class.is_harm() || class.is_false_claim()).collect()
    }

    /// Returns whether `fail_on` may contain it.
    pub fn may_fail(self) -> bool {
        !matches!(self, Class::Right | Class::Unsupported)
    }

    /// Returns whether every answer may be correct.
    pub fn is_good(self) -> bool {
        matches!(self, Class::Right | Class::Unknown)
    }

    /// Returns whether the solver gave any answer about satisfiability.
    pub fn is_tested(self) -> bool {
        self.is_good() || self.is_false_claim()
    }

    /// Returns whether the solver said something false.
    pub(crate) fn is_false_claim(self) -> bool {
        self.is_wrong() || self.is_beside_the_answer()
    }

    /// Returns whether the answer may be right, and what the solver said beside it is wrong.
    pub(crate) fn is_beside_the_answer(self) -> bool {
        matches!(self, Class::InvalidValue | Class::WrongOptimum | Class::InvalidModel)
            || self.is_wrong_claim()
    }

    /// Returns whether the solver printed something beside its answer that values may refute.
    pub(crate) fn is_wrong_claim(self) -> bool {
        matches!(self, Class::WrongStep | Class::InvalidCore)
    }

    /// Returns whether an answer is the opposite of the right one.
    pub fn is_wrong(self) -> bool {
        matches!(self, Class::WrongSat | Class::WrongUnsat)
    }

    /// Returns whether the solver itself failed, possibly after all its answers.
    pub fn is_harm(self) -> bool {
        matches!(self, Class::Crash | Class::Assertion | Class::Sanitizer)
    }

    /// Returns whether the solver's own message distinguishes bugs of this class.
    pub fn is_identified_by_message(self) -> bool {
        matches!(self, Class::Assertion | Class::Sanitizer)
    }
}

/// The error that a text does not name a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not an outcome of an instance{}", advice(word, Class::ALL.map(Class::word)))]
pub struct UnknownClass {
    /// The text.
    pub word: String,
}

impl FromStr for Class {
    type Err = UnknownClass;

    /// Parses the output of `Display`.
    fn from_str(word: &str) -> Result<Class, UnknownClass> {
        let named = Class::ALL.into_iter().find(|class| class.word() == word);
        named.ok_or_else(|| UnknownClass { word: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_value, json, to_value};

    use super::*;

    #[test]
    fn names_are_read_as_displayed() {
        assert!(Class::ALL.is_sorted());
        for class in Class::ALL {
            assert_eq!(class.word().parse(), Ok(class));
            assert_eq!(to_value(class).unwrap(), class.word());
            assert_eq!(from_value::<Class>(class.word().into()).unwrap(), class);
        }
        let error = "wrong unsta".parse::<Class>().unwrap_err().to_string();
        assert!(
            error.starts_with("`wrong unsta` is not an outcome") && error.contains("`wrong unsat`"),
            "{error}"
        );
    }

    /// serde reads everything that the schema of `solvers.yaml` allows, and the schema allows only classes that may
    /// fail.
    #[test]
    fn the_schema_has_the_classes_that_may_fail() {
        let schema: Value = schemars::schema_for!(Class).into();
        let names = schema["oneOf"].as_array().unwrap().iter().map(|one| one["const"].clone());
        let classes: Vec<Class> = names.map(|name| from_value(name).unwrap()).collect();
        assert!(Class::ALL.into_iter().filter(|class| class.may_fail()).eq(classes));
        assert!(Class::failures().into_iter().all(Class::may_fail));
        assert_eq!(from_value::<Class>(json!("wrong-unsat")).unwrap(), Class::WrongUnsat);
    }
}
