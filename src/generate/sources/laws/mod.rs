//! Laws of theories, and theorems that follow from them.
//!
//! A theorem is true for all values, so an instance that denies one is unsatisfiable over any sorts. The judge does not
//! know that: for it, the truth of such an instance is open, and a solver's `sat` is checked by its model, which must
//! fail. So only batches with open instances have theorems, and those that are exhausted.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `law` | terms with holes, and their instances for a given term |
//! | `schema` | laws for a family of sorts |
//! | `identities` | the table of terms that equal a given term |
//! | `evaluations` | theorems that say what a term evaluates to under the values of its symbols |
//! | `theorems` | the table of other laws; the source of theorems |

mod evaluations;
mod identities;
mod law;
mod schema;
#[cfg(test)]
mod tests;
mod theorems;

pub(super) use identities::identical;
pub(super) use theorems::build;

use crate::generate::batch::Batch;

/// For so many synthesised atoms or mutated formulas, whichever are more, there is a theorem.
const FORMULAS: u32 = 2;

/// Returns the number of theorems in a batch.
pub(super) fn count(batch: &Batch) -> u32 {
    let bounds = &batch.bounds;
    let denies = batch.strategy.exhausts() || bounds.batches.open > 0;
    if denies { bounds.synthesis.max(bounds.mutation).div_ceil(FORMULAS) } else { 0 }
}
