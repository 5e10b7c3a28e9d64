//! Room: failing instance → the smallest one that still fails, and what the failure hangs on.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `reproduce` | whether a solver goes wrong on an instance as it did before |
//! | `delta_debugging` | delta debugging, and which commands go together |
//! | `minimise` | commands, then terms, then moves, all true under a witness |
//! | `session_bug` | the same for what only a session shows |
//! | `narrow` | options, random seeds, versions and forms that the failure needs |
//! | `input` | a failing script from anywhere |

mod delta_debugging;
pub(crate) mod input;
pub mod minimise;
pub mod narrow;
pub mod reproduce;
pub(crate) mod session_bug;
