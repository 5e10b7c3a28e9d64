//! A confirmed failure → reduced → kept, and the test fails; or a known bug, and the case continues.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::bugs::snapshot::{self, Snapshot, SnapshotError, State, Status};
use crate::matrix::Class;
use crate::report::lines::record::{self, Finding};
use crate::solver::runner::Runner;
use crate::suite::base::{self, Base};
use crate::suite::context::Context;
use crate::suite::failure::{Confirmed, Files, Found, Kept, Reduced};
use crate::suite::failure_report::FailureReport;
use crate::suite::outcomes::Outcome;
use crate::suite::parallel::guarded;

/// The most failing instances of a case to reduce among those that look alike. Reducing more than one keeps a known bug
/// from hiding others; the limit saves time.
const REDUCED: u32 = 3;

/// The known bugs that a case met.
#[derive(Debug, Default)]
pub(crate) struct KnownBugs {
    names: BTreeMap<String, u32>,
    /// The number of reduced failures by class and, where the solver's words tell failures apart, by bug.
    reduced: BTreeMap<(Class, Option<String>), u32>,
    /// Whether failures have used up their share of the time, so that further ones wait.
    pub(super) is_late: bool,
    /// The failures that were not reduced, to save time: the class and the instance of each.
    pub(super) passed_over: Vec<(Class, u32)>,
    /// The failures that the base build shows too, each with its number of instances.
    in_base: BTreeMap<String, u32>,
    /// Time spent on reducing.
    pub(super) spent: Duration,
}

impl KnownBugs {
    /// Investigates a failing instance. Returns the outcome of the case if it fails. The case continues if the instance
    /// shows a known bug, or if enough failures that look alike have been reduced.
    ///
    /// # Errors
    /// The solver cannot be started any more, or the instance is wrong because of a bug in smt-storm.
    pub(super) fn investigate(
        &mut self,
        failure: &Confirmed<'_>,
        runner: &Runner<'_>,
        context: &Context,
    ) -> Result<Option<Outcome>, String> {
        if let Some(name) = recognise_at_sight(failure, context) {
            self.count(name, failure, context);
            return Ok(None);
        }
        if self.is_in_base(failure, context) {
            return Ok(None);
        }
        let started = Instant::now();
        let recognised = context
            .setup
            .is_campaign()
            .then(|| context.recognised.recognise(failure, context.open_bugs(), &context.workspace));
        self.spent += started.elapsed();
        if let Some(name) = recognised.flatten() {
            context.recognised.attribute(failure, Some(&name));
            self.count(name, failure, context);
            return Ok(None);
        }
        let verdict = &failure.judged.verdict;
        let alike = self.reduced.entry((verdict.class, failure.name_by_words())).or_default();
        if self.is_late || *alike >= REDUCED {
            self.passed_over.push((verdict.class, failure.number));
            if self.is_late {
                // It must not be presumed to be known when its time has come.
                context.recognised.attribute(failure, None);
                if context.recognised.is_first_to_wait(failure) {
                    let (generated, status) = (failure.as_generated(), record::Status::Confirmed);
                    keep_as_generated(failure, (&generated, &generated.snapshot()), context, status);
                }
            }
            return Ok(None);
        }
        *alike += 1;
        let started = Instant::now();
        let limit = context.setup.minimise_time(self.spent);
        let found = find(failure, runner, context, limit);
        context.unfinished.forget(failure.case.name.to_string(), failure.number);
        context.recognised.end_wait(failure);
        self.spent += started.elapsed();
        match found? {
            Found::Known(name, _) => {
                context.recognised.attribute(failure, Some(&name));
                context.open_bugs().remember(&failure.case.solver, &failure.instance.digest(), &name);
                failure.progress.recognised(&name, &failure.case.name.to_string(), failure.number);
                self.count(name, failure, context);
                Ok(None)
            }
            Found::New(report) => {
                context.recognised.attribute(failure, None);
                Ok(Some(Outcome::Failed(report)))
            }
        }
    }

