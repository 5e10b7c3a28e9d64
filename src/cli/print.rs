//! The output of commands, and how they end: as text, or as one JSON object. Where `println!` would panic, the program ends:
//! silently if the reader has gone, as after `| head`, and with an error if the disk is full.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use smt_storm::suite::exit;

use super::solvers::InstallError;

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

/// How a command reports.
#[derive(Debug, Args)]
pub(super) struct Output {
    /// What to print: text for people, or one JSON object for programs, errors included.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The format of what a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people.
    Text,
    /// One JSON object.
    Json,
}

/// The version of [`Document`]. It changes when a field is removed or gets another meaning.
const VERSION: u32 = 1;

/// The JSON object that a command prints, on one line.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Document {
    /// The version of this format, which is 1.
    version: u32,
    /// The command, such as `solvers list`.
    command: String,
    /// The exit code, as `docs/reference.md` lists them.
    exit_code: u8,
    /// What the command found; `null` if it found nothing or failed. Its fields depend on the command.
    result: Option<Value>,
    /// What text output shows on standard error: a missing solver, a doubt.
    notes: Vec<String>,
    /// Why the command failed; `null` if it did not. The exit code is 2 then, or 3 if a solver could not be installed.
    error: Option<String>,
}

/// The object of this process; `None` if it prints text.
static DOCUMENT: Mutex<Option<Document>> = Mutex::new(None);

fn document() -> MutexGuard<'static, Option<Document>> {
    DOCUMENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the arguments ask for JSON, whatever is wrong with the rest of them.
pub(super) fn is_json_wanted(words: &[OsString]) -> bool {
    let is_asked = |words: &[OsString]| words[0] == "--format" && words[1] == "json";
    // `storm test --format json` asks for the lines of libtest.
    words.get(1).is_none_or(|command| command != "test")
        && (words.iter().any(|word| word == "--format=json") || words.windows(2).any(is_asked))
}

/// Prints a line, as `println!` does, unless the command prints JSON.
macro_rules! say {
    ($($words:tt)*) => { $crate::cli::print::line(format_args!($($words)*)) };
}

/// Prints a line to standard error, as `eprintln!` does, but ignores errors. JSON has it, too.
macro_rules! note {
    ($($words:tt)*) => { $crate::cli::print::note(format_args!($($words)*)) };
}

/// Says which command runs, before it prints anything.
pub(super) fn begin(command: &str, output: &Output) {
    if output.format == Format::Json {
        begin_json(command);
    }
}

fn begin_json(command: &str) {
    *document() = Some(Document { version: VERSION, command: command.to_owned(), ..Document::default() });
}

/// Sets what JSON has as the result of the command. Text says the same in its own words.
///
/// # Errors
/// It cannot be written as JSON.
pub(super) fn result(result: &(impl Serialize + JsonSchema)) -> Result<(), Failed> {
    if let Some(document) = &mut *document() {
        document.result = Some(serde_json::to_value(result)?);
    }
    Ok(())
}

/// Prints a line.
pub(super) fn line(words: fmt::Arguments<'_>) {
    text(&format!("{words}\n"));
}

/// Prints a text without a line break.
pub(super) fn text(text: &str) {
    if document().is_none() {
        write(text);
    }
}

fn write(text: &str) {
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
    if let Some(document) = &mut *document() {
        document.notes.push(words.to_string());
    }
    let _ = writeln!(io::stderr(), "{words}");
}

/// Ends a command: returns its exit code, and prints its error or its JSON.
pub(super) fn end(done: Result<u8, Failed>) -> ExitCode {
    ExitCode::from(finish(done))
}

/// Does the same for a command that ends the process itself.
pub(super) fn finish(done: Result<u8, Failed>) -> u8 {
    let (code, error) = match done {
        Ok(code) => (code, None),
        Err(error) if error.is::<InstallError>() => (exit::NOT_TESTED, Some(error.to_string())),
        Err(error) => (exit::USAGE, Some(error.to_string())),
    };
    let json =
        document().take().map(|document| Document { exit_code: code, error: error.clone(), ..document });
    match (json, error) {
        (Some(document), _) => match serde_json::to_string(&document) {
            Ok(json) => write(&(json + "\n")),
            Err(error) => note(format_args!("error: {error}")),
        },
        (None, Some(error)) => note(format_args!("error: {error}")),
        (None, None) => {}
    }
    code
}

/// Ends a command whose arguments are wrong, as JSON.
pub(super) fn end_misused(words: &[OsString], error: &clap::Error) -> ExitCode {
    let command = words.get(1).map(|word| word.to_string_lossy()).filter(|word| !word.starts_with('-'));
    begin_json(&command.unwrap_or_default());
    let error = error.render().to_string();
    end(Err(error.trim_start_matches("error: ").trim_end().to_owned().into()))
}
