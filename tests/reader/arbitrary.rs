//! No input makes the reader panic: arbitrary bytes, and words of SMT-LIB in any order.

use std::path::Path;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use smt_storm::generate::seed::Seed;
use smt_storm::smtlib::{Names, Printer, Problem};

pub fn tests() -> Vec<Trial> {
    let test = |name: &str, inputs: fn() -> BoxedStrategy<Vec<u8>>| {
        Trial::test(name, move || {
            look(&inputs());
            Ok(())
        })
    };
    vec![
        test("arbitrary_bytes_are_read_or_refused", || prop::collection::vec(any::<u8>(), 0..200).boxed()),
        test("arbitrary_words_are_read_or_refused", || {
            let words = prop::collection::vec(prop::sample::select(WORDS), 0..120);
            words.prop_map(|words| words.join(" ").into_bytes()).boxed()
        }),
        test("arbitrary_terms_are_read_or_refused", || {
            term().prop_map(|term| format!("{PRELUDE}(assert {term})").into_bytes()).boxed()
        }),
    ]
}

const PRELUDE: &str = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun x () Int)\n";

const WORDS: &[&str] = &[
    "(", "(", "(", ")", ")", ")", "assert", "let", "forall", "exists", "match", "!", "_", "as", ":named",
    ":pattern", "declare-fun", "declare-const", "define-fun", "declare-datatypes", "declare-codatatypes",
    "declare-sort", "define-sort", "set-logic", "check-sat-assuming", "push", "x", "y", "|x|", "|a b|",
    "Int", "Bool", "BitVec", "par", "true", "not", "and", "=", "0", "1.5", "#b01", "#xff", "\"s\"", "bv5",
    "8", "((", "))", "()", "; c\n", "is-nil", "nil", "cons",
];

/// Terms with every construct, sensible or not.
fn term() -> BoxedStrategy<String> {
    let leaf = prop::sample::select(vec![
        "x", "y", "true", "nil", "7", "2.5", "#b1", "\"\"", "(_ bv3 4)", "(as nil L)",
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    leaf.prop_recursive(6, 60, 4, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(one, two)| format!("(and {one} {two})")),
            two.clone().prop_map(|(one, two)| format!("(let ((x {one}) (y x)) {two})")),
            two.clone()
                .prop_map(|(one, two)| format!("(forall ((x Int) (y Bool)) (! {one} :pattern ({two})))")),
            two.clone().prop_map(|(one, two)| format!("(exists ((x Int)) (= {one} {two}))")),
            two.clone().prop_map(|(one, two)| format!("(match {one} ((nil {two}) ((cons x y) {one})))")),
            two.prop_map(|(one, two)| format!("(! (f {one} {two}) :named n)")),
            inner.prop_map(|one| format!("((_ is cons) {one})")),
        ]
    })
    .boxed()
}

/// Feeds inputs to everything that works on text, until the time is over.
fn look(inputs: &BoxedStrategy<Vec<u8>>) {
    let seconds = std::env::var("STORM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(2));
    // Without the variable, the same inputs in every run.
    let rng_seed = if seconds.is_some() { RngSeed::Random } else { RngSeed::Fixed(1) };
    let mut runner = TestRunner::new(Config { rng_seed, failure_persistence: None, ..Config::default() });
    while Instant::now() < end {
        let input = inputs.new_tree(&mut runner).unwrap().current();
        let read = std::panic::catch_unwind(|| read(&input));
        assert!(read.is_ok(), "this input makes the reader panic: {:?}", String::from_utf8_lossy(&input));
    }
}

fn read(input: &[u8]) {
    let Ok(seed) = Seed::from_bytes(Path::new("x.smt2"), input) else { return };
    let mut printer = Printer::new(&seed.problem.formulas.terms);
    let Problem { script, formulas } = &*seed.problem;
    let names = Names::collect(script);
    for &assertion in formulas.assertions.iter().chain(&formulas.assumptions) {
        let text = printer.print(assertion);
        assert_eq!(names.to_source(&names.to_z3(&text)), text);
    }
}
