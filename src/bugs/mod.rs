//! Room: a bug on disk, and what becomes of it: named, kept, shown to other solvers, reported.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `bucket` | what equal bugs have in common |
//! | `snapshot` | header and contents, pending and accepted; the only place that writes by insta |
//! | `makeup` | what is left of a failing instance is made of |
//! | `cluster` | buckets that are most likely one bug |
//! | `review` | pending snapshots, accepted or rejected |
//! | `evidence` | a snapshot taken apart: script and certificate |
//! | `ask_others`, `opinion` | what other solvers say, and how it is kept |
//! | `issue`, `export` | a report for maintainers; a test for a solver's own suite |

pub(crate) mod ask_others;
pub(crate) mod bucket;
pub mod cluster;
pub mod evidence;
pub mod export;
pub mod issue;
pub mod makeup;
pub(crate) mod opinion;
pub mod review;
pub mod snapshot;
