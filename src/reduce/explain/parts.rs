//! The parts of a problem that may vary, what is tried in their place, and the problems with it.

use std::collections::{BTreeMap, BTreeSet};

use crate::generate::resorting::{Original, Size};
use crate::generate::term_builder::{exchanged, within};
use crate::smtlib::{Printer, Problem, Sort, Term, TermId, Terms};
use crate::theory::domain::edges;
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::operators::{Op, Operator, ResultSort, Theory, all, op};
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::theory::usable::is_usable;
use crate::theory::value::{Bits, Float, Format, Value};

/// The widths tried beside those near the width of the script.
const WIDTHS: [u32; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32, 64];
/// The formats tried: the smallest ones, with significands that are short and long for their exponents, and those that
/// machines have.
const FORMATS: [(u32, u32); 11] =
    [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (3, 5), (4, 4), (5, 11), (8, 24)];
/// The values with which a term is compared where no witness gives it one.
const EDGES: usize = 3;
/// The longest term in bytes that is named by its text.
const LONGEST_NAME: usize = 40;

/// A part of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All sorts of a size.
    Size(Size),
    /// An operator, by a term with it at the head.
    Operator(TermId),
    /// A literal, or a constant of a theory.
    Literal(TermId),
}

/// What may stand in place of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Another size.
    Size(Size),
    /// Another operator, with its indices.
    Operator(String),
    /// An equation of an argument of a predicate with a value, or its negation.
    Equation { argument: TermId, value: Value, holds: bool },
    /// Another value.
    Literal(Value),
}

/// The largest formulas whose terms are written out where they are used, in nodes: larger ones may not fit into memory.
const WRITTEN_OUT: usize = 10_000;

/// A problem whose parts may vary.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    problem: &'a Problem,
    original: Option<Original>,
    signature: Signature,
    sorting: Sorting,
    /// The values of its terms under a witness, by number, if it has one.
    values: Vec<Option<Value>>,
    /// The problem with terms written out that are used twice, and nothing else changed.
    pub written_out: Problem,
}

