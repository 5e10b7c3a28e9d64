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
use crate::theory::signature::Signature;
use crate::witness::Witness;

/// What a problem declares, and what a witness says of it.
#[derive(Debug)]
pub(in crate::generate) struct Setting {
    /// What it declares.
    pub signature: Signature,
    /// What the definitions of the witness say.
    pub model: Model,
}

impl Setting {
    /// That of a problem under a witness.
    ///
    /// # Errors
    /// Definitions of the witness that cannot be read.
    pub(in crate::generate) fn of(problem: &Problem, witness: &Witness) -> Result<Setting, ReadError> {
        let script = Script::parse(witness.definitions.join("\n"))?;
        let model = Model::of(&script, problem.script.logic.as_deref().is_some_and(has_reals_only))?;
        Ok(Setting { signature: Signature::of(&problem.script), model })
    }
}
