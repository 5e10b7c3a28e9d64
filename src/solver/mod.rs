//! Room: instance → what a solver did with it.

pub mod answer;
pub mod doctor;
mod judge;
pub mod model_check;
pub mod presence;
mod probe;
pub mod releases;
pub mod remedy;
pub mod runner;
pub mod session;
pub mod session_runner;
pub mod sessions;
pub mod verdict;
