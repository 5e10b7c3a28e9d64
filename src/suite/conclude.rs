//! All trials → what libtest prints, and the exit code.
//!
//! libtest-mimic panics where it cannot print or start its threads, on the thread that called it; the other threads would
//! run all that is left first. So the program ends where it panics.

use std::cell::Cell;
use std::io;
use std::panic;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

use crate::suite::{exit, output};

/// What the standard library says where the system gives no thread.
const NO_THREAD: &str = "failed to spawn thread";
const FEWER: &str = "allow more processes, or give a smaller `--test-threads`";

thread_local! {
    /// Whether what runs on this thread prints the outcomes of trials.
    static PRINTS: Cell<bool> = const { Cell::new(false) };
}

/// Runs trials, or lists them, as the arguments say.
pub(super) fn conclude(arguments: &Arguments, trials: Vec<Trial>) -> ExitCode {
    let place = arguments.logfile.as_deref().unwrap_or("standard output").to_owned();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let text = panic.to_string();
        match said_by(&text).filter(|_| PRINTS.get()) {
            Some(error) if text.contains(NO_THREAD) => {
                output::lost(&format!("no thread to run tests ({FEWER})"), &error, exit::USAGE)
            }
            Some(error) => output::lost(&place, &error, exit::READER_GONE),
            None => before(panic),
        }
    }));
    PRINTS.set(true);
    let conclusion = libtest_mimic::run(arguments, trials);
    PRINTS.set(false);
    ExitCode::from(if conclusion.has_failed() { exit::TESTS_FAILED } else { exit::SUCCESS })
}

/// Does the work of a trial, perhaps on the thread that prints.
pub(super) fn apart<R>(work: impl FnOnce() -> R) -> R {
    /// Whatever becomes of the work.
    struct Restored(bool);
    impl Drop for Restored {
        fn drop(&mut self) {
            PRINTS.set(self.0);
        }
    }
    let _restored = Restored(PRINTS.replace(false));
    work()
}

/// The error that was unwrapped: `… Os { code: 28, kind: StorageFull, … }`; none for a panic of another kind.
fn said_by(panic: &str) -> Option<io::Error> {
    let (_, code) = panic.split_once("Os { code: ")?;
    Some(io::Error::from_raw_os_error(code.split(',').next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_found_in_what_a_panic_says() {
        for code in [28, 32] {
            let error = io::Error::from_raw_os_error(code);
            let panic =
                format!("panicked at x.rs:1:\ncalled `Result::unwrap()` on an `Err` value: {error:?}");
            assert_eq!(said_by(&panic).unwrap().raw_os_error(), Some(code));
        }
        assert!(said_by("index out of bounds").is_none());
    }

    #[test]
    fn a_trial_that_panics_is_no_lost_output() {
        PRINTS.set(true);
        assert!(panic::catch_unwind(|| apart(|| assert!(PRINTS.get(), "not within"))).is_err());
        assert!(PRINTS.replace(false));
    }
}
