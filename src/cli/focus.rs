//! `storm focus learn`: what the sources of a solver are about, from a coverage build.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use smt_storm::suite::exit;
use smt_storm::suite::focus::Lesson;

use super::files::{ConfigFile, version_of};
use super::print::{self, Failed, Output, SOLVER_CODES};

/// Learn what the sources of a solver are about.
#[derive(Debug, Args)]
pub(super) struct Focus {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Learn(Learn),
}

/// Learn `focus` of a row from a build of its solver with coverage.
///
/// Runs the row on instances of each logic without options, on scripts that need one operator, and with each option
/// group. After each of them it runs COMMAND, which prints what was reached since it last ran, as JSON of `gcov
/// --json-format --stdout` or `llvm-cov export`, and removes the data. Prints topics: the files that some of them reach
/// much more than others do, with these logics, operators and options. Standard error has the
/// files about which the row says something else.
#[derive(Debug, Args)]
#[command(override_usage = "storm focus learn [OPTIONS] <ROW> -- <COMMAND> [ARGUMENT]...", after_help = SOLVER_CODES)]
pub(super) struct Learn {
    /// The row, whose `argv` names the coverage build.
    row: String,
    /// The program that prints coverage, and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    argv: Vec<String>,
    /// The top folder of the solver's sources.
    #[arg(long, value_name = "DIR", default_value = ".")]
    sources: PathBuf,
    /// Number of instances of each seed.
    #[arg(long, value_name = "N", default_value_t = 5)]
    instances: u32,
    /// Profile of the configuration.
    #[arg(long, value_name = "NAME", env = "STORM_PROFILE")]
    profile: Option<String>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

impl Focus {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let Command::Learn(learn) = self.command;
        learn.run()
    }
}

impl Learn {
    fn run(self) -> Result<u8, Failed> {
        print::begin("focus learn", &self.output);
        let (config, workspace) = self.file.open_profile(self.profile.as_deref())?;
        let row = config.row(&self.row)?;
        if version_of(row, &workspace).is_none() {
            return Ok(exit::NOT_TESTED);
        }
        let folder = |source| format!("--sources {}: {source}", self.sources.display());
        let root = self.sources.canonicalize().map_err(folder)?;
        let lesson = Lesson { row, argv: &self.argv, root, instances: self.instances };
        let learnt = lesson.learn(&config, &workspace, &mut |step| note!("{step}"))?;
        print::text(&learnt.focus);
        for line in &learnt.differences {
            note!("{line}");
        }
        note!(
            "{} of {} files that were reached are in these topics; the topics of the row have {} of them",
            learnt.about,
            learnt.reached,
            learnt.covered
        );
        print::result(&learnt)?;
        Ok(exit::SUCCESS)
    }
}
