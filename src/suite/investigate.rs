//! A failing instance → reduced → its bucket → red, or known.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::bugs::bucket;
use crate::bugs::snapshot;
use crate::bugs::snapshot::{Snapshot, SnapshotError, State, Status};
use crate::matrix::Class;
use crate::report::lines::record;
use crate::report::lines::record::Record;
use crate::solver::runner::Runner;
use crate::suite::account;
use crate::suite::base;
use crate::suite::base::Base;
use crate::suite::context::Context;
use crate::suite::failing::{Failing, Reduced, Reduction};
use crate::suite::failure::Failure;
use crate::suite::keep;
use crate::suite::keep::Files;
use crate::suite::outcomes::Outcome;

/// Failing instances of a case that are reduced, of those that look alike: a known bug must not hide others, nor take
/// all the time.
const REDUCED: u32 = 3;

/// The known bugs that a case met.
#[derive(Debug)]
pub(crate) struct KnownBugs {
    names: BTreeMap<String, u32>,
    /// How many were reduced of each class and, where the solver's own words tell failures apart, of each bucket.
    reduced: BTreeMap<(Class, Option<String>), u32>,
    /// How many of these may be.
    pub(super) patience: u32,
    pub(super) passed_over: u32,
    /// What the base build shows too, each with its number of instances.
    in_base: BTreeMap<String, u32>,
    /// Time that making instances smaller took.
    pub(super) spent: Duration,
}

impl Default for KnownBugs {
    fn default() -> Self {
        let (names, reduced) = (BTreeMap::new(), BTreeMap::new());
        KnownBugs {
            names,
            reduced,
            patience: REDUCED,
            passed_over: 0,
            in_base: BTreeMap::new(),
            spent: Duration::ZERO,
        }
    }
}

/// What a failing instance turned out to be.
enum Found {
    /// An open bug of this name.
    Known(String),
    FailureReport(Outcome),
}

impl KnownBugs {
    /// Looks into a failing instance. Returns the outcome of the case if it is red; the case goes on if the instance shows
    /// a known bug, or if enough that look alike were looked into.
    ///
    /// # Errors
    /// The solver cannot be started any more, or the instance is a mistake of smt-storm.
    pub(super) fn investigate(
        &mut self,
        failing: &Failing<'_>,
        runner: &Runner<'_>,
        context: &Context,
    ) -> Result<Option<Outcome>, String> {
        if let Some(name) = known_at_sight(failing, context) {
            self.count(name, failing, context);
            return Ok(None);
        }
        if self.is_in_base(failing, context)? {
            return Ok(None);
        }
        let verdict = &failing.judged.verdict;
        let alike = self.reduced.entry((verdict.class, bucket::of_words(verdict))).or_default();
        if *alike >= self.patience {
            self.passed_over += 1;
            return Ok(None);
        }
        *alike += 1;
        let started = Instant::now();
        let limit = context.minimise_time(self.spent);
        let found = find(failing, runner, context, limit);
        context.unfinished.forget(failing.case.name.to_string(), failing.number);
        self.spent += started.elapsed();
        match found? {
            Found::Known(name) => {
                context.open_bugs().remember(&failing.case.solver, &failing.instance.digest(), &name);
                failing.under.recognised(&name, &failing.case.name.to_string(), failing.number);
                self.count(name, failing, context);
                Ok(None)
            }
            Found::FailureReport(outcome) => Ok(Some(outcome)),
        }
    }

    /// Whether the base build shows it too; the first of a kind is noted.
    fn is_in_base(&mut self, failing: &Failing<'_>, context: &Context) -> Result<bool, String> {
        let Some(base) = &context.base else { return Ok(false) };
        let Failing { case, instance, judged, .. } = failing;
        if !base.shows(&case.solver, instance, judged, &context.workspace)? {
            return Ok(false);
        }
        let what = base::what(&judged.verdict);
        let count = self.in_base.entry(what.clone()).or_default();
        *count += 1;
        if *count == 1 {
            base.note(&what, &case.name.to_string());
            let unreduced = failing.unreduced();
            let kept = keep::snapshot(failing, &unreduced);
            drop(context.clear_failures(failing.case.name.file_name(), &failing.folder()));
            let files = keep::files(failing, &unreduced, &context.workspace).ok();
            let name = base::name(&case.solver.name, &judged.verdict);
            let stamp = context.journal.stamp();
            let line = account::finding(
                stamp,
                &kept,
                &name,
                record::Status::Base,
                files.as_ref(),
                0,
                Duration::ZERO,
            );
            let noted = context.journal.note([Record::Finding(Box::new(line))]);
            noted.map_err(|error| error.to_string())?;
        }
        Ok(true)
    }

    /// How many instances showed each, by name.
    pub(super) fn met(&self) -> BTreeMap<String, u64> {
        self.names.iter().map(|(name, count)| (name.clone(), u64::from(*count))).collect()
    }

    fn count(&mut self, name: String, failing: &Failing<'_>, context: &Context) {
        context.live.known(&failing.case.name.solver);
        if self.note(name.clone()) == 1 {
            context.showed(&name);
        }
    }

    fn note(&mut self, name: String) -> u32 {
        let count = self.names.entry(name).or_default();
        *count += 1;
        *count
    }

    /// Which bugs there were, each with its number of instances; `None` if there were none.
    pub(super) fn summary(&self, base: Option<&Base>) -> Option<String> {
        let shown: Vec<String> =
            self.in_base.iter().map(|(what, count)| format!("{what} ({count}x)")).collect();
        let in_base = base.filter(|_| !shown.is_empty()).map(|base| base.reason(&shown.join(", ")));
        match (self.known(), in_base) {
            (Some(known), Some(in_base)) => Some(format!("{known}; {in_base}")),
            (known, in_base) => known.or(in_base),
        }
    }

