//! The tools that build and change formulas, for all sources.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `scope` | which sorts and operators the seed's logic has |
//! | `builder` | the construction of terms, with their sorts and values |
//! | `eval_context` | the declarations of the seed, and the values of its terms |
//! | `copy` | copies of terms in another store |
//! | `term_pool` | terms by sort and value |
//! | `literals`, `value_sampler` | literals at and near values; random values of every sort |
//! | `indices` | random indices of operators |
//! | `base_terms` | the constants and small terms of the seed |
//! | `rewrite` | terms with some of their sub-terms replaced |
//! | `logic` | whether a changed formula is still in its logic |
//! | `mutation_context` | formulas to be changed, with sorts and values |

mod base_terms;
mod builder;
mod copy;
mod eval_context;
mod indices;
pub(in crate::generate) mod literals;
pub(in crate::generate) mod logic;
mod mutation_context;
pub(in crate::generate) mod rewrite;
mod scope;
mod term_pool;
mod value_sampler;

pub(in crate::generate) use base_terms::base_terms;
pub(in crate::generate) use builder::TermBuilder;
pub(in crate::generate) use copy::{Copied, size};
pub(in crate::generate) use eval_context::EvalContext;
pub(in crate::generate) use indices::draw_fitting_indices;
pub use indices::draw_indices;
pub(crate) use logic::Coefficients;
pub(in crate::generate) use mutation_context::MutationContext;
pub(crate) use rewrite::{exchanged, within};
pub(in crate::generate) use scope::Scope;
pub(in crate::generate) use term_pool::{TermOrigin, TermPool, TypedTerm};
pub use value_sampler::draw_value;
