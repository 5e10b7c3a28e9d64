//! Formulas of the seed with a change: something else in the place of a term that they are made of.
//!
//! Its law: whatever is well-sorted and evaluates has a truth value under the witness, and is asserted in the polarity
//! that is true. So any change will do, and nothing hangs on whether it keeps the truth of the formula: the whole is
//! evaluated anew. What leaves the seed's logic, depends on a value that SMT-LIB leaves open or does not evaluate is dropped.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `moves` | what is changed, and what comes in its place |
//! | `identities`, `template` | a table of laws: the same in other words |
//! | `operators` | other heads of the same signature |
//! | `fusion` | two formulas that speak of each other's terms |

mod fusion;
mod identities;
mod moves;
mod operators;
mod template;
#[cfg(test)]
mod tests;

use super::{BuildFormulas, Material};
use crate::generate::term_builder::{MutationContext, TermBuilder};
use crate::rng::Rng;
use crate::smtlib::TermId;

/// How often a change is tried for, for each one that is wanted.
const TRIES: usize = 8;

/// The source of such formulas.
pub(super) struct Mutation;

impl BuildFormulas for Mutation {
    fn build<'a>(
        &self,
        material: &Material<'_>,
        builder: TermBuilder<'a>,
        wanted: usize,
        rng: &mut Rng,
    ) -> (TermBuilder<'a>, Vec<TermId>) {
        let mut context = MutationContext::new(material.problem, material.fragments, builder, rng);
        context.make(wanted, TRIES, rng, |context, root, rng| {
            if let Some(changed) = moves::changed(context, root, moves::drawn(rng), rng) {
                context.keep(changed);
            }
        });
        (context.builder, context.made)
    }
}
