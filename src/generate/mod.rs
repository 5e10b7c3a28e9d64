//! Room: seed file → pools → instances, phases 1 to 3 of the paper.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `seed` | bytes → problem, or one reason why not; the problem as a batch has it |
//! | `seed_cache` | the seeds of a run, each of them read once |
//! | `unsupported_syntax` | what of a seed a solver does not read: respelled, or left out |
//! | `batch` | what sets a batch of instances apart, and what its formulas are made of |
//! | `additions` | what a batch declares beside what its seed declares |
//! | `fragment` | phase 1: sub-formulas with their truth values, the initial pool |
//! | `underspecified` | which operators a term may owe a chosen value to |
//! | `sources` | what the initial pool has beside fragments: synthesised atoms, mutated and wrapped formulas |
//! | `term_builder` | what formulas are built and changed with, within the seed's logic |
//! | `pool` | phase 2: their combinations, the construction pool |
//! | `graph` | formulas laid out for printing at memory speed |
//! | `generator`, `layout` | phase 3: instances, and the order of commands in incremental ones |
//! | `provenance` | what an instance was drawn from |
//! | `seed_pools` | the way from a seed to both pools, and a cache of them |
//! | `inspect` | what a seed yields, for people |

pub mod additions;
pub mod batch;
pub mod fragment;
pub mod generator;
pub(crate) mod graph;
pub(crate) mod inspect;
pub mod layout;
#[doc(hidden)]
pub mod pool;
pub mod provenance;
pub mod seed;
pub mod seed_cache;
pub mod seed_pools;
mod sources;
#[doc(hidden)]
pub mod term_builder;
mod underspecified;
mod unsupported_syntax;

pub(crate) use term_builder::Coefficients;
