//! Rows and what they have in common: a solver by its name, and how its kin are called.

use super::names::advice;
use super::solver::{Mode, Solver};
use super::{Config, UnknownSolver};

impl Config {
    /// A row of the file by its name, whatever the profile.
    ///
    /// # Errors
    /// There is no such row; the nearest one and all others are named.
    pub fn row(&self, name: &str) -> Result<&Solver, UnknownSolver> {
        let row = self.all_solvers.iter().find(|row| row.name == name);
        row.ok_or_else(|| UnknownSolver {
            name: name.to_owned(),
            path: self.path.clone(),
            advice: advice(name, self.all_solvers.iter().map(|row| row.name.as_str())),
        })
    }

    /// The arguments that a solver is given for incremental scripts: those of the first incremental row of the same
    /// solver which `row` does not have. None for a row that is incremental itself.
    pub fn incremental_arguments(&self, row: &Solver) -> Vec<String> {
        if row.form.mode == Mode::Incremental {
            return Vec::new();
        }
        let of = |row: &Solver| row.name.split('/').next().map(str::to_owned);
        let incremental = |other: &&Solver| other.form.mode == Mode::Incremental && of(other) == of(row);
        let other = self.all_solvers.iter().find(incremental);
        let arguments = other.map(|other| other.argv.as_slice()).unwrap_or_default();
        arguments.iter().filter(|argument| !row.argv.contains(argument)).cloned().collect()
    }
}
