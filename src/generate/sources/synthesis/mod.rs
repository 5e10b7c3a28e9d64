//! Atoms that no seed contains: built over its symbols and terms, evaluated, and asserted in the polarity that is true.
//!
//! Every well-sorted atom with a value is ground truth, so none is rejected for its truth value. Terms grow from the
//! leaves up, and each is evaluated before others use it; so values are known by sort, and terms of equal and of near
//! value meet. The shapes are those of real wrong answers. The results are fragments like any other.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `focus` | the operators and sorts that a batch is about |
//! | `words`, `indices` | what is applied, to terms of which sorts |
//! | `growth` | terms, layer by layer |
//! | `atoms`, `difference` | the shapes of atoms |

mod atoms;
mod focus;
mod growth;
#[cfg(test)]
mod tests;
mod words;

use super::build_formulas::{BuildFormulas, Material};
use crate::generate::batch::{Batch, Recipe};
use crate::generate::term_builder::{self, TermBuilder};
use crate::rng::Rng;
use crate::smtlib::TermId;

use focus::Focus;
use growth::Growth;

/// Terms that are grown a layer, for each atom that is wanted: where atoms share few terms, there are few to meet a bug
/// with. Many more would only take time.
const TERMS: usize = 4;
/// Terms that are grown a layer, at most, unless there are more atoms.
const MOST: usize = 240;
/// Terms that are grown a layer, at least.
const FEWEST: usize = 24;

/// The source of such atoms: over what a problem declares and says, or, where a batch has atoms alone, over what it declares.
/// They are about few operators and sorts, those that the batch added among them.
pub(super) struct Synthesis;

impl BuildFormulas for Synthesis {
    fn build<'a>(
        &self,
        material: &Material<'_>,
        builder: TermBuilder<'a>,
        wanted: usize,
        rng: &mut Rng,
    ) -> (TermBuilder<'a>, Vec<TermId>) {
        let Batch { bounds, turn, recipe, .. } = material.batch;
        let (signature, scope) = (builder.signature, builder.scope);
        let mut growth = Growth::new(builder);
        let base =
            term_builder::base_terms(material.problem, &mut growth.builder, *recipe != Recipe::Atoms, rng);
        growth.keep(base);
        let focus = Focus::draw(&growth.pool, scope, &material.additions.sorts, *turn, rng);
        growth.pool = growth.pool.of_sorts(|sort| focus.has(sort));
        growth.words = words::of(signature, scope, focus.operators).into();
        let count = bounds.synthesis as usize;
        growth.grow((count * TERMS).clamp(FEWEST, MOST.max(count / 2)), rng);
        let built = growth.atoms(wanted, rng);
        (growth.builder, built.into_iter().map(|atom| atom.id).collect())
    }
}
