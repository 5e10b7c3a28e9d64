use std::collections::BTreeMap;
use std::num::NonZeroU32;

use crate::generate::seed::Seed;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::{Batches, Bounds, Form, Layouts, Mode, Source, Weights};
use crate::smtlib::instance::{Expected, Instance};
use crate::theory::exhaustion::{POINTS, decide};
use crate::witness::Evaluator;

const SEEDS: [&str; 5] = [
    "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(assert (< x (+ y 1)))",
    "(set-logic QF_BV)(declare-fun x () (_ BitVec 32))(declare-fun y () (_ BitVec 32))\
     (assert (= (bvmul x y) (bvadd ((_ zero_extend 16) ((_ extract 15 0) x)) #x00000001)))",
    "(set-logic QF_FP)(declare-fun x () Float32)(declare-fun y () Float32)(assert (fp.lt (fp.add RNE x y) y))",
    "(set-logic ALL)(declare-datatypes ((C 0)) (((r) (g) (b))))(declare-fun c () C)(declare-fun p (C) Bool)\
     (assert (forall ((d C)) (or (p d) (= c d))))",
    "(set-logic QF_AUFBV)(declare-fun a () (Array (_ BitVec 2) (_ BitVec 8)))(declare-fun f ((_ BitVec 8)) Bool)\
     (declare-fun i () (_ BitVec 2))(assert (f (select a i)))(assert (= a (store a i #x00)))",
];

/// Returns the pools of a finite batch.
fn pools(seed: &str, rng_seed: u64) -> SeedPools {
    let seed = Seed::from_bytes("x.smt2".as_ref(), seed.as_bytes()).unwrap();
    let batches = Batches { size: NonZeroU32::new(10), small: 100, finite: 100, ..Batches::default() };
    let bounds =
        Bounds { batches, synthesis: 20, mutation: 10, wrappers: 10, context: 10, ..Bounds::default() };
    let number = |number: &u32| {
        let batch = seed.batch(*number, rng_seed, &bounds, &Weights::only(Source::Sampled));
        batch.strategy == crate::generate::strategy::Strategy::Finite
    };
    let number = (0..100).find(number).unwrap();
    let batch = seed.batch(number, rng_seed, &bounds, &Weights::only(Source::Sampled));
    SeedPools::build_batch(&seed, batch, &Evaluator::alone()).unwrap()
}

/// Returns whether a check is satisfiable, as exhaustion says of its assertions alone.
fn is_satisfiable(instance: &Instance, check: usize) -> Option<bool> {
    let problem = instance.at_check(check).problem().unwrap();
    decide(&problem, POINTS).unwrap().is_satisfiable()
}

#[test]
fn each_check_has_the_answer_that_is_right() {
    let mut counts: BTreeMap<(usize, bool), u32> = BTreeMap::new();
    let mut mixed = 0;
    let form = Form {
        mode: Mode::Incremental,
        layouts: Layouts::All,
        check_sat_assuming: true,
        reset_assertions: true,
        ..Form::default()
    };
    for (at, seed) in SEEDS.into_iter().enumerate() {
        for rng_seed in 0..4 {
            let pools = pools(seed, rng_seed);
            let mut generator = pools.generator(&form);
            for number in 0..12 {
                let instance = generator.instance(number);
                let expected: Vec<Expected> =
                    (0..instance.checks()).map(|check| instance.expected(check)).collect();
                for (check, expected) in expected.iter().enumerate() {
                    let answer = is_satisfiable(&instance, check);
                    let told = match expected {
                        Expected::Sat => Some(true),
                        Expected::Unsat => Some(false),
                        Expected::Open => None,
                    };
                    assert_eq!(told, answer, "check {check} of {}", instance.text);
                    *counts.entry((at, answer.unwrap())).or_default() += 1;
                }
                let unsat = expected.iter().position(|one| *one == Expected::Unsat);
                mixed += u32::from(unsat.is_some_and(|at| expected[at..].contains(&Expected::Sat)));
            }
        }
    }
    // Both answers come up with every seed, also one after another in a script.
    assert!(counts.len() == 2 * SEEDS.len() && counts.values().all(|count| *count >= 10), "{counts:?}");
    assert!(mixed > 5, "{mixed}");
}

#[test]
fn an_instance_does_not_depend_on_earlier_ones() {
    let pools = pools(SEEDS[1], 1);
    let form = Form::default();
    let alone = pools.generator(&form).instance(7);
    let mut generator = pools.generator(&form);
    (0..7).for_each(|number| drop(generator.instance(number)));
    assert_eq!(generator.instance(7), alone);
}
