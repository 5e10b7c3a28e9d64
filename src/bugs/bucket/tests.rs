//! Changes that keep a bucket, and changes that do not.

use proptest::prelude::*;

use super::{assign, assign_by_words};
use crate::matrix::Class;
use crate::smtlib::Problem;
use crate::solver::verdict::Verdict;

fn bucket(script: &str) -> String {
    assign(Class::WrongUnsat, Problem::read(script).ok().as_ref(), script, &[])
}

fn bucket_of(verdict: &Verdict, script: &str, options: &[String]) -> String {
    let by_script = || assign(verdict.class, Problem::read(script).ok().as_ref(), script, options);
    assign_by_words(verdict, false).unwrap_or_else(by_script)
}

/// A term over four integers and two functions.
#[derive(Clone, Debug)]
enum Term {
    Constant(usize),
    Literal(u32),
    Apply(&'static str, Vec<Term>),
    /// A call of a declared unary function.
    Call(usize, Box<Term>),
    /// A `forall` over one variable, which the body names as constant 4.
    Forall(Box<Term>),
}

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![(0_usize..4).prop_map(Term::Constant), (0_u32..9).prop_map(Term::Literal)];
    let integers = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (prop::sample::select(vec!["+", "*", "-"]), prop::collection::vec(inner.clone(), 2..4))
                .prop_map(|(operator, arguments)| Term::Apply(operator, arguments)),
            (0_usize..2, inner).prop_map(|(function, argument)| Term::Call(function, Box::new(argument))),
        ]
    });
    let relation = (prop::sample::select(vec!["<", "=", "distinct"]), prop::collection::vec(integers, 2..=2))
        .prop_map(|(operator, arguments)| Term::Apply(operator, arguments));
    relation.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            (prop::sample::select(vec!["and", "or", "=>"]), prop::collection::vec(inner.clone(), 2..4))
                .prop_map(|(operator, arguments)| Term::Apply(operator, arguments)),
            inner.prop_map(|body| Term::Forall(Box::new(body))),
        ]
    })
}

/// A style of a script: its names, its literals, and an order.
struct Style {
    names: [&'static str; 7],
    literals: u32,
    order: u64,
}

const PLAIN: Style = Style { names: ["a", "b", "c", "d", "i", "f", "g"], literals: 0, order: 0 };

impl Style {
    /// Returns the items in an order determined by a number.
    fn shuffled(&self, mut items: Vec<String>) -> Vec<String> {
        let mut state = self.order.wrapping_add(items.len() as u64);
        for last in (1..items.len()).rev().filter(|_| self.order > 0) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            items.swap(last, (state >> 33) as usize % (last + 1));
        }
        items
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Constant(at) => self.names[*at].to_owned(),
            Term::Literal(value) => (value + self.literals).to_string(),
            Term::Call(function, argument) => {
                format!("({} {})", self.names[5 + function], self.term(argument))
            }
            Term::Forall(body) => {
                // The variable needs a name that nothing else has.
                let name = self.names[4];
                format!("(forall (({name} Int)) (and (< {name} {}) {}))", self.names[0], self.term(body))
            }
            Term::Apply(operator, arguments) => {
                let mut arguments: Vec<String> = arguments.iter().map(|term| self.term(term)).collect();
                if !["-", "<", "=>"].contains(operator) {
                    arguments = self.shuffled(arguments);
                }
                format!("({operator} {})", arguments.join(" "))
            }
        }
    }

    fn script(&self, assertions: &[Term]) -> String {
        let constants = self.names[..4].iter().map(|name| format!("(declare-fun {name} () Int)"));
        let functions = self.names[5..].iter().map(|name| format!("(declare-fun {name} (Int) Int)"));
        let assertions = assertions.iter().map(|term| format!("(assert {})", self.term(term)));
        let declarations = self.shuffled(constants.chain(functions).collect());
        let assertions = self.shuffled(assertions.collect());
        format!("(set-logic X)\n{}\n{}\n(check-sat)\n", declarations.join("\n"), assertions.join("\n"))
    }
}

