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
        let script = Script::parse(text.into())?;
        let formulas = Formulas::read(&script)?;
        Ok(Problem { script, formulas })
    }

    /// The same with other text in the place of some nodes; places stay those of the text that was read first.
    ///
    /// # Errors
    /// The new text is not SMT-LIB.
    pub fn edited(&self, edits: &BTreeMap<NodeId, Arc<str>>) -> Result<Problem, ReadError> {
        let script = self.script.edited(edits)?;
        let formulas = Formulas::read(&script)?;
        Ok(Problem { script, formulas })
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
    fn assumptions_are_asserted_too() {
        let asserts = |text: &str| !Problem::read(text).unwrap().asserts_nothing();
        assert!(asserts("(assert true)"));
        assert!(asserts("(declare-fun p () Bool)(check-sat-assuming (p))"));
        assert!(!asserts("(declare-fun p () Bool)(check-sat)"));
    }
}
