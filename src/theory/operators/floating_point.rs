//! FloatingPoint, and extensions of solvers.

use std::cmp::Ordering;

use dashu_int::{IBig, UBig};

use super::operator::{Meaning, Operator, constant, row};
use super::sorts::ResultSort::{
    self, Bits as OfBits, Bool, FormatOfIndices, FormatOfParts, OfArgument, Real,
};
use super::sorts::Takes::{self, More, Same};
use super::sorts::Width::{Index, OfFormat};
use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::value::{Bits, Float, Format, Rounding, Value};

pub(super) const ROWS: &[Operator] = &[
    mode("RNE", |_| Ok(Value::Rounding(Rounding::NearestEven))).aliases(&["roundNearestTiesToEven"]),
    mode("RNA", |_| Ok(Value::Rounding(Rounding::NearestAway))).aliases(&["roundNearestTiesToAway"]),
    mode("RTP", |_| Ok(Value::Rounding(Rounding::Up))).aliases(&["roundTowardPositive"]),
    mode("RTN", |_| Ok(Value::Rounding(Rounding::Down))).aliases(&["roundTowardNegative"]),
    mode("RTZ", |_| Ok(Value::Rounding(Rounding::ToZero))).aliases(&["roundTowardZero"]),
    constant("+oo", FormatOfIndices, |call| Ok(Value::Float(Float::infinity(format(call)?, false)))),
    constant("-oo", FormatOfIndices, |call| Ok(Value::Float(Float::infinity(format(call)?, true)))),
    constant("+zero", FormatOfIndices, |call| Ok(Value::Float(Float::zero(format(call)?, false)))),
    constant("-zero", FormatOfIndices, |call| Ok(Value::Float(Float::zero(format(call)?, true)))),
    constant("NaN", FormatOfIndices, |call| Ok(Value::Float(Float::nan(format(call)?)))),
    row("fp", FIELDS, FormatOfParts, of_fields),
    row("fp.abs", ONE, OfArgument(0), |call| Ok(Value::Float(float(call, 0)?.absolute()))),
    row("fp.neg", ONE, OfArgument(0), |call| Ok(Value::Float(float(call, 0)?.negated()))),
    row("fp.add", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::plus)).commutes(),
    row("fp.sub", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::minus)),
    row("fp.mul", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::times)).commutes(),
    row("fp.div", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::divided_by)),
    row("fp.fma", ROUNDED_THREE, OfArgument(1), multiply_add),
    row("fp.sqrt", ROUNDED_ONE, OfArgument(1), |call| rounded_one(call, Float::root)),
    row("fp.rem", TWO, OfArgument(0), |call| Ok(Value::Float(float(call, 0)?.remainder(float(call, 1)?)?)))
        .seldom_read(),
    row("fp.roundToIntegral", ROUNDED_ONE, OfArgument(1), |call| rounded_one(call, Float::to_integral)),
    row("fp.min", TWO, OfArgument(0), |call| extreme(call, Ordering::Less)).open(),
    row("fp.max", TWO, OfArgument(0), |call| extreme(call, Ordering::Greater)).open(),
    row("fp.leq", ORDERED, Bool, |call| compare(call, Ordering::is_le)),
    row("fp.lt", ORDERED, Bool, |call| compare(call, Ordering::is_lt)),
    row("fp.geq", ORDERED, Bool, |call| compare(call, Ordering::is_ge)),
    row("fp.gt", ORDERED, Bool, |call| compare(call, Ordering::is_gt)),
    row("fp.eq", ORDERED, Bool, |call| compare(call, Ordering::is_eq)).commutes(),
    row("fp.isNormal", ONE, Bool, |call| test(call, Float::is_normal)),
    row("fp.isSubnormal", ONE, Bool, |call| test(call, Float::is_subnormal)),
    row("fp.isZero", ONE, Bool, |call| test(call, Float::is_zero)),
    row("fp.isInfinite", ONE, Bool, |call| test(call, Float::is_infinite)),
    row("fp.isNaN", ONE, Bool, |call| test(call, Float::is_nan)),
    row("fp.isNegative", ONE, Bool, |call| test(call, |float| float.is_negative() == Some(true))),
    row("fp.isPositive", ONE, Bool, |call| test(call, |float| float.is_negative() == Some(false))),
    // The form that takes a bit-vector does not round.
    row("to_fp", TO_FLOAT, FormatOfIndices, to_float),
    row("to_fp_unsigned", ROUNDED_BITS, FormatOfIndices, of_unsigned),
    row("fp.to_ubv", ROUNDED_ONE, OfBits(Index), to_unsigned).open(),
    row("fp.to_sbv", ROUNDED_ONE, OfBits(Index), to_signed).open(),
    row("fp.to_real", ONE, Real, to_real).open(),
    // cvc5's names for four forms of `to_fp`.
    row("to_fp_bv", &[&[Takes::Bits]], FormatOfIndices, to_float).seldom_read(),
    row("to_fp_fp", ROUNDED_ONE, FormatOfIndices, to_float).seldom_read(),
    row("to_fp_real", &[&[Takes::Rounding, Takes::Real]], FormatOfIndices, to_float).seldom_read(),
    row("to_fp_signed", ROUNDED_BITS, FormatOfIndices, to_float).seldom_read(),
    // Z3 has two names for it; the last alias is MathSAT's.
    row("fp.to_ieee_bv", ONE, OfBits(OfFormat), to_ieee_bits)
        .aliases(&["to_ieee_bv", "fp.as_ieee_bv"])
        .open()
        .seldom_read(),
];

