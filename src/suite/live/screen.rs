//! Standard error, as lines that are redrawn in a terminal, or as lines one after the other.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How often to redraw lines in a terminal.
const TERMINAL: Duration = Duration::from_millis(500);
/// How often to write a line elsewhere.
const PLAIN: Duration = Duration::from_secs(60);
/// The most rows with a line of their own in a terminal.
const ROWS: usize = 8;

/// The terminal or file that shows the report, without colours.
#[derive(Debug)]
pub(super) enum Screen {
    /// Line after line.
    Plain {
        /// Whether to start each with a line break, because another output may have left the cursor within a line.
        starts_lines: bool,
    },
    /// These lines at the bottom of a terminal; `None` after the end.
    Terminal(MultiProgress, Mutex<Option<Vec<ProgressBar>>>),
}

impl Screen {
    /// Detects the kind of standard error.
    pub(super) fn detect() -> Screen {
        // Such a terminal cannot move its cursor.
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if io::stderr().is_terminal() && !is_dumb {
            Screen::Terminal(MultiProgress::new(), Mutex::new(Some(Vec::new())))
        } else {
            Screen::Plain { starts_lines: false }
        }
    }

    /// Returns how often to show lines.
    pub(super) fn every(&self) -> Duration {
        if matches!(self, Screen::Terminal(..)) { TERMINAL } else { PLAIN }
    }

    /// Returns the number of rows that can have a line.
    pub(super) fn rows(&self) -> usize {
        if matches!(self, Screen::Terminal(..)) { ROWS } else { 0 }
    }

    /// Shows the lines of the progress.
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
        // Keep an empty line first: it takes the terminal's `^C` at an interruption, so that clearing starts on the
        // right line.
        let empty = String::new();
        let first = (!lines.is_empty()).then_some(&empty);
        let lines: Vec<&String> = first.into_iter().chain(lines).collect();
        while shown.len() > lines.len() {
            shown.pop().iter().for_each(|bar| all.remove(bar));
        }
        while shown.len() < lines.len() {
            let bar = all.add(ProgressBar::no_length());
            // Cut off lines that are wider than the terminal.
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            shown.push(bar);
        }
        shown.iter().zip(lines).for_each(|(bar, line)| bar.set_message(line.clone()));
    }

    /// Prints a text once.
    pub(super) fn say(&self, text: &str) {
        // An error is ignored: nobody may be reading.
        let _ = match self {
            Screen::Plain { starts_lines } => {
                writeln!(io::stderr(), "{}{text}", if *starts_lines { "\n" } else { "" })
            }
            // Do not print through the progress bars: they would pad lines with blanks, which get copied along.
            Screen::Terminal(all, _) => all.suspend(|| writeln!(io::stderr(), "{text}")),
        };
    }

    /// Runs code that prints.
    pub(super) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        match self {
            Screen::Terminal(all, _) => all.suspend(work),
            _ => work(),
        }
    }

    /// Removes the lines.
    pub(super) fn clear(&self) {
        if let Screen::Terminal(all, shown) = self {
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = all.clear();
            shown.take().iter().flatten().for_each(|bar| all.remove(bar));
        }
    }
}