proptest! {
    #[test]
    fn names_literals_and_order_do_not_matter(
        assertions in prop::collection::vec(term(), 1..5), order: u64, literals in 0_u32..50,
    ) {
        let names = ["x!", "|b c|", "a", "zz", "j", "h", "k1"];
        let script = Style { names, literals, order }.script(&assertions);
        let plain = PLAIN.script(&assertions);
        prop_assert_eq!(bucket(&script), bucket(&plain), "{}\n{}", script, plain);
    }

    #[test]
    fn an_operator_matters(assertions in prop::collection::vec(term(), 1..5)) {
        let plain = PLAIN.script(&assertions);
        for (old, new) in [("(and ", "(or "), ("(+ ", "(* "), ("(< ", "(<= "), ("(distinct ", "(= ")] {
            if plain.contains(old) {
                let changed = plain.replacen(old, new, 1);
                // Exchanging `and` and `or` in `(or a b) (and c d)` may give the same bucket, but an additional
                // operator never does.
                prop_assert_ne!(bucket(&changed), bucket(&plain), "{}\n{}", changed, plain);
            }
        }
    }

    #[test]
    fn another_assertion_matters(assertions in prop::collection::vec(term(), 2..5)) {
        prop_assert_ne!(bucket(&PLAIN.script(&assertions[1..])), bucket(&PLAIN.script(&assertions)));
    }
}

/// Pairs of scripts, and whether they are in one bucket.
const PAIRS: [(&str, &str, bool); 16] = [
    // Names used at other places are different.
    (
        "(declare-fun a () Int)(declare-fun b () Int)(assert (< a b))(assert (< b 1))",
        "(declare-fun b () Int)(declare-fun a () Int)(assert (< 3 a))(assert (< b a))",
        false,
    ),
    ("(declare-const a Int)(assert (> a 0))", "(declare-fun z () Int)(assert (> z (- 5)))", true),
    ("(declare-const a Int)(assert (> a 0))", "(declare-const a Real)(assert (> a 0))", false),
    // Names bound by `let` are replaced.
    (
        "(declare-const a Int)(assert (let ((x (+ a 1))) (> x x)))",
        "(declare-const a Int)(assert (> (+ 1 a) (+ a 1)))",
        true,
    ),
    ("(assert (let ((x true) (y false)) (=> x y)))", "(assert (let ((x false) (y true)) (=> x y)))", false),
    // Only the width of a bit-vector literal counts, in any notation. Indices are not literals.
    ("(assert (= #x0f #b00000001))", "(assert (= (_ bv5 8) #xff))", true),
    ("(assert (= #x0f #x00))", "(assert (= #x0ff #x000))", false),
    ("(assert (= ((_ extract 1 0) #x0f) #b00))", "(assert (= ((_ extract 2 1) #x0f) #b00))", false),
    ("(assert (= \"a\" (str.++ \"b\" \"\")))", "(assert (= (str.++ \"x\" \"y\") \"(z)\"))", true),
    // Names of variables do not matter either, including those in patterns.
    (
        "(declare-datatype L ((n) (c (h Int) (t L))))(declare-const l L)(assert (match l ((n true) ((c x y) (> x 1)))))",
        "(declare-datatype T ((e) (p (q Int) (r T))))(declare-const s T)(assert (match s ((e true) ((p i j) (> i 2)))))",
        true,
    ),
    ("(assert (forall ((x Int) (y Int)) (> x y)))", "(assert (forall ((y Int) (x Int)) (> x y)))", true),
    ("(define-fun f ((x Int)) Int (+ x 1))", "(define-fun g ((y Int)) Int (+ 7 y))", true),
    // The order of levels and checks matters.
    ("(push 1)(assert true)(pop 1)(assert false)", "(push 1)(assert false)(pop 1)(assert true)", false),
    ("(push 1)(assert true)(pop 1)", "(push 2)(assert true)(pop 2)", false),
    ("(check-sat-using (then simplify smt))", "(check-sat-using (then smt simplify))", false),
    // Logic, options and queries for models do not matter.
    ("(set-logic QF_LIA)(set-option :verbosity 1)(check-sat)(get-model)", "(set-logic ALL)(check-sat)", true),
];

