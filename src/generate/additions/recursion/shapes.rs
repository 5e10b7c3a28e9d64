//! The arguments of recursive functions that shrink: integers that count down, bit-vectors, strings, sequences and
//! datatypes, each with the cases of a function over it.

use std::collections::BTreeSet;

use crate::generate::additions::definitions::Fresh;
use crate::generate::term_builder::Scope;
use crate::matrix::{MATCH, RECURSIVE_MATCH};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::signature::{Constructor, Datatype, Signature};

/// The largest integer from which a function counts down.
pub(in crate::generate) const MOST_CALLS: u32 = 6;
/// The largest width of a bit-vector that a function shifts to zero.
const WIDEST: u32 = 16;
/// The largest width of a bit-vector from which a function counts down.
const COUNTED: u32 = 3;
/// Share of functions without a law whose bodies may mention constants of the problem, in percent, if some fit; and the most
/// of these constants.
const MENTIONING: u32 = 50;
const MENTIONED: u32 = 2;

/// A sort whose values shrink, with the cases of a function over it.
#[derive(Debug)]
pub(super) struct Shape {
    pub sort: Sort,
    pub cases: Vec<Case>,
}

/// A case of a function of `d`, which [`SHRINKING`] stands for in its texts.
#[derive(Debug)]
pub(super) struct Case {
    /// The condition on `d`.
    condition: String,
    /// The pattern of a `match`, for a datatype.
    pattern: Option<String>,
    /// The smaller values, with their sorts.
    pub smaller: Vec<(String, Sort)>,
    /// Other terms that depend on `d`, and constants of the problem.
    pub parts: Vec<(String, Sort)>,
    /// The value `d` itself, with `{0}`, `{1}` … for the smaller values. `None` if these do not determine it.
    pub whole: Option<String>,
}

/// A maker of recursive functions.
pub(super) struct FunctionMaker<'a> {
    pub scope: &'a Scope,
    pub signature: &'a Signature,
    /// The sorts of the problem.
    pub sorts: Vec<Sort>,
    /// The datatypes that the functions bring along.
    pub declared: Vec<Datatype>,
    /// The lines that declare these, with constants.
    pub lines: Vec<String>,
    /// The largest integer from which a function counts down.
    pub most: u32,
    pub fresh: &'a mut Fresh,
    pub rng: &'a mut Rng,
}

/// The variable that shrinks.
pub(super) const SHRINKING: &str = "{d}";

impl Shape {
    /// Returns the shape of an argument of this name, for a function that calls no other one.
    pub(super) fn for_argument(mut self, name: &str) -> Shape {
        let put = |text: &mut String| *text = text.replace(SHRINKING, name);
        for case in &mut self.cases {
            case.smaller.retain(|(_, sort)| *sort == self.sort);
            put(&mut case.condition);
            case.smaller.iter_mut().chain(&mut case.parts).for_each(|(text, _)| put(text));
            case.whole.iter_mut().for_each(put);
        }
        self
    }

    /// Adds constants to what the body of each case may contain.
    pub(super) fn mention(&mut self, constants: &[(String, Sort)]) {
        self.cases.iter_mut().for_each(|case| case.parts.extend_from_slice(constants));
    }

    /// Combines a body for each case of an argument: by `match`, or by conditions.
    pub(super) fn chosen(&self, argument: &str, bodies: &[String]) -> String {
        let cases = self.cases.iter().zip(bodies);
        if self.cases.iter().all(|case| case.pattern.is_some()) {
            let cases = cases.filter_map(|(case, body)| Some(format!("({} {body})", case.pattern.as_ref()?)));
            return format!("(match {argument} ({}))", cases.collect::<Vec<_>>().join(" "));
        }
        let last = bodies.last().cloned().unwrap_or_default();
        let nested = cases.rev().skip(1);
        nested.fold(last, |rest, (case, body)| format!("(ite {} {body} {rest})", case.condition))
    }
}

