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
        "{}: this snapshot of an older version has no bucket; delete it, run `{case}` again and accept the new \
         snapshot",
        path.display()
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The case that found it.
        case: String,
    },
    /// A snapshot under another name than its own.
    #[error("{}: the header belongs to {name}.snap; restore that name or delete the file", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The name that its header makes.
        name: String,
    },
    /// Contents that are not those that were written.
    #[error(
        "{}: the script was edited: it does not match `sha256` in the header; restore the file from version \
         control (only `known` and the state may be edited)",
        path.display()
    )]
    Edited {
        /// The file.
        path: PathBuf,
    },
    /// A header that is not the one that was written.
    #[error(
        "{}: the header was edited: it does not match its `header_sha256`; restore the file from version control \
         (only `known`, `verified` and the state may be edited)",
        path.display()
    )]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// The state in the header is another one than that in the contents.
    #[error(
        "{}: the header says `state: {header}`, but the last line is not `; State: {header}`; make them agree",
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
