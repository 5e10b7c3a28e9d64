//! Formulas with quantifiers, against brute force.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::smtlib::{Problem, Script};
use crate::theory::interpreter::{Interpreter, Model, Worth};
use crate::theory::sorting::Sorting;

/// What a formula is worth under definitions; sorts of no more values than `listed` are tried whole.
fn worth(definitions: &str, formula: &str, listed: usize) -> Worth {
    let model = Model::of(&Script::parse(definitions.to_owned()).unwrap(), false).unwrap();
    let problem = Problem::read(format!("{definitions}(assert {formula})")).unwrap();
    let terms = &problem.formulas.terms;
    let sorting = Sorting::of(terms, &model.signature);
    let mut interpreter = Interpreter::new(&model, terms, &sorting);
    interpreter.listed = listed;
    interpreter.worth(problem.formulas.assertions[0])
}

fn truth(definitions: &str, formula: &str) -> Option<bool> {
    worth(definitions, formula, super::INSTANCES).value.ok()?.as_bool()
}

fn check(definitions: &str, formulas: &[(&str, Option<bool>)]) {
    for (formula, expected) in formulas {
        assert_eq!(truth(definitions, formula), *expected, "{formula}");
    }
}

const TABLES: &str = "(declare-sort V 0)(declare-datatypes ((N 0)) (((z) (s (p N)))))\
    (define-fun c () Int 3)(define-fun a () (Array Int Int) (store (store ((as const (Array Int Int)) 0) 4 1) 9 2))\
    (define-fun f ((x Int)) Int (ite (= x 2) 7 (ite (= x c) 8 0)))\
    (define-fun g ((x Int) (y Int)) Int (ite (and (= x 1) (= y 5)) 1 (ite (and (= x 5) (= y 1)) 1 0)))\
    (define-fun h ((x N)) Int (ite (= x (s z)) 1 0))\
    (define-fun w ((x (_ BitVec 40))) Bool (= x #x0000000007))\
    (define-fun r ((x Real)) Real (ite (= x 0.5) 1 2))\
    (define-fun n ((x Int)) Int (- x))\
    (define-fun-rec k ((x Int)) Int (ite (= x 0) 0 (k (- x 1))))";

#[test]
fn tables_are_decided_at_the_values_that_they_mention() {
    check(
        TABLES,
        &[
            ("(forall ((x Int)) (<= 0 (f x) 8))", Some(true)),
            ("(forall ((x Int)) (< (f x) 8))", Some(false)),
            ("(forall ((x Int) (y Int)) (= (g x y) (g y x)))", Some(true)),
            ("(forall ((x Int)) (exists ((y Int)) (not (= (g x y) 1))))", Some(true)),
            ("(exists ((x Int)) (forall ((y Int)) (= (g x y) 1)))", Some(false)),
            ("(forall ((x Int) (y Int)) (=> (= (f x) (f y) 7) (= x y)))", Some(true)),
            ("(forall ((x Int) (y Int)) (=> (= (f x) (f y)) (= x y)))", Some(false)),
            ("(exists ((x Int) (y Int) (z Int)) (and (distinct x y z) (= 0 (f x) (f y) (f z))))", Some(true)),
            ("(forall ((i Int)) (= (f (+ i 3)) (f (+ i 3))))", Some(true)),
            ("(forall ((i Int)) (=> (= (f (+ i 3)) 8) (= i 0)))", Some(true)),
            ("(forall ((i Int)) (=> (= (select a (* 2 i)) 1) (= i 2)))", Some(true)),
            ("(forall ((i Int)) (not (= (select a (* 2 i)) 2)))", Some(true)),
            ("(forall ((i Int)) (<= (select a i) 2))", Some(true)),
            ("(forall ((x N)) (<= (h x) 1))", Some(true)),
            ("(forall ((x N) (y N)) (=> (= (h x) (h y) 1) (= x y)))", Some(true)),
            ("(exists ((x N) (y N) (u N)) (and (distinct x y u z (s z)) (= (h x) (h y) (h u))))", Some(true)),
            ("(exists ((x (_ BitVec 40))) (w x))", Some(true)),
            ("(forall ((x (_ BitVec 40)) (y (_ BitVec 40))) (=> (and (w x) (w y)) (= x y)))", Some(true)),
            ("(forall ((x Int)) (= (r x) 2))", Some(true)),
            ("(forall ((x Real)) (= (r x) 2))", Some(false)),
            // Functions that compute with what they are given.
            ("(forall ((x Int)) (= (n x) 5))", Some(false)),
            ("(forall ((x Int)) (= (n (n x)) x))", Some(true)),
            ("(forall ((x Int)) (= (k x) 0))", None),
            ("(forall ((x N)) (or (= x z) (= x (s (p x)))))", None),
        ],
    );
}

