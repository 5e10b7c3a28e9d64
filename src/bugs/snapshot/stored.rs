//! A snapshot: its header, and its contents, whose last line is the state.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::info::{Info, State};
use crate::digest::Digest;
use crate::matrix::names::{advice, is_name};
use crate::smtlib::instance::Instance;
use crate::smtlib::{Problem, ReadError};
use crate::witness::detach;

/// The beginning of the last line of the contents. It is there because insta compares only contents.
const STATE: &str = "; State: ";

/// A stored failure: about to be written, pending or accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The header.
    pub info: Info,
    /// The script and, in comments, the witness and the state.
    pub contents: String,
}

/// The reason why a snapshot cannot be read, trusted or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SnapshotError {
    #[error("cannot write the snapshot {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unwritable { path: PathBuf, reason: String },
    #[error("cannot list the snapshots in {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unlistable { path: PathBuf, reason: String },
    #[error("{given}: no such file, and no snapshot of this name in {}{advice}", folder.display())]
    Unknown { given: String, folder: PathBuf, advice: String },
    #[error("{}: not a readable snapshot ({reason}); restore it from version control or delete it", path.display())]
    Broken { path: PathBuf, reason: String },
    #[error("{}: the header belongs to {name}.snap; restore that name or delete the file", path.display())]
    Misnamed { path: PathBuf, name: String },
    #[error(
        "{}: the script was edited: it does not match `sha256` in the header; restore the file from version \
         control (only `known` and the state may be edited)",
        path.display()
    )]
    Edited { path: PathBuf },
    #[error(
        "{}: the header was edited: it does not match its `header_sha256`; restore the file from version control \
         (only `known` and the state may be edited by hand)",
        path.display()
    )]
    Header { path: PathBuf },
    #[error(
        "{}: the header says `state: {header}`, but the last line is not `; State: {header}`; make them agree",
        path.display()
    )]
    States { path: PathBuf, header: State },
    #[error(
        "{}: found with `{row}`, which solvers.yaml does not have{advice}; restore the row or delete the snapshot",
        path.display()
    )]
    Row { path: PathBuf, row: String, advice: String },
}

impl SnapshotError {
    /// Returns the error that a file is not a readable snapshot.
    pub(crate) fn broken(path: &Path, reason: impl ToString) -> SnapshotError {
        SnapshotError::Broken { path: path.to_owned(), reason: reason.to_string() }
    }

    /// Returns the error that a snapshot cannot be written.
    pub(crate) fn unwritable(path: &Path, reason: impl ToString) -> SnapshotError {
        SnapshotError::Unwritable { path: path.to_owned(), reason: reason.to_string() }
    }
}

impl Snapshot {
    /// Creates the snapshot of a failure without a review, which is open. `body` is the script with the witness
    /// in comments.
    pub fn new(info: Info, body: &str) -> Snapshot {
        let mut info = Info { state: State::Open, sha256: digest(body), ..info.readable() };
        info.header_sha256 = info.digest().ok();
        Snapshot { contents: contents(body, info.state), info }
    }

    /// Parses the script.
    pub(crate) fn problem(&self) -> Result<Problem, ReadError> {
        Problem::read(self.contents.as_str())
    }

    /// Returns the script as an instance, with what the comments say about the right answers.
    pub(crate) fn instance(&self) -> Result<Instance, ReadError> {
        detach(&self.contents)?.instance()
    }

    /// Returns the snapshot with another state.
    pub fn with_state(&self, state: State) -> Snapshot {
        let info = Info { state, ..self.info.clone() };
        Snapshot { contents: contents(self.parts().0, state), info }
    }

    /// Returns the contents without the state, and the state.
    pub(crate) fn parts(&self) -> (&str, &str) {
        let contents = self.contents.trim_end();
        let last = contents.rfind('\n').map_or(0, |end| end + 1);
        match contents[last..].strip_prefix(STATE) {
            Some(state) => (&contents[..last], state),
            None => (contents, ""),
        }
    }
}

/// Returns the path of an accepted snapshot.
pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.snap"))
}

/// Returns the path of a pending snapshot.
pub(crate) fn pending_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.snap.new"))
}

/// Returns the file that a text means: a path, or the name of a snapshot in a folder, with or without `.snap` or
/// `.snap.new`. If the bug has a pending snapshot as well as an accepted one, it is the pending one.
///
/// # Errors
/// The text could be a name, but there is neither such a file nor such a snapshot.
pub(crate) fn locate(given: &Path, folder: &Path) -> Result<PathBuf, SnapshotError> {
    let text = given.to_string_lossy();
    let name = name_in(&text).unwrap_or(&text);
    if given.exists() || !is_name(name) {
        return Ok(given.to_owned());
    }
    let files = [pending_path(folder, name), path(folder, name)];
    if let Some(file) = files.into_iter().find(|file| file.is_file()) {
        return Ok(file);
    }
    let files = files_in(folder)?;
    let known: BTreeSet<&str> =
        files.iter().filter_map(|file| name_in(file.file_name()?.to_str()?)).collect();
    Err(SnapshotError::Unknown {
        given: text.to_string(),
        folder: folder.to_owned(),
        advice: advice(name, known),
    })
}

/// Returns the files of the accepted and pending snapshots in a folder, sorted; none if there is no such folder.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<PathBuf>, SnapshotError> {
    let paths = match folder.read_dir() {
        // A file in place of the folder also means that there are no snapshots.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(Vec::new())
        }
        entries => entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()),
    };
    let unlistable =
        |error: io::Error| SnapshotError::Unlistable { path: folder.to_owned(), reason: error.to_string() };
    let mut paths: Vec<PathBuf> = paths.map_err(unlistable)?;
    paths.retain(|path| is_snapshot(path));
    paths.sort();
    Ok(paths)
}

/// Whether a file is that of a snapshot.
pub(crate) fn is_snapshot(path: &Path) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|file| name_in(file).is_some())
}

/// Whether a file is that of a pending snapshot.
pub(crate) fn is_pending(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "new")
}

/// Returns the name of a snapshot, which its accepted and pending files share; `None` if the file has another extension.
pub(crate) fn name_in(file: &str) -> Option<&str> {
    file.strip_suffix(".new").unwrap_or(file).strip_suffix(".snap")
}

fn contents(body: &str, state: State) -> String {
    format!("{}\n{STATE}{state}\n", body.trim_end())
}

/// Returns the digest of a body. Insta writes every line end as a line feed.
pub(super) fn digest(body: &str) -> String {
    Digest::of(body.replace("\r\n", "\n").trim_end()).to_string()
}
