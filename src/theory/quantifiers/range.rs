//! Ranges of variables from the guards of a quantified formula: `(=> (and … (<= 0 x) … (< x 9) … (= y t) …) …)`
//! under `forall`, or the conjunction itself under `exists`. Outside the range, the body cannot decide the
//! formula. Strings range over the words of a language, if it is finite or their length is bounded.

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_int::IBig;

use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::operators::op;
use crate::theory::sorting::Sorting;
use crate::theory::value::{Language, Value};

/// A comparison that holds wherever the body matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The variable that is compared, or whose length is.
    pub variable: VarId,
    is_length: bool,
    relation: Relation,
    /// The term with which the variable is compared.
    pub bound: TermId,
}

/// The relation of a variable to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Is,
    /// It is at most the bound, or less if the flag is set.
    Below(bool),
    Above(bool),
    /// It is a word of the bound, which is a language.
    In,
}

/// Returns the guards of a quantified formula.
pub(super) fn guards(terms: &Terms, sorting: &Sorting, binder: &Binder) -> Vec<Guard> {
    let mut guards = Vec::new();
    let mut open = vec![(binder.body, binder.kind == BinderKind::Exists)];
    while let Some((id, holds)) = open.pop() {
        let Term::App(head, arguments) = terms.get(id) else { continue };
        let Some(Meaning::Operator(applied)) = sorting.meaning(*head) else { continue };
        let operator = applied.operator.op;
        match (operator, holds) {
            (op::AND, true) | (op::OR, false) => {
                open.extend(arguments.iter().map(|&argument| (argument, holds)));
            }
            (op::NOT, _) => open.extend(arguments.iter().map(|&argument| (argument, !holds))),
            (op::IMPLIES, false) => {
                if let Some((&last, conditions)) = arguments.split_last() {
                    open.extend(conditions.iter().map(|&condition| (condition, true)));
                    open.push((last, false));
                }
            }
            // The negation of a chain says nothing about its pairs.
            (op::LT | op::LEQ | op::GT | op::GEQ, _) if holds || arguments.len() == 2 => {
                let is_strict = matches!(operator, op::LT | op::GT) == holds;
                let is_upper = matches!(operator, op::LT | op::LEQ) == holds;
                let (one, other) = match is_upper {
                    true => (Relation::Below(is_strict), Relation::Above(is_strict)),
                    false => (Relation::Above(is_strict), Relation::Below(is_strict)),
                };
                add((terms, sorting, binder), arguments, (one, other), &mut guards);
            }
            (op::STR_IN_RE, true) => {
                if let &[word, language] = arguments.as_slice()
                    && let Some((variable, false)) = compared(terms, sorting, binder, word)
                {
                    guards.push(Guard {
                        variable,
                        is_length: false,
                        relation: Relation::In,
                        bound: language,
                    });
                }
            }
            (op::EQUAL, true) => {
                add((terms, sorting, binder), arguments, (Relation::Is, Relation::Is), &mut guards)
            }
            (op::DISTINCT, false) if arguments.len() == 2 => {
                add((terms, sorting, binder), arguments, (Relation::Is, Relation::Is), &mut guards);
            }
            _ => {}
        }
    }
    guards
}

