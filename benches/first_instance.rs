//! How long it takes from the start of a case to its first instance, with a witness of random values: in this process, and
//! as `storm generate`, whose time has that of starting a process in it. `--against PROGRAM` times another build of `storm`
//! beside it, seed by seed in turn.
//!
//! `cargo bench --bench first_instance -- --against /elsewhere/target/release/storm`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Form, Source, Weights};
use smt_storm::witness::Evaluator;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let against = arguments.iter().position(|word| word == "--against").and_then(|at| arguments.get(at + 1));
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    let mut seeds: Vec<PathBuf> =
        glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap).collect();
    if arguments.iter().any(|word| word == "--test") {
        seeds.truncate(3);
    }
    let mut columns =
        vec![("in this process".to_owned(), seeds.iter().map(|seed| in_process(seed)).collect())];
    let programs = std::iter::once(env!("CARGO_BIN_EXE_storm")).chain(against.map(String::as_str));
    let mut timed: Vec<(String, Vec<Duration>)> =
        programs.map(|program| (program.to_owned(), Vec::new())).collect();
    for seed in &seeds {
        timed.iter_mut().for_each(|(program, times)| times.push(as_process(program, seed)));
    }
    columns.extend(timed);
    println!("| {} seeds | median ms | largest ms |\n| --- | ---: | ---: |", seeds.len());
    for (name, mut times) in columns {
        times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!("| {name} | {:.2} | {:.2} |", ms(times[times.len() / 2]), ms(times[times.len() - 1]));
    }
}

fn in_process(seed: &Path) -> Duration {
    let start = Instant::now();
    let weights = Weights::only(Source::Sampled);
    let pools = SeedPools::build(seed, 1, &Bounds::default(), &weights, &Evaluator::alone()).unwrap();
    let form = Form::default();
    let instance = pools.generator(&form).instance(0);
    assert!(!instance.text.is_empty());
    start.elapsed()
}

fn as_process(program: &str, seed: &Path) -> Duration {
    let start = Instant::now();
    let mut command = Command::new(program);
    command.arg("generate").arg(seed).args(["--count", "1", "--digests", "--witness", "sampled"]);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert!(status.success(), "{program} {}", seed.display());
    start.elapsed()
}
