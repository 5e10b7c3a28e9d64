//! The division of a matrix into shards and jobs for several machines, and its size in numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::case::Case;
use super::solver::Solver;
use crate::digest::Digest;

/// The option and the variable that name the shard of a run, `2/4`.
const SHARD: &str = "--shard (STORM_SHARD)";

/// One of several parts of a matrix. The part of a case does not depend on other cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: u32,
    /// The number of shards; at least 1.
    pub count: u32,
}

/// The error that a text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{SHARD}: `{0}` is not a shard; write `2/4` for the second of four")]
pub struct ShardError(String);

impl Shard {
    /// Returns whether it contains the case of this name.
    pub fn contains(&self, name: &str) -> bool {
        Shard::containing(name, self.count) == *self
    }

    /// Returns the shard that contains the case of this name, among `count` shards, at least 1.
    pub fn containing(name: &str, count: u32) -> Shard {
        let digest = Digest::of(name);
        // The remainder of the first 64 bits, byte by byte. It is less than `count`, and so fits.
        let bytes = digest.bytes().iter().take(8);
        let remainder = bytes.fold(0, |rest: u64, &byte| ((rest << 8) | u64::from(byte)) % u64::from(count));
        Shard { number: remainder as u32 + 1, count }
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (number, count) = text.trim().split_once('/').ok_or_else(|| ShardError(text.to_owned()))?;
        match (number.parse(), count.parse()) {
            (Ok(number), Ok(count)) if (1..=count).contains(&number) => Ok(Shard { number, count }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

/// The number of cases of a row in a logic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Count {
    /// The row.
    pub row: String,
    /// The logic.
    pub logic: String,
    /// Its cases; at least one.
    pub cases: usize,
}

/// Counts the cases by row and logic, in the order of the cases.
pub fn counts(cases: &[Case]) -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::new();
    for case in cases {
        match counts.last_mut() {
            Some(last) if last.row == case.name.solver && last.logic == case.name.logic => last.cases += 1,
            _ => {
                counts.push(Count { row: case.name.solver.clone(), logic: case.name.logic.clone(), cases: 1 })
            }
        }
    }
    counts
}

/// A job: a solver with its variants, and a part of its cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Job {
    /// The solver.
    pub solver: String,
    /// Its rows, as STORM_ROWS names them.
    pub rows: String,
    /// The part, from 1; STORM_SHARD is `shard/shards`.
    pub shard: u32,
    /// The number of parts.
    pub shards: u32,
    /// The rows of the solver as a filter expression of nextest.
    pub filter: String,
    /// Its cases; at least one.
    pub cases: usize,
}

/// A plan in the form that GitHub's `fromJSON` takes as a `matrix`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Plan {
    /// The jobs.
    pub include: Vec<Job>,
}

/// The largest number of jobs that GitHub makes from one matrix.
pub const MOST_JOBS: u32 = 256;

/// The error that there are more solvers than jobs allowed, so that no number of shards is small enough.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} solvers need more than the {MOST_JOBS} jobs that GitHub allows in a matrix; leave some out with STORM_ROWS"
)]
pub struct TooManySolvers(usize);

/// Plans jobs that run each case once, ordered by solver and shard, at most [`MOST_JOBS`]. Shards without a case are
/// left out. `rows` has the names of all rows of the profile, `seconds` the average time of an instance of a row in
/// earlier runs: slower solvers get more of the shards. A row without a time counts as average.
///
/// # Errors
/// There are too many solvers.
pub fn plan(
    cases: &[Case],
    rows: &[String],
    shards: u32,
    seconds: &BTreeMap<String, f64>,
) -> Result<Plan, TooManySolvers> {
    let parts = parts(cases, shards, seconds)?;
    let mut jobs: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    for case in cases {
        let solver = solver(case);
        let shards = parts.get(solver).copied().unwrap_or(1);
        *jobs.entry((solver, Shard::containing(&case.name.to_string(), shards).number)).or_default() += 1;
    }
    let tested: BTreeSet<&str> = cases.iter().map(|case| case.name.solver.as_str()).collect();
    let include = jobs.into_iter().map(|((solver, shard), cases)| {
        let filter = format!("test(/^{}(\\/|::)/)", solver.replace('.', "\\.").replace('+', "\\+"));
        let shards = parts.get(solver).copied().unwrap_or(1);
        Job {
            rows: remaining_rows(solver, rows, &tested),
            solver: solver.to_owned(),
            shard,
            shards,
            filter,
            cases,
        }
    });
    let include = include.collect();
    Ok(Plan { include })
}

/// Returns the name of the solver, without its variant.
fn solver(case: &Case) -> &str {
    Solver::base_of(&case.name.solver)
}

/// Returns the rows of a solver that have cases, as STORM_ROWS names them. The solver's name also stands for all its
/// variants.
fn remaining_rows(solver: &str, rows: &[String], tested: &BTreeSet<&str>) -> String {
    let is_variant = |row: &&str| row.strip_prefix(solver).is_some_and(|rest| rest.starts_with('/'));
    if !tested.contains(solver) {
        return tested.iter().copied().filter(is_variant).collect::<Vec<_>>().join(",");
    }
    let all = rows.iter().map(String::as_str).filter(is_variant);
    let out = all.filter(|row| !tested.contains(row)).map(|row| format!(",!{row}"));
    std::iter::once(solver.to_owned()).chain(out).collect()
}

