//! What formulas are built and changed with, whatever builds or changes them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `scope` | which sorts and operators the seed's logic has |
//! | `workshop` | putting terms together, and their values |
//! | `copy` | terms among other terms |
//! | `stock` | terms by sort and value |
//! | `literals` | literals at and near values |
//! | `material` | the constants and small terms of the seed |
//! | `rewrite` | terms with others in place of some that they are made of |
//! | `logic` | whether a changed formula is still one of its logic |
//! | `desk` | formulas that are about to be changed, with sorts and values |
//! | `harvest` | what was built → fragments |

mod copy;
mod desk;
mod harvest;
pub(in crate::generate) mod literals;
pub(in crate::generate) mod logic;
mod material;
pub(in crate::generate) mod rewrite;
mod scope;
mod stock;
mod workshop;

pub(in crate::generate) use desk::Desk;
pub(in crate::generate) use harvest::harvest;
pub(in crate::generate) use material::gather;
pub(in crate::generate) use scope::Scope;
pub(in crate::generate) use stock::{Nature, Piece, Stock};
pub(in crate::generate) use workshop::{Workshop, size};

use crate::smtlib::{Problem, ReadError, Script, has_reals_only};
use crate::theory::interpreter::Model;
use crate::witness::Witness;

/// What the definitions of a witness say, for a problem.
///
/// # Errors
/// Definitions that cannot be read.
pub(in crate::generate) fn model(problem: &Problem, witness: &Witness) -> Result<Model, ReadError> {
    let script = Script::parse(witness.definitions.join("\n"))?;
    Model::of(&script, problem.script.logic.as_deref().is_some_and(has_reals_only))
}
