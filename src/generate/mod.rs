//! Room: seed file → pools → instances, phases 1 to 3 of the paper.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `seed` | bytes → problem, or one reason why not |
//! | `unsupported_syntax` | what of a seed a solver does not read: respelled, or left out |
//! | `additions` | what a batch declares beside what its seed declares |
//! | `open` | which operators a term may owe a chosen value to |
//! | `fragment` | phase 1: sub-formulas with their truth values, the initial pool |
//! | `pool` | phase 2: their combinations, the construction pool |
//! | `graph` | formulas laid out for printing at memory speed |
//! | `generator`, `preamble`, `incremental`, `layout` | phase 3: instances, their head, and the order of commands in incremental ones |
//! | `provenance` | what an instance was drawn from |
//! | `batch`, `recipe` | what sets a batch of instances apart; what its formulas are made of |
//! | `seed_pools` | the way from a file to both pools, and a cache of them |
//! | `sources` | what the initial pool has beside fragments: synthesised atoms, mutated and wrapped formulas |
//! | `term_builder` | what formulas are built and changed with, within the seed's logic |
//! | `inspect` | what a seed yields, for people |

pub mod additions;
pub mod batch;
pub mod fragment;
pub mod generator;
pub(crate) mod graph;
mod incremental;
pub(crate) mod inspect;
pub mod layout;
mod open;
#[doc(hidden)]
pub mod pool;
mod preamble;
pub mod provenance;
pub mod recipe;
pub mod seed;
pub mod seed_pools;
mod sources;
#[doc(hidden)]
pub mod term_builder;
mod unsupported_syntax;

pub(crate) use term_builder::has_plain_coefficients;