#[test]
fn orders_are_decided_between_bounds() {
    check(
        TABLES,
        &[
            ("(forall ((x Int)) (or (< x 3) (>= x c)))", Some(true)),
            ("(exists ((x Int)) (< c x 5))", Some(true)),
            ("(exists ((x Int)) (< c x 4))", Some(false)),
            ("(exists ((x Real)) (< c x 4))", Some(true)),
            ("(exists ((x Int)) (< 3 (* 2 x) 5))", Some(true)),
            ("(exists ((x Int)) (< 4 (* 2 x) 6))", Some(false)),
            ("(exists ((x Real)) (< 4 (* 2 x) 6))", Some(true)),
            ("(exists ((x Int)) (< 2.5 x 3.5))", Some(true)),
            ("(forall ((x Int)) (exists ((y Int)) (< x y)))", Some(true)),
            ("(exists ((x Int)) (forall ((y Int)) (<= y x)))", Some(false)),
            ("(forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (< x z y))))", Some(false)),
            ("(forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y))))", Some(true)),
            ("(exists ((x Int) (y Int) (z Int)) (< 3 x y z 8))", Some(true)),
            ("(exists ((x Int) (y Int) (z Int)) (< 3 x y z 7))", Some(true)),
            ("(exists ((x Int) (y Int) (z Int)) (< 3 x y z 6))", Some(false)),
            ("(forall ((x (_ BitVec 40))) (bvule #x0000000000 x))", Some(true)),
            ("(forall ((x (_ BitVec 40))) (exists ((y (_ BitVec 40))) (bvslt x y)))", Some(false)),
            ("(exists ((x (_ BitVec 40))) (and (bvslt x #x0000000000) (bvult x #x8000000001)))", Some(true)),
            ("(forall ((x Int)) (< x (f x)))", Some(false)),
            ("(forall ((x Int)) (=> (< x 0) (< x (f x))))", Some(true)),
        ],
    );
}

#[test]
fn guards_bound_and_fix_variables() {
    check(
        TABLES,
        &[
            (
                "(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i j) (< j 9)) (< (+ (* i j) i) 64)))",
                Some(true),
            ),
            (
                "(forall ((i Int) (j Int)) (=> (and (<= 0 i) (< i j) (< j 9)) (< (+ (* i j) i) 63)))",
                Some(false),
            ),
            ("(forall ((j Int) (i Int)) (=> (<= 0 i j 80) (<= (* i j) 6400)))", Some(true)),
            ("(exists ((x Int)) (and (= x (* c c)) (= (mod x 5) 4)))", Some(true)),
            ("(forall ((x Int) (y Int)) (=> (and (= x (* y y)) (<= 1 y 6)) (<= y x)))", Some(true)),
            ("(exists ((x N)) (and (= (s z) x) (= (p x) z)))", Some(true)),
            ("(forall ((x Int) (y N)) (=> (= x 2.5) false))", Some(true)),
            ("(forall ((x Int) (y V) (u N)) (= (f x) (f x)))", Some(true)),
            ("(exists ((x Int)) (= (* c c) 8))", Some(false)),
            ("(forall ((i Int)) (=> (<= 5 i 4) false))", Some(true)),
        ],
    );
}

#[test]
fn what_is_chosen_stays_so() {
    let worth = worth(TABLES, "(forall ((x Int)) (or (= x 1) (= (div 1 0) 0)))", super::INSTANCES);
    assert!(worth.is_chosen || worth.value.is_err(), "{worth:?}");
}

/// A formula over variables `x0`, `x1` …, of a level each.
#[derive(Clone, Debug)]
enum Formula {
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Same(Term, Term),
    Less(Term, Term),
    /// By the other order, of bit-vectors.
    Below(Term, Term),
    Quantified(bool, Box<Formula>),
}

#[derive(Clone, Debug)]
enum Term {
    Constant(i64),
    /// The variable that is bound so many binders further out.
    Variable(usize),
    /// 2·x + a number, of numbers; the variable, of bit-vectors.
    Twice(usize, i64),
    Table(Box<Term>),
    Binary(Box<Term>, Box<Term>),
    Element(Box<Term>),
    Chosen(Box<Formula>, Box<Term>, Box<Term>),
}

fn terms(formula: Option<BoxedStrategy<Formula>>) -> BoxedStrategy<Term> {
    let leaf = prop_oneof![
        (0..7_i64).prop_map(Term::Constant),
        (0..3_usize).prop_map(Term::Variable),
        (0..3_usize).prop_map(Term::Variable),
        (0..3_usize).prop_map(Term::Variable),
        (0..3_usize, -2..3_i64).prop_map(|(variable, offset)| Term::Twice(variable, offset)),
    ];
    leaf.prop_recursive(2, 6, 2, move |inner| {
        let formula = formula
            .clone()
            .unwrap_or_else(|| Just(Formula::Same(Term::Constant(1), Term::Variable(0))).boxed());
        prop_oneof![
            inner.clone().prop_map(|term| Term::Table(Box::new(term))),
            inner.clone().prop_map(|term| Term::Element(Box::new(term))),
            (inner.clone(), inner.clone())
                .prop_map(|(one, other)| Term::Binary(Box::new(one), Box::new(other))),
            (formula, inner.clone(), inner).prop_map(|(it, one, other)| Term::Chosen(
                Box::new(it),
                Box::new(one),
                Box::new(other)
            )),
        ]
    })
    .boxed()
}

