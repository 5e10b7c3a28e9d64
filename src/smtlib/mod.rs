//! Room: SMT-LIB as text, as commands and as terms.
//!
//! Source text becomes a [`Script`] and [`Terms`], together a [`Problem`], and text again. What is generated and asked
//! is an [`instance::Instance`]: text that knows its commands.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `source` | files, within bounds |
//! | `lex`, `sexpr` | text → tokens → S-expressions, each with its place |
//! | `symbol` | one spelling of a symbol |
//! | `resolve`, `scopes` | names → the meanings that are in force at their places |
//! | `script`, `datatypes`, `names` | what a script declares and asserts, and under which names Z3 reads it |
//! | `sort`, `term`, `build` | sorts and hash-consed terms, and how S-expressions become terms |
//! | `problem`, `removal` | a script with its formulas; the same without some commands |
//! | `definitions` | the functions that a script defines |
//! | `print` | terms → text that grows with the DAG |
//! | `expr`, `unused` | small scripts while they are taken apart; declarations that nothing uses |
//! | `instance` | a script of known answers, as commands |
//! | `logic` | what the name of a logic promises |

mod build;
mod datatypes;
mod definitions;
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
pub(crate) mod symbol;
mod term;
mod unused;

pub use build::Formulas;
pub(crate) use build::HIGHER_ORDER;
pub use datatypes::{Constructor, Datatype};
pub use definitions::{Definition, Definitions};
pub use expr::Expr;
pub use logic::{Arithmetic, Logic};
pub use names::Names;
pub(crate) use names::{has_reals_only, is_reserved_in_all};
pub use print::Printer;
pub use problem::Problem;
pub(crate) use removal::Removed;
pub use script::{Declaration, DeclarationKind, InForce, Script};
#[cfg(test)]
pub(crate) use sexpr::reads;
pub use sexpr::{NodeId, Tree};
pub use sort::{Sort, Sorts};
pub use term::{Arguments, Binder, BinderKind, HeadId, MatchCase, Term, TermId, Terms, VarId, Variable};
pub(crate) use unused::{Mentioned, declared_names, unused_declarations};

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in a text: both counts start at 1, columns count bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl Position {
    /// The place of byte `offset` of `source`.
    pub fn locate(source: &str, offset: usize) -> Position {
        let before = &source.as_bytes()[..offset.min(source.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        Position { line: line as u32, column: column as u32 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What keeps a text from being read as SMT-LIB, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {what}", position.line, position.column)]
pub struct ReadError {
    /// Where it was met.
    pub position: Position,
    /// What was met, in a few words.
    pub what: String,
}
