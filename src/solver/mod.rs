//! Room: instance → what a solver did with it.

pub mod answer;
pub mod doctor;
mod judge;
pub mod model_check;
mod probe;
pub mod runner;
pub mod session;
pub mod sessions;
pub mod verdict;
