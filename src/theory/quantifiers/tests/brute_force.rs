//! Random formulas against brute force, for the method that tries values.

use std::ops::RangeInclusive;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::formulas::{Formula, Term, depth, formulas};
use super::worth;
use crate::theory::interpreter::LISTED;

/// A structure over which formulas are evaluated; brute force tries all `values`.
struct Structure {
    sort: &'static str,
    values: Vec<i64>,
    /// The factor by which values are scaled so that they are integers here.
    scale: i64,
    orders: [&'static str; 2],
    literal: fn(i64) -> String,
    less: [fn(i64, i64) -> bool; 2],
    doubles: bool,
    /// The maximal nesting of quantifiers for which `values` suffice.
    deepest: usize,
}

impl Structure {
    fn constant(&self, number: i64) -> i64 {
        number * self.scale
    }

    fn table(&self, value: i64) -> i64 {
        if value == self.constant(2) {
            self.constant(5)
        } else if value == self.constant(4) {
            self.constant(0)
        } else {
            self.constant(3)
        }
    }

    fn binary(&self, one: i64, other: i64) -> i64 {
        let (one, other) = (one == self.constant(1), other == self.constant(6));
        self.constant(if one && other { 2 } else { 6 })
    }

    fn element(&self, value: i64) -> i64 {
        self.constant(if value == self.constant(3) { 1 } else { 0 })
    }

    fn definitions(&self) -> String {
        let (sort, number) = (self.sort, self.literal);
        format!(
            "(define-fun f ((x {sort})) {sort} (ite (= x {}) {} (ite (= x {}) {} {})))\
            (define-fun g ((x {sort}) (y {sort})) {sort} (ite (and (= x {}) (= y {})) {} {}))\
            (define-fun a () (Array {sort} {sort}) (store ((as const (Array {sort} {sort})) {}) {} {}))",
            number(2),
            number(5),
            number(4),
            number(0),
            number(3),
            number(1),
            number(6),
            number(2),
            number(6),
            number(0),
            number(3),
            number(1),
        )
    }

    fn formula(&self, formula: &Formula, depth: usize) -> String {
        let pair = |head: &str, one: &Term, other: &Term| {
            format!("({head} {} {})", self.term(one, depth), self.term(other, depth))
        };
        match formula {
            Formula::Not(one) => format!("(not {})", self.formula(one, depth)),
            Formula::And(one, other) => {
                format!("(and {} {})", self.formula(one, depth), self.formula(other, depth))
            }
            Formula::Or(one, other) => {
                format!("(or {} {})", self.formula(one, depth), self.formula(other, depth))
            }
            Formula::Same(one, other) => pair("=", one, other),
            Formula::Less(one, other) => pair(self.orders[0], one, other),
            Formula::Below(one, other) => pair(self.orders[1], one, other),
            Formula::Quantified(is_all, one) => {
                let kind = if *is_all { "forall" } else { "exists" };
                format!("({kind} ((x{depth} {})) {})", self.sort, self.formula(one, depth + 1))
            }
        }
    }

    fn term(&self, term: &Term, depth: usize) -> String {
        let variable = |out: usize| format!("x{}", depth - 1 - out % depth);
        match term {
            Term::Constant(number) => (self.literal)(*number),
            Term::Variable(_) | Term::Twice(..) if depth == 0 => (self.literal)(1),
            Term::Variable(out) => variable(*out),
            Term::Twice(out, _) if !self.doubles => variable(*out),
            Term::Twice(out, offset) => {
                let minus = if *offset < 0 { "-" } else { "+" };
                format!("({minus} (* 2 {}) {})", variable(*out), (self.literal)(offset.abs()))
            }
            Term::Table(one) => format!("(f {})", self.term(one, depth)),
            Term::Element(one) => format!("(select a {})", self.term(one, depth)),
            Term::Binary(one, other) => format!("(g {} {})", self.term(one, depth), self.term(other, depth)),
            Term::Chosen(it, one, other) => {
                format!(
                    "(ite {} {} {})",
                    self.formula(it, depth),
                    self.term(one, depth),
                    self.term(other, depth)
                )
            }
        }
    }

    fn truth(&self, formula: &Formula, bound: &mut Vec<i64>) -> bool {
        match formula {
            Formula::Not(one) => !self.truth(one, bound),
            Formula::And(one, other) => self.truth(one, bound) && self.truth(other, bound),
            Formula::Or(one, other) => self.truth(one, bound) || self.truth(other, bound),
            Formula::Same(one, other) => self.value(one, bound) == self.value(other, bound),
            Formula::Less(one, other) => (self.less[0])(self.value(one, bound), self.value(other, bound)),
            Formula::Below(one, other) => (self.less[1])(self.value(one, bound), self.value(other, bound)),
            Formula::Quantified(is_all, one) => {
                let mut instance = |&value: &i64| {
                    bound.push(value);
                    let truth = self.truth(one, bound);
                    bound.pop();
                    truth
                };
                if *is_all {
                    self.values.iter().all(&mut instance)
                } else {
                    self.values.iter().any(&mut instance)
                }
            }
        }
    }

