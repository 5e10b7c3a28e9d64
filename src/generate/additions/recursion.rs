//! Functions that a batch defines by recursion.
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
//! What shrinks is an integer that counts down, a bit-vector, a string, a sequence or a datatype, whose function may have
//! a case for each constructor by `ite` or by `match`. Two functions of one sort call each other, and datatypes that
//! contain each other have one function each. Integers count down from a bound, so evaluation always ends soon.

use std::collections::BTreeSet;

use super::definitions::{DefinitionMaker, Fresh};
use crate::generate::term_builder::{Scope, literals};
use crate::matrix::{MATCH, RECURSIVE_LANGUAGE, RECURSIVE_MATCH};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::Operator;
use crate::theory::signature::{Constructor, Datatype, Signature};

/// The largest integer from which a function counts down.
pub(in crate::generate) const MOST_CALLS: u32 = 6;
/// The largest width of a bit-vector that a function shifts to zero.
const WIDEST: u32 = 16;
/// The largest width of a bit-vector from which a function counts down.
const COUNTED: u32 = 3;
/// Share of batches with recursive functions, in percent: cvc5 answers `unknown` to most instances that define one, even
/// if they do not call it.
const SHARE: u32 = 50;
/// Share of groups that are two functions of one sort, in percent.
const PAIRS: u32 = 25;
/// Share of functions that obey a law, in percent.
const LAWFUL: u32 = 45;

/// A recursive function.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Recursion {
    /// Its name.
    pub name: String,
    /// The sort of the argument that shrinks.
    pub shrinking: Sort,
    /// The sort of the result, and of the other argument.
    pub sort: Sort,
    /// What is known of its results.
    pub law: Law,
}

/// What is known of the results of a recursive function, for a shrinking argument `d` and a term `t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Law {
    /// `(f d t)` is `t`.
    Keep,
    /// `(f k t)` is `t + k`, for an integer `k` from 0 to [`MOST_CALLS`].
    Count,
    /// `(f d (f d t))` is `t`.
    Flip,
    /// `(f d)` is `d`.
    Copy,
    /// Nothing.
    None,
}

/// Recursive functions that define each other, with the lines that declare them.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub functions: Vec<Recursion>,
    pub lines: Vec<String>,
}

/// Draws recursive functions over sorts of the problem. Returns `None` if the solver does not support recursion.
pub(super) fn draw_recursion(maker: &DefinitionMaker<'_>, fresh: &mut Fresh, rng: &mut Rng) -> Option<Group> {
    if !maker.scope.has_recursion() || !rng.percent(SHARE) {
        return None;
    }
    let sorts: Vec<Sort> = maker.recursive_sorts().into_iter().collect();
    let mut drawing = Drawing { scope: maker.scope, signature: maker.signature, sorts, fresh, rng };
    drawing.group()
}

/// A sort whose values shrink, with the cases of a function over it.
#[derive(Debug)]
struct Shape {
    sort: Sort,
    cases: Vec<Case>,
}

/// A case of a function of `d`.
#[derive(Debug)]
struct Case {
    /// The condition on `d`.
    condition: String,
    /// The pattern of a `match`, for a datatype.
    pattern: Option<String>,
    /// The smaller values, with their sorts.
    smaller: Vec<(String, Sort)>,
    /// Other terms that depend on `d`.
    parts: Vec<(String, Sort)>,
    /// The value `d` itself, with `{0}`, `{1}` … for the smaller values. `None` if these do not determine it.
    whole: Option<String>,
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

struct Drawing<'a> {
    scope: &'a Scope,
    signature: &'a Signature,
    sorts: Vec<Sort>,
    fresh: &'a mut Fresh,
    rng: &'a mut Rng,
}

/// The variable that shrinks.
const SHRINKING: &str = "{d}";

