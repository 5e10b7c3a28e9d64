//! What is known of sessions with one solver: the cases of its row share it.

use std::sync::{Mutex, PoisonError};

/// Answers of a session that a process of its own contradicts, before sessions are given up.
const STRIKES: u32 = 3;

/// Whether sessions with a solver are any good. The sessions themselves are not shared: what
/// one was asked before must not depend on which other cases ran.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Whether a session answered a second instance: it knows `(reset)` and does not buffer.
    proven: bool,
    strikes: u32,
}

impl Sessions {
    /// Notes that a session answered a second instance as it should.
    pub fn note_answer(&self) {
        self.state(|state| state.proven = true);
    }

    /// Whether a session ever answered a second instance.
    pub fn are_proven(&self) -> bool {
        self.state(|state| state.proven)
    }

    /// Notes that a session gave no answer where a process of its own gives one.
    pub fn note_failure(&self) {
        self.state(|state| state.strikes += 1);
    }

    /// Whether sessions work with this solver, as far as is known: a solver without `(reset)`
    /// or with buffered answers fails at once.
    pub fn are_usable(&self) -> bool {
        self.state(|state| state.strikes == 0 || (state.proven && state.strikes < STRIKES))
    }

    fn state<R>(&self, work: impl FnOnce(&mut State) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
