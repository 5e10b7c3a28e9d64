//! The formats of the machine against what it computes, and formats that it has not.

use std::fmt::Debug;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{Float, Format, Rounding};
use crate::theory::call::{NoValue, Unknown};
use crate::theory::value::Bits;

const HALF: Format = Format { exponent: 5, significand: 11 };
const SINGLE: Format = Format { exponent: 8, significand: 24 };
const DOUBLE: Format = Format { exponent: 11, significand: 53 };
const QUADRUPLE: Format = Format { exponent: 15, significand: 113 };
const EVEN: Rounding = Rounding::NearestEven;

fn single(number: f32) -> Float {
    Float::of_bits(SINGLE, &Bits::new(32, number.to_bits().into()))
}

fn double(number: f64) -> Float {
    Float::of_bits(DOUBLE, &Bits::new(64, number.to_bits().into()))
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Representations at which fields change, of numbers with so many bits of a fraction and of an exponent.
fn boundaries(stored: u32, exponent: u32) -> Vec<u64> {
    let ones = (1_u64 << exponent) - 1;
    let exponents = [0, 1, 2, ones / 2 - stored as u64, ones / 2, ones / 2 + 1, ones - 1, ones];
    let fractions = [0, 1, (1 << stored) - 1, 1 << (stored - 1)];
    let all = exponents.iter().flat_map(|exponent| fractions.map(|fraction| exponent << stored | fraction));
    all.flat_map(|pattern| [pattern, pattern | 1 << (stored + exponent)]).collect()
}

/// All pairs of boundaries, and random patterns, of which some are close to each other.
fn pairs(stored: u32, exponent: u32, count: u32) -> Vec<(u64, u64)> {
    let boundaries = boundaries(stored, exponent);
    let mut pairs: Vec<_> =
        boundaries.iter().flat_map(|&one| boundaries.iter().map(move |&other| (one, other))).collect();
    let mut state = 1;
    for round in 0..count {
        let one = random(&mut state);
        let other = random(&mut state);
        let near = one ^ other >> (64 - stored - 3) ^ (other & 1) << (stored + exponent);
        pairs.push((one, if round % 2 == 0 { other } else { near }));
    }
    pairs
}

fn check(found: Result<Float, NoValue>, expected: Float, operands: impl Debug) {
    assert_eq!(found, Ok(expected), "{operands:x?}");
}

#[test]
fn single_precision_is_that_of_the_machine() {
    for (at, (one, other)) in pairs(23, 8, 4000).into_iter().enumerate() {
        let (a, b) = (f32::from_bits(one as u32), f32::from_bits(other as u32));
        let c = f32::from_bits((one >> 32) as u32 ^ (at as u32) << 20);
        let (x, y, z) = (single(a), single(b), single(c));
        check(x.plus(&y, EVEN), single(a + b), (a, b));
        check(x.minus(&y, EVEN), single(a - b), (a, b));
        check(x.times(&y, EVEN), single(a * b), (a, b));
        check(x.divided_by(&y, EVEN), single(a / b), (a, b));
        check(x.root(EVEN), single(a.sqrt()), a);
        check(x.times_plus(&y, &z, EVEN), single(a.mul_add(b, c)), (a, b, c));
        check(
            x.times_plus(&y, &x.times(&y, EVEN).unwrap().negated(), EVEN),
            single(a.mul_add(b, -(a * b))),
            (a, b),
        );
        check(x.in_format(DOUBLE, EVEN), double(f64::from(a)), a);
        for (mode, whole) in [
            (EVEN, a.round_ties_even()),
            (Rounding::NearestAway, a.round()),
            (Rounding::Up, a.ceil()),
            (Rounding::Down, a.floor()),
            (Rounding::ToZero, a.trunc()),
        ] {
            check(x.to_integral(mode), single(whole), a);
        }
    }
}

#[test]
fn double_precision_is_that_of_the_machine() {
    for (one, other) in pairs(52, 11, 4000) {
        let (a, b, c) =
            (f64::from_bits(one), f64::from_bits(other), f64::from_bits(one.rotate_left(7) ^ other));
        let (x, y, z) = (double(a), double(b), double(c));
        check(x.plus(&y, EVEN), double(a + b), (a, b));
        check(x.minus(&y, EVEN), double(a - b), (a, b));
        check(x.times(&y, EVEN), double(a * b), (a, b));
        check(x.divided_by(&y, EVEN), double(a / b), (a, b));
        check(x.root(EVEN), double(a.sqrt()), a);
        check(x.times_plus(&y, &z, EVEN), double(a.mul_add(b, c)), (a, b, c));
        check(x.in_format(SINGLE, EVEN), single(a as f32), a);
    }
}

#[test]
fn integers_are_converted_as_the_machine_does() {
    let mut state = 2;
    for round in 0..4000 {
        let bits = random(&mut state) >> (round % 64);
        check(Float::of_integer(SINGLE, bits.into(), EVEN), single(bits as f32), bits);
        check(Float::of_integer(DOUBLE, bits.into(), EVEN), double(bits as f64), bits);
        let signed = (bits as i64).wrapping_neg();
        check(Float::of_integer(SINGLE, signed.into(), EVEN), single(signed as f32), signed);
        check(Float::of_real(DOUBLE, RBig::from(signed), EVEN), double(signed as f64), signed);
        let number =
            f64::from_bits(random(&mut state) & !(0x3ff << 52) | (0x3ff + random(&mut state) % 70) << 52);
        let fits = number.abs() < 9e18;
        let whole = double(number).to_integer(64, Rounding::ToZero).unwrap();
        assert!(!fits || whole == Some(IBig::from(number as i64)), "{number}");
    }
}

#[test]
fn numbers_far_apart_take_no_longer() {
    let wide = Format { exponent: 32, significand: 60 };
    for format in [QUADRUPLE, wide] {
        let one = Float::of_integer(format, IBig::ONE, EVEN).unwrap();
        let power = |power: i64| Float::of_scaled(format, RBig::ONE, &power.into(), EVEN).unwrap();
        let largest = power(1 << (format.exponent - 2));
        let least = power(-1 << (format.exponent - 2));
        assert_eq!(largest.plus(&least, EVEN), Ok(largest.clone()));
        assert!(largest.plus(&least, Rounding::Up).unwrap() > largest);
        assert!(largest.minus(&least, Rounding::ToZero).unwrap() < largest);
        assert_eq!(largest.times(&least, EVEN), Ok(one.clone()));
        assert_eq!(largest.remainder(&least), Ok(Float::zero(format, false)));
        assert_eq!(least.negated().remainder(&largest), Ok(least.negated()));
        assert_eq!(largest.times_plus(&least, &one.negated(), Rounding::Down), Ok(Float::zero(format, true)));
        assert!(largest.to_integer(64, EVEN).unwrap().is_none());
        assert_eq!(least.to_integral(Rounding::Up), Ok(one));
    }
    // Powers of two modulo 3 are 2 and 1 by turns, and −1 is nearer than 2.
    let three = Float::of_integer(wide, IBig::from(3), EVEN).unwrap();
    for (power, rest) in [(1_000_000, 1), (1_000_001, -1)] {
        let power = Float::of_scaled(wide, RBig::ONE, &IBig::from(power), EVEN).unwrap();
        assert_eq!(power.remainder(&three), Float::of_integer(wide, IBig::from(rest), EVEN));
    }
}

#[test]
fn what_is_too_large_is_not_computed() {
    let size = NoValue::from(Unknown::Size);
    for format in [
        Format { exponent: 33, significand: 2 },
        Format { exponent: u32::MAX, significand: u32::MAX },
        Format { exponent: 5, significand: 1 << 17 },
    ] {
        let zero = Float::zero(format, false);
        assert_eq!(zero.plus(&zero, EVEN), Err(size.clone()));
        assert_eq!(zero.remainder(&zero), Err(size.clone()));
        assert_eq!(Float::of_real(format, RBig::ONE, EVEN), Err(size.clone()));
        assert_eq!(zero.in_format(HALF, EVEN), Err(size.clone()));
        assert_eq!(zero.negated(), Float::zero(format, true));
        assert!(zero.is_zero() && zero.order(&zero.negated()).is_some_and(|order| order.is_eq()));
    }
    let wide = Format { exponent: 32, significand: 2 };
    let large = Float::of_scaled(wide, RBig::ONE, &IBig::from(1 << 30), EVEN).unwrap();
    assert_eq!(large.to_real(), Err(size));
    for (power, is_infinite) in [(IBig::ONE << 70, true), (-(IBig::ONE << 70), false)] {
        let scaled = Float::of_scaled(wide, RBig::from(5), &power, EVEN).unwrap();
        assert_eq!((scaled.is_infinite(), scaled.is_zero()), (is_infinite, !is_infinite));
    }
}
