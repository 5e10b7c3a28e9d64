//! Functions of which one argument shrinks.
//!
//! All functions of a group take an argument that shrinks with each call, and a term `x`, which they thread through the
//! calls. For a shrinking argument `d` with the smaller parts `a` and `b`, a body is one of these, with a base case that
//! calls nothing:
//!
//! ```text
//! (step (f b (f a x)))        a step outside the calls
//! (f b (f a (step x)))        a step inside: `x` accumulates
//! (join (f a x) (f b x))      the results of both calls
//! (node (f a) (f b))          a copy of `d`, without `x`
//! ```
//!
//! Steps and base cases of functions without a law may also mention constants of the problem.

use super::shapes::{Case, FunctionMaker, SHRINKING, Shape};
use crate::matrix::RECURSIVE_LANGUAGE;
use crate::smtlib::Sort;

/// Share of groups that are two functions of one sort, in percent.
const PAIRS: u32 = 25;
/// Share of base cases without a law that are a part of the argument or a constant alone, in percent, if some fits.
const BARE: u32 = 30;
/// Share of functions that obey a law, in percent.
const LAWFUL: u32 = 45;

/// A recursive function.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Recursion {
    /// Its name.
    pub name: String,
    /// The sort of the first argument, which shrinks.
    pub shrinking: Sort,
    /// The sort of the result, and of the other argument, which may shrink as well.
    pub sort: Sort,
    /// What is known of its results.
    pub law: Law,
}

/// What is known of the results of a recursive function, for a shrinking argument `d` and a term `t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Law {
    /// `(f d t)` is `t`.
    Keep,
    /// `(f k t)` is `t + k`, for an integer `k` from 0 to [`MOST_CALLS`](super::shapes::MOST_CALLS).
    Count,
    /// `(f d (f d t))` is `t`.
    Flip,
    /// `(f d)` is `d`.
    Copy,
    /// Nothing.
    None,
}

/// Recursive functions that define each other, with the command that defines them.
#[derive(Debug)]
pub(super) struct Group {
    pub functions: Vec<Recursion>,
    pub definition: String,
}

/// What the functions of a group do.
#[derive(Debug)]
struct Plan {
    law: Law,
    /// The sort of `x`.
    sort: Sort,
    /// The only step, with `{}` for its argument, if the law wants the same one everywhere.
    step: Option<String>,
}

