//! A problem: a script with its assertions and definitions as terms, ready for evaluation.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::Arc;

use super::build::Builder;
use super::names::Defined;
use super::{Formulas, NodeId, ReadError, Script, TermId, Terms, VarId};

/// A parsed script with its formulas.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The commands.
    pub script: Script,
    /// The assertions and assumptions as terms.
    pub formulas: Formulas,
}

impl Problem {
    /// Parses an SMT-LIB text.
    ///
    /// # Errors
    /// The text is not SMT-LIB, or uses something that is not supported.
    pub fn read(text: impl Into<String>) -> Result<Problem, ReadError> {
        Problem::from_script(Script::parse(text.into())?)
    }

    /// Asserts formulas after declarations.
    ///
    /// # Errors
    /// A formula, or a declaration, is not SMT-LIB, or uses something that is not supported.
    pub(crate) fn asserting(
        declarations: &str,
        formulas: impl IntoIterator<Item: Display>,
    ) -> Result<Problem, ReadError> {
        let mut text = declarations.to_owned();
        for formula in formulas {
            let _ = writeln!(text, "(assert {formula})");
        }
        Problem::read(text)
    }

    /// Builds the terms of a script.
    pub(crate) fn from_script(script: Script) -> Result<Problem, ReadError> {
        let formulas = Formulas::read(&script)?;
        Ok(Problem { script, formulas })
    }

    /// Replaces some nodes by other text, in which each name has one meaning. Only the new text is parsed.
    /// Positions still refer to the original text.
    ///
    /// # Errors
    /// The new text is not SMT-LIB.
    pub fn edited(&self, edits: &BTreeMap<NodeId, Arc<str>>) -> Result<Problem, ReadError> {
        Problem::from_script(self.script.edited(edits)?)
    }

    /// Appends declarations of new names. Only these are parsed, and terms keep their numbers.
    ///
    /// # Errors
    /// The text is not SMT-LIB, or contains something other than declarations.
    pub(crate) fn with_declarations(&self, text: &str) -> Result<Problem, ReadError> {
        let script = self.script.with_declarations(text)?;
        Ok(Problem { script, formulas: self.formulas.clone() })
    }

    /// Returns the source text.
    pub fn source(&self) -> &str {
        self.script.tree.source()
    }

    /// Whether there are no assertions and assumptions.
    pub fn asserts_nothing(&self) -> bool {
        self.formulas.assertions.is_empty() && self.formulas.assumptions.is_empty()
    }
}

/// A function that a script defines.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The canonical name.
    pub name: String,
    /// The node of the name.
    pub node: NodeId,
    /// The parameters, which know their sorts.
    pub parameters: Box<[VarId]>,
    /// The sort of the result; `None` if it is that of the body (`define`).
    pub result: Option<NodeId>,
    /// The node of the body.
    pub text: NodeId,
    /// The body.
    pub body: TermId,
}

/// All functions that a script defines, in order.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The terms of the bodies.
    pub terms: Terms,
    /// The functions.
    pub functions: Vec<Definition>,
    /// For each term, the node where it first occurred.
    places: Vec<NodeId>,
}

impl Definitions {
    /// Builds the bodies of `define-fun` and similar commands.
    ///
    /// # Errors
    /// A body is malformed.
    pub fn collect(script: &Script) -> Result<Definitions, ReadError> {
        let mut builder = Builder::new(script);
        let mut functions = Vec::new();
        for line in &script.declarations {
            let malformed = || script.tree.error(line.node, "malformed definition");
            for defined in line.functions(&script.tree).ok_or_else(malformed)? {
                functions.push(builder.function(script, defined)?);
            }
        }
        Ok(Definitions { terms: builder.terms, functions, places: builder.places })
    }

    /// Returns the node where a term first occurred.
    pub(crate) fn node(&self, id: TermId) -> Option<NodeId> {
        self.places.get(id.index()).copied()
    }
}

impl Builder<'_> {
    fn function(&mut self, script: &Script, defined: Defined) -> Result<Definition, ReadError> {
        let (tree, Defined { name, parameters, result, body: text }) = (&script.tree, defined);
        let Some(symbol) = tree.symbol(name) else { return Err(tree.error(name, "expected a name")) };
        let (names, sorts) = parameters.map_or_else(|| Ok(Default::default()), |node| self.pairs(node))?;
        let sorts = sorts.into_iter().map(|sort| tree.canonical_text(sort)).collect();
        let parameters = self.declare(name, names, sorts)?;
        self.enter(&parameters);
        let body = self.build(text)?;
        self.leave(&parameters);
        let (name, node) = (symbol.to_owned(), name);
        Ok(Definition { name, node, parameters: parameters.into(), result, text, body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Printer;

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

    #[test]
    fn every_kind_of_definition_is_read() {
        let text = "(define-fun f ((x Int) (y Bool)) Int (ite y x 0))(define-const c Int (f 1 true))\
            (define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))\
            ((or (= n 0) (odd (- n 1))) (and (> n 0) (even (- n 1)))))";
        let definitions = Definitions::collect(&Script::parse(text.to_owned()).unwrap()).unwrap();
        let read = definitions.functions.iter();
        let read = read.map(|it| {
            (it.name.as_str(), it.parameters.len(), Printer::new(&definitions.terms).print(it.body))
        });
        let read: Vec<_> = read.collect();
        assert_eq!(
            read,
            [
                ("f", 2, "(ite y x 0)".to_owned()),
                ("c", 0, "(f 1 true)".to_owned()),
                ("even", 1, "(or (= n 0) (odd (- n 1)))".to_owned()),
                ("odd", 1, "(and (> n 0) (even (- n 1)))".to_owned())
            ]
        );
    }
}
