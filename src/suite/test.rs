//! One test: its outcome, and its line of results.

use std::time::{Duration, Instant};

use crate::matrix::Solver;
use crate::matrix::case::{Case, CaseName};
use crate::report::lines::record::{self, Record};
use crate::solver::presence::Presence;
use crate::suite::account::Account;
use crate::suite::context::{Context, OTHER_RESULTS};
use crate::suite::live::ProgressHandle;
use crate::suite::live::progress::Doing;
use crate::suite::outcomes::Outcome;
use crate::suite::run_case::{run_case, without_solver};
use crate::suite::stored_bugs::StoredCase;

/// A test: a case of the matrix, or a stored bug.
pub(super) enum Test {
    Drawn(Case),
    Stored(StoredCase),
}

impl Test {
    pub(super) fn name(&self) -> String {
        match self {
            Test::Drawn(case) => case.name.to_string(),
            Test::Stored(case) => case.to_string(),
        }
    }

    /// Returns whether both are cases of one seed and RNG seed, which are prepared once.
    pub(super) fn is_of_seed_of(&self, other: &Test) -> bool {
        match (self, other) {
            (Test::Drawn(one), Test::Drawn(two)) => one.seed() == two.seed(),
            _ => false,
        }
    }

    /// Runs the test and writes its line of results.
    pub(super) fn run(&self, context: &Context) -> Outcome {
        match self {
            Test::Drawn(case) => run_drawn(case, context),
            Test::Stored(case) => run_stored(case, context),
        }
    }
}

/// Runs a case of the matrix and writes its line of results.
fn run_drawn(case: &Case, context: &Context) -> Outcome {
    let missing = |reason: &str| without_solver(case, reason);
    let work = |version: &str, progress: &ProgressHandle<'_>| match context.pools(case, 0) {
        Ok(pools) => run_case(case, version, &pools, context, progress),
        Err(message) => (Outcome::Broken(message), Account::default()),
    };
    let (outcome, line) = run_on(&case.solver, &case.name, case.name.to_string(), context, missing, work);
    context.untested.note_errors(&line);
    write_line(line, outcome, context)
}

/// Runs a test on a row: `work` gets the version of its solver, and `missing` the reason why it has none. Returns the
/// outcome, and the line of results under the name of a case.
fn run_on(
    row: &Solver,
    name: &CaseName,
    test: String,
    context: &Context,
    missing: impl FnOnce(&str) -> Outcome,
    work: impl FnOnce(&str, &ProgressHandle<'_>) -> (Outcome, Account),
) -> (Outcome, record::Case) {
    let started = Instant::now();
    let progress = context.live.run(&row.name, test, None);
    let presence = context.presence(row);
    let (outcome, account) = match &presence {
        _ if context.setup.is_over() => (too_late(), Account::default()),
        Presence::Present(version) => work(version, &progress),
        Presence::Missing(reason) => (missing(reason), Account::default()),
    };
    context.untested.note(row, &name.logic, &presence, &outcome, &account.tally);
    let version = presence.version().map(str::to_owned);
    let line = account.line(context.journal.stamp(), name, version, &outcome, started.elapsed());
    (outcome, line)
}

/// Returns the outcome of a test that has not started when the time of the run is up.
fn too_late() -> Outcome {
    Outcome::Ignored(
        "not run: the run reached its time limit (`for` in solvers.yaml, `--for` or STORM_FOR)".to_owned(),
    )
}

/// Replays a stored bug and writes its line of results.
fn run_stored(case: &StoredCase, context: &Context) -> Outcome {
    let regression = match case {
        StoredCase::Replay(regression) => regression,
        StoredCase::Broken(name, error) => {
            let outcome = Outcome::Broken(error.to_string());
            // Neither the row nor the logic in an invalid snapshot can be trusted.
            let none = String::new;
            let found_by = CaseName { solver: none(), logic: none(), seed: name.clone(), rng_seed: 0 };
            let account = Account::default();
            let line = account.line(context.journal.stamp(), &found_by, None, &outcome, Duration::ZERO);
            return write_line(record::Case { case: case.to_string(), ..line }, outcome, context);
        }
    };
    // If a missing solver is an error, the row's own cases say so.
    let missing = |reason: &str| Outcome::Ignored(format!("solver missing: {reason}"));
    let work = |version: &str, progress: &ProgressHandle<'_>| {
        progress.doing(Doing::Replaying);
        regression.run(version, context)
    };
    let (row, found_by) = (&regression.solver, &regression.found_by);
    let (outcome, line) = run_on(row, found_by, regression.to_string(), context, missing, work);
    let (case, solver) = (regression.to_string(), row.name.clone());
    write_line(record::Case { case, solver, ..line }, outcome, context)
}

/// Writes the line of a test. Returns the outcome, or an error if the line of a test that did not fail cannot be written.
fn write_line(line: record::Case, outcome: Outcome, context: &Context) -> Outcome {
    let written = context.journal.note([Record::Case(Box::new(line))]);
    outcome.unless_unwritten(written, OTHER_RESULTS)
}
