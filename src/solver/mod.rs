//! Room: instance → what a solver did with it.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `answer` | output → one typed answer per check-sat, and what they mean |
//! | `verdict` | what an instance came to, and when two failures are the same |
//! | `transcript` | which model in the output for a script belongs to which check-sat |
//! | `model_check` | whether a printed model satisfies what was asserted |
//! | `models` | [`models::ModelRow`]: the solver of a row, asked for models that become witnesses |
//! | `runner` | one instance after the other, in a process for each |
//! | `session`, `session_runner` | a process that stays; when to use one, and what is known of a row's |
//! | `presence`, `releases` | whether a solver is there, what to do if not, and what can be installed |
//! | `complaint` | what an error is about, and the key that mends it |
//! | `doctor`, `probe` | what a row can really do |
//! | `operator_support` | which operators it reads |
//! | `own_options` | the options that a solver tells of, and which of them work |

pub(crate) mod answer;
pub(crate) mod complaint;
pub(crate) mod doctor;
pub mod model_check;
pub mod models;
pub(crate) mod operator_support;
pub(crate) mod own_options;
pub(crate) mod presence;
mod probe;
pub(crate) mod releases;
pub mod runner;
pub mod session;
pub mod session_runner;
pub mod transcript;
pub mod verdict;
