//! Failures as insta snapshots: reviewed with `cargo insta review`, checked in, and replayed.
//!
//! The contents of a snapshot are an SMT-LIB script that any solver reads, with the witness and the state of the
//! bug in comments. The header has its origin. There is one snapshot for each solver and bucket; the first case
//! that finds a bug writes it.
//!
//! Insta runs in a child process, because it prints and panics, and because environment variables decide whether
//! it writes at all. In CI it would not.

mod info;
mod pending;
mod read;
mod stored;

pub(crate) use info::{EXHAUSTION, NO_WITNESS, name};
pub use info::{Info, State, Verified};
pub use pending::Status;
pub(crate) use pending::{drop_pending, write_accepted};
pub(crate) use read::bytes;
pub use stored::{Snapshot, SnapshotError};
pub(crate) use stored::{files_in, is_pending, is_snapshot, locate, name_in, path, pending_path};
