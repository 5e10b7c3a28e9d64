//! Failures as insta snapshots: reviewed with `cargo insta review`, checked in, compared.
//!
//! The contents of a snapshot are an SMT-LIB script that any solver reads, with the witness
//! as comments; the header tells where it came from. Insta compares contents only, so
//! another path or version of the solver is no change.
//!
//! Insta writes in a child process: it prints, it panics on a difference, and whether it
//! writes at all hangs on environment variables (in CI it would not).

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use crate::child;
use crate::config;
use crate::narrow::Narrowed;
use crate::verified::Verified;

/// Exit code of the child process when the accepted snapshot is the same.
const SAME: u8 = 0;
/// Exit code of the child process when it wrote a pending snapshot.
const PENDING: u8 = 10;

/// The header of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Name of the case.
    pub case: String,
    /// Number of the instance in it.
    pub instance: u32,
    /// Row of the solver.
    pub solver: String,
    /// Version the solver gave.
    pub version: String,
    /// Command line; `{file}` stands for the script.
    pub argv: Vec<String>,
    /// Those of its arguments that were drawn from the solver's options.
    #[serde(default)]
    pub args: Vec<String>,
    /// For what only a session shows: the command line of the session.
    #[serde(default)]
    pub session: Option<Vec<String>>,
    /// What the solver did wrong, in a word or two.
    #[serde(default = "wrong_unsat")]
    pub class: String,
    /// The same with the solver's own words.
    #[serde(default)]
    pub details: String,
    /// The options that were drawn, each with its group and tier.
    #[serde(default)]
    pub options: Vec<String>,
    /// What the failure hangs on, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrowed: Option<Narrowed>,
    /// What other solvers answered since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verified: Vec<Verified>,
    /// Where the witness comes from.
    pub witness: String,
    /// What the truth values rest on.
    pub grade: String,
    /// Assertions of the instance before and after reducing.
    pub assertions: (usize, usize),
    /// Bytes of the instance before and after reducing.
    pub bytes: (usize, usize),
    /// SHA-256 of the seed file.
    pub seed_sha256: String,
    /// SHA-256 of the instance before reducing.
    pub instance_sha256: String,
    /// SHA-256 of the reduced script.
    pub sha256: String,
}

fn wrong_unsat() -> String {
    "wrong unsat".to_owned()
}

/// A snapshot to be compared or written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The folder of snapshots.
    pub folder: PathBuf,
    /// File name without `.snap`.
    pub name: String,
    /// One line on what was found.
    pub description: String,
    /// The header.
    pub info: Info,
    /// The script and, as comments, the witness.
    pub contents: String,
}

/// What comparing a snapshot came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The same failure was accepted before.
    Accepted,
    /// Nothing was accepted under this name; a pending snapshot was written.
    New,
    /// Something else was accepted under this name; a pending snapshot was written. The
    /// accepted contents.
    Changed(String),
}

/// A snapshot that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The pending snapshot cannot be written.
    #[error("cannot write the pending snapshot {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system or insta says.
        reason: String,
    },
    /// A snapshot file is not one of ours.
    #[error("{}: not a readable snapshot ({reason}); restore it from version control or delete it", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

impl Snapshot {
    /// The accepted file of this name.
    pub fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.snap", self.name))
    }

    /// The pending file of this name.
    pub fn pending_path(&self) -> PathBuf {
        self.folder.join(format!("{}.snap.new", self.name))
    }

    /// Compares with the accepted snapshot of this name; writes a pending one if they differ.
    ///
    /// # Errors
    /// The accepted snapshot is broken, or the pending one cannot be written.
    pub fn compare(&self) -> Result<Status, SnapshotError> {
        let accepted = Stored::read(&self.path())?;
        let unwritable = |reason: String| SnapshotError::Unwritable { path: self.pending_path(), reason };
        std::fs::create_dir_all(&self.folder).map_err(|error| unwritable(error.to_string()))?;
        let request = serde_json::to_vec(self).map_err(|error| unwritable(error.to_string()))?;
        let (code, stderr) = child::write_snapshot(request).map_err(|error| unwritable(error.to_string()))?;
        match (code, accepted) {
            (Some(code), Some(_)) if code == i32::from(SAME) => Ok(Status::Accepted),
            (Some(code), accepted) if code == i32::from(PENDING) && self.pending_path().is_file() => {
                Ok(accepted.map_or(Status::New, |accepted| Status::Changed(accepted.contents)))
            }
            _ => {
                let said = stderr.lines().map(str::trim).rfind(|line| !line.is_empty());
                Err(unwritable(said.unwrap_or("the folder is not writable").to_owned()))
            }
        }
    }
}

/// A snapshot as it is on disk.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The header.
    pub info: Info,
    /// The script with its comments.
    pub contents: String,
}

impl Stored {
    /// Reads a snapshot; `None` if there is no such file.
    ///
    /// # Errors
    /// The file is there but is no snapshot of a failure.
    pub fn read(path: &Path) -> Result<Option<Stored>, SnapshotError> {
        let broken = |reason: String| SnapshotError::Broken { path: path.to_owned(), reason };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            // Where a file stands in place of the folder there is no snapshot either.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(error) => return Err(broken(error.to_string())),
        };
        Stored::parse(path, &text).map(Some)
    }

    /// Reads the text of a snapshot; `path` is for what is wrong with it.
    ///
    /// # Errors
    /// It is no snapshot of a failure.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Stored, SnapshotError> {
        let broken = |reason: String| SnapshotError::Broken { path: path.to_owned(), reason };
        let parts = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (header, contents) = parts.ok_or_else(|| broken("no header between two lines `---`".into()))?;
        #[derive(Deserialize)]
        struct Header {
            info: Info,
        }
        let header: Header = config::from_yaml(header).map_err(broken)?;
        Ok(Stored { info: header.info, contents: contents.to_owned() })
    }
}

/// The child process: reads a [`Snapshot`] from standard input and lets insta compare it.
pub(crate) fn write_from_stdin() -> ExitCode {
    let mut request = Vec::new();
    let read = std::io::stdin().read_to_end(&mut request).map_err(|error| error.to_string());
    let parsed = read.and_then(|_| serde_json::from_slice(&request).map_err(|error| error.to_string()));
    let snapshot: Snapshot = match parsed {
        Ok(snapshot) => snapshot,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(&snapshot.folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(&snapshot.description);
    settings.set_info(&snapshot.info);
    let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_snapshot!(snapshot.name.as_str(), snapshot.contents));
    }));
    ExitCode::from(if compared.is_ok() { SAME } else { PENDING })
}
