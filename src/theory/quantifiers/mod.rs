//! Quantified formulas: which values are tried, and what the instances say.
//!
//! What is linear is decided as a whole (`linear`, `covering`). Of other formulas, variables get values one after the
//! other, each in sight of those before it. All that matter are tried of a variable that its guards hold in a finite
//! range or at one point (`range`), of a small sort, or of one that occurs in comparisons only (`survey`, `order`);
//! of others a few, after the body was evaluated without any. Which variable comes next is free, as all are bound
//! alike.

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
use crate::theory::value::Value;
use range::{Guard, Ranges};
pub(in crate::theory) use trial::Trial;
use trial::{Level, Stage, Survey};

/// Instances of one formula, at most.
const INSTANCES: usize = LISTED;
/// Values of a large sort that are tried: those at its edges, and of terms.
const TRIED: usize = 24;
/// Values of a sort that are tried without asking whether fewer do.
const FEW: usize = 8;

/// What is tried of a variable.
struct Choice {
    variable: VarId,
    values: Vec<Value>,
    /// Whether these are all that matter.
    is_complete: bool,
}

impl Interpreter<'_> {
    /// The values of the next instance of a formula of the topmost frame; none if nothing is left to be tried.
    pub(in crate::theory) fn next_instance(
        &mut self,
        id: TermId,
        trial: &mut Trial,
    ) -> Option<Vec<(VarId, Value)>> {
        let terms = self.dags[self.top_place() as usize].terms;
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
                    trial.decide(EvalResult { value: Ok(Value::Bool(truth)), is_chosen: false });
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
                // The body may be worth the same whatever the values are.
                trial.levels.clear();
                trial.stage = Stage::Blind;
                return Some(Vec::new());
            }
            // As many as leave room for the others, of which some will have only one.
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

    /// Finds the variables that occur, and what guards say of them.
    fn begin(&mut self, binder: &Binder, trial: &mut Trial) {
        let terms = self.dags[self.top_place() as usize].terms;
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
        trial.guards = range::guards(terms, self.dags[self.top_place() as usize].sorting, binder);
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
        self.dags[self.top_place() as usize].sorting.variable(variable)
    }

    /// All values of a sort that has few.
    fn all_of(&self, sort: &Sort, most: usize) -> Option<Vec<Value>> {
        domain::list(sort, most.min(self.listed), &self.model.signature)
    }

    /// A variable that has no value yet, and what is tried of it.
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
        // With values in the place of other variables, more of them occur in comparisons only.
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

    /// What guards say of the variables that have no value yet.
    fn ranges(&mut self, trial: &Trial, open: &[VarId], assigned: &[(VarId, Value)]) -> Ranges {
        let mut steps = 0;
        let guards: Vec<Guard> =
            trial.guards.iter().filter(|guard| open.contains(&guard.variable)).copied().collect();
        let terms = self.dags[self.top_place() as usize].terms;
        let ranges = Ranges::collect(terms, &guards, |guard| {
            let (value, taken) = survey::value_of(self, guard.bound, assigned);
            steps += taken;
            value
        });
        self.charge(steps);
        ranges
    }

    /// All values of a variable that matter, if they are known and not too many.
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
        let moving = survey.and_then(|survey| survey.component(variable)).and_then(|component| {
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

    /// Where there are many, begins with the values at which formulas change their truth: not all may be reached.
    fn edges_first(&self, values: &mut [Value]) {
        if let Some(sort) = values.first().filter(|_| values.len() > FEW).map(Value::sort) {
            let edges = domain::edges(&sort, &self.model.signature);
            values.sort_by_key(|value| !edges.contains(value));
        }
    }

    /// A few values of a variable: with which it is compared, at the edges of its sort, and of terms.
    fn some(&self, survey: Option<&Survey>, variable: VarId) -> Vec<Value> {
        let Some(sort) = self.sort_of(variable) else { return Vec::new() };
        let edges = domain::edges(sort, &self.model.signature);
        let hints = survey.into_iter().flat_map(|survey| survey.hints(variable).take(TRIED / 2)).cloned();
        let known: BTreeSet<Value> = self.values_of(sort).collect();
        let mut values = Vec::with_capacity(TRIED);
        let built = domain::of_constructors(sort, &self.model.signature);
        for value in edges.into_iter().chain(hints).chain(built).chain(known) {
            if values.len() < TRIED && !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}
