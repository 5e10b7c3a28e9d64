//! Two checks: the native formats of the machine against its own arithmetic, and small formats, number by number,
//! against a search for the nearest rational number.

use std::cmp::Ordering;
use std::fmt::Debug;

use dashu_base::{Abs, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Float, Format, Rounding};
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::value::Bits;

const HALF: Format = Format { exponent: 5, significand: 11 };
const SINGLE: Format = Format { exponent: 8, significand: 24 };
const DOUBLE: Format = Format { exponent: 11, significand: 53 };
const QUADRUPLE: Format = Format { exponent: 15, significand: 113 };
const EVEN: Rounding = Rounding::NearestEven;

fn single(number: f32) -> Float {
    Float::from_bits(SINGLE, &Bits::new(32, number.to_bits().into()))
}

fn double(number: f64) -> Float {
    Float::from_bits(DOUBLE, &Bits::new(64, number.to_bits().into()))
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the representations at which the exponent or fraction is extreme, for the given widths of both.
fn boundaries(stored: u32, exponent: u32) -> Vec<u64> {
    let ones = (1_u64 << exponent) - 1;
    let exponents = [0, 1, 2, ones / 2 - stored as u64, ones / 2, ones / 2 + 1, ones - 1, ones];
    let fractions = [0, 1, (1 << stored) - 1, 1 << (stored - 1)];
    let all = exponents.iter().flat_map(|exponent| fractions.map(|fraction| exponent << stored | fraction));
    all.flat_map(|pattern| [pattern, pattern | 1 << (stored + exponent)]).collect()
}

/// Returns all pairs of boundaries, and random patterns, some of which are close to each other.
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
        check(Float::round_integer(SINGLE, bits.into(), EVEN), single(bits as f32), bits);
        check(Float::round_integer(DOUBLE, bits.into(), EVEN), double(bits as f64), bits);
        let signed = (bits as i64).wrapping_neg();
        check(Float::round_integer(SINGLE, signed.into(), EVEN), single(signed as f32), signed);
        check(Float::round(DOUBLE, RBig::from(signed), EVEN), double(signed as f64), signed);
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
        let one = Float::round_integer(format, IBig::ONE, EVEN).unwrap();
        let power = |power: i64| Float::round_scaled(format, RBig::ONE, &power.into(), EVEN).unwrap();
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
    // Powers of two modulo 3 alternate between 2 and 1, and −1 is nearer to 0 than 2.
    let three = Float::round_integer(wide, IBig::from(3), EVEN).unwrap();
    for (power, rest) in [(1_000_000, 1), (1_000_001, -1)] {
        let power = Float::round_scaled(wide, RBig::ONE, &IBig::from(power), EVEN).unwrap();
        assert_eq!(power.remainder(&three), Float::round_integer(wide, IBig::from(rest), EVEN));
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
        assert_eq!(Float::round(format, RBig::ONE, EVEN), Err(size.clone()));
        assert_eq!(zero.in_format(HALF, EVEN), Err(size.clone()));
        assert_eq!(zero.negated(), Float::zero(format, true));
        assert!(zero.is_zero() && zero.order(&zero.negated()).is_some_and(|order| order.is_eq()));
    }
    let wide = Format { exponent: 32, significand: 2 };
    let large = Float::round_scaled(wide, RBig::ONE, &IBig::from(1 << 30), EVEN).unwrap();
    assert_eq!(large.to_real(), Err(size));
    for (power, is_infinite) in [(IBig::ONE << 70, true), (-(IBig::ONE << 70), false)] {
        let scaled = Float::round_scaled(wide, RBig::from(5), &power, EVEN).unwrap();
        assert_eq!((scaled.is_infinite(), scaled.is_zero()), (is_infinite, !is_infinite));
    }
}

/// An oracle that knows all numbers of a format.
struct Oracle {
    format: Format,
    /// The absolute values of the numbers by their representations without a sign, and the power of two that
    /// would come next.
    sizes: Vec<RBig>,
}

impl Oracle {
    /// IEEE 754-2008, 3.4.
    fn new(exponent: u32, significand: u32) -> Oracle {
        let stored = significand - 1;
        let bias = (1_i32 << (exponent - 1)) - 1;
        let size = |pattern: u32| {
            let (biased, fraction) = (pattern >> stored, pattern & ((1 << stored) - 1));
            let (whole, power) = match biased {
                0 => (fraction, 1 - bias),
                biased => (fraction + (1 << stored), i32::try_from(biased).unwrap() - bias),
            };
            RBig::from(whole) * two_to(power - i32::try_from(stored).unwrap())
        };
        let infinity = ((1 << exponent) - 1) << stored;
        Oracle { format: Format { exponent, significand }, sizes: (0..=infinity).map(size).collect() }
    }

