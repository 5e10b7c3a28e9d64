//! Room: what SMT-LIB means, without a solver.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `operators` | one table of what every operator takes, makes and computes, a file a theory |
//! | `value` | values of every sort, printed and compared |
//! | `literals` | how values are written |
//! | `signature`, `meaning` | what a script declares; what the head of a term stands for |
//! | `polymorphic` | functions with sort parameters → copies for the sorts at which they are used |
//! | `usable` | what is left of a problem without what is not known, does not fit, or is no sound definition |
//! | `used` | which operators terms use |
//! | `sorting` | the sort of every term |
//! | `call`, `limits` | what an operator is asked; why a term has no value, and how large values may become |
//! | `domain` | all values of small sorts, the plainest and the edges of others; one that is none of some |
//! | `model` | what a script defines |
//! | `interpreter`, `quantifiers` | the value of every term |
//! | `recursion` | which recursive definitions some function satisfies |
//! | `sum` | linear sums, which both of these reason with |
//! | `ground` | a door to it, for terms without symbols |

pub(crate) mod call;
pub(crate) mod domain;
#[doc(hidden)]
pub mod ground;
pub(crate) mod interpreter;
pub(crate) mod limits;
pub(crate) mod literals;
pub(crate) mod meaning;
pub(crate) mod model;
pub(crate) mod operators;
pub(crate) mod polymorphic;
mod quantifiers;
pub(crate) mod recursion;
pub(crate) mod signature;
pub(crate) mod sorting;
mod sum;
pub(crate) mod usable;
pub(crate) mod used;
pub(crate) mod value;
