//! The questions of the paper's evaluation, asked of what can be installed: known bugs found again, the bounds D_max and A_max,
//! minimising, the coverage of a solver, and how long instances take.
//!
//! ```text
//! cargo bench --bench experiments -- NAME... [--rng N]... [--seconds N] [--instrumented FOLDER] [--out DIR]
//! ```
//!
//! A NAME is `again`, `bounds`, `minimising`, `coverage` or `times`; all of them by default. `--rng` and `--seconds` (of processor
//! time, the solver's and ours) are those of each search. `--out` writes a page and a plot for each experiment into a folder. The
//! solvers are what `storm solvers install --old` installs; `coverage` wants one that counts, which
//! `benches/experiments/instrumented FOLDER` builds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

mod again;
mod arguments;
mod bounds;
mod coverage;
#[allow(dead_code, reason = "other benchmarks use the rest")]
#[path = "../known/mod.rs"]
mod known;
#[allow(dead_code, reason = "other benchmarks use the rest")]
#[path = "../minimise/parts.rs"]
mod minimise;
mod minimising;
mod page;
mod times;

use arguments::Asked;
use page::Page;
use smt_storm::worker;

/// What an experiment comes to, if what it needs is there.
type Experiment = fn(&Asked) -> Option<Page>;

/// The experiments, by their names.
const EXPERIMENTS: [(&str, Experiment); 5] = [
    ("again", again::page),
    ("bounds", bounds::page),
    ("minimising", minimising::page),
    ("coverage", coverage::page),
    ("times", times::page),
];

fn main() {
    if let Some(code) = worker::dispatch() {
        // Z3 works in processes of this program.
        assert!(code == std::process::ExitCode::SUCCESS, "the process of Z3 failed");
        return;
    }
    let asked = arguments::read(&EXPERIMENTS.map(|(name, _)| name));
    for (name, experiment) in EXPERIMENTS {
        if asked.wants(name) {
            match experiment(&asked) {
                Some(page) => page.tell(name, asked.out.as_deref()),
                None => println!("{name}: not run, what it needs is not there"),
            }
        }
    }
}