const ONE: &[&[Takes]] = &[&[Takes::Float]];
const TWO: &[&[Takes]] = &[&[Takes::Float, Same(0)]];
const ORDERED: &[&[Takes]] = &[&[Takes::Float, Same(0), More]];
const ROUNDED_ONE: &[&[Takes]] = &[&[Takes::Rounding, Takes::Float]];
const ROUNDED_TWO: &[&[Takes]] = &[&[Takes::Rounding, Takes::Float, Same(1)]];
const ROUNDED_THREE: &[&[Takes]] = &[&[Takes::Rounding, Takes::Float, Same(1), Same(1)]];
const ROUNDED_BITS: &[&[Takes]] = &[&[Takes::Rounding, Takes::Bits]];
const FIELDS: &[&[Takes]] = &[&[Takes::Bit, Takes::Bits, Takes::Bits]];
/// The last three forms are Z3's.
const TO_FLOAT: &[&[Takes]] = &[
    &[Takes::Bits],
    &[Takes::Rounding, Takes::Float],
    &[Takes::Rounding, Takes::Real],
    &[Takes::Rounding, Takes::Bits],
    &[Takes::Rounding, Takes::Real, Takes::Int],
    &[Takes::Rounding, Takes::Int, Takes::Real],
    &[Takes::Bit, Takes::Bits, Takes::Bits],
];

const fn mode(name: &'static str, value: Meaning) -> Operator {
    constant(name, ResultSort::Rounding, value)
}

/// Returns the format of the result.
fn format(call: &Call<'_>) -> Result<Format, NoValue> {
    match *call.sort {
        Sort::Float(exponent, significand) => Ok(Format { exponent, significand }),
        _ => Err(call.unfit()),
    }
}

fn float<'a>(call: &Call<'a>, at: usize) -> Result<&'a Float, NoValue> {
    call.argument(at, Value::as_float)
}

fn rounding(call: &Call<'_>) -> Result<Rounding, NoValue> {
    call.argument(0, Value::as_rounding)
}

fn rounded_one(call: &Call<'_>, compute: fn(&Float, Rounding) -> Result<Float, NoValue>) -> Outcome {
    compute(float(call, 1)?, rounding(call)?).map(Value::Float)
}

fn rounded(call: &Call<'_>, compute: fn(&Float, &Float, Rounding) -> Result<Float, NoValue>) -> Outcome {
    compute(float(call, 1)?, float(call, 2)?, rounding(call)?).map(Value::Float)
}

fn multiply_add(call: &Call<'_>) -> Outcome {
    float(call, 1)?.times_plus(float(call, 2)?, float(call, 3)?, rounding(call)?).map(Value::Float)
}

fn extreme(call: &Call<'_>, order: Ordering) -> Outcome {
    float(call, 0)?.extreme(float(call, 1)?, order).map(Value::Float).ok_or(NoValue::Open)
}