    fn float(&self, is_negative: bool, pattern: usize) -> Float {
        let width = self.format.exponent + self.format.significand;
        let sign = UBig::from(u8::from(is_negative)) << (width as usize - 1);
        Float::from_bits(self.format, &Bits::new(width, sign + UBig::from(pattern)))
    }

    /// Returns all finite numbers with their values.
    fn numbers(&self) -> Vec<(Float, RBig)> {
        let signed = |is_negative: bool, size: &RBig| if is_negative { -size } else { size.clone() };
        let sizes = &self.sizes[..self.sizes.len() - 1];
        let all = |is_negative| {
            let sizes = sizes.iter().enumerate();
            sizes.map(move |(at, size)| (self.float(is_negative, at), signed(is_negative, size)))
        };
        all(false).chain(all(true)).collect()
    }

    /// Rounds a number with the given sign, where `size` compares its absolute value with others (IEEE 754-2008,
    /// 4.3).
    fn nearest(&self, is_negative: bool, mode: Rounding, size: impl Fn(&RBig) -> Ordering) -> Float {
        let infinity = self.sizes.len() - 1;
        let below = self.sizes.partition_point(|candidate| size(candidate).is_ge()) - 1;
        if below < infinity && size(&self.sizes[below]).is_eq() {
            return self.float(is_negative, below);
        }
        let (below, above) = (below.min(infinity - 1), below.min(infinity - 1) + 1);
        let middle = (&self.sizes[below] + &self.sizes[above]) / RBig::from(2);
        let is_away = match (mode, size(&middle)) {
            (Rounding::NearestEven | Rounding::NearestAway, Ordering::Greater) => true,
            (Rounding::NearestEven | Rounding::NearestAway, Ordering::Less) => false,
            (Rounding::NearestEven, Ordering::Equal) => below % 2 == 1,
            (Rounding::NearestAway, Ordering::Equal) => true,
            (Rounding::Up, _) => !is_negative,
            (Rounding::Down, _) => is_negative,
            (Rounding::ToZero, _) => false,
        };
        self.float(is_negative, if is_away { above } else { below })
    }

    /// Rounds a rational number; zero gets the given sign.
    fn rounded(&self, exact: &RBig, is_zero_negative: bool, mode: Rounding) -> Float {
        let is_negative = if exact.is_zero() { is_zero_negative } else { exact.is_negative() };
        let size = exact.clone().abs();
        self.nearest(is_negative, mode, |candidate| size.cmp(candidate))
    }
}

fn two_to(power: i32) -> RBig {
    let size = RBig::from(UBig::ONE << power.unsigned_abs() as usize);
    if power < 0 { RBig::ONE / size } else { size }
}

fn modes() -> impl Iterator<Item = Rounding> {
    Rounding::ALL.into_iter().map(|(mode, _)| mode)
}

/// Returns the nearest integer, the even one in a tie.
fn nearest_integer(number: &RBig) -> IBig {
    let floor = number.clone().floor();
    let rest = number - RBig::from(floor.clone());
    let half = RBig::ONE / RBig::from(2);
    let is_odd = &floor % IBig::from(2) != IBig::ZERO;
    if rest > half || (rest == half && is_odd) { floor + IBig::ONE } else { floor }
}

