//! The errors of snapshots.

use std::path::PathBuf;

use thiserror::Error;

use super::info::State;

/// The reason why a snapshot cannot be read, trusted or written.
#[derive(Debug, Error)]
pub enum SnapshotError {
    /// It cannot be written.
    #[error("cannot write the snapshot {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The message of the system or of insta.
        reason: String,
    },
    /// The folder cannot be listed.
    #[error("cannot list the snapshots in {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unlistable {
        /// The folder.
        path: PathBuf,
        /// The message of the system.
        reason: String,
    },
    /// There is no such file, and no snapshot of this name.
    #[error("{given}: no such file, and no snapshot of this name in {}{advice}", folder.display())]
    Unknown {
        /// What was given: a path, or a name.
        given: String,
        /// The folder of snapshots.
        folder: PathBuf,
        /// The nearest name and the known ones.
        advice: String,
    },
    /// The file is not a snapshot of smt-storm.
    #[error("{}: not a readable snapshot ({reason}); restore it from version control or delete it", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The snapshot belongs to a case instead of a bucket.
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
    /// The name of the snapshot is not that of its header.
    #[error("{}: the header belongs to {name}.snap; restore that name or delete the file", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// The name according to the header.
        name: String,
    },
    /// The contents were edited.
    #[error(
        "{}: the script was edited: it does not match `sha256` in the header; restore the file from version \
         control (only `known` and the state may be edited)",
        path.display()
    )]
    Edited {
        /// The file.
        path: PathBuf,
    },
    /// The header was edited.
    #[error(
        "{}: the header was edited: it does not match its `header_sha256`; restore the file from version control \
         (only `known`, `verified` and the state may be edited)",
        path.display()
    )]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// The states in the header and the contents differ.
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
    /// The row does not exist any more.
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
