//! The live report of a run or a command: a few lines that are redrawn in a terminal, one line a minute elsewhere, and
//! findings immediately. The code that runs instances reports events; only this folder decides how to show them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `progress` | the events so far, in words |
//! | `screen` | the terminal or file that shows them |

pub(super) mod progress;
mod screen;

use std::ops::Range;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use progress::{Doing, Progress, Running, Total};
use screen::Screen;

use crate::bugs::snapshot::Info;
use crate::matrix::Class;
use crate::process::interrupt;

/// How often to check for slow tests.
const LOOKS: Duration = Duration::from_secs(1);

/// The events so far, and the screen that shows them.
#[derive(Debug)]
pub(crate) struct Live {
    progress: Mutex<Progress>,
    screen: Screen,
    kind: ReportKind,
    is_over: Mutex<bool>,
    over: Condvar,
}

/// What to report repeatedly.
#[derive(Clone, Copy, Debug)]
enum ReportKind {
    /// How far the run has come.
    Progress,
    /// Slow tests only. Another output reports ended tests and failures, but perhaps much later.
    Slow {
        /// Whether to report failures immediately as well.
        red: bool,
    },
}

/// A running test or step. Dropping the handle ends it.
#[derive(Debug)]
pub(crate) struct ProgressHandle<'a> {
    live: &'a Live,
    number: u64,
}

/// The progress of a command that does many similar steps, or a few slow ones. Dropping it ends the report.
#[derive(Debug)]
pub(crate) struct Steps(Arc<Live>);

impl Live {
    /// Starts a report on standard error of how far something of this extent has come.
    pub(super) fn start(total: Total) -> Arc<Live> {
        Live::show_on(Screen::detect(), ReportKind::Progress, total)
    }

    /// Starts a report on standard error of slow tests, line by line, and of failures if `red` is set because nothing
    /// else reports them soon. `starts_lines` says that another output may have left the cursor within a line.
    pub(super) fn start_beside(starts_lines: bool, red: bool) -> Arc<Live> {
        Live::show_on(Screen::Plain { starts_lines }, ReportKind::Slow { red }, Total::Cases(0, None))
    }

    fn show_on(screen: Screen, kind: ReportKind, total: Total) -> Arc<Live> {
        let progress = Mutex::new(Progress::new(total, Instant::now()));
        let (is_over, over) = (Mutex::new(false), Condvar::new());
        let live = Arc::new(Live { progress, screen, kind, is_over, over });
        let shown = Arc::clone(&live);
        // Without a thread, the report consists of findings only.
        let _ = std::thread::Builder::new().spawn(move || shown.keep_up());
        live
    }

    /// Repeats the report until it is finished.
    fn keep_up(&self) {
        let every = if let ReportKind::Progress = self.kind { self.screen.every() } else { LOOKS };
        loop {
            let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.over.wait_timeout_while(is_over, every, |is_over| !*is_over);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            let now = Instant::now();
            if let ReportKind::Slow { .. } = self.kind {
                let lines = self.progress(|progress| progress.slow(now));
                lines.iter().for_each(|line| self.say(line));
            } else {
                let lines = self.progress(|progress| progress.lines(now, self.screen.rows()));
                self.screen.show(&lines);
            }
        }
    }

    /// Ends the report of progress.
    pub(super) fn finish(&self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.over.notify_all();
        self.screen.clear();
    }

