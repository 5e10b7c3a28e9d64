//! Small formats, number by number, against a search for the nearest rational number.

use std::cmp::Ordering;

use dashu_base::{Abs, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Float, Format, Rounding};
use crate::theory::value::Bits;

/// All numbers of a format.
struct Oracle {
    format: Format,
    /// The sizes of the numbers by their representations without a sign, and the power of two that would be
    /// next.
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
        Float::of_bits(self.format, &Bits::new(width, sign + UBig::from(pattern)))
    }

    /// All finite numbers, with their values.
    fn numbers(&self) -> Vec<(Float, RBig)> {
        let signed = |is_negative: bool, size: &RBig| if is_negative { -size } else { size.clone() };
        let sizes = &self.sizes[..self.sizes.len() - 1];
        let all = |is_negative| {
            let sizes = sizes.iter().enumerate();
            sizes.map(move |(at, size)| (self.float(is_negative, at), signed(is_negative, size)))
        };
        all(false).chain(all(true)).collect()
    }

    /// The number nearest to one of a sign, of which it is known how its size compares to others (IEEE
    /// 754-2008, 4.3).
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

    /// The number nearest to a rational one; if that is zero, the zero of a sign.
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

/// The nearest integer, the even one of two.
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
                let name = format!("{one} {other}");
                for mode in modes() {
                    // A sum of zeros of one sign has it, and a product that of both.
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
                            "{one} {other} {more}"
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
                    assert_eq!(float.root(mode).unwrap(), root, "{float}");
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
                assert_eq!(float.to_integral(mode).unwrap(), expected, "{float}");
                assert_eq!(float.to_integer(80, mode).unwrap(), Some(whole), "{float}");
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
                assert_eq!(float.in_format(to.format, mode).unwrap(), expected, "{float}");
                let third = &value / RBig::from(3);
                let expected = to.rounded(&third, false, mode);
                assert_eq!(Float::of_real(to.format, third.clone(), mode).unwrap(), expected, "{third}");
                let scaled = Float::of_scaled(to.format, third.clone(), &IBig::from(-3), mode).unwrap();
                assert_eq!(scaled, to.rounded(&(third * two_to(-3)), false, mode));
                let whole = nearest_integer(&(value.clone() * RBig::from(7)));
                let expected = to.rounded(&RBig::from(whole.clone()), false, mode);
                assert_eq!(Float::of_integer(to.format, whole, mode).unwrap(), expected);
            }
        }
    }
}
