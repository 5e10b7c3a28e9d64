//! `storm hunt`: a campaign, bounded by time.

use std::num::NonZero;

use clap::Args;
use smt_storm::suite::hunt::{Wanted, hunt};

use super::files::ConfigFile;
use super::print::{self, Failed};

const EXIT_CODES: &str = "Exit codes:
  0  nothing new was found in the time
  1  new findings: pending snapshots, to be reviewed
  2  wrong usage or configuration, or results cannot be written
  3  nothing could be tested: solvers are missing
  4  no case matches the filter
  130, 143  interrupted; nothing is lost, and `--resume` goes on";

/// Look for bugs for some time: every row, seed and RNG seed in turn, without end.
///
/// A row gets as much time as another one, and so does a seed of a row; those that only time out get less. What is run are
/// the instances of test cases, with RNG seeds that rise without end, so that the name and number that a finding has make
/// it again: `storm test --exact NAME`. Findings are kept as pending snapshots at once; known bugs, and those that wait for
/// their review, are only counted. `target/storm/hunt` has how far the campaign has come.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Hunt {
    /// Only cases whose names have one of these in them, such as `z3` or `QF_BV`.
    filter: Vec<String>,
    /// How long: 90s, 10m, 8h.
    #[arg(long = "for", value_name = "TIME", env = "STORM_FOR")]
    time: String,
    /// How many solvers run at the same time; by default as many as there are processors.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// A part of the campaign, such as 2/4 for the second of four: no two do the same.
    #[arg(long, value_name = "K/N", env = "STORM_SHARD")]
    shard: Option<String>,
    /// Go on where the last campaign of this profile and shard stopped; without one, begin.
    #[arg(long)]
    resume: bool,
    /// Profile of the configuration. Its RNG seeds but the first one do not count.
    #[arg(long, value_name = "NAME", env = "STORM_PROFILE", default_value = "hunt")]
    profile: String,
    /// Only these rows of the profile, with commas: `z3,!z3/horn*`.
    #[arg(long, value_name = "PATTERN", env = "STORM_ROWS")]
    rows: Option<String>,
    #[command(flatten)]
    file: ConfigFile,
}

impl Hunt {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let processors = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let wanted = Wanted {
            config: self.file.config,
            profile: self.profile,
            time: self.time,
            rows: self.rows,
            shard: self.shard,
            filters: self.filter,
            resumes: self.resume,
            jobs: self.jobs.unwrap_or_else(processors),
        };
        let (code, text) = hunt(&wanted)?;
        print::text(&text);
        Ok(code)
    }
}
