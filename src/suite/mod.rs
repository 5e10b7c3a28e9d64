//! Room: a case from seed to outcome, and the tests of all cases.
//!
//! A failure has four stages: an instance with what the solver did (`failing`), what is left of it when it is reduced
//! (there too), what is kept (`keep`), and what a red test says (`failure`). `investigate` takes it through them.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `arguments`, `environment`, `context` | what the arguments and the environment ask for; what all cases share |
//! | `run_case` | one case from seed to outcome |
//! | `tally`, `account` | what its instances came to, and the lines of results made of that |
//! | `investigate` | a failing instance: a known bug, or red |
//! | `base` | the build whose findings are not red |
//! | `failing`, `keep`, `failure`, `commands` | the stages, and the commands that a red test names |
//! | `opinions`, `untested` | what Z3 says of values, and what was not tested: told at the end |
//! | `regression` | accepted snapshots as cases |
//! | `live` | what is told while it goes on |
//! | `hunt` | cases without end, bounded by time |
//! | `forms` | JUnit and annotations of a run |
//! | `tests`, `exit` | cases as tests of libtest-mimic; exit codes |

mod account;
pub(crate) mod arguments;
mod base;
pub(crate) mod commands;
mod conclude;
mod context;
pub(crate) mod environment;
pub mod exit;
mod failing;
mod failure;
mod forms;
pub mod hunt;
mod investigate;
mod keep;
mod live;
mod open_bugs;
mod opinions;
pub(crate) mod output;
mod regression;
mod rescue;
mod run_case;
mod tally;
pub(crate) mod tests;
mod untested;
