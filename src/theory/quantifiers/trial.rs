//! What was tried of a quantified formula, what that says, and what is known of its variables.

use std::collections::{BTreeMap, BTreeSet};

use super::range::Guard;
use crate::smtlib::{BinderKind, VarId};
use crate::theory::call::EvalResult;
use crate::theory::limits::Unknown;
use crate::theory::value::Value;

/// The instances of a quantified formula that were tried, and those that are still to be.
#[derive(Debug, Default)]
pub(in crate::theory) struct Trial {
    pub(super) stage: Stage,
    /// The variables that occur.
    pub(super) variables: Vec<VarId>,
    /// What holds wherever the body matters.
    pub(super) guards: Vec<Guard>,
    /// What is known of the variables before any of them has a value.
    pub(super) survey: Option<Survey>,
    /// The variables that have values, in the order in which they got them.
    pub(super) levels: Vec<Level>,
    /// Whether values that matter were left out.
    pub(super) is_partial: bool,
    /// How many instances were begun.
    pub(super) begun: usize,
    /// What settles the formula.
    pub(super) settled: Option<EvalResult>,
    /// Why an instance has no truth value.
    pub(super) unknown: Option<Unknown>,
    /// Whether an instance hangs on what was chosen.
    pub(super) is_chosen: bool,
}

/// How far a trial has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    #[default]
    New,
    /// So far, all values that matter are tried.
    All,
    /// The body is evaluated without values.
    Blind,
    /// That said nothing: of some variables, only a few values are tried.
    Few,
    /// What settles the formula does so whatever the values are.
    Decided,
}

/// The values that are tried of a variable under those of the levels before.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) variable: VarId,
    pub(super) values: Vec<Value>,
    pub(super) at: usize,
}

impl Trial {
    /// Takes note of what an instance is worth.
    pub(in crate::theory) fn learn(&mut self, worth: EvalResult) {
        match worth.value {
            Ok(Value::Bool(_)) if self.stage == Stage::Blind => self.decide(worth),
            _ if self.stage == Stage::Blind => {}
            Ok(Value::Bool(_)) => {
                self.is_chosen |= worth.is_chosen;
                self.settled = Some(worth);
            }
            Ok(_) => self.unknown = Some(Unknown::Quantifier),
            Err(unknown) => self.unknown = Some(unknown),
        }
    }

    /// Takes note of what the formula is worth.
    pub(super) fn decide(&mut self, worth: EvalResult) {
        self.settled = Some(worth);
        self.stage = Stage::Decided;
    }

    /// What the formula is worth once nothing is left to be tried.
    pub(in crate::theory) fn verdict(&self, kind: BinderKind) -> EvalResult {
        let exists = kind == BinderKind::Exists;
        match &self.settled {
            Some(worth) if self.stage == Stage::Decided || worth.value == Ok(Value::Bool(exists)) => {
                worth.clone()
            }
            _ => {
                let value = match &self.unknown {
                    None if !self.is_partial => Ok(Value::Bool(!exists)),
                    None => Err(Unknown::Quantifier),
                    Some(unknown) => Err(unknown.clone()),
                };
                EvalResult { value, is_chosen: self.is_chosen }
            }
        }
    }

    /// The values of the variables so far.
    pub(super) fn assigned(&self) -> Vec<(VarId, Value)> {
        let assigned = self.levels.iter();
        assigned.filter_map(|level| Some((level.variable, level.values.get(level.at)?.clone()))).collect()
    }

    /// Goes on to the next value of the last variable that has one; whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            level.at += 1;
            if level.at < level.values.len() {
                return true;
            }
            self.levels.pop();
        }
        false
    }
}

/// What is known of the variables of a binder.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) components: Components,
    /// Where variables that do not move were compared.
    pub(super) hints: BTreeMap<VarId, BTreeSet<Value>>,
}

impl Survey {
    /// The component of a variable; none if it does not move.
    pub(super) fn component(&self, variable: VarId) -> Option<&Component> {
        self.components.find(variable)
    }

    /// Values with which a variable that does not move was compared, among others.
    pub(super) fn hints(&self, variable: VarId) -> impl Iterator<Item = &Value> {
        self.hints.get(&variable).into_iter().flatten()
    }
}

/// Variables that are compared with each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// The variables: of one sort where there are several.
    pub variables: BTreeSet<VarId>,
    /// Values of that sort with which they are compared.
    pub points: BTreeSet<Value>,
    /// Whether they are compared by an order.
    pub is_ordered: bool,
}

/// All components of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    which: BTreeMap<VarId, usize>,
    all: Vec<Component>,
}

impl Components {
    /// A component of its own for a variable, unless it is in one.
    pub(super) fn add(&mut self, variable: VarId) {
        self.at(variable);
    }

    /// The component of a variable.
    pub(super) fn at(&mut self, variable: VarId) -> &mut Component {
        let next = self.all.len();
        let which = *self.which.entry(variable).or_insert(next);
        if which == next {
            let variables = BTreeSet::from([variable]);
            self.all.push(Component { variables, ..Component::default() });
        }
        &mut self.all[which]
    }

    /// The same, if it is in one.
    pub(super) fn find(&self, variable: VarId) -> Option<&Component> {
        self.all.get(*self.which.get(&variable)?)
    }

    /// Makes one component of those of two variables.
    pub(super) fn join(&mut self, one: VarId, other: VarId) {
        self.add(one);
        self.add(other);
        let (Some(&one), Some(&other)) = (self.which.get(&one), self.which.get(&other)) else { return };
        if one == other {
            return;
        }
        let moved = std::mem::take(&mut self.all[other]);
        self.which.extend(moved.variables.iter().map(|&variable| (variable, one)));
        let whole = &mut self.all[one];
        whole.variables.extend(moved.variables);
        whole.points.extend(moved.points);
        whole.is_ordered |= moved.is_ordered;
    }
}
