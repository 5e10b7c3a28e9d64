//! What other benchmarks use of this one.

pub mod bugs;
pub mod compare;
pub mod measured;
