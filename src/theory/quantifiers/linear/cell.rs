//! A cell along one variable: an interval between sums of the others, with a remainder where it is an integer.

use dashu_base::{Gcd, RemEuclid, Signed};
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::sample::{Decision, Why};
use crate::theory::sum::{Literal, Relation, Sum, common};

/// Remainders that are told apart, at most.
pub(super) const MODULUS: i32 = 1000;

/// An end of an interval.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) sum: Sum,
    /// Whether it is not in the interval.
    pub(super) is_open: bool,
    /// Where it is.
    pub(super) at: RBig,
}

/// The values of a variable that are in a cell, at the values of the others.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: Option<End>,
    pub(super) high: Option<End>,
    /// An integer is in it by its remainder as well.
    pub(super) modulus: IBig,
    pub(super) residue: IBig,
    /// What else must hold.
    pub(super) rest: Why,
}

/// That one sum is at most another, or less than it.
pub(super) fn at_most(one: &Sum, other: &Sum, is_strict: bool) -> Literal {
    Literal::Sign(one.minus(other), if is_strict { Relation::Less } else { Relation::AtMost })
}

impl Decision<'_> {
    /// The interval of a variable around its value in which literals hold that do so.
    pub(super) fn interval(&mut self, variable: usize, why: &Why) -> Option<Interval> {
        self.charge(why.len())?;
        let value = self.sample[variable].clone();
        let (mut lows, mut highs): (Vec<End>, Vec<End>) = (Vec::new(), Vec::new());
        let mut rest = Why::new();
        let mut modulus = IBig::ONE;
        for literal in why {
            let Some(factor) = literal.sum().factor(variable) else {
                self.say(&mut rest, literal.clone())?;
                continue;
            };
            match literal {
                Literal::Sign(sum, relation) => {
                    let sum = sum.without(variable).times(&(-RBig::ONE / factor));
                    let end = End { at: sum.at(&self.sample), sum, is_open: *relation == Relation::Less };
                    if *relation == Relation::Is || factor.is_negative() {
                        lows.push(end.clone());
                    }
                    if *relation == Relation::Is || factor.is_positive() {
                        highs.push(end);
                    }
                }
                Literal::Divides(period, sum) => {
                    modulus = common(&modulus, &(period / IBig::from(factor.numerator().gcd(period))));
                    let fixed = sum.without(variable).and(&(factor * &value));
                    self.say(&mut rest, Literal::Divides(period.clone(), fixed))?;
                }
            }
        }
        if modulus > IBig::from(MODULUS) {
            return None;
        }
        let low = lows.iter().max_by(|one, other| (&one.at, one.is_open).cmp(&(&other.at, other.is_open)));
        let high =
            highs.iter().min_by(|one, other| (&one.at, !one.is_open).cmp(&(&other.at, !other.is_open)));
        for end in &lows {
            if let Some(low) = low.filter(|low| low.sum != end.sum) {
                self.say(&mut rest, at_most(&end.sum, &low.sum, end.is_open && !low.is_open))?;
            }
        }
        for end in &highs {
            if let Some(high) = high.filter(|high| high.sum != end.sum) {
                self.say(&mut rest, at_most(&high.sum, &end.sum, end.is_open && !high.is_open))?;
            }
        }
        let residue = IBig::from(value.numerator().rem_euclid(&modulus));
        Some(Interval { low: low.cloned(), high: high.cloned(), modulus, residue, rest })
    }

    /// Why an interval has a value in it, wherever that holds.
    pub(super) fn inhabited(&mut self, variable: usize, interval: Interval) -> Option<Why> {
        let Interval { low, high, modulus, residue, mut rest } = interval;
        let (Some(low), Some(high)) = (low, high) else { return Some(rest) };
        if self.formula.integers[variable] {
            let first = self.next_integer(&low, true, &modulus, &residue, &mut rest)?;
            self.say(&mut rest, at_most(&first, &high.sum, high.is_open))?;
        } else {
            self.say(&mut rest, at_most(&low.sum, &high.sum, low.is_open || high.is_open))?;
        }
        Some(rest)
    }

    /// The first integer with a remainder that is within an end, or past it: as a sum, with what makes it so.
    pub(super) fn next_integer(
        &mut self,
        end: &End,
        is_within: bool,
        modulus: &IBig,
        residue: &IBig,
        why: &mut Why,
    ) -> Option<Sum> {
        let number = first(&end.at, end.is_open == is_within, modulus, residue);
        let all_integers = end.sum.variables().all(|variable| self.formula.integers[variable]);
        if all_integers && !end.is_open {
            // As far from the end as here, wherever the end has the same remainder.
            let apart = &number - &end.at;
            let there = end.sum.clone().and(&(apart - RBig::from(residue.clone())));
            self.say(why, Literal::Divides(modulus.clone(), there.clone()))?;
            return Some(there.and(&RBig::from(residue.clone())));
        }
        // The same integer: the end lies before it, and past an end there is none between.
        let fixed = Sum::constant(number.clone());
        self.say(why, at_most(&end.sum, &fixed, end.is_open == is_within))?;
        if !is_within {
            let before = Sum::constant(number - RBig::from(modulus.clone()));
            self.say(why, at_most(&before, &end.sum, end.is_open))?;
        }
        Some(fixed)
    }
}

/// The first integer with a remainder that is at least, or more than, a number.
pub(super) fn first(number: &RBig, is_more: bool, modulus: &IBig, residue: &IBig) -> RBig {
    let least = if is_more { number.floor() + IBig::ONE } else { number.ceil() };
    let step = IBig::from((residue - &least).rem_euclid(modulus));
    RBig::from(least + step)
}
