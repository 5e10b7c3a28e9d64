//! Finite batches: all symbols have few values, so exhaustion decides each instance. Refuted batches: formulas over
//! symbols with few values contradict each other, spread among formulas that the witness satisfies.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `small_problem` | the part of a seed over symbols with few values, alone and beside the seed |
//! | `truth_tables` | the truth of each formula of the pools at all points |
//! | `refutation` | a set of formulas that contradict each other |
//! | `ledger` | the models of what an instance asserts, and the choice of its next assertion |

mod ledger;
mod refutation;
mod small_problem;
#[cfg(test)]
mod tests;
mod truth_tables;

pub(super) use ledger::Ledger;
pub(super) use small_problem::{small_problem, with_another};
pub(super) use truth_tables::{TruthTables, exhaust};
