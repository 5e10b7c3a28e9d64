//! FixedSizeBitVectors, the operators that logic QF_BV adds, and extensions of solvers.
//!
//! Every operator is total, including division by zero and shifts by more than the width.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::operator::{Operator, row};
use super::sorts::Indices;
use super::sorts::ResultSort::{self, Bits as OfBits, Bool, Int, OfArgument};
use super::sorts::Takes::{self, More, Same};
use super::sorts::Width::{Fixed, Index, PlusIndex, Slice, Sum, TimesIndex};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue};
use crate::theory::value::{Bits, Value, mask};

const ORDERS: &[&str] = &["=", "bvult", "bvugt", "bvule", "bvuge", "bvslt", "bvsgt", "bvsle", "bvsge"];
const COMPUTED: &[&str] = &["bvor", "bvand", "bvadd", "bvsub", "bvmul", "bvxor", "bvshl", "bvlshr", "bvashr"];

pub(super) const ROWS: &[Operator] = &[
    row("concat", &[&[Takes::Bits, Takes::Bits, More]], OfBits(Sum), concat),
    row("extract", ONE, OfBits(Slice), extract),
    row("repeat", ONE, OfBits(TimesIndex), repeat),
    row("zero_extend", ONE, OfBits(PlusIndex), zero_extend),
    row("sign_extend", ONE, OfBits(PlusIndex), sign_extend),
    row("rotate_left", ONE, OfArgument(0), |call| rotate(call, rotate_left)).indices(Indices::Exactly(1)),
    row("rotate_right", ONE, OfArgument(0), |call| rotate(call, rotate_right)).indices(Indices::Exactly(1)),
    row("bvnot", ONE, OfArgument(0), |call| unary(call, not)),
    row("bvneg", ONE, OfArgument(0), |call| unary(call, negated)),
    row("bvand", MANY, OfArgument(0), |call| {
        fold(call, |one, other| sized(one, one.unsigned() & other.unsigned()))
    })
    .commutes()
    .flattens()
    .family(COMPUTED),
    row("bvor", MANY, OfArgument(0), |call| {
        fold(call, |one, other| sized(one, one.unsigned() | other.unsigned()))
    })
    .commutes()
    .flattens()
    .family(COMPUTED),
    row("bvxor", MANY, OfArgument(0), |call| {
        fold(call, |one, other| sized(one, one.unsigned() ^ other.unsigned()))
    })
    .commutes()
    .flattens()
    .family(COMPUTED),
    row("bvnand", TWO, OfArgument(0), |call| {
        fold(call, |one, other| not(&sized(one, one.unsigned() & other.unsigned())))
    })
    .commutes(),
    row("bvnor", TWO, OfArgument(0), |call| {
        fold(call, |one, other| not(&sized(one, one.unsigned() | other.unsigned())))
    })
    .commutes(),
    row("bvxnor", TWO, OfArgument(0), |call| {
        fold(call, |one, other| not(&sized(one, one.unsigned() ^ other.unsigned())))
    })
    .commutes(),
    row("bvcomp", TWO, BIT, |call| fold(call, |one, other| Bits::bit(one == other))).commutes(),
    row("bvadd", MANY, OfArgument(0), |call| fold(call, sum)).commutes().flattens().family(COMPUTED),
    row("bvsub", TWO, OfArgument(0), |call| fold(call, |one, other| sum(one, &negated(other))))
        .family(COMPUTED),
    row("bvmul", MANY, OfArgument(0), |call| {
        fold(call, |one, other| sized(one, one.unsigned() * other.unsigned()))
    })
    .commutes()
    .flattens()
    .family(COMPUTED),
    row("bvudiv", TWO, OfArgument(0), |call| fold(call, unsigned_quotient)),
    row("bvurem", TWO, OfArgument(0), |call| fold(call, unsigned_remainder)),
    row("bvsdiv", TWO, OfArgument(0), |call| fold(call, signed_quotient)),
    row("bvsrem", TWO, OfArgument(0), |call| fold(call, signed_remainder)),
    row("bvsmod", TWO, OfArgument(0), |call| fold(call, signed_modulus)),
    row("bvshl", TWO, OfArgument(0), |call| {
        fold(call, |one, other| sized(one, one.unsigned() << distance(other)))
    })
    .family(COMPUTED),
    row("bvlshr", TWO, OfArgument(0), |call| fold(call, shifted_right)).family(COMPUTED),
    row("bvashr", TWO, OfArgument(0), |call| fold(call, shifted_right_signed)).family(COMPUTED),
    row("bvult", TWO, Bool, |call| unsigned(call, |one, other| one < other)).opposite("bvuge").family(ORDERS),
    row("bvule", TWO, Bool, |call| unsigned(call, |one, other| one <= other))
        .opposite("bvugt")
        .family(ORDERS),
    row("bvugt", TWO, Bool, |call| unsigned(call, |one, other| one > other)).opposite("bvule").family(ORDERS),
    row("bvuge", TWO, Bool, |call| unsigned(call, |one, other| one >= other))
        .opposite("bvult")
        .family(ORDERS),
    row("bvslt", TWO, Bool, |call| signed(call, |one, other| one < other)).opposite("bvsge").family(ORDERS),
    row("bvsle", TWO, Bool, |call| signed(call, |one, other| one <= other)).opposite("bvsgt").family(ORDERS),
    row("bvsgt", TWO, Bool, |call| signed(call, |one, other| one > other)).opposite("bvsle").family(ORDERS),
    row("bvsge", TWO, Bool, |call| signed(call, |one, other| one >= other)).opposite("bvslt").family(ORDERS),
    row("bvnego", ONE, Bool, negation_overflow).seldom_read(),
    row("bvuaddo", TWO, Bool, |call| unsigned_overflow(call, |one, other| one + other))
        .commutes()
        .seldom_read(),
    row("bvsaddo", TWO, Bool, |call| signed_overflow(call, |one, other| one + other))
        .commutes()
        .seldom_read(),
    row("bvumulo", TWO, Bool, |call| unsigned_overflow(call, |one, other| one * other))
        .commutes()
        .seldom_read(),
    row("bvsmulo", TWO, Bool, |call| signed_overflow(call, |one, other| one * other))
        .commutes()
        .seldom_read(),
    row("bvusubo", TWO, Bool, |call| unsigned_overflow(call, |one, other| one - other)).seldom_read(),
    row("bvssubo", TWO, Bool, |call| signed_overflow(call, |one, other| one - other)).seldom_read(),
    row("bvsdivo", TWO, Bool, division_overflow).seldom_read(),
    row("ubv_to_int", ONE, Int, |call| to_int(call, |bits| bits.unsigned().clone().into()))
        .aliases(&["bv2nat", "bv2int"])
        .seldom_read(),
    row("sbv_to_int", ONE, Int, |call| to_int(call, Bits::signed)).seldom_read(),
    row("int_to_bv", &[&[Takes::Int]], OfBits(Index), of_int).aliases(&["nat2bv", "int2bv"]).seldom_read(),
];