fn compare(call: &Call<'_>, holds: fn(Ordering) -> bool) -> Outcome {
    let all = call.all(Value::as_float)?;
    Ok(Value::Bool(all.windows(2).all(|pair| pair[0].order(pair[1]).is_some_and(holds))))
}

fn test(call: &Call<'_>, holds: fn(&Float) -> bool) -> Outcome {
    Ok(Value::Bool(holds(float(call, 0)?)))
}

/// `fp`, and the form of `to_fp` with three bit-vectors.
fn of_fields(call: &Call<'_>) -> Outcome {
    let format = format(call)?;
    let fields = call.all(Value::as_bits)?;
    let [sign, exponent, fraction] = fields[..] else { return Err(call.unfit()) };
    if exponent.width() != format.exponent || fraction.width() != format.significand - 1 {
        return Err(call.unfit());
    }
    let (exponent, fraction) = (exponent.unsigned().clone(), fraction.unsigned().clone());
    Ok(Value::Float(Float::from_fields(format, sign.is_negative(), exponent, fraction)))
}

/// All forms of `to_fp`.
fn to_float(call: &Call<'_>) -> Outcome {
    let format = format(call)?;
    let float = match call.arguments {
        [Value::Bits(bits)] if format.exponent.checked_add(format.significand) == Some(bits.width()) => {
            Float::from_bits(format, bits)
        }
        [Value::Bits(_), Value::Bits(_), Value::Bits(_)] => return of_fields(call),
        [Value::Rounding(mode), Value::Float(float)] => float.in_format(format, *mode)?,
        [Value::Rounding(mode), Value::Bits(bits)] => Float::round_integer(format, bits.signed(), *mode)?,
        [Value::Rounding(mode), Value::Int(number)] => Float::round_integer(format, number.clone(), *mode)?,
        [Value::Rounding(mode), Value::Real(number)] => Float::round(format, number.clone(), *mode)?,
        [Value::Rounding(mode), Value::Real(number), Value::Int(power)]
        | [Value::Rounding(mode), Value::Int(power), Value::Real(number)] => {
            Float::round_scaled(format, number.clone(), power, *mode)?
        }
        _ => return Err(call.unfit()),
    };
    Ok(Value::Float(float))
}

/// `to_fp_unsigned`
fn of_unsigned(call: &Call<'_>) -> Outcome {
    let number = call.argument(1, Value::as_bits)?.unsigned().clone();
    Float::round_integer(format(call)?, number.into(), rounding(call)?).map(Value::Float)
}

/// `fp.to_ubv`: open if no bit-vector of the width denotes the integer.
fn to_unsigned(call: &Call<'_>) -> Outcome {
    let (width, number) = integer(call)?;
    let number = UBig::try_from(number).map_err(|_| NoValue::Open)?;
    Ok(Value::Bits(Bits::new(width, number)))
}

/// `fp.to_sbv`: open if no bit-vector of the width denotes the integer.
fn to_signed(call: &Call<'_>) -> Outcome {
    let (width, number) = integer(call)?;
    let bits = Bits::from_integer(width, &number);
    if bits.signed() == number { Ok(Value::Bits(bits)) } else { Err(NoValue::Open) }
}

/// Returns the width of the result and the rounded integer.
fn integer(call: &Call<'_>) -> Result<(u32, IBig), NoValue> {
    let width = call.index(0)?;
    if width > limits::WIDTH {
        return Err(Unknown::Size.into());
    }
    let number = float(call, 1)?.to_integer(width, rounding(call)?)?;
    Ok((width, number.ok_or(NoValue::Open)?))
}

/// `fp.to_real`: open for infinities and NaN.
fn to_real(call: &Call<'_>) -> Outcome {
    float(call, 0)?.to_real()?.map(Value::Real).ok_or(NoValue::Open)
}

/// `fp.to_ieee_bv`: open for NaN, which has many representations.
fn to_ieee_bits(call: &Call<'_>) -> Outcome {
    let float = float(call, 0)?;
    let width = float.format().exponent.checked_add(float.format().significand);
    if width.is_none_or(|width| width > limits::WIDTH) {
        return Err(Unknown::Size.into());
    }
    float.to_bits().map(Value::Bits).ok_or(NoValue::Open)
}
