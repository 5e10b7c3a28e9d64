//! `solvers.yaml -> Config`: which solvers are tested, on which seeds, and how much of it.
//!
//! The way through this module: `yaml` reads the text into a tree that keeps what is written twice; `check`
//! compares the tree with the JSON schema of the types in `schema`; what is left becomes these types; `resolve`
//! gives them their meaning. Each step adds to one list of mistakes, so that all are reported at once, with
//! their lines.

mod argv;
mod bounds;
mod check;
mod load;
mod locate;
mod logics;
mod minimiser;
mod mistake;
mod named;
pub(crate) mod names;
mod node;
mod options;
mod overrides;
mod place;
mod profile;
mod program;
mod quantity;
mod read;
mod resolve;
mod rng;
mod rows;
mod scalars;
mod schema;
mod seed_glob;
mod select;
mod siblings;
mod solver;
#[cfg(test)]
mod tests;
mod witness;
mod yaml;

use std::path::{Path, PathBuf};

pub use bounds::{Auto, Bounds};
pub use logics::Logics;
pub use minimiser::Minimiser;
pub use mistake::{ConfigError, Mistake};
pub use seed_glob::SeedGlob;
pub use solver::{
    Alternative, Class, FILE_PLACEHOLDER, Form, Input, Missing, Mode, OptionGroup, SEED_PLACEHOLDER, Session,
    Solver, Tier, Version,
};
pub use witness::{Source, Weights};

/// One profile of a `solvers.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Absolute path of the file.
    pub path: PathBuf,
    /// The folder of the file; relative paths in it are relative to this folder.
    pub root: PathBuf,
    /// The name of the profile.
    pub profile: String,
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
    /// Absolute path of the folder of snapshots; it need not exist.
    pub snapshots: PathBuf,
    /// A case gives up after this many timeouts; at least 1.
    pub max_timeouts: u32,
    /// How failing instances are made smaller.
    pub minimise: Minimiser,
}

impl Config {
    /// Reads one profile of a file: the one that is named, or the file's `default_profile`.
    ///
    /// Mistakes in other profiles are reported too. No seed and no solver is looked for.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Read`] when there is no such file, [`ConfigError::Mistakes`] with everything that is wrong in it,
    /// a profile that it does not have included.
    pub fn load(path: &Path, profile: Option<&str>) -> Result<Config, ConfigError> {
        load::load(path, profile, &|name| std::env::var(name).ok())
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

/// Reads a value from YAML text, for the headers of snapshots.
///
/// # Errors
/// What is wrong with the text, with its line.
pub(crate) fn from_yaml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    yaml::from_text(text)
}

/// Writes a value as YAML text, for the headers of snapshots.
///
/// # Errors
/// What cannot be written.
pub(crate) fn to_yaml<T: serde::Serialize>(value: &T) -> Result<String, String> {
    yaml::to_text(value)
}

/// The JSON schema of `solvers.yaml`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(schema::File).into()
}

/// The schema as the text of a file.
pub fn schema_text() -> String {
    format!("{:#}\n", schema())
}