pub(super) const EXTENSIONS: &[Operator] = &[
    // Z3, cvc5, Bitwuzla and Boolector.
    row("bvredor", ONE, BIT, |call| unary(call, |bits| Bits::bit(!bits.unsigned().is_zero()))),
    row("bvredand", ONE, BIT, |call| unary(call, |bits| Bits::bit(*bits.unsigned() == mask(bits.width())))),
    // Bitwuzla.
    row("bvredxor", ONE, BIT, |call| unary(call, |bits| Bits::bit(bits.unsigned().count_ones() % 2 == 1))),
    row("bvinc", ONE, OfArgument(0), |call| unary(call, |bits| sized(bits, bits.unsigned() + UBig::ONE))),
    row("bvdec", ONE, OfArgument(0), |call| {
        unary(call, |bits| sized(bits, bits.unsigned() + mask(bits.width())))
    }),
    // Z3; Bitwuzla has them under other names.
    row("ext_rotate_left", TWO, OfArgument(0), |call| turn(call, rotate_left)).aliases(&["bvrol"]),
    row("ext_rotate_right", TWO, OfArgument(0), |call| turn(call, rotate_right)).aliases(&["bvror"]),
    // Z3: whether there is no overflow, or no underflow.
    row("bvumul_noovfl", TWO, Bool, |call| {
        Ok(Value::Bool(unsigned_result_fits(call, |one, other| one * other)?))
    })
    .commutes(),
    row("bvsmul_noovfl", TWO, Bool, |call| {
        Ok(Value::Bool(signed_result(call, |one, other| one * other)?.is_le()))
    })
    .commutes(),
    row("bvsmul_noudfl", TWO, Bool, |call| {
        Ok(Value::Bool(signed_result(call, |one, other| one * other)?.is_ge()))
    })
    .commutes(),
    row("bit2bool", ONE, Bool, bit).indices(Indices::Exactly(1)),
    // cvc5: comparisons with a result of one bit, and a conditional on one bit.
    row("bvultbv", TWO, BIT, |call| fold(call, |one, other| Bits::bit(one.unsigned() < other.unsigned()))),
    row("bvsltbv", TWO, BIT, |call| fold(call, |one, other| Bits::bit(one.signed() < other.signed()))),
    row("bvite", &[&[Takes::Bit, Takes::Bits, Same(1)]], OfArgument(1), bit_branch),
];

