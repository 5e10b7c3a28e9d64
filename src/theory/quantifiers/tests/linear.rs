//! Random linear formulas with alternating quantifiers against quantifier elimination.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::oracle::{LEVELS, Linear, Sum};
use super::worth;
use crate::theory::interpreter::LINEAR_WORK;

/// A formula over one variable for each level of quantifiers.
#[derive(Clone, Debug)]
enum Formula {
    Less([i128; LEVELS], i128),
    Is([i128; LEVELS], i128),
    /// Divisibility on integers; an order on reals.
    Divides(i128, [i128; LEVELS], i128),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Quantified(bool, Box<Formula>),
}

fn formulas() -> BoxedStrategy<Formula> {
    let factors = [-2..3_i128, -2..3_i128, -2..3_i128];
    let atom = prop_oneof![
        3 => (factors.clone(), -3..4_i128).prop_map(|(factors, constant)| Formula::Less(factors, constant)),
        1 => (factors.clone(), -3..4_i128).prop_map(|(factors, constant)| Formula::Is(factors, constant)),
        1 => (2..4_i128, factors, 0..4_i128)
            .prop_map(|(modulus, factors, constant)| Formula::Divides(modulus, factors, constant)),
    ];
    atom.prop_recursive(5, 6, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|one| Formula::Not(Box::new(one))),
            pair.clone().prop_map(|(one, other)| Formula::And(Box::new(one), Box::new(other))),
            pair.prop_map(|(one, other)| Formula::Or(Box::new(one), Box::new(other))),
            (any::<bool>(), inner).prop_map(|(is_all, one)| Formula::Quantified(is_all, Box::new(one))),
        ]
    })
    .boxed()
}

/// Returns the factors of the variables that are bound.
fn bound(factors: &[i128; LEVELS], depth: usize) -> [i128; LEVELS] {
    std::array::from_fn(|at| if at < depth { factors[at] } else { 0 })
}

impl Formula {
    fn text(&self, depth: usize, sort: &str) -> String {
        let numeral = |number: i128| match number < 0 {
            true => format!("(- {})", -number),
            false => number.to_string(),
        };
        let sum = |factors: &[i128; LEVELS], constant: i128| {
            let products = (0..depth).map(|at| format!("(* {} x{at})", numeral(factors[at])));
            format!("(+ {} {} 0)", products.collect::<Vec<_>>().join(" "), numeral(constant))
        };
        match self {
            Formula::Less(factors, constant) => format!("(< {} 0)", sum(factors, *constant)),
            Formula::Is(factors, constant) => format!("(= {} 0)", sum(factors, *constant)),
            Formula::Divides(modulus, factors, constant) if sort == "Int" => {
                format!("(= (mod {} {modulus}) 0)", sum(factors, *constant))
            }
            Formula::Divides(_, factors, constant) => format!("(>= 0 {})", sum(factors, *constant)),
            Formula::Not(one) => format!("(not {})", one.text(depth, sort)),
            Formula::And(one, other) => {
                format!("(and {} {})", one.text(depth, sort), other.text(depth, sort))
            }
            Formula::Or(one, other) => format!("(or {} {})", one.text(depth, sort), other.text(depth, sort)),
            Formula::Quantified(_, one) if depth == LEVELS => one.text(depth, sort),
            Formula::Quantified(is_all, one) => {
                let kind = if *is_all { "forall" } else { "exists" };
                format!("({kind} ((x{depth} {sort})) {})", one.text(depth + 1, sort))
            }
        }
    }

    /// Returns an equivalent formula without quantifiers, or `None` if it is too large.
    fn eliminated(&self, depth: usize, is_integer: bool) -> Option<Linear> {
        let sum = |factors: &[i128; LEVELS], constant: i128| Sum(bound(factors, depth), constant);
        let negative = |factors: &[i128; LEVELS], constant: i128| {
            Sum(bound(&factors.map(|factor| -factor), depth), -constant)
        };
        let formula = match self {
            Formula::Less(factors, constant) => Linear::Less(sum(factors, *constant)),
            Formula::Is(factors, constant) => Linear::And(vec![
                Linear::AtMost(sum(factors, *constant)),
                Linear::AtMost(negative(factors, *constant)),
            ]),
            Formula::Divides(modulus, factors, constant) if is_integer => {
                Linear::Divides(*modulus, sum(factors, *constant), true)
            }
            Formula::Divides(_, factors, constant) => Linear::AtMost(sum(factors, *constant)),
            Formula::Not(one) => one.eliminated(depth, is_integer)?.not(),
            Formula::And(one, other) => {
                Linear::And(vec![one.eliminated(depth, is_integer)?, other.eliminated(depth, is_integer)?])
            }
            Formula::Or(one, other) => {
                Linear::Or(vec![one.eliminated(depth, is_integer)?, other.eliminated(depth, is_integer)?])
            }
            Formula::Quantified(_, one) if depth == LEVELS => one.eliminated(depth, is_integer)?,
            Formula::Quantified(is_all, one) => {
                let body = one.eliminated(depth + 1, is_integer)?;
                match is_all {
                    true => body.not().exists(depth, is_integer).not(),
                    false => body.exists(depth, is_integer),
                }
            }
        };
        (formula.size() < 300).then_some(formula)
    }
}

/// Compares all formulas with quantifier elimination. Returns the number of decided formulas and of all.
fn compare(cases: u32, sort: &str) -> (usize, usize) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (decided, all) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let result = runner.run(&formulas(), |formula| {
        let formula = Formula::Quantified(true, Box::new(Formula::Quantified(false, Box::new(formula))));
        let Some(expected) = formula.eliminated(0, sort == "Int").and_then(|formula| formula.truth()) else {
            return Ok(());
        };
        all.set(all.get() + 1);
        let text = formula.text(0, sort);
        if let Ok(found) = worth("", &text, (2, LINEAR_WORK)).value {
            decided.set(decided.get() + 1);
            prop_assert_eq!(found.as_bool(), Some(expected), "{}", text);
        }
        Ok(())
    });
    result.unwrap();
    (decided.get(), all.get())
}

#[test]
fn reals_are_as_by_elimination() {
    let (decided, all) = compare(600, "Real");
    assert!(decided == all && all > 400, "{decided} of {all}");
}

#[test]
fn integers_are_as_by_elimination() {
    let (decided, all) = compare(600, "Int");
    assert!(decided * 100 > all * 95 && all > 400, "{decided} of {all}");
}

#[test]
fn what_is_too_hard_is_unknown() {
    let hard = "(forall ((x Real)) (exists ((y Real) (z Real)) (and (< (+ y z) x) (> (- y z) x))))";
    assert!(worth("", hard, (2, 10)).value.is_err());
    assert_eq!(worth("", hard, (2, LINEAR_WORK)).value.unwrap().as_bool(), Some(true));
}
