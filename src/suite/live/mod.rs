//! The live report of a run or a command: a few lines that are updated in a terminal, one line a minute elsewhere, and
//! findings immediately. The code that runs instances reports events; only this folder decides how to show them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `progress` | the events so far, in words |
//! |  where it is said| where it is said|`screen` | where they are shown| where they are shown| where it is said |

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

/// How often it is looked for what is slow.
const LOOKS: Duration = Duration::from_secs(1);

/// The events so far, and where they are shown.
#[derive(Debug)]
pub(crate) struct Live {
    progress: Mutex<Progress>,
    screen: Screen,
    tells: Tells,
    is_over: Mutex<bool>,
    over: Condvar,
}

/// What to report again and again.
#[derive(Clone, Copy, Debug)]
enum Tells {
    /// How far it has come.
    Progress,
    /// What is slow: something else says what has ended, and what is red, but perhaps much later.
    Slow {
        /// Whether failures are reported immediately even so.
        red: bool,
    },
}

/// Something that is being run; it has ended when this goes.
#[derive(Debug)]
pub(crate) struct ProgressHandle<'a> {
    live: &'a Live,
    number: u64,
}

/// How far a command has come that does many things of one kind, or a few that take long: told until this goes.
#[derive(Debug)]
pub(crate) struct Steps(Arc<Live>);

impl Live {
    /// One that tells on standard error how far something of this extent has come.
    pub(super) fn start(total: Total) -> Arc<Live> {
        Live::show_on(Screen::detect(), Tells::Progress, total)
    }

    /// One that tells on standard error what is slow, line after line, and what is `red` if that is not told soon in another
    /// way. `starts_lines` is for an output that may stand within a line.
    pub(super) fn start_beside(starts_lines: bool, red: bool) -> Arc<Live> {
        Live::show_on(Screen::Plain { starts_lines }, Tells::Slow { red }, Total::Cases(0, None))
    }

    fn show_on(screen: Screen, tells: Tells, total: Total) -> Arc<Live> {
        let progress = Mutex::new(Progress::new(total, Instant::now()));
        let (is_over, over) = (Mutex::new(false), Condvar::new());
        let live = Arc::new(Live { progress, screen, tells, is_over, over });
        let shown = Arc::clone(&live);
        // Where the system gives no thread, there are no lines but those of findings.
        let _ = std::thread::Builder::new().spawn(move || shown.keep_up());
        live
    }

    /// Tells it again and again until it is over.
    fn keep_up(&self) {
        let every = if let Tells::Progress = self.tells { self.screen.every() } else { LOOKS };
        loop {
            let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.over.wait_timeout_while(is_over, every, |is_over| !*is_over);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            let now = Instant::now();
            if let Tells::Slow { .. } = self.tells {
                let lines = self.progress(|progress| progress.slow(now));
                lines.iter().for_each(|line| self.say(line));
            } else {
                let lines = self.progress(|progress| progress.lines(now, self.screen.rows()));
                self.screen.show(&lines);
            }
        }
    }

    /// Tells nothing more of how far it has come.
    pub(super) fn finish(&self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.over.notify_all();
        self.screen.clear();
    }