const ONE: &[&[Takes]] = &[&[Takes::Bits]];
const TWO: &[&[Takes]] = &[&[Takes::Bits, Same(0)]];
/// The operators that QF_BV calls left associative.
const MANY: &[&[Takes]] = &[&[Takes::Bits, Same(0), More]];
const BIT: ResultSort = OfBits(Fixed(1));

/// Returns the first argument.
fn one<'a>(call: &Call<'a>) -> Result<&'a Bits, NoValue> {
    let bits = call.argument(0, Value::as_bits)?;
    limits::width(bits.width())?;
    Ok(bits)
}

fn unary(call: &Call<'_>, compute: fn(&Bits) -> Bits) -> Outcome {
    Ok(Value::Bits(compute(one(call)?)))
}

/// Returns all arguments, which must be of one width.
fn of_one_width<'a>(call: &Call<'a>) -> Result<Vec<&'a Bits>, NoValue> {
    let all = call.all(Value::as_bits)?;
    let width = all.first().ok_or_else(|| call.unfit())?.width();
    limits::width(width)?;
    if all.iter().all(|bits| bits.width() == width) { Ok(all) } else { Err(call.unfit()) }
}

/// Returns two arguments of one width.
fn pair<'a>(call: &Call<'a>) -> Result<(&'a Bits, &'a Bits), NoValue> {
    match of_one_width(call)?.as_slice() {
        &[one, other] => Ok((one, other)),
        _ => Err(call.unfit()),
    }
}

/// Combines all arguments from the left.
fn fold(call: &Call<'_>, compute: fn(&Bits, &Bits) -> Bits) -> Outcome {
    let all = of_one_width(call)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    Ok(Value::Bits(rest.iter().fold((*first).clone(), |left, right| compute(&left, right))))
}

fn unsigned(call: &Call<'_>, holds: fn(&UBig, &UBig) -> bool) -> Outcome {
    let (one, other) = pair(call)?;
    Ok(Value::Bool(holds(one.unsigned(), other.unsigned())))
}

fn signed(call: &Call<'_>, holds: fn(&IBig, &IBig) -> bool) -> Outcome {
    let (one, other) = pair(call)?;
    Ok(Value::Bool(holds(&one.signed(), &other.signed())))
}

fn to_int(call: &Call<'_>, read: fn(&Bits) -> IBig) -> Outcome {
    Ok(Value::Int(read(one(call)?)))
}

/// `int2bv`: modulo 2^width, whatever the sign.
fn of_int(call: &Call<'_>) -> Outcome {
    let width = limits::width(call.index(0)?)?;
    let number = call.argument(0, Value::as_int)?;
    if width == 0 { Err(call.unfit()) } else { Ok(Value::Bits(Bits::from_integer(width, number))) }
}

/// `concat`: the first argument is the most significant part.
fn concat(call: &Call<'_>) -> Outcome {
    let parts = call.all(Value::as_bits)?;
    let width = parts.iter().fold(0_u32, |sum, part| sum.saturating_add(part.width()));
    limits::width(width)?;
    let number =
        parts.iter().fold(UBig::ZERO, |high, part| (high << part.width() as usize) | part.unsigned());
    Ok(Value::Bits(Bits::new(width, number)))
}

