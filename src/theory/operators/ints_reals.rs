//! Ints, Reals and Reals_Ints, Z3's `rem` and `^`, and integers as words in cvc5.

use dashu_base::{Abs, BitTest, DivEuclid, RemEuclid, Signed};
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::operator::{Operator, row};
use super::sorts::Indices;
use super::sorts::ResultSort::{Bool, Int, Number, Real};
use super::sorts::Takes::{self, More, Same};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue};
use crate::theory::value::Value;

const SUMS: &[&str] = &["+", "-", "*", "div", "mod"];
const ORDERS: &[&str] = &["=", "<", ">", "<=", ">="];

pub(super) const ROWS: &[Operator] = &[
    row("+", NUMBERS, Number, |call| fold(call, |one, other| one + other, |one, other| one + other))
        .commutes()
        .flattens()
        .family(SUMS),
    row("-", NUMBERS, Number, minus).family(SUMS),
    row("*", NUMBERS, Number, |call| fold(call, |one, other| one * other, |one, other| one * other))
        .commutes()
        .flattens()
        .family(SUMS),
    row("div", INTS, Int, |call| divide(call, |one, other| one.div_euclid(other)))
        .open()
        .family(SUMS)
        .beyond_linear(),
    row("mod", TWO_INTS, Int, |call| divide(call, |one, other| IBig::from(one.rem_euclid(other))))
        .open()
        .family(SUMS)
        .beyond_linear(),
    row("rem", TWO_INTS, Int, |call| divide(call, remainder)).open().beyond_linear().seldom_read(),
    row("/", &[&[Takes::Real, Takes::Real, More]], Real, quotient).open().beyond_linear(),
    row("^", &[&[Takes::Number, Same(0)]], Number, power).open().beyond_linear().seldom_read(),
    row("abs", &[&[Takes::Number]], Number, absolute).beyond_linear(),
    row("<", ORDERED, Bool, |call| compare(call, |one, other| one < other)).opposite(">=").family(ORDERS),
    row("<=", ORDERED, Bool, |call| compare(call, |one, other| one <= other)).opposite(">").family(ORDERS),
    row(">", ORDERED, Bool, |call| compare(call, |one, other| one > other)).opposite("<=").family(ORDERS),
    row(">=", ORDERED, Bool, |call| compare(call, |one, other| one >= other)).opposite("<").family(ORDERS),
    row("divisible", &[&[Takes::Int]], Bool, divisible).indices(Indices::Exactly(1)).seldom_read(),
    row("to_real", &[&[Takes::Number]], Real, |call| Ok(Value::Real(call.argument(0, Value::as_real)?))),
    row("to_int", &[&[Takes::Number]], Int, |call| Ok(Value::Int(call.argument(0, Value::as_real)?.floor()))),
    row("is_int", &[&[Takes::Number]], Bool, |call| {
        Ok(Value::Bool(call.argument(0, Value::as_real)?.is_int()))
    }),
];

/// Extensions of cvc5. No formula uses them unless the seed does.
pub(super) const WORDS: &[Operator] = &[
    row("int.pow2", ONE_INT, Int, power_of_two),
    row("int.log2", ONE_INT, Int, logarithm),
    row("iand", TWO_INTS, Int, conjunction).indices(Indices::Exactly(1)).commutes(),
];

const ONE_INT: &[&[Takes]] = &[&[Takes::Int]];
const NUMBERS: &[&[Takes]] = &[&[Takes::Number, More]];
const TWO_INTS: &[&[Takes]] = &[&[Takes::Int, Takes::Int]];
const INTS: &[&[Takes]] = &[&[Takes::Int, Takes::Int, More]];
const ORDERED: &[&[Takes]] = &[&[Takes::Number, Takes::Number, More]];

/// Returns a real number, unless it is too large.
fn real(number: RBig) -> Outcome {
    let (numerator, denominator) = (number.numerator().clone(), number.denominator().clone());
    limits::number(numerator)?;
    limits::number(denominator.into())?;
    Ok(Value::Real(number))
}

fn integer(number: IBig) -> Outcome {
    limits::number(number).map(Value::Int)
}

fn numbers(call: &Call<'_>) -> Result<Vec<RBig>, NoValue> {
    call.all(Value::as_real)
}

/// Combines all arguments from the left; the result is an integer if all arguments are.
fn fold(call: &Call<'_>, ints: fn(IBig, &IBig) -> IBig, reals: fn(RBig, &RBig) -> RBig) -> Outcome {
    if let Ok(all) = call.all(Value::as_int) {
        let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
        return rest.iter().try_fold(Value::Int((*first).clone()), |sum, next| match sum {
            Value::Int(sum) => integer(ints(sum, next)),
            _ => Err(call.unfit()),
        });
    }
    let all = numbers(call)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    rest.iter().try_fold(Value::Real(first.clone()), |sum, next| match sum {
        Value::Real(sum) => real(reals(sum, next)),
        _ => Err(call.unfit()),
    })
}

