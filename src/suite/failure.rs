//! What a red test says.

use std::fmt::Write;
use std::path::Path;

use similar::TextDiff;

use crate::bugs::snapshot;
use crate::bugs::snapshot::{Snapshot, SnapshotError, State, Status};
use crate::matrix::Class;
use crate::process::invocation::quoted;
use crate::process::workspace::WriteError;
use crate::reduce::narrow::Narrowed;
use crate::suite::commands::Commands;
use crate::suite::failing::{Failing, InSession, Reduced};
use crate::suite::failure_report::FailureReport;
use crate::suite::keep::Files;

/// Scripts up to this many lines are shown whole.
const SHOWN_LINES: usize = 80;

/// A failure that is reduced and kept, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure<'a> {
    pub failing: &'a Failing<'a>,
    pub reduced: &'a Reduced,
    /// What is compared and reviewed.
    pub snapshot: &'a Snapshot,
    /// What is known of the bug.
    pub status: &'a Result<Status, SnapshotError>,
    /// The files kept, or why they could not be.
    pub files: &'a Result<Files, WriteError>,
    /// Which one it is of those in which this run met the bug, from 1.
    pub hit: u32,
    /// The folder of snapshots.
    pub folder: &'a Path,
    pub commands: &'a Commands,
}

impl Failure<'_> {
    /// What was expected and answered, where the files are, and how to see it again.
    pub(super) fn red(&self) -> FailureReport {
        let info = &self.snapshot.info;
        let regression = match self.status {
            Ok(Status::Accepted(known)) if known.info.state == State::Fixed => "regression: ",
            _ => "",
        };
        let mut red = FailureReport::new(info.class.word(), format!("{regression}{}", info.class));
        let mut line = |name, value: &str| red.line(name, value);
        line("expected", &format!("sat: a witness satisfies the formula ({}; {})", info.witness, info.grade));
        line("answered", &format!("{}, by {} ({})", self.answered(), info.solver, info.version));
        for option in &info.options {
            line("option", option);
        }
        let instances = self.failing.case.solver.instances_of(self.failing.prepared.instances());
        line("case", &format!("{}, instance {} (counted from 0) of {instances}", info.case, info.instance));
        line("reduced", &self.sizes());
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        if let Some(makeup) = &info.makeup {
            line("made of", &makeup.to_string());
        }
        for (name, finding) in info.narrowed.iter().flat_map(Narrowed::lines) {
            line(name, &finding);
        }
        match self.files {
            Ok(files) => {
                line("instance", &self.commands.shown(&files.instance).to_string());
                line("script", &self.commands.shown(&files.reduced).to_string());
                line("witness", &self.commands.shown(&files.witness).to_string());
                line("reproduce", &self.reproduce(&files.reduced));
                if self.reduced.unfinished.is_some() && info.session.is_none() {
                    line("go on", &self.with_args(self.commands.minimize(&files.reduced, &info.solver)));
                }
            }
            Err(error) => line("files", &format!("not kept: {error}")),
        }
        line("test again", &self.commands.test(&info.case));
        line("snapshot", &self.snapshot_line());
        if let Ok(Status::New | Status::Pending(_)) = self.status {
            line("accept with", &self.commands.accept(&info.name()));
        }
        red.script = self.script_or_difference();
        red
    }

    /// What the solver did, and where in the instance.
    fn answered(&self) -> String {
        let (verdict, instance) = (&self.failing.judged.verdict, &self.failing.instance);
        let checks = instance.checks();
        let mut text = match verdict.class {
            Class::WrongUnsat => "unsat".to_owned(),
            Class::InvalidModel => format!("sat, with a model {}", verdict.details),
            _ => verdict.to_string(),
        };
        if let Some(check) = verdict.check.filter(|_| checks > 1) {
            let in_force = instance.in_force(check).len();
            let _ = write!(text, " at check {} of {checks}, with {in_force} assertions in force", check + 1);
        }
        match self.reduced.session {
            None => {}
            Some(InSession { scripts, repeated: true }) => {
                let _ = write!(
                    text,
                    " in a session, as script {scripts} of {scripts}; a process of its own does not show it"
                );
            }
            Some(InSession { repeated: false, .. }) => {
                text.push_str(
                    " in a session, once: neither a process of its own nor the same session again shows it",
                );
            }
        }
        text
    }

    fn sizes(&self) -> String {
        let (info, runs) = (&self.snapshot.info, self.reduced.runs);
        let (before, after) = (info.assertions, info.bytes);
        let sizes = match info.session {
            None => format!(
                "{} to {} assertions, {} to {} bytes, in {runs} runs of the solver",
                before.0, before.1, after.0, after.1
            ),
            Some(_) => {
                format!("to a session with {} assertions, {} bytes, in {runs} sessions", before.1, after.1)
            }
        };
        let unfinished = self.reduced.unfinished.map(|why| format!("; not minimal: {why}"));
        sizes + &unfinished.unwrap_or_default()
    }

    /// The command that runs the solver on the reduced script.
    fn reproduce(&self, script: &Path) -> String {
        let info = &self.snapshot.info;
        let mut command = self.with_args(self.commands.replay(script, &info.solver));
        command.push_str(if info.session.is_some() { " --session" } else { "" });
        command
    }

    /// A command with the arguments that were drawn.
    fn with_args(&self, mut command: String) -> String {
        for arg in &self.snapshot.info.args {
            let _ = write!(command, " --arg={}", quoted(arg));
        }
        command
    }

    /// Where the bug is kept, and what to do.
    fn snapshot_line(&self) -> String {
        let name = self.snapshot.info.name();
        let (path, pending) =
            (snapshot::path(self.folder, &name), snapshot::pending_path(self.folder, &name));
        let (path, pending) = (self.commands.shown(&path), self.commands.shown(&pending));
        match self.status {
            Ok(Status::Accepted(known)) => match known.info.state {
                State::Open => format!("{path}, as accepted"),
                State::Fixed => format!("{path}, which says that this is fixed"),
            },
            Ok(Status::Pending(known)) if self.is_another_case(known) => format!(
                "same bug as {name}, pending since case {} (hit {} of this run)",
                known.info.case, self.hit
            ),
            Ok(Status::New | Status::Pending(_)) => {
                format!("{pending}, to be reviewed: `{}`", self.commands.review())
            }
            Err(error) => error.to_string(),
        }
    }

    fn is_another_case(&self, known: &Snapshot) -> bool {
        known.info.case != self.snapshot.info.case
    }

    /// The difference to the same bug as it was met before, or the script.
    fn script_or_difference(&self) -> String {
        let new = &self.snapshot.contents;
        let old = match self.status {
            Ok(Status::Pending(known)) if self.is_another_case(known) => Some(&known.contents),
            Ok(Status::Accepted(known)) => Some(&known.contents),
            _ => None,
        };
        match old.filter(|old| old.trim_end() != new.trim_end()) {
            Some(old) => {
                let difference = TextDiff::from_lines(old.trim_end(), new.trim_end());
                difference.unified_diff().header("snapshot", "here").to_string()
            }
            None if new.lines().count() <= SHOWN_LINES => new.clone(),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests;
