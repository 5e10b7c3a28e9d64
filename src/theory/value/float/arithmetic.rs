//! Arithmetic (IEEE 754-2008, 5.4.1, with the signs of 6.3).

use dashu_base::{DivRem, Sign, SquareRootRem};
use dashu_int::{IBig, UBig};

use super::rounding::{Exact, Parts};
use super::{Float, Kind, Rounding};
use crate::theory::call::NoValue;

impl Float {
    /// `fp.neg`: NaN stays as it is.
    pub(crate) fn negated(&self) -> Float {
        let is_negative = self.is_negative().unwrap_or(false);
        self.with_sign(!is_negative)
    }

    /// `fp.abs`: NaN stays as it is.
    pub(crate) fn absolute(&self) -> Float {
        self.with_sign(false)
    }

    fn with_sign(&self, is_negative: bool) -> Float {
        let mut float = self.clone();
        match &mut float.kind {
            Kind::NaN => {}
            Kind::Infinite { negative } | Kind::Finite { negative, .. } => *negative = is_negative,
        }
        float
    }

    /// `fp.add`, of numbers of one format.
    ///
    /// # Errors
    /// The format has too many bits; so with all that follow.
    pub(crate) fn plus(&self, other: &Float, mode: Rounding) -> Result<Float, NoValue> {
        total(self.parts()?, other.parts()?, self, mode)
    }

    /// `fp.sub`.
    pub(crate) fn minus(&self, other: &Float, mode: Rounding) -> Result<Float, NoValue> {
        self.plus(&other.negated(), mode)
    }

    /// `fp.mul`.
    pub(crate) fn times(&self, other: &Float, mode: Rounding) -> Result<Float, NoValue> {
        Ok(match product(self.parts()?, other.parts()?) {
            Parts::NaN => Float::nan(self.format),
            Parts::Infinite(negative) => Float::infinity(self.format, negative),
            Parts::Finite(product) => product.rounded(self.format, mode),
        })
    }

    /// `fp.fma`: the product with `other`, and `more`, rounded once.
    pub(crate) fn times_plus(&self, other: &Float, more: &Float, mode: Rounding) -> Result<Float, NoValue> {
        total(product(self.parts()?, other.parts()?), more.parts()?, self, mode)
    }

    /// `fp.div`.
    pub(crate) fn divided_by(&self, other: &Float, mode: Rounding) -> Result<Float, NoValue> {
        let format = self.format;
        Ok(match (self.parts()?, other.parts()?) {
            (Parts::NaN, _) | (_, Parts::NaN) | (Parts::Infinite(_), Parts::Infinite(_)) => {
                Float::nan(format)
            }
            (Parts::Infinite(one), Parts::Finite(other)) => Float::infinity(format, one != other.negative),
            (Parts::Finite(one), Parts::Infinite(other)) => Float::zero(format, one.negative != other),
            (Parts::Finite(one), Parts::Finite(other)) if other.is_zero() => {
                if one.is_zero() {
                    Float::nan(format)
                } else {
                    Float::infinity(format, one.negative != other.negative)
                }
            }
            (Parts::Finite(one), Parts::Finite(other)) => {
                let exponent = one.exponent - other.exponent;
                let mut quotient =
                    quotient(&one.significand, &other.significand, exponent, format.precision());
                quotient.negative = one.negative != other.negative;
                quotient.rounded(format, mode)
            }
        })
    }

    /// `fp.sqrt`.
    pub(crate) fn root(&self, mode: Rounding) -> Result<Float, NoValue> {
        let format = self.format;
        Ok(match self.parts()? {
            Parts::Infinite(false) => self.clone(),
            Parts::Finite(square) if square.is_zero() => self.clone(),
            Parts::Finite(square) if !square.negative => {
                let missing = (2 * (format.precision() + 2) - square.bits()).max(0);
                // The exponent is halved.
                let missing = missing + ((square.exponent - missing) & 1);
                let (root, rest) = (square.significand << missing as usize).sqrt_rem();
                let exponent = (square.exponent - missing) / 2;
                let root = Exact { negative: false, significand: root, exponent, is_more: !rest.is_zero() };
                root.rounded(format, mode)
            }
            _ => Float::nan(format),
        })
    }
}

/// A quotient of numbers that are not negative, by one that is not zero, with at least two bits more than
/// `precision`.
pub(super) fn quotient(numerator: &UBig, denominator: &UBig, exponent: i64, precision: i64) -> Exact {
    let bits = |number: &UBig| dashu_base::BitTest::bit_len(number) as i64;
    let missing = (precision + 2 + bits(denominator) - bits(numerator)).max(0);
    let (quotient, rest) = (numerator << missing as usize).div_rem(denominator);
    Exact { negative: false, significand: quotient, exponent: exponent - missing, is_more: !rest.is_zero() }
}

fn product(one: Parts, other: Parts) -> Parts {
    match (one, other) {
        (Parts::NaN, _) | (_, Parts::NaN) => Parts::NaN,
        (Parts::Infinite(one), Parts::Infinite(other)) => Parts::Infinite(one != other),
        (Parts::Infinite(infinite), Parts::Finite(finite))
        | (Parts::Finite(finite), Parts::Infinite(infinite)) => {
            if finite.is_zero() {
                Parts::NaN
            } else {
                Parts::Infinite(infinite != finite.negative)
            }
        }
        (Parts::Finite(one), Parts::Finite(other)) => Parts::Finite(Exact {
            negative: one.negative != other.negative,
            significand: one.significand * other.significand,
            exponent: one.exponent + other.exponent,
            is_more: false,
        }),
    }
}

/// The sum, in the format of `like`.
fn total(one: Parts, other: Parts, like: &Float, mode: Rounding) -> Result<Float, NoValue> {
    let format = like.format.computable()?;
    Ok(match (one, other) {
        (Parts::NaN, _) | (_, Parts::NaN) => Float::nan(format),
        (Parts::Infinite(one), Parts::Infinite(other)) if one != other => Float::nan(format),
        (Parts::Infinite(negative), _) | (_, Parts::Infinite(negative)) => Float::infinity(format, negative),
        (Parts::Finite(one), Parts::Finite(other)) => {
            sum(one, other, format.precision(), mode).rounded(format, mode)
        }
    })
}

fn sum(one: Exact, other: Exact, precision: i64, mode: Rounding) -> Exact {
    let (mut high, low) = if one.exponent >= other.exponent { (one, other) } else { (other, one) };
    if high.is_zero() && low.is_zero() && high.negative == low.negative {
        return high;
    }
    if low.is_zero() && !high.is_zero() {
        return high;
    }
    let spare = precision + 3;
    let gap = high.exponent - low.exponent;
    if !high.is_zero() && gap >= spare + low.bits() {
        // The lower one is less than a unit of the higher one, even with all bits that rounding looks at.
        high.significand <<= spare as usize;
        if high.negative != low.negative {
            high.significand -= UBig::ONE;
        }
        return Exact { exponent: high.exponent - spare, is_more: true, ..high };
    }
    let gap = if high.is_zero() { 0 } else { gap as usize };
    let signed = |number: Exact| IBig::from_parts(Sign::from(number.negative), number.significand);
    let exponent = low.exponent;
    high.significand <<= gap;
    let (sign, significand) = (signed(high) + signed(low)).into_parts();
    let negative = if significand.is_zero() { mode == Rounding::Down } else { sign == Sign::Negative };
    Exact { negative, significand, exponent, is_more: false }
}