impl FunctionMaker<'_> {
    /// Draws functions of which one argument shrinks.
    pub(super) fn one_argument(&mut self) -> Option<Group> {
        let mut shapes = self.draw_shapes()?;
        if shapes.len() == 1 && self.rng.percent(PAIRS) {
            let again = shapes.first().map(|shape| self.draw_shape(&shape.sort.clone()))?;
            shapes.extend(again);
        }
        let plan = self.draw_plan(&shapes)?;
        if plan.law == Law::None {
            let constants = self.draw_constants(&plan.sort);
            shapes.iter_mut().for_each(|shape| shape.mention(&constants));
        }
        let names: Vec<(String, Sort)> =
            shapes.iter().map(|shape| (self.fresh.name(), shape.sort.clone())).collect();
        let [d, x] = [self.fresh.name(), self.fresh.name()];
        let takes_x = plan.law != Law::Copy;
        let (mut heads, mut bodies, mut functions) = (Vec::new(), Vec::new(), Vec::new());
        for (at, shape) in shapes.iter().enumerate() {
            let result = if takes_x { &plan.sort } else { &shape.sort };
            let other = if takes_x { format!(" ({x} {result})") } else { String::new() };
            heads.push(format!("{} (({d} {}){other}) {result}", names[at].0, shape.sort));
            bodies.push(self.draw_body(shape, &plan, &names, at, &x).replace(SHRINKING, &d));
            let (name, shrinking, sort) = (names[at].0.clone(), shape.sort.clone(), result.clone());
            functions.push(Recursion { name, shrinking, sort, law: plan.law });
        }
        let definition = match (heads.as_slice(), bodies.as_slice()) {
            ([head], [body]) => format!("(define-fun-rec {head} {body})"),
            _ => format!("(define-funs-rec (({})) ({}))", heads.join(") ("), bodies.join(" ")),
        };
        Some(Group { functions, definition })
    }

    /// Draws what the functions over some sorts do.
    fn draw_plan(&mut self, shapes: &[Shape]) -> Option<Plan> {
        let counts = |shape: &Shape| {
            shape.sort == Sort::Int
                && shape
                    .cases
                    .iter()
                    .all(|case| matches!(case.whole.as_deref(), Some(SHRINKING | "(+ 1 {0})")))
        };
        let may_copy = shapes.iter().flat_map(|shape| &shape.cases).all(|case| case.whole.is_some());
        let is_threaded = |sort: &&Sort| match sort {
            Sort::RegLan => self.scope.reads(RECURSIVE_LANGUAGE),
            _ => true,
        };
        let sorts: Vec<Sort> = self.sorts.iter().filter(is_threaded).cloned().collect();
        let sort = self.rng.pick(&sorts)?.clone();
        let inverse = match &sort {
            Sort::Bool => Some("(not {})"),
            Sort::Int | Sort::Real => Some("(- {})"),
            Sort::BitVec(_) => Some(if self.rng.percent(50) { "(bvnot {})" } else { "(bvneg {})" }),
            Sort::Float(..) => Some("(fp.neg {})"),
            _ => None,
        };
        let (law, step) = match self.rng.below(4) {
            _ if !self.rng.percent(LAWFUL) => (Law::None, None),
            0 if may_copy => (Law::Copy, None),
            1 if sort == Sort::Int && shapes.iter().all(counts) => (Law::Count, Some("(+ 1 {})")),
            1 | 2 if inverse.is_some() => (Law::Flip, inverse),
            _ => (Law::Keep, Some("{}")),
        };
        Some(Plan { law, sort, step: step.map(str::to_owned) })
    }

    /// Draws the body of a function.
    fn draw_body(
        &mut self,
        shape: &Shape,
        plan: &Plan,
        names: &[(String, Sort)],
        own: usize,
        x: &str,
    ) -> String {
        let bodies: Vec<String> =
            shape.cases.iter().map(|case| self.draw_case(case, plan, names, own, x)).collect();
        shape.chosen(SHRINKING, &bodies)
    }

    /// Draws the body of a case.
    fn draw_case(
        &mut self,
        case: &Case,
        plan: &Plan,
        names: &[(String, Sort)],
        own: usize,
        x: &str,
    ) -> String {
        // Two functions of one sort call each other.
        let callee = |sort: &Sort| {
            let fits = |at: &usize| names[*at].1 == *sort;
            (own + 1..names.len()).chain(0..=own).find(fits).map_or("", |at| names[at].0.as_str())
        };
        if plan.law == Law::Copy {
            let whole = case.whole.clone().unwrap_or_default();
            let smaller = case.smaller.iter().enumerate();
            return smaller.fold(whole, |whole, (at, (text, sort))| {
                whole.replace(&format!("{{{at}}}"), &format!("({} {text})", callee(sort)))
            });
        }
        let is_free = plan.law == Law::None;
        if case.smaller.is_empty() {
            let of_sort = |(_, sort): &&(String, Sort)| *sort == plan.sort;
            let own: Vec<&(String, Sort)> = case.parts.iter().filter(of_sort).collect();
            // A part of `d`, or a constant of the problem.
            if is_free
                && self.rng.percent(BARE)
                && let Some((text, _)) = self.rng.pick(&own)
            {
                return text.clone();
            }
            let changes = is_free && !case.parts.is_empty() && self.rng.percent(60);
            return if changes { self.step(x, plan, &case.parts) } else { x.to_owned() };
        }
        let call = |(text, sort): &(String, Sort), x: &str| format!("({} {text} {x})", callee(sort));
        let threaded = |x: String| case.smaller.iter().fold(x, |x, smaller| call(smaller, &x));
        if let (true, [one, other]) = (is_free && self.rng.percent(50), case.smaller.as_slice())
            && let Some(join) = self.draw_join(&plan.sort)
        {
            return format!("({join} {} {})", call(one, x), call(other, x));
        }
        if self.rng.percent(50) {
            self.step(&threaded(x.to_owned()), plan, &case.parts)
        } else {
            threaded(self.step(x, plan, &case.parts))
        }
    }

    /// Draws a step around a term.
    fn step(&mut self, term: &str, plan: &Plan, parts: &[(String, Sort)]) -> String {
        let step = plan.step.clone().or_else(|| self.draw_step(&plan.sort, parts));
        step.map_or_else(|| term.to_owned(), |step| step.replace("{}", term))
    }
}
