//! Conversions to floating-point numbers, and from them.

use dashu_int::{IBig, UBig};

use super::{float, format, rounding};
use crate::theory::call::{Call, NoValue, Outcome, Unknown};
use crate::theory::limits;
use crate::theory::value::{Bits, Float, Value};

/// `fp`, and the same form of `to_fp`.
pub(super) fn of_fields(call: &Call<'_>) -> Outcome {
    let format = format(call)?;
    let fields = call.all(Value::as_bits)?;
    let [sign, exponent, fraction] = fields[..] else { return Err(call.unfit()) };
    if exponent.width() != format.exponent || fraction.width() != format.significand - 1 {
        return Err(call.unfit());
    }
    let (exponent, fraction) = (exponent.unsigned().clone(), fraction.unsigned().clone());
    Ok(Value::Float(Float::of_fields(format, sign.is_negative(), exponent, fraction)))
}

/// All forms of `to_fp`.
pub(super) fn to_float(call: &Call<'_>) -> Outcome {
    let format = format(call)?;
    let float = match call.arguments {
        [Value::Bits(bits)] if format.exponent.checked_add(format.significand) == Some(bits.width()) => {
            Float::of_bits(format, bits)
        }
        [Value::Bits(_), Value::Bits(_), Value::Bits(_)] => return of_fields(call),
        [Value::Rounding(mode), Value::Float(float)] => float.in_format(format, *mode)?,
        [Value::Rounding(mode), Value::Bits(bits)] => Float::of_integer(format, bits.signed(), *mode)?,
        [Value::Rounding(mode), Value::Int(number)] => Float::of_integer(format, number.clone(), *mode)?,
        [Value::Rounding(mode), Value::Real(number)] => Float::of_real(format, number.clone(), *mode)?,
        [Value::Rounding(mode), Value::Real(number), Value::Int(power)]
        | [Value::Rounding(mode), Value::Int(power), Value::Real(number)] => {
            Float::of_scaled(format, number.clone(), power, *mode)?
        }
        _ => return Err(call.unfit()),
    };
    Ok(Value::Float(float))
}

/// `to_fp_unsigned`
pub(super) fn of_unsigned(call: &Call<'_>) -> Outcome {
    let number = call.argument(1, Value::as_bits)?.unsigned().clone();
    Float::of_integer(format(call)?, number.into(), rounding(call)?).map(Value::Float)
}

/// `fp.to_ubv`: open where the integer is none of the bit-vectors.
pub(super) fn to_unsigned(call: &Call<'_>) -> Outcome {
    let (width, number) = integer(call)?;
    let number = UBig::try_from(number).map_err(|_| NoValue::Open)?;
    Ok(Value::Bits(Bits::new(width, number)))
}

/// `fp.to_sbv`: open where the integer is none of the bit-vectors.
pub(super) fn to_signed(call: &Call<'_>) -> Outcome {
    let (width, number) = integer(call)?;
    let bits = Bits::of_integer(width, &number);
    if bits.signed() == number { Ok(Value::Bits(bits)) } else { Err(NoValue::Open) }
}

/// The width that is wanted, and the integer of no more bits to which the number is rounded.
fn integer(call: &Call<'_>) -> Result<(u32, IBig), NoValue> {
    let width = call.index(0)?;
    if width > limits::WIDTH {
        return Err(Unknown::Size.into());
    }
    let number = float(call, 1)?.to_integer(width, rounding(call)?)?;
    Ok((width, number.ok_or(NoValue::Open)?))
}

/// `fp.to_real`: open for infinities and NaN.
pub(super) fn to_real(call: &Call<'_>) -> Outcome {
    float(call, 0)?.to_real()?.map(Value::Real).ok_or(NoValue::Open)
}

/// `fp.to_ieee_bv`: open for NaN, which has many representations.
pub(super) fn to_bits(call: &Call<'_>) -> Outcome {
    let float = float(call, 0)?;
    let width = float.format().exponent.checked_add(float.format().significand);
    if width.is_none_or(|width| width > limits::WIDTH) {
        return Err(Unknown::Size.into());
    }
    float.to_bits().map(Value::Bits).ok_or(NoValue::Open)
}