/// Returns the variable of a binder that a term is, or whose length it is.
fn compared(terms: &Terms, sorting: &Sorting, binder: &Binder, id: TermId) -> Option<(VarId, bool)> {
    match terms.get(id) {
        Term::Var(variable) => binder.variables.contains(variable).then_some((*variable, false)),
        Term::App(head, arguments) => match (sorting.meaning(*head)?.op(), arguments.as_slice()) {
            (Some(op::STR_LEN), &[word]) => {
                let (variable, is_length) = compared(terms, sorting, binder, word)?;
                (!is_length).then_some((variable, true))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Adds the guards that neighbours in a chain imply: the relation of the first to the second, and of the second
/// to the first. Only integers and lengths get bounds, because a number next to a bound that is excluded exists only
/// for them.
fn add(
    (terms, sorting, binder): (&Terms, &Sorting, &Binder),
    chain: &[TermId],
    (one, other): (Relation, Relation),
    guards: &mut Vec<Guard>,
) {
    for pair in chain.windows(2) {
        for (id, relation, bound) in [(pair[0], one, pair[1]), (pair[1], other, pair[0])] {
            let Some((variable, is_length)) = compared(terms, sorting, binder, id) else { continue };
            if relation == Relation::Is || is_length || sorting.variable(variable) == Some(&Sort::Int) {
                guards.push(Guard { variable, is_length, relation, bound });
            }
        }
    }
}

/// The points and bounds that guards give for each variable.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    points: BTreeMap<VarId, Value>,
    low: BTreeMap<VarId, IBig>,
    high: BTreeMap<VarId, IBig>,
    languages: BTreeMap<VarId, Vec<Arc<Language>>>,
    longest: BTreeMap<VarId, IBig>,
}

impl Ranges {
    /// Collects the ranges from guards. `value` returns the values of bounds that are known.
    pub(super) fn collect(
        terms: &Terms,
        guards: &[Guard],
        mut value: impl FnMut(&Guard) -> Option<Value>,
    ) -> Ranges {
        let mut ranges = Ranges::default();
        // A variable bounded by another one inherits the bound of that one.
        let mut chained: Vec<(VarId, VarId, bool, bool)> = Vec::new();
        for guard in guards {
            let (is_upper, is_strict) = match guard.relation {
                Relation::In => {
                    if let Some(Value::Language(language)) = value(guard) {
                        ranges.languages.entry(guard.variable).or_default().push(language);
                    }
                    continue;
                }
                Relation::Is if guard.is_length => (true, false),
                Relation::Is => {
                    if let Some(value) = value(guard) {
                        ranges.points.entry(guard.variable).or_insert(value);
                    }
                    continue;
                }
                Relation::Below(is_strict) => (true, is_strict),
                Relation::Above(is_strict) => (false, is_strict),
            };
            match (value(guard), terms.get(guard.bound)) {
                (Some(Value::Int(bound)), _) if guard.is_length && is_upper => {
                    tighten(&mut ranges.longest, guard.variable, bound - distance(is_strict), IBig::min);
                }
                (Some(Value::Int(bound)), _) if !guard.is_length => {
                    ranges.narrow(guard.variable, &bound, is_upper, is_strict);
                }
                (None, Term::Var(other)) if !guard.is_length => {
                    chained.push((guard.variable, *other, is_upper, is_strict))
                }
                _ => {}
            }
        }
        for _ in 0..chained.len() {
            for &(variable, other, is_upper, is_strict) in &chained {
                let ends = if is_upper { &ranges.high } else { &ranges.low };
                if let Some(bound) = ends.get(&other).cloned() {
                    ranges.narrow(variable, &bound, is_upper, is_strict);
                }
            }
        }
        ranges
    }

    fn narrow(&mut self, variable: VarId, bound: &IBig, is_upper: bool, is_strict: bool) {
        match is_upper {
            true => tighten(&mut self.high, variable, bound - distance(is_strict), IBig::min),
            false => tighten(&mut self.low, variable, bound + distance(is_strict), IBig::max),
        }
    }

    /// Returns all values within the range of a variable, if it is finite and has at most `most` values.
    pub(super) fn values(&self, variable: VarId, sort: &Sort, most: usize) -> Option<Vec<Value>> {
        // The one-point rule.
        let point = self.points.get(&variable).cloned().map(|point| point.coerced(sort));
        if let Some(point) = point.filter(|point| point.sort() == *sort && *sort != Sort::RegLan) {
            return Some(vec![point]);
        }
        match sort {
            Sort::Int => {}
            Sort::String => return self.words(variable, most),
            _ => return None,
        }
        let (low, high) = (self.low.get(&variable)?, self.high.get(&variable)?);
        let count = high - low + IBig::ONE;
        if count > IBig::from(most) {
            return None;
        }
        let count = usize::try_from(count).unwrap_or_default();
        Some((0..count).map(|step| Value::Int(low + IBig::from(step))).collect())
    }

    /// Returns the strings that a variable ranges over, if they are at most `most`.
    fn words(&self, variable: VarId, most: usize) -> Option<Vec<Value>> {
        let longest = match self.longest.get(&variable) {
            Some(longest) if *longest < IBig::ZERO => return Some(Vec::new()),
            Some(longest) => usize::try_from(longest.clone()).ok(),
            None => None,
        };
        let languages = self.languages.get(&variable)?.iter();
        let words = languages.filter_map(|language| language.words(longest, most)).min_by_key(Vec::len)?;
        Some(words.into_iter().map(Value::Text).collect())
    }
}

/// Returns the distance from a bound to the nearest integer that it allows: 1 if the bound itself is excluded.
fn distance(is_excluded: bool) -> IBig {
    IBig::from(u8::from(is_excluded))
}

/// Moves the end of a variable's range to a bound, if `tighter` prefers it to the end that is known.
fn tighten(ends: &mut BTreeMap<VarId, IBig>, variable: VarId, bound: IBig, tighter: fn(IBig, IBig) -> IBig) {
    let end = match ends.remove(&variable) {
        Some(end) => tighter(end, bound),
        None => bound,
    };
    ends.insert(variable, end);
}
