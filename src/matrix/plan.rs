//! A matrix in numbers, and split into jobs for several machines.

use std::collections::BTreeMap;

use serde::Serialize;

use super::shard::Shard;
use crate::matrix::case::Case;

/// How many cases a row has in a logic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The row.
    pub row: String,
    /// The logic.
    pub logic: String,
    /// Its cases; at least one.
    pub cases: usize,
}

/// The numbers of cases, by row and logic in the order of the cases.
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

/// One job: a solver with its variants, and a part of its cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// The solver, which is what STORM_ROWS has to name.
    pub solver: String,
    /// The part, from 1; STORM_SHARD is `shard/shards`.
    pub shard: u32,
    /// How many parts there are.
    pub shards: u32,
    /// The rows of the solver as a filter expression of nextest.
    pub filter: String,
    /// Its cases; at least one.
    pub cases: usize,
}

/// What GitHub's `fromJSON` takes as a `matrix`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The jobs.
    pub include: Vec<Job>,
}

/// The jobs that run each case once, ordered by solver and shard. Shards without a case are left out.
pub fn plan(cases: &[Case], shards: u32) -> Plan {
    let mut jobs: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    for case in cases {
        let solver = case.name.solver.split('/').next().unwrap_or_default();
        *jobs.entry((solver, Shard::of_case(&case.name.to_string(), shards).number)).or_default() += 1;
    }
    let include = jobs.into_iter().map(|((solver, shard), cases)| {
        let filter = format!("test(/^{}(\\/|::)/)", solver.replace('.', "\\.").replace('+', "\\+"));
        Job { solver: solver.to_owned(), shard, shards, filter, cases }
    });
    let include = include.collect();
    Plan { include }
}