/// Computes the number of shards of each solver.
fn parts<'a>(
    cases: &'a [Case],
    shards: u32,
    seconds: &BTreeMap<String, f64>,
) -> Result<BTreeMap<&'a str, u32>, TooManySolvers> {
    let known: Vec<f64> = cases.iter().filter_map(|case| seconds.get(&case.name.solver).copied()).collect();
    let usual = if known.is_empty() { 1.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    let mut work: BTreeMap<&str, f64> = BTreeMap::new();
    for case in cases {
        *work.entry(solver(case)).or_default() += seconds.get(&case.name.solver).copied().unwrap_or(usual);
    }
    let most = usize::try_from(MOST_JOBS).unwrap_or(usize::MAX);
    if work.len() > most {
        return Err(TooManySolvers(work.len()));
    }
    let (all, solvers) = (work.values().sum::<f64>(), work.len() as f64);
    let share = |work: f64| match known.is_empty() || all <= 0.0 {
        true => shards,
        false => ((f64::from(shards) * solvers * work / all).round() as u32).clamp(1, MOST_JOBS),
    };
    let mut parts: BTreeMap<&str, u32> = work.into_iter().map(|(name, work)| (name, share(work))).collect();
    // There are at most as many solvers as jobs, so this ends at the latest with one shard each.
    while parts.values().sum::<u32>() > MOST_JOBS {
        let most = parts.values().copied().max().unwrap_or(1);
        if let Some(largest) = parts.values_mut().rev().find(|count| **count == most) {
            *largest -= 1;
        }
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::case::CaseName;
    use crate::matrix::{Config, cases};

    /// Returns the given number of cases of each row, in a configuration that has the row.
    fn many(rows: &[(&str, usize)]) -> Vec<Case> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let any = cases(&Config::load(&root.join("solvers.yaml"), None).unwrap()).unwrap().remove(0);
        let named = |row: &str, at: usize| {
            let (solver, seed) = (row.to_owned(), format!("seed-{at}"));
            Case { name: CaseName { solver, seed, ..any.name.clone() }, ..any.clone() }
        };
        rows.iter()
            .flat_map(|(row, count)| (0..*count).map(|at| named(row, at)).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn no_more_jobs_than_github_takes() {
        let rows: Vec<String> = (0..7).map(|at| format!("solver{at}")).collect();
        let rows: Vec<(&str, usize)> = rows.iter().map(|row| (row.as_str(), 900)).collect();
        let cases = many(&rows);
        let plan = plan(&cases, &[], 60, &BTreeMap::new()).unwrap();
        assert!((250..=256).contains(&plan.include.len()), "{}", plan.include.len());
        assert_eq!(plan.include.iter().map(|job| job.cases).sum::<usize>(), cases.len());
        let rows: Vec<String> = (0..257).map(|at| format!("solver{at}")).collect();
        let rows: Vec<(&str, usize)> = rows.iter().map(|row| (row.as_str(), 1)).collect();
        let error = super::plan(&many(&rows), &[], 1, &BTreeMap::new()).unwrap_err();
        assert!(error.to_string().starts_with("257 solvers"), "{error}");
    }

    #[test]
    fn a_slower_solver_gets_more_shards() {
        let cases = many(&[("slow", 60), ("slow/incremental", 60), ("quick", 120), ("new", 60)]);
        let seconds = [("slow", 30.0), ("slow/incremental", 60.0), ("quick", 3.0)];
        let seconds = seconds.map(|(row, time)| (row.to_owned(), time)).into();
        let shards = |plan: &Plan, name: &str| plan.include.iter().filter(|job| job.solver == name).count();
        let timed = plan(&cases, &[], 6, &seconds).unwrap();
        let parts = ["slow", "quick", "new"].map(|name| shards(&timed, name));
        // 5,400 s, 360 s, and 60 times the usual 24 s: of 18 jobs 13.5, 0.9 and 3.6.
        assert_eq!(parts, [14, 1, 4]);
        assert!(timed.include.iter().all(|job| job.shards as usize >= shards(&timed, &job.solver)));
        let untimed = plan(&cases, &[], 6, &BTreeMap::new()).unwrap();
        assert_eq!(["slow", "quick", "new"].map(|name| shards(&untimed, name)), [6, 6, 6]);
    }

    #[test]
    fn a_job_has_the_tested_rows() {
        let rows = ["z3", "z3/horn", "z3/models", "yices", "yices/models"].map(str::to_owned);
        let cases = many(&[("z3", 3), ("z3/models", 3), ("yices/models", 3)]);
        let plan = plan(&cases, &rows, 1, &BTreeMap::new()).unwrap();
        let named: Vec<&str> = plan.include.iter().map(|job| job.rows.as_str()).collect();
        assert_eq!(named, ["yices/models", "z3,!z3/horn"]);
    }

    #[test]
    fn a_shard_is_read() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, count: 4 }));
        for bad in ["", "2", "0/4", "5/4", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(bad.parse::<Shard>().unwrap_err().to_string().contains("write `2/4`"), "{bad}");
        }
    }
}
