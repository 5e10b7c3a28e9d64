//! Standard error: as lines that are written over in a terminal, or as lines one after the other.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How often lines in a terminal are written anew.
const TERMINAL: Duration = Duration::from_millis(500);
/// How often a line is written elsewhere.
const PLAIN: Duration = Duration::from_secs(60);
/// Rows that have a line of their own in a terminal.
const ROWS: usize = 8;

/// The terminal or file that shows the report, without colours.
#[derive(Debug)]
pub(super) enum Screen {
    /// Line after line, each after the end of a line if another output may stand within one.
    Plain {
        /// Whether it may.
        starts_lines: bool,
    },
    /// At the bottom of a terminal, in these lines; none once it is over.
    Terminal(MultiProgress, Mutex<Option<Vec<ProgressBar>>>),
}

impl Screen {
    /// What standard error is.
    pub(super) fn detect() -> Screen {
        // A terminal that cannot move its cursor.
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if io::stderr().is_terminal() && !is_dumb {
            Screen::Terminal(MultiProgress::new(), Mutex::new(Some(Vec::new())))
        } else {
            Screen::Plain { starts_lines: false }
        }
    }

    /// How often it takes lines.
    pub(super) fn every(&self) -> Duration {
        if matches!(self, Screen::Terminal(..)) { TERMINAL } else { PLAIN }
    }

    /// Rows that it has room for.
    pub(super) fn rows(&self) -> usize {
        if matches!(self, Screen::Terminal(..)) { ROWS } else { 0 }
    }

    /// Shows how far it has come.
    pub(super) fn show(&self, lines: &[String]) {
        let Screen::Terminal(all, shown) = self else {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim_start()).collect();
            if lines.is_empty() {
                return;
            }
            return self.say(&lines.join("; "));
        };
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(shown) = shown.as_mut() else { return };
        // The `^C` of whoever interrupts it goes to a line of its own, and what is cleared then begins a line too low.
        let empty = String::new();
        let first = (!lines.is_empty()).then_some(&empty);
        let lines: Vec<&String> = first.into_iter().chain(lines).collect();
        while shown.len() > lines.len() {
            shown.pop().iter().for_each(|bar| all.remove(bar));
        }
        while shown.len() < lines.len() {
            let bar = all.add(ProgressBar::no_length());
            // What is longer than the terminal is wide is cut off.
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            shown.push(bar);
        }
        shown.iter().zip(lines).for_each(|(bar, line)| bar.set_message(line.clone()));
    }

    /// Says something once.
    pub(super) fn say(&self, text: &str) {
        // Nobody may be there to read it.
        let _ = match self {
            Screen::Plain { starts_lines } => {
                writeln!(io::stderr(), "{}{text}", if *starts_lines { "\n" } else { "" })
            }
            // By itself, so that no line is filled up with blanks, which would be copied with it.
            Screen::Terminal(all, _) => all.suspend(|| writeln!(io::stderr(), "{text}")),
        };
    }

    /// Does something that prints.
    pub(super) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        match self {
            Screen::Terminal(all, _) => all.suspend(work),
            _ => work(),
        }
    }

    /// Takes the lines back.
    pub(super) fn clear(&self) {
        if let Screen::Terminal(all, shown) = self {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = all.clear();
            shown.take().iter().flatten().for_each(|bar| all.remove(bar));
        }
    }
}
