//! Terms that are parsed and printed again.

use super::super::print::Printer;
use super::*;

/// Parses `(assert term)` after `prelude`, and prints the term.
fn round(prelude: &str, term: &str) -> String {
    let script = Script::parse(format!("{prelude}(assert {term})")).unwrap();
    let formulas = Formulas::read(&script).unwrap();
    Printer::new(&formulas.terms).print(formulas.assertions[0])
}

#[test]
fn let_is_parallel_and_becomes_sharing() {
    assert_eq!(round("", "(let ((x y) (y x)) (p x y))"), "(p y x)");
    let printed = round("", "(let ((z (f a b))) (p z z))");
    assert_eq!(printed, "(let ((?e2 (f a b))) (p ?e2 ?e2))");
}

#[test]
fn inner_names_shadow_outer_ones() {
    let printed = round("", "(let ((x (f a))) (and (p x) (let ((x (g a))) (p x)) (p x)))");
    assert_eq!(printed, "(let ((?e2 (p (f a)))) (and ?e2 (p (g a)) ?e2))");
}

#[test]
fn a_binder_captures_nothing_from_outside() {
    let printed = round("(declare-const x Int)", "(let ((y x)) (forall ((x Int)) (= x y)))");
    assert_eq!(printed, "(forall ((x!0 Int)) (= x!0 x))");
    let nested = round("", "(forall ((x Int)) (let ((y (f x))) (exists ((x Int)) (p x y))))");
    assert_eq!(nested, "(forall ((x Int)) (exists ((x!1 Int)) (p x!1 (f x))))");
}

#[test]
fn variables_that_the_source_shadows_stay_shadowed() {
    let source = "(forall ((x Int)) (or (p x) (exists ((x Int)) (q x)) (forall ((y Int) (x Int)) (r y x))))";
    assert_eq!(round("", source), source);
    // Through two binders, and by a pattern alone.
    let through = round("", "(forall ((x Int)) (let ((y x)) (exists ((x Int)) (forall ((x Int)) (p x y)))))");
    assert_eq!(through, "(forall ((x Int)) (exists ((x!1 Int)) (forall ((x!2 Int)) (p x!2 x))))");
    let pattern =
        round("", "(forall ((x Int)) (let ((y x)) (exists ((x Int)) (! (p x) :pattern ((q x y))))))");
    assert_eq!(pattern, "(forall ((x Int)) (exists ((x!1 Int)) (! (p x!1) :pattern ((q x!1 x)))))");
    let shared = round("", "(forall ((x Int)) (and (p (f x)) (exists ((x Int)) (q (g x) (g x)))))");
    let expected = "(forall ((x Int)) (and (p (f x)) (exists ((x Int)) (let ((?e4 (g x))) (q ?e4 ?e4)))))";
    assert_eq!(shared, expected);
}

#[test]
fn terms_shared_under_a_binder_are_bound_there() {
    let printed = round("", "(forall ((x Int)) (! (let ((y (f x))) (p y y (g a) (g a))) :pattern ((h x))))");
    assert_eq!(
        printed,
        "(let ((?e3 (g a))) (forall ((x Int)) (! (let ((?e1 (f x))) (p ?e1 ?e1 ?e3 ?e3)) :pattern ((h x)))))"
    );
}

#[test]
fn patterns_are_spelled_out() {
    let printed = round("", "(forall ((x Int)) (! (p (g a) (g a) x) :pattern ((g a))))");
    assert_eq!(printed, "(let ((?e2 (g a))) (forall ((x Int)) (! (p ?e2 ?e2 x) :pattern ((g a)))))");
}

#[test]
fn named_terms_can_be_used_by_name() {
    assert_eq!(round("", "(and (! (f a) :named n) n)"), "(let ((?e1 (f a))) (and ?e1 ?e1))");
}

#[test]
fn match_tells_constructors_from_variables() {
    let prelude = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))";
    let term = "(match l ((nil true) ((cons h t) (p h t))))";
    assert_eq!(round(prelude, term), term);
    assert_eq!(round("", "(match l ((x (p x))))"), "(match l ((x (p x))))");
}

#[test]
fn nesting_of_a_hundred_thousand_levels_survives() {
    let depth = 100_000;
    let term = "(not ".repeat(depth) + "p" + &")".repeat(depth);
    assert_eq!(round("", &term), term);
}

#[test]
fn functions_that_are_values_are_applied_explicitly() {
    assert_eq!(
        round("", "(forall ((f (-> Int Int))) (= (f 1) 2))"),
        "(forall ((f (-> Int Int))) (= (@ f 1) 2))"
    );
    assert_eq!(round("", "(((f a) b) c)"), "(@ (@ (f a) b) c)");
}

#[test]
fn what_is_no_term_is_refused_with_its_place() {
    for (source, what) in [
        ("(assert ())", "`()` is not a term"),
        ("(assert (let (x) x))", "expected `(name …)`"),
        ("(assert (1 b))", "expected a function name"),
        ("(assert (() b))", "expected a function name"),
    ] {
        let script = Script::parse(source.to_owned()).unwrap();
        let error = Formulas::read(&script).unwrap_err();
        assert!(error.what.contains(what), "{source}: {error}");
    }
}