impl<'a> Parts<'a> {
    /// Collects the parts of a problem, whose terms have these `values` under a witness, if it has one. Returns `None` if
    /// the problem is ill-sorted or too large.
    pub(super) fn collect(problem: &'a Problem, values: Vec<Option<Value>>) -> Option<Parts<'a>> {
        let mut roots = problem.formulas.assertions.iter().chain(&problem.formulas.assumptions);
        if roots.any(|&root| problem.formulas.terms.has_larger_tree(root, WRITTEN_OUT)) {
            return None;
        }
        let signature = Signature::collect(&problem.script);
        let sorting = Sorting::infer(&problem.formulas.terms, &signature);
        let original = Original::collect(problem);
        let written_out = exchanged_in(problem, &|_| Some(BTreeMap::new()))?;
        Some(Parts { problem, original, signature, sorting, values, written_out })
    }

    /// Returns the parts of the formulas with what to try, the most telling ones first: constants of theories such as
    /// rounding modes, sizes, operators from the outside in, literals.
    pub(super) fn list(&self) -> Vec<(Part, Vec<Choice>)> {
        let terms = &self.problem.formulas.terms;
        let within = self.within_literals();
        let (mut constants, mut operators, mut literals) = (Vec::new(), Vec::new(), Vec::new());
        for id in terms.ids().rev().filter(|id| !within.contains(id)) {
            let Term::App(head, arguments) = terms.get(id) else { continue };
            if let Some(own) = self.float(id) {
                literals.push((Part::Literal(id), self.floats(&own)));
                continue;
            }
            match self.sorting.meaning(*head) {
                Some(Meaning::Literal(own)) => literals.push((Part::Literal(id), self.values(own, id))),
                Some(Meaning::Operator(applied)) if arguments.is_empty() => {
                    constants.push((Part::Literal(id), self.operators(applied, arguments)));
                }
                Some(Meaning::Operator(applied)) => {
                    let mut choices = self.equations(id, applied.operator);
                    choices.extend(self.operators(applied, arguments));
                    operators.push((Part::Operator(id), choices));
                }
                _ => {}
            }
        }
        let sizes = self.original.iter().flat_map(Original::sizes);
        let sizes = sizes.map(|size| (Part::Size(size), others(size).map(Choice::Size).collect()));
        // A size that occurs only within literals makes no difference.
        let matters = |(part, choices): &(Part, Vec<Choice>)| {
            let mut changed = choices.iter().filter_map(|choice| self.with(*part, choice));
            let first = changed.next();
            first.is_some_and(|first| changed.any(|other| other.source() != first.source()))
        };
        let sizes = sizes.filter(matters);
        constants.into_iter().chain(sizes).chain(operators).chain(literals).collect()
    }

    /// Returns the literals within floating-point literals, which do not vary alone.
    fn within_literals(&self) -> BTreeSet<TermId> {
        let terms = &self.problem.formulas.terms;
        let mut within = BTreeSet::new();
        for id in terms.ids().filter(|&id| self.float(id).is_some()) {
            terms.for_each_child(id, |child| {
                within.insert(child);
            });
        }
        within
    }

    /// Returns the value of `(fp …)` of three literals.
    fn float(&self, id: TermId) -> Option<Value> {
        let terms = &self.problem.formulas.terms;
        let meaning = |id| match terms.get(id) {
            Term::App(head, _) => self.sorting.meaning(*head),
            _ => None,
        };
        let bits = |id: &TermId| match meaning(*id) {
            Some(Meaning::Literal(Value::Bits(bits))) => Some(bits),
            _ => None,
        };
        let makes = |applied: &Applied| applied.operator.result == ResultSort::FormatOfParts;
        let (_, arguments) = terms.as_app(id)?;
        let parts: Vec<&Bits> = arguments.iter().map(bits).collect::<Option<_>>()?;
        match (meaning(id)?, self.sorting.sort(id).known()?, &parts[..]) {
            (Meaning::Operator(applied), Sort::Float(exponent, significand), [sign, middle, fraction])
                if makes(applied) =>
            {
                let format = Format { exponent: *exponent, significand: *significand };
                let (middle, fraction) = (middle.unsigned().clone(), fraction.unsigned().clone());
                Some(Value::Float(Float::from_fields(format, sign.is_negative(), middle, fraction)))
            }
            _ => None,
        }
    }

    /// Returns the special values of the format of a floating-point literal, except for its own.
    fn floats(&self, own: &Value) -> Vec<Choice> {
        let Sort::Float(exponent, significand) = own.sort() else { return Vec::new() };
        let specials = Float::specials(Format { exponent, significand }).into_iter();
        specials.map(Value::Float).filter(|value| value != own).map(Choice::Literal).collect()
    }

    /// Returns telling values of the sort of a literal, except for its own.
    fn values(&self, own: &Value, id: TermId) -> Vec<Choice> {
        let Some(sort) = self.sorting.sort(id).known() else { return Vec::new() };
        let mut values = edges(sort, &self.signature);
        let mut seen = BTreeSet::from([own.clone()]);
        values.retain(|value| seen.insert(value.clone()));
        values.into_iter().map(Choice::Literal).collect()
    }

    /// Returns operators of the same theory and signature, with the same indices: related ones first.
    fn operators(&self, applied: &Applied, arguments: &[TermId]) -> Vec<Choice> {
        let operator = applied.operator;
        if applied.qualifier.is_some() {
            return Vec::new();
        }
        let first = arguments.first().and_then(|&id| self.sorting.sort(id).known());
        let fits = |other: &&'static Operator| {
            other.theory == operator.theory
                && other.indices.are(applied.indices.len())
                && other.may_replace(operator, arguments.len(), first)
        };
        let related: Vec<&str> =
            operator.negation().into_iter().chain(operator.plainer()).map(Op::name).collect();
        let mut others: Vec<&Operator> = all().filter(fits).collect();
        others.sort_by_key(|other| !related.contains(&other.name));
        let written = |other: &Operator| match applied.indices.join(" ") {
            indices if indices.is_empty() => other.name.to_owned(),
            indices => format!("(_ {} {indices})", other.name),
        };
        others.into_iter().map(|other| Choice::Operator(written(other))).collect()
    }

