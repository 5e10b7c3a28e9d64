//! Room: SMT-LIB as text, as commands and as terms.
//!
//! Source text becomes a [`Script`] and [`Terms`], together a [`Problem`], and text again. smt-storm generates
//! instances ([`instance::Instance`]), which are text with a list of its commands.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `source` | reading files within bounds |
//! | `lex`, `sexpr` | text → tokens → S-expressions with positions; canonical symbols |
//! | `resolve`, `scopes` | names → the meanings that are in force at their places |
//! | `script`, `datatypes`, `names` | the declarations and assertions of a script, and the names under which Z3 reads it |
//! | `sort`, `term`, `build` | sorts, hash-consed terms, and S-expressions → terms |
//! | `problem`, `removal` | a script with its formulas and definitions; the problem without some commands |
//! | `print` | terms → text, linear in the DAG |
//! | `expr`, `unused` | small scripts that change; unused declarations |
//! | `instance` | a script with known answers, as commands |
//! | `logic` | the theories of a logic, by its name |
//! | `examples` | data files of tests, and what reads them |

mod build;
mod datatypes;
#[cfg(test)]
pub(crate) mod examples;
mod expr;
pub mod instance;
pub(crate) mod lex;
mod logic;
mod names;
mod print;
mod problem;
mod removal;
mod resolve;
mod scopes;
mod script;
mod sexpr;
mod sort;
pub(crate) mod source;
mod term;
mod unused;

pub use build::Formulas;
pub(crate) use build::HIGHER_ORDER;
pub use datatypes::{Constructor, Datatype};
pub(crate) use datatypes::{declares_codatatypes, declares_datatypes};
pub use expr::Expr;
pub(crate) use lex::symbol;
pub use lex::{Position, ReadError};
pub(crate) use logic::has_reals_only;
pub use logic::{Arithmetic, Logic};
pub use names::Names;
pub(crate) use names::is_reserved_in_all;
pub use print::Printer;
pub use problem::{Definition, Definitions, Problem};
pub(crate) use removal::Removed;
pub use script::{Declaration, DeclarationKind, InForce, Script};
#[cfg(test)]
pub(crate) use sexpr::reads;
pub use sexpr::{NodeId, Tree};
pub(crate) use sort::{FINITE_SET, SET, is_bag, is_collection, is_collection_or_tuple, is_set, tuple_sort};
pub use sort::{Sort, Sorts};
pub use term::{Arguments, Binder, BinderKind, HeadId, MatchCase, Term, TermId, Terms, VarId, Variable};
pub(crate) use unused::{Mentioned, declared_names, unused_declarations};
