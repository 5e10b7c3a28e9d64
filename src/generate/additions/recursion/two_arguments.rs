//! Functions of which two arguments shrink.
//!
//! A function takes arguments `d` and `x`, and returns a value of the sort of `x`. Where both are large enough to have the
//! smaller parts `a` and `y`, the body is one of these:
//!
//! ```text
//! (step (f a y))                                  as `zip`
//! (ite condition (step (f a x)) (step (f d y)))   as the merge of two lists
//! (step (f x a))                                  as the interleaving of two lists of one sort
//! (ite (< d x) (f d (- x d)) (f (- d x) x))       as the greatest common divisor
//! (f a (f d y)), (f a (step x))                   as Ackermann's function: `x` may grow where `d` shrinks
//! (join (f a x) (f d y))                          as the longest common part
//! ```
//!
//! A function of which `x` may grow does not exchange its arguments, so each sequence of calls ends. The last two call
//! themselves more often than both arguments together have parts, so they take only small numbers. Steps and conditions may
//! also mention constants of the problem.

use super::one_argument::{Group, Law, Recursion};
use super::shapes::{Case, FunctionMaker, Shape};
use crate::rng::Rng;
use crate::smtlib::Sort;

/// The largest integer from which such a function counts down.
const MOST: u32 = 4;
/// The largest width of a small number in bits.
const SMALL: u32 = 2;
/// Share of functions whose arguments have one sort, in percent.
const SAME: u32 = 60;
/// Share of functions whose second argument may grow where the first one shrinks, in percent.
const GROWS: u32 = 50;

/// One case of each argument.
struct Pair<'a> {
    /// The name of the function.
    name: &'a str,
    /// Whether `x` may grow where `d` shrinks.
    grows: bool,
    cases: [&'a Case; 2],
    arguments: [&'a str; 2],
    sorts: [&'a Sort; 2],
}

impl Pair<'_> {
    fn call(&self, one: &str, other: &str) -> String {
        format!("({} {one} {other})", self.name)
    }

    /// Draws a smaller part of an argument.
    fn smaller(&self, at: usize, rng: &mut Rng) -> Option<&str> {
        let smaller = rng.pick(&self.cases[at].smaller)?;
        Some(&smaller.0)
    }

    /// Returns what depends on the arguments, and the constants that the body may mention.
    fn parts(&self) -> Vec<(String, Sort)> {
        self.cases.iter().flat_map(|case| case.parts.iter().cloned()).collect()
    }
}

impl FunctionMaker<'_> {
    /// Draws a function of which two arguments shrink.
    pub(super) fn two_arguments(&mut self) -> Option<Group> {
        self.most = MOST;
        let [first] = <[Shape; 1]>::try_from(self.draw_shapes()?).ok()?;
        let second = match self.rng.percent(SAME) {
            true => self.draw_shape(&first.sort.clone())?,
            false => {
                let sort = self.rng.pick(&self.sorts)?.clone();
                self.draw_shape(&sort).or_else(|| self.draw_shape(&first.sort))?
            }
        };
        let [name, d, x] = [self.fresh.name(), self.fresh.name(), self.fresh.name()];
        let constants = self.draw_constants(&second.sort);
        let [mut first, second] = [(first, &d), (second, &x)].map(|(shape, name)| shape.for_argument(name));
        let has_smaller = |shape: &Shape| shape.cases.iter().any(|case| !case.smaller.is_empty());
        if !has_smaller(&first) || !has_smaller(&second) {
            return None;
        }
        first.mention(&constants);
        let grows = self.rng.percent(GROWS);
        let mut bodies = Vec::new();
        for one in &first.cases {
            // Where the first argument cannot shrink, the other mostly does not matter.
            if one.smaller.is_empty() && self.rng.percent(60) {
                bodies.push(self.stepped(&x, &second.sort, &one.parts));
                continue;
            }
            let of_pair = |other: &Case| {
                let (arguments, sorts) = ([&*d, &*x], [&first.sort, &second.sort]);
                self.of_pair(&Pair { name: &name, grows, cases: [one, other], arguments, sorts })
            };
            let inner: Vec<String> = second.cases.iter().map(of_pair).collect();
            bodies.push(second.chosen(&x, &inner));
        }
        let body = first.chosen(&d, &bodies);
        let (shrinking, sort) = (first.sort, second.sort);
        let definition = format!("(define-fun-rec {name} (({d} {shrinking}) ({x} {sort})) {sort} {body})");
        let functions = vec![Recursion { name, shrinking, sort, law: Law::None }];
        Some(Group { functions, definition })
    }

    /// Draws the body in one case of each argument.
    fn of_pair(&mut self, pair: &Pair<'_>) -> String {
        let ([d, x], sort, parts) = (pair.arguments, pair.sorts[1], pair.parts());
        let (a, y) = match (pair.smaller(0, self.rng), pair.smaller(1, self.rng)) {
            (Some(a), Some(y)) => (a, y),
            (Some(a), None) if pair.grows && self.rng.percent(60) => {
                let again = self.draw_part(sort, &parts).unwrap_or_else(|| x.to_owned());
                return self.stepped(&pair.call(a, &again), sort, &parts);
            }
            (None, Some(y)) if self.rng.percent(40) => return self.stepped(&pair.call(d, y), sort, &parts),
            _ => return self.stepped(x, sort, &parts),
        };
        let (is_same, is_small) = (pair.sorts[0] == sort, pair.sorts.into_iter().all(is_small));
        let shape = self.rng.below(8);
        let join = if shape == 2 && is_small { self.draw_join(sort) } else { None };
        let cases = pair.cases.map(|case| case.parts.as_slice());
        let condition = if shape >= 5 { self.draw_comparison(cases) } else { None };
        match (shape, join, condition) {
            (0 | 1, ..) if pair.grows && is_small && self.rng.percent(50) => pair.call(a, &pair.call(d, y)),
            (0 | 1, ..) if pair.grows && is_small => pair.call(a, &self.stepped(x, sort, &parts)),
            (_, Some(join), _) => format!("({join} {} {})", pair.call(a, x), pair.call(d, y)),
            (3, ..) if *sort == Sort::Int && is_same => {
                let (one, other) = (format!("(- {x} {d})"), format!("(- {d} {x})"));
                format!("(ite (< {d} {x}) {} {})", pair.call(d, &one), pair.call(&other, x))
            }
            (4, ..) if is_same && !pair.grows => self.stepped(&pair.call(x, a), sort, &parts),
            (_, _, Some(condition)) => {
                let calls = [pair.call(a, x), pair.call(d, y)];
                let [one, other] = calls.map(|call| self.stepped(&call, sort, &parts));
                format!("(ite {condition} {one} {other})")
            }
            _ => self.stepped(&pair.call(a, y), sort, &parts),
        }
    }

    /// Draws a step around a term.
    fn stepped(&mut self, term: &str, sort: &Sort, parts: &[(String, Sort)]) -> String {
        let step = if self.rng.percent(70) { self.draw_step(sort, parts) } else { None };
        step.map_or_else(|| term.to_owned(), |step| step.replace("{}", term))
    }
}

/// Whether a sort has so few values from which a function counts down that their pairs are few, too.
fn is_small(sort: &Sort) -> bool {
    matches!(sort, Sort::Int) || matches!(sort, Sort::BitVec(width) if *width <= SMALL)
}
