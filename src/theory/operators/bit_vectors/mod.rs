//! FixedSizeBitVectors, what logic QF_BV adds to it, and what solvers have beside both.
//!
//! Every operator has a value everywhere: division by zero does, and so do shifts by more than the width.

mod compute;
mod overflow;
mod parts;
#[cfg(test)]
mod tests;

use dashu_int::{IBig, UBig};

use super::ResultSort::{self, Bits, Bool, Int, OfArgument};
use super::Takes::{self, More, Same};
use super::Width::{Fixed, Index, PlusIndex, Slice, Sum, TimesIndex};
use super::{Indices, Operator, row};
use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::limits;
use crate::theory::value::{self, Value};

const ORDERS: &[&str] = &["=", "bvult", "bvugt", "bvule", "bvuge", "bvslt", "bvsgt", "bvsle", "bvsge"];
const COMPUTED: &[&str] = &["bvor", "bvand", "bvadd", "bvsub", "bvmul", "bvxor", "bvshl", "bvlshr", "bvashr"];

pub(super) static ROWS: &[Operator] = &[
    row("concat", &[&[Takes::Bits, Takes::Bits, More]], Bits(Sum), parts::concat),
    row("extract", ONE, Bits(Slice), parts::extract),
    row("repeat", ONE, Bits(TimesIndex), parts::repeat),
    row("zero_extend", ONE, Bits(PlusIndex), parts::zero_extend),
    row("sign_extend", ONE, Bits(PlusIndex), parts::sign_extend),
    row("rotate_left", ONE, OfArgument(0), |call| parts::rotate(call, compute::rotate_left))
        .indices(Indices::Exactly(1)),
    row("rotate_right", ONE, OfArgument(0), |call| parts::rotate(call, compute::rotate_right))
        .indices(Indices::Exactly(1)),
    row("bvnot", ONE, OfArgument(0), |call| unary(call, compute::not)),
    row("bvneg", ONE, OfArgument(0), |call| unary(call, compute::negated)),
    row("bvand", MANY, OfArgument(0), |call| fold(call, compute::and)).commutes().flattens().family(COMPUTED),
    row("bvor", MANY, OfArgument(0), |call| fold(call, compute::or)).commutes().flattens().family(COMPUTED),
    row("bvxor", MANY, OfArgument(0), |call| fold(call, compute::xor)).commutes().flattens().family(COMPUTED),
    row("bvnand", TWO, OfArgument(0), |call| fold(call, compute::nand)).commutes(),
    row("bvnor", TWO, OfArgument(0), |call| fold(call, compute::nor)).commutes(),
    row("bvxnor", TWO, OfArgument(0), |call| fold(call, compute::xnor)).commutes(),
    row("bvcomp", TWO, BIT, |call| fold(call, compute::equal)).commutes(),
    row("bvadd", MANY, OfArgument(0), |call| fold(call, compute::sum)).commutes().flattens().family(COMPUTED),
    row("bvsub", TWO, OfArgument(0), |call| fold(call, compute::difference)).family(COMPUTED),
    row("bvmul", MANY, OfArgument(0), |call| fold(call, compute::product))
        .commutes()
        .flattens()
        .family(COMPUTED),
    row("bvudiv", TWO, OfArgument(0), |call| fold(call, compute::unsigned_quotient)),
    row("bvurem", TWO, OfArgument(0), |call| fold(call, compute::unsigned_remainder)),
    row("bvsdiv", TWO, OfArgument(0), |call| fold(call, compute::signed_quotient)),
    row("bvsrem", TWO, OfArgument(0), |call| fold(call, compute::signed_remainder)),
    row("bvsmod", TWO, OfArgument(0), |call| fold(call, compute::signed_modulus)),
    row("bvshl", TWO, OfArgument(0), |call| fold(call, compute::shifted_left)).family(COMPUTED),
    row("bvlshr", TWO, OfArgument(0), |call| fold(call, compute::shifted_right)).family(COMPUTED),
    row("bvashr", TWO, OfArgument(0), |call| fold(call, compute::shifted_right_signed)).family(COMPUTED),
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
    row("bvnego", ONE, Bool, overflow::of_negation).seldom_read(),
    row("bvuaddo", TWO, Bool, |call| overflow::unsigned(call, |one, other| one + other))
        .commutes()
        .seldom_read(),
    row("bvsaddo", TWO, Bool, |call| overflow::signed(call, |one, other| one + other))
        .commutes()
        .seldom_read(),
    row("bvumulo", TWO, Bool, |call| overflow::unsigned(call, |one, other| one * other))
        .commutes()
        .seldom_read(),
    row("bvsmulo", TWO, Bool, |call| overflow::signed(call, |one, other| one * other))
        .commutes()
        .seldom_read(),
    row("bvusubo", TWO, Bool, |call| overflow::unsigned(call, |one, other| one - other)).seldom_read(),
    row("bvssubo", TWO, Bool, |call| overflow::signed(call, |one, other| one - other)).seldom_read(),
    row("bvsdivo", TWO, Bool, overflow::of_division).seldom_read(),
    row("ubv_to_int", ONE, Int, |call| to_int(call, |bits| bits.unsigned().clone().into()))
        .aliases(&["bv2nat", "bv2int"])
        .seldom_read(),
    row("sbv_to_int", ONE, Int, |call| to_int(call, value::Bits::signed)).seldom_read(),
    row("int_to_bv", &[&[Takes::Int]], Bits(Index), of_int).aliases(&["nat2bv", "int2bv"]).seldom_read(),
];

