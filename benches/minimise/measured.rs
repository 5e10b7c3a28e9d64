//! What a minimiser made of an instance, as a row of the table.

use smt_storm::generate::fragment::InitialPool;
use smt_storm::matrix::{Bounds, Source, Weights};
use smt_storm::rng::Key;
use smt_storm::smtlib::Problem;
use smt_storm::smtlib::instance::Instance;
use smt_storm::witness::Evaluator;

/// The head of the table.
pub const HEAD: &str = "\
| bug | RNG seed | minimiser | bytes | assertions | depth | runs | seconds | good z3 | cvc5 |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |";

/// One row.
pub struct Measured {
    pub bug: u32,
    pub rng_seed: u64,
    pub minimiser: &'static str,
    /// Bytes, assertions, Boolean depth, runs of the solver, seconds.
    pub figures: [f64; 5],
    /// What others say of the instance, and of its certificate, where they were asked.
    pub answers: [String; 2],
}

impl Measured {
    pub fn of(
        (bug, rng_seed): (u32, u64),
        minimiser: &'static str,
        instance: &Instance,
        runs: u32,
        seconds: f64,
    ) -> Measured {
        let (bytes, assertions) = (instance.text.len() as f64, instance.assertions().count() as f64);
        let figures = [bytes, assertions, depth(instance), f64::from(runs), seconds];
        Measured { bug, rng_seed, minimiser, figures, answers: Default::default() }
    }

    pub fn print(&self) {
        let Measured { bug, rng_seed, minimiser, figures, answers } = self;
        println!("| {bug} | {rng_seed} | {minimiser} | {} | {} |", written(figures), answers.join(" | "));
    }
}

/// Prints the medians of all rows of a minimiser, if it has any.
pub fn print_medians(rows: &[Measured], minimiser: &str) {
    let of = |at: usize| {
        let rows = rows.iter().filter(|row| row.minimiser == minimiser);
        median(rows.map(|row| row.figures[at]).filter(|figure| figure.is_finite()).collect())
    };
    if rows.iter().any(|row| row.minimiser == minimiser) {
        println!("| all | median | {minimiser} | {} |  |  |", written(&[0, 1, 2, 3, 4].map(of)));
    }
}

fn written(figures: &[f64; 5]) -> String {
    let [counts @ .., seconds] = figures;
    let number = |figure: &f64| if figure.is_finite() { figure.to_string() } else { "-".to_owned() };
    format!("{} | {seconds:.1}", counts.each_ref().map(number).join(" | "))
}

/// The middle of some figures; not a number if there are none.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    match figures.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => figures[middle],
        _ => f64::midpoint(figures[middle - 1], figures[middle]),
    }
}

/// The largest Boolean depth of its formulas, under whatever witness; not a number where that is
/// not known.
fn depth(instance: &Instance) -> f64 {
    let Ok(problem) = Problem::read(instance.text.as_str()) else { return f64::NAN };
    let weights = Weights::only(Source::Sampled);
    let bounds = Bounds { d_max: u32::MAX, keep_underspecified: true, ..Bounds::default() };
    let evaluation =
        Evaluator::in_process().search(&problem, &Key::new(&instance.digest(), 1), &weights).ok();
    let pool = evaluation.map(|found| InitialPool::collect(&problem, &found, &bounds));
    let deepest = pool.and_then(|pool| pool.fragments.iter().map(|fragment| fragment.depth).max());
    deepest.map_or(f64::NAN, f64::from)
}
