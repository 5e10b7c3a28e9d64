//! Quantified formulas: the choice of values to try, and the combination of the instances' results.
//!
//! Linear formulas are decided as a whole (`linear`, `covering`). For other formulas, variables get values one
//! after another, and the choice for one variable may depend on the values before it. The choice is complete for
//! a variable that guards confine to a finite range or one point (`range`), that has a small sort, or that occurs
//! only in comparisons (`survey`, `order`). For other variables, a few values are tried, after an attempt to
//! evaluate the body without any. The variables may be chosen in any order, since all are bound by the same
//! quantifier.

mod covering;
mod linear;
mod order;
mod range;
mod survey;
#[cfg(test)]
mod tests;
mod trial;
mod view;

use std::collections::BTreeSet;

use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, VarId};
use crate::theory::domain;
use crate::theory::interpreter::{EvalResult, Interpreter, LISTED};
use crate::theory::value::{Float, Format, Value};
use range::{Guard, Ranges};
pub(in crate::theory) use trial::Trial;
use trial::{Level, Stage, Survey};

/// The maximal number of instances of one formula.
const INSTANCES: usize = LISTED;
/// The maximal number of values tried for a large sort: edge values, and values of terms.
const TRIED: usize = 24;
/// A number of values so small that no smaller complete choice is searched for.
const FEW: usize = 8;

/// The values to try for a variable.
struct Choice {
    variable: VarId,
    values: Vec<Value>,
    /// Whether no other value can change the result.
    is_complete: bool,
}

