//! What is told while a run goes on: a few lines that are kept up to date in a terminal, one a minute elsewhere, and
//! findings at once. Whoever runs instances reports what happens; how it is shown is decided here alone.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `progress` | what happened so far, and how it is said |
//! | `screen` | where it is said |

pub(super) mod progress;
mod screen;

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::bugs::snapshot::Info;
use crate::matrix::Class;
use progress::{Progress, Total};
use screen::Screen;

/// What happened so far, and where it is told.
#[derive(Debug)]
pub(crate) struct Live {
    progress: Mutex<Progress>,
    screen: Screen,
    /// Whether it is over.
    over: Mutex<bool>,
    ended: Condvar,
}

/// Something that is being run; it has ended when this goes.
#[derive(Debug)]
pub(super) struct Under<'a> {
    live: &'a Live,
    number: u64,
}

impl Live {
    /// One that says nothing.
    pub(super) fn silent() -> Arc<Live> {
        Live::on(Screen::Silent, Total::Cases(0))
    }

    /// One that tells on standard error how far something of this extent has come.
    pub(super) fn start(total: Total) -> Arc<Live> {
        let live = Live::on(Screen::of_standard_error(), total);
        let shown = Arc::clone(&live);
        // Where the system gives no thread, there are no lines but those of findings.
        let _ = std::thread::Builder::new().spawn(move || shown.keep_up());
        live
    }

    fn on(screen: Screen, total: Total) -> Arc<Live> {
        let progress = Mutex::new(Progress::new(total, Instant::now()));
        Arc::new(Live { progress, screen, over: Mutex::new(false), ended: Condvar::new() })
    }

    /// Tells how far it has come, again and again until it is over.
    fn keep_up(&self) {
        let Some(every) = self.screen.every() else { return };
        loop {
            let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.ended.wait_timeout_while(over, every, |over| !*over);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            let lines = self.progress(|progress| progress.lines(Instant::now(), self.screen.rows()));
            self.screen.show(&lines);
        }
    }

    /// Tells nothing more of how far it has come.
    pub(super) fn finish(&self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ended.notify_all();
        self.screen.clear();
    }

    /// Something of a row is run from now on.
    pub(super) fn run(&self, row: &str, what: String) -> Under<'_> {
        Under { live: self, number: self.progress(|progress| progress.begin(row, what, Instant::now())) }
    }

    /// An instance had this verdict.
    pub(super) fn judged(&self, row: &str, class: Class) {
        self.progress(|progress| progress.row(row).add(class));
    }

    /// An instance showed a bug that is known.
    pub(super) fn known(&self, row: &str) {
        self.progress(|progress| progress.row(row).known += 1);
    }

    /// Formulas have these operators, and these pairs of one with another as an argument.
    pub(super) fn reached(&self, row: &str, operators: &[&'static str], pairs: &[[&'static str; 2]]) {
        self.progress(|progress| {
            progress.row(row).operators.extend(operators);
            progress.pairs.extend(pairs);
        });
    }

    /// A failure is kept, and is looked into.
    pub(super) fn confirmed(&self, info: &Info) {
        let (class, case, number) = (info.class, &info.case, info.instance);
        self.say(&format!("{class}: {case}, instance {number}; looking into it"));
    }

    /// A bug that is not known was found: what a red test would say of it.
    pub(super) fn finding(&self, row: &str, text: &str) {
        self.progress(|progress| progress.row(row).new += 1);
        self.say(&format!("\nfound: {}\n", text.trim_end()));
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

impl Drop for Under<'_> {
    fn drop(&mut self) {
        self.live.progress(|progress| progress.end(self.number, Instant::now()));
    }
}
