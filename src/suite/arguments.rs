//! The arguments of the tests: what the environment may say too, beside those of libtest.

use std::path::PathBuf;

use clap::{Arg, Parser};
use libtest_mimic::Arguments;

use crate::suite::environment::Environment;

const EXIT_CODES: &str = "Exit codes:
  0    no test failed
  2    wrong usage or configuration; no test was run
  4    the filter matches no test
  101  a test failed
  130, 143  interrupted; what was found is kept, and is told
  141  whoever read the output has gone, so the run was cut short";

/// Run the matrix of solvers.yaml as tests.
///
/// A test is called SOLVER::LOGIC::SEED::RNG, or regression::SNAPSHOT::SOLVER for a bug that was accepted. In a crate with
/// the test target, `cargo test --release --test storm --` takes the same arguments. What is left out, the environment may
/// say: STORM_PROFILE, STORM_RNG and so on.
///
/// `storm test` shows on standard error how far it has come, or a line a minute where there is no terminal; what is red is
/// told at once, and in short at the end. The test target has libtest's lines, as `storm test --format pretty` does.
#[derive(Clone, Debug, Default, Parser)]
#[command(name = "storm test", help_template = "{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}{after-help}", after_help = EXIT_CODES, mut_args(in_short))]
pub(crate) struct TestArguments {
    /// The configuration [default: solvers.yaml].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Profile of the configuration.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Other RNG seeds than the profile's: a number, several with commas, or a range such as 1..=20.
    #[arg(long, value_name = "SEEDS")]
    rng: Option<String>,
    /// Only these rows of the profile, with commas: `z3,!z3/horn*`.
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    rows: Option<String>,
    /// Only a part of the cases: 2/4 is the second of four.
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// How long the run may take, such as 10m.
    #[arg(long = "for", value_name = "TIME")]
    time: Option<String>,
    /// Keep failing instances as they are, and save the time of making them smaller.
    #[arg(long)]
    no_minimise: bool,
    /// Another build of the solver, a program or SOLVER=PROGRAM: what it shows too is listed, and is not red.
    #[arg(long, value_name = "BASE")]
    against: Option<String>,
    /// Write JUnit too: a suite for each row, a test for each case.
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// The rest.
    #[command(flatten, next_help_heading = "Options of libtest")]
    pub(super) libtest: Arguments,
}

impl TestArguments {
    /// What the environment asks for, but where the arguments say otherwise.
    pub(super) fn over(&mut self, mut environment: Environment) -> Environment {
        let TestArguments { config, profile, rng, rows, shard, time, no_minimise, against, .. } = self;
        let Environment { config: c, profile: p, rng: r, rows: o, shard: s, time: t, against: a, .. } =
            &mut environment;
        for (said, place) in [(profile, p), (rng, r), (rows, o), (shard, s), (time, t), (against, a)] {
            if said.is_some() {
                *place = said.take();
            }
        }
        if config.is_some() {
            *c = config.take();
        }
        environment.no_minimise |= *no_minimise;
        environment
    }
}

/// What the arguments of libtest mean here, in a line; those that mean nothing are taken, and not shown.
fn in_short(argument: Arg) -> Arg {
    let help = match argument.get_id().as_str() {
        "include_ignored" | "ignored" | "test" | "bench" | "nocapture" | "show_output" | "unstable_flags" => {
            return argument.hide(true);
        }
        "list" => "List the tests",
        "exact" => "The filter is the whole name of a test",
        "quiet" => "A character for each test, as `--format terse`",
        "test_threads" => "How many tests run at the same time; by default as many as there are processors",
        "logfile" => "Write libtest's lines to a file",
        "skip" => "Leave out the tests with this in their names; may be given more than once",
        "color" => "Whether libtest's lines have colours; by default in a terminal",
        "format" => "Print libtest's lines",
        "filter" => "Only the tests with this in their names",
        _ => return argument,
    };
    argument.help(help).long_help(None).hide_possible_values(false)
}
