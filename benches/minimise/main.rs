//! How small failing instances become, and what that takes: for wrong `unsat` answers of z3 4.8.7, the
//! first failing instance of three RNG seeds each, made smaller by the certified minimiser, with
//! `--bounds` also by the paper's search for smaller bounds, and with `--ddsmt` also by ddSMT.
//! `cargo bench --bench minimise`; `--bug N` and `--rng N` take one bug and one RNG seed.
//!
//! A row tells bytes, assertions and largest Boolean depth of what is left, runs of the solver and
//! seconds; for `none` those until the failing instance was found. Then what solvers without the bugs
//! say of the instance, with a plain `(check-sat)`, and of its certificate.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

mod bounds;
mod bugs;
mod compare;
mod ddsmt;
mod measured;

use std::process::ExitCode;
use std::time::Instant;

use smt_storm::process::workspace::Workspace;
use smt_storm::reduce::minimise::Budget;
use smt_storm::worker;

use bugs::{BUGS, Failing, Solvers};
use compare::{BOUNDS, CERTIFIED, DDSMT, NONE, answers, minimised};
use measured::{HEAD, Measured, print_medians};

fn main() -> ExitCode {
    // Z3 works in processes of this program.
    if let Some(code) = worker::dispatch() {
        return code;
    }
    let solvers = match Solvers::find() {
        Ok(solvers) => solvers,
        Err(name) => {
            println!("{name} is not installed: run storm solvers install --old");
            return ExitCode::SUCCESS;
        }
    };
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let number = |name: &str| {
        let value = std::env::args().skip_while(|argument| argument != name).nth(1)?;
        Some(value.parse::<u32>().unwrap_or_else(|_| panic!("{name} takes a number, not {value}")))
    };
    // As other benchmarks: `--test` only shows that it runs.
    let quick = has("--test");
    let budget = if quick { Budget { runs: 20, ..Budget::default() } } else { Budget::default() };
    let only = if quick { Some(9) } else { number("--bug") };
    let rng_seeds = match number("--rng") {
        None if !quick => 1..=3,
        one => one.map_or(1, u64::from)..=one.map_or(1, u64::from),
    };
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    println!("{HEAD}");
    let mut rows: Vec<Measured> = Vec::new();
    let mut add = |row: Measured| {
        row.print();
        rows.push(row);
    };
    for bug in BUGS.iter().filter(|bug| only.is_none_or(|only| bug.number == only)) {
        if !bug.seed().exists() {
            println!("bug {} is not here: {}", bug.number, bug.seed().display());
            continue;
        }
        let solvers = solvers.rows(bug, folder.path());
        for rng_seed in rng_seeds.clone() {
            let Some(failing) = Failing::first(bug, rng_seed, &solvers[0], &workspace) else {
                println!("bug {} does not show with RNG seed {rng_seed}", bug.number);
                continue;
            };
            let case = (bug.number, rng_seed);
            add(Measured::of(case, NONE, &failing.instance, failing.runs, failing.seconds));
            for minimiser in [BOUNDS, CERTIFIED] {
                if minimiser == BOUNDS && !(quick || has("--bounds")) {
                    continue;
                }
                let started = Instant::now();
                let small = minimised(minimiser, &failing, &solvers[0], budget, &workspace);
                let seconds = started.elapsed().as_secs_f64();
                let mut row = Measured::of(case, minimiser, &small.instance, small.runs, seconds);
                row.answers = answers(&small, &failing, &solvers, &workspace);
                add(row);
            }
            let [bad, good, _] = &solvers;
            let dd = || ddsmt::minimise(&failing.instance, [bad, good], folder.path());
            if let Some((small, runs, seconds)) = has("--ddsmt").then(dd).flatten() {
                add(Measured::of(case, DDSMT, &small, runs, seconds));
            }
        }
    }
    for minimiser in [NONE, BOUNDS, CERTIFIED, DDSMT] {
        print_medians(&rows, minimiser);
    }
    ExitCode::SUCCESS
}