impl Interpreter<'_> {
    /// Returns the values for the next instance of a formula of the topmost frame, or `None` if no instance
    /// remains.
    pub(in crate::theory) fn next_instance(
        &mut self,
        id: TermId,
        trial: &mut Trial,
    ) -> Option<Vec<(VarId, Value)>> {
        let terms = self.top_dag().terms;
        let Term::Binder(binder) = terms.get(id) else { return None };
        let settles = |worth: &EvalResult| worth.value == Ok(Value::Bool(binder.kind == BinderKind::Exists));
        if trial.settled.as_ref().is_some_and(settles) {
            return None;
        }
        match trial.stage {
            Stage::New => {
                let (truth, steps) = linear::decide(self, id);
                self.charge(steps);
                if let Some(truth) = truth {
                    trial.decide(EvalResult::known(Value::Bool(truth)));
                    return None;
                }
                self.begin(binder, trial);
                trial.stage = Stage::All;
            }
            Stage::Blind => trial.stage = Stage::Few,
            Stage::All | Stage::Few => {
                if !trial.advance() {
                    return None;
                }
            }
            Stage::Decided => return None,
        }
        while trial.levels.len() < trial.variables.len() {
            let Some(choice) = self.choose_next(binder, trial) else {
                trial.is_partial = true;
                return None;
            };
            if !choice.is_complete && trial.stage == Stage::All {
                // The body may have the same value for all values of the variables, so it is first evaluated
                // without any.
                trial.levels.clear();
                trial.stage = Stage::Blind;
                return Some(Vec::new());
            }
            // The limit leaves room for the remaining variables, assuming that some will have a single value.
            let product = trial.levels.iter().map(|level| level.values.len()).product::<usize>();
            let most = (2 * INSTANCES / product.max(1)).max(1);
            let Choice { variable, mut values, is_complete } = choice;
            trial.is_partial |= !is_complete || values.len() > most;
            self.edges_first(&mut values);
            values.truncate(most);
            let is_empty = values.is_empty();
            trial.levels.push(Level { variable, values, at: 0 });
            if is_empty {
                trial.levels.pop();
                self.charge(1);
                if !trial.advance() {
                    return None;
                }
            }
        }
        if trial.begun == INSTANCES {
            trial.is_partial = true;
            return None;
        }
        trial.begun += 1;
        Some(trial.assigned())
    }

    /// Collects the variables that occur in the body, and the guards.
    fn begin(&mut self, binder: &Binder, trial: &mut Trial) {
        let terms = self.top_dag().terms;
        let mut seen = BTreeSet::new();
        let mut stack = vec![binder.body];
        while let Some(id) = stack.pop() {
            if terms.is_closed(id) || !seen.insert(id) {
                continue;
            }
            match terms.get(id) {
                Term::Var(variable) if binder.variables.contains(variable) => {
                    if !trial.variables.contains(variable) {
                        trial.variables.push(*variable);
                    }
                }
                _ => terms.for_each_child(id, |child| stack.push(child)),
            }
        }
        trial.variables.sort_unstable_by_key(|&variable| terms.variable_of(variable).level);
        trial.guards = range::guards(terms, self.top_dag().sorting, binder);
        let sorts = trial.variables.iter().map(|&variable| self.sort_of(variable));
        let is_small = |sort: Option<&_>| sort.is_some_and(|sort| self.all_of(sort, FEW).is_some());
        if sorts.into_iter().all(is_small) {
            return;
        }
        let (survey, steps) = survey::survey(self, binder, &[]);
        trial.survey = survey;
        self.charge(steps);
    }

    fn sort_of(&self, variable: VarId) -> Option<&Sort> {
        self.top_dag().sorting.variable(variable)
    }

    /// Returns all values of a sort, if there are few.
    fn all_of(&self, sort: &Sort, most: usize) -> Option<Vec<Value>> {
        domain::list(sort, most.min(self.listed), &self.model.signature)
    }

    /// Chooses a variable without a value, and the values to try for it.
    fn choose_next(&mut self, binder: &Binder, trial: &Trial) -> Option<Choice> {
        let assigned = trial.assigned();
        let is_open = |variable: &&VarId| !assigned.iter().any(|(assigned, _)| assigned == *variable);
        let open: Vec<VarId> = trial.variables.iter().filter(is_open).copied().collect();
        let ranges = self.ranges(trial, &open, &assigned);
        let mut best: Option<Choice> = None;
        for &variable in &open {
            let Some(values) = self.complete(&ranges, trial, trial.survey.as_ref(), variable) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| values.len() < best.values.len()) {
                best = Some(Choice { variable, values, is_complete: true });
            }
        }
        if best.is_some() {
            return best;
        }
        // After substituting values for some variables, more of the others may occur only in comparisons.
        let mut survey = None;
        if !assigned.is_empty() && trial.survey.is_some() {
            let (found, steps) = survey::survey(self, binder, &assigned);
            self.charge(steps);
            survey = found;
            for &variable in &open {
                if let Some(values) = self.complete(&ranges, trial, survey.as_ref(), variable) {
                    return Some(Choice { variable, values, is_complete: true });
                }
            }
        }
        let variable = *open.first()?;
        let survey = survey.as_ref().or(trial.survey.as_ref());
        Some(Choice { variable, values: self.some(survey, variable), is_complete: false })
    }

    /// Returns the ranges to which guards confine the variables without values.
    fn ranges(&mut self, trial: &Trial, open: &[VarId], assigned: &[(VarId, Value)]) -> Ranges {
        let mut steps = 0;
        let guards: Vec<Guard> =
            trial.guards.iter().filter(|guard| open.contains(&guard.variable)).copied().collect();
        let terms = self.top_dag().terms;
        let ranges = Ranges::collect(terms, &guards, |guard| {
            let (value, taken) = survey::value_of(self, guard.bound, assigned);
            steps += taken;
            value
        });
        self.charge(steps);
        ranges
    }

    /// Returns a complete choice of values for a variable, if one is known and not too large.
    fn complete(
        &self,
        ranges: &Ranges,
        trial: &Trial,
        survey: Option<&Survey>,
        variable: VarId,
    ) -> Option<Vec<Value>> {
        let sort = self.sort_of(variable)?;
        let ranged = ranges.values(variable, sort, INSTANCES);
        let is_few = ranged.as_ref().is_some_and(|values| values.len() <= FEW);
        let listed = if is_few { None } else { self.all_of(sort, INSTANCES) };
        let moving = survey.and_then(|survey| survey.components.find(variable)).and_then(|component| {
            let mut component = component.clone();
            let given = trial.assigned().into_iter();
            let given = given.filter(|(other, _)| component.variables.contains(other));
            let given: Vec<Value> = given.map(|(_, value)| value).collect();
            let later = component.variables.len() - given.len() - 1;
            component.points.extend(given);
            order::representatives(sort, &component, later, &self.model.signature)
        });
        [ranged, listed, moving].into_iter().flatten().min_by_key(Vec::len)
    }

    /// Moves edge values to the front of a long list, because not all values may be tried.
    fn edges_first(&self, values: &mut [Value]) {
        if let Some(sort) = values.first().filter(|_| values.len() > FEW).map(Value::sort) {
            let edges = domain::edges(&sort, &self.model.signature);
            values.sort_by_key(|value| !edges.contains(value));
        }
    }

    /// Returns a few values of a variable: those it is compared with, edges of its sort, and values of terms.
    fn some(&self, survey: Option<&Survey>, variable: VarId) -> Vec<Value> {
        let Some(sort) = self.sort_of(variable) else { return Vec::new() };
        let edges = match *sort {
            Sort::Float(exponent, significand) => {
                Float::specials(Format { exponent, significand }).map(Value::Float).to_vec()
            }
            _ => domain::edges(sort, &self.model.signature),
        };
        let hints =
            survey.and_then(|survey| survey.hints.get(&variable)).into_iter().flatten().take(TRIED / 2);
        let known: BTreeSet<&Value> = self.values_of(sort).collect();
        let mut values = Vec::with_capacity(TRIED);
        let built = domain::of_constructors(sort, &self.model.signature);
        for value in edges.iter().chain(hints).chain(&built).chain(known) {
            if values.len() < TRIED && !values.contains(value) {
                values.push(value.clone());
            }
        }
        values
    }
}
