//! Room: witnesses, and the truth values under them.
//!
//! A *witness* is a total assignment of values to the symbols of a script. Any assignment will do, because only
//! the truth values under it count. Therefore a value that Z3 prints in a non-standard form may be replaced by
//! another value, and formulas are evaluated under the definitions of the witness, not under Z3's model.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `assignment` | [`Witness`]: the definitions, parsed once; default values |
//! | `truth` | the [`Truth`] and [`Grade`] of a formula, and the [`Valuation`] of a problem |
//! | `evaluation` | problem, witness → values and truth of all closed terms; formulas and definitions → their grades |
//! | `certificate` | script, definitions → a certificate of satisfiability; a script with its witness in comments |
//! | `refutation` | what a solver printed beside its answer, and what refutes it |
//! | `exhaustive` | where symbols have few values: which answer is right, and a certificate of unsatisfiability |
//! | `sampled_witness`, `seed_literals` | random values, near the literals of a script |
//! | `printed` | a model that a solver printed → witness |
//! | `external_model_finder` | [`ModelFinder`]: a finder of models in place of the linked Z3 |
//! | `second_opinion` | our values and Z3's → where they differ: [`SecondOpinion`] |
//! | `z3` | the linked libz3, which finds models and makes claims about formulas that do not evaluate: the only folder that names the crate; `no_z3` where it is not linked |
//! | `z3_process` | requests to Z3, and the processes in which it runs |
//! | `lru_cache` | a cache for models and the like |
//! | `evaluator` | [`Evaluator`]: the interface to all of this |

mod assignment;
mod certificate;
mod evaluation;
mod evaluator;
pub mod exhaustive;
mod external_model_finder;
mod lru_cache;
pub(crate) mod printed;
mod refutation;
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
pub(crate) use certificate::{
    Detached, attach_claim, attach_model, certificate, certificate_of_claim, detach,
};
pub use certificate::{attach, attach_each, attach_none, certified_answers, read_certified};
pub(crate) use evaluation::{EvalResults, Obligation, check_sorts};
pub use evaluation::{Evaluation, EvaluationError};
pub use evaluator::Evaluator;
pub(crate) use evaluator::Goal;
pub use external_model_finder::{Found, ModelFinder, NoModel};
pub(crate) use lru_cache::LruCache;
pub use printed::PrintedError;
pub(crate) use refutation::Claimed;
pub use refutation::{Refutation, Refuted};
pub use second_opinion::{Difference, NoOpinion, SecondOpinion};
pub use truth::{Grade, Truth, Valuation};
pub(crate) use z3_process::serve;
