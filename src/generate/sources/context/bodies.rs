//! The bodies of functions that a script defines: a formula that calls one depends on the symbols in it, too.

use std::collections::{BTreeMap, BTreeSet};

use crate::generate::term_builder::rewrite::below;
use crate::smtlib::{Definitions, Script, TermId, Terms};
use crate::theory::signature::Signature;

/// What the bodies of functions mention.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    /// The functions and constants in the body of each function, by its name.
    mentioned: BTreeMap<String, BTreeSet<String>>,
    /// The declared constants.
    constants: BTreeSet<String>,
}

impl Bodies {
    /// Collects the bodies of a script; none if one of them cannot be read.
    pub(super) fn collect(script: &Script) -> Bodies {
        let Ok(Definitions { terms, functions, .. }) = Definitions::collect(script) else {
            return Bodies::default();
        };
        if functions.is_empty() {
            return Bodies::default();
        }
        let signature = Signature::collect(script);
        let is_constant = |name: &str| {
            signature.find(name).is_some_and(|function| function.arguments.is_empty() && !function.is_defined)
        };
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
        let constants = mentioned.values().flatten().filter(|name| is_constant(name)).cloned().collect();
        Bodies { mentioned, constants }
    }

    /// Returns the declared constants in the bodies of the functions that a formula calls, and of those that these call.
    pub(super) fn symbols_below(&self, terms: &Terms, formula: TermId) -> BTreeSet<String> {
        if self.constants.is_empty() {
            return BTreeSet::new();
        }
        let heads = below(terms, formula).into_iter().filter_map(|id| terms.as_app(id));
        let mut open: Vec<&BTreeSet<String>> =
            heads.filter_map(|(head, _)| self.mentioned.get(head)).collect();
        let mut found = BTreeSet::new();
        while let Some(names) = open.pop() {
            for name in names {
                if found.insert(name.clone()) {
                    open.extend(self.mentioned.get(name));
                }
            }
        }
        found.retain(|name| self.constants.contains(name));
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
