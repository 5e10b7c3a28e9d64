//! Linear sums of variables, and literals over them.

use dashu_base::{BitTest, Gcd, RemEuclid, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::theory::operators::{Op, op};

/// The maximal size of a number in a sum, in bits: larger ones mean that eliminating variables has blown up the
/// numbers.
const NUMBER: usize = 4096;

/// A linear sum `a·x + b·y + … + c`. Factors are not 0, and variables ascend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::theory) struct Sum {
    factors: Vec<(usize, RBig)>,
    pub(in crate::theory) constant: RBig,
}

impl Sum {
    pub(in crate::theory) fn zero() -> Sum {
        Sum::constant(RBig::ZERO)
    }

    pub(in crate::theory) fn constant(constant: RBig) -> Sum {
        Sum { factors: Vec::new(), constant }
    }

    pub(in crate::theory) fn variable(variable: usize) -> Sum {
        Sum { factors: vec![(variable, RBig::ONE)], constant: RBig::ZERO }
    }

    /// Adds `times` the other sum.
    pub(in crate::theory) fn plus(&self, other: &Sum, times: &RBig) -> Sum {
        let mut factors = Vec::with_capacity(self.factors.len() + other.factors.len());
        let (mut ours, mut theirs) = (self.factors.iter().peekable(), other.factors.iter().peekable());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some((one, _)), Some((two, _))) => *one.min(two),
                (Some((one, _)), None) | (None, Some((one, _))) => *one,
                (None, None) => break,
            };
            let mut factor = RBig::ZERO;
            if let Some((_, ours)) = ours.next_if(|(variable, _)| *variable == next) {
                factor += ours;
            }
            if let Some((_, theirs)) = theirs.next_if(|(variable, _)| *variable == next) {
                factor += theirs * times;
            }
            if factor != RBig::ZERO {
                factors.push((next, factor));
            }
        }
        Sum { factors, constant: &self.constant + &other.constant * times }
    }

    pub(in crate::theory) fn minus(&self, other: &Sum) -> Sum {
        self.plus(other, &-RBig::ONE)
    }

    pub(in crate::theory) fn times(&self, number: &RBig) -> Sum {
        Sum::zero().plus(self, number)
    }

    pub(in crate::theory) fn negated(&self) -> Sum {
        self.times(&-RBig::ONE)
    }

    /// Multiplies two sums, if one of them is a number.
    pub(in crate::theory) fn product(&self, other: &Sum) -> Option<Sum> {
        match (self.number(), other.number()) {
            (Some(number), _) => Some(other.times(number)),
            (_, Some(number)) => Some(self.times(number)),
            _ => None,
        }
    }

    /// Divides by a sum, if that is a number other than 0.
    pub(in crate::theory) fn quotient(&self, other: &Sum) -> Option<Sum> {
        let number = other.number().filter(|number| **number != RBig::ZERO)?;
        Some(self.times(&(RBig::ONE / number)))
    }

    /// Applies an arithmetic operator to sums, if the result is a sum.
    pub(in crate::theory) fn combine(operator: Op, parts: &[Sum]) -> Option<Sum> {
        let (first, rest) = parts.split_first()?;
        let mut rest = rest.iter();
        match operator {
            op::TO_REAL => Some(first.clone()),
            op::MINUS if parts.len() == 1 => Some(first.negated()),
            op::PLUS => Some(rest.fold(first.clone(), |sum, part| sum.plus(part, &RBig::ONE))),
            op::MINUS => Some(rest.fold(first.clone(), |sum, part| sum.minus(part))),
            op::TIMES => rest.try_fold(first.clone(), |product, part| product.product(part)),
            op::REAL_DIV => rest.try_fold(first.clone(), |quotient, part| quotient.quotient(part)),
            _ => None,
        }
    }

    pub(in crate::theory) fn and(mut self, number: &RBig) -> Sum {
        self.constant += number;
        self
    }

    pub(in crate::theory) fn factor(&self, variable: usize) -> Option<&RBig> {
        self.factors.iter().find(|(it, _)| *it == variable).map(|(_, factor)| factor)
    }

    /// Returns the sum without the summand of a variable.
    pub(in crate::theory) fn without(&self, variable: usize) -> Sum {
        let rest = self.factors.iter().filter(|(it, _)| *it != variable);
        Sum { factors: rest.cloned().collect(), constant: self.constant.clone() }
    }

    pub(in crate::theory) fn variables(&self) -> impl Iterator<Item = usize> {
        self.factors.iter().map(|(variable, _)| *variable)
    }

    /// Returns the number that the sum is, if it has no variables.
    pub(in crate::theory) fn number(&self) -> Option<&RBig> {
        self.factors.is_empty().then_some(&self.constant)
    }

    /// Evaluates the sum.
    pub(in crate::theory) fn at(&self, sample: &[RBig]) -> RBig {
        self.factors
            .iter()
            .fold(self.constant.clone(), |sum, (variable, factor)| sum + factor * &sample[*variable])
    }

    /// Scales the sum by a positive number so that its factors are coprime integers.
    fn primitive(&self) -> Sum {
        let factors = || self.factors.iter().map(|(_, factor)| factor);
        let (above, below) = factors().fold((UBig::ZERO, UBig::ONE), |(above, below), factor| {
            (gcd(&above, &factor.numerator().unsigned_abs()), lcm(&below, factor.denominator()))
        });
        if above == UBig::ZERO { self.clone() } else { self.times(&RBig::from_parts(below.into(), above)) }
    }

    fn is_large(&self) -> bool {
        let bits = |number: &RBig| number.numerator().bit_len().max(number.denominator().bit_len());
        self.factors.iter().any(|(_, factor)| bits(factor) > NUMBER) || bits(&self.constant) > NUMBER
    }
}

