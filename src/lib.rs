//! skeleton
pub mod digest;
pub mod fragment;
pub mod graph;
pub mod instance;
pub mod pool;
pub mod rng;
pub mod seed;
pub mod smtlib;
pub mod underspecified;
pub mod valuation;
pub mod witness;
pub mod z3;