/// `extract`: from the bit at the first index down to the bit at the second.
fn extract(call: &Call<'_>) -> Outcome {
    let (bits, high, low) = (one(call)?, call.index(0)?, call.index(1)?);
    if high >= bits.width() || low > high {
        return Err(call.unfit());
    }
    Ok(Value::Bits(Bits::new(high - low + 1, bits.unsigned() >> low as usize)))
}

/// `repeat`, at least once.
fn repeat(call: &Call<'_>) -> Outcome {
    let (bits, times) = (one(call)?, call.index(0)?);
    if times == 0 {
        return Err(call.unfit());
    }
    let width = limits::width(bits.width().saturating_mul(times))?;
    // The number with a bit set at the low end of each copy.
    let ends = mask(width) / mask(bits.width());
    Ok(Value::Bits(Bits::new(width, bits.unsigned() * ends)))
}

/// `zero_extend`, by any number of bits.
fn zero_extend(call: &Call<'_>) -> Outcome {
    let bits = one(call)?;
    let width = limits::width(bits.width().saturating_add(call.index(0)?))?;
    Ok(Value::Bits(Bits::new(width, bits.unsigned().clone())))
}

/// `sign_extend`, by any number of bits.
fn sign_extend(call: &Call<'_>) -> Outcome {
    let bits = one(call)?;
    let width = limits::width(bits.width().saturating_add(call.index(0)?))?;
    Ok(Value::Bits(Bits::from_integer(width, &bits.signed())))
}

/// `rotate_left` and `rotate_right`: by an index, which may exceed the width.
fn rotate(call: &Call<'_>, compute: fn(&Bits, u32) -> Bits) -> Outcome {
    let bits = one(call)?;
    let by: UBig = call.indices.first().and_then(|by| by.parse().ok()).ok_or_else(|| call.unfit())?;
    rotated(call, bits, &by, compute)
}

/// `ext_rotate_left` and `ext_rotate_right`: by the second argument.
fn turn(call: &Call<'_>, compute: fn(&Bits, u32) -> Bits) -> Outcome {
    let (bits, by) = pair(call)?;
    rotated(call, bits, by.unsigned(), compute)
}

fn rotated(call: &Call<'_>, bits: &Bits, by: &UBig, compute: fn(&Bits, u32) -> Bits) -> Outcome {
    let by = u32::try_from(by % UBig::from(bits.width())).map_err(|_| call.unfit())?;
    Ok(Value::Bits(compute(bits, by)))
}

/// `(_ bit2bool i)`: whether the bit is set.
fn bit(call: &Call<'_>) -> Outcome {
    let (bits, at) = (one(call)?, call.index(0)?);
    if at < bits.width() { Ok(Value::Bool(bits.unsigned().bit(at as usize))) } else { Err(call.unfit()) }
}

/// `bvite`
fn bit_branch(call: &Call<'_>) -> Outcome {
    let condition = one(call)?;
    let at = if condition.unsigned().is_zero() { 2 } else { 1 };
    call.argument(at, |value| Some(value.clone()))
}

/// Returns a number modulo 2^width, where the width is that of `like`.
fn sized(like: &Bits, number: UBig) -> Bits {
    Bits::new(like.width(), number)
}

/// `bvnot`
fn not(bits: &Bits) -> Bits {
    sized(bits, bits.unsigned() ^ mask(bits.width()))
}

/// `bvneg`: 2^width less the number.
fn negated(bits: &Bits) -> Bits {
    sized(bits, (UBig::ONE << bits.width() as usize) - bits.unsigned())
}

/// `bvadd`
fn sum(one: &Bits, other: &Bits) -> Bits {
    sized(one, one.unsigned() + other.unsigned())
}

/// `bvudiv`: all ones for division by zero.
fn unsigned_quotient(one: &Bits, other: &Bits) -> Bits {
    let number =
        if other.unsigned().is_zero() { mask(one.width()) } else { one.unsigned() / other.unsigned() };
    sized(one, number)
}

/// `bvurem`: the dividend for division by zero.
fn unsigned_remainder(one: &Bits, other: &Bits) -> Bits {
    if other.unsigned().is_zero() {
        return one.clone();
    }
    sized(one, one.unsigned() % other.unsigned())
}

