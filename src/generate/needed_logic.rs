//! The smallest logic that has the formulas of a script: for scripts that name none, as those in issues often do.

use crate::generate::term_builder::literals::is_number;
use crate::generate::term_builder::logic::is_linear;
use crate::smtlib::{Arithmetic, BinderKind, Logic, Problem, Sort, Term};
use crate::theory::meaning::Meaning;
use crate::theory::operators::Theory;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

/// The logic of whatever the conventions of SMT-LIB have no name for: sequences, sets, functions as values, pseudo-Boolean
/// constraints.
const ANY: &str = "ALL";

/// What a script uses.
#[derive(Debug, Default)]
struct Used {
    logic: Logic,
    /// Whether there is something that no name has.
    others: bool,
}

/// Returns the name of the smallest logic that has all symbols and terms of a problem, by the conventions of SMT-LIB
/// (<https://smt-lib.org/logics.shtml>). Difference logic counts as linear.
pub(super) fn needed_logic(problem: &Problem) -> String {
    let (terms, signature) = (&problem.formulas.terms, Signature::collect(&problem.script));
    let mut used = Used::default();
    // Solvers treat recursive functions as quantified axioms.
    used.logic.quantifiers = problem.script.defines_recursively();
    used.logic.uninterpreted = used.logic.quantifiers || signature.declared_sorts().next().is_some();
    for function in signature.functions() {
        used.logic.uninterpreted |= !function.arguments.is_empty() && !function.is_defined;
        function.arguments.iter().chain(&function.result).for_each(|sort| used.add(sort, &signature));
    }
    let sorting = Sorting::infer(terms, &signature);
    let mut nonlinear = false;
    for id in terms.ids() {
        match terms.get(id) {
            Term::Binder(binder) if binder.kind == BinderKind::Lambda => used.others = true,
            Term::Binder(_) => used.logic.quantifiers = true,
            Term::App(head, arguments) => {
                nonlinear |= !is_linear(terms, terms.head_text(*head), arguments);
                used.others |= matches!(sorting.meaning(*head), Some(Meaning::Operator(applied))
                    if applied.operator.theory == Theory::Rare);
            }
            _ => {}
        }
        // A logic of floats has conversions of literals without the reals.
        if let Some(sort) = sorting.sort(id).known().filter(|_| !is_number(terms, id)) {
            used.add(sort, &signature);
        }
    }
    if used.others {
        return ANY.to_owned();
    }
    let arithmetic = used.logic.arithmetic.map(|numbers| Arithmetic { nonlinear, ..numbers });
    Logic { arithmetic, ..used.logic }.name()
}

impl Used {
    fn add(&mut self, sort: &Sort, signature: &Signature) {
        let logic = &mut self.logic;
        match sort {
            Sort::Bool => {}
            Sort::Int => logic.arithmetic.get_or_insert_default().ints = true,
            Sort::Real => logic.arithmetic.get_or_insert_default().reals = true,
            Sort::BitVec(_) => logic.bit_vectors = true,
            Sort::Float(..) | Sort::RoundingMode => logic.floats = true,
            Sort::String | Sort::RegLan => logic.strings = true,
            Sort::FiniteField(_) => logic.finite_fields = true,
            Sort::Array(index, element) => {
                logic.arrays = true;
                self.add(index, signature);
                self.add(element, signature);
            }
            Sort::Named(name, arguments) if signature.datatype(name).is_some() => {
                logic.datatypes = true;
                arguments.iter().for_each(|argument| self.add(argument, signature));
            }
            Sort::Named(name, _) if signature.declares_sort(name) => logic.uninterpreted = true,
            Sort::Named(..) | Sort::Seq(_) => self.others = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_logic_has_all_sorts_and_products() {
        for (expected, script) in [
            ("QF_UF", "(declare-const p Bool)(assert p)"),
            ("QF_LIA", "(declare-const x Int)(assert (< (* 2 x) (mod x 3)))"),
            ("QF_NIA", "(declare-const x Int)(assert (< (* x x) 3))"),
            ("QF_LIRA", "(declare-const x Int)(assert (< (to_real x) 0.5))"),
            ("NRA", "(assert (forall ((x Real)) (>= (* x x) 0.0)))"),
            (
                "QF_ABV",
                "(declare-const a (Array (_ BitVec 2) (_ BitVec 8)))(assert (= a (store a #b00 #x01)))",
            ),
            (
                "QF_AUF",
                "(declare-sort S 0)(declare-const a (Array S S))(declare-const s S)(assert (= s (select a s)))",
            ),
            ("QF_UFBV", "(declare-fun f ((_ BitVec 4)) Bool)(assert (f #x1))"),
            ("QF_FPLRA", "(declare-const f Float32)(assert (< (fp.to_real f) 0.5))"),
            ("QF_S", "(declare-const s String)(assert (= s (str.++ s \"a\")))"),
            ("QF_SLIA", "(declare-const s String)(assert (= 2 (str.len s)))"),
            (
                "UFDTLIA",
                "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(define-fun-rec n ((l L)) Int (ite ((_ is nil) l) 0 (+ 1 (n (tl l)))))(declare-const l L)(assert (= 1 (n l)))",
            ),
            ("ALL", "(declare-const s (Seq Int))(assert (= s (seq.unit 1)))"),
            ("ALL", "(declare-const p Bool)(assert ((_ at-most 0) p))"),
            ("ALL", "(declare-const a (Array Int Int))(assert (= a (lambda ((x Int)) x)))"),
        ] {
            let needed = needed_logic(&Problem::read(script).unwrap());
            assert_eq!(needed, expected, "{script}");
            assert!(Logic::parse(&needed).is_some(), "{needed}");
        }
    }

    /// The seeds name their logics as suites do, so each has what its formulas need.
    #[test]
    fn the_logic_of_a_seed_has_what_is_needed() {
        for path in glob::glob(concat!(env!("CARGO_MANIFEST_DIR"), "/seeds/*/*.smt2")).unwrap().flatten() {
            let problem = Problem::read(std::fs::read_to_string(&path).unwrap()).unwrap();
            let needed = Logic::parse(&needed_logic(&problem)).unwrap();
            let Some(logic) = problem.script.logic.as_deref().and_then(Logic::parse) else { continue };
            let parts = |logic: &Logic| {
                let numbers = logic.arithmetic.unwrap_or_default();
                [
                    logic.arrays, logic.bit_vectors, logic.floats, logic.datatypes, logic.strings,
                    numbers.reals, numbers.nonlinear,
                ]
            };
            let has_all = parts(&needed).into_iter().zip(parts(&logic)).all(|(needed, has)| has || !needed);
            assert!(
                has_all || needed_logic(&problem) == ANY,
                "{}: {}",
                path.display(),
                needed_logic(&problem)
            );
        }
    }
}
