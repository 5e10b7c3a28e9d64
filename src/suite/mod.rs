//! Room: a case from seed to outcome, and the tests of all cases.
//!
//! A failure is confirmed, reduced and kept: `failure` has these stages, `investigate` takes it through them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `arguments`, `environment`, `setup` | what the arguments and the environment ask for; what a run was asked for |
//! | `context` | what its cases share |
//! | `choose`, `test` | the tests that are asked for; one of them, and its line of results |
//! | `run_case`, `account` | one case from seed to outcome; what its instances came to, and its line of results |
//! | `investigate` | a failing instance: a known bug, or red |
//! | `open_bugs`, `base` | which failures are known; the build whose findings are not red |
//! | `failure`, `reduce_failure` | the stages of a failure; from the first to the second |
//! | `failure_report`, `storm_commands` | what a red test says: all of it, at once, at the end; the commands that it names |
//! | `interrupt_handler` | what becomes of failures that are being reduced when the program is interrupted |
//! | `opinions`, `untested` | what Z3 says of values, and what was not tested: told at the end |
//! | `stored_bugs`, `replay_bug` | accepted snapshots as cases; one of them on one row |
//! | `live` | what is told while it goes on |
//! | `hunt` | cases without end, bounded by time |
//! | `run_tests`, `outcomes` | all tests, told of as libtest does or as they go; what they came to so far |
//! | `parallel` | work that several threads share; who runs what next |
//! | `exit` | exit codes; standard output that takes no more |

mod account;
pub(crate) mod arguments;
mod base;
mod choose;
mod context;
pub(crate) mod environment;
pub mod exit;
mod failure;
mod failure_report;
pub mod hunt;
mod interrupt_handler;
mod investigate;
pub(crate) mod live;
mod open_bugs;
mod opinions;
mod outcomes;
pub(crate) mod parallel;
mod reduce_failure;
mod replay_bug;
mod run_case;
pub(crate) mod run_tests;
mod setup;
mod stored_bugs;
pub(crate) mod storm_commands;
mod test;
mod untested;
