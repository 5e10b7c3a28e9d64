//! Quantified formulas of linear arithmetic, decided by the interpreter and by Z3.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::Session;
use crate::smtlib::{Problem, Script};
use crate::theory::interpreter::{Interpreter, Model};
use crate::theory::sorting::Sorting;

/// The number of formulas. Z3 gives up on many, after up to a second.
const FORMULAS: u32 = 40;

/// Returns a strategy for formulas over integers and reals with three quantified variables, as text.
fn mixed() -> impl Strategy<Value = String> {
    let numeral = |number: i32, point: &str| match number < 0 {
        true => format!("(- {}{point})", -number),
        false => format!("{number}{point}"),
    };
    let sum = move || {
        let names = ["x", "(to_real i)", "(to_real j)", "(ite (< x 1.0) x (to_real i))"];
        ([-2..3_i32, -2..3_i32, -2..3_i32, -2..3_i32], -3..4_i32).prop_map(move |(factors, constant)| {
            let products = factors.iter().zip(names);
            let products = products.map(|(&factor, name)| format!("(* {} {name})", numeral(factor, ".0")));
            format!("(+ {} {})", products.collect::<Vec<_>>().join(" "), numeral(constant, ".0"))
        })
    };
    let atom = prop_oneof![
        3 => sum().prop_map(|sum| format!("(< {sum} 0.0)")),
        1 => sum().prop_map(|sum| format!("(= {sum} 0.0)")),
        1 => (2..4_i32, -2..3_i32)
            .prop_map(move |(by, at)| format!("(= (mod (+ i i j {}) {by}) 1)", numeral(at, ""))),
        1 => (1..4_i32).prop_map(|at| format!("(< (to_int x) (- i (div j {at})))")),
    ];
    let matrix = atom.prop_recursive(3, 6, 2, |inner| {
        (0..3_u8, inner.clone(), inner).prop_map(|(kind, one, other)| match kind {
            0 => format!("(and {one} {other})"),
            1 => format!("(or {one} {other})"),
            _ => format!("(not {one})"),
        })
    });
    let binders = ["(x Real)", "(i Int)", "(j Int)"].map(str::to_owned).to_vec();
    (matrix, Just(binders).prop_shuffle(), any::<[bool; 3]>()).prop_map(|(matrix, binders, kinds)| {
        binders.iter().zip(kinds).fold(matrix, |body, (binder, is_all)| {
            format!("({} ({binder}) {body})", if is_all { "forall" } else { "exists" })
        })
    })
}

#[test]
fn linear_formulas_are_as_z3_says() {
    let config = Config { cases: FORMULAS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let model = Model::build(&Script::parse(String::new()).unwrap(), false).unwrap();
    let (decided, compared) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&mixed(), |formula| {
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
    assert!(decided.get() > 25 && compared.get() > 15, "{decided:?} {compared:?}");
}
