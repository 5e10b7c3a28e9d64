//! How far a command has come that does many things of one kind, or a few that take long.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::HumanDuration;

use super::screen::Screen;
use super::ticker::Ticker;
use crate::process::interrupt;

/// What takes longer than this is named.
const LONG: Duration = Duration::from_secs(2);
/// Of these, so many are.
const NAMED: usize = 4;

/// How far a command has come, told on standard error until this goes.
#[derive(Debug)]
pub(crate) struct Steps(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    screen: Screen,
    ticker: Ticker,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// How many there are, of what; where that is one, nothing is counted.
    total: usize,
    nouns: &'static str,
    started: Instant,
    ended: usize,
    begun: u64,
    running: BTreeMap<u64, (Instant, String)>,
}

/// One that is being done; it is over when this goes.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    shared: &'a Shared,
    number: u64,
}

impl Steps {
    /// So many steps, counted as `rows`. An interruption clears what is shown, and says what `told` gives then.
    pub(crate) fn start(
        total: usize,
        nouns: &'static str,
        told: impl Fn() -> Option<String> + Send + 'static,
    ) -> Steps {
        let state = Mutex::new(State::new(total, nouns, Instant::now()));
        let shared = Shared { screen: Screen::of_standard_error(), ticker: Ticker::default(), state };
        let shared = Arc::new(shared);
        let (shown, last) = (Arc::clone(&shared), Arc::downgrade(&shared));
        // Where the system gives no thread, nothing is told.
        let _ = std::thread::Builder::new().spawn(move || {
            shown.ticker.run(shown.screen.every(), || {
                let lines = shown.state(|state| state.lines(Instant::now()));
                shown.screen.show(&lines);
            });
        });
        interrupt::at_last(move |by_signal| {
            if let Some(shared) = last.upgrade() {
                shared.finish();
                if by_signal {
                    // The first line may have the `^C` of a terminal.
                    shared.screen.say(&told().map_or(String::new(), |told| format!("\n{told}")));
                }
            }
        });
        Steps(shared)
    }

    /// A step is begun.
    pub(crate) fn begin(&self, what: String) -> Step<'_> {
        Step { shared: &self.0, number: self.0.state(|state| state.begin(what, Instant::now())) }
    }

    /// Does something that prints.
    pub(crate) fn apart<R>(&self, work: impl FnOnce() -> R) -> R {
        self.0.screen.apart(work)
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.0.finish();
    }
}

impl Shared {
    fn finish(&self) {
        self.ticker.finish();
        self.screen.clear();
    }

    fn state<R>(&self, look: impl FnOnce(&mut State) -> R) -> R {
        look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Step<'_> {
    /// It is something else that is done now.
    pub(crate) fn does(&self, what: String) {
        self.shared.state(|state| state.running.get_mut(&self.number).map(|(_, before)| *before = what));
    }
}

impl Drop for Step<'_> {
    fn drop(&mut self) {
        self.shared.state(|state| state.end(self.number));
    }
}

impl State {
    fn new(total: usize, nouns: &'static str, started: Instant) -> State {
        State { total, nouns, started, ended: 0, begun: 0, running: BTreeMap::new() }
    }

    fn begin(&mut self, what: String, now: Instant) -> u64 {
        self.begun += 1;
        self.running.insert(self.begun, (now, what));
        self.begun
    }

    fn end(&mut self, number: u64) {
        self.ended += usize::from(self.running.remove(&number).is_some());
    }

    fn lines(&self, now: Instant) -> Vec<String> {
        let State { total, nouns, ended, .. } = self;
        let elapsed = now.duration_since(self.started);
        let mut lines = Vec::new();
        if *total > 1 {
            let left =
                elapsed.checked_div(*ended as u32).map(|each| each * total.saturating_sub(*ended) as u32);
            let left = left.map(|left| format!(", about {} left", HumanDuration(left))).unwrap_or_default();
            lines.push(format!("{ended} of {total} {nouns}{left}"));
        }
        let long = self.running.values().filter(|(since, _)| now.duration_since(*since) >= LONG);
        let long = long.take(NAMED).map(|(since, what)| (now.duration_since(*since).as_secs(), what));
        lines.extend(long.map(|(seconds, what)| format!("  for {seconds} s: {what}")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_and_those_that_take_long_are_named() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut rows = State::new(3, "rows", start);
        let first = rows.begin("z3".to_owned(), start);
        rows.begin("cvc5".to_owned(), after(9));
        assert_eq!(rows.lines(after(1)), ["0 of 3 rows"]);
        assert_eq!(rows.lines(after(10)), ["0 of 3 rows", "  for 10 s: z3"]);
        rows.end(first);
        rows.end(first);
        assert_eq!(rows.lines(after(12)), ["1 of 3 rows, about 24 seconds left", "  for 3 s: cvc5"]);
        let mut one = State::new(1, "", start);
        one.begin("reading results".to_owned(), start);
        assert_eq!(
            (one.lines(after(1)).len(), one.lines(after(3))),
            (0, vec!["  for 3 s: reading results".to_owned()])
        );
    }
}
