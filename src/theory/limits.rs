//! How large values may become. A term beyond these bounds has no value here: a seed may ask for 2^(2^64).

use dashu_base::BitTest;
use dashu_int::IBig;

use crate::theory::call::{NoValue, Unknown};

/// Bits of a number, of numerator and denominator together: past it, an operation takes a millisecond.
pub(crate) const NUMBER: usize = 1 << 16;
/// Bits of a bit-vector.
pub(crate) const WIDTH: u32 = 1 << 16;
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
