//! A witness from the model that a solver printed.
//!
//! Solvers agree on little: some print `define-fun`, some lines of their own ([`dialect`]);
//! elements of declared sorts have names of the solver's making ([`abstract_values`]); a definition may
//! use helpers, and symbols that come later ([`expand`]); arrays may be functions ([`function_values`]).
//! The text is untrusted: nothing of it reaches Z3 but terms, each in the definition of a
//! symbol that the script declares, or of what it says where SMT-LIB leaves a value open.

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
pub(crate) use dialect::clip;
pub(crate) use printed_model::Printed;
