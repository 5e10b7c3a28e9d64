//! How much smaller do failing instances become?

use std::time::Instant;

use smt_storm::process::workspace::Workspace;
use smt_storm::reduce::minimise::Budget;

use crate::arguments::Asked;
use crate::minimise::bugs::{BUGS, Failing, Solvers};
use crate::minimise::compare::{BOUNDS, CERTIFIED, NONE, minimised};
use crate::minimise::measured::{Measured, median};
use crate::page::{Page, row};

/// Bugs of which a failing instance is found within the case.
const WANTED: [u32; 3] = [3, 9, 11];

pub fn page(asked: &Asked) -> Option<Page> {
    let solvers = Solvers::find().ok()?;
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    let budget = if asked.is_test { Budget { runs: 20, ..Budget::default() } } else { Budget::default() };
    let mut rows: Vec<Measured> = Vec::new();
    let bugs = BUGS.iter().filter(|bug| WANTED.contains(&bug.number) && bug.seed().exists());
    for bug in bugs.take(if asked.is_test { 1 } else { WANTED.len() }) {
        let bad = &solvers.rows(bug, folder.path())[0];
        for &rng_seed in &asked.limits.rng_seeds {
            let Some(failing) = Failing::first(bug, rng_seed, bad, &workspace) else { continue };
            let case = (bug.number, rng_seed);
            rows.push(Measured::of(case, NONE, &failing.instance, failing.runs, failing.seconds));
            for minimiser in [BOUNDS, CERTIFIED] {
                let started = Instant::now();
                let small = minimised(minimiser, &failing, bad, budget, &workspace);
                let seconds = started.elapsed().as_secs_f64();
                rows.push(Measured::of(case, minimiser, &small.instance, small.runs, seconds));
            }
        }
    }
    let mut table = vec![row([
        "bug", "minimiser", "instances", "bytes", "assertions", "depth", "reduction", "runs", "seconds",
    ])];
    for number in WANTED {
        for minimiser in [NONE, BOUNDS, CERTIFIED] {
            table.extend(cells(&rows, number, minimiser));
        }
    }
    (table.len() > 1).then(|| Page {
        question: "How much smaller do failing instances become?",
        text: "The first failing instance of each RNG seed with the paper's parameters (z3 4.8.7), made smaller by the paper's search \
               for smaller D_max and A_max (`bounds`) and by the certified minimiser. Medians over the RNG seeds that show the bug; \
               depth is Boolean, the reduction that of bytes."
            .to_owned(),
        table,
        plot: None,
    })
}

/// The medians of a minimiser on a bug, if it was shown one.
fn cells(rows: &[Measured], number: u32, minimiser: &str) -> Option<Vec<String>> {
    let of = |minimiser: &str| -> Vec<&Measured> {
        rows.iter().filter(|row| row.bug == number && row.minimiser == minimiser).collect()
    };
    let (wanted, whole) = (of(minimiser), of(NONE));
    let middle = |at: usize| median(wanted.iter().map(|row| row.figures[at]).collect());
    let shares = wanted.iter().zip(&whole).map(|(small, whole)| small.figures[0] / whole.figures[0]);
    let reduction = format!("{:.1} %", 100.0 * (1.0 - median(shares.collect())));
    let [bytes, assertions, depth, runs, seconds] = [0, 1, 2, 3, 4].map(|at| format!("{:.0}", middle(at)));
    let (bug, count) = (format!("fse-bug{number}"), wanted.len().to_string());
    let cells = [&bug, minimiser, &count, &bytes, &assertions, &depth, &reduction, &runs, &seconds];
    (!wanted.is_empty()).then(|| row(cells))
}
