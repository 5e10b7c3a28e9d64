//! Review of pending snapshots: acceptance or rejection, as `cargo insta` does it.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::snapshot::{self, Snapshot, SnapshotError, State};
use crate::matrix::names::{advice, is_name};

const END: &str = ".snap.new";

/// A snapshot that waits for review.
#[derive(Debug)]
pub struct Pending {
    /// Its name: that of its file without `.snap.new`.
    pub name: String,
    /// The snapshot, or why it cannot be trusted.
    pub stored: Result<Box<Snapshot>, SnapshotError>,
    /// The accepted snapshot of the same name.
    pub accepted: Option<Box<Snapshot>>,
    folder: PathBuf,
    /// The bytes of the file.
    bytes: Vec<u8>,
}

/// The reason why a pending snapshot can be neither accepted nor rejected.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ReviewError {
    /// It cannot be read, trusted or written.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("no snapshot `{name}` is pending in {}{advice}", folder.display())]
    Unknown { name: String, folder: PathBuf, advice: String },
    #[error("`{0}` is not the name of a snapshot; give one that `storm review` lists")]
    Name(String),
}

/// Returns the pending snapshots in a folder, by name; none if the folder does not exist.
///
/// # Errors
/// The folder cannot be listed, or one of its files cannot be read.
pub fn pending(folder: &Path) -> Result<Vec<Pending>, ReviewError> {
    let files = snapshot::files_in(folder)?;
    let names = files.iter().filter_map(|file| file.file_name()?.to_str()?.strip_suffix(END));
    names.filter(|name| is_name(name)).map(|name| Ok(Pending::read(folder, name.to_owned())?)).collect()
}

/// Returns the pending snapshots of these names, each once. The names may end with `.snap.new`.
///
/// # Errors
/// One of them is not pending.
pub fn named(folder: &Path, names: &[String]) -> Result<Vec<Pending>, ReviewError> {
    let mut all = pending(folder)?;
    let mut found: Vec<Pending> = Vec::new();
    for name in names {
        let name = name.strip_suffix(END).unwrap_or(name);
        if !is_name(name) {
            return Err(ReviewError::Name(name.to_owned()));
        }
        if found.iter().any(|pending| pending.name == name) {
            continue;
        }
        let at = all.iter().position(|pending| pending.name == name).ok_or_else(|| ReviewError::Unknown {
            name: name.to_owned(),
            folder: folder.to_owned(),
            advice: advice(name, all.iter().map(|pending| pending.name.as_str())),
        })?;
        found.push(all.remove(at));
    }
    Ok(found)
}

impl Pending {
    fn read(folder: &Path, name: String) -> Result<Pending, SnapshotError> {
        let path = snapshot::pending_path(folder, &name);
        let bytes = snapshot::bytes(&path).map_err(|error| SnapshotError::broken(&path, error))?;
        let stored = Snapshot::verified_text(&path, &bytes).map(Box::new);
        // The test that replays the accepted snapshot reports errors in it.
        let accepted = Snapshot::verified(&snapshot::path(folder, &name)).ok().flatten().map(Box::new);
        Ok(Pending { name, stored, accepted, folder: folder.to_owned(), bytes })
    }

    /// Returns the path of its file.
    pub fn path(&self) -> PathBuf {
        snapshot::pending_path(&self.folder, &self.name)
    }

    /// Returns the effect of accepting it.
    pub fn meaning(&self) -> &'static str {
        let state = self.stored.as_ref().ok().map(|snapshot| snapshot.info.state);
        match (state, self.accepted.as_ref().map(|snapshot| snapshot.info.state)) {
            (None, _) => "it cannot be accepted",
            (Some(State::Fixed), _) => "the bug is fixed; its tests fail if it comes back",
            (Some(State::Open), Some(State::Fixed)) => {
                "the bug is open again; its tests are ignored instead of failing until it is fixed"
            }
            (Some(State::Open), _) => {
                "the bug is known; its tests are ignored instead of failing until it is fixed"
            }
        }
    }

    /// Replaces the accepted snapshot, as `cargo insta accept` does, and returns the path of its file.
    ///
    /// # Errors
    /// It cannot be trusted or written.
    pub fn accept(&self) -> Result<PathBuf, ReviewError> {
        let path = self.path();
        // Verifies the bytes again to get an owned error.
        Snapshot::verified_text(&path, &self.bytes)?;
        snapshot::write_accepted(&self.folder, &self.name, &self.bytes)?;
        self.reject()?;
        Ok(snapshot::path(&self.folder, &self.name))
    }

    /// Deletes it. It becomes pending again when the bug recurs.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn reject(&self) -> Result<(), ReviewError> {
        let path = self.path();
        let unwritable = |error: std::io::Error| SnapshotError::unwritable(&path, error);
        Ok(fs::remove_file(&path).map_err(unwritable)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a folder with a pending bug in this state.
    fn folder(state: State) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/z3__crash__bd5ff6a7.snap");
        let text = fs::read_to_string(source).unwrap();
        let text = text.replacen("---\n", "---\nassertion_line: 88\n", 1);
        let text = if state == State::Fixed {
            text.replace("state: open", "state: fixed").replace("State: open", "State: fixed")
        } else {
            text
        };
        fs::write(folder.path().join("z3__crash__bd5ff6a7.snap.new"), text).unwrap();
        folder
    }

    fn only(folder: &tempfile::TempDir) -> Pending {
        let mut all = pending(folder.path()).unwrap();
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    fn files(folder: &tempfile::TempDir) -> Vec<String> {
        let entries = folder.path().read_dir().unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn what_is_accepted_is_what_insta_writes() {
        let folder = folder(State::Open);
        let bug = only(&folder);
        let expected = folder.path().join("expected");
        insta::Snapshot::from_file(&bug.path()).unwrap().save(&expected).unwrap();
        assert!(bug.meaning().starts_with("the bug is known"));
        let path = bug.accept().unwrap();
        let [text, expected] = [&path, &expected].map(|path| fs::read_to_string(path).unwrap());
        assert!(text == expected && !text.contains("assertion_line"), "{text}");
        assert!(Snapshot::verified(&path).unwrap().is_some() && pending(folder.path()).unwrap().is_empty());
        assert_eq!(files(&folder).len(), 2);
    }

    #[test]
    fn only_names_of_the_folder_are_taken() {
        let folder = folder(State::Fixed);
        let error = |name: &str| named(folder.path(), &[name.to_owned()]).unwrap_err();
        assert!(matches!(error("../snapshots/z3__crash__bd5ff6a7"), ReviewError::Name(_)));
        assert!(error("z3__crash__bd5ff6a8").to_string().contains("did you mean `z3__crash__bd5ff6a7`?"));
        let twice = ["z3__crash__bd5ff6a7".to_owned(), "z3__crash__bd5ff6a7.snap.new".to_owned()];
        let found = named(folder.path(), &twice).unwrap();
        assert!(found.len() == 1 && found[0].meaning().starts_with("the bug is fixed"));
    }
}
