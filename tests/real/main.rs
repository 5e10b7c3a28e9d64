//! Real solvers: bugs that installable versions still have, and no false alarm on good ones.
//!
//! `storm solvers install --old` installs the solvers into `target/solvers/bin`; STORM_SOLVERS names another
//! folder. A test whose solver or seed is not there is ignored, and says so.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

mod adapters;
mod certificates;
mod doctor;
mod explaining;
mod false_alarms;
mod known_bugs;
mod life;
mod matrix;
mod model_from;
mod models;
mod reports;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if let Some(code) = smt_storm::worker::dispatch() {
        return code;
    }
    let arguments = Arguments::from_args();
    let tests = known_bugs::tests()
        .into_iter()
        .chain(false_alarms::tests())
        .chain(adapters::tests())
        .chain(certificates::tests())
        .chain(doctor::tests())
        .chain(explaining::tests())
        .chain(models::tests())
        .chain(model_from::tests())
        .chain(life::tests())
        .chain(reports::tests());
    let tests: Vec<Trial> = tests.collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}
