//! What was tested and found, by logic and row.

use std::collections::{BTreeMap, BTreeSet};

use super::gather::Run;
use super::standing::Standing;
use crate::matrix::case::CaseName;

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
    pub fn of(run: &Run, standings: &BTreeMap<String, Standing>) -> Grid {
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