impl Drawing<'_> {
    fn group(&mut self) -> Option<Group> {
        let mut lines = Vec::new();
        let mut shapes = self.shapes(&mut lines)?;
        if shapes.len() == 1 && self.rng.percent(PAIRS) {
            let again = shapes.first().map(|shape| self.shape(&shape.sort.clone()))?;
            shapes.extend(again);
        }
        let plan = self.plan(&shapes)?;
        let names: Vec<(String, Sort)> =
            shapes.iter().map(|shape| (self.fresh.name(), shape.sort.clone())).collect();
        let [d, x] = [self.fresh.name(), self.fresh.name()];
        let takes_x = plan.law != Law::Copy;
        let (mut heads, mut bodies, mut functions) = (Vec::new(), Vec::new(), Vec::new());
        for (at, shape) in shapes.iter().enumerate() {
            let result = if takes_x { &plan.sort } else { &shape.sort };
            let other = if takes_x { format!(" ({x} {result})") } else { String::new() };
            heads.push(format!("{} (({d} {}){other}) {result}", names[at].0, shape.sort));
            bodies.push(self.body(shape, &plan, &names, at, &x).replace(SHRINKING, &d));
            let (name, shrinking, sort) = (names[at].0.clone(), shape.sort.clone(), result.clone());
            functions.push(Recursion { name, shrinking, sort, law: plan.law });
        }
        lines.push(match (heads.as_slice(), bodies.as_slice()) {
            ([head], [body]) => format!("(define-fun-rec {head} {body})"),
            _ => format!("(define-funs-rec (({})) ({}))", heads.join(") ("), bodies.join(" ")),
        });
        Some(Group { functions, lines })
    }

    /// Draws the sorts that shrink: one, or those of datatypes that contain each other. Declares a datatype if the
    /// problem has none that is recursive.
    fn shapes(&mut self, lines: &mut Vec<String>) -> Option<Vec<Shape>> {
        let mut groups: Vec<Vec<Sort>> = Vec::new();
        for sort in &self.sorts {
            let shrinks = match sort {
                Sort::Int => self.scope.negates(),
                Sort::BitVec(width) => *width <= WIDEST,
                Sort::String | Sort::Seq(_) => self.scope.negates(),
                _ => false,
            };
            if shrinks {
                groups.push(vec![sort.clone()]);
            }
            groups.extend(self.signature_family(sort));
        }
        let is_datatype = |group: &Vec<Sort>| matches!(group[..], [Sort::Named(..), ..]);
        let has_some = groups.iter().any(is_datatype);
        if self.scope.has_datatypes() && (!has_some || self.rng.percent(30)) && self.rng.percent(60) {
            return self.declared(lines);
        }
        let group = self.rng.pick(&groups)?.clone();
        group.iter().map(|sort| self.shape(sort)).collect()
    }

    /// Returns the sorts of a recursive datatype and of those that it contains and that contain it.
    fn signature_family(&self, sort: &Sort) -> Option<Vec<Sort>> {
        let fields = |sort: &Sort| -> BTreeSet<Sort> {
            let Sort::Named(name, arguments) = sort else { return BTreeSet::new() };
            let Some(datatype) = self.signature.datatype(name) else { return BTreeSet::new() };
            (0..datatype.constructors.len()).flat_map(|at| datatype.fields(at, arguments)).collect()
        };
        let reached = |sort: &Sort| {
            let mut seen = BTreeSet::new();
            let mut open: Vec<Sort> = fields(sort).into_iter().collect();
            while let Some(sort) = open.pop() {
                // A datatype may contain itself with larger and larger parameters.
                if seen.len() < 20 && seen.insert(sort.clone()) {
                    open.extend(fields(&sort));
                }
            }
            seen
        };
        let within = reached(sort);
        let mut family = vec![sort.clone()];
        family.extend(within.iter().filter(|other| *other != sort && reached(other).contains(sort)).cloned());
        let is_known = |sort: &Sort| self.scope.has_sort(sort);
        (within.contains(sort) && family.len() <= 3 && family.iter().all(is_known)).then_some(family)
    }

    /// Declares one or two datatypes, with constants.
    fn declared(&mut self, lines: &mut Vec<String>) -> Option<Vec<Shape>> {
        let is_held = |sort: &&Sort| {
            matches!(
                sort,
                Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(..) | Sort::String
            )
        };
        let held: Vec<Sort> = self.sorts.iter().filter(is_held).cloned().collect();
        let held = self.rng.pick(&held).cloned().unwrap_or(Sort::Bool);
        let mut named = || Sort::Named(self.fresh.name(), Vec::new());
        let (one, two) = (named(), named());
        // The fields of each constructor of each datatype.
        let (o, t, h) = (&one, &two, &held);
        let plan: Vec<(&Sort, Vec<Vec<&Sort>>)> = match self.rng.below(4) {
            0 => vec![(o, vec![vec![], vec![h, o]])],
            1 => vec![(o, vec![vec![h], vec![o, o]])],
            2 => vec![(o, vec![vec![], vec![o, h, o], vec![o]])],
            _ => vec![(o, vec![vec![h, t]]), (t, vec![vec![], vec![o, t]])],
        };
        let mut datatypes = Vec::new();
        for (sort, constructors) in plan {
            let constructors = constructors.into_iter().map(|fields| {
                let name = self.fresh.name().into();
                let fields = fields.into_iter().map(|sort| (self.fresh.name(), sort.clone())).collect();
                Constructor { name, fields }
            });
            let constructors = constructors.collect();
            datatypes.push(Datatype { name: sort.to_string(), parameters: Vec::new(), constructors });
        }
        let names: Vec<String> = datatypes.iter().map(|datatype| format!("({} 0)", datatype.name)).collect();
        let bodies: Vec<String> = datatypes
            .iter()
            .map(|datatype| {
                let constructors = datatype.constructors.iter().map(|constructor| {
                    let fields = constructor.fields.iter().map(|(name, sort)| format!(" ({name} {sort})"));
                    format!("({}{})", constructor.name, fields.collect::<String>())
                });
                format!("({})", constructors.collect::<Vec<_>>().join(" "))
            })
            .collect();
        lines.push(format!("(declare-datatypes ({}) ({}))", names.join(" "), bodies.join(" ")));
        for datatype in &datatypes {
            lines.extend((0..2).map(|_| format!("(declare-fun {} () {})", self.fresh.name(), datatype.name)));
        }
        let sorts: Vec<Sort> = datatypes.iter().map(|datatype| datatype.sort(Vec::new())).collect();
        Some(datatypes.iter().map(|datatype| self.tree(datatype, &[], &sorts)).collect())
    }

    /// Draws the cases of a function over a sort.
    fn shape(&mut self, sort: &Sort) -> Option<Shape> {
        let d = SHRINKING;
        let part = |text: String, sort: Sort| (text, sort);
        let (stop, smaller, parts, whole) = match sort {
            Sort::Int => {
                let less = |by: u32| (format!("(- {d} {by})"), Sort::Int);
                let (smaller, whole) = match self.rng.below(4) {
                    0 => (vec![less(1), less(2)], None),
                    1 => (vec![less(2)], Some("(+ 2 {0})")),
                    _ => (vec![less(1)], Some("(+ 1 {0})")),
                };
                let stop = format!("(or (<= {d} 0) (> {d} {MOST_CALLS}))");
                (stop, smaller, vec![part(d.to_owned(), Sort::Int)], whole.map(str::to_owned))
            }
            Sort::BitVec(width) => {
                let literal = |number: u32| format!("#b{number:0width$b}", width = *width as usize);
                let (zero, one) = (literal(0), literal(1));
                let (next, whole) = if *width == 1 || (*width <= COUNTED && self.rng.percent(50)) {
                    (format!("(bvsub {d} {one})"), format!("(bvadd {{0}} {one})"))
                } else {
                    (format!("(bvlshr {d} {one})"), format!("(bvor (bvshl {{0}} {one}) (bvand {d} {one}))"))
                };
                let parts = vec![
                    part(d.to_owned(), sort.clone()),
                    part(format!("((_ extract 0 0) {d})"), Sort::BitVec(1)),
                ];
                (format!("(= {d} {zero})"), vec![part(next, sort.clone())], parts, Some(whole))
            }
            Sort::String => {
                let last = format!("(- (str.len {d}) 1)");
                let is_suffix = self.rng.percent(60);
                let (next, at) = match is_suffix {
                    true => (format!("(str.substr {d} 1 {last})"), "0"),
                    false => (format!("(str.substr {d} 0 {last})"), last.as_str()),
                };
                let one = format!("(str.at {d} {at})");
                let whole =
                    if is_suffix { format!("(str.++ {one} {{0}})") } else { format!("(str.++ {{0}} {one})") };
                let parts = vec![part(one, Sort::String), part(format!("(str.len {d})"), Sort::Int)];
                (format!("(= {d} \"\")"), vec![part(next, Sort::String)], parts, Some(whole))
            }
            Sort::Seq(element) => {
                let next = format!("(seq.extract {d} 1 (- (seq.len {d}) 1))");
                let one = format!("(seq.nth {d} 0)");
                let whole = format!("(seq.++ (seq.unit {one}) {{0}})");
                let parts = vec![part(one, (**element).clone()), part(format!("(seq.len {d})"), Sort::Int)];
                (format!("(= (seq.len {d}) 0)"), vec![part(next, sort.clone())], parts, Some(whole))
            }
            Sort::Named(name, arguments) => {
                let family = self.signature_family(sort)?;
                let datatype = self.signature.datatype(name)?;
                return Some(self.tree(datatype, arguments, &family));
            }
            _ => return None,
        };
        let base = Case {
            condition: stop,
            pattern: None,
            smaller: Vec::new(),
            parts: Vec::new(),
            whole: Some(d.to_owned()),
        };
        let step = Case { condition: String::new(), pattern: None, smaller, parts, whole };
        Some(Shape { sort: sort.clone(), cases: vec![base, step] })
    }

    /// Returns the cases of a function over a datatype: by `match`, or by testers and selectors.
    fn tree(&mut self, datatype: &Datatype, arguments: &[Sort], family: &[Sort]) -> Shape {
        let is_read = self.scope.reads(MATCH) && self.scope.reads(RECURSIVE_MATCH);
        let matches = self.rng.percent(50) && is_read;
        let mut cases = Vec::new();
        for (at, constructor) in datatype.constructors.iter().enumerate() {
            let sorts = datatype.fields(at, arguments);
            let (mut smaller, mut parts, mut texts, mut whole) = (vec![], vec![], vec![], vec![]);
            for ((selector, _), sort) in constructor.fields.iter().zip(sorts) {
                let text = if matches { self.fresh.name() } else { format!("({selector} {SHRINKING})") };
                texts.push(text.clone());
                if family.contains(&sort) {
                    whole.push(format!("{{{}}}", smaller.len()));
                    smaller.push((text, sort));
                } else {
                    whole.push(text.clone());
                    parts.push((text, sort));
                }
            }
            let pattern = match texts.is_empty() {
                true => constructor.name.to_string(),
                false => format!("({} {})", constructor.name, texts.join(" ")),
            };
            // Without arguments, a constructor of a datatype with parameters would need its sort.
            let whole = match smaller.is_empty() {
                true => SHRINKING.to_owned(),
                false => format!("({} {})", constructor.name, whole.join(" ")),
            };
            let condition = format!("((_ is {}) {SHRINKING})", constructor.name);
            cases.push(Case {
                condition,
                pattern: matches.then_some(pattern),
                smaller,
                parts,
                whole: Some(whole),
            });
        }
        Shape { sort: datatype.sort(arguments.to_vec()), cases }
    }

    /// Draws what the functions over some sorts do.
    fn plan(&mut self, shapes: &[Shape]) -> Option<Plan> {
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
    fn body(&mut self, shape: &Shape, plan: &Plan, names: &[(String, Sort)], own: usize, x: &str) -> String {
        let bodies: Vec<String> =
            shape.cases.iter().map(|case| self.case(case, plan, names, own, x)).collect();
        let cases = shape.cases.iter().zip(&bodies);
        if shape.cases.iter().all(|case| case.pattern.is_some()) {
            let cases = cases.filter_map(|(case, body)| Some(format!("({} {body})", case.pattern.as_ref()?)));
            return format!("(match {SHRINKING} ({}))", cases.collect::<Vec<_>>().join(" "));
        }
        let last = bodies.last().cloned().unwrap_or_default();
        let nested = cases.rev().skip(1);
        nested.fold(last, |rest, (case, body)| format!("(ite {} {body} {rest})", case.condition))
    }

    /// Draws the body of a case.
    fn case(&mut self, case: &Case, plan: &Plan, names: &[(String, Sort)], own: usize, x: &str) -> String {
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
            let changes = is_free && !case.parts.is_empty() && self.rng.percent(60);
            return if changes { self.step(x, plan, &case.parts) } else { x.to_owned() };
        }
        let call = |(text, sort): &(String, Sort), x: &str| format!("({} {text} {x})", callee(sort));
        let threaded = |x: String| case.smaller.iter().fold(x, |x, smaller| call(smaller, &x));
        if let (true, [one, other]) = (is_free && self.rng.percent(50), case.smaller.as_slice())
            && let Some(join) = self.join(&plan.sort)
        {
            return format!("({join} {} {})", call(one, x), call(other, x));
        }
        if self.rng.percent(50) {
            self.step(&threaded(x.to_owned()), plan, &case.parts)
        } else {
            threaded(self.step(x, plan, &case.parts))
        }
    }

    /// Draws an operator that joins two results.
    fn join(&mut self, sort: &Sort) -> Option<&'static str> {
        let operators: &[&'static str] = match sort {
            Sort::Bool => &["and", "or", "xor", "=", "=>"],
            Sort::Int | Sort::Real => &["+", "-"],
            Sort::BitVec(_) => &["bvadd", "bvxor", "bvand", "bvsub"],
            Sort::Float(..) => &["fp.add RNE", "fp.sub RTZ"],
            Sort::String => &["str.++"],
            Sort::Seq(_) => &["seq.++"],
            Sort::RegLan => &["re.union", "re.++"],
            _ => &[],
        };
        self.rng.pick(operators).copied()
    }

    /// Draws a step around a term.
    fn step(&mut self, term: &str, plan: &Plan, parts: &[(String, Sort)]) -> String {
        let step = plan.step.clone().or_else(|| self.drawn_step(&plan.sort, parts));
        step.map_or_else(|| term.to_owned(), |step| step.replace("{}", term))
    }

    /// Draws a step for terms of a sort, with parts of the shrinking argument if some fit.
    fn drawn_step(&mut self, sort: &Sort, parts: &[(String, Sort)]) -> Option<String> {
        let own: Vec<&String> =
            parts.iter().filter(|(_, other)| other == sort).map(|(text, _)| text).collect();
        let mut ways: Vec<String> = Vec::new();
        let mut add = |texts: &[&str]| ways.extend(texts.iter().map(|text| (*text).to_owned()));
        let with_own: &[&str] = match sort {
            Sort::Bool => {
                add(&["(not {})"]);
                &["(or {own} {})", "(and {} {own})", "(xor {own} {})", "(=> {} {own})", "(= {own} {})"]
            }
            Sort::Int => {
                add(&["(+ 1 {})", "(- {})", "(* 2 {})"]);
                &["(+ {own} {})", "(- {own} {})", "(ite (< {own} 2) {} {own})"]
            }
            Sort::Real => {
                add(&["(+ {} 0.5)", "(- {})", "(* 2.0 {})", "(/ {} 2.0)"]);
                &["(+ {own} {})", "(- {own} {})", "(ite (< {own} 1.0) {} {own})"]
            }
            Sort::BitVec(_) => {
                add(&[
                    "(bvnot {})",
                    "(bvneg {})",
                    "((_ rotate_left 1) {})",
                    "(bvadd {} {literal})",
                    "(bvmul {} {literal})",
                ]);
                &[
                    "(bvadd {own} {})",
                    "(bvxor {} {own})",
                    "(bvsub {own} {})",
                    "(ite (bvult {own} {literal}) {} {own})",
                ]
            }
            Sort::Float(..) => {
                add(&[
                    "(fp.neg {})",
                    "(fp.abs {})",
                    "(fp.add RNE {} {literal})",
                    "(fp.roundToIntegral RTZ {})",
                ]);
                &["(fp.add RTP {own} {})", "(fp.sub RNE {} {own})", "(ite (fp.lt {own} {literal}) {} {own})"]
            }
            Sort::String => {
                add(&["(str.++ {} \"a\")", "(str.++ {literal} {})", "(str.substr {} 0 2)"]);
                &[
                    "(str.++ {own} {})",
                    "(str.++ {} {own})",
                    "(str.replace {} {own} \"\")",
                    "(ite (= {own} \"a\") {} {own})",
                ]
            }
            Sort::RegLan => {
                add(&["(re.opt {})", "(re.* {})", "(re.++ {} re.allchar)"]);
                &[]
            }
            Sort::Seq(_) => {
                add(&["(seq.extract {} 0 2)"]);
                &["(seq.++ {own} {})"]
            }
            _ => &[],
        };
        for own in own {
            ways.extend(with_own.iter().map(|text| text.replace("{own}", own)));
        }
        for (text, other) in parts {
            ways.extend(match (sort, other) {
                (Sort::RegLan, Sort::String) => {
                    Some(format!("(re.++ {{}} ({} {text}))", self.spelled("str.to_re")))
                }
                (Sort::Int, Sort::String) => Some(format!("(+ {{}} (str.len {text}))")),
                (Sort::Bool, Sort::Int) => Some(format!("(or {{}} (< {text} 1))")),
                (Sort::Bool, Sort::String) => Some(format!("(and {{}} (str.< {text} \"b\"))")),
                (Sort::Seq(element), other) if **element == *other => {
                    Some(format!("(seq.++ {{}} (seq.unit {text}))"))
                }
                _ => None,
            });
        }
        match sort {
            Sort::Array(index, element) => {
                let (at, item) = (self.part(index, parts), self.part(element, parts));
                ways.extend(at.zip(item).map(|(at, item)| format!("(store {{}} {at} {item})")));
            }
            Sort::Named(name, arguments) => ways.extend(self.constructed(sort, name, arguments, parts)),
            _ => {}
        }
        for function in self.signature.functions() {
            let fits = matches!(&function.arguments[..], [one] if one == sort)
                && function.result.as_ref() == Some(sort);
            if fits && !self.scope.takes_number(&function.name, 0) {
                ways.push(format!("({} {{}})", function.name));
            }
        }
        let way = self.rng.pick(&ways)?.clone();
        if !way.contains("{literal}") {
            return Some(way);
        }
        Some(way.replace("{literal}", &literals::random(sort, self.signature, self.rng)?))
    }

    /// Returns the name of an operator for the solvers of the problem.
    fn spelled(&self, name: &'static str) -> &str {
        Operator::find(name).map_or(name, |operator| self.scope.spelled(operator))
    }

    /// Draws a term of a sort: a part of the shrinking argument or a literal.
    fn part(&mut self, sort: &Sort, parts: &[(String, Sort)]) -> Option<String> {
        let fitting: Vec<&String> =
            parts.iter().filter(|(_, other)| other == sort).map(|(text, _)| text).collect();
        if let Some(&text) = self.rng.pick(&fitting).filter(|_| self.rng.percent(70)) {
            return Some(text.clone());
        }
        let is_written = *sort == Sort::Bool || literals::are_written(sort, self.signature);
        let literal = is_written.then(|| literals::random(sort, self.signature, self.rng)).flatten();
        literal.or_else(|| fitting.first().map(|&text| text.clone()))
    }

    /// Draws a constructor around a term of its datatype.
    fn constructed(
        &mut self,
        sort: &Sort,
        name: &str,
        arguments: &[Sort],
        parts: &[(String, Sort)],
    ) -> Option<String> {
        let datatype = self.signature.datatype(name)?;
        let holds = |at: &usize| datatype.fields(*at, arguments).contains(sort);
        let holders: Vec<usize> = (0..datatype.constructors.len()).filter(holds).collect();
        let at = *self.rng.pick(&holders)?;
        let fields = datatype.fields(at, arguments);
        let hole = fields.iter().position(|field| field == sort)?;
        let fields = fields.iter().enumerate().map(|(number, field)| match number == hole {
            true => Some("{}".to_owned()),
            false => self.part(field, parts),
        });
        let fields: Vec<String> = fields.collect::<Option<_>>()?;
        Some(format!("({} {})", datatype.constructors[at].name, fields.join(" ")))
    }
}