/// IEEE 754-2008, 5.4.1, 5.3.1 and 6.3.
#[test]
fn arithmetic_is_exact_and_rounded_once() {
    for (exponent, significand) in [(2, 2), (2, 3), (2, 5), (3, 3), (3, 4), (4, 2)] {
        let oracle = Oracle::new(exponent, significand);
        let numbers = oracle.numbers();
        for (one, value) in &numbers {
            let sign = one.is_negative().unwrap();
            for (other, by) in &numbers {
                let crossed = other.is_negative() != Some(sign);
                let name = format!("{one:?} {other:?}");
                for mode in modes() {
                    // A sum of zeros with the same sign keeps it, and a product multiplies the signs.
                    let down = if crossed || !one.is_zero() { mode == Rounding::Down } else { sign };
                    assert_eq!(
                        one.plus(other, mode).unwrap(),
                        oracle.rounded(&(value + by), down, mode),
                        "+ {name}"
                    );
                    let down = if !crossed || !one.is_zero() { mode == Rounding::Down } else { sign };
                    assert_eq!(
                        one.minus(other, mode).unwrap(),
                        oracle.rounded(&(value - by), down, mode),
                        "- {name}"
                    );
                    let product = oracle.rounded(&(value * by), crossed, mode);
                    assert_eq!(one.times(other, mode).unwrap(), product, "* {name}");
                    if !by.is_zero() {
                        let quotient = oracle.rounded(&(value / by), crossed, mode);
                        assert_eq!(one.divided_by(other, mode).unwrap(), quotient, "/ {name}");
                    }
                }
                if !by.is_zero() {
                    let rest = value - by * RBig::from(nearest_integer(&(value / by)));
                    let expected = oracle.rounded(&rest, sign, Rounding::NearestEven);
                    assert_eq!(one.remainder(other).unwrap(), expected, "rem {name}");
                }
            }
        }
    }
}

#[test]
fn products_with_sums_are_rounded_once() {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 2)] {
        let oracle = Oracle::new(exponent, significand);
        let numbers = oracle.numbers();
        for (one, first) in &numbers {
            for (other, second) in &numbers {
                for (more, third) in &numbers {
                    let product = first * second;
                    let is_negative = one.is_negative() != other.is_negative();
                    let same = product.is_zero() && more.is_negative() == Some(is_negative);
                    for mode in modes() {
                        let down = if same { is_negative } else { mode == Rounding::Down };
                        let expected = oracle.rounded(&(&product + third), down, mode);
                        assert_eq!(
                            one.times_plus(other, more, mode).unwrap(),
                            expected,
                            "{one:?} {other:?} {more:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn roots_and_whole_numbers_are_the_nearest() {
    for (exponent, significand) in [(2, 2), (2, 5), (3, 5), (4, 4), (5, 3), (5, 8)] {
        let oracle = Oracle::new(exponent, significand);
        for (float, value) in oracle.numbers() {
            let sign = float.is_negative().unwrap();
            for mode in modes() {
                if sign && !float.is_zero() {
                    assert!(float.root(mode).unwrap().is_nan());
                } else {
                    let root = oracle.nearest(sign, mode, |candidate| value.cmp(&(candidate * candidate)));
                    assert_eq!(float.root(mode).unwrap(), root, "{float:?}");
                }
                let whole = match mode {
                    Rounding::NearestEven => nearest_integer(&value),
                    Rounding::NearestAway => {
                        let size = (value.clone().abs() + RBig::ONE / RBig::from(2)).floor();
                        if sign { -size } else { size }
                    }
                    Rounding::Up => value.clone().ceil(),
                    Rounding::Down => value.clone().floor(),
                    Rounding::ToZero if sign => value.clone().ceil(),
                    Rounding::ToZero => value.clone().floor(),
                };
                let expected = oracle.rounded(&RBig::from(whole.clone()), sign, mode);
                assert_eq!(float.to_integral(mode).unwrap(), expected, "{float:?}");
                assert_eq!(float.to_integer(80, mode).unwrap(), Some(whole), "{float:?}");
            }
            assert_eq!(float.to_real().unwrap(), Some(value));
        }
    }
}

#[test]
fn conversions_are_rounded_once() {
    let from = Oracle::new(5, 6);
    for (exponent, significand) in [(2, 2), (2, 8), (3, 3), (4, 4), (5, 11), (6, 3), (8, 8)] {
        let to = Oracle::new(exponent, significand);
        for (float, value) in from.numbers() {
            for mode in modes() {
                let sign = float.is_negative().unwrap();
                let expected = to.rounded(&value, sign, mode);
                assert_eq!(float.in_format(to.format, mode).unwrap(), expected, "{float:?}");
                let third = &value / RBig::from(3);
                let expected = to.rounded(&third, false, mode);
                assert_eq!(Float::round(to.format, third.clone(), mode).unwrap(), expected, "{third}");
                let scaled = Float::round_scaled(to.format, third.clone(), &IBig::from(-3), mode).unwrap();
                assert_eq!(scaled, to.rounded(&(third * two_to(-3)), false, mode));
                let whole = nearest_integer(&(value.clone() * RBig::from(7)));
                let expected = to.rounded(&RBig::from(whole.clone()), false, mode);
                assert_eq!(Float::round_integer(to.format, whole, mode).unwrap(), expected);
            }
        }
    }
}
