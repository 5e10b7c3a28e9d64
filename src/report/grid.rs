//! What was tested and found, by logic and row.

use std::collections::{BTreeMap, BTreeSet};

use super::gather::Gathered;
use crate::matrix::Class;
use crate::matrix::case::CaseName;
use crate::report::lines::record::Outcome;

/// What is worst about the cases of one row and logic, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Not tested: why is told with the reasons.
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
            Standing::Missing => "planned, but the run ended before",
            Standing::Known => "fails as is known",
            Standing::Broken => "could not be run",
            Standing::Failed => "another failure",
            Standing::WrongUnsat => "wrong unsat",
        }
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
    /// The grid of what was gathered, and of planned cases that are missing.
    pub fn of(gathered: &Gathered, missing: &[String]) -> Grid {
        let mut grid = Grid::default();
        for case in gathered.cases.values() {
            let class = gathered.finding(&case.case).map(|finding| finding.class);
            // A stored bug has no finding of its own.
            let reason = || case.reason.as_deref()?.parse().ok();
            let standing = match (case.outcome, class.or_else(reason)) {
                (Outcome::Failed, Some(Class::WrongUnsat)) => Standing::WrongUnsat,
                (Outcome::Failed, _) => Standing::Failed,
                (Outcome::Broken, _) => Standing::Broken,
                (Outcome::Ignored, _) if class.is_some() => Standing::Known,
                (Outcome::Ignored, _) => Standing::Ignored,
                (Outcome::Passed, _) => Standing::Passed,
            };
            grid.add(&case.logic, &case.solver, standing, case.instances);
        }
        for name in missing.iter().filter_map(|name| name.parse::<CaseName>().ok()) {
            grid.add(&name.logic, &name.solver, Standing::Missing, 0);
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
