//! Every assertion of every instance is true under the witness, checked on the text that a
//! solver gets: read again by Z3 with definitions instead of declarations, and evaluated.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use smt_storm::digest::Digest;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Form, Mode, Source, Weights};
use smt_storm::rng::Key;
use smt_storm::smtlib::Problem;
use smt_storm::smtlib::instance::{Instance, Kind};
use smt_storm::witness::{Evaluator, z3};

/// Instances checked of each seed and witness.
const INSTANCES: u32 = 6;

fn seeds() -> Vec<PathBuf> {
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap).collect()
}

/// The number of assertions of `instance` that are not true under the definitions.
fn not_true(instance: &Instance, definitions: &str, names: &smt_storm::smtlib::Names) -> usize {
    let script = format!("{definitions}{}", instance.assertions().collect::<String>());
    let truths = z3::truths(&names.to_z3(&script)).expect("Z3 reads the certificate");
    assert_eq!(truths.len(), instance.assertions().count());
    truths.iter().filter(|truth| **truth != Some(true)).count()
}

fn check(path: &Path, weights: Weights, rng_seed: u64) {
    let evaluator = Evaluator::in_child(&std::env::temp_dir());
    let pools = SeedPools::build(path, rng_seed, &Bounds::default(), &weights, &evaluator).unwrap();
    let one_shot = Form::default();
    let incremental = Form { mode: Mode::Incremental, reset_assertions: true, ..Form::default() };
    let witness = &pools.initial.witness;
    let definitions = witness.text();
    for number in 0..INSTANCES {
        let mut generator = pools.generator(if number % 2 == 0 { &one_shot } else { &incremental });
        let instance = generator.instance(number);
        let wrong = z3::fresh(|| not_true(&instance, &definitions, &witness.names)).unwrap();
        assert_eq!(wrong, 0, "{}, {}, instance {number}", path.display(), witness.origin);
    }
}

fn every_assertion_is_true(weights: Weights, rng_seed: u64) {
    let seeds = seeds();
    assert!(seeds.len() >= 117, "{} seeds", seeds.len());
    seeds.iter().for_each(|seed| check(seed, weights, rng_seed));
}

fn a_false_assertion_is_noticed() {
    let problem = Problem::read("(declare-fun x () Int)(assert (> x 3))").unwrap();
    let (key, weights) = (Key::new(&Digest::of(problem.source()), 1), Weights::only(Source::Paper));
    let witness = Evaluator::in_process().search(&problem, &key, &weights).unwrap().witness;
    let mut instance = Instance::default();
    instance.add(Kind::Assertion, |text| text.push_str("(assert (not (> x 3)))"));
    let definitions = witness.text();
    assert_eq!(z3::fresh(|| not_true(&instance, &definitions, &witness.names)).unwrap(), 1);
}

fn main() -> ExitCode {
    if let Some(code) = smt_storm::worker::dispatch() {
        return code;
    }
    let test = |name: &str, body: fn()| {
        Trial::test(name, move || {
            body();
            Ok(())
        })
    };
    let tests = vec![
        test("every_assertion_is_true_under_models", || {
            every_assertion_is_true(Weights::only(Source::Paper), 1);
        }),
        test("every_assertion_is_true_under_other_witnesses", || {
            every_assertion_is_true(Weights::default(), 1);
            every_assertion_is_true(Weights::default(), 2);
        }),
        test("a_false_assertion_is_noticed", a_false_assertion_is_noticed),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
