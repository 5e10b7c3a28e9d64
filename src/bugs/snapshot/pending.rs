//! Pending snapshots in the format of `cargo insta`, and accepted ones as it writes them.

use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use super::info::Info;
use super::stored::{Snapshot, SnapshotError, path, pending_path};
use crate::process::interrupt;
use crate::process::ourselves;
use crate::process::workspace::{unfinished, write_new};

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

/// A request to the child process to write a snapshot.
#[derive(Debug, Serialize, Deserialize)]
struct Request {
    folder: PathBuf,
    snapshot: Snapshot,
}

impl Snapshot {
    /// Looks the bug up, and writes a pending snapshot if it is not known. If several threads or programs do so
    /// at once, the first one writes. `temporary` is a folder for a temporary file.
    ///
    /// # Errors
    /// A known snapshot is broken, or the pending one cannot be written.
    pub fn register(&self, folder: &Path, temporary: &Path) -> Result<Status, SnapshotError> {
        let name = self.info.name();
        if let Some(status) = Status::look_up(folder, &name)? {
            return Ok(status);
        }
        if self.write_pending(folder, temporary)? {
            return Ok(Status::New);
        }
        Ok(Status::look_up(folder, &name)?.unwrap_or(Status::New))
    }

    /// Writes the pending snapshot atomically, and returns whether there was none yet. `temporary` is a folder
    /// for a temporary file.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn write_pending(&self, folder: &Path, temporary: &Path) -> Result<bool, SnapshotError> {
        let path = pending_path(folder, &self.info.name());
        let unwritable = |reason: String| SnapshotError::unwritable(&path, reason);
        // An interruption waits for the child process, which would write to the folder that it removes.
        let text = interrupt::uninterrupted(|| self.as_insta_writes_it(temporary)).map_err(unwritable)?;
        match interrupt::uninterrupted(|| write_new(&path, &text)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_file() => Ok(false),
            Err(error) => Err(unwritable(error.to_string())),
        }
    }

    /// Returns the text of the file. Insta writes a pending snapshot if none is accepted.
    fn as_insta_writes_it(&self, temporary: &Path) -> Result<Vec<u8>, String> {
        let text = |error: io::Error| error.to_string();
        let folder = tempfile::tempdir_in(temporary).map_err(text)?;
        let written = pending_path(folder.path(), &self.info.name());
        let request = Request { folder: folder.path().to_owned(), snapshot: self.clone() };
        let request = serde_json::to_vec(&request).map_err(|error| error.to_string())?;
        let stderr = ourselves::write_snapshot(request).map_err(text)?;
        std::fs::read(written).map_err(|error| {
            let said = stderr.lines().map(str::trim).rfind(|line| !line.is_empty());
            said.map_or_else(|| error.to_string(), str::to_owned)
        })
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
    let write = || -> Result<(), String> {
        let text = |error: io::Error| error.to_string();
        let (mut from, to) = (unfinished(&path).map_err(text)?, unfinished(&path).map_err(text)?);
        from.write_all(pending).map_err(text)?;
        let read = insta::Snapshot::from_file(from.path()).map_err(|error| error.to_string())?;
        // Insta leaves out the fields of pending snapshots.
        read.save(to.path()).map_err(|error| error.to_string())?;
        to.persist(&path).map_err(|error| text(error.error))?;
        Ok(())
    };
    interrupt::uninterrupted(write).map_err(|reason| SnapshotError::unwritable(&path, reason))
}

/// Removes the pending snapshot of a name, if it is stale.
pub(crate) fn drop_pending(folder: &Path, name: &str, is_stale: impl FnOnce(&Info) -> bool) {
    let path = pending_path(folder, name);
    if Snapshot::verified(&path).ok().flatten().is_some_and(|left| is_stale(&left.info)) {
        // If it cannot be removed, it is only one more snapshot to review.
        let _ = std::fs::remove_file(path);
    }
}

/// Runs the child process: reads a request from standard input and lets insta write.
pub(crate) fn write_from_stdin() -> ExitCode {
    let mut text = Vec::new();
    let read = std::io::stdin().read_to_end(&mut text).map_err(|error| error.to_string());
    let parsed = read.and_then(|_| serde_json::from_slice(&text).map_err(|error| error.to_string()));
    let Request { folder, snapshot: Snapshot { info, contents } } = match parsed {
        Ok(request) => request,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(info.description());
    settings.set_info(&info);
    let name = info.name();
    // Insta panics after writing. A panic's last line is then its reason, and no backtrace is looked up, which takes
    // longer than everything else.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_snapshot!(name.as_str(), contents));
    }));
    ExitCode::SUCCESS
}
