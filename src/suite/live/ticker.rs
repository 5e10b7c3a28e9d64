//! Something that is done again and again until it is over.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Waits, and ends when it is told to.
#[derive(Debug, Default)]
pub(super) struct Ticker {
    over: Mutex<bool>,
    ended: Condvar,
}

impl Ticker {
    /// Does it each time that so long has passed, until it is over.
    pub(super) fn run(&self, every: Duration, mut work: impl FnMut()) {
        loop {
            let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = self.ended.wait_timeout_while(over, every, |over| !*over);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            work();
        }
    }

    /// It is over.
    pub(super) fn finish(&self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ended.notify_all();
    }
}