    /// Whether there was no failure, or only new bugs.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.passed_over.is_empty() && self.in_base.is_empty()
    }

    /// Returns whether the base build shows the failure too, and records the first of each kind.
    fn is_in_base(&mut self, failure: &Confirmed<'_>, context: &Context) -> bool {
        let Some(base) = &context.base else { return false };
        let Confirmed { case, instance, judged, .. } = failure;
        let shows = base.shows(&case.solver, instance, judged, &context.workspace);
        let shows =
            shows.inspect_err(|error| Base::say_unknown(error, &case.name.to_string(), &context.live));
        if !shows.unwrap_or(false) {
            return false;
        }
        let what = base::describe(&judged.verdict);
        let count = self.in_base.entry(what.clone()).or_default();
        *count += 1;
        if *count == 1 {
            base.note(&what, &case.name.to_string());
            let generated = failure.as_generated();
            keep_as_generated(failure, (&generated, &generated.snapshot()), context, record::Status::Base);
        }
        true
    }

    /// Returns the number of instances that showed each bug, by name.
    pub(super) fn met(&self) -> BTreeMap<String, u64> {
        self.names.iter().map(|(name, count)| (name.clone(), u64::from(*count))).collect()
    }

    fn count(&mut self, name: String, failure: &Confirmed<'_>, context: &Context) {
        context.live.known(&failure.case.name.solver);
        if context.recognised.end_wait(failure) {
            let status = standing_of_known(&context.setup.config.snapshots, &name);
            let line = Finding::describe(&failure.as_generated().snapshot(), status, context.journal.stamp());
            context.note_finding(Finding { snapshot: name.clone(), ..line });
        }
        if self.note(name.clone()) == 1 {
            context.showed(&name);
        }
    }

    fn note(&mut self, name: String) -> u32 {
        let count = self.names.entry(name).or_default();
        *count += 1;
        *count
    }

    /// Lists the bugs, each with its number of instances; `None` if there were none.
    pub(super) fn summary(&self, base: Option<&Base>) -> Option<String> {
        let shown: Vec<String> =
            self.in_base.iter().map(|(what, count)| format!("{what} ({count}x)")).collect();
        let in_base = base.filter(|_| !shown.is_empty()).map(|base| base.reason(&shown.join(", ")));
        match (self.list_known(), in_base) {
            (Some(known), Some(in_base)) => Some(format!("{known}; {in_base}")),
            (known, in_base) => known.or(in_base),
        }
    }

    fn list_known(&self) -> Option<String> {
        let names: Vec<String> =
            self.names.iter().map(|(name, count)| format!("{name} ({count}x)")).collect();
        let bugs = if names.len() > 1 { "bugs" } else { "bug" };
        let more = match self.passed_over.len() {
            0 => String::new(),
            count => format!("; {count} more failing instances were not reduced, to save time"),
        };
        (!names.is_empty()).then(|| format!("known {bugs} {}{more}", names.join(", ")))
    }
}

/// Returns the open bug that an instance shows, if that is known without running the solver: by the solver's words,
/// or because the same instance was reduced before.
fn recognise_at_sight(failure: &Confirmed<'_>, context: &Context) -> Option<String> {
    if context.setup.environment.strict {
        return None;
    }
    let (verdict, solver) = (&failure.judged.verdict, &failure.case.solver);
    let bugs = context.open_bugs();
    let Some(name) = failure.name_by_words() else {
        return bugs.find_by_instance(solver, verdict.class, &failure.instance.digest());
    };
    // If the snapshot is unreadable, the report of the failure says so.
    let status = Status::look_up(&context.setup.config.snapshots, &name).ok().flatten();
    let is_known = status.is_some_and(|status| context.setup.is_known(&status));
    is_known.then_some(name).or_else(|| bugs.find_by_death(solver, verdict))
}

