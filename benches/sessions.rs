//! Sessions against one process for each instance: the same instances, one after the other, in
//! one run. Prints tested instances per second of both ways, their ratio, and how many answers
//! differ. `cargo bench --bench sessions`; solvers that `storm solvers install` has not installed are
//! left out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Config, Solver, Source, Weights};
use smt_storm::process::workspace::Workspace;
use smt_storm::smtlib::instance::Instance;
use smt_storm::solver::runner::Runner;
use smt_storm::solver::session_runner::SessionRunner;
use smt_storm::solver::session_runner::Sessions;
use smt_storm::witness::Evaluator;

const SEEDS: [&str; 4] = ["QF_LIA", "QF_ABV", "QF_UF", "QF_LRA"];
/// Sizes of instances: name, A_max, size of the script in bytes, instances.
const SIZES: [(&str, u32, Range<usize>, usize); 2] =
    [("up to 2 KB", 2, 0..2049, 400), ("about 20 KB", 256, 15_000..25_000, 100)];

fn main() {
    // As other benchmarks: `--test` only shows that it runs.
    let quick = std::env::args().any(|argument| argument == "--test");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let binaries = root.join("target/solvers/bin");
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    println!("solver    instances     count  mean bytes  processes/s  sessions/s  ratio  other answers");
    for (name, session) in [("z3", "-in"), ("yices-smt2", "--incremental")] {
        let program = binaries.join(name);
        if !program.exists() {
            println!("{name:<9} is not installed: run storm solvers install");
            continue;
        }
        let [plain, kept] = rows(folder.path(), &program, session);
        for (size, a_max, bytes, count) in SIZES {
            let instances = instances(root, &plain, a_max, &bytes, if quick { 8 } else { count });
            let (processes, one) = run(&plain, &workspace, &instances);
            let (sessions, two) = run(&kept, &workspace, &instances);
            let differ = one.iter().zip(&two).filter(|(one, two)| one != two).count();
            for (at, (one, two)) in one.iter().zip(&two).enumerate().filter(|(_, (one, two))| one != two) {
                println!("instance {at}: {one} in a process, {two} in a session\n{}", instances[at].text);
            }
            let mean = instances.iter().map(|instance| instance.text.len()).sum::<usize>() / instances.len();
            let rate = |time: Duration| instances.len() as f64 / time.as_secs_f64();
            println!(
                "{:<9} {size:<12} {:>6} {mean:>11} {:>12.0} {:>11.0} {:>6.1} {differ:>14}",
                name.split('-').next().unwrap(),
                instances.len(),
                rate(processes),
                rate(sessions),
                rate(sessions) / rate(processes),
            );
        }
    }
}

/// The solver once with a process for each instance and once with a session.
fn rows(folder: &Path, program: &Path, session: &str) -> [Solver; 2] {
    let text = format!(
        "version: 1\nsolvers:\n  plain: {{argv: [{program:?}, '{{file}}']}}\n  \
         kept: {{argv: [{program:?}, '{{file}}'], session: {{argv: [{program:?}, '{session}']}}}}\n\
         seeds: [{{glob: '*.smt2'}}]\n"
    );
    let path = folder.join("solvers.yaml");
    std::fs::write(&path, text).unwrap();
    Config::load(&path, None).unwrap().solvers.try_into().unwrap()
}

/// Instances of the first seed of each logic, in equal parts.
fn instances(root: &Path, solver: &Solver, a_max: u32, bytes: &Range<usize>, count: usize) -> Vec<Instance> {
    let bounds = Bounds { a_max, ..Bounds::default() };
    let mut instances = Vec::new();
    for logic in SEEDS {
        let seed = first_seed(&root.join("seeds").join(logic));
        let weights = Weights::only(Source::Paper);
        let pools = SeedPools::build(&seed, 1, &bounds, &weights, &Evaluator::in_process()).unwrap();
        let mut generator = pools.generator(&solver.form);
        let made = (0..10_000).map(|number| generator.instance(number));
        instances.extend(made.filter(|made| bytes.contains(&made.text.len())).take(count / SEEDS.len()));
    }
    instances
}

fn first_seed(folder: &Path) -> PathBuf {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.min().unwrap()
}

/// Runs a solver on all instances: how long it takes, and what it says.
fn run(solver: &Solver, workspace: &Workspace, instances: &[Instance]) -> (Duration, Vec<&'static str>) {
    let sessions = Arc::<Sessions>::default();
    let mut runner = SessionRunner::new(Runner::new(solver, workspace), &sessions);
    let started = Instant::now();
    let words =
        instances.iter().map(|instance| runner.judge(instance).unwrap().verdict.class.word()).collect();
    (started.elapsed(), words)
}
