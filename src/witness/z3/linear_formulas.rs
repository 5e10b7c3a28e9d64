//! Quantified formulas of linear arithmetic, decided by the interpreter and by Z3.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::Session;
use crate::smtlib::{Problem, Script};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::sorting::Sorting;

const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// Returns a strategy for closed formulas over variables of these sorts, with quantifiers before and within them, as text.
fn formulas(sorts: [&'static str; 3]) -> impl Strategy<Value = String> {
    let point = if sorts.contains(&"Real") { ".0" } else { "" };
    let numeral = |number: i32, point: &str| match number < 0 {
        true => format!("(- {}{point})", -number),
        false => format!("{number}{point}"),
    };
    let sum = move || {
        let names = VARIABLES.map(str::to_owned).into_iter().zip(sorts);
        let numbers = names.map(move |(name, sort)| match sort {
            "Int" if point == ".0" => format!("(to_real {name})"),
            _ => name,
        });
        let [x, y, z] = <[String; 3]>::try_from(numbers.collect::<Vec<_>>()).unwrap();
        let chosen = format!("(ite (< {x} 1{point}) {x} {y})");
        ([-2..3_i32, -2..3_i32, -2..3_i32, -1..2_i32], -3..4_i32).prop_map(move |(factors, constant)| {
            let products = factors.into_iter().zip([&x, &y, &z, &chosen]);
            let products = products.map(|(factor, name)| format!("(* {} {name})", numeral(factor, point)));
            format!("(+ {} {})", products.collect::<Vec<_>>().join(" "), numeral(constant, point))
        })
    };
    let mut atom = prop_oneof![
        3 => sum().prop_map(move |sum| format!("(< {sum} 0{point})")),
        1 => sum().prop_map(move |sum| format!("(= {sum} 0{point})")),
    ]
    .boxed();
    if sorts[1..] == ["Int", "Int"] {
        let whole = if sorts[0] == "Int" { "x" } else { "(to_int x)" };
        atom = prop_oneof![
            4 => atom,
            1 => (2..4_i32, -2..3_i32)
                .prop_map(move |(by, at)| format!("(= (mod (+ y y z {}) {by}) 1)", numeral(at, ""))),
            1 => (1..4_i32).prop_map(move |at| format!("(< {whole} (- y (div z {at})))")),
        ]
        .boxed();
    }
    let quantified = move |at: usize, is_all: bool, body: String| {
        let kind = if is_all { "forall" } else { "exists" };
        format!("({kind} (({} {})) {body})", VARIABLES[at], sorts[at])
    };
    let matrix = atom.prop_recursive(4, 6, 2, move |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(and {one} {other})")),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(or {one} {other})")),
            inner.clone().prop_map(|one| format!("(not {one})")),
            (0..3_usize, any::<bool>(), inner).prop_map(move |(at, is_all, one)| quantified(at, is_all, one)),
        ]
    });
    (matrix, Just(vec![0, 1, 2]).prop_shuffle(), any::<[bool; 3]>()).prop_map(
        move |(matrix, order, kinds)| {
            order.into_iter().zip(kinds).fold(matrix, |body, (at, is_all)| quantified(at, is_all, body))
        },
    )
}

/// Asserts that Z3 agrees on the formulas that the interpreter decides. Returns how many of `cases` it decides, and on how
/// many of these Z3 has an answer: it gives up on many with both sorts, after up to a second.
fn compare(sorts: [&'static str; 3], cases: u32) -> (u32, u32) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let model = Model::build(&Script::parse(String::new()).unwrap(), false).unwrap();
    let (decided, compared) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&formulas(sorts), |formula| {
        let problem = Problem::read(format!("(assert {formula})")).unwrap();
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &model.signature);
        let worth = Interpreter::new(&model, terms, &sorting).evaluate(problem.formulas.assertions[0]);
        let Some(truth) = worth.value.ok().and_then(|value| value.as_bool()) else { return Ok(()) };
        decided.set(decided.get() + 1);
        let script = format!("(set-option :rlimit 300000)(assert {formula})(check-sat)");
        let answer = Session::new().unwrap().run(&script).unwrap();
        match answer.trim() {
            "sat" => prop_assert!(truth, "{}", formula),
            "unsat" => prop_assert!(!truth, "{}", formula),
            "unknown" => return Ok(()),
            other => panic!("{other}: {formula}"),
        }
        compared.set(compared.get() + 1);
        Ok(())
    });
    result.unwrap();
    (decided.get(), compared.get())
}

#[test]
fn linear_formulas_over_reals_are_as_z3_says() {
    let (decided, compared) = compare(["Real"; 3], 120);
    assert!(decided > 110 && compared > 90, "{decided} {compared}");
}

#[test]
fn linear_formulas_over_integers_are_as_z3_says() {
    let (decided, compared) = compare(["Int"; 3], 120);
    assert!(decided > 90 && compared > 60, "{decided} {compared}");
}

#[test]
fn linear_formulas_over_both_are_as_z3_says() {
    let (decided, compared) = compare(["Real", "Int", "Int"], 40);
    assert!(decided > 25 && compared > 15, "{decided} {compared}");
}
