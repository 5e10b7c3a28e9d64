//! Room: seed file → pools → instances, phases 1 to 3 of the paper.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `seed` | bytes → problem, or the reason why it cannot be used; the problem as prepared for a batch; the seeds of a run, each read once |
//! | `unsupported_syntax` | syntax of a seed that a solver does not support: respelled, or left out |
//! | `strategy` | the named ways to make instances, and how often each is used |
//! | `batch` | the properties of a batch of instances, its strategy among them |
//! | `finite` | batches over symbols with few values, whose instances are known to be satisfiable or not |
//! | `resorting` | copies of a seed with other widths and formats |
//! | `additions` | declarations that a batch adds to those of its seed |
//! | `fragment` | phase 1: sub-formulas with their truth values, the initial pool |
//! | `underspecified` | the underspecified operators on which the value of a term may depend |
//! | `sources` | further formulas of the initial pool: synthesised atoms, mutated and wrapped formulas, theorems, formulas in context |
//! | `term_builder` | the tools that build and change formulas within the seed's logic |
//! | `pool` | phase 2: combinations of these formulas, the construction pool |
//! | `graph` | formulas in a form that prints at the speed of memory |
//! | `generator`, `layout` | phase 3: instances, and the order of commands in incremental ones |
//! | `falsifier` | what is false under the witness in instances of unknown truth |
//! | `questions` | what instances ask beside their answers |
//! | `conversions` | formulas in which a right answer often hides a wrong model |
//! | `provenance` | the sources of an instance |
//! | `seed_pools` | the way from a seed to both pools, and a cache of them |
//! | `inspect` | a summary of what a seed yields, for people |
//! | `needed_logic` | the smallest logic of a script that names none |

pub mod additions;
pub mod batch;
mod conversions;
mod falsifier;
mod finite;
pub mod fragment;
pub mod generator;
pub(crate) mod graph;
pub(crate) mod inspect;
pub mod layout;
mod needed_logic;
#[doc(hidden)]
pub mod pool;
pub mod provenance;
mod questions;
pub(crate) mod resorting;
pub mod seed;
pub mod seed_pools;
mod sources;
pub mod strategy;
#[doc(hidden)]
pub mod term_builder;
pub(crate) mod underspecified;
mod unsupported_syntax;

pub(crate) use term_builder::Coefficients;
