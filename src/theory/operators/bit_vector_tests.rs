//! Tests of every operator against an independent definition: that of the standard, in machine integers.

use dashu_int::{IBig, UBig};

use super::testing::{apply, sort};
use crate::smtlib::Sort;
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::value::{Bits, Value};

fn bits(width: u32, number: u64) -> Value {
    Value::Bits(Bits::new(width, number.into()))
}

/// Returns the integer that a number denotes in two's complement.
fn signed(width: u32, number: u64) -> i128 {
    let number = i128::from(number);
    if number >> (width - 1) == 1 { number - (1 << width) } else { number }
}

/// Returns the low bits of an integer.
fn low(width: u32, number: i128) -> u64 {
    u64::try_from(number & ((1 << width) - 1)).unwrap()
}

fn widths_and_pairs() -> impl Iterator<Item = (u32, u64, u64)> {
    (1..=4).flat_map(|width| {
        (0..1_u64 << width).flat_map(move |one| (0..1_u64 << width).map(move |other| (width, one, other)))
    })
}

/// Returns the value of a binary operator on bit-vectors of one width, computed independently.
fn binary(name: &str, width: u32, one: u64, other: u64) -> u64 {
    let (x, y) = (i128::from(one), i128::from(other));
    let (signed_x, signed_y) = (signed(width, one), signed(width, other));
    let bit = |at: i128| u64::from(at >= 0 && at < i128::from(width) && one >> at & 1 == 1);
    let moved = |from: &dyn Fn(i128) -> u64| (0..i128::from(width)).map(|at| from(at) << at).sum::<u64>();
    let modulo = |at: i128| at.rem_euclid(i128::from(width));
    low(
        width,
        match name {
            "bvand" => x & y,
            "bvor" => x | y,
            "bvxor" => x ^ y,
            "bvnand" => !(x & y),
            "bvnor" => !(x | y),
            "bvxnor" => !(x ^ y),
            "bvadd" => x + y,
            "bvsub" => x - y,
            "bvmul" => x * y,
            "bvudiv" => x.checked_div(y).unwrap_or(-1),
            "bvurem" => x.checked_rem(y).unwrap_or(x),
            // QF_BV defines these by the quotient of absolute values, which is all ones for division by zero.
            "bvsdiv" => signed_x.checked_div(signed_y).unwrap_or(if signed_x < 0 { 1 } else { -1 }),
            "bvsrem" => signed_x.checked_rem(signed_y).unwrap_or(signed_x),
            "bvsmod" if signed_y == 0 => signed_x,
            "bvsmod" => signed_x - signed_y * (signed_x as f64 / signed_y as f64).floor() as i128,
            "bvshl" => moved(&|at| bit(at - y)).into(),
            "bvlshr" => moved(&|at| bit(at + y)).into(),
            "bvashr" => moved(&|at| bit((at + y).min(i128::from(width) - 1))).into(),
            "ext_rotate_left" => moved(&|at| bit(modulo(at - y))).into(),
            "ext_rotate_right" => moved(&|at| bit(modulo(at + y))).into(),
            other => panic!("{other}"),
        },
    )
}

#[test]
fn two_give_a_third_of_their_width() {
    for (width, one, other) in widths_and_pairs() {
        for name in [
            "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul", "bvudiv",
            "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr", "ext_rotate_left",
            "ext_rotate_right",
        ] {
            let value = apply(name, &[], &[bits(width, one), bits(width, other)]);
            let expected = bits(width, binary(name, width, one, other));
            assert_eq!(value, Ok(expected), "{name} {width} {one} {other}");
        }
    }
}

#[test]
fn two_are_compared_or_overflow() {
    for (width, one, other) in widths_and_pairs() {
        let (x, y) = (i128::from(one), i128::from(other));
        let (signed_x, signed_y) = (signed(width, one), signed(width, other));
        let (end, half) = (1_i128 << width, 1_i128 << (width - 1));
        let out = |number: i128| !(0..end).contains(&number);
        let signed_out = |number: i128| !(-half..half).contains(&number);
        for (name, expected) in [
            ("bvult", x < y),
            ("bvule", x <= y),
            ("bvugt", x > y),
            ("bvuge", x >= y),
            ("bvslt", signed_x < signed_y),
            ("bvsle", signed_x <= signed_y),
            ("bvsgt", signed_x > signed_y),
            ("bvsge", signed_x >= signed_y),
            ("bvuaddo", out(x + y)),
            ("bvsaddo", signed_out(signed_x + signed_y)),
            ("bvumulo", out(x * y)),
            ("bvsmulo", signed_out(signed_x * signed_y)),
            ("bvusubo", out(x - y)),
            ("bvssubo", signed_out(signed_x - signed_y)),
            ("bvsdivo", signed_x.checked_div(signed_y).is_some_and(signed_out)),
            ("bvumul_noovfl", !out(x * y)),
            ("bvsmul_noovfl", signed_x * signed_y < half),
            ("bvsmul_noudfl", signed_x * signed_y >= -half),
        ] {
            let value = apply(name, &[], &[bits(width, one), bits(width, other)]);
            assert_eq!(value, Ok(Value::Bool(expected)), "{name} {width} {one} {other}");
        }
        for (name, expected) in [("bvcomp", x == y), ("bvultbv", x < y), ("bvsltbv", signed_x < signed_y)] {
            let value = apply(name, &[], &[bits(width, one), bits(width, other)]);
            assert_eq!(value, Ok(bits(1, expected.into())), "{name}");
        }
    }
}

