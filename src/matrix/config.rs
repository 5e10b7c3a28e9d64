//! One profile of a `solvers.yaml`, as it is meant.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::names::advice;
use super::yaml::{ConfigError, load};
use super::{Bounds, Mode, Opinions, SeedGlob, Solver, Weights};

/// One profile of a `solvers.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Absolute path of the file.
    pub path: PathBuf,
    /// The folder of the file; relative paths in it are relative to this folder.
    pub root: PathBuf,
    /// The name of the profile.
    pub profile: String,
    /// Where programs without a path are looked for before PATH; absolute.
    pub path_folders: Vec<PathBuf>,
    /// Every row of the file, whatever the profile: what a stored failure may name.
    pub all_solvers: Vec<Solver>,
    /// The rows of the matrix, in the order of the file, a solver before its variants; at least one.
    pub solvers: Vec<Solver>,
    /// Where the seeds are; at least one.
    pub seeds: Vec<SeedGlob>,
    /// The RNG seeds, ascending; at least one.
    pub rng_seeds: Vec<u64>,
    /// The bounds of each case.
    pub bounds: Bounds,
    /// How often each source of witnesses is taken.
    pub witness: Weights,
    /// The row whose solver is asked for models of seeds, with limits of its own, in the place of the linked Z3.
    pub model_from: Option<Solver>,
    /// For which seeds Z3 is asked for the values of terms too.
    pub second_opinion: Opinions,
    /// Absolute path of the folder of snapshots; it need not exist.
    pub snapshots: PathBuf,
    /// A case gives up after this many timeouts; at least 1.
    pub max_timeouts: u32,
    /// Wall-clock limit of an instance of a small batch, where it is another one.
    pub small_timeout: Option<Duration>,
    /// How long a case may take to make its failing instances smaller.
    pub minimise_time: Duration,
    /// How long a whole run may take.
    pub run_time: Option<Duration>,
}

impl Config {
    /// Reads one profile of a file: the one that is named, or the file's `default_profile`.
    ///
    /// Mistakes in other profiles are reported too. No seed is looked for, and a solver only in the folders of `path`.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Read`] when there is no such file, [`ConfigError::Mistakes`] with everything that is wrong in it,
    /// a profile that it does not have included.
    pub fn load(path: &Path, profile: Option<&str>) -> Result<Config, ConfigError> {
        load(path, profile, &|name| std::env::var(name).ok())
    }

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
    /// solver which `row` does not have, so nothing for a row that is incremental itself. None if it takes no such scripts.
    pub fn incremental_arguments(&self, row: &Solver) -> Option<Vec<String>> {
        if row.form.mode == Mode::Incremental || row.built_in {
            return Some(Vec::new());
        }
        let incremental = |other: &&Solver| {
            other.form.mode == Mode::Incremental && Solver::base_of(&other.name) == Solver::base_of(&row.name)
        };
        let other = self.all_solvers.iter().find(incremental)?;
        Some(other.argv.iter().filter(|argument| !row.argv.contains(argument)).cloned().collect())
    }
}

/// The name of a row that is not in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solver is called `{name}` in {}{advice}", path.display())]
pub struct UnknownSolver {
    /// The name.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    advice: String,
}
