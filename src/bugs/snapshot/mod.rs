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
mod read;

use std::path::{Path, PathBuf};

pub use error::SnapshotError;
pub(crate) use info::name;
pub use info::{Info, State};
pub(crate) use pending::{write_accepted, write_from_stdin};
pub(crate) use read::bytes;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// What the last line of the contents starts with: insta compares contents only.
const STATE: &str = "; State: ";

/// A failure as it is kept: about to be written, pending or accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The header.
    pub info: Info,
    /// The script and, as comments, the witness and the state.
    pub contents: String,
}

/// What is known of a bug that was met.
#[derive(Clone, Debug)]
pub enum Status {
    /// Nothing: a pending snapshot was written.
    New,
    /// It waits for review.
    Pending(Box<Snapshot>),
    /// It was accepted, as open or as fixed.
    Accepted(Box<Snapshot>),
}

impl Snapshot {
    /// The snapshot of a failure that nobody reviewed: it is open. `body` is the script with the witness as comments.
    pub fn new(info: Info, body: &str) -> Snapshot {
        let mut info = Info { state: State::Open, sha256: digest(body), ..info.readable() };
        info.header_sha256 = info.digest().ok();
        Snapshot { contents: contents(body, info.state), info }
    }

    /// The same with another state.
    pub fn with_state(&self, state: State) -> Snapshot {
        let info = Info { state, ..self.info.clone() };
        Snapshot { contents: contents(self.parts().0, state), info }
    }

    /// The contents without the state, and the state.
    fn parts(&self) -> (&str, &str) {
        let contents = self.contents.trim_end();
        let last = contents.rfind('\n').map_or(0, |end| end + 1);
        match contents[last..].strip_prefix(STATE) {
            Some(state) => (&contents[..last], state),
            None => (contents, ""),
        }
    }

    /// Looks the bug up; writes a pending snapshot if it is not known. Of several threads or
    /// programs that do so at once, the first one writes. `temporary` is a folder for a file on the way.
    ///
    /// # Errors
    /// What is known of it is broken, or the pending snapshot cannot be written.
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
}

impl Status {
    /// What is known of the bug of this name; `None` if nothing.
    ///
    /// # Errors
    /// What is known of it is broken.
    pub fn look_up(folder: &Path, name: &str) -> Result<Option<Status>, SnapshotError> {
        if let Some(snapshot) = Snapshot::verified(&path(folder, name))? {
            return Ok(Some(Status::Accepted(Box::new(snapshot))));
        }
        let pending = Snapshot::verified(&pending_path(folder, name))?;
        Ok(pending.map(|snapshot| Status::Pending(Box::new(snapshot))))
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

fn contents(body: &str, state: State) -> String {
    format!("{}\n{STATE}{state}\n", body.trim_end())
}

/// The digest of what nobody but smt-storm writes. Insta writes every line end as a line feed.
fn digest(body: &str) -> String {
    Digest::of(body.replace("\r\n", "\n").trim_end()).to_string()
}