#[test]
fn one_is_changed() {
    for width in 1..=6 {
        for one in 0..1_u64 << width {
            let (x, signed_x) = (i128::from(one), signed(width, one));
            let call = |name: &str| apply(name, &[], &[bits(width, one)]);
            for (name, expected) in [("bvnot", !x), ("bvneg", -x), ("bvinc", x + 1), ("bvdec", x - 1)] {
                assert_eq!(call(name), Ok(bits(width, low(width, expected))), "{name} {width} {one}");
            }
            for (name, expected) in [
                ("bvredor", x > 0),
                ("bvredand", x + 1 == 1 << width),
                ("bvredxor", one.count_ones() % 2 == 1),
            ] {
                assert_eq!(call(name), Ok(bits(1, expected.into())), "{name} {width} {one}");
            }
            assert_eq!(call("bvnego"), Ok(Value::Bool(signed_x == -(1 << (width - 1)))));
            assert_eq!(call("ubv_to_int"), Ok(Value::Int(x.into())));
            assert_eq!(call("sbv_to_int"), Ok(Value::Int(signed_x.into())));
            for by in 0..9 {
                let indexed = |name: &str| apply(name, &[by], &[bits(width, one)]);
                assert_eq!(indexed("zero_extend"), Ok(bits(width + by, one)));
                assert_eq!(indexed("sign_extend"), Ok(bits(width + by, low(width + by, signed_x))));
                let turned = |by: u32| low(width, (x << by) | (x << by >> width));
                assert_eq!(indexed("rotate_left"), Ok(bits(width, turned(by % width))), "{width} {one} {by}");
                let back = (width - by % width) % width;
                assert_eq!(indexed("rotate_right"), Ok(bits(width, turned(back))), "{width} {one} {by}");
            }
            for high in 0..width {
                assert_eq!(
                    apply("bit2bool", &[high], &[bits(width, one)]),
                    Ok(Value::Bool(one >> high & 1 == 1))
                );
                for down in 0..=high {
                    let expected = bits(high - down + 1, low(high - down + 1, x >> down));
                    assert_eq!(apply("extract", &[high, down], &[bits(width, one)]), Ok(expected));
                }
            }
        }
    }
}

#[test]
fn integers_are_taken_modulo() {
    for width in 1..=5 {
        for number in -70_i128..70 {
            let value = apply("int_to_bv", &[width], &[Value::Int(IBig::from(number))]);
            assert_eq!(value, Ok(bits(width, low(width, number))));
        }
    }
}

#[test]
fn what_does_not_fit_has_no_sort() {
    let one = bits(4, 5);
    assert_eq!(sort("bvand", &[], &[one.clone(), bits(3, 5)]), None);
    assert_eq!(sort("bvand", &[], std::slice::from_ref(&one)), None);
    assert_eq!(sort("bvxnor", &[], &[one.clone(), one.clone(), one.clone()]), None);
    assert_eq!(sort("extract", &[4, 0], std::slice::from_ref(&one)), None);
    assert_eq!(sort("extract", &[1, 2], std::slice::from_ref(&one)), None);
    assert_eq!(sort("repeat", &[0], std::slice::from_ref(&one)), None);
    assert_eq!(sort("zero_extend", &[0], &[one]), Some(Sort::BitVec(4)));
}

#[test]
fn widths_are_bounded() {
    let size = Err(NoValue::Unknown(Unknown::Size));
    assert_eq!(apply("repeat", &[1 << 14], &[bits(8, 1)]), size);
    assert_eq!(apply("zero_extend", &[u32::MAX - 8], &[bits(8, 1)]), size);
    assert_eq!(apply("int_to_bv", &[1 << 30], &[Value::Int(IBig::ONE)]), size);
    assert_eq!(apply("bvnot", &[], &[Value::Bits(Bits::new(u32::MAX, UBig::ONE))]), size);
}
