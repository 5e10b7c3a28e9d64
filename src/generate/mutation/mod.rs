//! Formulas of the seed with a change: something else in the place of a term that they are made of.
//!
//! Its law: whatever is well-sorted and evaluates has a truth value under the witness, and is asserted in the polarity
//! that is true. So any change will do, and nothing hangs on whether it keeps the truth of the formula: the whole is
//! evaluated anew. What leaves the seed's logic, hangs on what SMT-LIB leaves open or does not evaluate is dropped.
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

use crate::generate::fragment::{Fragment, Ingredient};
use crate::generate::supply::{Desk, Scope, Setting, Workshop, harvest};
use crate::matrix::Bounds;
use crate::rng::Rng;
use crate::smtlib::Problem;

/// How often a change is tried for, for each one that is wanted.
const TRIES: usize = 8;
/// Times that what was made so far is evaluated: what has a value then is changed once more.
const ROUNDS: usize = 2;

/// Makes up to as many formulas as the bounds say, of Boolean depth at most D_max, from fragments of a problem, and adds
/// them to its terms.
pub(super) fn formulas(
    problem: &mut Problem,
    (setting, fragments): (&Setting, &[Fragment]),
    bounds: &Bounds,
    rng: &mut Rng,
) -> Vec<Fragment> {
    let (count, d_max) = (bounds.mutation, bounds.d_max);
    let scope = Scope::of(problem, &setting.signature, &bounds.operators);
    let workshop = Workshop::new(setting, &scope);
    let mut desk = Desk::new(problem, fragments, workshop, rng);
    // A few more than are wanted: some have no value, or are in the seed already.
    let wanted = (count + count / 4 + 8) as usize;
    for round in 1..=ROUNDS {
        let wanted = wanted * round / ROUNDS;
        for _ in 0..wanted * TRIES {
            if desk.made.len() >= wanted {
                break;
            }
            let Some(root) = desk.formula(rng) else { break };
            if let Some(changed) = moves::changed(&mut desk, root, moves::drawn(rng), rng) {
                desk.keep(changed);
            }
        }
        desk.survey();
    }
    let terms = &mut problem.formulas.terms;
    harvest(&mut desk.workshop, &desk.made, Ingredient::Mutated, (count, d_max), terms)
}
