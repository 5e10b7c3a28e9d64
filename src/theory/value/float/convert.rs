//! Numbers of other sorts and formats, and whole numbers (IEEE 754-2008, 5.3.1, 5.4 and 5.8).

use dashu_base::{BitTest, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::arithmetic::quotient;
use super::rounding::{Exact, Parts};
use super::{Float, Format, Rounding};
use crate::theory::call::{NoValue, Unknown};
use crate::theory::limits;

/// Powers of two beyond this are beyond all that can be computed with.
const FARTHEST: i64 = 1 << 40;

impl Float {
    /// The number of a format nearest to this one.
    ///
    /// # Errors
    /// A format has too many bits.
    pub(crate) fn in_format(&self, format: Format, mode: Rounding) -> Result<Float, NoValue> {
        let format = format.computable()?;
        Ok(match self.parts()? {
            Parts::NaN => Float::nan(format),
            Parts::Infinite(negative) => Float::infinity(format, negative),
            Parts::Finite(number) => number.rounded(format, mode),
        })
    }

    /// The number of a format nearest to a real one. Zero has no sign.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(crate) fn of_real(format: Format, number: RBig, mode: Rounding) -> Result<Float, NoValue> {
        Float::of_scaled(format, number, &IBig::ZERO, mode)
    }

    /// The number of a format nearest to `number` · 2^`power`.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(crate) fn of_scaled(
        format: Format,
        number: RBig,
        power: &IBig,
        mode: Rounding,
    ) -> Result<Float, NoValue> {
        let format = format.computable()?;
        let far = if *power < IBig::ZERO { -FARTHEST } else { FARTHEST };
        let exponent = i64::try_from(power).unwrap_or(far).clamp(-FARTHEST, FARTHEST);
        let (numerator, denominator) = number.into_parts();
        let (sign, numerator) = numerator.into_parts();
        let mut exact = quotient(&numerator, &denominator, exponent, format.precision());
        exact.negative = sign == Sign::Negative;
        Ok(exact.rounded(format, mode))
    }

    /// The number of a format nearest to an integer. Zero has no sign.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(crate) fn of_integer(format: Format, number: IBig, mode: Rounding) -> Result<Float, NoValue> {
        let format = format.computable()?;
        let (sign, significand) = number.into_parts();
        let exact = Exact { negative: sign == Sign::Negative, significand, exponent: 0, is_more: false };
        Ok(exact.rounded(format, mode))
    }

    /// `fp.roundToIntegral`. A zero has the sign of the number. In formats with small exponents, the whole
    /// number may be beyond the largest one.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(crate) fn to_integral(&self, mode: Rounding) -> Result<Float, NoValue> {
        Ok(match self.parts()? {
            Parts::Finite(number) if number.exponent < 0 => {
                let whole = Exact { significand: number.in_units(0, mode), exponent: 0, ..number };
                whole.rounded(self.format, mode)
            }
            _ => self.clone(),
        })
    }

    /// The integer to which it is rounded, if it is one and has no more than `bits` bits.
    ///
    /// # Errors
    /// The format has too many bits.
    pub(crate) fn to_integer(&self, bits: u32, mode: Rounding) -> Result<Option<IBig>, NoValue> {
        let Parts::Finite(number) = self.parts()? else { return Ok(None) };
        if number.is_zero() {
            return Ok(Some(IBig::ZERO));
        }
        if number.exponent + number.bits() > i64::from(bits) {
            return Ok(None);
        }
        let whole = number.in_units(0, mode);
        let fits = whole.bit_len() <= bits as usize;
        Ok(fits.then(|| IBig::from_parts(Sign::from(number.negative), whole)))
    }

    /// The real number, if it is one.
    ///
    /// # Errors
    /// It, or the format, has too many bits.
    pub(crate) fn to_real(&self) -> Result<Option<RBig>, NoValue> {
        let Parts::Finite(number) = self.parts()? else { return Ok(None) };
        if number.is_zero() {
            return Ok(Some(RBig::ZERO));
        }
        let shift = number.exponent.unsigned_abs() as usize;
        if shift + number.significand.bit_len() > limits::NUMBER {
            return Err(Unknown::Size.into());
        }
        let (up, down) = if number.exponent < 0 { (0, shift) } else { (shift, 0) };
        let numerator = IBig::from_parts(Sign::from(number.negative), number.significand << up);
        Ok(Some(RBig::from_parts(numerator, UBig::ONE << down)))
    }
}
