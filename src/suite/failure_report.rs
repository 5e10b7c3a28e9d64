//! What a red test says, in lines that have a name each: all of it, what is told at once, and what is repeated at the end.

use std::fmt::Write;

/// The lines that are told at once.
const AT_ONCE: [&str; 9] =
    ["answered", "before", "reduced", "files", "script", "reproduce", "go on", "snapshot", "accept with"];
/// The lines that are repeated at the end of a run.
const AT_LAST: [&str; 4] = ["script", "reproduce", "test again", "accept with"];
/// Scripts up to this many lines are told at once.
const SHOWN_LINES: usize = 12;

/// What a red test says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FailureReport {
    /// What is the case, in a word or two.
    pub what: String,
    /// The first line: what is the case, and whether it was otherwise before.
    pub head: String,
    /// The others, by their names.
    lines: Vec<(&'static str, String)>,
    /// The script, or how it differs from the one that is known.
    pub script: String,
    /// Where all of this is kept, as the user sees it.
    pub kept: Option<String>,
}

impl FailureReport {
    /// One that says no more than what is the case.
    pub(super) fn new(what: &str, head: String) -> FailureReport {
        FailureReport { what: what.to_owned(), head, ..FailureReport::default() }
    }

    /// Says something more.
    pub(super) fn line(&mut self, name: &'static str, value: &str) {
        self.lines.push((name, value.to_owned()));
    }

    /// All of it.
    pub(super) fn text(&self) -> String {
        let FailureReport { head, script, .. } = self;
        let separator = if script.is_empty() { "" } else { "\n" };
        format!(
            "{head}\n{}{separator}{script}",
            lines(self.lines.iter().map(|(name, value)| (*name, value)), 2)
        )
    }

    /// What is told of the test of this name at once.
    pub(super) fn at_once(&self, test: &str) -> String {
        let kept = self.kept.iter().map(|path| ("all of it", path));
        let mut text =
            format!("FAILED {test}: {}\n{}", self.head, lines(self.chosen(&AT_ONCE).chain(kept), 2));
        if !self.script.is_empty() && self.script.lines().count() <= SHOWN_LINES {
            let _ = write!(text, "\n{}", self.script);
        }
        text
    }

    /// What is repeated of the test of this name at the end.
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
