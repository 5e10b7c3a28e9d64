//! One line of JSON for each case, for who wants to count: STORM_RESULTS names the file.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::case::{Case, CaseName};
use crate::regression::Regression;
use crate::run_case::Outcome;

/// Version of the lines' form.
pub const VERSION: u32 = 1;

/// What one case came to.
#[derive(Debug, Serialize)]
pub struct Line<'a> {
    version: u32,
    case: String,
    solver: &'a str,
    solver_version: Option<&'a str>,
    logic: &'a str,
    seed: &'a str,
    rng: u64,
    /// `passed`, `ignored`, `failed` or `broken`.
    outcome: &'static str,
    /// Why it was ignored or is broken.
    reason: Option<&'a str>,
    /// Number of instances by verdict; empty where none was run or a failure ended the case.
    counts: BTreeMap<&'static str, u32>,
    seconds: f64,
}

impl<'a> Line<'a> {
    /// The line of a case that took so long.
    pub fn of(case: &'a Case, solver_version: Option<&'a str>, outcome: &'a Outcome, time: Duration) -> Self {
        let line = Line::named(&case.name, case.name.to_string(), outcome, time);
        Line { solver_version, ..line }
    }

    /// The line of a stored bug: logic, seed and RNG seed are those of the case that found it.
    pub fn of_regression(
        regression: &'a Regression,
        solver_version: Option<&'a str>,
        outcome: &'a Outcome,
        time: Duration,
    ) -> Self {
        let line = Line::named(&regression.found_by, regression.to_string(), outcome, time);
        Line { solver: &regression.solver.name, solver_version, ..line }
    }

    fn named(name: &'a CaseName, case: String, outcome: &'a Outcome, time: Duration) -> Self {
        let (word, reason, counts) = match outcome {
            Outcome::Passed(tally) => ("passed", None, tally.counts().clone()),
            Outcome::Ignored(reason) => ("ignored", Some(reason.as_str()), BTreeMap::new()),
            Outcome::Failed(failure) => {
                ("failed", Some(failure.snapshot.info.class.as_str()), BTreeMap::new())
            }
            Outcome::Changed { what, .. } => ("failed", Some(what.as_str()), BTreeMap::new()),
            Outcome::Broken(reason) => ("broken", Some(reason.as_str()), BTreeMap::new()),
        };
        Line {
            version: VERSION,
            case,
            solver: &name.solver,
            solver_version: None,
            logic: &name.logic,
            seed: &name.seed,
            rng: name.rng_seed,
            outcome: word,
            reason,
            counts,
            seconds: time.as_secs_f64(),
        }
    }

    /// Appends the line to a file, whole: several programs may write to it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&self, path: &Path) -> io::Result<()> {
        let line = serde_json::to_string(self)? + "\n";
        OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
    }
}
