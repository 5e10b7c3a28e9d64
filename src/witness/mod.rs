//! Room: where values come from, and what is true under them.
//!
//! A *witness* is one total assignment of values to the symbols of a script. Any assignment will do, for
//! only truth values under it count. So whatever Z3 finds that has no standard form is replaced by
//! something that has, and the definitions, not Z3's model, are what formulas are evaluated under.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `assignment` | [`Witness`]: the definitions, and what they say, read once |
//! | `truth` | what a formula is worth: [`Truth`], [`Grade`], and the [`Valuation`] of a problem |
//! | `evaluation` | problem, witness → values and truth of all closed terms; formulas and definitions → their grades |
//! | `certificate` | script, definitions → what proves it satisfiable to others; a script with its witness in comments |
//! | `sampled_witness`, `seed_literals`, `default_values` | random values, near those that a script mentions; the plainest ones |
//! | `printed` | a model that a solver printed → witness |
//! | `external_model_finder` | [`ModelFinder`]: who is asked for models in the place of the linked Z3 |
//! | `second_opinion` | our values and Z3's → where they differ: [`SecondOpinion`] |
//! | `z3` | the linked libz3, which finds models and claims what does not evaluate: the only folder that names the crate; `no_z3` where it is not linked |
//! | `z3_process` | what Z3 is asked, and the process that it works in |
//! | `lru_cache` | what was asked for last and may be asked for again, models among it |
//! | `evaluator` | [`Evaluator`]: the one door to all of this |

mod assignment;
mod certificate;
mod default_values;
mod evaluation;
mod evaluator;
mod external_model_finder;
mod lru_cache;
pub(crate) mod printed;
mod sampled_witness;
mod second_opinion;
mod seed_literals;
mod truth;
#[cfg(feature = "z3")]
pub mod z3;
#[cfg(not(feature = "z3"))]
#[path = "no_z3.rs"]
pub mod z3;
mod z3_process;

pub use assignment::{Origin, Witness};
pub use certificate::{attach, attach_each, certified_checks};
pub(crate) use certificate::{certificate, detach};
pub(crate) use evaluation::{EvalResults, Obligation};
pub use evaluation::{Evaluation, EvaluationError};
pub use evaluator::Evaluator;
pub use external_model_finder::{Found, ModelFinder, NoModel};
pub(crate) use lru_cache::LruCache;
pub use printed::PrintedError;
pub use second_opinion::{Difference, NoOpinion, SecondOpinion};
pub use truth::{Grade, Truth, Valuation};
pub(crate) use z3_process::answer;
