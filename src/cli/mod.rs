//! Arguments of `storm` and what they do. All printing of the program is in this folder.
//!
//! It is part of the library so that every test target has it: a crate that depends on smt-storm gets no `storm`
//! executable from cargo, but `cargo test --release --test storm -- storm doctor` is the same.

#[macro_use]
mod print;

mod check;
mod differences;
mod doctor;
mod export;
mod generate;
mod init;
mod inspect;
mod issue;
mod matrix;
mod minimize;
mod parallel;
mod replay;
mod report;
mod solvers;
#[cfg(test)]
mod tests;
mod verify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use smt_storm::suite::exit;

const EXIT_CODES: &str = "Exit codes:
  0  as it should be; for `replay`: the solver answered sat or unknown
  1  the solver answered unsat (replay); for `solve`: an error among the answers
  2  wrong usage, configuration or input
  3  the solver could not be tested: missing, no answer, an error";

/// Finds wrong `unsat` answers of SMT solvers with formulas that are satisfiable by construction.
///
/// The test suite itself is `cargo test --release --test storm`; this program sets it up in the
/// repository of a solver, makes instances, runs a solver on one again, makes reports of failures,
/// and is the built-in solver.
#[derive(Debug, Parser)]
#[command(name = "storm", version, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Doctor(doctor::Doctor),
    Export(export::Export),
    Generate(generate::Generate),
    Init(init::Init),
    Inspect(inspect::Inspect),
    Issue(issue::Issue),
    Matrix(matrix::Matrix),
    Minimize(minimize::Minimize),
    /// Run the matrix of solvers.yaml as tests, as `cargo test --test storm` does.
    ///
    /// Takes libtest's arguments: `--list`, a filter, `--exact`, `--skip`, `--ignored`,
    /// `--test-threads`, `--format`. STORM_CONFIG names the configuration (default: solvers.yaml
    /// in this folder), STORM_PROFILE the profile. Ends with 0, or with 101 if a test failed, with
    /// 4 if none matches the filter, or with 2 if the configuration is wrong.
    #[command(disable_help_flag = true)]
    Test {
        /// Arguments of libtest.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    Replay(replay::Replay),
    Report(report::Report),
    /// Answer an SMT-LIB script with the linked Z3: the built-in solver.
    ///
    /// Prints one answer for each check-sat as it comes. Ends with 0, or with 1 if there was
    /// an error among the answers.
    #[command(after_help = EXIT_CODES)]
    Solve {
        /// The script.
        file: PathBuf,
    },
    Solvers(solvers::Solvers),
    Verify(verify::Verify),
}

/// The first argument that makes a test target this program.
const AS_ARGUMENT: &str = "storm";

/// The body of the `storm` executable.
pub fn main() -> ExitCode {
    if let Some(code) = smt_storm::worker::dispatch() {
        return code;
    }
    Arguments::parse().run()
}

/// Runs a test target's `storm COMMAND …`; `None` if its arguments are libtest's, which have no two words in a row.
pub fn dispatch() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let is_ours = words.next()? == AS_ARGUMENT && !words.next()?.to_string_lossy().starts_with('-');
    if !is_ours {
        return None;
    }
    Some(Arguments::parse_from(std::env::args_os().skip(1)).run())
}

impl Arguments {
    /// Does what the arguments say.
    pub fn run(self) -> ExitCode {
        let done = match self.command {
            Command::Check(check) => check.run(),
            Command::Doctor(doctor) => doctor.run(),
            Command::Export(export) => export.run(),
            Command::Generate(generate) => generate.run(),
            Command::Init(init) => init.run(),
            Command::Inspect(inspect) => inspect.run(),
            Command::Issue(issue) => issue.run(),
            Command::Matrix(matrix) => matrix.run(),
            Command::Minimize(minimize) => minimize.run(),
            Command::Replay(replay) => replay.run(),
            Command::Report(report) => report.run(),
            Command::Solvers(solvers) => solvers.run(),
            Command::Verify(verify) => verify.run(),
            Command::Test { arguments } => {
                let words = std::iter::once("storm test".to_owned()).chain(arguments);
                return smt_storm::suite::tests::test(Path::new("."), words);
            }
            Command::Solve { file } => return smt_storm::worker::solve(&file),
        };
        match done {
            Ok(code) => ExitCode::from(code),
            Err(message) => {
                note!("error: {message}");
                ExitCode::from(exit::USAGE)
            }
        }
    }
}
