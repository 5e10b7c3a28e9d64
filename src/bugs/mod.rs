//! Room: a bug on disk, and what becomes of it: named, kept, shown to other solvers, reported.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `bucket` | what equal bugs have in common |
//! | `snapshot` | header and contents, pending and accepted; the only place that writes by insta |
//! | `composition` | what the rest of a failing instance is composed of |
//! | `cluster` | buckets that are most likely one bug |
//! | `review` | pending snapshots, accepted or rejected |
//! | `evidence` | a snapshot taken apart: script and certificate |
//! | `verify` | what other solvers say, and how it is kept |
//! | `issue`, `export` | a report for maintainers; a test for a solver's own suite |

pub(crate) mod bucket;
pub mod cluster;
pub mod composition;
pub mod evidence;
pub mod export;
pub mod issue;
pub mod review;
pub mod snapshot;
pub(crate) mod verify;
