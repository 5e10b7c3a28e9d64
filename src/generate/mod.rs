//! Room: seed file → pools → instances, phases 1 to 3 of the paper.

pub mod fragment;
pub mod generator;
pub mod graph;
mod incremental;
pub mod inspect;
pub mod pool;
pub mod seed;
pub mod seed_pools;
