//! Room: what SMT-LIB's symbols mean.

pub mod literals;
pub mod operators;
pub mod underspecified;
