//! What is known of sessions with one solver: the cases of its row share it.

use std::sync::{Mutex, PoisonError};

/// How often a session may give no answer where a process of its own gives one, before sessions are given up: so often
/// in any case, and once more for so many answers. In a long campaign a good session, too, now and then takes longer than
/// a small instance may.
const STRIKES: u64 = 3;
const ANSWERS: u64 = 20;

/// Whether sessions with a solver are any good. The sessions themselves are not shared: what
/// one was asked before must not depend on which other cases ran.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How often a session answered an instance after its first: it knows `(reset)` and does not buffer.
    answers: u64,
    strikes: u64,
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
