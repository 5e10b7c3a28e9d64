//! The one rounding: an exact number → the nearest one of a format (IEEE 754-2008, 4.3).

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Float, Format, Kind, Rounding};
use crate::theory::limits::{self, NoValue, Unknown};

/// Bits of an exponent with which numbers are computed: their exponents, and those of products, are no large
/// numbers.
const LARGEST_EXPONENT: u32 = 32;

/// An exact number: (−1)^negative · (significand + part) · 2^exponent. The part is 0, or, if there is more,
/// larger than 0 and smaller than 1. A significand of 0 with no more is a zero.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    pub negative: bool,
    pub significand: UBig,
    pub exponent: i64,
    /// Only where the significand has more bits than what it is rounded to.
    pub is_more: bool,
}

/// A floating-point number for computing.
#[derive(Clone, Debug)]
pub(super) enum Parts {
    /// No number.
    NaN,
    /// An infinity, and whether it is negative.
    Infinite(bool),
    /// A number.
    Finite(Exact),
}

impl Format {
    /// The format, if numbers of it can be computed with.
    ///
    /// # Errors
    /// It has too many bits.
    pub(super) fn computable(self) -> Result<Format, NoValue> {
        let fits = self.exponent <= LARGEST_EXPONENT && self.significand <= limits::WIDTH;
        if fits { Ok(self) } else { Err(Unknown::Size.into()) }
    }

    /// How many bits a significand has.
    pub(super) fn precision(self) -> i64 {
        self.significand.into()
    }

    /// What is added to exponents; the largest one of a number, too. Only of a computable format.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The largest number.
    fn largest(self, negative: bool) -> Float {
        let ones = |bits: u32| (UBig::ONE << bits as usize) - UBig::ONE;
        Float::of_fields(self, negative, ones(self.exponent) - UBig::ONE, ones(self.significand - 1))
    }
}

impl Float {
    /// What it is, for computing.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(super) fn parts(&self) -> Result<Parts, NoValue> {
        let format = self.format.computable()?;
        Ok(match &self.kind {
            Kind::NaN => Parts::NaN,
            Kind::Infinite { negative } => Parts::Infinite(*negative),
            Kind::Finite { negative, exponent, fraction } => {
                let biased = i64::try_from(exponent).map_err(|_| Unknown::Size)?;
                let hidden = UBig::from(u8::from(biased > 0)) << (format.significand as usize - 1);
                let exponent = biased.max(1) - format.bias() - (format.precision() - 1);
                Parts::Finite(Exact {
                    negative: *negative,
                    significand: fraction + hidden,
                    exponent,
                    is_more: false,
                })
            }
        })
    }
}

impl Exact {
    /// How many bits the significand has.
    pub(super) fn bits(&self) -> i64 {
        self.significand.bit_len() as i64
    }

    /// Whether it is zero.
    pub(super) fn is_zero(&self) -> bool {
        self.significand.is_zero() && !self.is_more
    }

    /// The number of a computable format to which it is rounded. A zero keeps its sign.
    pub(super) fn rounded(&self, format: Format, mode: Rounding) -> Float {
        if self.is_zero() {
            return Float::zero(format, self.negative);
        }
        // Below the smallest normal number the last bit is always worth the same.
        let top = (self.exponent + self.bits() - 1).max(1 - format.bias());
        let mut unit = top - (format.precision() - 1);
        let mut significand = self.in_units(unit, mode);
        if significand.bit_len() > format.significand as usize {
            significand >>= 1;
            unit += 1;
        }
        let top = unit + format.precision() - 1;
        if top > format.bias() {
            return self.overflown(format, mode);
        }
        let hidden = UBig::ONE << (format.significand as usize - 1);
        let (exponent, fraction) = match significand.bit(format.significand as usize - 1) {
            true => (top + format.bias(), significand - hidden),
            false => (0, significand),
        };
        Float::of_fields(format, self.negative, exponent.unsigned_abs().into(), fraction)
    }

    /// The size of the multiple of 2^`unit` to which it is rounded, as how often it is that.
    pub(super) fn in_units(&self, unit: i64, mode: Rounding) -> UBig {
        if unit <= self.exponent {
            return &self.significand << (self.exponent - unit) as usize;
        }
        // Whatever is beyond all bits is less than a half.
        let dropped = (unit - self.exponent).min(self.bits() + 2) as usize;
        let whole = &self.significand >> dropped;
        let is_half_or_more = self.significand.bit(dropped - 1);
        let is_past_that =
            self.is_more || self.significand.trailing_zeros().is_some_and(|zeros| zeros < dropped - 1);
        let is_away = match mode {
            Rounding::NearestEven => is_half_or_more && (is_past_that || whole.bit(0)),
            Rounding::NearestAway => is_half_or_more,
            Rounding::Up => !self.negative && (is_half_or_more || is_past_that),
            Rounding::Down => self.negative && (is_half_or_more || is_past_that),
            Rounding::ToZero => false,
        };
        if is_away { whole + UBig::ONE } else { whole }
    }

    /// IEEE 754-2008, 7.4.
    fn overflown(&self, format: Format, mode: Rounding) -> Float {
        let stays = match mode {
            Rounding::NearestEven | Rounding::NearestAway => false,
            Rounding::Up => self.negative,
            Rounding::Down => !self.negative,
            Rounding::ToZero => true,
        };
        if stays { format.largest(self.negative) } else { Float::infinity(format, self.negative) }
    }
}