fn formulas() -> BoxedStrategy<Formula> {
    let atom = |terms: BoxedStrategy<Term>| {
        prop_oneof![
            (terms.clone(), terms.clone()).prop_map(|(one, other)| Formula::Same(one, other)),
            (terms.clone(), terms.clone()).prop_map(|(one, other)| Formula::Less(one, other)),
            (terms.clone(), terms).prop_map(|(one, other)| Formula::Below(one, other)),
        ]
    };
    let plain = atom(terms(None)).boxed();
    atom(terms(Some(plain)))
        .prop_recursive(5, 20, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|one| Formula::Not(Box::new(one))),
                (inner.clone(), inner.clone())
                    .prop_map(|(one, other)| Formula::And(Box::new(one), Box::new(other))),
                (inner.clone(), inner.clone())
                    .prop_map(|(one, other)| Formula::Or(Box::new(one), Box::new(other))),
                (any::<bool>(), inner).prop_map(|(is_all, one)| Formula::Quantified(is_all, Box::new(one))),
            ]
        })
        .boxed()
}

/// A structure that formulas are about: brute force tries `values`.
struct Structure {
    sort: &'static str,
    values: Vec<i64>,
    /// By which values are multiplied to make them integers here.
    scale: i64,
    orders: [&'static str; 2],
    literal: fn(i64) -> String,
    less: [fn(i64, i64) -> bool; 2],
    doubles: bool,
    /// How deep quantifiers may be nested so that the values tell all.
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

    /// Compares formulas of a few nested quantifiers with brute force; how many were decided.
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
            if let Ok(found) = worth(&definitions, &text, listed).value {
                decided.set(decided.get() + 1);
                let truth = self.truth(&formula, &mut Vec::new());
                prop_assert_eq!(found.as_bool(), Some(truth), "{}", text);
            }
            Ok(())
        });
        result.unwrap();
        (decided.get(), all.get())
    }
}

/// How deep quantifiers are nested.
fn depth(formula: &Formula) -> usize {
    fn of_term(term: &Term) -> usize {
        match term {
            Term::Constant(_) | Term::Variable(_) | Term::Twice(..) => 0,
            Term::Table(one) | Term::Element(one) => of_term(one),
            Term::Binary(one, other) => of_term(one).max(of_term(other)),
            Term::Chosen(it, one, other) => depth(it).max(of_term(one)).max(of_term(other)),
        }
    }
    match formula {
        Formula::Not(one) => depth(one),
        Formula::And(one, other) | Formula::Or(one, other) => depth(one).max(depth(other)),
        Formula::Same(one, other) | Formula::Less(one, other) | Formula::Below(one, other) => {
            of_term(one).max(of_term(other))
        }
        Formula::Quantified(_, one) => 1 + depth(one),
    }
}

fn numeral(number: i64) -> String {
    if number < 0 { format!("(- {})", -number) } else { number.to_string() }
}

/// The same formulas over bit-vectors: all values, and those that the method finds.
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
    let (decided, all) = bits.compare(1_500, 2);
    assert!(decided * 10 > all * 6, "{decided} of {all}");
    let (listed, all) = bits.compare(200, super::INSTANCES);
    assert!(listed * 100 > all * 99, "{listed} of {all}");
}

/// With equality alone, a finite sort has fewer values than are mentioned, too.
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
    let (decided, all) = bits.compare(1_500, 2);
    assert!(decided * 10 > all * 6, "{decided} of {all}");
}

/// Beyond the points of all terms, which are between −3 and 7, three quantifiers tell seven integers apart.
#[test]
fn integers_are_as_by_brute_force() {
    let integers = Structure {
        sort: "Int",
        values: (-10..=14).collect(),
        scale: 1,
        orders: ["<", "<="],
        literal: numeral,
        less: [|one, other| one < other, |one, other| one <= other],
        doubles: true,
        deepest: 3,
    };
    let (decided, all) = integers.compare(1_200, 2);
    assert!(decided * 10 > all * 6, "{decided} of {all}");
}

/// The points of all terms are at halves, between −3 and 7; two quantifiers tell three numbers apart between two.
#[test]
fn reals_are_as_by_brute_force() {
    let reals = Structure {
        sort: "Real",
        values: (-8 * 4..=8 * 8).collect(),
        scale: 8,
        deepest: 2,
        orders: ["<", "<="],
        literal: numeral,
        less: [|one, other| one < other, |one, other| one <= other],
        doubles: true,
    };
    let (decided, all) = reals.compare(1_500, 2);
    assert!(decided * 10 > all * 6, "{decided} of {all}");
}
