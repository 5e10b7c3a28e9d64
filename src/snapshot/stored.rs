//! A snapshot as it is on disk, accepted or pending.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Info, STATE, Snapshot, SnapshotError, State, digest};
use crate::config;

/// Largest file that is read, in bytes: some instances cannot be reduced.
const LARGEST: u64 = 64 << 20;

/// A snapshot as it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_string(&mut text));
        match read {
            Ok(_) => {}
            // Where a file stands in place of the folder there is no snapshot either.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(error) => return Err(broken(error.to_string())),
        }
        let parts = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (header, contents) = parts.ok_or_else(|| broken("no header between two lines `---`".into()))?;
        let info = info(header).map_err(|reason| match case_without_bucket(header) {
            Some(case) => SnapshotError::Older { path: path.to_owned(), case },
            None => broken(reason),
        })?;
        Ok(Some(Stored { info, contents: contents.to_owned() }))
    }

    /// Reads a snapshot and makes sure that it is as it was written, but for its state and the
    /// rows that are known to have the bug; `None` if there is no such file.
    ///
    /// # Errors
    /// The file is there but is no snapshot of a failure, or was edited or renamed.
    pub fn verified(path: &Path) -> Result<Option<Stored>, SnapshotError> {
        let Some(stored) = Stored::read(path)? else { return Ok(None) };
        let (own, name) = (path.to_owned(), stored.info.name());
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if ![".snap", ".snap.new"].iter().any(|end| file.strip_suffix(end) == Some(&name)) {
            return Err(SnapshotError::Misnamed { path: own, name });
        }
        let (body, state) = stored.parts();
        if digest(body) != stored.info.sha256 {
            return Err(SnapshotError::Edited { path: own });
        }
        if state.trim_end() != stored.info.state.to_string() {
            return Err(SnapshotError::States { path: own, header: stored.info.state });
        }
        Ok(Some(stored))
    }

    /// The same with another state, to be written into `folder`.
    pub fn with_state(&self, folder: PathBuf, state: State) -> Snapshot {
        Snapshot { folder, info: Info { state, ..self.info.clone() }, body: self.parts().0.to_owned() }
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
}

fn info(header: &str) -> Result<Info, String> {
    #[derive(Deserialize)]
    struct Header {
        info: Info,
    }
    config::from_yaml::<Header>(header).map(|header| header.info)
}

/// The case that a header of an older version names.
fn case_without_bucket(header: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Header {
        info: Older,
    }
    #[derive(Deserialize)]
    struct Older {
        case: String,
        bucket: Option<String>,
    }
    let older = config::from_yaml::<Header>(header).ok()?.info;
    older.bucket.is_none().then_some(older.case)
}
