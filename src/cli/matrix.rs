//! `storm matrix`: counts the cases of a matrix, or splits them into jobs for several machines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use smt_storm::matrix::case::{Case, CaseName};
use smt_storm::matrix::{Config, Count, Job, MOST_JOBS, Plan, Solver, cases, counts, find, plan, unused};
use smt_storm::report::gather::Results;
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;

use super::files::ConfigFile;
use super::print::{self, EXIT_CODES, Failed, Output};

/// Count the cases of each row of solvers.yaml in each logic, or split them into jobs.
///
/// Respects STORM_RNG and STORM_ROWS, as a run does.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Matrix {
    /// Print the jobs as JSON, for `fromJSON` in a GitHub workflow: one for each solver and shard.
    #[arg(long)]
    github: bool,
    /// Number of shards for each solver; fewer if that would make more than the 256 jobs that GitHub accepts.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "github", value_parser = clap::value_parser!(u32).range(1..=256))]
    shards: u32,
    /// Results of earlier runs, files or folders: solvers whose instances took longer get more of the shards.
    #[arg(long, value_name = "RESULTS", requires = "github", num_args = 1..)]
    times: Vec<PathBuf>,
    /// Print only the job of this case, given by its whole name.
    #[arg(long, value_name = "CASE", requires = "github", conflicts_with_all = ["shards", "times"])]
    case: Option<String>,
    /// Profile of the configuration.
    #[arg(long, value_name = "NAME", env = "STORM_PROFILE")]
    profile: Option<String>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

impl Matrix {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("matrix", &self.output);
        let config = self.file.load_profile(self.profile.as_deref())?;
        let rows: Vec<String> = config.solvers.iter().map(|row| row.name.clone()).collect();
        let config = config.with_overrides(&Environment::read().overrides())?;
        let plan = match &self.case {
            Some(name) => Plan { include: vec![job(&config, name)?] },
            None if self.github => self.jobs(&cases(&config)?, &rows)?,
            None => {
                let counts = counts(&cases(&config)?);
                print::result(&counts)?;
                table(&counts);
                unused(&config).into_iter().for_each(|line| note!("{line}"));
                return Ok(exit::SUCCESS);
            }
        };
        print::result(&plan)?;
        say!("{}", serde_json::to_string(&plan)?);
        Ok(exit::SUCCESS)
    }

    fn jobs(&self, cases: &[Case], rows: &[String]) -> Result<Plan, Failed> {
        let seconds = match self.times.is_empty() {
            true => BTreeMap::new(),
            false => Results::read(&self.times)?.seconds(),
        };
        let plan = plan(cases, rows, self.shards, &seconds)?;
        if seconds.is_empty() && plan.include.iter().any(|job| job.shards < self.shards) {
            let all = self.shards;
            note!(
                "note: {all} shards for each solver exceed the {MOST_JOBS} jobs that GitHub accepts, so there \
                 are fewer"
            );
        }
        Ok(plan)
    }
}

/// Returns the only job that a case needs.
fn job(config: &Config, name: &str) -> Result<Job, Failed> {
    let row = match name.strip_prefix("regression::") {
        // A stored bug is replayed on a row of the profile.
        Some(stored) => {
            let row = stored.rsplit("::").next().unwrap_or_default();
            let is_there = config.solvers.iter().any(|solver| solver.name == row);
            is_there.then(|| row.to_owned()).ok_or(format!("`{name}`: the profile has no row `{row}`"))?
        }
        None => {
            let name: CaseName = name.parse()?;
            find(config, &name)?;
            name.solver
        }
    };
    let solver = Solver::base_of(&row).to_owned();
    let filter = format!("test(={name})");
    Ok(Job { solver, rows: row, shard: 1, shards: 1, filter, cases: 1 })
}

fn table(counts: &[Count]) {
    let width = |text: fn(&Count) -> &str| counts.iter().map(|count| text(count).len()).max().unwrap_or(0);
    let (rows, logics) = (width(|count| &count.row), width(|count| &count.logic));
    for Count { row, logic, cases } in counts {
        say!("{row:<rows$}  {logic:<logics$}  {cases:>6}");
    }
    let all: usize = counts.iter().map(|count| count.cases).sum();
    say!("{:<rows$}  {:<logics$}  {all:>6}", "all", "");
}
