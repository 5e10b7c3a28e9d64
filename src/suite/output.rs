//! Standard output that takes no more: the reader has gone, or the disk is full.

use std::io::{self, ErrorKind, Write};

use crate::process::interrupt;
use crate::suite::exit;

/// Ends the program, with its processes and temporary files, where `place` cannot be written to: quietly, with the code
/// `gone`, if whoever read there has gone, and with a line that says what is wrong otherwise.
pub(crate) fn lost(place: &str, error: &io::Error, gone: u8) -> ! {
    let code = match error.kind() {
        ErrorKind::BrokenPipe => gone,
        _ => {
            complain(&format!("{place}: {error}"));
            exit::USAGE
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
