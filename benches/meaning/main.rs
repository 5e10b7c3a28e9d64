//! The values of random terms without symbols, over all operators and odd sorts, compared with what solvers say: for a
//! term `t` of value `v` a solver has to answer `unsat` to `(assert (not (= t v)))`.
//! `cargo bench --bench meaning -- --terms 200000 --rng 1`; `--solver NAME` takes one solver, `--operator NAME` only
//! operators whose names begin so, and both may be repeated. With `--own-sorts`, terms are over sorts that batches have as
//! their own: bit-vectors of 1 to 9 bits and around 16, 32 and 64, all formats from 2 + 2 to 5 + 11 bits, and arrays,
//! sequences and datatypes over these.
//!
//! Prints tables in Markdown: terms compared and differences by operator, why terms were not compared, which forms of
//! operators a solver does not read, and the differences themselves, each made smaller.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

mod application;
mod dialect;
mod difference;
mod laws;
mod probe;
mod solver;
mod sort_sampler;
mod table;
mod term_sampler;

use std::time::Instant;

use dialect::Dialect;
use difference::Difference;
use probe::{Probe, Probes};
use solver::{Answer, Question, Solver};
use table::Counts;

/// Terms that are made before they are asked.
const BATCH: u32 = 4_000;
/// Differences of one operator that are made smaller; the others are counted.
const EXAMPLES: u32 = 6;

/// What came of one solver.
struct Compared {
    solver: Solver,
    dialect: Dialect,
    counts: Counts,
    differences: Vec<Difference>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let all = |name: &str| {
        let pairs = arguments.windows(2).filter(move |pair| pair[0] == name);
        pairs.map(|pair| pair[1].clone()).collect::<Vec<_>>()
    };
    let number = |name: &str, default: u64| {
        let given = all(name).pop();
        given.map_or(default, |text| {
            text.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {text}"))
        })
    };
    // As other benchmarks: `--test` only shows that it runs.
    let quick = arguments.iter().any(|argument| argument == "--test");
    if quick {
        laws::check();
    }
    let terms = number("--terms", if quick { 400 } else { 200_000 }) as u32;
    let wanted = all("--solver");
    let is_wanted = |solver: &Solver| {
        wanted.is_empty() || wanted.iter().any(|name| solver.name.starts_with(name.as_str()))
    };
    let mut compared: Vec<Compared> = Solver::all()
        .into_iter()
        .filter(is_wanted)
        .map(|solver| Compared {
            solver,
            dialect: Dialect::default(),
            counts: Counts::default(),
            differences: vec![],
        })
        .collect();
    if compared.is_empty() {
        println!("no solver is installed: run storm solvers install");
        return;
    }
    let operators = all("--operator");
    let is_meant =
        |name: &str| operators.is_empty() || operators.iter().any(|start| name.starts_with(start.as_str()));
    let has_own_sorts = arguments.iter().any(|argument| argument == "--own-sorts");
    if has_own_sorts {
        sort_sampler::draw_own();
    }
    let source = Probes::new(number("--rng", 1));
    let started = Instant::now();
    let mut own = Counts::default();
    for first in (0..terms).step_by(BATCH as usize) {
        let mut batch = Vec::new();
        for probe in (first..terms.min(first + BATCH)).filter_map(|number| source.probe(number)) {
            let operator = probe.form().map(|(name, _)| name).unwrap_or_default();
            let is_own = || probe.sorts().iter().all(|sort| sort_sampler::may_be_own(sort));
            if !is_meant(&operator) || (has_own_sorts && !is_own()) {
                continue;
            }
            match probe.value() {
                Ok(value) => {
                    own.add(&operator, "with a value");
                    batch.push((probe, operator, value));
                }
                Err(reason) => own.add(&operator, &reason),
            }
        }
        std::thread::scope(|scope| {
            for one in &mut compared {
                let (batch, source) = (&batch, &source);
                scope.spawn(move || one.compare(batch, source));
            }
        });
        eprintln!("{} terms, {:.0} s", terms.min(first + BATCH), started.elapsed().as_secs_f64());
    }
    table::print(&source, &own, &compared);
}

impl Compared {
    fn compare(&mut self, batch: &[(Probe<'_>, String, String)], source: &Probes) {
        let has = |probe: &Probe<'_>| probe.sorts().iter().all(|sort| self.solver.has(sort));
        let fitting: Vec<_> = batch.iter().filter(|(probe, ..)| has(probe)).collect();
        let probes: Vec<&Probe<'_>> = fitting.iter().map(|(probe, ..)| probe).collect();
        self.dialect.learn(&probes, &self.solver, source);
        let read: Vec<_> = fitting.into_iter().filter(|(probe, ..)| self.dialect.reads(probe)).collect();
        let question = |(probe, _, value): &&(Probe<'_>, String, String)| Question {
            term: probe.term(&self.dialect.spelling),
            value: value.clone(),
        };
        let questions: Vec<Question> = read.iter().map(question).collect();
        let answers = self.solver.ask(&questions, source.declarations());
        for ((probe, operator, _), answer) in read.into_iter().zip(answers) {
            self.counts.add(operator, table::word(&answer));
            if answer == Answer::Differs && self.counts.of(operator, table::DIFFERS) <= EXAMPLES {
                self.differences.push(Difference::of(probe, &self.solver, &self.dialect, source));
            }
        }
    }
}
