//! How soon known wrong answers of released solvers are found again: instances and processor time to the first one, by bug,
//! RNG seed and setting.
//!
//! ```text
//! cargo bench --bench recall -- [--bug NAME]... [--setting NAME]... [--rng N]... [--seconds N] [--out DIR] [--keep DIR]
//! cargo bench --bench recall -- --setting hunt --rng 1 --seconds 900
//! ```
//!
//! By default all bugs, all settings, RNG seeds 1 to 4, and 60 seconds of processor time for each (the solver's and ours), five
//! times as many for bugs that are rarely met. The solvers are what `storm solvers install --old` installs, and others by name
//! (`storm solvers install z3-4.15.0`); a bug whose release is not there is left out. The seeds are ours, none of which shows a
//! bug as it is, and those of the paper's replication package where they are there. `--out` writes
//! `recall.md` and `recall.svg`, `--keep` the instances that were answered wrongly. Settings are also `yinyang`, `opfuzz` and
//! `typefuzz`, where they are installed. With the setting `hunt`, which only its name asks for, `storm hunt` runs on all seeds
//! of the row, at once for all bugs of a release and row, and `--seconds` holds for every bug. At the end, each setting has its
//! rate: wrong answers found per hour of processor time. What all other questions cost the first one, wrong `unsat`, is the
//! difference between `nightly` and `unsat-alone`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

mod arguments;
mod hunt;
#[allow(dead_code, reason = "other benchmarks use the rest")]
#[path = "../known/mod.rs"]
mod known;
mod plot;
mod script;
mod settings;
mod table;
mod yinyang;

use known::search::{self, cells};
use smt_storm::worker;

fn main() {
    if worker::dispatch().is_some() {
        return; // Z3 works in processes of this program.
    }
    let asked = arguments::read();
    for folder in asked.out.iter().chain(&asked.limits.keep) {
        std::fs::create_dir_all(folder).unwrap();
    }
    let (mut rows, mut hunted) = (Vec::new(), Vec::new());
    for bug in asked.bugs() {
        let Some((executable, seed)) = bug.found() else {
            println!("{}: not run, {} or its seed is not there", bug.name, bug.release);
            continue;
        };
        script::check(bug, &executable);
        let limits = asked.limits_for(bug);
        for setting in asked.settings() {
            let row = search::run(bug, setting, &executable, &seed, &limits);
            println!("{:<18} {:<14} {}", bug.name, setting.name, cells(&row.searches));
            rows.push(row);
        }
        for tool in yinyang::TOOLS.into_iter().filter(|tool| asked.wants(tool)) {
            let Some(row) = yinyang::run(bug, tool, &executable, &seed, &limits) else { continue };
            println!("{:<18} {tool:<14} {}", bug.name, cells(&row.searches));
            rows.push(row);
        }
        hunted.push((bug, executable));
    }
    if asked.hunts() {
        rows.extend(hunt::run(&hunted, &asked.limits));
    }
    print!("\n{}", table::rates(&rows));
    if let Some(folder) = &asked.out {
        std::fs::write(folder.join("recall.md"), table::page(&rows, &asked)).unwrap();
        plot::of(&rows, asked.longest()).write(&folder.join("recall.svg"));
    }
}
