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
//! | `search` | problem → witness, from one of the sources that follow, and the truth values under it |
//! | `from_model`, `default` | a model that Z3 found → witness; the plainest value where it says nothing |
//! | `sample`, `literals` | random values, near those that a script mentions |
//! | `printed` | a model that a solver printed → witness |
//! | `closed_terms` | problem, witness → [`Value`] of each term, [`Valuation`] of each formula |
//! | `reliance` | which of these values hang on more than evaluation |
//! | `truth`, `value` | what comes out: [`Truth`], [`Grade`] and [`Valuation`]; sort and text of a value |
//! | `claim` | formulas under definitions → their grades; formulas → definitions |
//! | `evaluator` | [`Evaluator`]: the one door to all of this, in this process or in a child with limits |
//! | `request`, `child` | what a child is asked, and how it is talked to |
//! | `z3` | the linked libz3: the only folder that names the crate |

mod assignment;
mod attached;
mod child;
mod claim;
mod closed_terms;
mod default;
mod evaluator;
mod from_model;
mod literals;
pub(crate) mod printed;
mod reliance;
mod request;
mod sample;
mod search;
mod truth;
mod value;
pub mod z3;

pub(crate) use assignment::certificate;
pub use assignment::{NoValue, Origin, Witness};
pub use attached::attach;
pub(crate) use attached::detach;
pub(crate) use claim::Claim;
pub use evaluator::{EvaluationError, Evaluator};
pub use printed::PrintedError;
pub(crate) use request::answer;
pub use search::Evaluation;
pub use truth::{Grade, Truth, Valuation};
pub use value::Value;
