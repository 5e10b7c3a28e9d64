//! Atoms are well-sorted, have the recorded truth value, and stay within the logic.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::generate::fragment::{FormulaSource, Fragment};
use crate::generate::sources::testing::{Made, seeds};
use crate::generate::term_builder::EvalContext;
use crate::matrix::{Bounds, FocusOperators, Operators};
use crate::smtlib::{Logic, Term, TermId, Terms};
use crate::theory::interpreter::Interpreter;
use crate::theory::meaning::Meaning;
use crate::theory::operators::Theory;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;

fn within(seed: &str, rng_seed: u64, bounds: Bounds) -> Made {
    Made::new(seed, rng_seed, &bounds, FormulaSource::Synthesised)
}

fn built(seed: &str, rng_seed: u64, count: u32) -> Made {
    within(seed, rng_seed, Bounds { synthesis: count, ..Bounds::default() })
}

/// Returns the theories of the operators in the atoms of a seed.
fn theories(made: &Made) -> BTreeSet<String> {
    let signature = Signature::collect(&made.seed.problem.script);
    let applications = made.formulas().flat_map(|atom| made.applications(atom));
    let theory = |(head, _): (&str, &[TermId])| match Meaning::resolve(head, &signature) {
        Meaning::Operator(applied) => Some(applied.operator.theory.to_string()),
        _ => None,
    };
    applications.filter_map(theory).collect()
}

