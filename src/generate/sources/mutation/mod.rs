//! Formulas of the seed with one of their terms replaced.
//!
//! Its law: every well-sorted formula that evaluates has a truth value under the witness, and is asserted in the
//! polarity that is true. So any replacement will do, whether or not it keeps the truth value, because the result is
//! evaluated again. A formula that leaves the seed's logic, depends on a value that SMT-LIB leaves open, or does not
//! evaluate is dropped.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `moves` | what is replaced, and by what; two formulas that share terms |
//! | `operators` | other heads of the same signature |

mod moves;
mod operators;
#[cfg(test)]
mod tests;

use super::build_formulas::{Built, Material, derive_formulas};
use crate::generate::term_builder::TermBuilder;
use crate::rng::Rng;

/// Builds mutated formulas.
pub(super) fn build<'a>(material: &Material<'_>, builder: TermBuilder<'a>, rng: Rng) -> Built<'a> {
    derive_formulas(material, builder, rng, |context, root| {
        let by = moves::drawn(&mut context.rng);
        moves::mutate(context, root, by)
    })
}
