//! The errors of snapshots.

use std::path::PathBuf;

use thiserror::Error;

use super::info::State;

/// The reason why a snapshot cannot be read, trusted or written.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SnapshotError {
    #[error("cannot write the snapshot {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unwritable { path: PathBuf, reason: String },
    #[error("cannot list the snapshots in {} ({reason}); correct the folder's permissions or set `snapshots` in solvers.yaml", path.display())]
    Unlistable { path: PathBuf, reason: String },
    #[error("{given}: no such file, and no snapshot of this name in {}{advice}", folder.display())]
    Unknown { given: String, folder: PathBuf, advice: String },
    #[error("{}: not a readable snapshot ({reason}); restore it from version control or delete it", path.display())]
    Broken { path: PathBuf, reason: String },
    #[error(
        "{}: this snapshot of an older version has no bucket; delete it, run `{case}` again and accept the new \
         snapshot",
        path.display()
    )]
    Older { path: PathBuf, case: String },
    #[error("{}: the header belongs to {name}.snap; restore that name or delete the file", path.display())]
    Misnamed { path: PathBuf, name: String },
    #[error(
        "{}: the script was edited: it does not match `sha256` in the header; restore the file from version \
         control (only `known` and the state may be edited)",
        path.display()
    )]
    Edited { path: PathBuf },
    #[error(
        "{}: the header was edited: it does not match its `header_sha256`; restore the file from version control \
         (only `known`, `verified` and the state may be edited)",
        path.display()
    )]
    Header { path: PathBuf },
    #[error(
        "{}: the header says `state: {header}`, but the last line is not `; State: {header}`; make them agree",
        path.display()
    )]
    States { path: PathBuf, header: State },
    #[error(
        "{}: found with `{row}`, which solvers.yaml does not have{advice}; restore the row or delete the snapshot",
        path.display()
    )]
    Row { path: PathBuf, row: String, advice: String },
}
