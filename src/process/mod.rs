//! Room: a program with limits: start it, talk to it, end it; the folder in which files pass; and
//! how this program is started again.

pub(crate) mod folders;
pub mod interrupt;
pub mod invocation;
mod limits;
pub(crate) mod ourselves;
pub(crate) mod pipes;
mod run;
pub mod workspace;

pub use run::*;
