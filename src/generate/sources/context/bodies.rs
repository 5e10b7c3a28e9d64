//! The bodies of functions that a script defines: a formula that calls one depends on the symbols in it, too.

use std::collections::{BTreeMap, BTreeSet};

use crate::generate::term_builder::rewrite::below;
use crate::smtlib::{Definitions, Script, TermId, Terms};
use crate::theory::signature::Signature;

/// What the bodies of functions mention.
#[derive(Debug, Default)]
pub(in crate::generate::sources) struct Bodies {
    /// The functions and constants in the body of each function, by its name.
    mentioned: BTreeMap<String, BTreeSet<String>>,
    /// The declared constants.
    constants: BTreeSet<String>,
    /// The declared functions.
    functions: BTreeSet<String>,
}

impl Bodies {
    /// Collects the bodies of a script; none if one of them cannot be read.
    pub(in crate::generate::sources) fn collect(script: &Script) -> Bodies {
        let Ok(Definitions { terms, functions, .. }) = Definitions::collect(script) else {
            return Bodies::default();
        };
        if functions.is_empty() {
            return Bodies::default();
        }
        let signature = Signature::collect(script);
        let of_body = |body: TermId| -> BTreeSet<String> {
            let heads = below(&terms, body).into_iter().filter_map(|id| terms.as_app(id));
            heads
                .map(|(head, _)| head)
                .filter(|head| signature.find(head).is_some())
                .map(str::to_owned)
                .collect()
        };
        let mentioned: BTreeMap<String, BTreeSet<String>> =
            functions.iter().map(|function| (function.name.clone(), of_body(function.body))).collect();
        let declared = mentioned.values().flatten().filter_map(|name| {
            signature.find(name).filter(|function| !function.is_defined).map(|function| (name, function))
        });
        let (constants, functions): (Vec<_>, Vec<_>) =
            declared.partition(|(_, function)| function.arguments.is_empty());
        let names = |of: Vec<(&String, _)>| of.into_iter().map(|(name, _)| name.clone()).collect();
        let (constants, functions) = (names(constants), names(functions));
        Bodies { mentioned, constants, functions }
    }

    /// Returns the declared constants in the bodies of the functions that a formula calls, and of those that these call.
    pub(in crate::generate::sources) fn symbols_below(
        &self,
        terms: &Terms,
        formula: TermId,
    ) -> BTreeSet<String> {
        self.names_below(&self.constants, terms, formula)
    }

    /// Returns those formulas that call a function with declared constants in its body.
    pub(in crate::generate::sources) fn callers(&self, terms: &Terms, formulas: &[TermId]) -> Vec<TermId> {
        formulas.iter().copied().filter(|formula| self.has_symbols_below(terms, *formula)).collect()
    }

    /// Whether there are such constants.
    pub(in crate::generate::sources) fn has_symbols_below(&self, terms: &Terms, formula: TermId) -> bool {
        !self.symbols_below(terms, formula).is_empty()
    }

    /// Whether one of these bodies mentions a function that is declared and not defined.
    pub(in crate::generate::sources) fn calls_declared_below(&self, terms: &Terms, formula: TermId) -> bool {
        !self.names_below(&self.functions, terms, formula).is_empty()
    }

    /// Returns the names of these that the bodies of called functions mention.
    fn names_below(&self, names: &BTreeSet<String>, terms: &Terms, formula: TermId) -> BTreeSet<String> {
        if names.is_empty() {
            return BTreeSet::new();
        }
        let heads = below(terms, formula).into_iter().filter_map(|id| terms.as_app(id));
        let mut open: Vec<&BTreeSet<String>> =
            heads.filter_map(|(head, _)| self.mentioned.get(head)).collect();
        let mut found = BTreeSet::new();
        while let Some(mentioned) = open.pop() {
            for name in mentioned {
                if found.insert(name.clone()) {
                    open.extend(self.mentioned.get(name));
                }
            }
        }
        found.retain(|name| names.contains(name));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;

    #[test]
    fn symbols_are_found_in_bodies_of_called_functions() {
        let declared = "(declare-fun a () Int)(declare-fun b () Int)(declare-fun c () Int)(declare-fun u (Int) Int)\
            (define-fun f ((n Int)) Int (+ n b))(define-fun g ((a Int)) Int (f (u a)))\
            (define-fun-rec r ((n Int)) Int (ite (<= n 0) c (r (- n 1))))";
        let found = |formula: &str| {
            let problem = Problem::read(format!("{declared}(assert {formula})")).unwrap();
            let (terms, assertions) = (&problem.formulas.terms, &problem.formulas.assertions);
            Bodies::collect(&problem.script)
                .symbols_below(terms, assertions[0])
                .into_iter()
                .collect::<String>()
        };
        assert_eq!(found("(= (f 1) a)"), "b");
        assert_eq!(found("(= (g 1) (u 2))"), "b");
        assert_eq!(found("(or (< (r (f 1)) 2) (= a 1))"), "bc");
        assert_eq!(found("(= (u a) 1)"), "");
        assert_eq!(found("(exists ((n Int)) (= (r n) a))"), "c");
    }
}