#[test]
fn pairs_of_scripts_are_told_apart() {
    for (one, two, same) in PAIRS {
        assert_eq!(bucket(one) == bucket(two), same, "{one}\n{two}");
    }
}

#[test]
fn class_and_options_matter() {
    let options = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let buckets = [
        bucket_of(&Verdict::wrong_unsat(0), "(check-sat)", &[]),
        bucket_of(&Verdict::with_details(Class::Crash, "SIGSEGV"), "(check-sat)", &[]),
        bucket_of(&Verdict::wrong_unsat(0), "(check-sat)", &options(&["a", "b"])),
        bucket_of(&Verdict::wrong_unsat(0), "(check-sat)", &options(&["a b"])),
        bucket_of(&Verdict::wrong_unsat(0), "(check-sat)", &options(&["b"])),
    ];
    for (at, bucket) in buckets.iter().enumerate() {
        assert!(bucket.len() == 8 && !buckets[..at].contains(bucket), "{buckets:?}");
    }
}

#[test]
fn words_of_the_solver_say_more_than_a_script() {
    let assertion = |text: &str| Verdict::with_details(Class::Assertion, text);
    let bucket = bucket_of(&assertion("x.cpp:3: n < 7"), "(check-sat)", &[]);
    assert_eq!(bucket_of(&assertion("x.cpp:41: n < 8"), "(assert true)", &["-x".to_owned()]), bucket);
    assert_eq!(assign_by_words(&assertion("x.cpp:1: n < 2"), true), Some(bucket.clone()));
    assert_ne!(bucket_of(&assertion("y.cpp:3: n < 7"), "(check-sat)", &[]), bucket);
    assert_ne!(
        bucket_of(&Verdict::with_details(Class::Sanitizer, "x.cpp:3: n < 7"), "(check-sat)", &[]),
        bucket
    );
    assert_eq!(assign_by_words(&Verdict::wrong_unsat(0), true), None);
    let death = |signal: &str| Verdict::with_details(Class::Crash, signal);
    let in_session = assign_by_words(&death("killed by SIGSEGV: f at 0x12"), true);
    assert_eq!(in_session, assign_by_words(&death("killed by SIGSEGV: f at 0x3"), true));
    assert_ne!(in_session, assign_by_words(&death("killed by SIGABRT"), true));
    assert_eq!(assign_by_words(&death("killed by SIGSEGV"), false), None);
}

/// A change here renames every accepted snapshot, so `VERSION` must change, too.
#[test]
fn buckets_stay_what_they_are() {
    let script = "(set-logic QF_LIA)(declare-fun a () Int)(declare-fun b () Int)\
                  (assert (let ((x (+ a 1))) (and (< x b) (distinct x 3))))(check-sat)";
    let crash = bucket_of(
        &Verdict::with_details(Class::Crash, "killed by SIGSEGV"),
        "(assert true)",
        &["-x".to_owned()],
    );
    let assertion = bucket_of(&Verdict::with_details(Class::Assertion, "x.cpp:3: n < 7"), "", &[]);
    assert_eq!([bucket(script), crash, assertion], ["f57c9abf", "f4677193", "15082cba"]);
}

#[test]
fn deep_and_broken_scripts_have_buckets() {
    let deep = |depth: usize| format!("(assert {}true{})", "(not ".repeat(depth), ")".repeat(depth));
    assert_ne!(bucket(&deep(20_000)), bucket(&deep(20_001)));
    assert_ne!(bucket("(assert"), bucket("(assert (not"));
}
