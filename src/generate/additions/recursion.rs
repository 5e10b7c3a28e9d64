//! A function that calls itself a few times and gives what it was given, or what is known to come of that.
//!
//! Whatever it is called with, it ends: it calls itself for counts from 1 to a bound alone, and one less each time.

use super::definitions::Maker;
use super::fresh::Fresh;
use crate::rng::Rng;
use crate::smtlib::Sort;

/// How often it calls itself, at most.
pub(in crate::generate) const MOST: u32 = 6;

/// A recursive function of a count and a term.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Recursion {
    /// Its name.
    pub name: String,
    /// The sort of the term, and of what it gives.
    pub sort: Sort,
    /// What it does on each way.
    pub way: Way,
}

/// What a function does as often as it is told, `n` times for a term `t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Way {
    /// Nothing: it gives `t`.
    Keep,
    /// Counts: it gives `t + n`.
    Count,
    /// Negates: it gives `t` for an even `n`.
    Flip,
}

/// Draws one, for a sort of the problem; none where solvers read none.
pub(super) fn draw(maker: &Maker<'_>, fresh: &mut Fresh, rng: &mut Rng) -> Option<(Recursion, String)> {
    if !maker.scope.has_recursion() {
        return None;
    }
    let sorts: Vec<Sort> = maker.sorts().into_iter().collect();
    let sort = rng.pick(&sorts)?.clone();
    let way = match (&sort, rng.percent(50)) {
        (Sort::Int, true) => Way::Count,
        (Sort::Bool, true) => Way::Flip,
        _ => Way::Keep,
    };
    let [name, n, x] = [fresh.name(), fresh.name(), fresh.name()];
    let call = format!("({name} (- {n} 1) {x})");
    let step = match way {
        Way::Keep => call,
        Way::Count => format!("(+ 1 {call})"),
        Way::Flip => format!("(not {call})"),
    };
    let body = format!("(ite (or (<= {n} 0) (> {n} {MOST})) {x} {step})");
    let line = format!("(define-fun-rec {name} (({n} Int) ({x} {sort})) {sort} {body})");
    Some((Recursion { name, sort, way }, line))
}