fn minus(call: &Call<'_>) -> Outcome {
    match call.arguments {
        [Value::Int(one)] => integer(-one),
        [Value::Real(one)] => real(-one),
        _ => fold(call, |one, other| one - other, |one, other| one - other),
    }
}

/// Divides from the left. SMT-LIB leaves division by zero open (theory Ints).
fn divide(call: &Call<'_>, compute: fn(&IBig, &IBig) -> IBig) -> Outcome {
    let all = call.all(Value::as_int)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    let mut left = (*first).clone();
    for right in rest {
        if right.is_zero() {
            return Err(NoValue::Open);
        }
        left = limits::number(compute(&left, right))?;
    }
    Ok(Value::Int(left))
}

/// Z3's `rem`: that of `mod`, with the sign of the divisor.
fn remainder(one: &IBig, other: &IBig) -> IBig {
    let rest = IBig::from(one.rem_euclid(other));
    if other.is_negative() { -rest } else { rest }
}

fn quotient(call: &Call<'_>) -> Outcome {
    let all = numbers(call)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    rest.iter().try_fold(Value::Real(first.clone()), |left, right| match left {
        _ if right.is_zero() => Err(NoValue::Open),
        Value::Real(left) => real(left / right),
        _ => Err(call.unfit()),
    })
}

/// Raises a base to a power. SMT-LIB has no powers, so the result is open unless all solvers agree on it.
fn power(call: &Call<'_>) -> Outcome {
    let exponent = call.argument(1, Value::as_real)?;
    let exponent = if exponent.is_int() { usize::try_from(exponent.floor()).ok() } else { None };
    let Some(exponent) = exponent else { return Err(NoValue::Open) };
    let base = call.argument(0, |value| Some(value.clone()))?;
    if exponent == 0 && base.as_real().is_some_and(|base| base.is_zero()) {
        return Err(NoValue::Open);
    }
    let bits = match &base {
        Value::Int(base) => base.bit_len(),
        Value::Real(base) => base.numerator().bit_len().max(base.denominator().bit_len()),
        _ => return Err(call.unfit()),
    };
    // Only the powers of 0 and ±1 stay small, whatever the exponent.
    limits::number(IBig::ONE << bits.saturating_sub(1).saturating_mul(exponent).min(limits::NUMBER))?;
    match base {
        Value::Int(base) => integer(base.pow(if bits > 1 { exponent } else { 2 - exponent % 2 })),
        Value::Real(base) => real(base.pow(isize::try_from(exponent).map_err(|_| call.unfit())?)),
        _ => Err(call.unfit()),
    }
}

/// For a negative exponent, the result is 0.
fn power_of_two(call: &Call<'_>) -> Outcome {
    let exponent = call.argument(0, Value::as_int)?;
    if exponent.is_negative() {
        return integer(IBig::ZERO);
    }
    let exponent = usize::try_from(exponent.clone()).unwrap_or(limits::NUMBER);
    integer(IBig::ONE << exponent.min(limits::NUMBER))
}

/// The logarithm to the base 2, rounded down; for a number below 1, the result is 0.
fn logarithm(call: &Call<'_>) -> Outcome {
    let number = call.argument(0, Value::as_int)?;
    integer(if number.is_negative() { IBig::ZERO } else { number.bit_len().saturating_sub(1).into() })
}

/// The bitwise conjunction of the last bits of two numbers in two's complement; the index says how many.
fn conjunction(call: &Call<'_>) -> Outcome {
    let width = limits::width(call.index(0)?)?;
    if width == 0 {
        return Err(call.unfit());
    }
    let modulus = IBig::ONE << width as usize;
    let word = |at| Ok::<_, NoValue>(call.argument(at, Value::as_int)?.rem_euclid(&modulus));
    integer((word(0)? & word(1)?).into())
}

fn absolute(call: &Call<'_>) -> Outcome {
    match call.arguments {
        [Value::Int(number)] => Ok(Value::Int(number.clone().abs())),
        [Value::Real(number)] => Ok(Value::Real(number.clone().abs())),
        _ => Err(call.unfit()),
    }
}

fn compare(call: &Call<'_>, holds: fn(&RBig, &RBig) -> bool) -> Outcome {
    let all = numbers(call)?;
    Ok(Value::Bool(all.windows(2).all(|pair| holds(&pair[0], &pair[1]))))
}

fn divisible(call: &Call<'_>) -> Outcome {
    let divisor =
        call.indices.first().and_then(|index| index.parse::<IBig>().ok()).filter(|index| !index.is_zero());
    let divisor = divisor.ok_or_else(|| call.unfit())?;
    Ok(Value::Bool(call.argument(0, Value::as_int)?.rem_euclid(&divisor).is_zero()))
}
