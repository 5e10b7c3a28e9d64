//! The report of a failing test, in named lines: the full report, the part shown immediately, and the part repeated at
//! the end.

use std::fmt::Write;
use std::path::Path;

use similar::TextDiff;

use crate::bugs::snapshot::{self, Snapshot, State, Status};
use crate::matrix::Class;
use crate::process::invocation::quoted;
use crate::reduce::narrow::Narrowed;
use crate::report::numbers::counted;
use crate::suite::failure::{InSession, Kept};
use crate::suite::storm_commands::StormCommands;

/// The lines shown immediately.
const AT_ONCE: [&str; 9] =
    ["answered", "before", "reduced", "files", "script", "reproduce", "go on", "snapshot", "accept with"];
/// The lines repeated at the end of a run.
const AT_LAST: [&str; 4] = ["script", "reproduce", "test again", "accept with"];
/// The longest script shown immediately, and the longest shown at all, in lines.
const AT_ONCE_LINES: usize = 13;
const SHOWN_LINES: usize = 80;

/// The report of a failing test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FailureReport {
    /// The kind of failure, in a word or two.
    pub what: String,
    /// The first line: the kind of failure, and whether it is a regression.
    pub head: String,
    /// The other lines, by name.
    lines: Vec<(&'static str, String)>,
    /// The script, or its difference from the known one.
    pub script: String,
    /// Where the full report is kept, as the user sees the path.
    pub kept: Option<String>,
}

impl FailureReport {
    /// Creates a report that has only its first line.
    pub(super) fn new(what: &str, head: String) -> FailureReport {
        FailureReport { what: what.to_owned(), head, ..FailureReport::default() }
    }

    /// Adds a line.
    pub(super) fn line(&mut self, name: &'static str, value: &str) {
        self.lines.push((name, value.to_owned()));
    }

    /// Returns the full report.
    pub(super) fn text(&self) -> String {
        let FailureReport { head, script, .. } = self;
        let separator = if script.is_empty() { "" } else { "\n" };
        format!(
            "{head}\n{}{separator}{script}",
            lines(self.lines.iter().map(|(name, value)| (*name, value)), 2)
        )
    }

    /// Returns the part shown immediately for the test of this name.
    pub(super) fn at_once(&self, test: &str) -> String {
        let kept = self.kept.iter().map(|path| ("all of it", path));
        let mut text =
            format!("FAILED {test}: {}\n{}", self.head, lines(self.chosen(&AT_ONCE).chain(kept), 2));
        if !self.script.is_empty() && self.script.lines().count() <= AT_ONCE_LINES {
            let _ = write!(text, "\n{}", self.script);
        }
        text
    }

    /// Returns the part repeated at the end for the test of this name.
    pub(super) fn at_last(&self, test: &str) -> String {
        format!("    {test}: {}\n{}", self.head, lines(self.chosen(&AT_LAST), 6))
    }

    fn chosen<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = (&'static str, &'a String)> {
        let chosen = self.lines.iter().filter(|(name, _)| names.contains(name));
        chosen.map(|(name, value)| (*name, value))
    }
}

fn lines<'a>(lines: impl Iterator<Item = (&'static str, &'a String)>, indent: usize) -> String {
    let mut text = String::new();
    for (name, value) in lines {
        let _ = writeln!(text, "{:indent$}{name:<11} {value}", "");
    }
    text
}

