//! The output of commands, and how they end. Where `println!` would panic, the program ends: silently if the reader has
//! gone, as after `| head`, and with an error if the disk is full.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use smt_storm::suite::exit;

/// Why a command failed.
pub(super) type Failed = Box<dyn std::error::Error>;

/// The exit codes of commands that either succeed or fail.
pub(super) const EXIT_CODES: &str = "Exit codes:
  0  done
  2  wrong usage, configuration or input";
/// The exit codes of commands that need a solver.
pub(super) const SOLVER_CODES: &str = "Exit codes:
  0  done
  2  wrong usage, configuration or input
  3  a solver is missing";
/// The exit codes of `storm solve`.
pub(super) const SOLVE_CODES: &str = "Exit codes:
  0  no answer is an error
  1  an answer is an error
  2  the script cannot be read";

/// Prints a line, as `println!` does.
macro_rules! say {
    ($($words:tt)*) => { $crate::cli::print::line(format_args!($($words)*)) };
}

/// Prints a line to standard error, as `eprintln!` does, but ignores errors.
macro_rules! note {
    ($($words:tt)*) => { $crate::cli::print::note(format_args!($($words)*)) };
}

/// Prints a line.
pub(super) fn line(words: fmt::Arguments<'_>) {
    text(&format!("{words}\n"));
}

/// Prints a text without a line break.
pub(super) fn text(text: &str) {
    if let Err(error) = exit::print(text) {
        end_unwritable(&error);
    }
}

/// Ends the program because standard output cannot be written.
pub(super) fn end_unwritable(error: &io::Error) -> ! {
    exit::end_unwritten("standard output", error, exit::SUCCESS)
}

/// Prints a line to standard error.
pub(super) fn note(words: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// Ends a command: returns its exit code, or prints its error.
pub(super) fn end(done: Result<u8, Failed>) -> ExitCode {
    ExitCode::from(done.unwrap_or_else(|error| {
        note(format_args!("error: {error}"));
        exit::USAGE
    }))
}
