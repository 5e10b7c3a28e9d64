//! The remainder (IEEE 754-2008, 5.3.1).

use dashu_int::UBig;

use super::rounding::{Exact, Parts};
use super::{Float, Rounding};
use crate::theory::call::NoValue;

impl Float {
    /// `fp.rem`: x − y·n, where n is the whole number nearest to x/y, the even one of two. No rounding is
    /// needed.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(crate) fn remainder(&self, other: &Float) -> Result<Float, NoValue> {
        Ok(match (self.parts()?, other.parts()?) {
            (Parts::NaN | Parts::Infinite(_), _) | (_, Parts::NaN) => Float::nan(self.format),
            (Parts::Finite(_), Parts::Infinite(_)) => self.clone(),
            (Parts::Finite(_), Parts::Finite(divisor)) if divisor.is_zero() => Float::nan(self.format),
            (Parts::Finite(one), Parts::Finite(divisor)) => {
                // A number below half of the divisor stays, however far below it is.
                if one.is_zero() || one.exponent + one.bits() < divisor.exponent + divisor.bits() - 1 {
                    return Ok(self.clone());
                }
                // It is one of the format.
                nearest(&one, &divisor).rounded(self.format, Rounding::ToZero)
            }
        })
    }
}

/// The remainder of two numbers of which the first is at least a quarter of the second.
fn nearest(one: &Exact, divisor: &Exact) -> Exact {
    let exponent = one.exponent.min(divisor.exponent);
    let divisor = &divisor.significand << (divisor.exponent - exponent) as usize;
    // The last bit of the quotient is wanted, too.
    let twice = &divisor << 1;
    let power = power_of_two(one.exponent.abs_diff(exponent), &twice);
    let rest = (&one.significand * power) % &twice;
    let (rest, is_odd) = if rest >= divisor { (rest - &divisor, true) } else { (rest, false) };
    let doubled = &rest << 1;
    let is_above = doubled > divisor || (doubled == divisor && is_odd);
    let (significand, negative) =
        if is_above { (divisor - rest, !one.negative) } else { (rest, one.negative) };
    Exact { negative, significand, exponent, is_more: false }
}

/// 2^exponent modulo a number.
fn power_of_two(exponent: u64, modulus: &UBig) -> UBig {
    let mut power = UBig::ONE % modulus;
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = (&power * &power) % modulus;
        if exponent >> bit & 1 == 1 {
            power = (power << 1) % modulus;
        }
    }
    power
}
