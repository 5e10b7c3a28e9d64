//! Room: a case from seed to outcome, and the tests of all cases.

pub mod account;
pub mod environment;
pub mod exit;
pub mod failure;
pub mod hits;
mod investigate;
pub mod regression;
pub mod run_case;
pub mod tally;
pub mod tests;
