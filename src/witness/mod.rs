//! Room: where values come from, and what is true under them.
//!
//! A *witness* is one total assignment of values to the symbols of a script. Any assignment will do, for
//! only truth values under it count. So whatever Z3 finds that has no standard form is replaced by
//! something that has, and the definitions, not Z3's model, are what formulas are evaluated under.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `assignment` | [`Witness`]: the definitions, and the certificate they make |
//! | `attached` | a script with its witness in the comments after it, written and read |
//! | `search` | problem → witness, from one of the sources that follow |
//! | `finder`, `asked` | [`ModelFinder`]: who is asked for models in the place of the linked Z3; problem → questions, printed model → witness |
//! | `kept` | what was made last and may be asked for again, models among it |
//! | `sample`, `literals`, `default` | random values, near those that a script mentions; the plainest ones |
//! | `printed` | a model that a solver printed → witness |
//! | `evaluation` | problem, witness → [`Value`] of each term, [`Valuation`] of each formula |
//! | `truth`, `value` | what comes out: [`Truth`], [`Grade`] and [`Valuation`]; sort and text of a value |
//! | `opinion` | our values and Z3's → where they differ: [`SecondOpinion`] |
//! | `claim` | formulas under definitions → their grades |
//! | `evaluator` | [`Evaluator`]: the one door to all of this |
//! | `request`, `child` | what Z3 is asked, and how the process that it works in is talked to |
//! | `z3` | the linked libz3, which finds models and claims what does not evaluate: the only folder that names the crate; `no_z3` where it is not linked |

mod asked;
mod assignment;
mod attached;
mod child;
mod claim;
mod default;
mod evaluation;
mod evaluator;
mod finder;
mod kept;
mod literals;
mod opinion;
pub(crate) mod printed;
mod request;
mod sample;
mod search;
mod truth;
mod value;
#[cfg(feature = "z3")]
pub mod z3;
#[cfg(not(feature = "z3"))]
#[path = "no_z3.rs"]
pub mod z3;

pub(crate) use assignment::certificate;
pub use assignment::{Origin, Witness};
pub(crate) use attached::detach;
pub use attached::{attach, attach_each, certified_checks};
pub(crate) use claim::Claim;
pub use evaluation::Evaluation;
pub use evaluator::{EvaluationError, Evaluator};
pub use finder::{Found, ModelFinder, NoModel};
pub(crate) use kept::Kept;
pub use opinion::{Difference, NoOpinion, SecondOpinion};
pub use printed::PrintedError;
pub(crate) use request::answer;
pub use truth::{Grade, Truth, Valuation};
pub use value::Value;
