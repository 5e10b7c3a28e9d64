//! Room: a program with limits: start it, talk to it, end it; the folder in which files pass; and
//! how this program is started again.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `run`, `limits` | argv and limits in, output and exit out |
//! | `pipes` | bytes to and from a process that may not listen |
//! | `interrupt` | no process and no temporary file outlives this program |
//! | `workspace` | where a run writes, and what it remembers for the next |
//! | `quotation` | text of others, made fit to be quoted |
//! | `ourselves`, `invocation` | how this program starts itself, and how people start it |

pub(crate) mod interrupt;
pub(crate) mod invocation;
mod limits;
pub(crate) mod ourselves;
pub(crate) mod pipes;
pub(crate) mod quotation;
mod run;
pub mod workspace;

pub use run::*;
