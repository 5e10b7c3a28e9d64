//! Room: a case from seed to outcome, and the tests of all cases.
//!
//! A failure passes through three stages: confirmed, reduced and kept. `failure` defines them, and `investigate` takes
//! a failure through them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `arguments`, `environment`, `setup` | the arguments, the environment variables, and the settings of a run made of both |
//! | `context` | the state that all cases of a run share |
//! | `choose`, `test` | the selected tests; one of them, and its line of results |
//! | `run_case`, `account` | one case from seed to outcome; its verdicts and times, and its line of results |
//! | `learnt_limits` | how long a hunt waits for an answer |
//! | `known_choices` | the layouts and options with which a hunt asks fewer instances |
//! | `investigate`, `recognise` | a failing instance: a known bug, or a failure; the bug that it most likely shows |
//! | `open_bugs`, `base` | which bugs are known; the base build, whose failures fail no test |
//! | `failure`, `reduce_failure` | the stages of a failure; from the first to the second |
//! | `failure_report`, `storm_commands` | the report of a failing test: in full, immediately, and at the end; the commands in it |
//! | `interrupt_handler` | saving failures that are being reduced when the program is interrupted |
//! | `opinions`, `untested` | disagreements with Z3, and what was not tested, for the end of the run |
//! | `stored_bugs`, `replay_bug` | accepted snapshots as cases; one of them on one row |
//! | `live` | the live report |
//! | `hunt` | campaigns: ever more cases, bounded by time |
//! | `focus` | learning from a coverage build what sources are about |
//! | `run_tests`, `outcomes` | all tests, reported as libtest does or live; their outcomes so far |
//! | `parallel` | work shared by several threads; the order of tests |
//! | `exit` | exit codes; a closed or full standard output |

mod account;
pub(crate) mod arguments;
mod base;
mod choose;
mod context;
pub(crate) mod environment;
pub mod exit;
mod failure;
mod failure_report;
pub(crate) mod focus;
pub mod hunt;
mod interrupt_handler;
mod investigate;
mod known_choices;
mod learnt_limits;
pub(crate) mod live;
mod open_bugs;
mod opinions;
mod outcomes;
pub(crate) mod parallel;
mod recognise;
mod reduce_failure;
mod replay_bug;
mod run_case;
pub(crate) mod run_tests;
mod setup;
mod stored_bugs;
pub(crate) mod storm_commands;
mod test;
mod untested;
