//! Laws of theories, and theorems that follow from them.
//!
//! The law of a theorem: it is true for all values, so an instance that denies one is unsatisfiable, over any sorts. An
//! instance that does so is of unknown truth for whoever judges it: if a solver answers `sat`, its model is checked, and
//! cannot be right. So only batches with such instances have theorems, and those where exhaustion tells the truth.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `law` | terms with holes, and their instances for a given term |
//! | `schema` | laws for a family of sorts |
//! | `identities` | the table of terms that equal a given term |
//! | `theorems` | the table of other laws; the source of theorems |

mod identities;
mod law;
mod schema;
#[cfg(test)]
mod tests;
mod theorems;

pub(super) use identities::identical;
pub(super) use theorems::build;

use crate::generate::batch::Batch;

/// For so many synthesised atoms there is a theorem.
const ATOMS: u32 = 6;

/// Returns the number of theorems in a batch.
pub(super) fn count(batch: &Batch) -> u32 {
    let denies = batch.strategy.exhausts() || batch.bounds.batches.open > 0;
    if denies { batch.bounds.synthesis.div_ceil(ATOMS) } else { 0 }
}
