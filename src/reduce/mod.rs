//! Room: failing instance → a minimal one that still fails, and what the failure depends on.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `reproduce` | whether a solver fails on an instance as it did before |
//! | `delta_debugging` | delta debugging on commands |
//! | `minimise` | reduction of commands and terms, then moves, all true under a witness |
//! | `session_bug` | reduction of failures that only a session shows |
//! | `trials` | short runs of the failing row, within a budget |
//! | `narrow` | the options, random seeds, versions and forms that the failure needs |
//! | `explain` | the parts of the smallest script, and what may stand in their place |
//! | `input` | a failing script of any origin |

mod delta_debugging;
pub mod explain;
pub(crate) mod input;
pub mod minimise;
pub mod narrow;
pub mod reproduce;
pub(crate) mod session_bug;
pub(crate) mod trials;
