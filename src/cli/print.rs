//! All that commands print, and how they end. What `println!` would panic of ends the program: quietly where the reader has gone, as after
//! `| head`, and with a line where the disk is full.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use smt_storm::suite::exit;

/// Why a command cannot be carried out, in words.
pub(super) type Failed = Box<dyn std::error::Error>;

/// Those of commands that either do it or cannot.
pub(super) const EXIT_CODES: &str = "Exit codes:
  0  done
  2  wrong usage, configuration or input";
/// Those of commands that need a solver.
pub(super) const SOLVER_CODES: &str = "Exit codes:
  0  done
  2  wrong usage, configuration or input
  3  a solver is missing";
/// Those of `storm solve`.
pub(super) const SOLVE_CODES: &str = "Exit codes:
  0  no answer is an error
  1  an answer is an error
  2  the script cannot be read";

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
    if let Err(error) = exit::print(text) {
        lost(&error);
    }
}

/// Ends the program: standard output cannot be written to.
pub(super) fn lost(error: &io::Error) -> ! {
    exit::end_unwritten("standard output", error, exit::SUCCESS)
}

/// Prints a line on standard error.
pub(super) fn note(words: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// The end of a command: its exit code, or what is wrong.
pub(super) fn end(done: Result<u8, Failed>) -> ExitCode {
    ExitCode::from(done.unwrap_or_else(|error| {
        note(format_args!("error: {error}"));
        exit::USAGE
    }))
}
