//! Why a model cannot be read, in words that are safe to print.

use crate::process::quotation::quoted;
use crate::smtlib::ReadError;

/// Longest model text that is read, in bytes.
pub(super) const LONGEST: usize = 1 << 20;
/// Characters of a model that messages quote.
const QUOTED: usize = 80;

/// Why a model text makes no witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintedError {
    /// Longer than anybody wants to read.
    #[error("the model is longer than {} MiB", LONGEST >> 20)]
    TooLong,
    /// There is nothing but white space.
    #[error("no model was printed")]
    Nothing,
    /// The solver printed an error instead.
    #[error("the solver printed an error instead of a model: {0}")]
    Error(String),
    /// The text is no list of s-expressions.
    #[error("the model is not SMT-LIB: {0}")]
    Text(ReadError),
    /// A part of the text that has no known shape.
    #[error("`{0}` is no known part of a model")]
    Shape(String),
    /// What is printed for a symbol is no value, or none of its sort: no right solver prints it.
    #[error("the value of `{symbol}` is malformed: {what}")]
    Malformed {
        /// The symbol.
        symbol: String,
        /// What is wrong.
        what: String,
    },
    /// The value of a symbol that cannot be taken over.
    #[error("the value of `{symbol}` cannot be read: {what}")]
    Value {
        /// The symbol.
        symbol: String,
        /// What is wrong.
        what: String,
    },
}

/// The beginning of a printed text, on one line.
pub(crate) fn clip(text: &str) -> String {
    quoted(&text.split_whitespace().collect::<Vec<_>>().join(" "), QUOTED)
}
