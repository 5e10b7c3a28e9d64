//! Room: a case from seed to outcome, and the tests of all cases.
//!
//! A failure has four stages: an instance with what the solver did (`failing`), what is left of it when it is reduced
//! (there too), what is kept (`keep`), and what a red test says (`failure`). `investigate` takes it through them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `arguments`, `environment`, `context` | what the arguments and the environment ask for; what all cases share |
//! | `choose`, `test` | the tests that are asked for; one of them, and its line of results |
//! | `run_case` | one case from seed to outcome |
//! | `tally`, `account` | what its instances came to, and the lines of results made of that |
//! | `investigate` | a failing instance: a known bug, or red |
//! | `base` | the build whose findings are not red |
//! | `failing`, `keep`, `failure`, `commands` | the stages, and the commands that a red test names |
//! | `failure_report` | what a red test says: all of it, at once, at the end |
//! | `opinions`, `untested` | what Z3 says of values, and what was not tested: told at the end |
//! | `regression` | accepted snapshots as cases |
//! | `live` | what is told while it goes on |
//! | `hunt` | cases without end, bounded by time |
//! | `tests`, `workers` | all of them, told of as libtest does; told of as they go |
//! | `threads`, `queue` | work that several threads share; who runs what next |
//! | `outcomes`, `exit` | what they came to so far; exit codes |

mod account;
pub(crate) mod arguments;
mod base;
mod choose;
pub(crate) mod commands;
mod context;
pub(crate) mod environment;
pub mod exit;
mod failing;
mod failure;
mod failure_report;
pub mod hunt;
mod interrupt_handler;
mod investigate;
mod keep;
pub(crate) mod live;
mod open_bugs;
mod opinions;
mod outcomes;
pub(crate) mod output;
mod queue;
mod regression;
mod run_case;
mod tally;
mod test;
pub(crate) mod tests;
mod threads;
mod untested;
mod workers;
