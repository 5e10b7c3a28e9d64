//! The command line: the arguments of `storm`, and what each command prints.
//!
//! The command line is part of the library because cargo gives a crate that depends on smt-storm no `storm` executable.
//! Every test target has it: `cargo test --release --test storm -- storm doctor` runs a command.

#[macro_use]
mod print;

mod bisect;
mod check;
mod doctor;
mod explain;
mod export;
mod files;
mod focus;
mod generate;
mod hunt;
mod init;
mod inspect;
mod issue;
mod matrix;
mod minimize;
mod replay;
mod report;
mod review;
mod seeds;
mod solvers;
#[cfg(test)]
mod tests;
mod verify;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use smt_storm::suite::arguments::TestArguments;
use smt_storm::suite::run_tests::{ReportStyle, test};

use print::SOLVE_CODES;

/// Find wrong `unsat` answers of SMT solvers with formulas that are satisfiable by construction.
///
/// `storm test` runs the tests of `solvers.yaml`, as `cargo test --release --test storm` does. The other commands set
/// smt-storm up in the repository of a solver, hunt for bugs, inspect seeds, generate instances, and replay, minimize,
/// review and report failures.
#[derive(Debug, Parser)]
#[command(
    name = "storm",
    version,
    after_help = "`storm COMMAND --help` describes a command and its exit codes."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Accept(review::Accept),
    Bisect(bisect::Bisect),
    Check(check::Check),
    Doctor(doctor::Doctor),
    Explain(explain::Explain),
    Export(export::Export),
    Focus(focus::Focus),
    Generate(generate::Generate),
    Hunt(hunt::Hunt),
    Init(init::Init),
    Inspect(inspect::Inspect),
    Issue(issue::Issue),
    Matrix(matrix::Matrix),
    Minimize(minimize::Minimize),
    Reject(review::Reject),
    Replay(replay::Replay),
    Report(report::Report),
    Review(review::Review),
    Seeds(seeds::Seeds),
    /// Answer an SMT-LIB script with the linked Z3, the built-in solver.
    ///
    /// Prints the answer to each check-sat as soon as Z3 gives it.
    #[command(after_help = SOLVE_CODES)]
    Solve {
        /// The script.
        file: PathBuf,
    },
    Solvers(solvers::Solvers),
    Test(Box<TestArguments>),
    Verify(verify::Verify),
}

/// The first argument that makes a test target act as `storm`.
const AS_ARGUMENT: &str = "storm";

/// Runs the `storm` executable.
pub fn main() -> ExitCode {
    if let Some(code) = smt_storm::worker::dispatch() {
        return code;
    }
    run(std::env::args_os().collect())
}

/// Runs a test target's `storm COMMAND …`. Returns `None` if its arguments are those of libtest, which never begin with
/// two words.
pub(crate) fn dispatch() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let is_ours = words.next()? == AS_ARGUMENT && !words.next()?.to_string_lossy().starts_with('-');
    if !is_ours {
        return None;
    }
    Some(run(std::env::args_os().skip(1).collect()))
}

/// Runs the command of some arguments, the name of the program among them.
fn run(words: Vec<OsString>) -> ExitCode {
    match Arguments::read(&words) {
        Ok(arguments) => arguments.run(),
        Err(error) if error.use_stderr() && print::is_json_wanted(&words) => {
            print::end_misused(&words, &error)
        }
        Err(error) => error.exit(),
    }
}

/// Makes empty environment variables count as unset, as those of a CI system are that nobody filled in.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty =
        |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.to_string_lossy().trim().is_empty());
    let adapt = |arg: Arg| if arg.get_env().is_some_and(is_empty) { arg.env(Resettable::Reset) } else { arg };
    command.mut_args(adapt).mut_subcommands(without_empty_variables)
}

impl Arguments {
    /// Reads arguments, the name of the program among them.
    fn read(words: &[OsString]) -> Result<Arguments, clap::Error> {
        let mut command = without_empty_variables(Arguments::command());
        let mut matches = command.try_get_matches_from_mut(words)?;
        Arguments::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    }

    /// Runs the command.
    fn run(self) -> ExitCode {
        let done = match self.command {
            Command::Accept(accept) => accept.run(),
            Command::Bisect(bisect) => bisect.run(),
            Command::Check(check) => check.run(),
            Command::Doctor(doctor) => doctor.run(),
            Command::Explain(explain) => explain.run(),
            Command::Export(export) => export.run(),
            Command::Focus(focus) => focus.run(),
            Command::Generate(generate) => generate.run(),
            Command::Hunt(hunt) => hunt.run(),
            Command::Init(init) => init.run(),
            Command::Inspect(inspect) => inspect.run(),
            Command::Issue(issue) => issue.run(),
            Command::Matrix(matrix) => matrix.run(),
            Command::Minimize(minimize) => minimize.run(),
            Command::Reject(reject) => reject.run(),
            Command::Replay(replay) => replay.run(),
            Command::Report(report) => report.run(),
            Command::Review(review) => review.run(),
            Command::Seeds(seeds) => seeds.run(),
            Command::Solvers(solvers) => solvers.run(),
            Command::Verify(verify) => verify.run(),
            Command::Test(arguments) => return test(Path::new("."), *arguments, ReportStyle::Live),
            Command::Solve { file } => return smt_storm::worker::solve(&file),
        };
        print::end(done)
    }
}
