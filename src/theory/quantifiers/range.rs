//! Ranges of variables from the guards of a quantified formula: `(=> (and … (<= 0 x) … (< x 9) … (= y t) …) …)`
//! under `forall`, or the conjunction itself under `exists`. Outside the range, the body cannot decide the
//! formula.

use std::collections::BTreeMap;

use dashu_int::IBig;

use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, Terms, VarId};
use crate::theory::meaning::Meaning;
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;

/// A comparison that holds wherever the body matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The variable that is compared.
    pub variable: VarId,
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
}

/// Returns the guards of a quantified formula.
pub(super) fn guards(terms: &Terms, sorting: &Sorting, binder: &Binder) -> Vec<Guard> {
    let mut guards = Vec::new();
    let mut open = vec![(binder.body, binder.kind == BinderKind::Exists)];
    while let Some((id, holds)) = open.pop() {
        let Term::App(head, arguments) = terms.get(id) else { continue };
        let Some(Meaning::Operator(applied)) = sorting.meaning(*head) else { continue };
        let operator = applied.operator.name;
        match (operator, holds) {
            ("and", true) | ("or", false) => {
                open.extend(arguments.iter().map(|&argument| (argument, holds)));
            }
            ("not", _) => open.extend(arguments.iter().map(|&argument| (argument, !holds))),
            ("=>", false) => {
                if let Some((&last, conditions)) = arguments.split_last() {
                    open.extend(conditions.iter().map(|&condition| (condition, true)));
                    open.push((last, false));
                }
            }
            // The negation of a chain says nothing about its pairs.
            ("<" | "<=" | ">" | ">=", _) if holds || arguments.len() == 2 => {
                let is_strict = matches!(operator, "<" | ">") == holds;
                let is_upper = matches!(operator, "<" | "<=") == holds;
                let (one, other) = match is_upper {
                    true => (Relation::Below(is_strict), Relation::Above(is_strict)),
                    false => (Relation::Above(is_strict), Relation::Below(is_strict)),
                };
                add(terms, binder, arguments, (one, other), &mut guards);
            }
            ("=", true) => add(terms, binder, arguments, (Relation::Is, Relation::Is), &mut guards),
            ("distinct", false) if arguments.len() == 2 => {
                add(terms, binder, arguments, (Relation::Is, Relation::Is), &mut guards);
            }
            _ => {}
        }
    }
    guards
}

/// Adds the guards that neighbours in a chain imply: the relation of the first to the second, and of the second
/// to the first.
fn add(
    terms: &Terms,
    binder: &Binder,
    chain: &[TermId],
    (one, other): (Relation, Relation),
    guards: &mut Vec<Guard>,
) {
    let variable = |id: TermId| match terms.get(id) {
        Term::Var(variable) if binder.variables.contains(variable) => Some(*variable),
        _ => None,
    };
    for pair in chain.windows(2) {
        if let Some(variable) = variable(pair[0]) {
            guards.push(Guard { variable, relation: one, bound: pair[1] });
        }
        if let Some(variable) = variable(pair[1]) {
            guards.push(Guard { variable, relation: other, bound: pair[0] });
        }
    }
}

/// The points and bounds that guards give for each variable.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    points: BTreeMap<VarId, Value>,
    low: BTreeMap<VarId, IBig>,
    high: BTreeMap<VarId, IBig>,
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
                (Some(Value::Int(bound)), _) => {
                    ranges.narrow(guard.variable, &bound, is_upper, is_strict);
                }
                (None, Term::Var(other)) => chained.push((guard.variable, *other, is_upper, is_strict)),
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
        let step = if is_strict { IBig::ONE } else { IBig::ZERO };
        if is_upper {
            let bound = bound - step;
            let high = self.high.entry(variable).or_insert_with(|| bound.clone());
            *high = bound.min(high.clone());
        } else {
            let bound = bound + step;
            let low = self.low.entry(variable).or_insert_with(|| bound.clone());
            *low = bound.max(low.clone());
        }
    }

    /// Returns all values within the range of a variable, if it is finite and has at most `most` values.
    pub(super) fn values(&self, variable: VarId, sort: &Sort, most: usize) -> Option<Vec<Value>> {
        // The one-point rule.
        let point = self.points.get(&variable).cloned().map(|point| point.coerced(sort));
        if let Some(point) = point.filter(|point| point.sort() == *sort && *sort != Sort::RegLan) {
            return Some(vec![point]);
        }
        if *sort != Sort::Int {
            return None;
        }
        let (low, high) = (self.low.get(&variable)?, self.high.get(&variable)?);
        let count = high - low + IBig::ONE;
        if count > IBig::from(most) {
            return None;
        }
        let count = usize::try_from(count).unwrap_or_default();
        Some((0..count).map(|step| Value::Int(low + IBig::from(step))).collect())
    }
}
