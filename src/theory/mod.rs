//! Room: what SMT-LIB's symbols mean.

pub mod underspecified;
