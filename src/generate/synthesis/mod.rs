//! Atoms that no seed has: built over its symbols and terms, evaluated, and asserted in the polarity that is true.
//!
//! Whatever is well-sorted and has a value is ground truth, so nothing is ever rejected for what it says. Terms grow from
//! the leaves up, and each is evaluated before others are built with it: so values are known by sort, and terms of equal
//! and of near value meet. The shapes are those of real wrong answers. What comes out are fragments like any other.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `focus` | the operators and sorts that a batch is about |
//! | `words`, `indices` | what is applied, and to terms of which sorts |
//! | `growth` | terms, layer by layer |
//! | `atoms`, `difference` | the shapes of atoms |

mod atoms;
mod difference;
mod focus;
mod growth;
mod indices;
#[cfg(test)]
mod tests;
mod words;

use crate::generate::batch::Batch;
use crate::generate::fragment::{Fragment, Ingredient};
use crate::generate::recipe::Recipe;
use crate::generate::supply::{self, Scope, Setting, Workshop, harvest};
use crate::rng::Rng;
use crate::smtlib::{Problem, Sort, TermId};

use focus::Focus;
use growth::Growth;

/// Terms that are grown a layer, for each atom that is wanted: where atoms share few terms, there are few to meet a bug
/// with. Many more would only take time.
const TERMS: usize = 4;
/// Terms that are grown a layer, at most, unless there are more atoms.
const MOST: usize = 240;
/// Terms that are grown a layer, at least.
const FEWEST: usize = 24;

/// Builds up to as many atoms as the bounds of a batch say, of Boolean depth at most D_max, over what a problem declares and
/// says (where a batch has atoms alone, over what it declares), and adds them to
/// its terms. Each has the truth value that it has under the witness. Those that are there already do not count. They are
/// about few operators and sorts, those that the batch `added` among them.
pub(super) fn atoms(
    problem: &mut Problem,
    (setting, added): (&Setting, &[Sort]),
    batch: &Batch,
    rng: &mut Rng,
) -> Vec<Fragment> {
    let Batch { bounds, turn, recipe, .. } = batch;
    let (count, d_max) = (bounds.synthesis, bounds.d_max);
    let scope = Scope::of(problem, &setting.signature, &bounds.operators);
    let workshop = Workshop::new(setting, &scope);
    let mut growth = Growth::new(workshop);
    let material = supply::gather(problem, &mut growth.workshop, *recipe != Recipe::Atoms, rng);
    growth.keep(material);
    let focus = Focus::draw(&growth.stock, &scope, added, *turn, rng);
    growth.stock = growth.stock.of_sorts(|sort| focus.has(sort));
    growth.words = words::of(&setting.signature, &scope, focus.operators).into();
    let wanted = count as usize;
    growth.grow((wanted * TERMS).clamp(FEWEST, MOST.max(wanted / 2)), rng);
    // A few more than are wanted: some have no value, or are in the seed already.
    let built = growth.atoms((count + count / 4 + 8) as usize, rng);
    let built: Vec<TermId> = built.into_iter().map(|atom| atom.id).collect();
    let terms = &mut problem.formulas.terms;
    harvest(&mut growth.workshop, &built, Ingredient::Synthesised, (count, d_max), terms)
}
