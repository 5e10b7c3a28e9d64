//! Every assertion of every instance is true under the witness, checked on the text that a
//! solver gets: read again by Z3 with definitions instead of declarations, and evaluated.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::path::{Path, PathBuf};

use smt_storm::config::{Bounds, WitnessSource};
use smt_storm::fragment::InitialPool;
use smt_storm::instance::Instance;
use smt_storm::prepared::Prepared;
use smt_storm::rng::Key;
use smt_storm::seed::Seed;
use smt_storm::z3::{self, Evaluator};

/// Instances checked of each seed and witness.
const INSTANCES: u32 = 12;

fn seeds() -> Vec<PathBuf> {
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap).collect()
}

/// The number of assertions of `instance` that are not true under the definitions.
fn not_true(instance: &Instance, definitions: &str, names: &smt_storm::smtlib::Names) -> usize {
    let assertions = instance.assertions.iter().map(|range| &instance.text[range.clone()]);
    let script = format!("{definitions}{}", assertions.collect::<String>());
    let formulas = z3::parse(&names.to_z3(&script)).expect("Z3 reads the certificate");
    assert_eq!(formulas.len(), instance.assertions.len());
    let mut evaluator = Evaluator::default();
    formulas.iter().filter(|formula| evaluator.truth(formula) != Some(true)).count()
}

fn check(path: &Path, source: WitnessSource, rng_seed: u64) {
    let prepared = Prepared::of(path, rng_seed, &Bounds::default(), source).unwrap();
    let mut generator = prepared.generator("(check-sat)");
    let witness = &prepared.initial.witness;
    let definitions = witness.text();
    for number in 0..INSTANCES {
        let instance = generator.instance(number);
        let wrong = z3::fresh(|| not_true(&instance, &definitions, &witness.names)).unwrap();
        assert_eq!(wrong, 0, "{}, {source:?}, instance {number}", path.display());
    }
}

#[test]
fn every_assertion_is_true_under_z3s_model() {
    let seeds = seeds();
    assert!(seeds.len() >= 36);
    seeds.iter().for_each(|seed| check(seed, WitnessSource::Model, 1));
}

#[test]
fn every_assertion_is_true_under_sampled_values() {
    for seed in seeds() {
        check(&seed, WitnessSource::Sampled, 1);
        check(&seed, WitnessSource::Sampled, 2);
    }
}

#[test]
fn a_false_assertion_would_be_noticed() {
    let path = Path::new("x.smt2");
    let seed = Seed::from_bytes(path, b"(declare-fun x () Int)(assert (> x 3))").unwrap();
    let key = Key::new(&seed.digest, 1);
    let initial = InitialPool::of(&seed, &key, WitnessSource::Model, 64).unwrap();
    let text = "(declare-fun x () Int)\n(assert (not (> x 3)))\n".to_owned();
    let instance = Instance { text, declarations: vec![0..23], assertions: vec![23..46] };
    let definitions = initial.witness.text();
    assert_eq!(z3::fresh(|| not_true(&instance, &definitions, &initial.witness.names)).unwrap(), 1);
}
