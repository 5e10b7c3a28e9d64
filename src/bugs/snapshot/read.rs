//! File → snapshot, accepted or pending.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use serde::Deserialize;

use super::info::Info;
use super::stored::{Snapshot, SnapshotError, digest};
use crate::matrix;

/// The largest file in bytes: some instances cannot be reduced.
const LARGEST: u64 = 64 << 20;

impl Snapshot {
    /// Reads a snapshot without verifying it; returns `None` if there is no such file.
    ///
    /// # Errors
    /// The file is not a snapshot of a failure.
    pub fn read(path: &Path) -> Result<Option<Snapshot>, SnapshotError> {
        match bytes(path) {
            Ok(bytes) => Snapshot::parse_bytes(path, &bytes).map(Some),
            // A file in place of the folder means that there is no snapshot, too.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(SnapshotError::broken(path, error)),
        }
    }

    fn parse_bytes(path: &Path, bytes: &[u8]) -> Result<Snapshot, SnapshotError> {
        let text = std::str::from_utf8(bytes).map_err(|error| SnapshotError::broken(path, error))?;
        Snapshot::parse(path, text)
    }

    /// Parses the text of a snapshot; `path` is for error messages.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Snapshot, SnapshotError> {
        let broken = |reason: String| SnapshotError::broken(path, reason);
        // Version control may change line ends.
        let text = text.replace("\r\n", "\n");
        let parts = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (header, contents) = parts.ok_or_else(|| broken("no header between two lines `---`".into()))?;
        let info = info(header).map_err(broken)?;
        Ok(Snapshot { info, contents: contents.to_owned() })
    }

    /// Reads a snapshot and verifies that only its state, the rows known to have the bug, and the answers of
    /// other solvers were edited. Returns `None` if there is no such file. The file may have another name.
    ///
    /// # Errors
    /// The file is not a snapshot of a failure, or was edited.
    pub fn unedited(path: &Path) -> Result<Option<Snapshot>, SnapshotError> {
        Snapshot::read(path)?.map(|snapshot| snapshot.unless_edited(path)).transpose()
    }

    /// Returns the snapshot, unless it was edited.
    fn unless_edited(self, path: &Path) -> Result<Snapshot, SnapshotError> {
        let (own, info) = (path.to_owned(), &self.info);
        let (body, state) = self.parts();
        if digest(body) != info.sha256 {
            return Err(SnapshotError::Edited { path: own });
        }
        if info.header_sha256.is_some() && info.header_sha256 != info.digest().ok() {
            return Err(SnapshotError::Header { path: own });
        }
        if state.trim_end() != info.state.to_string() {
            return Err(SnapshotError::States { path: own, header: info.state });
        }
        Ok(self)
    }

    /// Reads and verifies a snapshot, including its name.
    ///
    /// # Errors
    /// See [`Snapshot::unedited`]. Also fails if it was renamed.
    pub fn verified(path: &Path) -> Result<Option<Snapshot>, SnapshotError> {
        Snapshot::read(path)?.map(|snapshot| snapshot.with_own_name(path)).transpose()
    }

    /// Parses and verifies the bytes of the file `path`.
    pub(crate) fn verified_text(path: &Path, bytes: &[u8]) -> Result<Snapshot, SnapshotError> {
        Snapshot::parse_bytes(path, bytes)?.with_own_name(path)
    }

    fn with_own_name(self, path: &Path) -> Result<Snapshot, SnapshotError> {
        let name = self.info.name();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if ![".snap", ".snap.new"].iter().any(|end| file.strip_suffix(end) == Some(&name)) {
            return Err(SnapshotError::Misnamed { path: path.to_owned(), name });
        }
        self.unless_edited(path)
    }
}

/// Returns the bytes of a snapshot's file.
///
/// # Errors
/// It cannot be read, is no regular file, or has more than 64 MB.
pub(crate) fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    // Opening a FIFO would wait for a writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(std::io::Error::other("it has more than 64 MB"));
    }
    Ok(bytes)
}

fn info(header: &str) -> Result<Info, String> {
    #[derive(Deserialize)]
    struct Header {
        info: Info,
    }
    matrix::from_yaml::<Header>(header).map(|header| header.info)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{State, path};
    use super::*;

    const HEADER: &str = "bucket: \"00c0ffee\"\nstate: open\ncase: \"z3/x::UF::a::1\"\ninstance: 3\nsolver: z3/x\n\
        version: \"\"\nargv: []\nargs: []\nsession: ~\nclass: wrong unsat\ndetails: \"\"\noptions: []\nwitness: \"\"\n\
        grade: \"\"\nassertions: [2, 1]\nbytes: [9, 5]\nseed_sha256: \"\"\ninstance_sha256: \"\"\nsha256: \"\"\n";

    impl Snapshot {
        /// Returns an example for tests: open, a wrong unsat.
        pub(crate) fn example() -> Snapshot {
            snapshot("(check-sat)\n")
        }
    }

    fn snapshot(body: &str) -> Snapshot {
        let info: Info = matrix::from_yaml(HEADER).unwrap();
        Snapshot::new(info, body)
    }

    #[test]
    fn a_snapshot_is_named_by_solver_class_and_bucket() {
        let snapshot = snapshot("(check-sat)\n");
        assert_eq!(
            path(Path::new("snapshots"), &snapshot.info.name()),
            Path::new("snapshots/z3__wrong-unsat__00c0ffee.snap")
        );
        assert_eq!(snapshot.contents, "(check-sat)\n; State: open\n");
    }

    #[test]
    fn a_class_that_is_not_known_is_told_with_those_that_are() {
        let header = HEADER.replace("wrong unsat", "wrong unsta").replace('\n', "\n  ");
        let error =
            Snapshot::parse(Path::new("x.snap"), &format!("---\ninfo:\n  {header}\n---\n(check-sat)\n"));
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("x.snap: not a readable snapshot (") && error.contains("`wrong unsta`"),
            "{error}"
        );
        assert!(error.contains("`wrong unsat`") && error.contains("`sanitizer report`"), "{error}");
    }

    /// A change to the header's type must not change the digests of existing snapshots.
    #[test]
    fn the_snapshots_of_this_repository_are_believed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
        let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "snap")) {
            let stored = Snapshot::verified(&path).unwrap().unwrap();
            assert_eq!(stored.info.header_sha256, Some(stored.info.digest().unwrap()), "{}", path.display());
        }
    }

    proptest! {
        /// The body may be arbitrary, and insta and version control may change line ends and final lines.
        #[test]
        fn contents_are_taken_apart_as_they_were_put_together(
            body in "(\\PC|\n|\r\n|; State: open){0,40}", more in "\n{0,3}", crlf: bool,
        ) {
            let snapshot = snapshot(&body);
            let contents = snapshot.contents.trim_end().to_owned() + &more;
            let contents = if crlf { contents.replace("\r\n", "\n") } else { contents };
            let stored = Snapshot { info: snapshot.info.clone(), contents };
            let (body, state) = stored.parts();
            prop_assert_eq!((digest(body), state), (snapshot.info.sha256, "open"));
            let fixed = stored.with_state(State::Fixed);
            prop_assert!(fixed.contents.ends_with("\n; State: fixed\n"));
            prop_assert_eq!(digest(fixed.parts().0), fixed.info.sha256);
        }
    }
}