impl Kept<'_> {
    /// Reports what was expected and answered, where the files are, and how to reproduce it; `folder` is that of the
    /// snapshots.
    pub(super) fn report(&self, folder: &Path, commands: &StormCommands) -> FailureReport {
        let (info, confirmed) = (&self.snapshot.info, self.reduced.confirmed);
        let regression = match &self.status {
            Ok(Status::Accepted(known)) if known.info.state == State::Fixed => "regression: ",
            _ => "",
        };
        let mut red = FailureReport::new(info.class.word(), format!("{regression}{}", info.class));
        let mut line = |name, value: &str| red.line(name, value);
        line("expected", &info.expected());
        line("answered", &format!("{}, by {} ({})", self.answered(), info.solver, info.version));
        for option in &info.options {
            line("option", option);
        }
        let instances = confirmed.case.solver.instances_of(confirmed.pools.instances());
        line("case", &format!("{}, instance {} (counted from 0) of {instances}", info.case, info.instance));
        line("reduced", &self.sizes());
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        if let Some(makeup) = &info.makeup {
            line("made of", &makeup.to_string());
        }
        for (name, finding) in info.narrowed.iter().flat_map(Narrowed::lines) {
            line(name, &finding);
        }
        for varies in &info.varies {
            line("varies", &varies.to_string());
        }
        match &self.files {
            Ok(files) => {
                line("instance", &commands.shown(&files.instance).to_string());
                line("script", &commands.shown(&files.reduced).to_string());
                if let Some((name, file)) = &files.certificate {
                    line(name, &commands.shown(file).to_string());
                }
                line("reproduce", &self.reproduce(commands, &files.reduced));
                if self.reduced.unfinished.is_some() && info.session.is_none() {
                    line("go on", &self.with_args(commands.minimize(&files.reduced, &info.solver)));
                }
            }
            Err(error) => line("files", &format!("not kept: {error}")),
        }
        let is_led = !confirmed.pools.batch.bounds.focus.is_empty();
        line("test again", &commands.test(&info.case, is_led));
        line("snapshot", &self.snapshot_line(folder, commands));
        if let Ok(Status::New | Status::Pending(_)) = self.status {
            line("accept with", &commands.accept(&info.name()));
        }
        red.script = self.script_or_difference();
        red
    }

    /// Describes what the solver did, and at which check-sat.
    fn answered(&self) -> String {
        let confirmed = self.reduced.confirmed;
        let (verdict, instance) = (&self.reduced.verdict, &confirmed.instance);
        let checks = instance.checks();
        let mut text = match verdict.class {
            Class::WrongUnsat => "unsat".to_owned(),
            Class::WrongSat => "sat".to_owned(),
            _ => verdict.false_claim().unwrap_or_else(|| verdict.to_string()),
        };
        if let Some(check) = confirmed.judged.verdict.check.filter(|_| checks > 1) {
            let in_force = instance.in_force(check).len();
            let _ = write!(text, " at check {} of {checks}, with {in_force} assertions in force", check + 1);
        }
        match self.reduced.session {
            None => {}
            Some(InSession { scripts, repeated: true }) => {
                let _ = write!(
                    text,
                    " in a session, as script {scripts} of {scripts}; a fresh process does not show it"
                );
            }
            Some(InSession { repeated: false, .. }) => {
                text.push_str(
                    " in a session, once: neither a fresh process nor the same session shows it again",
                );
            }
        }
        text
    }

    fn sizes(&self) -> String {
        let (info, runs) = (&self.snapshot.info, self.reduced.runs);
        let (before, after) = (info.assertions, info.bytes);
        let sizes = match info.session {
            None if runs == 0 => {
                let (assertions, bytes) = (counted(before.1, "assertion"), counted(after.1, "byte"));
                return format!("not yet ({assertions}, {bytes}): no time was left for it");
            }
            None => {
                let runs = counted(runs as usize, "run");
                format!(
                    "{} to {} assertions, {} to {} bytes, in {runs} of the solver",
                    before.0, before.1, after.0, after.1
                )
            }
            Some(_) => {
                format!("to a session with {} assertions, {} bytes, in {runs} sessions", before.1, after.1)
            }
        };
        let unfinished = self.reduced.unfinished.map(|why| format!("; not minimal: {why}"));
        sizes + &unfinished.unwrap_or_default()
    }

    /// Returns the command that runs the solver on the reduced script.
    fn reproduce(&self, commands: &StormCommands, script: &Path) -> String {
        let info = &self.snapshot.info;
        let mut command = self.with_args(commands.replay(script, &info.solver));
        command.push_str(if info.session.is_some() { " --session" } else { "" });
        command
    }

    /// Adds the drawn arguments to a command.
    fn with_args(&self, mut command: String) -> String {
        for arg in &self.snapshot.info.args {
            let _ = write!(command, " --arg={}", quoted(arg));
        }
        command
    }

    /// Says where the snapshot is, and what to do with it.
    fn snapshot_line(&self, folder: &Path, commands: &StormCommands) -> String {
        let name = self.snapshot.info.name();
        let (path, pending) = (snapshot::path(folder, &name), snapshot::pending_path(folder, &name));
        let (path, pending) = (commands.shown(&path), commands.shown(&pending));
        match &self.status {
            Ok(Status::Accepted(known)) => match known.info.state {
                State::Open => format!("{path}, as accepted"),
                State::Fixed => format!("{path}, which says that this is fixed"),
            },
            Ok(Status::Pending(known)) if self.is_another_case(known) => format!(
                "same bug as {name}, pending since case {} (hit {} of this run)",
                known.info.case, self.hit
            ),
            Ok(Status::New | Status::Pending(_)) => {
                format!("{pending}, to be reviewed: `{}`", commands.review())
            }
            Err(error) => error.to_string(),
        }
    }

    fn is_another_case(&self, known: &Snapshot) -> bool {
        known.info.case != self.snapshot.info.case
    }

    /// Returns the difference from an earlier script of the same bug, or the script.
    fn script_or_difference(&self) -> String {
        let new = &self.snapshot.contents;
        let old = match &self.status {
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
