//! The underspecified operators in a term: SMT-LIB leaves their values open for some arguments, so the value of the
//! term may depend on a choice.

use std::collections::BTreeSet;

use crate::matrix::SELECTOR;
use crate::smtlib::{DeclarationKind, NodeId, Script, TermId, Terms};
use crate::theory::meaning::Meaning;
use crate::theory::operators::{self, Operator};
use crate::theory::signature::Signature;

/// The underspecified operators in every term, by their names in SMT-LIB 2.7, with `selector` for those of datatypes.
///
/// They are found by syntax, not by evaluation: an application counts even if its arguments have values for which
/// nothing is open.
#[derive(Debug)]
pub(crate) struct UnderspecifiedOperators {
    names: Vec<&'static str>,
    /// For each term, one bit for each name.
    below: Vec<u32>,
}

impl UnderspecifiedOperators {
    /// Collects the operators of all terms of a script.
    pub(crate) fn collect(terms: &Terms, script: &Script) -> UnderspecifiedOperators {
        let names: Vec<&'static str> =
            operators::all().filter(|row| row.open).map(|row| row.name).chain([SELECTOR]).collect();
        let mut open = UnderspecifiedOperators { names, below: Vec::with_capacity(terms.len()) };
        let signature = Signature::collect(script);
        let defined = open.in_definitions(script, &signature);
        for id in terms.ids() {
            let mut below = match terms.as_app(id).map(|(head, _)| Meaning::resolve(head, &signature)) {
                Some(Meaning::Operator(applied)) if applied.operator.open => open.bit(applied.operator.name),
                Some(Meaning::Selector(..)) => open.bit(SELECTOR),
                // The operators in its body are not in the term.
                Some(Meaning::Function(_)) => defined,
                _ => 0,
            };
            terms.for_each_child(id, |child| below |= open.below[child.index()]);
            open.below.push(below);
        }
        open
    }

    /// Returns the operators of a term.
    pub(crate) fn below(&self, id: TermId) -> BTreeSet<&'static str> {
        let below = self.below.get(id.index()).copied().unwrap_or_default();
        self.names.iter().enumerate().filter(|(at, _)| below >> at & 1 == 1).map(|(_, name)| *name).collect()
    }

    fn bit(&self, name: &str) -> u32 {
        self.names.iter().position(|known| *known == name).map_or(0, |at| 1 << at)
    }

    /// Returns the operators in any definition of a script.
    fn in_definitions(&self, script: &Script, signature: &Signature) -> u32 {
        let is_definition = |kind: &DeclarationKind| matches!(kind, DeclarationKind::Definition);
        let definitions = script.declarations.iter().filter(|declaration| is_definition(&declaration.kind));
        let mut nodes: Vec<NodeId> = definitions.map(|declaration| declaration.node).collect();
        let mut found = 0;
        while let Some(node) = nodes.pop() {
            nodes.extend(script.tree.list(node).unwrap_or_default());
            let Some(name) = script.tree.symbol(node) else { continue };
            if let Some(row) = Operator::find(name).filter(|row| row.open) {
                found |= self.bit(row.name);
            }
            if signature.selector(name).is_some() {
                found |= self.bit(SELECTOR);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Problem;

    /// Returns the operators of the only assertion.
    fn open(source: &str) -> Vec<&'static str> {
        let problem = Problem::read(source).unwrap();
        let open = UnderspecifiedOperators::collect(&problem.formulas.terms, &problem.script);
        open.below(problem.formulas.assertions[0]).into_iter().collect()
    }

    #[test]
    fn a_bit_is_enough_for_each() {
        assert!(operators::all().filter(|row| row.open).count() < 31);
    }

    #[test]
    fn open_operators_are_found_below_a_formula() {
        let declared = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\
            (declare-const l L)(declare-const x Int)(declare-const f Float32)";
        let of = |formula: &str| open(&format!("{declared}(assert {formula})"));
        assert_eq!(of("(= (+ x 1) 2)"), [""; 0]);
        assert_eq!(of("(or (= (div x 2) 1) (= (hd l) (mod x x)))"), ["div", "mod", "selector"]);
        assert_eq!(of("(= ((_ fp.to_ubv 8) RNE f) #x00)"), ["fp.to_ubv"]);
        assert_eq!(of("(exists ((y Int)) (= (div x y) 1))"), ["div"]);
    }

    #[test]
    fn definitions_count_where_they_are_used() {
        let source = "(define-fun half ((x Int)) Int (div x 2))(declare-const x Int)(assert (= (half x) 1))";
        assert_eq!(open(source), ["div"]);
    }

    #[test]
    fn what_a_script_declares_is_no_operator() {
        assert_eq!(open("(declare-fun rem (Int Int) Int)(assert (= (rem 1 0) 1))"), [""; 0]);
    }
}