/// Keeps a failure as it was generated, with a line of results. Returns its files, if they can be written.
fn keep_as_generated(
    failure: &Confirmed<'_>,
    (generated, snapshot): (&Reduced<'_>, &Snapshot),
    context: &Context,
    status: record::Status,
) -> Option<Files> {
    let cleared = context.clear_failures(failure.case.name.file_name(), &failure.folder());
    let files = cleared.and_then(|()| generated.write_files(snapshot, &context.workspace)).ok();
    let line = Finding::describe(snapshot, status, context.journal.stamp());
    context.note_finding(Finding {
        snapshot: match status {
            // Nobody looks into it any further.
            record::Status::Base => failure.name_by_words().unwrap_or_default(),
            _ => line.snapshot,
        },
        files: names_of(files.as_ref()),
        ..line
    });
    files
}

/// Keeps a confirmed failure, reduces it within a time limit, and looks up its bug. The failure is on disk at every
/// moment: first as generated, then with the best script so far, at last with the smallest script.
fn find(
    failure: &Confirmed<'_>,
    runner: &Runner<'_>,
    context: &Context,
    limit: Duration,
) -> Result<Found<FailureReport>, String> {
    let Context { setup, workspace, .. } = context;
    let (started, folder) = (Instant::now(), &setup.config.snapshots);
    let generated = failure.as_generated();
    let first = generated.snapshot();
    let note = |kept: &Snapshot, status, files: Option<&Files>, runs, name: Option<&String>| {
        let line = Finding::describe(kept, status, context.journal.stamp());
        context.note_finding(Finding {
            snapshot: name.cloned().unwrap_or_else(|| kept.info.name()),
            files: names_of(files),
            runs,
            seconds: started.elapsed().as_secs_f64(),
            ..line
        });
    };
    let files = keep_as_generated(failure, (&generated, &first), context, record::Status::Confirmed);
    context.unfinished.note(first.clone());
    failure.progress.confirmed(&first.info);
    let note_best = |best: &Reduced<'_>| context.unfinished.note(best.snapshot());
    let reduced =
        guarded(|| Ok(failure.reduce(runner, context, limit, &note_best))).unwrap_or_else(|panic| {
            context.live.say(&format!("error: {}, instance {}: {panic}", failure.case.name, failure.number));
            Ok(Found::New(Reduced { unfinished: Some("reducing it panicked"), ..generated.clone() }))
        });
    let reduced = match reduced? {
        Found::New(reduced) => reduced,
        Found::Known(name, runs) => {
            let status = standing_of_known(folder, &name);
            note(&first, status, files.as_ref(), runs, Some(&name));
            return Ok(Found::Known(name, runs));
        }
    };
    let (snapshot, runs) = (reduced.snapshot(), reduced.runs);
    let name = snapshot.info.name();
    if let Ok(Some(status)) = Status::look_up(folder, &name)
        && setup.is_known(&status)
    {
        note(&snapshot, standing(&Ok(status)), None, runs, None);
        return Ok(Found::Known(name, runs));
    }
    // Another shape of a known bug: a campaign reports each bug once.
    if setup.is_campaign()
        && let Some(known) =
            context.open_bugs().find_alike(&failure.case.solver, snapshot.info.class, &snapshot)
    {
        let files = reduced.write_files(&snapshot, workspace).ok();
        note(&snapshot, standing_of_known(folder, &known), files.as_ref(), runs, Some(&known));
        context.open_bugs().add(known.clone(), snapshot);
        return Ok(Found::Known(known, runs));
    }
    // Write the files first, in case the snapshot cannot be written.
    let files = reduced.write_files(&snapshot, workspace);
    if snapshot.info.unfinished.is_none() {
        // This run replaces the snapshot that an interrupted run left of this instance.
        snapshot::drop_pending(folder, &first.info.name(), |left| {
            left.unfinished.is_some() && left.instance_sha256 == first.info.instance_sha256
        });
    }
    let status = snapshot.register(folder);
    note(&snapshot, standing(&status), files.as_ref().ok(), runs, None);
    if setup.pending_is_known && status.is_ok() {
        context.open_bugs().add(name.clone(), snapshot.clone());
    }
    // Another worker found the bug in the meantime.
    if let Ok(Status::Pending(pending)) = &status
        && setup.is_known(&Status::Pending(pending.clone()))
        && pending.info.case != snapshot.info.case
    {
        return Ok(Found::Known(name, runs));
    }
    let kept = Kept { reduced, snapshot, status, files, hit: context.hit(&name) };
    let mut report = kept.report(folder, &setup.commands);
    // Report the failure even if its report cannot be written.
    let path = workspace.keep(&failure.folder(), "failure.txt", &report.text()).ok();
    report.kept = path.map(|path| setup.commands.shown(&path).to_string());
    Ok(Found::New(report))
}

/// Returns the paths of the files, in the form of the results.
fn names_of(files: Option<&Files>) -> Vec<String> {
    let files = files.into_iter().flat_map(|files| {
        let certificate = files.certificate.as_ref().map(|(_, file)| file);
        [Some(&files.instance), Some(&files.reduced), certificate]
    });
    files.flatten().map(|path| path.display().to_string()).collect()
}

/// Returns the status of an open bug, in the form of the results.
fn standing_of_known(folder: &Path, name: &str) -> record::Status {
    match Status::look_up(folder, name) {
        Ok(Some(Status::Pending(_))) => record::Status::Pending,
        _ => record::Status::Accepted,
    }
}

/// Returns the status of a bug that fails a test, in the form of the results.
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
    fn results_give_the_status_of_a_bug_that_fails_a_test() {
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
        assert_eq!(known.summary(None), None);
        known.note("b".to_owned());
        known.note("b".to_owned());
        assert_eq!(known.summary(None).as_deref(), Some("known bug b (2x)"));
        known.note("a".to_owned());
        known.passed_over = vec![(Class::WrongSat, 9); 4];
        let summary = "known bugs a (1x), b (2x); 4 more failing instances were not reduced, to save time";
        assert_eq!(known.summary(None).as_deref(), Some(summary));
    }
}