impl<'a> FunctionMaker<'a> {
    /// Creates a maker of functions over sorts of a problem.
    pub(super) fn new(
        scope: &'a Scope,
        signature: &'a Signature,
        sorts: Vec<Sort>,
        (fresh, rng): (&'a mut Fresh, &'a mut Rng),
    ) -> FunctionMaker<'a> {
        let (declared, lines) = (Vec::new(), Vec::new());
        FunctionMaker { scope, signature, sorts, declared, lines, most: MOST_CALLS, fresh, rng }
    }

    /// Draws the sorts that shrink: one, or those of datatypes that contain each other. Declares a datatype if the
    /// problem has none that is recursive.
    pub(super) fn draw_shapes(&mut self) -> Option<Vec<Shape>> {
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
            return self.declare_datatypes();
        }
        let group = self.rng.pick(&groups)?.clone();
        group.iter().map(|sort| self.draw_shape(sort)).collect()
    }

    /// Returns the sorts of a recursive datatype and of those that it contains and that contain it; `None` if infinite
    /// trees are among their values.
    fn signature_family(&self, sort: &Sort) -> Option<Vec<Sort>> {
        let fields = |sort: &Sort| -> BTreeSet<Sort> {
            let Sort::Named(name, arguments) = sort else { return BTreeSet::new() };
            let Some(datatype) = self.datatype(name) else { return BTreeSet::new() };
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
        let is_declared =
            |sort: &Sort| self.declared.iter().any(|datatype| datatype.sort(Vec::new()) == *sort);
        let is_finite = |sort: &Sort| {
            let Sort::Named(name, _) = sort else { return false };
            self.datatype(name).is_some_and(|datatype| !datatype.is_codatatype)
        };
        let is_known = |sort: &Sort| is_finite(sort) && (self.scope.has_sort(sort) || is_declared(sort));
        (within.contains(sort) && family.len() <= 3 && family.iter().all(is_known)).then_some(family)
    }

    /// Returns a datatype of the problem, or one that the functions bring along.
    pub(super) fn datatype(&self, name: &str) -> Option<&Datatype> {
        let declared = self.declared.iter().find(|datatype| datatype.name == name);
        declared.or_else(|| self.signature.datatype(name).map(|datatype| &**datatype))
    }

    /// Declares one or two datatypes, with constants.
    fn declare_datatypes(&mut self) -> Option<Vec<Shape>> {
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
            let (name, parameters) = (sort.to_string(), Vec::new());
            datatypes.push(Datatype { name, is_codatatype: false, parameters, constructors });
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
        self.lines.push(format!("(declare-datatypes ({}) ({}))", names.join(" "), bodies.join(" ")));
        for datatype in &datatypes {
            for _ in 0..2 {
                self.lines.push(format!("(declare-fun {} () {})", self.fresh.name(), datatype.name));
            }
        }
        let sorts: Vec<Sort> = datatypes.iter().map(|datatype| datatype.sort(Vec::new())).collect();
        self.declared.clone_from(&datatypes);
        Some(datatypes.iter().map(|datatype| self.split_datatype(datatype, &[], &sorts)).collect())
    }

    /// Draws constants of the problem that bodies may mention, for functions with results of a sort: mostly none. Whatever
    /// their values, the same argument shrinks, so all calls still end.
    pub(super) fn draw_constants(&mut self, sort: &Sort) -> Vec<(String, Sort)> {
        let constants = self.signature.functions().filter_map(|function| {
            let is_fixed = function.arguments.is_empty() && !function.is_defined;
            let result = function.result.as_ref().filter(|_| is_fixed)?;
            self.scope.has_sort(result).then(|| (function.name.clone(), result.clone()))
        });
        let (fitting, others): (Vec<_>, Vec<_>) = constants.partition(|(_, result)| result == sort);
        let mut left = if fitting.is_empty() { others } else { fitting };
        if left.is_empty() || !self.rng.percent(MENTIONING) {
            return Vec::new();
        }
        let count = (1 + self.rng.below(MENTIONED) as usize).min(left.len());
        (0..count).map(|_| left.swap_remove(self.rng.index(left.len()))).collect()
    }

    /// Draws the cases of a function over a sort.
    pub(super) fn draw_shape(&mut self, sort: &Sort) -> Option<Shape> {
        let d = SHRINKING;
        let (stop, smaller, parts, whole) = match sort {
            Sort::Int => {
                let less = |by: u32| (format!("(- {d} {by})"), Sort::Int);
                let (smaller, whole) = match self.rng.below(4) {
                    0 => (vec![less(1), less(2)], None),
                    1 => (vec![less(2)], Some("(+ 2 {0})")),
                    _ => (vec![less(1)], Some("(+ 1 {0})")),
                };
                let stop = format!("(or (<= {d} 0) (> {d} {}))", self.most);
                (stop, smaller, vec![(d.to_owned(), Sort::Int)], whole.map(str::to_owned))
            }
            Sort::BitVec(width) => {
                let literal = |number: u32| format!("#b{number:0width$b}", width = *width as usize);
                let (zero, one) = (literal(0), literal(1));
                let (next, whole) = if *width == 1 || (*width <= COUNTED && self.rng.percent(50)) {
                    (format!("(bvsub {d} {one})"), format!("(bvadd {{0}} {one})"))
                } else {
                    (format!("(bvlshr {d} {one})"), format!("(bvor (bvshl {{0}} {one}) (bvand {d} {one}))"))
                };
                let parts =
                    vec![(d.to_owned(), sort.clone()), (format!("((_ extract 0 0) {d})"), Sort::BitVec(1))];
                (format!("(= {d} {zero})"), vec![(next, sort.clone())], parts, Some(whole))
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
                let parts = vec![(one, Sort::String), (format!("(str.len {d})"), Sort::Int)];
                (format!("(= {d} \"\")"), vec![(next, Sort::String)], parts, Some(whole))
            }
            Sort::Seq(element) => {
                let next = format!("(seq.extract {d} 1 (- (seq.len {d}) 1))");
                let one = format!("(seq.nth {d} 0)");
                let whole = format!("(seq.++ (seq.unit {one}) {{0}})");
                let parts = vec![(one, (**element).clone()), (format!("(seq.len {d})"), Sort::Int)];
                (format!("(= (seq.len {d}) 0)"), vec![(next, sort.clone())], parts, Some(whole))
            }
            Sort::Named(name, arguments) => {
                let family = self.signature_family(sort)?;
                let datatype = self.datatype(name)?.clone();
                return Some(self.split_datatype(&datatype, arguments, &family));
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
    fn split_datatype(&mut self, datatype: &Datatype, arguments: &[Sort], family: &[Sort]) -> Shape {
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
}