/// Returns the absolute value. The least number is mapped to itself.
fn absolute(bits: &Bits) -> Bits {
    if bits.is_negative() { negated(bits) } else { bits.clone() }
}

fn negated_if(condition: bool, bits: Bits) -> Bits {
    if condition { negated(&bits) } else { bits }
}

/// `bvsdiv`: rounds towards zero. Division by zero gives −1, or 1 for a negative dividend.
fn signed_quotient(one: &Bits, other: &Bits) -> Bits {
    let quotient = unsigned_quotient(&absolute(one), &absolute(other));
    negated_if(one.is_negative() != other.is_negative(), quotient)
}

/// `bvsrem`: has the sign of the dividend.
fn signed_remainder(one: &Bits, other: &Bits) -> Bits {
    negated_if(one.is_negative(), unsigned_remainder(&absolute(one), &absolute(other)))
}

/// `bvsmod`: has the sign of the divisor; the dividend for division by zero.
fn signed_modulus(one: &Bits, other: &Bits) -> Bits {
    let rest = unsigned_remainder(&absolute(one), &absolute(other));
    let is_zero = rest.unsigned().is_zero();
    let rest = negated_if(one.is_negative(), rest);
    if is_zero || one.is_negative() == other.is_negative() { rest } else { sum(&rest, other) }
}

/// Returns the distance of a shift, capped at the width.
fn distance(bits: &Bits) -> usize {
    let width = bits.width() as usize;
    usize::try_from(bits.unsigned()).map_or(width, |number| number.min(width))
}

/// `bvlshr`
fn shifted_right(one: &Bits, other: &Bits) -> Bits {
    sized(one, one.unsigned() >> distance(other))
}

/// `bvashr`: the most significant bit moves in.
fn shifted_right_signed(one: &Bits, other: &Bits) -> Bits {
    if one.is_negative() { not(&shifted_right(&not(one), other)) } else { shifted_right(one, other) }
}

/// `rotate_left`, by less than the width.
fn rotate_left(bits: &Bits, by: u32) -> Bits {
    let high = bits.unsigned() << by as usize;
    let low = bits.unsigned() >> (bits.width() - by) as usize;
    sized(bits, high | low)
}

/// `rotate_right`, by less than the width.
fn rotate_right(bits: &Bits, by: u32) -> Bits {
    if by == 0 { bits.clone() } else { rotate_left(bits, bits.width() - by) }
}

/// Compares the result with the range from −2^(width−1) to 2^(width−1) − 1: equal means within.
fn signed_result(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Result<Ordering, NoValue> {
    let (one, other) = pair(call)?;
    let (result, end) = (compute(one.signed(), other.signed()), IBig::ONE << (one.width() as usize - 1));
    Ok(match result {
        above if above >= end => Ordering::Greater,
        below if below < -end => Ordering::Less,
        _ => Ordering::Equal,
    })
}

fn unsigned_result_fits(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Result<bool, NoValue> {
    let (one, other) = pair(call)?;
    let result = compute(one.unsigned().clone().into(), other.unsigned().clone().into());
    Ok(result >= IBig::ZERO && result < IBig::ONE << one.width() as usize)
}

/// `bvuaddo`, `bvumulo`, `bvusubo`.
fn unsigned_overflow(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Outcome {
    Ok(Value::Bool(!unsigned_result_fits(call, compute)?))
}

/// `bvsaddo`, `bvsmulo`, `bvssubo`.
fn signed_overflow(call: &Call<'_>, compute: fn(IBig, IBig) -> IBig) -> Outcome {
    Ok(Value::Bool(signed_result(call, compute)?.is_ne()))
}

/// Whether a bit-vector is −2^(width−1).
fn is_least(bits: &Bits) -> bool {
    bits.is_negative() && bits.unsigned().trailing_zeros() == Some(bits.width() as usize - 1)
}

/// `bvnego`
fn negation_overflow(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(is_least(one(call)?)))
}

/// `bvsdivo`: division of the least number by −1.
fn division_overflow(call: &Call<'_>) -> Outcome {
    let (one, other) = pair(call)?;
    Ok(Value::Bool(is_least(one) && other.signed() == IBig::NEG_ONE))
}
