//! Rounding of an exact number to a format (IEEE 754-2008, 4.3).

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Float, Format, Kind, Rounding};
use crate::theory::limits::{self, NoValue, Unknown};

/// The maximal width of an exponent in computations, so that exponents of numbers and products fit into machine
/// integers.
const LARGEST_EXPONENT: u32 = 32;

/// An exact number: (−1)^negative · (significand + part) · 2^exponent. The part is 0, or strictly between 0 and 1
/// if `is_more` is set. The number is zero if the significand is 0 and `is_more` is not set.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    pub negative: bool,
    pub significand: UBig,
    pub exponent: i64,
    /// Whether there is a fractional part. The significand must then have more bits than the target format.
    pub is_more: bool,
}

/// A floating-point number, unpacked for computing.
#[derive(Clone, Debug)]
pub(super) enum Parts {
    /// Not a number.
    NaN,
    /// An infinity, and whether it is negative.
    Infinite(bool),
    /// A finite number.
    Finite(Exact),
}

impl Format {
    /// Returns the format, if its numbers can be used in computations.
    pub(super) fn computable(self) -> Result<Format, NoValue> {
        let fits = self.exponent <= LARGEST_EXPONENT && self.significand <= limits::WIDTH;
        if fits { Ok(self) } else { Err(Unknown::Size.into()) }
    }

    /// Returns the width of the significand.
    pub(super) fn precision(self) -> i64 {
        self.significand.into()
    }

    /// Returns the exponent bias of a computable format, which is also the largest exponent of a number.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Returns the largest number of a sign.
    fn largest(self, negative: bool) -> Float {
        let ones = |bits: u32| (UBig::ONE << bits as usize) - UBig::ONE;
        Float::from_fields(self, negative, ones(self.exponent) - UBig::ONE, ones(self.significand - 1))
    }
}

impl Float {
    /// Unpacks the number for computing.
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
    /// Returns the number of bits of the significand.
    pub(super) fn bits(&self) -> i64 {
        self.significand.bit_len() as i64
    }

    /// Whether the number is zero.
    pub(super) fn is_zero(&self) -> bool {
        self.significand.is_zero() && !self.is_more
    }

    /// Rounds the number to a computable format. A zero keeps its sign.
    pub(super) fn rounded(&self, format: Format, mode: Rounding) -> Float {
        if self.is_zero() {
            return Float::zero(format, self.negative);
        }
        // Below the smallest normal number, the unit of the last place is constant.
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
        Float::from_fields(format, self.negative, exponent.unsigned_abs().into(), fraction)
    }

    /// Rounds the absolute value to a multiple of 2^`unit`, and returns the factor.
    pub(super) fn in_units(&self, unit: i64, mode: Rounding) -> UBig {
        if unit <= self.exponent {
            return &self.significand << (self.exponent - unit) as usize;
        }
        // The dropped part of a number far below the unit is less than half a unit.
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

    /// Handles overflow (IEEE 754-2008, 7.4).
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