fn gcd(one: &UBig, other: &UBig) -> UBig {
    if *one == UBig::ZERO && *other == UBig::ZERO { UBig::ZERO } else { one.gcd(other) }
}

fn lcm(one: &UBig, other: &UBig) -> UBig {
    one / one.gcd(other) * other
}

/// Returns the least common multiple of positive numbers.
pub(in crate::theory) fn common(one: &IBig, other: &IBig) -> IBig {
    IBig::from(lcm(&one.unsigned_abs(), &other.unsigned_abs()))
}

/// The relation of a sum to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::theory) enum Relation {
    Less,
    AtMost,
    Is,
}

/// A literal over a linear sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::theory) enum Literal {
    Sign(Sum, Relation),
    /// The sum is a multiple of a positive number. Its variables are integers.
    Divides(IBig, Sum),
}

/// The result of simplifying a literal.
pub(in crate::theory) enum Said {
    /// The literal does not depend on the variables.
    Nothing,
    Something(Literal),
    /// Its numbers are too large.
    TooMuch,
}

impl Literal {
    pub(in crate::theory) fn sum(&self) -> &Sum {
        match self {
            Literal::Sign(sum, _) | Literal::Divides(_, sum) => sum,
        }
    }

    /// Simplifies the literal, where `integers` says which variables are integers.
    pub(in crate::theory) fn plain(self, integers: &[bool]) -> Said {
        let plain = match self {
            Literal::Sign(sum, relation) => {
                let mut sum = sum.primitive();
                let mut relation = relation;
                if sum.variables().all(|variable| integers[variable]) {
                    // Tighten the bound to the nearest integer.
                    match relation {
                        Relation::Less => sum.constant = RBig::from(sum.constant.floor() + IBig::ONE),
                        Relation::AtMost => sum.constant = RBig::from(sum.constant.ceil()),
                        Relation::Is => {}
                    }
                    if relation == Relation::Less {
                        relation = Relation::AtMost;
                    }
                }
                if relation == Relation::Is && sum.factors.first().is_some_and(|(_, it)| it.is_negative()) {
                    sum = sum.negated();
                }
                Literal::Sign(sum, relation)
            }
            Literal::Divides(modulus, sum) => {
                let numbers = || sum.factors.iter().map(|(_, factor)| factor).chain([&sum.constant]);
                let below = numbers().fold(UBig::ONE, |below, number| lcm(&below, number.denominator()));
                let modulus = modulus * IBig::from(below.clone());
                let whole = sum.times(&RBig::from(below));
                let rest = |number: &RBig| IBig::from(number.numerator().rem_euclid(&modulus));
                let factors: Vec<(usize, IBig)> = whole
                    .factors
                    .iter()
                    .map(|(variable, factor)| (*variable, rest(factor)))
                    .filter(|(_, factor)| *factor != IBig::ZERO)
                    .collect();
                let constant = rest(&whole.constant);
                let numbers = factors.iter().map(|(_, factor)| factor).chain([&constant]);
                let divisor = numbers.fold(modulus.clone().unsigned_abs(), |divisor, number| {
                    gcd(&divisor, &number.unsigned_abs())
                });
                let divisor = IBig::from(divisor);
                let factors =
                    factors.into_iter().map(|(variable, factor)| (variable, RBig::from(factor / &divisor)));
                let sum = Sum { factors: factors.collect(), constant: RBig::from(constant / &divisor) };
                Literal::Divides(modulus / divisor, sum)
            }
        };
        match plain.sum() {
            sum if sum.number().is_some() => Said::Nothing,
            sum if sum.is_large() => Said::TooMuch,
            _ => Said::Something(plain),
        }
    }

    /// Whether the literal holds for these values.
    pub(in crate::theory) fn holds(&self, sample: &[RBig]) -> bool {
        let value = self.sum().at(sample);
        match self {
            Literal::Sign(_, Relation::Less) => value.is_negative(),
            Literal::Sign(_, Relation::AtMost) => value <= RBig::ZERO,
            Literal::Sign(_, Relation::Is) => value == RBig::ZERO,
            Literal::Divides(modulus, _) => {
                *value.denominator() == UBig::ONE && value.numerator().rem_euclid(modulus) == UBig::ZERO
            }
        }
    }
}
