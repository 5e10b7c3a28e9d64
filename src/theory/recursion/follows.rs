//! Consequences of linear constraints, by Fourier–Motzkin elimination.

use std::cell::Cell;
use std::collections::BTreeSet;

use dashu_ratio::RBig;

use crate::theory::sum::{Literal, Relation, Said, Sum};

/// The maximal number of constraints at a time; beyond it, nothing follows.
const MOST: usize = 400;

/// The sorts of variables, and the remaining budget of constraint pairs. Without a budget, nothing follows.
#[derive(Debug, Default)]
pub(super) struct Reasoning {
    pub integers: Vec<bool>,
    left: Cell<u64>,
}

/// The maximal number of constraint pairs for one group of functions: some tenths of a second.
const PAIRS: u64 = 100_000;

impl Reasoning {
    /// Renews the budget.
    pub(super) fn renew(&self) {
        self.left.set(PAIRS);
    }

    /// Whether the `constraints`, each of which is at least 0, imply that a sum is at least 0.
    pub(super) fn follows(&self, sum: &Sum, constraints: &[Sum]) -> bool {
        self.rules_out(constraints, Some(Literal::Sign(sum.clone(), Relation::Less)))
    }

    /// Whether the `constraints` cannot all be at least 0.
    pub(super) fn contradict(&self, constraints: &[Sum]) -> bool {
        self.rules_out(constraints, None)
    }

    fn rules_out(&self, constraints: &[Sum], also: Option<Literal>) -> bool {
        let mut left = self.left.get();
        let is_ruled_out = rule_out(constraints, also, &self.integers, &mut left);
        self.left.set(left);
        is_ruled_out
    }
}

fn rule_out(constraints: &[Sum], also: Option<Literal>, integers: &[bool], pairs: &mut u64) -> bool {
    let at_least = |sum: &Sum| Literal::Sign(sum.negated(), Relation::AtMost);
    let mut left = BTreeSet::new();
    for literal in also.into_iter().chain(constraints.iter().map(at_least)) {
        if note(literal, &mut left, integers) {
            return true;
        }
    }
    while let Some(variable) = cheapest(&left).filter(|_| *pairs > 0) {
        *pairs -= 1;
        let (mut rest, mut above, mut below) = (BTreeSet::new(), Vec::new(), Vec::new());
        for literal in left {
            match literal.sum().factor(variable) {
                None => {
                    rest.insert(literal);
                }
                Some(factor) if *factor > RBig::ZERO => above.push(literal),
                Some(_) => below.push(literal),
            }
        }
        for one in &above {
            for other in &below {
                if note(without(variable, one, other), &mut rest, integers) {
                    return true;
                }
            }
            *pairs = pairs.saturating_sub(below.len() as u64);
            if rest.len() > MOST || *pairs == 0 {
                return false;
            }
        }
        left = rest;
    }
    false
}

/// Adds a literal, and returns whether it cannot hold.
fn note(literal: Literal, to: &mut BTreeSet<Literal>, integers: &[bool]) -> bool {
    if literal.sum().number().is_some() {
        return !literal.holds(&[]);
    }
    // A literal with too large numbers is dropped.
    if let Said::Something(plain) = literal.plain(integers) {
        to.insert(plain);
    }
    false
}

/// Returns the variable whose elimination combines the fewest pairs.
fn cheapest(literals: &BTreeSet<Literal>) -> Option<usize> {
    let variables: BTreeSet<usize> = literals.iter().flat_map(|literal| literal.sum().variables()).collect();
    let pairs = |variable: usize| {
        let factors = literals.iter().filter_map(|literal| literal.sum().factor(variable));
        let (above, below): (Vec<_>, Vec<_>) = factors.partition(|factor| **factor > RBig::ZERO);
        above.len() * below.len()
    };
    variables.into_iter().min_by_key(|&variable| pairs(variable))
}

/// Combines an upper and a lower bound of a variable.
fn without(variable: usize, above: &Literal, below: &Literal) -> Literal {
    let scaled = |literal: &Literal| {
        let factor = literal.sum().factor(variable).cloned().unwrap_or(RBig::ONE);
        let size = if factor < RBig::ZERO { -factor } else { factor };
        literal.sum().without(variable).times(&(RBig::ONE / size))
    };
    let is_strict = |literal: &Literal| matches!(literal, Literal::Sign(_, Relation::Less));
    let relation = if is_strict(above) || is_strict(below) { Relation::Less } else { Relation::AtMost };
    Literal::Sign(scaled(above).plus(&scaled(below), &RBig::ONE), relation)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasoning(are_integers: bool) -> Reasoning {
        Reasoning { integers: vec![are_integers; 2], left: Cell::new(PAIRS) }
    }

    fn number(number: i32) -> RBig {
        RBig::from(number)
    }

    /// Returns `a·x0 + b·x1 + c`.
    fn sum(a: i32, b: i32, c: i32) -> Sum {
        let x = |at, factor| Sum::variable(at).times(&number(factor));
        x(0, a).plus(&x(1, b), &RBig::ONE).and(&number(c))
    }

    #[test]
    fn a_half_is_less_than_a_positive_whole() {
        // 0 ≤ x0 − 2·x1 ≤ 1 and x0 ≥ 1 imply x1 ≤ x0 − 1 on integers, but not on reals.
        let half = [sum(1, -2, 0), sum(-1, 2, 1), sum(1, 0, -1)];
        let follows = |sum, from: &[Sum], are_integers| reasoning(are_integers).follows(&sum, from);
        assert!(follows(sum(1, -1, -1), &half, true));
        assert!(!follows(sum(1, -1, -1), &half, false), "1 and 1/2");
        assert!(!follows(sum(1, -1, -1), &half[..2], true), "0 and 0");
        assert!(!follows(sum(1, -1, -2), &half, true), "1 and 0");
        let tired = Reasoning { integers: vec![true, true], left: Cell::new(1) };
        assert!(!tired.follows(&sum(1, -1, -1), &half));
    }

    #[test]
    fn what_cannot_be_is_noticed() {
        let contradict = |sums: &[Sum], are_integers| reasoning(are_integers).contradict(sums);
        assert!(contradict(&[sum(1, 0, -1), sum(-1, 0, 0)], true));
        assert!(!contradict(&[sum(1, 0, -1), sum(-1, 0, 1)], true));
        // No integer is between 0 and 1.
        let between = [sum(2, 0, -1), sum(-2, 0, 1)];
        assert!(contradict(&between, true) && !contradict(&between, false));
    }
}
