//! All that commands print. What `println!` would panic of ends the program: quietly where the reader has gone, as after
//! `| head`, and with a line where the disk is full.

use std::fmt;
use std::io::{self, Write};

use smt_storm::suite::{exit, output};

/// Prints a line, as `println!` does.
macro_rules! say {
    ($($words:tt)*) => { $crate::cli::print::line(format_args!($($words)*)) };
}

/// Prints a line on standard error, as `eprintln!` does, if it can be printed there.
macro_rules! note {
    ($($words:tt)*) => { $crate::cli::print::note(format_args!($($words)*)) };
}

/// Prints a line.
pub(super) fn line(words: fmt::Arguments<'_>) {
    text(&format!("{words}\n"));
}

/// Prints a text as it is.
pub(super) fn text(text: &str) {
    if let Err(error) = output::print(text) {
        lost(&error);
    }
}

/// Ends the program: standard output cannot be written to.
pub(super) fn lost(error: &io::Error) -> ! {
    output::lost("standard output", error, exit::SUCCESS)
}

/// Prints a line on standard error.
pub(super) fn note(words: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{words}");
}