pub(super) static EXTENSIONS: &[Operator] = &[
    // Z3, cvc5, Bitwuzla and Boolector.
    row("bvredor", ONE, BIT, |call| unary(call, compute::any)),
    row("bvredand", ONE, BIT, |call| unary(call, compute::every)),
    // Bitwuzla.
    row("bvredxor", ONE, BIT, |call| unary(call, compute::odd)),
    row("bvinc", ONE, OfArgument(0), |call| unary(call, compute::next)),
    row("bvdec", ONE, OfArgument(0), |call| unary(call, compute::previous)),
    // Z3; Bitwuzla has them under other names.
    row("ext_rotate_left", TWO, OfArgument(0), |call| parts::turn(call, compute::rotate_left))
        .aliases(&["bvrol"]),
    row("ext_rotate_right", TWO, OfArgument(0), |call| parts::turn(call, compute::rotate_right))
        .aliases(&["bvror"]),
    // Z3: that there is no overflow, or none at the lower end.
    row("bvumul_noovfl", TWO, Bool, overflow::unsigned_product_fits).commutes(),
    row("bvsmul_noovfl", TWO, Bool, overflow::signed_product_is_not_above).commutes(),
    row("bvsmul_noudfl", TWO, Bool, overflow::signed_product_is_not_below).commutes(),
    row("bit2bool", ONE, Bool, parts::bit).indices(Indices::Exactly(1)),
    // cvc5: comparisons as one bit, and a choice by one.
    row("bvultbv", TWO, BIT, |call| fold(call, compute::less)),
    row("bvsltbv", TWO, BIT, |call| fold(call, compute::signed_less)),
    row("bvite", &[&[Takes::Bit, Takes::Bits, Same(1)]], OfArgument(1), parts::chosen),
];

const ONE: &[&[Takes]] = &[&[Takes::Bits]];
const TWO: &[&[Takes]] = &[&[Takes::Bits, Same(0)]];
/// Those that QF_BV calls left associative.
const MANY: &[&[Takes]] = &[&[Takes::Bits, Same(0), More]];
const BIT: ResultSort = Bits(Fixed(1));

fn unary(call: &Call<'_>, compute: fn(&value::Bits) -> value::Bits) -> Outcome {
    let bits = call.argument(0, Value::as_bits)?;
    limits::width(bits.width())?;
    Ok(Value::Bits(compute(bits)))
}

/// All arguments, which are of one width.
fn of_one_width<'a>(call: &Call<'a>) -> Result<Vec<&'a value::Bits>, NoValue> {
    let all = call.all(Value::as_bits)?;
    let width = all.first().ok_or_else(|| call.unfit())?.width();
    limits::width(width)?;
    if all.iter().all(|bits| bits.width() == width) { Ok(all) } else { Err(call.unfit()) }
}

/// Two arguments of one width.
fn pair<'a>(call: &Call<'a>) -> Result<(&'a value::Bits, &'a value::Bits), NoValue> {
    match of_one_width(call)?.as_slice() {
        &[one, other] => Ok((one, other)),
        _ => Err(call.unfit()),
    }
}

/// Combines all arguments from the left.
fn fold(call: &Call<'_>, compute: fn(&value::Bits, &value::Bits) -> value::Bits) -> Outcome {
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

fn to_int(call: &Call<'_>, read: fn(&value::Bits) -> IBig) -> Outcome {
    let bits = call.argument(0, Value::as_bits)?;
    limits::width(bits.width())?;
    Ok(Value::Int(read(bits)))
}

/// Modulo 2^width, whatever the sign.
fn of_int(call: &Call<'_>) -> Outcome {
    let width = limits::width(call.index(0)?)?;
    let number = call.argument(0, Value::as_int)?;
    if width == 0 { Err(call.unfit()) } else { Ok(Value::Bits(value::Bits::of_integer(width, number))) }
}
