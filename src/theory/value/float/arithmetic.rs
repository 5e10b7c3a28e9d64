//! Arithmetic, remainders and conversions (IEEE 754-2008, 5.3.1, 5.4 and 5.8, with the signs of 6.3).

use dashu_base::{BitTest, DivRem, Sign, SquareRootRem};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::rounding::{Exact, Parts};
use super::{Float, Format, Kind, Rounding};
use crate::theory::limits::{self, NoValue, Unknown};

/// Exponents of powers of two are clamped to this absolute value, which no computable format reaches.
const FARTHEST: i64 = 1 << 40;

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
    /// The format has too many bits. This applies to all functions below, too.
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

    /// `fp.fma`: adds `more` to the product with `other`, and rounds once.
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
                // The exponent must be even, because it is halved.
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

/// Returns the quotient of a non-negative number by a positive one, with at least two bits more than `precision`.
fn quotient(numerator: &UBig, denominator: &UBig, exponent: i64, precision: i64) -> Exact {
    let bits = |number: &UBig| number.bit_len() as i64;
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

/// Returns the sum, in the format of `like`.
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
        // The smaller operand is less than a unit of the larger one, even with all bits that rounding inspects.
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

impl Float {
    /// `fp.rem`: x − y·n, where n is the integer nearest to x/y, the even one in a tie. The result is exact.
    pub(crate) fn remainder(&self, other: &Float) -> Result<Float, NoValue> {
        Ok(match (self.parts()?, other.parts()?) {
            (Parts::NaN | Parts::Infinite(_), _) | (_, Parts::NaN) => Float::nan(self.format),
            (Parts::Finite(_), Parts::Infinite(_)) => self.clone(),
            (Parts::Finite(_), Parts::Finite(divisor)) if divisor.is_zero() => Float::nan(self.format),
            (Parts::Finite(one), Parts::Finite(divisor)) => {
                // A number below half of the divisor stays, however small it is.
                if one.is_zero() || one.exponent + one.bits() < divisor.exponent + divisor.bits() - 1 {
                    return Ok(self.clone());
                }
                // The remainder is representable in the format.
                nearest(&one, &divisor).rounded(self.format, Rounding::ToZero)
            }
        })
    }
}

/// Returns the remainder of two numbers of which the first is at least a quarter of the second.
fn nearest(one: &Exact, divisor: &Exact) -> Exact {
    let exponent = one.exponent.min(divisor.exponent);
    let divisor = &divisor.significand << (divisor.exponent - exponent) as usize;
    // Computes modulo twice the divisor, because the last bit of the quotient breaks ties.
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

/// Returns 2^exponent modulo a number.
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

impl Float {
    /// Rounds the number to another format.
    pub(crate) fn in_format(&self, format: Format, mode: Rounding) -> Result<Float, NoValue> {
        let format = format.computable()?;
        Ok(match self.parts()? {
            Parts::NaN => Float::nan(format),
            Parts::Infinite(negative) => Float::infinity(format, negative),
            Parts::Finite(number) => number.rounded(format, mode),
        })
    }

    /// Rounds a real number to a format. Zero is positive.
    pub(crate) fn round(format: Format, number: RBig, mode: Rounding) -> Result<Float, NoValue> {
        Float::round_scaled(format, number, &IBig::ZERO, mode)
    }

    /// Rounds `number` · 2^`power` to a format.
    pub(crate) fn round_scaled(
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

    /// Rounds an integer to a format. Zero is positive.
    pub(crate) fn round_integer(format: Format, number: IBig, mode: Rounding) -> Result<Float, NoValue> {
        let format = format.computable()?;
        let (sign, significand) = number.into_parts();
        let exact = Exact { negative: sign == Sign::Negative, significand, exponent: 0, is_more: false };
        Ok(exact.rounded(format, mode))
    }

    /// `fp.roundToIntegral`. A zero gets the sign of the number. In formats with small exponents, the integer may
    /// exceed the largest number.
    pub(crate) fn to_integral(&self, mode: Rounding) -> Result<Float, NoValue> {
        Ok(match self.parts()? {
            Parts::Finite(number) if number.exponent < 0 => {
                let whole = Exact { significand: number.in_units(0, mode), exponent: 0, ..number };
                whole.rounded(self.format, mode)
            }
            _ => self.clone(),
        })
    }

    /// Rounds the number to an integer, if it is finite and the integer has at most `bits` bits.
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

    /// Returns the real number, if it is finite.
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
