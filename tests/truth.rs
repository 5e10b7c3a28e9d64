//! Every assertion of every instance is true under the witness, checked on the text that a
//! solver gets: read again by Z3 with definitions instead of declarations, and evaluated.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use smt_storm::check_model;
use smt_storm::digest::Digest;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Batches, Bounds, Config, Form, Mode, Source, Weights};
use smt_storm::rng::Key;
use smt_storm::smtlib::Problem;
use smt_storm::smtlib::instance::{Instance, Kind};
use smt_storm::witness::{Evaluator, z3};

/// Instances checked of each seed and witness.
const INSTANCES: u32 = 6;
/// What Z3's solver may take to decide what its evaluator does not, in its own units.
const RLIMIT: u32 = 300_000;

/// The seeds in a folder, of the logics that the linked Z3 has.
fn seeds(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::load(&root.join("solvers.yaml"), None).unwrap();
    let logics = &config.row("built-in").unwrap().logics;
    let pattern = root.join(folder).join("*/*.smt2");
    let seeds = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap);
    let logic = |path: &PathBuf| path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
    seeds.filter(|path| logics.contains(&logic(path))).collect()
}

/// What Z3 makes of the assertions of an instance under the definitions.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Assertions.
    all: usize,
    /// Those that it evaluates to true.
    confirmed: usize,
    /// Those that it evaluates to false.
    wrong: usize,
}

/// What Z3 evaluates the assertions of `instance` to. Those that it does not evaluate to a constant (quantified ones) are
/// given to its solver, which may say anything but `unsat`.
fn counted(instance: &Instance, definitions: &str, names: &smt_storm::smtlib::Names) -> Counted {
    let script = names.to_z3(&format!("{definitions}{}", instance.assertions().collect::<String>()));
    // Z3 has no codatatypes, but under finite values they are datatypes.
    let script = script.replace("(declare-codatatype", "(declare-datatype");
    let truths = z3::truths(&script).expect("Z3 reads the certificate");
    assert_eq!(truths.len(), instance.assertions().count());
    let count = |truth| truths.iter().filter(|found| **found == truth).count();
    let counted = Counted { all: truths.len(), confirmed: count(Some(true)), wrong: count(Some(false)) };
    if counted.confirmed + counted.wrong < counted.all {
        let session = z3::Session::new().unwrap();
        let answer = session.run(&format!("(set-option :rlimit {RLIMIT})\n{script}(check-sat)")).unwrap();
        assert!(!answer.contains("unsat"), "{answer}\n{script}");
    }
    counted
}

fn check(path: &Path, weights: Weights, rng_seed: u64, bounds: &Bounds) -> Counted {
    let evaluator = Evaluator::in_child(&std::env::temp_dir());
    let pools = SeedPools::build(path, rng_seed, bounds, &weights, &evaluator).unwrap();
    let one_shot = Form::default();
    let incremental = Form { mode: Mode::Incremental, reset_assertions: true, ..Form::default() };
    let witness = &pools.initial.witness;
    let definitions = witness.text();
    let mut sum = Counted::default();
    for number in 0..INSTANCES {
        let mut generator = pools.generator(if number % 2 == 0 { &one_shot } else { &incremental });
        let instance = generator.instance(number);
        let found = z3::fresh(|| counted(&instance, &definitions, &witness.names)).unwrap();
        assert_eq!(found.wrong, 0, "{}, {}, instance {number}", path.display(), witness.origin);
        sum.all += found.all;
        sum.confirmed += found.confirmed;
    }
    sum
}

fn every_assertion_is_true(weights: Weights, rng_seed: u64, bounds: &Bounds) {
    // Z3's evaluator knows no quantifiers but those over few values.
    let share = if bounds.wrappers > 0 { 8 } else { 9 };
    let mut seeds = seeds("seeds");
    assert!(seeds.len() >= 145, "{} seeds", seeds.len());
    if bounds.synthesis > 0 {
        let declared = self::seeds("signatures");
        assert!(declared.len() >= 8, "{} signatures", declared.len());
        seeds.extend(declared);
    }
    let counted = seeds.iter().map(|seed| check(seed, weights, rng_seed, bounds));
    let (all, confirmed) = counted.fold((0, 0), |sum, one| (sum.0 + one.all, sum.1 + one.confirmed));
    assert!(confirmed * 10 > all * share, "Z3 evaluates {confirmed} of {all} assertions");
}

