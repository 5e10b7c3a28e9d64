//! What other benchmarks use of this one.

mod bounds;
pub mod bugs;
pub mod compare;
pub mod measured;
