//! What is known of sessions with one solver: the cases of its row share it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a session may give no answer where a process of its own gives one, before sessions are given up: so often
/// in any case, and once more for so many answers. In a long campaign a good session, too, now and then takes longer than
/// a small instance may.
const STRIKES: u64 = 3;
const ANSWERS: u64 = 20;

/// How many times as long as the fastest session one may take to start.
const STARTS: u32 = 2;

/// Whether sessions with a solver are any good. The sessions themselves are not shared: what
/// one was asked before must not depend on which other cases ran.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How often a session answered an instance after its first: it knows `(reset)` and does not buffer.
    answers: u64,
    strikes: u64,
    /// The least time from the start of a session to its first answer.
    start: Option<Duration>,
}

impl Sessions {
    /// Notes that a session answered a second instance as it should.
    pub fn note_answer(&self) {
        self.state(|state| state.answers += 1);
    }

    /// Whether a session ever answered a second instance.
    pub fn are_proven(&self) -> bool {
        self.state(|state| state.answers > 0)
    }

    /// Notes how long a session took to its first answer, its start included.
    pub fn note_start(&self, time: Duration) {
        self.state(|state| state.start = Some(state.start.map_or(time, |least| least.min(time))));
    }

    /// How long the first instance of a session may take, if others have so much time: as long as it likes until it is known
    /// how long a session takes to start.
    pub fn first_limit(&self, limit: Duration) -> Duration {
        self.state(|state| state.start.map_or(Duration::MAX, |start| limit.saturating_add(STARTS * start)))
    }

    /// Notes that a session gave no answer where a process of its own gives one.
    pub fn note_failure(&self) {
        self.state(|state| state.strikes += 1);
    }

    /// Whether sessions work with this solver, as far as is known: a solver without `(reset)`
    /// or with buffered answers fails at once.
    pub fn are_usable(&self) -> bool {
        self.state(|state| {
            let bound = if state.answers == 0 { 1 } else { STRIKES + state.answers / ANSWERS };
            state.strikes < bound
        })
    }

    fn state<R>(&self, work: impl FnOnce(&mut State) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_starts_a_session_has_the_time_to_start() {
        let sessions = Sessions::default();
        let [one, two, ten] = [1, 2, 10].map(Duration::from_secs);
        assert_eq!(sessions.first_limit(ten), Duration::MAX);
        for time in [two, one, two] {
            sessions.note_start(time);
        }
        assert_eq!(sessions.first_limit(ten), ten + STARTS * one);
    }

    #[test]
    fn a_few_strikes_among_many_answers_are_no_reason_to_give_up() {
        let sessions = Sessions::default();
        assert!(sessions.are_usable() && !sessions.are_proven());
        sessions.note_failure();
        assert!(!sessions.are_usable());
        sessions.note_answer();
        assert!(sessions.are_usable() && sessions.are_proven());
        (1..STRIKES).for_each(|_| sessions.note_failure());
        assert!(!sessions.are_usable());
        (1..ANSWERS).for_each(|_| sessions.note_answer());
        assert!(sessions.are_usable());
        sessions.note_failure();
        assert!(!sessions.are_usable());
    }
}
