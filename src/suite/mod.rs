//! Room: a case from seed to outcome, and the tests of all cases.
//!
//! A failure has four stages: an instance with what the solver did (`failing`), what is left of it when it is reduced
//! (there too), what is kept (`keep`), and what a red test says (`failure`). `investigate` takes it through them.

mod account;
mod commands;
mod conclude;
mod context;
pub mod environment;
pub mod exit;
mod failing;
mod failure;
mod investigate;
mod keep;
pub mod output;
mod regression;
mod run_case;
mod tally;
pub mod tests;
mod untested;
