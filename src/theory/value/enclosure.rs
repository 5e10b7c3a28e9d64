//! Irrational real numbers, enclosed between two rationals.
//!
//! Both bounds are rounded outwards, so every conclusion from an enclosure holds for the number. The distance of
//! the bounds affects only which conclusions are possible.

use std::sync::Arc;

use dashu_base::{Abs, BitTest, DivEuclid, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The precision of a bound in bits.
const PRECISION: isize = 192;
/// The number of terms of a series. For arguments of at most 1/2, the next term of exp, sin and cos is below
/// 2^-260.
const TERMS: u32 = 50;
/// The maximal size of an argument of exp, sin and cos in bits. Beyond it, bounds would become too large or too
/// far apart.
const LARGEST: usize = 12;

/// A real number between two rationals, or equal to both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Enclosure {
    low: RBig,
    high: RBig,
    /// The factor, function and argument, if the number is known as a multiple of a function's value.
    of: Option<(RBig, Arc<(&'static str, RBig)>)>,
}

fn between(low: RBig, high: RBig) -> Enclosure {
    Enclosure { low, high, of: None }
}

impl Enclosure {
    /// Returns the enclosure of a known number.
    pub(crate) fn exactly(number: RBig) -> Enclosure {
        between(number.clone(), number)
    }

    fn whole(number: i32) -> Enclosure {
        Enclosure::exactly(RBig::from(number))
    }

    /// Marks the number as a function's value at a number. Two numbers with the same mark are equal, whatever
    /// their bounds.
    pub(crate) fn known_as(self, function: &'static str, number: RBig) -> Enclosure {
        Enclosure { of: Some((RBig::ONE, Arc::new((function, number)))), ..self }
    }

    fn outward(low: &RBig, high: &RBig) -> Enclosure {
        between(-rounded_up(&-low), rounded_up(high))
    }

    /// Returns the number, if it is exactly known.
    pub(crate) fn exact(&self) -> Option<&RBig> {
        (self.low == self.high).then_some(&self.low)
    }

    /// Whether it is less than another number; `None` if the enclosures do not determine that.
    pub(crate) fn is_less(&self, other: &Enclosure) -> Option<bool> {
        if self.high < other.low { Some(true) } else { (self.low >= other.high).then_some(false) }
    }

    /// Whether it equals another number; `None` if the enclosures do not determine that.
    pub(crate) fn is(&self, other: &Enclosure) -> Option<bool> {
        match (self.exact(), other.exact()) {
            (Some(one), Some(other)) => Some(one == other),
            _ if self.of.is_some() && self.of == other.of => Some(true),
            _ => (self.high < other.low || other.high < self.low).then_some(false),
        }
    }

    /// Returns the floor, if it is determined.
    pub(crate) fn floor(&self) -> Option<IBig> {
        let floor = self.low.floor();
        (floor == self.high.floor()).then_some(floor)
    }

    pub(crate) fn negated(&self) -> Enclosure {
        let of = self.of.as_ref().map(|(factor, of)| (-factor, Arc::clone(of)));
        Enclosure { of, ..between(-&self.high, -&self.low) }
    }

    pub(crate) fn plus(&self, other: &Enclosure) -> Enclosure {
        let sum = Enclosure::outward(&(&self.low + &other.low), &(&self.high + &other.high));
        match (&self.of, &other.of) {
            (Some((one, of)), Some((other, also))) if of == also => {
                let factor = one + other;
                if factor.is_zero() {
                    Enclosure::whole(0)
                } else {
                    Enclosure { of: Some((factor, Arc::clone(of))), ..sum }
                }
            }
            _ => sum,
        }
    }

    pub(crate) fn minus(&self, other: &Enclosure) -> Enclosure {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Enclosure) -> Enclosure {
        let mut products = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        products.sort_unstable();
        let of = match (self.exact(), &self.of, other.exact(), &other.of) {
            (Some(number), _, _, Some((factor, of))) | (_, Some((factor, of)), Some(number), _) => {
                Some((factor * number, Arc::clone(of)))
            }
            _ => None,
        };
        Enclosure { of, ..Enclosure::outward(&products[0], &products[3]) }
    }

    /// Returns the reciprocal, or `None` if the number may be 0.
    pub(crate) fn inverse(&self) -> Option<Enclosure> {
        let has_zero = self.low <= RBig::ZERO && self.high >= RBig::ZERO;
        (!has_zero).then(|| Enclosure::outward(&(RBig::ONE / &self.high), &(RBig::ONE / &self.low)))
    }

    pub(crate) fn divided_by(&self, other: &Enclosure) -> Option<Enclosure> {
        Some(self.times(&other.inverse()?))
    }

    pub(crate) fn absolute(&self) -> Enclosure {
        if self.low >= RBig::ZERO {
            self.clone()
        } else if self.high <= RBig::ZERO {
            self.negated()
        } else {
            let high = self.high.clone().max(-&self.low);
            between(RBig::ZERO, high)
        }
    }

    /// Returns the square root, or `None` if the number may be negative.
    pub(crate) fn root(&self) -> Option<Enclosure> {
        if self.low < RBig::ZERO {
            return None;
        }
        Some(between(root(&self.low).low, root(&self.high).high))
    }

    /// Returns the exponential, or `None` if it may be too large.
    pub(crate) fn exponential(&self) -> Option<Enclosure> {
        Some(between(exponential(&self.low)?.low, exponential(&self.high)?.high))
    }

    /// Returns sine and cosine, or `None` if the number may be too large.
    pub(crate) fn sine_and_cosine(&self) -> Option<(Enclosure, Enclosure)> {
        let (sine, cosine) = sine_and_cosine(&self.low)?;
        // Neither function changes faster than its argument, and both stay between -1 and 1.
        let width = &self.high - &self.low;
        let near = |of: Enclosure| {
            let found = Enclosure::outward(&(of.low - &width), &(of.high + &width));
            between(found.low.max(-RBig::ONE), found.high.min(RBig::ONE))
        };
        Some((near(sine), near(cosine)))
    }

    /// Returns the arc tangent, between -π/2 and π/2.
    pub(crate) fn arc_tangent(&self) -> Option<Enclosure> {
        let one = Enclosure::whole(1);
        if self.low > RBig::ONE || self.high < -RBig::ONE {
            let right = Enclosure::pi().times(&Enclosure::exactly(RBig::from_parts(1.into(), 2u8.into())));
            let right = if self.low > RBig::ONE { right } else { right.negated() };
            return Some(right.minus(&self.inverse()?.arc_tangent()?));
        }
        // Halves the angle three times to shorten the series: arctan x = 2 arctan (x / (1 + √(1 + x²))).
        let mut tangent = self.clone();
        for _ in 0..3 {
            tangent = tangent.divided_by(&one.plus(&one.plus(&tangent.times(&tangent)).root()?))?;
        }
        Some(arc_tangent(&tangent).times(&Enclosure::whole(8)))
    }

    /// Returns the arc sine, between -π/2 and π/2, or `None` if the number may be outside of the domain.
    pub(crate) fn arc_sine(&self) -> Option<Enclosure> {
        let half = Enclosure::exactly(RBig::from_parts(1.into(), 2u8.into()));
        match self.exact() {
            Some(one) if *one == RBig::ONE => return Some(Enclosure::pi().times(&half)),
            Some(one) if *one == -RBig::ONE => return Some(Enclosure::pi().times(&half).negated()),
            _ => {}
        }
        let cosine = Enclosure::whole(1).minus(&self.times(self)).root()?;
        self.divided_by(&cosine)?.arc_tangent()
    }

    /// Returns π = 16 arctan 1/5 - 4 arctan 1/239 (Machin).
    pub(crate) fn pi() -> Enclosure {
        let part = |factor: i32, of: u8| {
            let tangent = Enclosure::exactly(RBig::from_parts(IBig::ONE, of.into()));
            arc_tangent(&tangent).times(&Enclosure::whole(factor))
        };
        part(16, 5).minus(&part(4, 239))
    }
}

/// Returns the number, or a larger one with fewer bits.
fn rounded_up(number: &RBig) -> RBig {
    let (numerator, denominator) = (number.numerator(), number.denominator());
    let bits = |count: usize| isize::try_from(count).unwrap_or(isize::MAX / 2);
    if bits(numerator.bit_len()) + bits(denominator.bit_len()) <= PRECISION {
        return number.clone();
    }
    let shift = PRECISION - (bits(numerator.bit_len()) - bits(denominator.bit_len()));
    let by = shift.unsigned_abs();
    let ceiling = |one: IBig, other: UBig| -(-one).div_euclid(IBig::from(other));
    if shift >= 0 {
        RBig::from_parts(ceiling(numerator << by, denominator.clone()), UBig::ONE << by)
    } else {
        RBig::from(ceiling(numerator.clone(), denominator << by) << by)
    }
}

/// Returns the square root of a number that is not negative.
fn root(number: &RBig) -> Enclosure {
    let (numerator, denominator) = (number.numerator().unsigned_abs(), number.denominator().clone());
    let (over, under) = (numerator.sqrt(), denominator.sqrt());
    if &over * &over == numerator && &under * &under == denominator {
        return Enclosure::exactly(RBig::from_parts(over.into(), under));
    }
    let by = PRECISION.unsigned_abs();
    let square = (numerator * &denominator) << (2 * by);
    let (low, unit) = (square.sqrt(), denominator << by);
    let part = |number: UBig| RBig::from_parts(number.into(), unit.clone());
    Enclosure::outward(&part(low.clone()), &part(low + UBig::ONE))
}

/// Returns a number of at most 1/2 and how often it must be doubled to get the given one, or `None` if that is
/// too large.
fn halved(number: &RBig) -> Option<(Enclosure, usize)> {
    let whole = number.clone().abs().ceil();
    let times = whole.bit_len() + 1;
    let part = RBig::from_parts(number.numerator().clone(), number.denominator() << times);
    (times <= LARGEST + 1).then(|| (Enclosure::outward(&part, &part), times))
}

/// Returns Σ sign(n)·xⁿ/n! for x of at most 1/2.
fn series(x: &Enclosure, sign: impl Fn(u32) -> i32) -> Enclosure {
    let (mut sum, mut term) = (Enclosure::whole(0), Enclosure::whole(1));
    for n in 0..TERMS {
        sum = sum.plus(&term.times(&Enclosure::whole(sign(n))));
        let next = Enclosure::exactly(RBig::from_parts(IBig::ONE, (n + 1).into()));
        term = term.times(x).times(&next);
    }
    // The remainder is less than twice its first term.
    let rest = term.absolute().high * RBig::from(2);
    Enclosure::outward(&(sum.low - &rest), &(sum.high + &rest))
}

fn exponential(number: &RBig) -> Option<Enclosure> {
    if number.is_zero() {
        return Some(Enclosure::whole(1));
    }
    let (part, times) = halved(number)?;
    Some((0..times).fold(series(&part, |_| 1), |power, _| power.times(&power)))
}

fn sine_and_cosine(number: &RBig) -> Option<(Enclosure, Enclosure)> {
    if number.is_zero() {
        return Some((Enclosure::whole(0), Enclosure::whole(1)));
    }
    let (part, times) = halved(number)?;
    let sine = series(&part, |n| [0, 1, 0, -1][n as usize % 4]);
    let cosine = series(&part, |n| [1, 0, -1, 0][n as usize % 4]);
    let two = Enclosure::whole(2);
    Some((0..times).fold((sine, cosine), |(sine, cosine), _| {
        let square = sine.times(&sine).times(&two);
        (sine.times(&cosine).times(&two), Enclosure::whole(1).minus(&square))
    }))
}

/// Returns Σ (-1)ⁿ x²ⁿ⁺¹/(2n+1) for x of at most 1/4.
fn arc_tangent(x: &Enclosure) -> Enclosure {
    let (mut sum, mut power) = (Enclosure::whole(0), x.clone());
    let square = x.times(x).negated();
    for n in 0..2 * TERMS {
        let part = Enclosure::exactly(RBig::from_parts(IBig::ONE, (2 * n + 1).into()));
        sum = sum.plus(&power.times(&part));
        power = power.times(&square);
    }
    // The terms alternate in sign and decrease.
    let rest = power.absolute().high;
    Enclosure::outward(&(sum.low - &rest), &(sum.high + &rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> Enclosure {
        Enclosure::exactly(RBig::try_from(value).unwrap())
    }

    /// Asserts that an enclosure contains a number computed by the standard library, and is narrow.
    fn assert_near(found: &Enclosure, value: f64) {
        let slack = RBig::try_from(value.abs().max(1e-3) * 1e-12).unwrap();
        let value = RBig::try_from(value).unwrap();
        assert!(&found.low - &slack <= value && value <= &found.high + &slack, "{found:?} {value}");
        assert!(&found.high - &found.low < slack, "{found:?}");
    }

    #[test]
    fn numbers_lie_where_a_library_finds_them() {
        assert_near(&Enclosure::pi(), std::f64::consts::PI);
        for value in [-40.5, -3.25, -1.0, -0.625, -0.001, 0.0, 0.125, 0.75, 1.0, 2.5, 3.0, 17.0, 99.5] {
            let x = number(value);
            assert_near(&x.exponential().unwrap(), value.exp());
            let (sine, cosine) = x.sine_and_cosine().unwrap();
            assert_near(&sine, value.sin());
            assert_near(&cosine, value.cos());
            assert_near(&x.arc_tangent().unwrap(), value.atan());
            assert_near(&x.absolute().root().unwrap(), value.abs().sqrt());
            if value.abs() <= 1.0 {
                assert_near(&x.arc_sine().unwrap(), value.asin());
            }
        }
    }

    #[test]
    fn what_is_rational_is_exact() {
        assert_eq!(number(2.25).root().unwrap().exact(), Some(&RBig::try_from(1.5).unwrap()));
        assert_eq!(number(0.0).exponential().unwrap().exact(), Some(&RBig::ONE));
        assert_eq!(number(2.0).root().unwrap().exact(), None);
        assert_eq!(Enclosure::pi().exact(), None);
    }

    #[test]
    fn what_is_too_near_is_not_told() {
        let (sine, _) = number(1.0).sine_and_cosine().unwrap();
        assert_eq!((sine.is(&sine), sine.is_less(&sine)), (None, None));
        assert_eq!((sine.is(&number(0.84)), number(0.84).is_less(&sine)), (Some(false), Some(true)));
        assert_eq!(
            (number(1.0).is_less(&number(1.0)), number(1.0).is(&number(1.0))),
            (Some(false), Some(true))
        );
        assert_eq!((sine.minus(&sine).floor(), sine.floor()), (None, Some(IBig::ZERO)));
        assert_eq!(sine.minus(&sine).inverse(), None);
        assert_eq!(number(-2.0).root(), None);
        assert_eq!(number(1e6).exponential(), None);
    }
}
