//! `storm matrix`: the size of a matrix, or its jobs for several machines.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use smt_storm::matrix::Config;
use smt_storm::matrix::{Count, cases, counts, plan};
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;

use super::EXIT_CODES;

/// Say how many cases each row of solvers.yaml has in each logic, or split them into jobs.
///
/// STORM_RNG and STORM_ROWS are heeded, as in a run.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Matrix {
    /// Print the jobs as JSON, for `fromJSON` in a GitHub workflow: one for each solver and shard.
    #[arg(long, conflicts_with = "json")]
    github: bool,
    /// Into how many shards each solver's cases are split.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "github", value_parser = clap::value_parser!(u32).range(1..=256))]
    shards: u32,
    /// Print one JSON object for each row and logic instead of a table.
    #[arg(long)]
    json: bool,
    /// Profile of the configuration.
    #[arg(long, value_name = "NAME", env = "STORM_PROFILE")]
    profile: Option<String>,
    /// The configuration.
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", default_value = "solvers.yaml")]
    config: PathBuf,
}

impl Matrix {
    pub(super) fn run(self) -> Result<u8, String> {
        let profile = self.profile.as_deref().filter(|name| !name.is_empty());
        let config = Config::load(&self.config, profile).map_err(|error| error.to_string())?;
        let config = config.with_overrides(&Environment::read().overrides())?;
        let cases = cases(&config).map_err(|error| error.to_string())?;
        if self.github {
            say!("{}", json(&plan(&cases, self.shards))?);
            return Ok(exit::SUCCESS);
        }
        let counts = counts(&cases);
        if self.json {
            for count in &counts {
                say!("{}", json(count)?);
            }
        } else {
            table(&counts, cases.len());
        }
        Ok(exit::SUCCESS)
    }
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn table(counts: &[Count], cases: usize) {
    let width = |text: fn(&Count) -> &str| counts.iter().map(|count| text(count).len()).max().unwrap_or(0);
    let (rows, logics) = (width(|count| &count.row), width(|count| &count.logic));
    for Count { row, logic, cases } in counts {
        say!("{row:<rows$}  {logic:<logics$}  {cases:>6}");
    }
    say!("{:<rows$}  {:<logics$}  {cases:>6}", "all", "");
}
