//! Terms without symbols: values of every sort, and indices of operators.

mod indices;
mod literals;
mod samples;

pub use indices::of as indices;
pub use literals::{Literals, read};
