//! What other solvers said of a failure, kept in the header of its snapshot.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bugs::snapshot::{Snapshot, SnapshotError};
use crate::matrix;
use crate::process::workspace::write_atomically;

/// What one solver answers to an instance and to its certificate, each in a word or two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Row of the solver.
    pub solver: String,
    /// Version the solver gave.
    pub version: String,
    /// The answer to the instance.
    pub instance: String,
    /// The answer to the instance with definitions instead of declarations.
    pub certificate: String,
}

/// Stores what solvers said with the snapshot at `path`, in place of what the same solvers said
/// before. Every other byte of the file stays as it is.
///
/// # Errors
/// The file is no snapshot, or cannot be written.
pub(crate) fn store(path: &Path, said: &[Verified]) -> Result<(), SnapshotError> {
    let broken = |reason: String| SnapshotError::Broken { path: path.to_owned(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| broken(error.to_string()))?;
    let before = Snapshot::parse(path, &text)?;
    let mut verified = before.info.verified.clone();
    verified.retain(|old| said.iter().all(|new| new.solver != old.solver));
    verified.extend_from_slice(said);
    let block = block(&verified).map_err(broken)?;
    let other_ends = text.starts_with("---\r\n");
    let text = with_block(&text, &if other_ends { block.replace('\n', "\r\n") } else { block });
    // What cannot be read again is not written.
    let after = Snapshot::parse(path, &text)?;
    if after.contents != before.contents || after.info.verified != verified {
        return Err(broken("its header has no `info` that could be added to".to_owned()));
    }
    let unwritable = |error: std::io::Error| SnapshotError::Unwritable {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    write_atomically(path, &text).map_err(unwritable)
}

/// The key `verified` as it stands in the header: two blanks before each line.
fn block(verified: &[Verified]) -> Result<String, String> {
    #[derive(Serialize)]
    struct Block<'a> {
        verified: &'a [Verified],
    }
    let text = matrix::to_yaml(&Block { verified })?;
    Ok(text.lines().map(|line| format!("  {line}\n")).collect())
}

/// A snapshot with this block at the end of its `info`, and no other of the same key.
fn with_block(text: &str, block: &str) -> String {
    let mut out = String::new();
    let mut place = Place::Before;
    let mut skipping = false;
    for line in text.split_inclusive('\n') {
        let inside = line.starts_with("  ");
        match place {
            Place::Before if line.trim_end() == "info:" => place = Place::Inside,
            Place::Inside if !inside => {
                out.push_str(block);
                place = Place::After;
            }
            Place::Inside => {
                let is_key = !line.starts_with("   ") && !line.starts_with("  -");
                skipping = if is_key { line.starts_with("  verified:") } else { skipping };
                if skipping {
                    continue;
                }
            }
            Place::Before | Place::After => {}
        }
        out.push_str(line);
    }
    out
}

/// Where in the file a line is, seen from the key `info`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Before,
    Inside,
    After,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(solver: &str, certificate: &str) -> Verified {
        let [solver, certificate] = [solver, certificate].map(str::to_owned);
        Verified { solver, version: "a: \"b\"\tc #".to_owned(), instance: "sat".to_owned(), certificate }
    }

    #[test]
    fn answers_are_stored_and_replaced_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.snap");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/z3__crash__bd5ff6a7.snap");
        let text = std::fs::read_to_string(source).unwrap();
        std::fs::write(&path, &text).unwrap();
        store(&path, &[said("one", "sat"), said("two", "unknown")]).unwrap();
        store(&path, &[said("two", "sat")]).unwrap();
        let stored = Snapshot::read(&path).unwrap().unwrap();
        assert_eq!(stored.info.verified, [said("one", "sat"), said("two", "sat")]);
        let now = std::fs::read_to_string(&path).unwrap();
        let at = now.find("  verified:").unwrap();
        assert_eq!(now[..at], text[..at]);
        assert!(text[at..].starts_with("---\n") && now.ends_with(&text[at..]));
    }

    #[test]
    fn what_is_no_snapshot_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.snap");
        for text in ["", "---\nsource: x\n---\n(check-sat)\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(store(&path, &[said("one", "sat")]).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
