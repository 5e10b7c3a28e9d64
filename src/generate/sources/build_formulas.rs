//! What a source of formulas is.

use crate::generate::additions::Additions;
use crate::generate::batch::Batch;
use crate::generate::fragment::Fragment;
use crate::generate::term_builder::TermBuilder;
use crate::rng::Rng;
use crate::smtlib::{Problem, TermId};

/// What formulas are built from.
pub(super) struct Material<'m> {
    /// The seed, with what the sources before made of it.
    pub problem: &'m Problem,
    /// The formulas that have a truth value so far.
    pub fragments: &'m [Fragment],
    /// What the batch declares beside what the seed declares.
    pub additions: &'m Additions,
    /// Its bounds and random numbers.
    pub batch: &'m Batch,
}

/// A source of formulas.
pub(super) trait BuildFormulas: Sync {
    /// Builds about `wanted` formulas in a builder, and gives it back with them. What has no truth value under the witness,
    /// is deeper than D_max or is there already is dropped afterwards.
    ///
    /// The same material and random numbers give the same formulas.
    fn build<'a>(
        &self,
        material: &Material<'_>,
        builder: TermBuilder<'a>,
        wanted: usize,
        rng: &mut Rng,
    ) -> (TermBuilder<'a>, Vec<TermId>);
}
