//! Instances of finite and refuted batches, asked of solvers.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::generate::strategy::Strategy;
use smt_storm::matrix::{Auto, Batches, Bounds, Class, Config, Solver, Source, Weights};
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::runner::Runner;
use smt_storm::solver::session_runner::{SessionRunner, Sessions};
use smt_storm::witness::Evaluator;

/// Instances of a batch.
const BATCH: u32 = 20;
/// How long an answer may take: most instances are about few values.
const TIMEOUT: Duration = Duration::from_millis(500);

/// Asks rows for the answers to instances, and prints each that differs.
pub(super) fn run(rows: &[&str], instances: u32, rng: u64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::load(&root.join("solvers.yaml"), None).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    let paths: Vec<_> =
        glob::glob(&root.join("seeds/*/*.smt2").to_string_lossy()).unwrap().map(Result::unwrap).collect();
    let batches = Batches { size: NonZeroU32::new(BATCH), small: 100, finite: 100, ..Batches::default() };
    let bounds = Bounds {
        batches,
        nm: Auto::Fixed(1000),
        synthesis: 30,
        mutation: 20,
        wrappers: 20,
        context: 10,
        ..Bounds::default()
    };
    let weights = Weights::only(Source::Sampled);
    for name in rows {
        let solver = &Solver { timeout: TIMEOUT, ..config.row(name).unwrap().clone() };
        let bounds = bounds.for_row_alone(solver);
        let sessions = Arc::<Sessions>::default();
        let mut runner = SessionRunner::new(Runner::new(solver, &workspace), &sessions);
        let mut words: BTreeMap<&str, u32> = BTreeMap::new();
        let mut expected: BTreeMap<(Strategy, &str), u32> = BTreeMap::new();
        let (mut done, mut round) = (0, 0);
        while done < instances {
            let before = done;
            for path in &paths {
                let logic = path.parent().unwrap().file_name().unwrap().to_string_lossy();
                if !solver.logics.contains(&logic) || done >= instances {
                    continue;
                }
                let seed = Seed::load(path).unwrap();
                let exhausted = (round..round + 20)
                    .map(|number| seed.batch(number, rng, &bounds, &weights))
                    .find(|batch| matches!(batch.strategy, Strategy::Finite | Strategy::Refuted));
                let Some(batch) = exhausted else { continue };
                let strategy = batch.strategy;
                let pools = SeedPools::build_batch(&seed, batch, &Evaluator::alone()).ok();
                let Some(pools) = pools.filter(|pools| !pools.are_satisfied()) else { continue };
                let mut generator = pools.generator(&solver.form);
                for number in 0..BATCH {
                    let instance = generator.instance(number);
                    let judged = runner.judge(&instance).unwrap();
                    done += 1;
                    *words.entry(judged.verdict.class.word()).or_default() += 1;
                    for check in 0..instance.checks() {
                        *expected.entry((strategy, instance.expected(check).word())).or_default() += 1;
                    }
                    if matches!(judged.verdict.class, Class::WrongSat | Class::WrongUnsat) {
                        println!("{name}: {} ({})\n{}", judged.verdict, path.display(), instance.text);
                    }
                }
            }
            round += 20;
            if done == before {
                break;
            }
        }
        println!("{name}: {done} instances, checks {expected:?}, {words:?}");
    }
}
