//! Random quantified formulas against brute force. `theory/examples` has examples, and `witness/z3/linear_formulas`
//! compares linear formulas with Z3.

mod brute_force;
mod formulas;
mod mixed_numbers;

use crate::theory::examples::interpret;
use crate::theory::interpreter::{EvalResult, LINEAR_WORK};

/// Evaluates a formula under definitions. Sorts of at most `listed` values are enumerated, and linear formulas
/// are decided within the work `linear`.
fn worth(definitions: &str, formula: &str, (listed, linear): (usize, u64)) -> EvalResult {
    interpret(definitions, formula, |interpreter, id| {
        interpreter.listed = listed;
        interpreter.linear = linear;
        interpreter.evaluate(id)
    })
}

#[test]
fn a_linear_formula_that_is_too_hard_is_unknown() {
    let hard = "(forall ((x Real)) (exists ((y Real) (z Real)) (and (< (+ y z) x) (> (- y z) x))))";
    assert!(worth("", hard, (2, 10)).value.is_err());
    assert_eq!(worth("", hard, (2, LINEAR_WORK)).value.unwrap().as_bool(), Some(true));
}
