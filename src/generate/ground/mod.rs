//! Random terms without symbols, of any sort, over all operators of the table: what values are compared on.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `palette`, `datatypes` | which sorts there are |
//! | `literals`, `samples` | random values of each sort, as terms |
//! | `symbols` | everything that can be applied, and to which sorts it comes |
//! | `shape`, `backwards`, `columns`, `indices` | with arguments of which sorts, and which indices, an operator comes to a sort |
//! | `builder` | terms from the root down |
//! | `forms` | an operator with the sorts that it is applied to, in a few words |
//! | `probe` | terms with their sorts and values, as text |

mod backwards;
mod builder;
mod columns;
mod datatypes;
mod forms;
mod indices;
mod literals;
mod palette;
mod probe;
mod samples;
mod shape;
mod symbols;

pub(in crate::generate) use indices::of as indices;
pub(in crate::generate) use literals::{Leaves, Literals, read};
pub use probe::{Probe, Probes};
