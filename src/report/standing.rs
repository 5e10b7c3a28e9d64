//! The standing of each case of a run, from its line, its findings and the plan; cases without a result; and the worst
//! standing by logic and row.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{Bug, Life};
use super::gather::Run;
use crate::matrix::case::CaseName;
use crate::matrix::{Class, Shard};
use crate::report::lines::fields::PlannedCases;
use crate::report::lines::record::{Case, Outcome};

/// The planned cases and shards without a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The planned cases without a result, by name.
    pub cases: Vec<String>,
    /// The parts of the run that left no results, such as `shard 2/4 of z3`.
    pub shards: Vec<String>,
    /// Whether a part did not record its plan, so that more may be missing.
    pub is_open: bool,
}

impl Missing {
    /// Finds what is missing of `plan` or, without it, of what the parts of the run planned.
    pub fn find(run: &Run, plan: Option<&PlannedCases>) -> Missing {
        let mut planned = plan.cloned().unwrap_or_default();
        let mut is_open = false;
        if plan.is_none() {
            let plans = run.parts.values().map(|line| line.as_ref().and_then(|line| line.planned.as_ref()));
            plans.for_each(|plan| plan.map_or_else(|| is_open = true, |plan| planned.merge(plan)));
        }
        let cases = planned.names().filter(|name| !run.cases.contains_key(name)).collect();
        Missing { cases, shards: shards(run), is_open }
    }

    /// Returns whether nothing is known to be missing.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.shards.is_empty()
    }
}

/// Returns the shards without a part, if other shards have one. A run of a single part is not incomplete: the other
/// parts report elsewhere.
fn shards(run: &Run) -> Vec<String> {
    let mut there: BTreeMap<(&str, u32), BTreeSet<u32>> = BTreeMap::new();
    for line in run.lines().filter(|_| run.parts.len() > 1) {
        if let Some(Ok(Shard { number, count: of })) = line.shard.as_deref().map(str::parse) {
            there.entry((line.rows.as_deref().unwrap_or_default(), of)).or_default().insert(number);
        }
    }
    let missing = there.iter().flat_map(|((rows, of), numbers)| {
        let of_rows = if rows.is_empty() { String::new() } else { format!(" of {rows}") };
        let absent = (1..=*of).filter(|number| !numbers.contains(number));
        absent.map(move |number| format!("shard {number}/{of}{of_rows}"))
    });
    // A line may claim any number of shards.
    missing.take(1000).collect()
}

words! {
    /// The worst that is known of a case, or of the cases of one row and logic, in increasing order.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Standing {
        /// Not tested; the reasons say why.
        #[default]
        Ignored = "ignored",
        /// Tested, and nothing was wrong.
        Passed = "passed",
        /// Planned, but the run ended first.
        Missing = "missing",
        /// Shows a known bug, or one that the base build shows too.
        Known = "known",
        /// Could not be run.
        Broken = "broken",
        /// Failed in another way than by a wrong `unsat`.
        Failed = "failed",
        /// Answered `unsat` for a satisfiable formula.
        WrongUnsat = "unsat",
    }
}

impl Standing {
    /// Returns an explanation.
    pub fn meaning(self) -> &'static str {
        match self {
            Standing::Ignored => "not tested",
            Standing::Passed => "tested, nothing wrong",
            Standing::Missing => "planned, but the run ended first",
            Standing::Known => "fails with a known bug",
            Standing::Broken => "could not be run",
            Standing::Failed => "another failure",
            Standing::WrongUnsat => "wrong unsat",
        }
    }
}

/// Returns the standing of every case of a run, by name: those that ended, those that ended only with a finding because
/// the run was cut short, and those that are missing.
pub(crate) fn standings(run: &Run, bugs: &[Bug], missing: &Missing) -> BTreeMap<String, Standing> {
    let mut standings: BTreeMap<String, Standing> = BTreeMap::new();
    let ended = run.cases.iter().map(|(name, case)| (name, judge_outcome(case)));
    let found = bugs.iter().flat_map(|bug| bug.cases.keys().map(|name| (name, judge_bug(bug))));
    let missing = missing.cases.iter().map(|name| (name, Standing::Missing));
    for (name, standing) in ended.chain(found).chain(missing) {
        let worst = standings.entry(name.clone()).or_default();
        *worst = standing.max(*worst);
    }
    standings
}

fn judge_outcome(case: &Case) -> Standing {
    match case.outcome {
        Outcome::Passed => Standing::Passed,
        Outcome::Ignored if case.is_known() => Standing::Known,
        Outcome::Ignored => Standing::Ignored,
        Outcome::Broken => Standing::Broken,
        Outcome::Failed => Standing::Failed,
    }
}

fn judge_bug(bug: &Bug) -> Standing {
    match bug.life {
        Life::Known | Life::Base => Standing::Known,
        Life::Fixed => Standing::Failed,
        _ if bug.class == Some(Class::WrongUnsat) => Standing::WrongUnsat,
        _ => Standing::Failed,
    }
}

/// The cases of one row and logic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Their worst standing.
    pub standing: Standing,
    /// The number of cases, including the missing ones.
    pub cases: usize,
    /// The number of instances that the solver was asked.
    pub instances: u64,
}

/// The cells with cases, by logic and row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The rows of `solvers.yaml`, by name.
    pub solvers: BTreeSet<String>,
    /// The logics, by name.
    pub logics: BTreeSet<String>,
    /// By logic, then row.
    pub cells: BTreeMap<(String, String), Cell>,
}

impl Grid {
    /// Builds the grid of some cases.
    pub fn build(run: &Run, standings: &BTreeMap<String, Standing>) -> Grid {
        let mut grid = Grid::default();
        for (name, standing) in standings {
            match (run.cases.get(name), name.parse::<CaseName>()) {
                // An invalid stored bug has no row.
                (Some(case), _) if case.solver.is_empty() => {}
                (Some(case), _) => grid.add(&case.logic, &case.solver, *standing, case.instances),
                (None, Ok(name)) => grid.add(&name.logic, &name.solver, *standing, 0),
                // A missing stored bug: its name does not tell its logic.
                (None, Err(_)) => {}
            }
        }
        grid
    }

    /// Returns the cell of a logic and a row.
    pub fn cell(&self, logic: &str, solver: &str) -> Option<&Cell> {
        self.cells.get(&(logic.to_owned(), solver.to_owned()))
    }

    fn add(&mut self, logic: &str, solver: &str, standing: Standing, instances: u64) {
        self.solvers.insert(solver.to_owned());
        self.logics.insert(logic.to_owned());
        let cell = self.cells.entry((logic.to_owned(), solver.to_owned())).or_default();
        cell.standing = cell.standing.max(standing);
        cell.cases += 1;
        cell.instances += instances;
    }
}
