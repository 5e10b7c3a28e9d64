//! A script and what it asserts, as terms: what is evaluated, wherever it comes from.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Formulas, NodeId, ReadError, Script};

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its commands.
    pub script: Script,
    /// Its assertions and assumptions as terms.
    pub formulas: Formulas,
}

impl Problem {
    /// Reads an SMT-LIB text.
    ///
    /// # Errors
    /// Text that is not SMT-LIB, or that uses what this reader does not know.
    pub fn read(text: impl Into<String>) -> Result<Problem, ReadError> {
        Problem::from_script(Script::parse(text.into())?)
    }

    /// The problem that a script is.
    ///
    /// # Errors
    /// A term of no known shape.
    pub(crate) fn from_script(script: Script) -> Result<Problem, ReadError> {
        let formulas = Formulas::read(&script)?;
        Ok(Problem { script, formulas })
    }

    /// The same with other text in the place of some nodes, in which each name has one meaning. Only that text is read.
    /// Places stay those of the text that was read first.
    ///
    /// # Errors
    /// The new text is not SMT-LIB.
    pub fn edited(&self, edits: &BTreeMap<NodeId, Arc<str>>) -> Result<Problem, ReadError> {
        Problem::from_script(self.script.edited(edits)?)
    }

    /// The same with more declarations behind it, of names that are not in it. Only these are read; terms keep their
    /// numbers.
    ///
    /// # Errors
    /// The text is not SMT-LIB, or has something else than declarations.
    pub(crate) fn with_declarations(&self, text: &str) -> Result<Problem, ReadError> {
        let script = self.script.with_declarations(text)?;
        Ok(Problem { script, formulas: self.formulas.clone() })
    }

    /// The text it was read from.
    pub fn source(&self) -> &str {
        self.script.tree.source()
    }

    /// Whether nothing is asserted or assumed anywhere.
    pub fn asserts_nothing(&self) -> bool {
        self.formulas.assertions.is_empty() && self.formulas.assumptions.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_added_without_reading_the_rest_again() {
        let problem = Problem::read("(declare-const x Int) ; more\n(assert (< x 1))").unwrap();
        let lines = "\n(define-fun f ((a Int)) Int (+ a x))\n(declare-const y Int)\n";
        let more = problem.with_declarations(lines).unwrap();
        assert_eq!(more.source(), problem.source().to_owned() + lines);
        assert_eq!((more.script.declarations.len(), more.formulas.assertions.len()), (3, 1));
        assert_eq!(more.script.tree.text(more.script.declarations[2].node), "(declare-const y Int)");
        for wrong in ["(assert true)", "(declare-const x Int)", "(declare-const y"] {
            assert!(problem.with_declarations(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn assumptions_are_asserted_too() {
        let asserts = |text: &str| !Problem::read(text).unwrap().asserts_nothing();
        assert!(asserts("(assert true)"));
        assert!(asserts("(declare-fun p () Bool)(check-sat-assuming (p))"));
        assert!(!asserts("(declare-fun p () Bool)(check-sat)"));
    }
}
