//! What can be wrong with a snapshot, in words.

use std::path::PathBuf;

use thiserror::Error;

use super::info::State;

/// A snapshot that cannot be read, believed or written.
#[derive(Debug, Error)]
pub enum SnapshotError {
    /// It cannot be written.
    #[error("cannot write the snapshot {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system or insta says.
        reason: String,
    },
    /// The folder cannot be listed.
    #[error("cannot list the snapshots in {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unlistable {
        /// The folder.
        path: PathBuf,
        /// What the system says.
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
    /// A snapshot of a case instead of a bucket.
    #[error(
        "{}: a snapshot without a bucket, of an older version; delete it, run `{case}` again and accept what that finds",
        path.display()
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The case that found it.
        case: String,
    },
    /// A snapshot under another name than its own.
    #[error("{}: by its header this is {name}.snap; give it that name again or delete it", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The name that its header makes.
        name: String,
    },
    /// Contents that are not those that were written.
    #[error(
        "{}: the contents are not what `sha256` in the header says: they were edited; restore the file from version \
         control (only `known` and the state may be edited)",
        path.display()
    )]
    Edited {
        /// The file.
        path: PathBuf,
    },
    /// A header that is not the one that was written.
    #[error(
        "{}: the header is not what `header_sha256` in it says: it was edited; restore the file from version control \
         (only `known`, `verified` and the state may be edited)",
        path.display()
    )]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// The state in the header is another one than that in the contents.
    #[error(
        "{}: `state: {header}` in the header, but no last line `; State: {header}`; make both the same",
        path.display()
    )]
    States {
        /// The file.
        path: PathBuf,
        /// The state in the header.
        header: State,
    },
    /// A row that is no more.
    #[error(
        "{}: found with `{row}`, which solvers.yaml does not have{advice}; restore the row or delete the snapshot",
        path.display()
    )]
    Row {
        /// The file.
        path: PathBuf,
        /// The row.
        row: String,
        /// The nearest row and the known ones.
        advice: String,
    },
}
