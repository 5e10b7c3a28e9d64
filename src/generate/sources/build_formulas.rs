//! The interface of a source of formulas.

use crate::generate::additions::Additions;
use crate::generate::batch::Batch;
use crate::generate::fragment::Fragment;
use crate::generate::term_builder::{MutationContext, TermBuilder};
use crate::rng::Rng;
use crate::smtlib::{Problem, TermId};

/// The material for formulas.
pub(super) struct Material<'m> {
    /// The problem of the seed, with the formulas of earlier sources.
    pub problem: &'m Problem,
    /// The formulas with truth values so far.
    pub fragments: &'m [Fragment],
    /// The declarations that the batch adds to those of the seed.
    pub additions: &'m Additions,
    /// The batch, with its bounds and random numbers.
    pub batch: &'m Batch,
    /// About how many formulas to build.
    pub wanted: usize,
}

/// A builder with the formulas that were built in it.
pub(super) type Built<'a> = (TermBuilder<'a>, Vec<TermId>);

/// What a source of formulas does: it builds formulas in a builder, and returns the builder with them. Afterwards,
/// formulas without a truth value under the witness, deeper than D_max or already present are dropped.
///
/// The formulas depend only on the material and the random numbers.
pub(super) type Build = for<'a> fn(&Material<'_>, TermBuilder<'a>, Rng) -> Built<'a>;

/// The number of attempts for each wanted formula.
const TRIES: usize = 8;

/// Builds formulas, each from one that exists, with several attempts for each.
pub(super) fn derive_formulas<'a>(
    material: &Material<'_>,
    builder: TermBuilder<'a>,
    rng: Rng,
    attempt: impl Fn(&mut MutationContext<'a>, TermId) -> Option<TermId>,
) -> Built<'a> {
    let mut context = MutationContext::new(material.problem, material.fragments, builder, rng);
    context.make(material.wanted, TRIES, |context, root| {
        if let Some(derived) = attempt(context, root) {
            context.keep(derived);
        }
    });
    (context.builder, context.made)
}
