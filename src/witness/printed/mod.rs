//! Witnesses from models that solvers print.
//!
//! Solvers agree on little. Some print `define-fun`, and others have formats of their own ([`dialect`]). Elements
//! of declared sorts have generated names ([`abstract_values`]). A definition may use helper functions and later
//! symbols ([`expand`]). Arrays may be functions ([`function_values`]). The text is untrusted: only terms of it
//! reach Z3, each in the definition of a symbol that the script declares, or of an operator's value where SMT-LIB
//! leaves it open.

mod abstract_values;
mod complete;
mod dialect;
mod expand;
mod function_values;
mod malformed;
mod printed_model;
mod term_sorts;

#[cfg(test)]
mod tests;

pub(crate) use abstract_values::{Completion, Inexact, VARIETIES};
pub use dialect::PrintedError;
#[cfg(feature = "z3")]
pub(super) use dialect::escape_delete;
pub(crate) use dialect::{boolector_line, clip};
pub(crate) use printed_model::Printed;