    fn value(&self, term: &Term, bound: &mut Vec<i64>) -> i64 {
        let variable = |out: usize| bound[bound.len() - 1 - out % bound.len()];
        match term {
            Term::Constant(number) => self.constant(*number),
            Term::Variable(_) | Term::Twice(..) if bound.is_empty() => self.constant(1),
            Term::Variable(out) => variable(*out),
            Term::Twice(out, _) if !self.doubles => variable(*out),
            Term::Twice(out, offset) => 2 * variable(*out) + self.constant(*offset),
            Term::Table(one) => self.table(self.value(one, bound)),
            Term::Element(one) => self.element(self.value(one, bound)),
            Term::Binary(one, other) => {
                let (one, other) = (self.value(one, bound), self.value(other, bound));
                self.binary(one, other)
            }
            Term::Chosen(it, one, other) => {
                if self.truth(it, bound) {
                    self.value(one, bound)
                } else {
                    self.value(other, bound)
                }
            }
        }
    }

    /// Compares nested quantified formulas with brute force. Returns the number of decided formulas and of all.
    fn compare(&self, cases: u32, listed: usize) -> (usize, usize) {
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let (decided, all) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
        let definitions = self.definitions();
        let result = runner.run(&formulas(), |formula| {
            let formula = Formula::Quantified(true, Box::new(formula));
            if depth(&formula) > self.deepest {
                return Ok(());
            }
            all.set(all.get() + 1);
            let text = self.formula(&formula, 0);
            if let Ok(found) = worth(&definitions, &text, (listed, 0)).value {
                decided.set(decided.get() + 1);
                let truth = self.truth(&formula, &mut Vec::new());
                prop_assert_eq!(found.as_bool(), Some(truth), "{}", text);
            }
            Ok(())
        });
        result.unwrap();
        (decided.get(), all.get())
    }

    /// Asserts that all results are right, and that most formulas are decided.
    fn decides_most(&self, cases: u32) {
        let (decided, all) = self.compare(cases, 2);
        assert!(decided * 10 > all * 6, "{decided} of {all}");
    }
}

fn numeral(number: i64) -> String {
    if number < 0 { format!("(- {})", -number) } else { number.to_string() }
}

/// Returns a structure of numbers; brute force tries some of them.
fn numbers(sort: &'static str, values: RangeInclusive<i64>, scale: i64, deepest: usize) -> Structure {
    Structure {
        sort,
        values: values.collect(),
        scale,
        orders: ["<", "<="],
        literal: numeral,
        less: [|one, other| one < other, |one, other| one <= other],
        doubles: true,
        deepest,
    }
}

/// Bit-vectors: brute force tries all values, and the method its representatives.
#[test]
fn bit_vectors_are_as_by_brute_force() {
    let bits = Structure {
        sort: "(_ BitVec 4)",
        values: (0..16).collect(),
        scale: 1,
        orders: ["bvult", "bvslt"],
        literal: |number| format!("#b{number:04b}"),
        less: [|one, other| one < other, |one, other| (one ^ 8) < (other ^ 8)],
        doubles: false,
        deepest: 3,
    };
    bits.decides_most(1_500);
    let (listed, all) = bits.compare(200, LISTED);
    assert!(listed * 100 > all * 99, "{listed} of {all}");
}

/// With equality alone, a finite sort may have fewer values than a formula mentions.
#[test]
fn small_sorts_are_as_by_brute_force() {
    let bits = Structure {
        sort: "(_ BitVec 3)",
        values: (0..8).collect(),
        scale: 1,
        orders: ["=", "distinct"],
        literal: |number| format!("#b{number:03b}"),
        less: [|one, other| one == other, |one, other| one != other],
        doubles: false,
        deepest: 3,
    };
    bits.decides_most(1_500);
}

/// The points of all terms are between −3 and 7. Three quantifiers distinguish seven integers beyond them.
#[test]
fn integers_are_as_by_brute_force() {
    numbers("Int", -10..=14, 1, 3).decides_most(1_200);
}

/// The points of all terms are halves between −3 and 7. Two quantifiers distinguish three numbers between two
/// points.
#[test]
fn reals_are_as_by_brute_force() {
    numbers("Real", -8 * 4..=8 * 8, 8, 2).decides_most(1_500);
}
