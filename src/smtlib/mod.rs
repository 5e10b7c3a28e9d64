//! Room: SMT-LIB as text, as commands and as terms.
//!
//! Source text becomes a [`Script`] and [`Terms`], together a [`Problem`], and text again. What smt-storm generates
//! is an [`instance::Instance`]: text that knows its commands.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `source` | files, within bounds |
//! | `lex`, `sexpr` | text → tokens → S-expressions, each with its place; one spelling of a symbol |
//! | `resolve`, `scopes` | names → the meanings that are in force at their places |
//! | `script`, `datatypes`, `names` | what a script declares and asserts, and under which names Z3 reads it |
//! | `sort`, `term`, `build` | sorts and hash-consed terms, and how S-expressions become terms |
//! | `problem`, `removal` | a script with its formulas, and the functions that it defines; the same without some commands |
//! | `print` | terms → text that grows with the DAG |
//! | `expr`, `unused` | small scripts while they are taken apart; declarations that nothing uses |
//! | `instance` | a script of known answers, as commands |
//! | `logic` | what the name of a logic promises |

mod build;
mod datatypes;
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
pub use sort::{Sort, Sorts};
pub use term::{Arguments, Binder, BinderKind, HeadId, MatchCase, Term, TermId, Terms, VarId, Variable};
pub(crate) use unused::{Mentioned, declared_names, unused_declarations};
