//! Atoms that no seed has: built over its symbols and terms, evaluated, and asserted in the polarity that is true.
//!
//! Whatever is well-sorted and has a value is ground truth, so nothing is ever rejected for what it says. Terms grow from
//! the leaves up, and each is evaluated before others are built with it: so values are known by sort, and terms of equal
//! and of near value meet. The shapes are those of real wrong answers. What comes out are fragments like any other.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `scope` | which sorts and operators the seed's logic has |
//! | `material` | the constants and small terms of the seed |
//! | `words`, `indices` | what is applied, and to terms of which sorts |
//! | `literals` | literals at and near values |
//! | `workshop` | putting terms together, and their values |
//! | `stock` | terms by sort and value |
//! | `growth` | terms, layer by layer |
//! | `atoms`, `difference` | the shapes of atoms |

mod atoms;
mod difference;
mod growth;
mod indices;
mod literals;
mod material;
mod scope;
mod stock;
#[cfg(test)]
mod tests;
mod words;
mod workshop;

use crate::generate::fragment::{Fragment, Ingredient, boolean_depths};
use crate::rng::Rng;
use crate::smtlib::{Problem, ReadError, Script, Sort, TermId, has_reals_only};
use crate::theory::interpreter::Model;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::witness::Witness;

use growth::Growth;
use scope::Scope;
use stock::Stock;
use workshop::{Workshop, copy};

/// Terms that are grown a layer, for each hundred atoms that are wanted.
const TERMS: u32 = 60;
/// Terms that are grown a layer, at least.
const FEWEST: usize = 24;

/// Builds up to `count` atoms of Boolean depth at most `d_max` over what a problem declares and says, and adds them to
/// its terms. Each has the truth value that it has under the witness. Those that are there already do not count.
///
/// # Errors
/// Definitions of a witness that cannot be read.
pub(super) fn atoms(
    problem: &mut Problem,
    witness: &Witness,
    count: u32,
    d_max: u32,
    rng: &mut Rng,
) -> Result<Vec<Fragment>, ReadError> {
    let script = Script::parse(witness.definitions.join("\n"))?;
    let model = Model::of(&script, problem.script.logic.as_deref().is_some_and(has_reals_only))?;
    let signature = Signature::of(&problem.script);
    let scope = Scope::of(problem, &signature);
    let words = words::of(&signature, &scope, rng);
    let workshop = Workshop::new(&signature, &scope, &model);
    let mut growth = Growth { workshop, stock: Stock::default(), words };
    let material = material::gather(problem, &mut growth.workshop, rng);
    growth.keep(material);
    growth.grow(FEWEST.max((count * TERMS / 100) as usize), rng);
    // A few more than are wanted: some have no value, or are in the seed already.
    let built = growth.atoms((count + count / 4 + 8) as usize, rng);
    let workshop = growth.workshop;
    let values = workshop.values(built.iter().map(|atom| atom.id));
    let sorting = Sorting::of(&workshop.terms, &signature);
    let is_boolean = |id: TermId| sorting.sort(id).known() == Some(&Sort::Bool);
    let depths = boolean_depths(&workshop.terms, is_boolean);
    let terms = &mut problem.formulas.terms;
    let mut atoms: Vec<Fragment> = Vec::with_capacity(count as usize);
    for (atom, value) in built.into_iter().zip(values) {
        let depth = depths[atom.id.index()];
        let Some(truth) = value.and_then(|value| value.as_bool()).filter(|_| depth <= d_max) else {
            continue;
        };
        if atoms.len() == count as usize {
            break;
        }
        let before = terms.len();
        let Some(term) = copy(&workshop.terms, atom.id, terms) else { continue };
        // What was there is a fragment already.
        if term.index() >= before {
            atoms.push(Fragment { term, truth, depth, ingredient: Ingredient::Synthesised });
        }
    }
    Ok(atoms)
}
