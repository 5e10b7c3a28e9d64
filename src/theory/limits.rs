//! Why a term has no value, and how large values may become: a seed may ask for 2^(2^64).

use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::IBig;

use crate::theory::value::Enclosure;

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// SMT-LIB leaves the value open for these arguments.
    Open,
    /// A value may exist, but is not known here.
    Unknown(Unknown),
}

/// Why a value is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unknown {
    /// The symbol is not known, or it is declared without a definition.
    #[error("the meaning of `{0}` is not known")]
    Symbol(Arc<str>),
    /// The arguments or indices do not fit, or the sort of a term is not known.
    #[error("the sorts of `{0}` do not fit")]
    Sorts(Arc<str>),
    /// The value is an irrational real number; the enclosure is what is known of it.
    #[error("an irrational number is not a value here")]
    Irrational(Box<Enclosure>),
    /// The value would exceed the limits.
    #[error("a value is too large")]
    Size,
    /// The evaluation takes too many steps.
    #[error("it takes too many steps")]
    Steps,
    /// A value is none that a `match` provides for.
    #[error("no case of a `match` fits its value")]
    Case,
    /// The values of the variables cannot be tried exhaustively.
    #[error("a quantifier cannot be decided by trying values")]
    Quantifier,
}

impl From<Unknown> for NoValue {
    fn from(unknown: Unknown) -> NoValue {
        NoValue::Unknown(unknown)
    }
}

/// The maximal size of a number in bits, numerator and denominator each: beyond it, an operation takes a millisecond.
pub(crate) const NUMBER: usize = 1 << 16;
/// The maximal width of a bit-vector.
pub(crate) const WIDTH: u32 = 1 << 16;
/// The maximal nesting depth of a value.
pub(crate) const DEPTH: u32 = 500;
/// The maximal number of characters of a string, items of a sequence or set, and entries of an array or function.
pub(crate) const LENGTH: usize = 1 << 14;

/// Returns a number, unless it is too large.
pub(crate) fn number(number: IBig) -> Result<IBig, NoValue> {
    if number.bit_len() > NUMBER { Err(Unknown::Size.into()) } else { Ok(number) }
}

/// Returns a width in bits, unless it is too large.
pub(crate) fn width(width: u32) -> Result<u32, NoValue> {
    if width > WIDTH { Err(Unknown::Size.into()) } else { Ok(width) }
}

/// Returns a length, unless it is too large.
pub(crate) fn length(length: usize) -> Result<usize, NoValue> {
    if length > LENGTH { Err(Unknown::Size.into()) } else { Ok(length) }
}

/// The number of bits that cost one step.
pub(crate) const STEP: usize = 1024;