    fn known(&self) -> Option<String> {
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

/// The name of the open bug that an instance is known to show: by the solver's words, or for it was looked into before.
fn known_at_sight(failing: &Failing<'_>, context: &Context) -> Option<String> {
    if context.environment.strict {
        return None;
    }
    let (verdict, solver) = (&failing.judged.verdict, &failing.case.solver);
    if let Some(bucket) = bucket::of_words(verdict) {
        let name = snapshot::name(&solver.name, verdict.class, &bucket);
        let status = Status::look_up(&context.config.snapshots, &name);
        // What is wrong with the snapshot is told with the failure.
        return context.is_known(&status.ok()??).then_some(name);
    }
    context.open_bugs().of_instance(solver, verdict.class, &failing.instance.digest())
}

/// Keeps an instance, makes it smaller within a time limit, and looks its bug up. What is found is on disk at each moment:
/// first as it was generated, in the end as the smallest script, in between as the best so far.
fn find(
    failing: &Failing<'_>,
    runner: &Runner<'_>,
    context: &Context,
    limit: Duration,
) -> Result<Found, String> {
    let Context { config, workspace, journal, commands, .. } = context;
    let (started, folder) = (Instant::now(), &config.snapshots);
    let note = |kept: &Snapshot, name: &str, status, files: Option<&Files>, runs| {
        let line = account::finding(journal.stamp(), kept, name, status, files, runs, started.elapsed());
        journal.note([Record::Finding(Box::new(line))]).map_err(|error| error.to_string())
    };
    let unreduced = failing.unreduced();
    let first = keep::snapshot(failing, &unreduced);
    let cleared = context.clear_failures(failing.case.name.file_name(), &failing.folder());
    let files = cleared.and_then(|()| keep::files(failing, &unreduced, workspace));
    note(&first, &first.info.name(), record::Status::Confirmed, files.as_ref().ok(), 0)?;
    context.unfinished.note(first.clone());
    failing.under.confirmed(&first.info);
    let note_best = |best: &Reduced| context.unfinished.note(keep::snapshot(failing, best));
    let reduced = match failing.reduce(runner, context, limit, &note_best)? {
        Reduction::Reduced(reduced) => *reduced,
        Reduction::Known(name, runs) => {
            let pending = matches!(Status::look_up(folder, &name), Ok(Some(Status::Pending(_))));
            let status = if pending { record::Status::Pending } else { record::Status::Accepted };
            note(&first, &name, status, files.as_ref().ok(), runs)?;
            return Ok(Found::Known(name));
        }
    };
    let snapshot = keep::snapshot(failing, &reduced);
    let name = snapshot.info.name();
    if let Ok(Some(status)) = Status::look_up(folder, &name)
        && context.is_known(&status)
    {
        note(&snapshot, &name, standing(&Ok(status)), None, reduced.runs)?;
        return Ok(Found::Known(name));
    }
    // On disk first, whatever becomes of the snapshot.
    let files = keep::files(failing, &reduced, workspace);
    let status = snapshot.register(folder, workspace.temporary());
    note(&snapshot, &name, standing(&status), files.as_ref().ok(), reduced.runs)?;
    if context.pending_is_known && status.is_ok() {
        context.open_bugs().add(snapshot.clone());
    }
    // Another worker was quicker.
    if let Ok(Status::Pending(pending)) = &status
        && context.is_known(&Status::Pending(pending.clone()))
        && pending.info.case != snapshot.info.case
    {
        return Ok(Found::Known(name));
    }
    if snapshot.info.unfinished.is_none() {
        drop_unfinished(folder, &first);
    }
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
    let mut red = failure.red();
    // What cannot be written is told all the same.
    let kept = workspace.keep(&failing.folder(), "failure.txt", &red.text()).ok();
    red.kept = kept.map(|path| commands.shown(&path).to_string());
    Ok(Found::FailureReport(Outcome::Failed(red)))
}

/// Takes back what an interrupted run left of the same instance, which is kept under its own name now.
fn drop_unfinished(folder: &Path, unfinished: &Snapshot) {
    let path = snapshot::pending_path(folder, &unfinished.info.name());
    let left = Snapshot::verified(&path).ok().flatten();
    if left.is_some_and(|left| {
        left.info.unfinished.is_some() && left.info.instance_sha256 == unfinished.info.instance_sha256
    }) {
        // If it stays, it is only one more thing to review.
        let _ = std::fs::remove_file(path);
    }
}

impl Context {
    /// Whether a bug is known, and not to be red.
    fn is_known(&self, status: &Status) -> bool {
        is_known(status, self.pending_is_known) && !self.environment.strict
    }
}

/// Whether a bug is accepted as open, or waits for its review where that is enough.
fn is_known(status: &Status, pending_is_known: bool) -> bool {
    match status {
        Status::Accepted(known) => known.info.state == State::Open,
        Status::Pending(_) => pending_is_known,
        Status::New => false,
    }
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
        assert!(is_known(&pending(), true) && !is_known(&Status::New, true));
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
        assert_eq!(known.summary(None), None);
        known.note("b".to_owned());
        known.note("b".to_owned());
        assert_eq!(known.summary(None).as_deref(), Some("known bug b (2x)"));
        known.note("a".to_owned());
        known.passed_over = 4;
        let summary = "known bugs a (1x), b (2x); 4 more failing instances were not reduced, to save time";
        assert_eq!(known.summary(None).as_deref(), Some(summary));
    }
}
