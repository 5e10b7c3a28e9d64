//! Truth by exhaustion: whether a formula whose symbols have few values is satisfiable, and under which values.
//!
//! A formula is not evaluated point by point. Each term gets a *column*: its value at each point of its own *support*,
//! the symbols on which it depends. An operator is applied once to each combination of argument values that occurs, and
//! then looked up. Variables of quantifiers are further symbols, over which a column is reduced. Where SMT-LIB leaves a
//! value open, a column has all values that the term may have, so nothing is told that a choice could change.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `space` | symbols with all their values; why a formula is not decided |
//! | `column` | the values of a term over its support |
//! | `evaluation` | terms → columns |
//! | `decision` | satisfiable or not, what contradicts each other, the number of models, the first one and the best one |

mod column;
mod decision;
mod evaluation;
mod space;
#[cfg(test)]
mod tests;

pub(crate) use column::Truths;
pub(crate) use decision::minimal_contradiction;
pub use decision::{Contradiction, Decision, Direction, best, contradiction, decide, list};
pub(crate) use evaluation::{Exhaustion, Setting};
pub(crate) use space::{FEW_POINTS, Space};
pub use space::{POINTS, Points, Refusal};
