//! Room: the semantics of SMT-LIB, without a solver.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `operators` | a table of every operator's arguments, result and semantics, one file per theory |
//! | `value` | values of every sort, with printing and comparison |
//! | `literals` | the notation for values |
//! | `signature`, `meaning` | the declarations of a script; the meaning of the head of a term |
//! | `usable` | a problem without unknown symbols, ill-sorted terms and unsound definitions |
//! | `used` | the operators that terms use |
//! | `sorting` | the sort of every term |
//! | `call`, `limits` | the application of an operator; why a term has no value, and how large values may become |
//! | `domain` | all values of a small sort, default and edge values, and a value distinct from given ones |
//! | `model` | the definitions of a script |
//! | `interpreter`, `quantifiers` | the value of every term |
//! | `recursion` | recursive definitions that some function satisfies |
//! | `sum` | linear sums, used by `quantifiers` and `recursion` |
//! | `exhaustion` | satisfiability of formulas whose symbols have few values |
//! | `ground` | evaluation of closed terms for benchmarks |

pub(crate) mod call;
pub(crate) mod domain;
#[cfg(test)]
pub(crate) mod examples;
#[doc(hidden)]
pub mod exhaustion;
#[doc(hidden)]
pub mod ground;
pub(crate) mod interpreter;
pub(crate) mod limits;
pub(crate) mod literals;
pub(crate) mod meaning;
pub(crate) mod model;
pub(crate) mod operators;
mod quantifiers;
pub(crate) mod recursion;
pub(crate) mod signature;
pub(crate) mod sorting;
mod sum;
pub(crate) mod usable;
pub(crate) mod used;
pub(crate) mod value;
