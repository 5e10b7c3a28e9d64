//! A failing instance → reduced → its bucket → red, or known.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::bugs::bucket;
use crate::bugs::snapshot;
use crate::bugs::snapshot::{SnapshotError, State, Status};
use crate::report::lines::record;
use crate::solver::runner::Runner;
use crate::suite::account;
use crate::suite::context::Context;
use crate::suite::failing::Failing;
use crate::suite::failure::Failure;
use crate::suite::keep;
use crate::suite::run_case::Outcome;

/// Failing instances of a case that are reduced: a known bug must not hide others, nor take all
/// the time.
const REDUCED: u32 = 3;

/// The known bugs that a case met.
#[derive(Debug, Default)]
pub(crate) struct KnownBugs {
    names: BTreeMap<String, u32>,
    reduced: u32,
    passed_over: u32,
}

/// What a failing instance turned out to be.
enum Found {
    /// An open bug of this name.
    Known(String),
    Red(Outcome),
}

impl KnownBugs {
    /// Reduces a failing instance and notes that in `findings`. Returns the outcome of the case if it is red; the case
    /// goes on if the instance shows a known bug, or if enough were reduced.
    ///
    /// # Errors
    /// The solver cannot be started any more, or the instance is a mistake of smt-storm.
    pub fn investigate(
        &mut self,
        failing: &Failing<'_>,
        runner: &Runner<'_>,
        context: &Context,
        findings: &mut Vec<record::Finding>,
    ) -> Result<Option<Outcome>, String> {
        if let Some(name) = known_by_words(failing, context) {
            self.count(name);
            return Ok(None);
        }
        if self.reduced >= REDUCED {
            self.passed_over += 1;
            return Ok(None);
        }
        self.reduced += 1;
        match find(failing, runner, context, findings)? {
            Found::Known(name) => {
                self.count(name);
                Ok(None)
            }
            Found::Red(outcome) => Ok(Some(outcome)),
        }
    }

    fn count(&mut self, name: String) {
        *self.names.entry(name).or_default() += 1;
    }

    /// Which bugs there were, each with its number of instances; `None` if there were none.
    pub fn summary(&self) -> Option<String> {
        let names: Vec<String> =
            self.names.iter().map(|(name, count)| format!("{name} ({count}x)")).collect();
        let bugs = if names.len() > 1 { "bugs" } else { "bug" };
        let more = match self.passed_over {
            0 => String::new(),
            count => format!("; {count} more failing instances were not reduced, to save time"),
        };
        (!names.is_empty()).then(|| format!("known {bugs} {}{more}", names.join(", ")))
    }
}

/// The name of the open bug that an instance shows, if the solver's words say so.
fn known_by_words(failing: &Failing<'_>, context: &Context) -> Option<String> {
    let verdict = &failing.judged.verdict;
    let bucket = bucket::of_words(verdict)?;
    let name = snapshot::name(&failing.case.solver.name, verdict.class, &bucket);
    let status = Status::look_up(&context.config.snapshots, &name);
    // What is wrong with the snapshot is told with the failure.
    is_known(&status.ok()??, context.environment.strict).then_some(name)
}

/// Reduces an instance and looks its bug up; keeps it, unless that is known.
fn find(
    failing: &Failing<'_>,
    runner: &Runner<'_>,
    context: &Context,
    findings: &mut Vec<record::Finding>,
) -> Result<Found, String> {
    let Context { config, workspace, environment, journal, commands, .. } = context;
    let started = Instant::now();
    let folder = &config.snapshots;
    let reduced = failing.reduce(runner, context)?;
    let snapshot = keep::snapshot(failing, &reduced);
    let name = snapshot.info.name();
    let mut note = |status, files| {
        let (info, time) = (&snapshot.info, started.elapsed());
        findings.push(account::finding(journal.stamp(), info, status, files, reduced.runs, time));
    };
    if let Ok(Some(status)) = Status::look_up(folder, &name)
        && is_known(&status, environment.strict)
    {
        note(record::Status::Accepted, None);
        return Ok(Found::Known(name));
    }
    // On disk first, whatever becomes of the snapshot.
    let files = keep::files(failing, &reduced, workspace);
    let status = snapshot.register(folder, workspace.temporary());
    note(standing(&status), files.as_ref().ok());
    let failure = Failure {
        failing,
        reduced: &reduced,
        snapshot: &snapshot,
        status: &status,
        files: &files,
        hit: context.hit(&name),
        folder,
        commands,
    };
    Ok(Found::Red(Outcome::Failed { what: snapshot.info.class.to_string(), text: failure.text() }))
}

/// Whether a bug is accepted as open, and that is not to be red.
fn is_known(status: &Status, strict: bool) -> bool {
    !strict && matches!(status, Status::Accepted(known) if known.info.state == State::Open)
}

/// What is known of a bug that is red, as results have it.
fn standing(status: &Result<Status, SnapshotError>) -> record::Status {
    match status {
        Ok(Status::New) => record::Status::New,
        Ok(Status::Pending(_)) => record::Status::Pending,
        Ok(Status::Accepted(known)) => match known.info.state {
            State::Open => record::Status::Accepted,
            State::Fixed => record::Status::Regression,
        },
        Err(_) => record::Status::Unwritten,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::bugs::snapshot::Snapshot;

    fn accepted(state: State) -> Status {
        Status::Accepted(Box::new(Snapshot::example().with_state(state)))
    }

    #[test]
    fn only_what_is_accepted_as_open_is_known() {
        let pending = || Status::Pending(Box::new(Snapshot::example()));
        assert!(is_known(&accepted(State::Open), false));
        assert!(!is_known(&accepted(State::Open), true));
        for status in [accepted(State::Fixed), pending(), Status::New] {
            assert!(!is_known(&status, false), "{status:?}");
        }
    }

    #[test]
    fn results_say_what_is_known_of_a_red_bug() {
        let pending = Status::Pending(Box::new(Snapshot::example()));
        assert_eq!(standing(&Ok(Status::New)), record::Status::New);
        assert_eq!(standing(&Ok(pending)), record::Status::Pending);
        assert_eq!(standing(&Ok(accepted(State::Open))), record::Status::Accepted);
        assert_eq!(standing(&Ok(accepted(State::Fixed))), record::Status::Regression);
        let edited = SnapshotError::Edited { path: PathBuf::from("x.snap") };
        assert_eq!(standing(&Err(edited)), record::Status::Unwritten);
    }

    #[test]
    fn known_bugs_are_summed_up() {
        let mut known = KnownBugs::default();
        assert_eq!(known.summary(), None);
        known.count("b".to_owned());
        known.count("b".to_owned());
        assert_eq!(known.summary().as_deref(), Some("known bug b (2x)"));
        known.count("a".to_owned());
        known.passed_over = 4;
        let summary = "known bugs a (1x), b (2x); 4 more failing instances were not reduced, to save time";
        assert_eq!(known.summary().as_deref(), Some(summary));
    }
}
