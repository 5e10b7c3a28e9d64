//! Failures as insta snapshots: reviewed with `cargo insta review`, checked in, replayed.
//!
//! The contents of a snapshot are an SMT-LIB script that any solver reads, with the witness
//! and the state of the bug as comments; the header tells where it came from. There is one
//! for each solver and bucket: whichever case meets a bug first writes it.
//!
//! Insta writes in a child process: it prints, it panics, and whether it writes at all hangs
//! on environment variables (in CI it would not).

mod error;
mod info;
mod pending;
mod stored;

use std::path::{Path, PathBuf};

pub use error::SnapshotError;
pub(crate) use info::name;
pub use info::{Info, State};
pub(crate) use pending::write_from_stdin;
pub use stored::Stored;

use crate::digest::Digest;

/// What the last line of the contents starts with: insta compares contents only.
const STATE: &str = "; State: ";

/// A snapshot that may be written.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The folder of snapshots.
    pub folder: PathBuf,
    /// The header.
    pub info: Info,
    /// The script and, as comments, the witness; without the state.
    pub body: String,
}

/// What is known of a bug that was met.
#[derive(Clone, Debug)]
pub enum Status {
    /// Nothing: a pending snapshot was written.
    New,
    /// It waits for review.
    Pending(Box<Stored>),
    /// It was accepted, as open or as fixed.
    Accepted(Box<Stored>),
}

impl Snapshot {
    /// The snapshot of a failure that nobody reviewed: it is open, its digest is that of `body`.
    pub fn new(folder: PathBuf, mut info: Info, body: String) -> Snapshot {
        (info.state, info.sha256) = (State::Open, digest(&body));
        Snapshot { folder, info, body }
    }

    /// The accepted file.
    pub fn path(&self) -> PathBuf {
        path(&self.folder, &self.info.name())
    }

    /// The pending file.
    pub fn pending_path(&self) -> PathBuf {
        pending_path(&self.folder, &self.info.name())
    }

    /// The whole contents.
    pub fn contents(&self) -> String {
        format!("{}\n{STATE}{}\n", self.body.trim_end(), self.info.state)
    }

    /// Looks the bug up; writes a pending snapshot if it is not known. Of several threads or
    /// programs that do so at once, the first one writes. `temporary` is for a file on the way.
    ///
    /// # Errors
    /// What is known of it is broken, or the pending snapshot cannot be written.
    pub fn register(&self, temporary: &Path) -> Result<Status, SnapshotError> {
        let name = self.info.name();
        if let Some(status) = Status::of(&self.folder, &name)? {
            return Ok(status);
        }
        if self.write_pending(temporary)? {
            return Ok(Status::New);
        }
        Ok(Status::of(&self.folder, &name)?.unwrap_or(Status::New))
    }
}

impl Status {
    /// What is known of the bug of this name; `None` if nothing.
    ///
    /// # Errors
    /// What is known of it is broken.
    pub fn of(folder: &Path, name: &str) -> Result<Option<Status>, SnapshotError> {
        if let Some(stored) = Stored::verified(&path(folder, name))? {
            return Ok(Some(Status::Accepted(Box::new(stored))));
        }
        let pending = Stored::verified(&pending_path(folder, name))?;
        Ok(pending.map(|stored| Status::Pending(Box::new(stored))))
    }
}

/// The accepted file of a name.
pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.snap"))
}

/// The pending file of a name.
pub(crate) fn pending_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.snap.new"))
}

/// The digest of what nobody but smt-storm writes. Insta writes every line end as a line feed.
fn digest(body: &str) -> String {
    Digest::of(body.replace("\r\n", "\n").trim_end()).to_string()
}