    /// A test of a row, or these instances of it, is run from now on.
    pub(super) fn run(&self, row: &str, test: String, part: Option<Range<u32>>) -> ProgressHandle<'_> {
        self.begin(Some(row), test, part)
    }

    fn begin(&self, row: Option<&str>, name: String, part: Option<Range<u32>>) -> ProgressHandle<'_> {
        let number = self.progress(|progress| progress.begin(row, name, part, Instant::now()));
        ProgressHandle { live: self, number }
    }

    /// An instance showed a bug that is known.
    pub(super) fn known(&self, row: &str) {
        self.progress(|progress| progress.row(row).known += 1);
    }

    /// Waiting for the answers of a row took so long, and its failures so long.
    pub(super) fn spent(&self, row: &str, solving: Duration, failures: Duration) {
        self.progress(|progress| {
            let row = progress.row(row);
            (row.solving, row.failures) = (row.solving + solving, row.failures + failures);
        });
    }

    /// Formulas have these operators, and these pairs of one with another as an argument.
    pub(super) fn reached(&self, row: &str, operators: &[&'static str], pairs: &[[&'static str; 2]]) {
        self.progress(|progress| {
            progress.row(row).operators.extend(operators);
            progress.pairs.extend(pairs);
        });
    }

    /// A bug that is not known was found: what a red test would say of it.
    pub(super) fn finding(&self, row: &str, text: &str) {
        self.progress(|progress| progress.row(row).new += 1);
        self.say(&format!("\nfound: {}\n", text.trim_end()));
    }

    /// A test came out red, or it was ignored.
    pub(super) fn count(&self, is_red: bool) {
        self.progress(|progress| progress.count_outcome(is_red));
    }

    /// Reports a failure immediately.
    pub(super) fn red(&self, text: &str) {
        if !matches!(self.tells, Tells::Slow { red: false }) {
            self.say(text);
        }
    }

    /// Says something at once.
    pub(super) fn say(&self, text: &str) {
        self.screen.say(text);
    }

    /// Looks at what happened so far.
    pub(super) fn progress<R>(&self, look: impl FnOnce(&mut Progress) -> R) -> R {
        look(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ProgressHandle<'_> {
    /// An instance had this verdict.
    pub(super) fn judged(&self, instance: u32, class: Class) {
        self.live.progress(|progress| progress.count_verdict(self.number, instance, class));
    }

    /// The solver is asked about its first instance.
    pub(super) fn asking(&self, first: u32) {
        self.look(|running| running.doing = Doing::Asking(first));
    }

    /// A stored bug is tried again.
    pub(super) fn replaying(&self) {
        self.look(|running| running.doing = Doing::Replaying);
    }

    /// A failure is kept, and is looked into.
    pub(super) fn confirmed(&self, info: &Info) {
        let (class, case, number) = (info.class, &info.case, info.instance);
        self.live.red(&format!("{class}: {case}, instance {number}; looking into it"));
    }

    /// What was looked into is known.
    pub(super) fn recognised(&self, name: &str, case: &str, number: u32) {
        self.live.red(&format!("known: {case}, instance {number}: {name}"));
    }

    /// An instance with this verdict is made smaller; where runs of the solver are counted.
    pub(super) fn minimising(&self, class: Class) -> Arc<AtomicU32> {
        let runs = Arc::new(AtomicU32::new(0));
        let doing = Doing::Minimising { class, bytes: None, runs: Arc::clone(&runs) };
        self.look(|running| running.doing = doing);
        runs
    }

    /// It has come down to so many bytes.
    pub(super) fn smaller(&self, size: usize) {
        self.look(|running| {
            if let Doing::Minimising { bytes, .. } = &mut running.doing {
                *bytes = Some(size);
            }
        });
    }

    /// Finding out what the failure of the smallest script depends on.
    pub(super) fn narrowing(&self) {
        self.look(|running| running.doing = Doing::Narrowing);
    }

    /// It is something else that a command does now.
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
    /// So many steps, counted as `rows`. An interruption clears what is shown, and says what `told` gives then.
    pub(crate) fn start(
        total: usize,
        nouns: &'static str,
        told: impl Fn() -> Option<String> + Send + 'static,
    ) -> Steps {
        let live = Live::start(Total::Steps(total, nouns));
        let last = Arc::downgrade(&live);
        interrupt::at_last(move |by_signal| {
            if let Some(live) = last.upgrade() {
                live.finish();
                if by_signal {
                    // The first line may have the `^C` of a terminal.
                    live.say(&told().map_or(String::new(), |told| format!("\n{told}")));
                }
            }
        });
        Steps(live)
    }

    /// A step is begun.
    pub(crate) fn begin(&self, what: String) -> ProgressHandle<'_> {
        self.0.begin(None, what, None)
    }

    /// Does something that prints.
    pub(crate) fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        self.0.screen.suspend(work)
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.0.finish();
    }
}