    /// Returns equations in place of the only application of a predicate to a term with further operators: if the solver
    /// fails on one of them, the predicate is not what it is about.
    fn equations(&self, id: TermId, operator: &Operator) -> Vec<Choice> {
        let terms = &self.problem.formulas.terms;
        let Some((head, arguments)) = terms.as_app(id) else { return Vec::new() };
        let is_predicate = operator.theory != Theory::Core && operator.result == ResultSort::Bool;
        if !is_predicate || !terms.is_closed(id) || self.applications(head).count() > 1 {
            return Vec::new();
        }
        let is_telling = |id: TermId| match terms.get(id) {
            Term::App(head, _) => matches!(
                self.sorting.meaning(*head),
                Some(Meaning::Operator(applied)) if applied.operator.is_telling()
            ),
            _ => false,
        };
        let argument = arguments.iter().copied().find(|&argument| within(terms, argument).any(is_telling));
        let Some(argument) = argument else { return Vec::new() };
        let value = |id: TermId| self.values.get(id.index())?.clone();
        match (value(argument), value(id), self.sorting.sort(argument).known()) {
            (Some(value), Some(Value::Bool(holds)), _) => vec![Choice::Equation { argument, value, holds }],
            (_, _, Some(sort)) if self.values.is_empty() => {
                let edges = edges(sort, &self.signature).into_iter();
                edges.take(EDGES).map(|value| Choice::Equation { argument, value, holds: true }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Iterates over the applications of an operator to arguments.
    fn applications<'b>(&'b self, head: &'b str) -> impl Iterator<Item = TermId> + 'b {
        let terms = &self.problem.formulas.terms;
        let has_head = move |id: &TermId| {
            terms.as_app(*id).is_some_and(|(name, arguments)| name == head && !arguments.is_empty())
        };
        terms.ids().filter(has_head)
    }

    pub(super) fn name(&self, part: Part) -> String {
        let terms = &self.problem.formulas.terms;
        let printed = |id| {
            let mut printer = Printer::new(terms);
            printer.share(false);
            printer.print(id)
        };
        match part {
            Part::Size(Size::Width(width)) => format!("width {width}"),
            Part::Size(Size::Format(exponent, significand)) => format!("format ({exponent}, {significand})"),
            Part::Literal(id) => printed(id),
            Part::Operator(id) => {
                let Some((head, _)) = terms.as_app(id) else { return printed(id) };
                let whole = terms.is_closed(id).then(|| printed(id));
                match whole.filter(|whole| whole.len() <= LONGEST_NAME) {
                    Some(whole) if self.applications(head).count() > 1 => format!("{head} in {whole}"),
                    _ => head.to_owned(),
                }
            }
        }
    }

    pub(super) fn is_rounding_mode(&self, part: Part) -> bool {
        matches!(part, Part::Literal(id) if self.sorting.sort(id).known() == Some(&Sort::RoundingMode))
    }

    /// Returns the problem with something else in place of a part; `None` if that is ill-sorted, or not all that changes.
    pub(super) fn with(&self, part: Part, choice: &Choice) -> Option<Problem> {
        match (part, choice) {
            (Part::Size(old), Choice::Size(new)) => self.original.as_ref()?.resized(self.problem, old, *new),
            (Part::Operator(id) | Part::Literal(id), Choice::Operator(head)) => {
                exchanged_in(self.problem, &|terms| {
                    let (_, arguments) = terms.as_app(id)?;
                    let arguments = arguments.to_vec();
                    Some(BTreeMap::from([(id, terms.app(head, &arguments))]))
                })
            }
            (Part::Operator(id), Choice::Equation { argument, value, holds }) => {
                exchanged_in(self.problem, &|terms| {
                    let value = value.term(terms);
                    let head = if *holds { op::EQUAL } else { op::DISTINCT };
                    Some(BTreeMap::from([(id, terms.app(head.name(), &[*argument, value]))]))
                })
            }
            (Part::Literal(id), Choice::Literal(value)) => {
                exchanged_in(self.problem, &|terms| Some(BTreeMap::from([(id, value.term(terms))])))
            }
            _ => None,
        }
    }
}

/// Returns a problem with other terms in place of some, and without `let`; `None` if that is ill-sorted.
fn exchanged_in(
    problem: &Problem,
    others: &dyn Fn(&mut Terms) -> Option<BTreeMap<TermId, TermId>>,
) -> Option<Problem> {
    let Problem { script, formulas } = problem;
    let mut terms = formulas.terms.clone();
    let others = others(&mut terms)?;
    let nodes = script.assertions.iter().chain(&script.assumptions);
    let roots = formulas.assertions.iter().chain(&formulas.assumptions);
    let images: Vec<TermId> =
        roots.map(|&root| exchanged(&mut terms, root, &others, 0)).collect::<Option<_>>()?;
    let mut printer = Printer::new(&terms);
    printer.share(false);
    let edits = nodes.zip(images).map(|(&node, image)| (node, printer.print(image).into())).collect();
    let changed = problem.edited(&edits).ok()?;
    is_usable(changed.clone()).then_some(changed)
}

/// Returns the sizes to try in place of one, the nearest first.
fn others(size: Size) -> Box<dyn Iterator<Item = Size>> {
    match size {
        Size::Width(own) => {
            let near = [own.saturating_sub(1), own.saturating_add(1)];
            let mut widths: Vec<u32> = near.into_iter().chain(WIDTHS).collect();
            widths.retain(|&width| width > 0 && width != own);
            widths.sort_unstable_by_key(|&width| (width.abs_diff(own), width));
            widths.dedup();
            Box::new(widths.into_iter().map(Size::Width))
        }
        Size::Format(exponent, significand) => {
            let own = (exponent, significand);
            let near = [(exponent, significand + 1), (exponent + 1, significand)];
            let mut formats: Vec<(u32, u32)> = near.into_iter().chain(FORMATS).collect();
            formats.retain(|format| *format != own);
            let distance = |format: (u32, u32)| format.0.abs_diff(own.0) + format.1.abs_diff(own.1);
            formats.sort_unstable_by_key(|&format| (distance(format), format));
            formats.dedup();
            Box::new(formats.into_iter().map(|(exponent, significand)| Size::Format(exponent, significand)))
        }
    }
}
