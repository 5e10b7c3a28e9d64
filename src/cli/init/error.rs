//! What keeps a repository from being set up, in words.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::matrix::ConfigError;

/// A repository that cannot be set up.
#[derive(Debug, Error)]
pub(super) enum InitError {
    /// No row to start from, and no logic either.
    #[error("smt-storm does not know the solver `{solver}`; say which logics it supports: `--logic QF_LIA`")]
    UnknownSolver {
        /// The name that was given.
        solver: String,
    },
    /// A name that a row cannot have.
    #[error("`{solver}` is no name for a solver; use letters, digits and `_.+-`")]
    Name {
        /// The name that was given.
        solver: String,
    },
    /// A path that `solvers.yaml` would read otherwise.
    #[error(
        "the program {program:?} has a character that solvers.yaml gives a meaning; give another path to it"
    )]
    Program {
        /// The program that was given.
        program: String,
    },
    /// No seed at hand.
    #[error(
        "there is no seed of `{logic}` to start with{advice}; leave it out and add your own as seeds/{logic}/NAME.smt2"
    )]
    Logic {
        /// The logic that was asked for.
        logic: String,
        /// The nearest one and the known ones.
        advice: String,
    },
    /// smt-storm is not where it was said to be.
    #[error("{}: {source}; give another folder as `--path`, the one that smt-storm's own Cargo.toml is in", path.display())]
    Path {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that cannot be read or written.
    #[error("{}: {source}; give another `--folder`, or correct its permissions", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The `solvers.yaml` that is there cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl InitError {
    pub(super) fn file(path: &Path, source: io::Error) -> InitError {
        InitError::File { path: path.to_owned(), source }
    }
}
