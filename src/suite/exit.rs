//! Exit codes of the programs, and standard output that takes no more: the reader has gone, or the disk is full.

use std::io::{self, ErrorKind, Write};

use crate::process::interrupt;

/// Everything as it should be; for `storm replay`: the failure does not show.
pub const SUCCESS: u8 = 0;
/// For `storm replay`: the failure shows; for `storm verify`: an `unsat` that casts doubt on a certificate.
pub const WRONG_UNSAT: u8 = 1;
/// `storm inspect --second-opinion`: Z3 has another value than this program for a term.
pub const DIFFERENCE: u8 = 1;
/// `storm review`: a snapshot waits for review.
pub const WAITING: u8 = 1;
/// Wrong usage, configuration or input; the message says what is wrong.
pub const USAGE: u8 = 2;
/// The solver could not be tested: missing, no answer, an error.
pub const NOT_TESTED: u8 = 3;
/// `storm replay --bisect`: `git bisect run` tries another version.
pub const BISECT_SKIP: u8 = 125;
/// `storm replay --bisect`: `git bisect run` stops.
pub const BISECT_STOP: u8 = 128;
/// The harness: no test matches the filter (the code of nextest).
pub const NO_TESTS: u8 = 4;
/// The harness: who read the outcomes has gone before the last one, as a shell shows what SIGPIPE ends.
pub const READER_GONE: u8 = 128 + 13;
/// The harness: at least one test failed (the code of libtest).
pub const TESTS_FAILED: u8 = 101;

/// Ends the program, with its processes and temporary files, where `place` cannot be written to: quietly, with the code
/// `gone`, if whoever read there has gone, and with a line that says what is wrong otherwise.
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

/// Prints a text on standard output.
///
/// # Errors
/// It takes no more.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
}

/// Says on standard error what is wrong. Where that cannot be written either, the exit code has to do.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "error: {message}");
}
