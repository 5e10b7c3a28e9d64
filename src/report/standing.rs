//! What each case of a run stands for, from its line, its findings, and what was planned: cases without a result, the worst of
//! each case, and the worst by logic and row.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{Bug, Life};
use super::gather::Run;
use crate::matrix::case::CaseName;
use crate::matrix::{Class, Shard};
use crate::report::lines::fields::PlannedCases;
use crate::report::lines::record::{Case, Outcome};

/// What a run has not, although it should.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Cases that were planned, by name.
    pub cases: Vec<String>,
    /// Parts of the run that left nothing at all, such as `shard 2/4 of z3`.
    pub shards: Vec<String>,
    /// Whether a part did not say what it planned, so that there may be more.
    pub is_open: bool,
}

impl Missing {
    /// What is missing of `plan`, or without one, of what the parts of the run planned.
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

    /// Whether nothing is known to be missing.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.shards.is_empty()
    }
}

/// The shards of which there is no part although there is one of another. A run that is one part alone is not
/// incomplete: the others are elsewhere.
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

/// What is worst about the cases of one row and logic, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Not tested; the reasons say why.
    #[default]
    Ignored,
    /// Tested, and nothing was wrong.
    Passed,
    /// Planned, but the run ended before.
    Missing,
    /// Fails as was accepted.
    Known,
    /// Could not be run.
    Broken,
    /// Something is wrong that is no wrong `unsat`.
    Failed,
    /// `unsat` to a satisfiable formula.
    WrongUnsat,
}

impl Standing {
    /// All of them, the worst first.
    pub const ALL: [Standing; 7] = [
        Standing::WrongUnsat,
        Standing::Failed,
        Standing::Broken,
        Standing::Known,
        Standing::Missing,
        Standing::Passed,
        Standing::Ignored,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Ignored => "ignored",
            Standing::Passed => "passed",
            Standing::Missing => "missing",
            Standing::Known => "known",
            Standing::Broken => "broken",
            Standing::Failed => "failed",
            Standing::WrongUnsat => "unsat",
        }
    }

    /// What it means.
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

/// Every case of a run, by name: those that ended, those that only have a finding, for the run ended before they did,
/// and those that are missing.
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
    /// What is worst about them.
    pub standing: Standing,
    /// Cases, those that are missing included.
    pub cases: usize,
    /// Instances that the solver was asked.
    pub instances: u64,
}

/// Cells by logic and row; only those with a case.
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
    /// The grid of some cases.
    pub fn build(run: &Run, standings: &BTreeMap<String, Standing>) -> Grid {
        let mut grid = Grid::default();
        for (name, standing) in standings {
            match (run.cases.get(name), name.parse::<CaseName>()) {
                // A stored bug that cannot be believed has no row.
                (Some(case), _) if case.solver.is_empty() => {}
                (Some(case), _) => grid.add(&case.logic, &case.solver, *standing, case.instances),
                (None, Ok(name)) => grid.add(&name.logic, &name.solver, *standing, 0),
                // A stored bug, whose logic its name does not tell.
                (None, Err(_)) => {}
            }
        }
        grid
    }

    /// The cell of a logic and a row.
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
