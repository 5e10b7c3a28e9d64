//! Room: instance → verdict on a solver's answers.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `answer` | output → one typed answer per check-sat, and the verdict on them |
//! | `verdict` | the verdict on an instance, and when two failures are the same |
//! | `transcript` | which model in the output for a script belongs to which check-sat |
//! | `model_check` | whether a printed model satisfies the assertions |
//! | `oracles` | what else a solver can say beside its answer, and the laws that judge it |
//! | `models` | [`models::ModelRow`]: the solver of a row as a source of models that become witnesses |
//! | `runner` | one instance after another, each in a fresh process |
//! | `session`, `session_runner` | a process that stays alive; when to use one, and what is known of a row's sessions |
//! | `presence`, `releases` | whether a solver is installed and how to install it; the releases that can be installed |
//! | `complaint` | the subject of an error, and the key that fixes it |
//! | `doctor`, `probe` | what a row can really do |
//! | `operator_support` | which operators it reads |
//! | `own_options` | the options that a solver lists, and which of them work |

pub(crate) mod answer;
pub(crate) mod complaint;
pub(crate) mod doctor;
pub mod model_check;
pub mod models;
pub(crate) mod operator_support;
mod oracles;
pub(crate) mod own_options;
pub(crate) mod presence;
mod probe;
pub(crate) mod releases;
pub mod runner;
pub mod session;
pub mod session_runner;
pub mod transcript;
pub mod verdict;
