//! Room: failing instance → a minimal one that still fails, and what the failure depends on.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `reproduce` | whether a solver fails on an instance as it did before |
//! | `delta_debugging` | delta debugging on commands |
//! | `minimise` | reduction of commands and terms, then moves, all true under a witness |
//! | `session_bug` | reduction of failures that only a session shows |
//! | `narrow` | the options, random seeds, versions and forms that the failure needs |
//! | `input` | a failing script of any origin |

mod delta_debugging;
pub(crate) mod input;
pub mod minimise;
pub mod narrow;
pub mod reproduce;
pub(crate) mod session_bug;
