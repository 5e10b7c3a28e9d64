//! The outcomes of the tests of a run so far, and their report.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::process::workspace::WriteError;
use crate::report::numbers::name_some;
use crate::suite::failure_report::FailureReport;
use crate::suite::live::progress::clock;

/// The most tests to name for one reason that they could not run.
const NAMED: usize = 3;

/// The outcome of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The solver was tested and did nothing that fails a test.
    Passed,
    /// The solver was not tested, or showed a known bug; with the reason.
    Ignored(String),
    /// The solver did something that fails a test, or a stored bug is not in its recorded state.
    Failed(FailureReport),
    /// The case could not be run; with the reason and the remedy.
    Broken(String),
}

impl Outcome {
    /// Returns the outcome of a test of which something could not be written, with advice. A full disk must not hide a
    /// failure of the solver.
    pub(super) fn unless_unwritten(self, written: Result<(), WriteError>, advice: &str) -> Outcome {
        match (written, &self) {
            (Ok(()), _) | (Err(_), Outcome::Failed(_)) => self,
            (Err(error), _) => Outcome::Broken(format!("{error}{advice}")),
        }
    }
}

/// The outcomes of the tests of a run so far.
#[derive(Debug)]
pub(super) struct Outcomes {
    /// The number of tests to run, and the number of tests that the arguments leave out.
    all: usize,
    left_out: usize,
    noted: Mutex<Noted>,
}

#[derive(Debug, Default)]
struct Noted {
    passed: usize,
    ignored: usize,
    failed: Vec<(String, FailureReport)>,
    /// Tests that could not run, by reason.
    broken: BTreeMap<String, Vec<String>>,
}

impl Outcomes {
    /// Creates the record of a run of `all` tests that leaves `left_out` others out.
    pub(super) fn new(all: usize, left_out: usize) -> Outcomes {
        Outcomes { all, left_out, noted: Mutex::default() }
    }

    /// Records the outcome of a test, and returns what to print immediately.
    pub(super) fn note(&self, test: &str, outcome: &Outcome) -> Option<String> {
        let mut noted = self.noted();
        match outcome {
            Outcome::Passed => noted.passed += 1,
            Outcome::Ignored(_) => noted.ignored += 1,
            Outcome::Failed(red) => {
                noted.failed.push((test.to_owned(), red.clone()));
                return Some(red.at_once(test));
            }
            Outcome::Broken(reason) => {
                let alike = noted.broken.entry(reason.clone()).or_default();
                alike.push(test.to_owned());
                // Report a reason once: a missing solver has it for each of its cases.
                return (alike.len() == 1).then(|| format!("FAILED {test}: not run\n  {reason}"));
            }
        }
        None
    }

    /// Returns whether a test failed.
    pub(super) fn has_red(&self) -> bool {
        self.noted().red() > 0
    }

    /// Repeats the failures in short; empty without any.
    pub(super) fn failures(&self) -> String {
        let noted = self.noted();
        let mut text = String::new();
        if noted.red() > 0 {
            text.push_str("\nfailures:\n");
        }
        noted.failed.iter().for_each(|(test, red)| text.push_str(&red.at_last(test)));
        for (reason, tests) in &noted.broken {
            let named = name_some(tests.iter(), NAMED);
            let _ = writeln!(text, "    {named}: not run\n      {reason}");
        }
        text
    }

    /// Returns the line that concludes a run of this duration.
    pub(super) fn result(&self, time: Duration) -> String {
        let noted = self.noted();
        let word = if noted.red() > 0 { "FAILED" } else { "ok" };
        let time = match time.as_secs() {
            0..60 => format!("{:.2} s", time.as_secs_f64()),
            _ => clock(time),
        };
        format!(
            "test result: {word}. {}; {} filtered out; finished in {time}\n",
            noted.counts(),
            self.left_out
        )
    }

    /// Returns the report of an interrupted run.
    pub(super) fn interrupted(&self) -> String {
        let failures = self.failures();
        let (separator, noted) = (if failures.is_empty() { "" } else { "\n" }, self.noted());
        let ended = noted.passed + noted.ignored + noted.red();
        format!("{failures}{separator}interrupted: {ended} of {} tests ended: {}\n", self.all, noted.counts())
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Noted {
    fn red(&self) -> usize {
        self.failed.len() + self.broken.values().map(Vec::len).sum::<usize>()
    }

    fn counts(&self) -> String {
        format!("{} passed; {} failed; {} ignored", self.passed, self.red(), self.ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red() -> Outcome {
        let mut red = FailureReport::new("wrong unsat", "wrong unsat".to_owned());
        red.line("reproduce", "storm replay x.smt2 --solver a");
        red.line("seeds", "fails with 9 of 10 random seeds");
        Outcome::Failed(red)
    }

    #[test]
    fn failures_are_repeated_in_short_and_broken_cases_are_grouped() {
        let outcomes = Outcomes::new(9, 3);
        assert!(outcomes.failures().is_empty() && !outcomes.has_red());
        assert_eq!(outcomes.note("b::1", &Outcome::Passed), None);
        assert_eq!(outcomes.note("b::2", &Outcome::Ignored("known bug x".to_owned())), None);
        let told = outcomes.note("a::1", &red()).unwrap();
        assert_eq!(told, "FAILED a::1: wrong unsat\n  reproduce   storm replay x.smt2 --solver a\n");
        let told: Vec<Option<String>> = (1..6)
            .map(|number| outcomes.note(&format!("c::{number}"), &Outcome::Broken("no solver".to_owned())))
            .collect();
        assert_eq!(told[0].as_deref(), Some("FAILED c::1: not run\n  no solver"));
        assert!(told[1..].iter().all(Option::is_none));
        let failures = "\nfailures:\n    a::1: wrong unsat\n      reproduce   storm replay x.smt2 --solver a\n    \
                        c::1, c::2, c::3, and 2 more: not run\n      no solver\n";
        assert_eq!(outcomes.failures(), failures);
        let counts = "1 passed; 6 failed; 1 ignored";
        let interrupted = format!("{failures}\ninterrupted: 8 of 9 tests ended: {counts}\n");
        assert_eq!(outcomes.interrupted(), interrupted);
        let result = |time| outcomes.result(Duration::from_millis(time));
        assert_eq!(
            result(1234),
            format!("test result: FAILED. {counts}; 3 filtered out; finished in 1.23 s\n")
        );
        assert!(result(3_723_456).ends_with("finished in 1:02:03\n"));
    }
}
