//! The arguments of the tests: libtest's, and those that environment variables may give too.

use std::path::PathBuf;

use clap::{Arg, Parser};
use libtest_mimic::Arguments;

use crate::suite::environment::Environment;

const EXIT_CODES: &str = "Exit codes:
  0    no test failed
  2    wrong usage or configuration; no test ran
  3    --diff: tested nothing, because solvers are missing
  4    the filter matches no test
  101  a test failed
  130, 143  interrupted; every finding so far is kept and listed
  141  the reader of the output went away and cut the run short";

/// The arguments that exclude `--diff`: it runs no whole tests, and its change has a focus of its own.
const NOT_WITH_DIFF: [&str; 9] =
    ["rng", "focus", "junit", "list", "exact", "format", "quiet", "logfile", "skip"];

/// Run the matrix of solvers.yaml as tests.
///
/// A test is named SOLVER::LOGIC::SEED::RNG, or regression::SNAPSHOT::SOLVER for an accepted bug. In a crate with the
/// test target, `cargo test --release --test storm --` takes the same arguments. An option overrides its environment
/// variable, such as STORM_PROFILE or STORM_RNG.
///
/// `storm test` shows its progress on standard error, or one line a minute without a terminal. It reports each
/// failure immediately, and again in short at the end. The test target prints libtest's lines instead, as does `storm
/// test --format pretty`.
#[derive(Clone, Debug, Default, Parser)]
#[command(name = "storm test", help_template = "{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}{after-help}", after_help = EXIT_CODES, mut_args(in_short))]
pub(crate) struct TestArguments {
    /// Configuration file [default: solvers.yaml, or else storm/solvers.yaml].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Profile of the configuration.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// RNG seeds, instead of the profile's: a number, a list such as 1,2,3, or a range such as 1..=20.
    #[arg(long, value_name = "SEEDS")]
    rng: Option<String>,
    /// Run only these rows of the profile, separated by commas: `z3,!z3/horn*`.
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    rows: Option<String>,
    /// Run only one part of the cases: 2/4 is the second of four.
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Stop the run after this time, such as 10m.
    #[arg(long = "for", value_name = "TIME")]
    time: Option<String>,
    /// Hunt in what a change of the solver's sources is about, by `focus` of the rows, for 10 minutes unless `--for` says
    /// otherwise: the files that differ between two commits, BASE..HEAD; a changed file; or `-`, a list of changed files
    /// on standard input. May be given more than once. The profile is `hunt` unless `--profile` says otherwise.
    #[arg(long, value_name = "BASE..HEAD|FILE", allow_hyphen_values = true, conflicts_with_all = NOT_WITH_DIFF)]
    pub(super) diff: Vec<String>,
    /// Lead synthesised atoms to these operators, separated by commas, as `--diff` does: `fp.rem,str.replace*`.
    #[arg(long, value_name = "OPERATORS")]
    focus: Option<String>,
    /// Keep failing instances as they are, without minimising them.
    #[arg(long)]
    no_minimise: bool,
    /// Another build of the solver, as PROGRAM or SOLVER=PROGRAM: failures that it shows too are listed and do not
    /// fail a test.
    #[arg(long, value_name = "BASE")]
    against: Option<String>,
    /// Also write JUnit: a suite for each row, a test for each case.
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// The arguments of libtest.
    #[command(flatten, next_help_heading = "Options of libtest")]
    pub(super) libtest: Arguments,
}

impl TestArguments {
    /// What the environment asks for, but where the arguments say otherwise.
    pub(super) fn over(&mut self, environment: Environment) -> Environment {
        Environment {
            config: self.config.take().or(environment.config),
            profile: self.profile.take().or(environment.profile),
            rng: self.rng.take().or(environment.rng),
            rows: self.rows.take().or(environment.rows),
            shard: self.shard.take().or(environment.shard),
            time: self.time.take().or(environment.time),
            focus: self.focus.take().or(environment.focus),
            against: self.against.take().or(environment.against),
            no_minimise: self.no_minimise || environment.no_minimise,
            ..environment
        }
    }
}

/// Describes libtest's arguments in one line each, as they work here. Those without an effect are accepted and
/// hidden.
fn in_short(argument: Arg) -> Arg {
    let help = match argument.get_id().as_str() {
        "include_ignored" | "ignored" | "test" | "bench" | "nocapture" | "show_output" | "unstable_flags" => {
            return argument.hide(true);
        }
        "list" => "List the tests",
        "exact" => "Match the whole name of a test, not a part of it",
        "quiet" => "Print one character for each test, as `--format terse` does",
        "test_threads" => "Number of tests that run at the same time [default: the number of processors]",
        "logfile" => "Write libtest's lines to a file",
        "skip" => "Skip the tests whose names contain this; may be given more than once",
        "color" => "Colour libtest's lines [default: only in a terminal]",
        "format" => "Print libtest's lines in this form",
        "filter" => "Run only the tests whose names contain this",
        _ => return argument,
    };
    argument.help(help).long_help(None).hide_possible_values(true)
}
