//! Pending snapshots in the format of `cargo insta`, and accepted ones as it writes them.

use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use tempfile::NamedTempFile;

use super::info::Info;
use super::stored::{Snapshot, SnapshotError, path, pending_path};
use crate::process::interrupt;
use crate::process::workspace::unfinished;

/// What is known of a bug that was found.
#[derive(Clone, Debug)]
pub enum Status {
    /// Nothing: a pending snapshot was written.
    New,
    /// A snapshot waits for review.
    Pending(Box<Snapshot>),
    /// A snapshot was accepted, as open or as fixed.
    Accepted(Box<Snapshot>),
}

/// What insta calls the source of a snapshot; `file!()` may be a path of the machine.
const SOURCE: &str = "src/bugs/snapshot/pending.rs";

/// The header of a snapshot, as insta reads it.
#[derive(Serialize)]
struct Header<'a> {
    source: &'a str,
    description: String,
    info: &'a Info,
}

impl Snapshot {
    /// Looks the bug up, and writes a pending snapshot if it is not known. If several threads or programs do so
    /// at once, the first one writes.
    ///
    /// # Errors
    /// A known snapshot is broken, or the pending one cannot be written.
    pub fn register(&self, folder: &Path) -> Result<Status, SnapshotError> {
        let name = self.info.name();
        if let Some(status) = Status::look_up(folder, &name)? {
            return Ok(status);
        }
        if self.write_pending(folder)? {
            return Ok(Status::New);
        }
        Ok(Status::look_up(folder, &name)?.unwrap_or(Status::New))
    }

    /// Writes the pending snapshot atomically, and returns whether there was none yet.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn write_pending(&self, folder: &Path) -> Result<bool, SnapshotError> {
        let Snapshot { info, contents } = self;
        let path = pending_path(folder, &info.name());
        let write = || {
            let header = Header { source: SOURCE, description: info.description(), info };
            // JSON is YAML in which no text can look like something else.
            let text = format!("---\n{}\n---\n{contents}", serde_json::to_string(&header)?);
            match as_insta_writes_it(&path, text.as_bytes())?.persist_noclobber(&path) {
                Ok(_) => Ok(true),
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists && path.is_file() => Ok(false),
                Err(error) => Err(error.error.into()),
            }
        };
        interrupt::uninterrupted(write).map_err(|error: Failure| SnapshotError::unwritable(&path, error))
    }
}

impl Status {
    /// Returns what is known of the bug of this name; `None` if nothing.
    ///
    /// # Errors
    /// A known snapshot is broken.
    pub fn look_up(folder: &Path, name: &str) -> Result<Option<Status>, SnapshotError> {
        if let Some(snapshot) = Snapshot::verified(&path(folder, name))? {
            return Ok(Some(Status::Accepted(Box::new(snapshot))));
        }
        let pending = Snapshot::verified(&pending_path(folder, name))?;
        Ok(pending.map(|snapshot| Status::Pending(Box::new(snapshot))))
    }
}

/// Writes the accepted snapshot for the bytes of a pending one, atomically.
pub(crate) fn write_accepted(folder: &Path, name: &str, pending: &[u8]) -> Result<(), SnapshotError> {
    let path = path(folder, name);
    let write = || -> Result<(), Failure> {
        as_insta_writes_it(&path, pending)?.persist(&path).map_err(|error| error.error)?;
        Ok(())
    };
    interrupt::uninterrupted(write).map_err(|error| SnapshotError::unwritable(&path, error))
}

/// Whatever prevents the writing of a snapshot.
type Failure = Box<dyn std::error::Error>;

/// Writes a snapshot in the layout of insta to a file beside its path. Insta leaves out the fields of pending snapshots.
fn as_insta_writes_it(path: &Path, text: &[u8]) -> Result<NamedTempFile, Failure> {
    let (mut from, to) = (unfinished(path)?, unfinished(path)?);
    from.write_all(text)?;
    insta::Snapshot::from_file(from.path())?.save(to.path())?;
    Ok(to)
}

/// Removes the pending snapshot of a name, if it is stale.
pub(crate) fn drop_pending(folder: &Path, name: &str, is_stale: impl FnOnce(&Info) -> bool) {
    let path = pending_path(folder, name);
    // What an interruption writes last must stay.
    interrupt::uninterrupted(|| {
        if Snapshot::verified(&path).ok().flatten().is_some_and(|left| is_stale(&left.info)) {
            // If it cannot be removed, it is only one more snapshot to review.
            let _ = std::fs::remove_file(path);
        }
    });
}
