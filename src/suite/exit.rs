//! Exit codes, and how the program ends when standard output is closed or its disk is full.

use std::io::{self, ErrorKind, Write};

use crate::process::interrupt;

/// Success. For `storm replay`: the failure does not show.
pub const SUCCESS: u8 = 0;
/// `storm replay`: the failure shows. `storm verify`: an `unsat` casts doubt on a certificate.
pub const WRONG_UNSAT: u8 = 1;
/// `storm inspect --second-opinion`: Z3 and smt-storm differ on the value of a term.
pub const DIFFERENCE: u8 = 1;
/// `storm review`: a snapshot is pending.
pub const WAITING: u8 = 1;
/// Wrong usage, configuration or input; the message says what is wrong.
pub const USAGE: u8 = 2;
/// The solver could not be tested: it is missing, gave no answer, or reported an error.
pub const NOT_TESTED: u8 = 3;
/// `storm replay --bisect`: `git bisect run` skips this version.
pub const BISECT_SKIP: u8 = 125;
/// `storm replay --bisect`: `git bisect run` stops.
pub const BISECT_STOP: u8 = 128;
/// The harness: no test matches the filter (the code of nextest).
pub const NO_TESTS: u8 = 4;
/// The harness: the reader of standard output closed it before the end. A shell shows this code for a program that
/// SIGPIPE ended.
pub const READER_GONE: u8 = 128 + 13;
/// The harness: at least one test failed (the code of libtest).
pub const TESTS_FAILED: u8 = 101;

/// Ends the program with its child processes and temporary files because `place` cannot be written. If its reader has
/// gone, it ends silently with the code `gone`; otherwise it prints the error.
pub(crate) fn end_unwritten(place: &str, error: &io::Error, gone: u8) -> ! {
    let code = match error.kind() {
        ErrorKind::BrokenPipe => gone,
        _ => {
            complain(&format!("{place}: {error}"));
            USAGE
        }
    };
    interrupt::end(code.into())
}

/// Prints a text to standard output.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
}

/// Prints an error to standard error. If that fails too, only the exit code remains.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
}
