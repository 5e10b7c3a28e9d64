//! The sessions of one row of the matrix, shared by its cases, and whether they are any good.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::config::Solver;
use crate::process::RunError;
use crate::session::Session;

/// Answers of a session that a process of its own contradicts, before sessions are given up.
const STRIKES: u32 = 3;

/// Sessions that wait for the next case, and what is known of sessions with this solver.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// By command line.
    idle: BTreeMap<Vec<String>, Vec<Session>>,
    /// Whether a session answered a second instance: it knows `(reset)` and does not buffer.
    proven: bool,
    strikes: u32,
}

impl Sessions {
    /// A session with this command line, one that waits or a new one.
    ///
    /// # Errors
    /// The solver cannot be started.
    pub fn take(&self, argv: &[String], solver: &Solver, folder: &Path) -> Result<Session, RunError> {
        let idle = self.state(|state| state.idle.get_mut(argv).and_then(Vec::pop));
        idle.map_or_else(|| Session::start(argv, solver.memory, folder), Ok)
    }

    /// Gives a session back, for the next case.
    pub fn give(&self, argv: Vec<String>, session: Session) {
        self.state(|state| state.idle.entry(argv).or_default().push(session));
    }

    /// Notes that a session answered a second instance as it should.
    pub fn praise(&self) {
        self.state(|state| state.proven = true);
    }

    /// Whether a session ever answered a second instance.
    pub fn are_proven(&self) -> bool {
        self.state(|state| state.proven)
    }

    /// Notes that a session gave no answer where a process of its own gives one.
    pub fn blame(&self) {
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
