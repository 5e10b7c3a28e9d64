//! Quantified formulas of linear arithmetic over reals and integers, with any alternation and Boolean structure.
//!
//! A cylindrical covering, of which only as much is built as is asked for. Variables get values one after the other, from
//! the outermost on, until the formula has a truth value (`sample`). It has the same one in a whole *cell* around these
//! values: where the literals hold that made it true or false. Seen along the innermost variable, a cell is an interval
//! between two linear sums of those further out, for integers with a remainder (`cell`). One interval decides a formula
//! that its truth settles (`exists` and true, `forall` and false); otherwise a value outside of all intervals is tried next,
//! until they cover the line (`cover`). Either way, what made it so is again a cell over the variables further out: that the
//! ends of the intervals stay in their order.
//!
//! Every step is exact, and cells are kept, so that what was found of one value need not be found again of others. Integers
//! need not come to an end, and both may take too long: past a bound, nothing is said.

mod cell;
mod compile;
mod cover;
mod node;
mod sample;

use crate::smtlib::TermId;
use crate::theory::interpreter::Interpreter;
use compile::compile;
use sample::Decision;

/// How much work one formula may be, in literals that are looked at.
pub(in crate::theory) const WORK: u64 = 400_000;
/// How many of them are a step.
const STEP: u64 = 4;

/// The truth value of a quantified formula of the topmost frame, if it is linear and not too hard; and how many steps
/// that took.
pub(super) fn decide(interpreter: &Interpreter<'_>, id: TermId) -> (Option<bool>, u64) {
    let (formula, looked) = compile(interpreter, id);
    let Some(formula) = formula else { return (None, looked) };
    let mut decision = Decision::new(&formula, interpreter.linear);
    let truth = decision.truth();
    (truth, looked + decision.work() / STEP)
}
