//! FloatingPoint, and what solvers have beside it.

mod conversions;

use std::cmp::Ordering;

use super::ResultSort::{self, Bits, Bool, FormatOfIndices, FormatOfParts, OfArgument, Real};
use super::Takes::{self, More, Same};
use super::Width::{Index, OfFormat};
use super::{Meaning, Operator, constant, row};
use crate::smtlib::Sort;
use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::value::{Float, Format, Rounding, Value};

pub(super) static ROWS: &[Operator] = &[
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
    row("fp", FIELDS, FormatOfParts, conversions::of_fields),
    row("fp.abs", ONE, OfArgument(0), |call| Ok(Value::Float(float(call, 0)?.absolute()))),
    row("fp.neg", ONE, OfArgument(0), |call| Ok(Value::Float(float(call, 0)?.negated()))),
    row("fp.add", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::plus)).rounds().commutes(),
    row("fp.sub", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::minus)).rounds(),
    row("fp.mul", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::times)).rounds().commutes(),
    row("fp.div", ROUNDED_TWO, OfArgument(1), |call| rounded(call, Float::divided_by)).rounds(),
    row("fp.fma", ROUNDED_THREE, OfArgument(1), multiply_add).rounds(),
    row("fp.sqrt", ROUNDED_ONE, OfArgument(1), |call| rounded_one(call, Float::root)).rounds(),
    row("fp.rem", TWO, OfArgument(0), |call| Ok(Value::Float(float(call, 0)?.remainder(float(call, 1)?)?)))
        .seldom_read(),
    row("fp.roundToIntegral", ROUNDED_ONE, OfArgument(1), |call| rounded_one(call, Float::to_integral))
        .rounds(),
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
    // Of a bit-vector, it does not round.
    row("to_fp", TO_FLOAT, FormatOfIndices, conversions::to_float),
    row("to_fp_unsigned", ROUNDED_BITS, FormatOfIndices, conversions::of_unsigned).rounds(),
    row("fp.to_ubv", ROUNDED_ONE, Bits(Index), conversions::to_unsigned).rounds().open(),
    row("fp.to_sbv", ROUNDED_ONE, Bits(Index), conversions::to_signed).rounds().open(),
    row("fp.to_real", ONE, Real, conversions::to_real).open(),
    // cvc5's names for four of the forms of `to_fp`.
    row("to_fp_bv", &[&[Takes::Bits]], FormatOfIndices, conversions::to_float).seldom_read(),
    row("to_fp_fp", ROUNDED_ONE, FormatOfIndices, conversions::to_float).rounds().seldom_read(),
    row("to_fp_real", &[&[Takes::Rounding, Takes::Real]], FormatOfIndices, conversions::to_float)
        .rounds()
        .seldom_read(),
    row("to_fp_signed", ROUNDED_BITS, FormatOfIndices, conversions::to_float).rounds().seldom_read(),
    // Z3's, which has two names for it; the last one is MathSAT's.
    row("fp.to_ieee_bv", ONE, Bits(OfFormat), conversions::to_bits)
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

/// The format of the result.
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

#[cfg(test)]
mod tests;