/// The linked Z3 does not know these operators, so the text is read again and evaluated under the definitions, as the model of
/// a solver would be.
fn assertions_with_later_operators_are_true() {
    let bounds = Bounds { synthesis: 100, mutation: 50, ..Bounds::default() };
    for (seed, operator) in [
        ("QF_AUFBVDTLIAFS/device-rights", "(set."),
        ("QF_AUFDTLIAFS/team-sizes", "(set."),
        ("QF_AUFBVNIA/counted-words", "bv_to_int"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("seeds/{seed}.smt2"));
        let evaluator = Evaluator::alone();
        let pools = SeedPools::build(&path, 1, &bounds, &Weights::only(Source::Sampled), &evaluator).unwrap();
        let witness = pools.initial.witness.text();
        let defined: String =
            witness.split_inclusive('\n').filter(|line| line.starts_with("(define")).collect();
        let form = Form::default();
        let mut generator = pools.generator(&form);
        for number in 0..INSTANCES {
            let instance = generator.instance(number);
            let model = format!("sat\n(\n{defined})\n");
            let checked = check_model(&instance.text, None, &model, &evaluator).unwrap();
            assert!(instance.text.contains(operator) && !checked.is_empty());
            let other = checked.iter().find(|assertion| assertion.truth != Some(true));
            assert!(other.is_none(), "{seed}, instance {number}: {other:?}");
        }
    }
}

fn a_false_assertion_is_noticed() {
    let problem = Problem::read("(declare-fun x () Int)(assert (> x 3))").unwrap();
    let (key, weights) = (Key::new(&Digest::of(problem.source()), 1), Weights::only(Source::Paper));
    let witness = Evaluator::in_process().search(&problem, &key, &weights).unwrap().witness;
    let mut instance = Instance::default();
    instance.add(Kind::Assertion, "(assert (not (> x 3)))");
    let definitions = witness.text();
    assert_eq!(z3::fresh(|| counted(&instance, &definitions, &witness.names)).unwrap().wrong, 1);
}

fn z3_has_the_same_values() {
    let evaluator = Evaluator::in_child(&std::env::temp_dir());
    for path in seeds("seeds") {
        let seed = Seed::load(&path).unwrap();
        if seed.problem.source().contains("(declare-codatatype") {
            // Z3 has no opinion of what it does not read.
            continue;
        }
        let key = Key::new(&seed.digest, 1);
        let mut evaluation = evaluator.search(&seed.problem, &key, &Weights::default()).unwrap();
        let before = evaluation.valuation.clone();
        let opinion = evaluator.review(&seed.problem, &mut evaluation).unwrap();
        assert_eq!(opinion.differences, [], "{}", path.display());
        assert!(opinion.answered > 0, "{}: {opinion:?}", path.display());
        assert_eq!(evaluation.valuation, before, "{}", path.display());
    }
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
            every_assertion_is_true(Weights::only(Source::Paper), 1, &Bounds::default());
        }),
        test("z3_has_the_same_values", z3_has_the_same_values),
        test("every_assertion_is_true_under_other_witnesses", || {
            every_assertion_is_true(Weights::default(), 1, &Bounds::default());
            every_assertion_is_true(Weights::default(), 2, &Bounds::default());
        }),
        test("every_assertion_is_true_with_synthesised_atoms", || {
            let bounds = Bounds { synthesis: 200, ..Bounds::default() };
            every_assertion_is_true(Weights::only(Source::Sampled), 1, &bounds);
        }),
        test("every_assertion_is_true_with_changed_formulas", || {
            let bounds = Bounds { mutation: 200, ..Bounds::default() };
            every_assertion_is_true(Weights::only(Source::Sampled), 1, &bounds);
        }),
        test("every_assertion_is_true_with_wrapped_formulas", || {
            let bounds = Bounds { wrappers: 200, ..Bounds::default() };
            every_assertion_is_true(Weights::only(Source::Sampled), 1, &bounds);
        }),
        test("every_assertion_is_true_with_other_sorts", || {
            let batches = Batches { own_sorts: 100, ..Batches::default() };
            let bounds = Bounds { synthesis: 100, batches, ..Bounds::default() };
            every_assertion_is_true(Weights::only(Source::Sampled), 1, &bounds);
        }),
        test("every_assertion_is_true_with_formulas_in_context", || {
            let bounds = Bounds { synthesis: 20, context: 40, ..Bounds::default() };
            every_assertion_is_true(Weights::only(Source::Sampled), 1, &bounds);
        }),
        test("assertions_with_later_operators_are_true", assertions_with_later_operators_are_true),
        test("a_false_assertion_is_noticed", a_false_assertion_is_noticed),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}
