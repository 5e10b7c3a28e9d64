//! No script and no witness makes sort inference or evaluation panic, hang or take more memory than there is: seeds whose
//! parts are exchanged at random, under witnesses of random values.

use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;
use smt_storm::digest::Digest;
use smt_storm::matrix::{Source, Weights};
use smt_storm::rng::Key;
use smt_storm::smtlib::instance::Instance;
use smt_storm::smtlib::{Expr, Problem, Script};
use smt_storm::witness::{Evaluator, Witness};

pub fn tests() -> Vec<Trial> {
    vec![Trial::test("arbitrary_scripts_are_evaluated_or_refused", || {
        look();
        Ok(())
    })]
}

/// No script of this size may take more processor time.
const LONGEST: Duration = Duration::from_secs(30);
/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// Nor may all of them together leave the process with more memory, in KiB.
const MOST_MEMORY: u64 = 3 << 20;
/// Larger seeds would be mutated a few times a second only.
const LARGEST_SEED: u64 = 6_000;

fn look() {
    let seconds = std::env::var("STORM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(3));
    let scripts = scripts();
    assert!(scripts.len() > 50, "{} seeds", scripts.len());
    let mut rng = match seconds {
        // Without the variable, the same inputs in every run.
        None => TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]),
        Some(_) => TestRunner::new(Config::default()).new_rng(),
    };
    let mut count = 0_u64;
    while Instant::now() < end {
        let script = mutated(&scripts, &mut rng);
        let (done, finished) = mpsc::channel();
        let text = script.clone();
        let number = count;
        let thread = std::thread::spawn(move || {
            evaluate(&text, number);
            let _ = done.send(());
        });
        let before = processor_time();
        while finished.recv_timeout(LOOK) == Err(mpsc::RecvTimeoutError::Timeout) {
            assert!(
                processor_time() - before < LONGEST,
                "this script takes more than {LONGEST:?}:\n{script}"
            );
        }
        assert!(thread.join().is_ok(), "this script makes the evaluation panic:\n{script}");
        assert!(memory() < MOST_MEMORY, "this script takes {} KiB:\n{script}", memory());
        count += 1;
    }
    println!("{count} scripts");
}

/// The commands of each small seed.
fn scripts() -> Vec<Vec<Expr>> {
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    let paths = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap);
    let small = paths.filter(|path| path.metadata().unwrap().len() < LARGEST_SEED);
    small.filter_map(|path| Expr::read(&std::fs::read_to_string(path).unwrap())).collect()
}

/// A seed in which expressions have changed places, with each other and with those of another seed.
fn mutated(scripts: &[Vec<Expr>], rng: &mut TestRng) -> String {
    let mut commands = scripts[rng.random_range(0..scripts.len())].clone();
    let other = &scripts[rng.random_range(0..scripts.len())];
    for _ in 0..rng.random_range(1..8) {
        let donor = if rng.random_bool(0.3) { other } else { &commands };
        let part = anywhere(&donor[rng.random_range(0..donor.len())], rng);
        let part = match rng.random_range(0..14) {
            0 => Expr::atom(LITERALS[rng.random_range(0..LITERALS.len())]),
            1 => Expr::list(vec![Expr::atom("_"), Expr::atom("bv5"), Expr::atom("4294967295")]),
            2 => Expr::list(vec![Expr::atom("_"), Expr::atom("BitVec"), Expr::atom("4294967295")]),
            _ => part,
        };
        let at = rng.random_range(0..commands.len());
        let path = path(&commands[at], rng);
        commands[at] = commands[at].with(&path, &part);
    }
    commands.iter().map(|command| format!("{command}\n")).collect()
}

const LITERALS: &[&str] = &[
    "0", "1", "2.5", "4294967295", "99999999999999999999999999", "#b1", "#xffff", "\"\"", "\"a\\u{2ffff}\"",
    "true", "Int", "Real", "Bool", "String", "RegLan", "RNE", "re.all", "bvmul", "bvudiv", "str.++", "store",
    "*", "-", "^", "fp.fma",
];

/// The path to an expression inside one.
fn path(expr: &Expr, rng: &mut TestRng) -> Vec<usize> {
    let (mut path, mut at) = (Vec::new(), expr);
    while !at.children().is_empty() && rng.random_bool(0.8) {
        let step = rng.random_range(0..at.children().len());
        path.push(step);
        at = &at.children()[step];
    }
    path
}

fn anywhere(expr: &Expr, rng: &mut TestRng) -> Expr {
    let path = path(expr, rng);
    expr.at(&path).unwrap_or(expr).clone()
}

/// Finds a witness of random values, and all values under it; its certificate; and the same under the definitions of another
/// problem.
fn evaluate(text: &str, number: u64) {
    let Ok(problem) = Problem::read(text) else { return };
    let evaluator = Evaluator::alone();
    let key = Key::new(&Digest::of(text), number);
    let Ok(found) = evaluator.search(&problem, &key, &Weights::only(Source::Sampled)) else { return };
    if let Ok(instance) = Instance::read(text) {
        let _ = found.witness.certificate(&instance, &found.witness.text());
    }
    let shifted = found.witness.definitions()[1.min(found.witness.definitions().len())..].join("\n");
    if let Ok(definitions) = Script::parse(shifted) {
        let _ = evaluator.open_valuation(&problem, &Witness::given(&problem.script, &definitions));
    }
}

/// The processor time of this process.
fn processor_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).unwrap();
    let total = usage.user_time() + usage.system_time();
    Duration::from_micros(total.num_microseconds().unsigned_abs())
}

/// The most memory that this process has had, in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}