    /// Starts a test of a row, or a part of its instances.
    pub(super) fn run(&self, row: &str, test: String, part: Option<Range<u32>>) -> ProgressHandle<'_> {
        self.begin(Some(row), test, part)
    }

    fn begin(&self, row: Option<&str>, name: String, part: Option<Range<u32>>) -> ProgressHandle<'_> {
        let number = self.progress(|progress| progress.begin(row, name, part, Instant::now()));
        ProgressHandle { live: self, number }
    }

    /// Counts an instance that showed a known bug.
    pub(super) fn known(&self, row: &str) {
        self.progress(|progress| progress.row(row).known += 1);
    }

    /// Adds the time of a row's answers and of its failures.
    pub(super) fn spent(&self, row: &str, solving: Duration, failures: Duration) {
        self.progress(|progress| {
            let row = progress.row(row);
            (row.solving, row.failures) = (row.solving + solving, row.failures + failures);
        });
    }

    /// Records the operators of formulas, and their pairs of an operator with another as its argument.
    pub(super) fn reached(&self, row: &str, operators: &[&'static str], pairs: &[[&'static str; 2]]) {
        self.progress(|progress| {
            progress.row(row).operators.extend(operators);
            progress.pairs.extend(pairs);
        });
    }

    /// Reports a new bug, in the words of a failing test.
    pub(super) fn finding(&self, row: &str, text: &str) {
        self.progress(|progress| progress.row(row).new += 1);
        self.say(&format!("\nfound: {}\n", text.trim_end()));
    }

    /// Counts a failed or ignored test.
    pub(super) fn count(&self, is_red: bool) {
        self.progress(|progress| progress.count_outcome(is_red));
    }

    /// Reports a failure immediately.
    pub(super) fn red(&self, text: &str) {
        if !matches!(self.kind, ReportKind::Slow { red: false }) {
            self.say(text);
        }
    }

    /// Prints a text immediately.
    pub(super) fn say(&self, text: &str) {
        self.screen.say(text);
    }

    /// Calls a function with the events so far.
    pub(super) fn progress<R>(&self, look: impl FnOnce(&mut Progress) -> R) -> R {
        look(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ProgressHandle<'_> {
    /// Counts the verdict on an instance.
    pub(super) fn judged(&self, instance: u32, class: Class) {
        self.live.progress(|progress| progress.count_verdict(self.number, instance, class));
    }

    /// Notes what is done now.
    pub(super) fn doing(&self, doing: Doing) {
        self.look(|running| running.doing = doing);
    }

    /// Reports a failure that is kept and now investigated.
    pub(super) fn confirmed(&self, info: &Info) {
        let (class, case, number) = (info.class, &info.case, info.instance);
        self.live.red(&format!("{class}: {case}, instance {number}; investigating it"));
    }

    /// Reports that an investigated failure shows a known bug.
    pub(super) fn recognised(&self, name: &str, case: &str, number: u32) {
        self.live.red(&format!("known: {case}, instance {number}: {name}"));
    }

    /// Notes that an instance with this verdict is minimised, and returns the counter for runs of the solver.
    pub(super) fn minimising(&self, class: Class) -> Arc<AtomicU32> {
        let runs = Arc::new(AtomicU32::new(0));
        self.doing(Doing::Minimising { class, bytes: None, runs: Arc::clone(&runs) });
        runs
    }

    /// Records the size of the smallest script so far, in bytes.
    pub(super) fn smaller(&self, size: usize) {
        self.look(|running| {
            if let Doing::Minimising { bytes, .. } = &mut running.doing {
                *bytes = Some(size);
            }
        });
    }

    /// Renames the current step of a command.
    pub(crate) fn does(&self, what: String) {
        self.look(|running| running.name = what);
    }

    fn look(&self, look: impl FnOnce(&mut Running)) {
        self.live.progress(|progress| progress.running(self.number).map(look));
    }
}

impl Drop for ProgressHandle<'_> {
    fn drop(&mut self) {
        self.live.progress(|progress| progress.end(self.number, Instant::now()));
    }
}

impl Steps {
    /// Starts the report of a command with this many steps, counted as `nouns`. An interruption clears the report and
    /// prints the text that `summary` returns.
    pub(crate) fn start(
        total: usize,
        nouns: &'static str,
        summary: impl Fn() -> Option<String> + Send + 'static,
    ) -> Steps {
        let live = Live::start(Total::Steps(total, nouns));
        let last = Arc::downgrade(&live);
        interrupt::at_last(move |by_signal| {
            if let Some(live) = last.upgrade() {
                live.finish();
                if by_signal {
                    // A terminal may have printed `^C` on the current line.
                    live.say(&summary().map_or(String::new(), |text| format!("\n{text}")));
                }
            }
        });
        Steps(live)
    }

    /// Starts a step.
    pub(crate) fn begin(&self, what: String) -> ProgressHandle<'_> {
        self.0.begin(None, what, None)
    }

    /// Runs code that prints, with the report out of the way.
    pub(crate) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        self.0.screen.suspend(work)
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.0.finish();
    }
}
