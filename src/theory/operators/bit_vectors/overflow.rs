//! Whether a result lies outside of what the width has room for: FixedSizeBitVectors defines it by integers.

use dashu_int::IBig;

use super::pair;
use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::limits;
use crate::theory::value::{Bits, Value};

/// Where an integer lies.
#[derive(PartialEq, Eq)]
enum Range {
    Below,
    Inside,
    Above,
}

/// Among the integers from −2^(width−1) up to 2^(width−1).
fn signed_range(number: &IBig, width: u32) -> Range {
    let end = IBig::ONE << (width as usize - 1);
    if *number >= end {
        Range::Above
    } else if *number < -end {
        Range::Below
    } else {
        Range::Inside
    }
}

fn signed_result(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Result<Range, NoValue> {
    let (one, other) = pair(call)?;
    Ok(signed_range(&compute(one.signed(), other.signed()), one.width()))
}

fn unsigned_result_fits(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Result<bool, NoValue> {
    let (one, other) = pair(call)?;
    let result = compute(one.unsigned().clone().into(), other.unsigned().clone().into());
    Ok(result >= IBig::ZERO && result < IBig::ONE << one.width() as usize)
}

/// `bvuaddo`, `bvumulo`, `bvusubo`.
pub(super) fn unsigned(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Outcome {
    Ok(Value::Bool(!unsigned_result_fits(call, compute)?))
}

/// `bvsaddo`, `bvsmulo`, `bvssubo`.
pub(super) fn signed(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Outcome {
    Ok(Value::Bool(signed_result(call, compute)? != Range::Inside))
}

/// Whether it is −2^(width−1).
fn is_least(bits: &Bits) -> bool {
    bits.is_negative() && bits.unsigned().trailing_zeros() == Some(bits.width() as usize - 1)
}

/// `bvnego`
pub(super) fn of_negation(call: &Call<'_>) -> Outcome {
    let bits = call.argument(0, Value::as_bits)?;
    limits::width(bits.width())?;
    Ok(Value::Bool(is_least(bits)))
}

/// `bvsdivo`: of the least number by −1.
pub(super) fn of_division(call: &Call<'_>) -> Outcome {
    let (one, other) = pair(call)?;
    Ok(Value::Bool(is_least(one) && other.signed() == IBig::NEG_ONE))
}

/// `bvumul_noovfl`
pub(super) fn unsigned_product_fits(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(unsigned_result_fits(call, |one, other| one * other)?))
}

/// `bvsmul_noovfl`
pub(super) fn signed_product_is_not_above(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(signed_result(call, |one, other| one * other)? != Range::Above))
}

/// `bvsmul_noudfl`
pub(super) fn signed_product_is_not_below(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(signed_result(call, |one, other| one * other)? != Range::Below))
}
