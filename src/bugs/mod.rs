//! Room: bugs on disk, which are named, stored, verified with other solvers, and reported.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `bucket` | the classes of failures that count as one bug |
//! | `snapshot` | header and contents, pending and accepted; the only place that writes with insta |
//! | `composition` | the composition of a reduced failing instance |
//! | `cluster` | groups of buckets that are most likely one bug |
//! | `abstraction` | the operators that a failure needs |
//! | `review` | acceptance and rejection of pending snapshots |
//! | `evidence` | the script and the certificate in a snapshot |
//! | `verify` | the answers of other solvers, and how they are stored |
//! | `bisect` | the releases of a solver that brought a bug and fixed it |
//! | `issue`, `export` | a report for maintainers; a test for a solver's own suite |

pub(crate) mod abstraction;
pub mod bisect;
pub(crate) mod bucket;
pub mod cluster;
pub mod composition;
pub mod evidence;
pub mod export;
pub mod issue;
pub mod review;
pub mod snapshot;
pub(crate) mod verify;