#[test]
fn atoms_of_every_seed_are_well_sorted_and_true_or_false_as_they_say() {
    for (number, (path, seed)) in seeds().enumerate() {
        let made = built(&seed, number as u64, 60);
        made.check();
        assert!(made.formulas().count() >= 40, "{}: {}", path.display(), made.formulas().count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_drawn_has_its_truth_value(rng_seed: u64, which in 0..SIGNATURES.len()) {
        let made = built(SIGNATURES[which], rng_seed, 40);
        made.check();
        prop_assert!(made.formulas().next().is_some());
    }
}

/// Seeds with declarations only.
const SIGNATURES: [&str; 9] = [
    "(set-logic QF_UFBV)(declare-fun x () (_ BitVec 3))(declare-fun f ((_ BitVec 3)) (_ BitVec 2))",
    "(set-logic QF_FP)(declare-fun x () (_ FloatingPoint 2 3))(declare-fun y () (_ FloatingPoint 3 5))",
    "(set-logic QF_SLIA)(declare-fun s () String)(declare-fun i () Int)",
    "(set-logic QF_NIRA)(declare-fun i () Int)(declare-fun r () Real)",
    "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 3)))(declare-fun i () (_ BitVec 2))",
    "(set-logic UFDT)(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))\
     (declare-sort U 0)(declare-fun l () (L U))(declare-fun u () U)",
    "(set-logic QF_UF)(declare-sort U 0)(declare-fun u () U)(declare-fun v () U)(declare-fun g (U) Bool)",
    "(declare-fun s () (Seq Int))(declare-fun t () (Seq Int))(declare-fun p () Bool)",
    "(set-logic QF_LRA)(declare-fun x () Real)(declare-fun y () Real)(define-fun m () Real (- x y))",
];

#[test]
fn atoms_are_led_to_operators() {
    let floats = SIGNATURES[1];
    // In how many of 100 batches some atom has the operator.
    let batches = |name: &str, focus: &[&'static str]| {
        let bounds = || {
            let focus = FocusOperators::from_names(focus);
            Bounds { synthesis: 40, focus, ..Bounds::default() }
        };
        let has = |rng_seed: &u64| {
            let made = within(floats, *rng_seed, bounds());
            made.check();
            made.formulas().any(|atom| made.applications(atom).iter().any(|(head, _)| *head == name))
        };
        (0..40).filter(has).count()
    };
    for name in ["fp.fma", "fp.sqrt"] {
        let [led, other, free] = [&[name][..], &["fp.abs"], &[]].map(|focus| batches(name, focus));
        assert!(led >= 26 && free <= 18 && other <= 18, "{name}: {led}, {other}, {free}");
    }
    let both = batches("fp.fma", &["fp.fma", "fp.sqrt"]);
    assert!(both >= 16, "{both}");
    // What the seed has no terms for changes nothing.
    let text = |focus: &[&'static str]| {
        let focus = FocusOperators::from_names(focus);
        let made = within(floats, 1, Bounds { synthesis: 40, focus, ..Bounds::default() });
        made.texts()
    };
    assert_eq!(text(&["str.replace", "and"]), text(&[]));
}

#[test]
fn linear_stays_linear() {
    for (logic, sort, divisor) in [("QF_LIA", "Int", "3"), ("QF_LRA", "Real", "3.0")] {
        let used = if sort == "Int" { "(= (div x 3) (mod y 2))" } else { "(= (/ x 3.0) y)" };
        let seed = format!(
            "(set-logic {logic})(declare-fun x () {sort})(declare-fun y () {sort})(assert {used})\
             (assert (< (* {divisor} x) y))"
        );
        let made = built(&seed, 3, 400);
        let terms = made.terms();
        // A numeral, a decimal, a negation or a quotient of these.
        fn is_number(terms: &Terms, id: TermId) -> bool {
            match terms.as_app(id) {
                Some((head, [])) => head.starts_with(|c: char| c.is_ascii_digit()),
                Some(("-" | "/", arguments)) => arguments.iter().all(|&argument| is_number(terms, argument)),
                _ => false,
            }
        }
        let mut products = 0;
        for atom in made.formulas() {
            for (head, arguments) in made.applications(atom) {
                let variable = arguments.iter().filter(|id| !is_number(terms, **id)).count();
                match head {
                    "*" => assert!(variable <= 1, "{}", made.text(atom.term)),
                    "div" | "mod" | "/" => {
                        assert!(
                            arguments[1..].iter().all(|id| is_number(terms, *id)),
                            "{}",
                            made.text(atom.term)
                        );
                    }
                    _ => continue,
                }
                products += 1;
            }
        }
        assert!(products > 20, "{logic}: {products}");
    }
}

#[test]
fn difference_stays_difference() {
    let seed = "(set-logic QF_IDL)(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)\
        (declare-fun p () Bool)(assert (or p (<= (- x y) 3)))";
    let made = built(seed, 1, 300);
    let terms = made.terms();
    let is_symbol = |id: TermId| matches!(terms.as_app(id), Some(("x" | "y" | "z", [])));
    let mut differences = 0;
    for atom in made.formulas() {
        for (head, arguments) in made.applications(atom) {
            match (head, arguments) {
                // A negative number.
                ("-", [one]) => assert!(terms.as_app(*one).is_some_and(|(_, below)| below.is_empty())),
                ("-", [one, other]) => {
                    assert!(is_symbol(*one) && is_symbol(*other), "{}", made.text(atom.term));
                    differences += 1;
                }
                ("=" | "distinct" | "<" | "<=" | ">" | ">=", all) => {
                    let is_alone =
                        |id: &&TermId| terms.as_app(**id).is_some_and(|(head, _)| !head.starts_with('-'));
                    let is_number = |id: &&TermId| {
                        terms
                            .as_app(**id)
                            .is_some_and(|(head, _)| head.starts_with(|c: char| c.is_ascii_digit()))
                    };
                    let (all_alone, no_number) =
                        (all.iter().all(|id| is_alone(&id)), !all.iter().any(|id| is_number(&id)));
                    assert!(!all_alone || no_number, "{}", made.text(atom.term));
                }
                ("+" | "*" | "div" | "mod", _) => panic!("{}", made.text(atom.term)),
                _ => {}
            }
        }
    }
    assert!(differences > 30, "{differences}");
}

#[test]
fn theories_are_those_of_the_logic() {
    for (path, seed) in seeds() {
        let made = built(&seed, 1, 60);
        let name = made.seed.problem.script.logic.clone().unwrap_or_else(|| "ALL".to_owned());
        let Some(logic) = Logic::parse(&name) else { continue };
        let theories = theories(&made);
        let has = |theory: Theory| theories.contains(&theory.to_string());
        // The seed may use more than the name of its logic promises.
        assert!(made.formulas().all(|atom| !made.text(atom.term).contains("(as const")));
        assert!(logic.arrays || !has(Theory::Arrays) || seed.contains("(select"), "{}", path.display());
        assert!(logic.bit_vectors || !has(Theory::BitVectors) || seed.contains("bv"), "{}", path.display());
        assert!(logic.strings || !has(Theory::Strings) || seed.contains("str."), "{}", path.display());
        assert!(logic.floats || !has(Theory::FloatingPoint) || seed.contains("fp"), "{}", path.display());
    }
}

#[test]
fn terms_of_equal_value_meet_and_atoms_are_of_both_truths() {
    let made = built(SIGNATURES[0], 5, 200);
    let is_equation = |atom: &&Fragment| matches!(made.terms().as_app(atom.term), Some(("=", _)));
    let equal = made.formulas().filter(is_equation).filter(|atom| atom.truth).count();
    let different = made.formulas().filter(is_equation).filter(|atom| !atom.truth).count();
    assert!(equal > 20 && different > 10, "{equal} {different}");
}

#[test]
fn operators_meet_themselves_at_every_position() {
    let core = ["=", "distinct", "and", "or", "not", "xor", "=>", "ite"];
    let (mut nested, mut positions) = (0, BTreeSet::new());
    for rng_seed in 0..30 {
        let made = built(NONLINEAR, rng_seed, 30);
        let all: BTreeSet<(&str, &[TermId])> =
            made.formulas().flat_map(|atom| made.applications(atom)).collect();
        let mut found = BTreeSet::new();
        for (head, arguments) in all.into_iter().filter(|(head, _)| !core.contains(head)) {
            let heads = arguments.iter().map(|&id| made.terms().as_app(id).map(|(head, _)| head));
            let here = heads.enumerate().filter(|(_, inner)| *inner == Some(head)).map(|(at, _)| at);
            found.extend(here.map(|at| (head.to_owned(), at)));
        }
        nested += usize::from(!found.is_empty());
        positions.extend(found);
    }
    // Batches without arithmetic operators have none.
    assert!(nested >= 24, "{nested} of 30");
    for place in [("mod", 0), ("mod", 1), ("div", 0), ("div", 1), ("*", 1)] {
        assert!(positions.contains(&(place.0.to_owned(), place.1)), "{place:?}: {positions:?}");
    }
}

/// A seed with operators that bugs need in their own arguments.
const NONLINEAR: &str =
    "(set-logic QF_NIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun z () Int)";

#[test]
fn constant_arrays_of_any_terms_are_for_solvers_that_read_them() {
    let arrays = "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 3)))\
        (declare-fun i () (_ BitVec 2))(declare-fun e () (_ BitVec 3))";
    // In how many of 40 batches some constant array has a literal as its element, and in how many another term.
    let batches = |operators: Operators| {
        let mut found = [0, 0];
        for rng_seed in 0..100 {
            let bounds = Bounds { synthesis: 30, operators: operators.clone(), ..Bounds::default() };
            let made = within(arrays, rng_seed, bounds);
            made.check();
            let elements: BTreeSet<bool> = made
                .formulas()
                .flat_map(|atom| made.applications(atom))
                .filter(|(head, _)| *head == "(as const (Array (_ BitVec 2) (_ BitVec 3)))")
                .map(|(_, elements)| !made.text(elements[0]).starts_with('#'))
                .collect();
            elements.into_iter().for_each(|is_open| found[usize::from(is_open)] += 1);
        }
        found
    };
    let [literals, open] = batches(Operators::without(&["re.range"]));
    assert!(literals >= 3 && open >= 3, "{literals} {open}");
    assert_eq!(batches(Operators::without(&["const"])), [0, 0]);
    assert_eq!(batches(Operators::all()), [0, 0]);
}

#[test]
fn some_atoms_have_their_truth_value_under_every_choice() {
    let (mut settled, mut all) = (0, 0);
    for rng_seed in 0..20 {
        let made = built(NONLINEAR, rng_seed, 30);
        let EvalContext { model, .. } = EvalContext::build(&made.seed.problem, &made.pool.witness).unwrap();
        let sorting = Sorting::infer(made.terms(), &model.signature);
        let mut interpreter = Interpreter::new(&model, made.terms(), &sorting);
        settled += made.formulas().filter(|atom| interpreter.evaluate(atom.term).is_chosen).count();
        all += made.formulas().count();
    }
    assert!(settled > 5 && settled * 5 < all, "{settled} of {all}");
}

#[test]
fn variables_are_no_part_of_atoms() {
    let seed = "(set-logic LIA)(declare-fun x () Int)(assert (forall ((y Int)) (> (+ y x) (- y 1))))";
    let made = built(seed, 1, 50);
    made.check();
    let is_plain = |id: &TermId| matches!(made.terms().get(*id), Term::App(..));
    assert!(made.formulas().all(|atom| is_plain(&atom.term) && made.terms().is_closed(atom.term)));
}
