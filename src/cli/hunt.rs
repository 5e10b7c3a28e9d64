//! `storm hunt`: a campaign bounded by time.

use std::num::NonZero;

use clap::Args;
use smt_storm::process::count_processors;
use smt_storm::suite::environment::Environment;
use smt_storm::suite::hunt::{Wanted, hunt};

use super::files::ConfigFile;
use super::print::{self, Failed};

const EXIT_CODES: &str = "Exit codes:
  0  found nothing new
  1  new findings: pending snapshots wait for review; or failures for which there was no time
  2  wrong usage or configuration, or results cannot be written
  3  tested nothing, because solvers are missing, or a solver could not be run to the end
  4  no case matches the filter
  130, 143  interrupted; nothing is lost, and `--resume` continues";

/// Hunt for bugs for some time, over all rows, seeds and RNG seeds.
///
/// Every row gets the same time, and so does every seed of a row; those that only time out or show known bugs get less.
/// On each seed, strategies compete for the time: those that bring new operators or bugs get more. The hunt runs
/// instances of test cases with ever higher RNG seeds, so `storm test --exact NAME` reproduces a finding. It keeps each
/// new finding as a pending snapshot immediately, and counts bugs that are known or pending. `target/storm/hunt` records
/// the progress of the campaign.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Hunt {
    /// Hunt only in cases whose names contain one of these, such as `z3` or `QF_BV`.
    filter: Vec<String>,
    /// How long to hunt: 90s, 10m, 8h.
    #[arg(long = "for", value_name = "TIME", env = "STORM_FOR")]
    time: String,
    /// Number of solvers that run at the same time [default: the number of processors].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Hunt in one part of the campaign: 2/4 is the second of four. No two parts overlap.
    #[arg(long, value_name = "K/N", env = "STORM_SHARD")]
    shard: Option<String>,
    /// Continue the last campaign of this profile and shard, if there is one.
    #[arg(long)]
    resume: bool,
    /// Profile of the configuration. Of its RNG seeds, only the first counts.
    #[arg(long, value_name = "NAME", env = "STORM_PROFILE", default_value = "hunt")]
    profile: String,
    /// Hunt only in these rows of the profile, separated by commas: `z3,!z3/horn*`.
    #[arg(long, value_name = "PATTERN", env = "STORM_ROWS")]
    rows: Option<String>,
    #[command(flatten)]
    file: ConfigFile,
}

impl Hunt {
    pub(super) fn run(self) -> Result<u8, Failed> {
        let environment = Environment {
            config: Some(self.file.config),
            profile: Some(self.profile),
            time: Some(self.time),
            rows: self.rows,
            shard: self.shard,
            ..Environment::read()
        };
        let jobs = self.jobs.unwrap_or_else(count_processors);
        let (filters, resumes) = (self.filter, self.resume);
        let wanted = Wanted { environment, filters, diff: Vec::new(), resumes, jobs };
        let (code, text) = hunt(&wanted)?;
        print::text(&text);
        Ok(code)
    }
}
