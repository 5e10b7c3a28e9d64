//! Random quantified formulas against brute force and elimination. `theory/examples` has examples.

mod brute_force;
mod formulas;
mod linear;
mod oracle;

use crate::theory::examples::interpret;
use crate::theory::interpreter::EvalResult;

/// Evaluates a formula under definitions. Sorts of at most `listed` values are enumerated, and linear formulas
/// are decided within the work `linear`.
fn worth(definitions: &str, formula: &str, (listed, linear): (usize, u64)) -> EvalResult {
    interpret(definitions, formula, |interpreter, id| {
        interpreter.listed = listed;
        interpreter.linear = linear;
        interpreter.evaluate(id)
    })
}
