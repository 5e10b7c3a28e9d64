//! Room: running programs with limits, talking to them and ending them; the folder for their files; and how this
//! program starts itself.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `run`, `limits` | argv and limits in, output and exit out |
//! | `pipes` | bytes to and from a process that may not read |
//! | `interrupt` | no process and no temporary file outlives this program |
//! | `workspace` | where a run writes, and what it remembers for the next |
//! | `quotation` | untrusted text, made fit to be quoted |
//! | `ourselves`, `invocation` | how this program starts itself, and how the user starts it |

pub(crate) mod interrupt;
pub(crate) mod invocation;
pub(crate) mod limits;
pub(crate) mod ourselves;
pub(crate) mod pipes;
pub(crate) mod quotation;
mod run;
pub mod workspace;

pub use run::*;
