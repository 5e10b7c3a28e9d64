//! How fast exhaustion is, and whether solvers say the same. `cargo bench --bench exhaustion` prints points per second by
//! theory. `-- --against z3,cvc5,bitwuzla --instances 200000 --rng 1` makes instances of finite batches of all seeds,
//! asks these rows of `solvers.yaml`, and prints every answer that differs from that of exhaustion, with its script.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

mod against;

use std::time::{Duration, Instant};

use smt_storm::smtlib::Problem;
use smt_storm::theory::exhaustion::{Decision, Direction, POINTS, best, decide};

/// Formulas of each theory over up to a million points: name, declarations and formula.
const FORMULAS: [(&str, &str, &str); 7] = [
    (
        "Booleans",
        "(declare-fun f (Bool Bool Bool Bool) Bool)(declare-fun a () Bool)(declare-fun b () Bool)(declare-fun c () Bool)\
         (declare-fun d () Bool)",
        "(and (xor (f a b c d) (f b c d a)) (=> (f c d a b) (or a (f a a b b))) (distinct (f d d d d) (f a b a b)))",
    ),
    (
        "bit-vectors",
        "(declare-fun x () (_ BitVec 5))(declare-fun y () (_ BitVec 5))(declare-fun z () (_ BitVec 5))\
         (declare-fun w () (_ BitVec 5))",
        "(and (bvult (bvmul x y) (bvadd z (bvlshr w x))) (= (bvurem (bvxor x z) y) (bvand w #b10110))\
         (bvslt (bvsub x w) (bvnot (bvor y z))))",
    ),
    (
        "wide bit-vectors",
        "(declare-fun x () (_ BitVec 8))(declare-fun y () (_ BitVec 8))",
        "(and (bvult (bvmul x y) (bvadd x y)) (= (bvand x y) (bvurem y #b00001101)))",
    ),
    (
        "floats",
        "(declare-fun x () (_ FloatingPoint 3 3))(declare-fun y () (_ FloatingPoint 3 3))(declare-fun m () RoundingMode)\
         (declare-fun z () (_ FloatingPoint 2 4))",
        "(and (fp.lt (fp.add m x y) (fp.mul m x x)) (fp.leq ((_ to_fp 3 3) m z) (fp.sub RNE y x)))",
    ),
    (
        "arrays",
        "(declare-fun a () (Array (_ BitVec 2) (_ BitVec 2)))(declare-fun b () (Array (_ BitVec 2) (_ BitVec 2)))\
         (declare-fun i () (_ BitVec 2))(declare-fun j () (_ BitVec 2))",
        "(and (= (store a i (select b j)) (store b j (select a i))) (distinct a b) (bvult (select a j) (select b i)))",
    ),
    (
        "datatypes",
        "(declare-datatypes ((C 0) (P 0)) (((r) (g) (b)) ((none) (pair (fst C) (snd C) (low (_ BitVec 2))))))\
         (declare-fun c () P)(declare-fun d () P)(declare-fun e () P)(declare-fun x () (_ BitVec 4))",
        "(and ((_ is pair) c) (= (match d ((none #b00) ((pair u v w) w))) ((_ extract 1 0) x))\
         (distinct c d e) (=> ((_ is pair) e) (= (fst e) (fst c))))",
    ),
    (
        "quantifiers",
        "(declare-fun x () (_ BitVec 4))(declare-fun y () (_ BitVec 4))(declare-fun f ((_ BitVec 1)) (_ BitVec 4))",
        "(forall ((v (_ BitVec 4))) (exists ((w (_ BitVec 2))) (or (bvult (bvadd v x) y)\
         (= ((_ extract 1 0) (bvmul x v)) (bvor w ((_ extract 1 0) (f #b1)))))))",
    ),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |name: &str| arguments.windows(2).rfind(|pair| pair[0] == name).map(|pair| pair[1].clone());
    let number = |name: &str, default: u32| {
        given(name).map_or(default, |text| {
            text.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {text}"))
        })
    };
    if let Some(rows) = given("--against") {
        let rows: Vec<&str> = rows.split(',').collect();
        return against::run(&rows, number("--instances", 200_000), u64::from(number("--rng", 1)));
    }
    // As other benchmarks: `--test` only shows that it runs.
    let quick = arguments.iter().any(|argument| argument == "--test");
    println!("| theory | points | models | points/s |\n| --- | ---: | ---: | ---: |");
    for (name, declarations, formula) in FORMULAS {
        let problem = Problem::read(format!("{declarations}(assert {formula})")).unwrap();
        let (decision, time) = best_of(if quick { 1 } else { 3 }, || decide(&problem, POINTS).unwrap());
        let Decision { points, models, .. } = decision;
        println!("| {name} | {points} | {models} | {:.0} |", points as f64 / time.as_secs_f64());
    }
    let (_, declarations, formula) = FORMULAS[1];
    let problem = Problem::read(format!("{declarations}(assert {formula})")).unwrap();
    let terms = &problem.formulas.terms;
    let x = terms.ids().find(|id| terms.as_app(*id) == Some(("x", &[]))).unwrap();
    let (found, time) = best_of(1, || best(&problem, &[(x, Direction::Maximise)], POINTS).unwrap().unwrap());
    println!(
        "\nThe model over bit-vectors with the greatest x: {}, {time:.1?}.",
        found.into_values().collect::<String>()
    );
}

/// Runs some work several times, and returns its result and the shortest time.
fn best_of<T>(times: u32, work: impl Fn() -> T) -> (T, Duration) {
    let measured = (0..times).map(|_| {
        let started = Instant::now();
        (work(), started.elapsed())
    });
    measured.min_by_key(|(_, time)| *time).unwrap()
}
