//! How long it takes to list 100,000 cases, and to find one of them by its name, against a walk of the folders alone:
//! once with many seeds, once with many rows and RNG seeds. `cargo bench --bench listing`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Rounds, of which the quickest counts.
const ROUNDS: u32 = 5;

fn main() {
    let part = if std::env::args().any(|argument| argument == "--test") { 100 } else { 1 };
    println!("seeds    rows  RNG seeds  cases    list ms  find ms  walk ms  list/walk");
    for (seeds, rows, rng_seeds) in [(100_000, 1, 1), (1_000, 10, 10)] {
        measure(seeds / part, rows, rng_seeds);
    }
}

fn measure(seeds: usize, rows: usize, rng_seeds: usize) {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..seeds {
        let logic = ["QF_LIA", "QF_BV", "UF", "QF_S"][number % 4];
        let path = folder.path().join(format!("seeds/{logic}/{}/seed-{number}.smt2", number / 4 % 100));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    let row = |number| format!("  solver-{number}: {{argv: [solver, '{{file}}']}}\n");
    let rows_text: String = (0..rows).map(row).collect();
    let text = format!(
        "version: 1\nsolvers:\n{rows_text}seeds:\n{}profiles: {{all: {{rng: 1..={rng_seeds}}}}}\n",
        ["QF_LIA", "QF_BV", "UF", "QF_S"]
            .map(|logic| format!("- {{glob: 'seeds/{logic}/**/*.smt2', logic: {logic}}}\n"))
            .concat(),
    );
    std::fs::write(folder.path().join("solvers.yaml"), text).unwrap();
    let cases = seeds * rows * rng_seeds;
    let list = quickest(|| assert_eq!(listed(folder.path(), &[]), cases));
    let name = "solver-0::QF_LIA::0/seed-0::1";
    let find = quickest(|| assert_eq!(listed(folder.path(), &["--exact", name]), 1));
    let walk = quickest(|| assert_eq!(files(&folder.path().join("seeds")), seeds));
    println!(
        "{seeds:<7}  {rows:>4}  {rng_seeds:>9}  {cases:<7}  {:>7.0}  {:>7.0}  {:>7.0}  {:>9.1}",
        list.as_secs_f64() * 1e3,
        find.as_secs_f64() * 1e3,
        walk.as_secs_f64() * 1e3,
        list.as_secs_f64() / walk.as_secs_f64()
    );
}

/// How many cases a process of its own lists.
fn listed(folder: &Path, arguments: &[&str]) -> usize {
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    storm.args(["test", "--list"]).args(arguments).current_dir(folder);
    for variable in ["STORM_CONFIG", "STORM_PROFILE", "STORM_RNG", "STORM_ROWS", "STORM_SHARD"] {
        storm.env_remove(variable);
    }
    let output = storm.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout.split(|&byte| byte == b'\n').filter(|line| line.ends_with(b": test")).count()
}

fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| if entry.file_type().unwrap().is_dir() { files(&entry.path()) } else { 1 }).sum()
}

fn quickest(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let started = Instant::now();
        work();
        started.elapsed()
    };
    (0..ROUNDS).map(time).min().unwrap()
}
