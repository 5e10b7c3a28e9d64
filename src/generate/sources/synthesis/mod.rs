//! Atoms that no seed contains: built over its symbols and terms, evaluated, and asserted in the polarity that is true.
//!
//! Every well-sorted atom with a value is ground truth, so none is rejected for its truth value. Terms grow from the
//! leaves up, and each is evaluated before others use it; so values are known by sort, and terms of equal and of near
//! value meet. The shapes are those of real wrong answers. The results are fragments like any other.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `focus` | the operators and sorts that a batch is about |
//! | `words` | operators and functions, and the sorts of the arguments that they take |
//! | `growth` | terms, layer by layer |
//! | `atoms` | the shapes of atoms, those of difference logics included |
//! | `twins` | equations that mostly nothing satisfies, where exhaustion can tell |

mod atoms;
mod focus;
mod growth;
#[cfg(test)]
mod tests;
mod twins;
mod words;

use super::build_formulas::{Built, Material};
use crate::generate::batch::Batch;
use crate::generate::strategy::Strategy;
use crate::generate::term_builder::{self, TermBuilder};
use crate::rng::Rng;

use focus::Focus;
use growth::Growth;

/// The number of terms in a layer for each wanted atom: atoms that share only a few terms expose fewer bugs, and many
/// more terms only take time.
const TERMS: usize = 4;
/// The largest number of terms in a layer, unless there are more atoms.
const MOST: usize = 240;
/// The smallest number of terms in a layer.
const FEWEST: usize = 24;

/// For so many atoms there is an equation of twins beside them, where exhaustion tells which of these nothing satisfies.
const TWINS: u32 = 3;

/// Returns the number of formulas that a batch has of this source.
pub(super) fn count(batch: &Batch) -> u32 {
    batch.bounds.synthesis + count_twins(batch)
}

fn count_twins(batch: &Batch) -> u32 {
    if batch.strategy.exhausts() { batch.bounds.synthesis / TWINS } else { 0 }
}

/// Builds atoms over the symbols and terms of a problem. In a batch of atoms alone, terms of the problem are used only for
/// sorts without constants. The atoms of a batch share few operators and sorts, those that the batch added included.
pub(super) fn build<'a>(material: &Material<'_>, builder: TermBuilder<'a>, mut rng: Rng) -> Built<'a> {
    let Batch { bounds, turn, strategy, .. } = material.batch;
    let (signature, scope) = (builder.signature, builder.scope);
    let mut growth = Growth::new(builder);
    let rng = &mut rng;
    let wants_parts = *strategy != Strategy::Atoms;
    let base = term_builder::base_terms(material.problem, &mut growth.builder, wants_parts, rng);
    growth.keep(base);
    let twins = count_twins(material.batch) as usize;
    // Half of them are within what the batch is about, and half may have any sort, arrays and datatypes above all.
    growth.words = words::of(signature, scope, Vec::new()).into();
    let mut built = growth.twins(twins / 2, rng);
    let focus = Focus::draw(&growth.pool, scope, &material.additions.sorts, &bounds.focus, *turn, rng);
    growth.pool = growth.pool.of_sorts(|sort| focus.has(sort));
    growth.words = words::of(signature, scope, focus.operators).into();
    let count = bounds.synthesis as usize;
    growth.grow((count * TERMS).clamp(FEWEST, MOST.max(count / 2)), rng);
    built.extend(growth.twins(twins - twins / 2, rng));
    built.extend(growth.atoms(material.wanted - twins, rng));
    (growth.builder, built.into_iter().map(|atom| atom.id).collect())
}
