//! Why a term has no value, and how large values may become: a seed may ask for 2^(2^64).

use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::IBig;

use crate::theory::value::Enclosure;

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// SMT-LIB leaves it open for these arguments.
    Open,
    /// It may have one, but it is not known here.
    Unknown(Unknown),
}

/// Why a value is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unknown {
    /// Nothing is known of the symbol, or it is declared and has no definition.
    #[error("the meaning of `{0}` is not known")]
    Symbol(Arc<str>),
    /// A term is of no sort that is known.
    #[error("the sorts of `{0}` do not fit")]
    Sorts(Arc<str>),
    /// It is a real number that is not rational, and as much is known of it.
    #[error("an irrational number is not a value here")]
    Irrational(Box<Enclosure>),
    /// A value would be larger than the limits.
    #[error("a value is too large")]
    Size,
    /// It takes too many steps.
    #[error("it takes too many steps")]
    Steps,
    /// Not all values of the variables can be tried.
    #[error("a quantifier cannot be decided by trying values")]
    Quantifier,
}

impl Unknown {
    /// Whether it is a number of which something is known.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Unknown::Irrational(_))
    }
}

impl From<Unknown> for NoValue {
    fn from(unknown: Unknown) -> NoValue {
        NoValue::Unknown(unknown)
    }
}

/// Bits of a number, of numerator and denominator together: past it, an operation takes a millisecond.
pub(crate) const NUMBER: usize = 1 << 16;
/// Bits of a bit-vector.
pub(crate) const WIDTH: u32 = 1 << 16;
/// How deep values may be nested.
pub(crate) const DEPTH: u32 = 500;
/// Characters of a string, items of a sequence or set, entries of an array or function.
pub(crate) const LENGTH: usize = 1 << 14;

/// A number, unless it is too large.
pub(crate) fn number(number: IBig) -> Result<IBig, NoValue> {
    if number.bit_len() > NUMBER { Err(Unknown::Size.into()) } else { Ok(number) }
}

/// A width in bits, unless it is too large.
pub(crate) fn width(width: u32) -> Result<u32, NoValue> {
    if width > WIDTH { Err(Unknown::Size.into()) } else { Ok(width) }
}

/// A length, unless it is too large.
pub(crate) fn length(length: usize) -> Result<usize, NoValue> {
    if length > LENGTH { Err(Unknown::Size.into()) } else { Ok(length) }
}

/// How many bits of a number are worth a step.
pub(crate) const STEP: usize = 1024;
