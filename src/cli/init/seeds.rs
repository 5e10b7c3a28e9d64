//! Seeds to start with: our own.

use super::error::InitError;
use crate::matrix::names::advice;

/// Logic, name and text of each, sorted; `build.rs` lists them.
pub(super) const SEEDS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/seeds.rs"));

/// Whether there are seeds of a logic.
pub(super) fn check(logic: &str) -> Result<(), InitError> {
    if SEEDS.iter().any(|(known, ..)| *known == logic) {
        return Ok(());
    }
    let mut logics: Vec<&str> = SEEDS.iter().map(|(logic, ..)| *logic).collect();
    logics.dedup();
    Err(InitError::Logic { logic: logic.to_owned(), advice: advice(logic, logics) })
}
