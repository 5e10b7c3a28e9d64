//! The instances tried of a quantified formula, their combined result, and what is known of its variables.

use std::collections::{BTreeMap, BTreeSet};

use super::range::Guard;
use crate::smtlib::{BinderKind, VarId};
use crate::theory::call::EvalResult;
use crate::theory::limits::Unknown;
use crate::theory::value::Value;

/// The instances of a quantified formula tried so far, and those still to try.
#[derive(Debug, Default)]
pub(in crate::theory) struct Trial {
    pub(super) stage: Stage,
    /// The variables that occur in the body.
    pub(super) variables: Vec<VarId>,
    /// The comparisons that hold wherever the body matters.
    pub(super) guards: Vec<Guard>,
    /// The survey of the body before any variable has a value.
    pub(super) survey: Option<Survey>,
    /// The variables with values, in the order of assignment.
    pub(super) levels: Vec<Level>,
    /// Whether some values that matter are not tried.
    pub(super) is_partial: bool,
    /// The number of instances begun.
    pub(super) begun: usize,
    /// The truth value of the formula once it is decided, and before that the last one of an instance.
    pub(super) settled: Option<EvalResult>,
    /// The reason why an instance has no truth value.
    pub(super) unknown: Option<Unknown>,
    /// Whether an instance depends on a chosen value.
    pub(super) is_chosen: bool,
}

/// The stage of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    #[default]
    New,
    /// All values that matter have been tried so far.
    All,
    /// The body is evaluated without values for the variables.
    Blind,
    /// The body has no value without the variables, so a few values are tried for some of them.
    Few,
    /// The formula is decided, whatever the values are.
    Decided,
}

/// The values to try for a variable, given the values of earlier levels.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) variable: VarId,
    pub(super) values: Vec<Value>,
    pub(super) at: usize,
}

impl Trial {
    /// Records the result of an instance.
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

    /// Records the result of the formula.
    pub(super) fn decide(&mut self, worth: EvalResult) {
        self.settled = Some(worth);
        self.stage = Stage::Decided;
    }

    /// Returns the result of the formula when no instance remains.
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

    /// Returns the current values of the variables.
    pub(super) fn assigned(&self) -> Vec<(VarId, Value)> {
        let assigned = self.levels.iter();
        assigned.filter_map(|level| Some((level.variable, level.values.get(level.at)?.clone()))).collect()
    }

    /// Moves on to the next assignment, and returns whether there is one.
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
    /// The values with which variables that do not move are compared.
    pub(super) hints: BTreeMap<VarId, BTreeSet<Value>>,
}

/// A set of variables that are compared with each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// The variables; if there are several, they are of one sort.
    pub variables: BTreeSet<VarId>,
    /// The values of that sort with which they are compared.
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
    /// Returns the component of a variable, and creates it if there is none.
    pub(super) fn at(&mut self, variable: VarId) -> &mut Component {
        let next = self.all.len();
        let which = *self.which.entry(variable).or_insert(next);
        if which == next {
            let variables = BTreeSet::from([variable]);
            self.all.push(Component { variables, ..Component::default() });
        }
        &mut self.all[which]
    }

    /// Returns the component of a variable, if there is one.
    pub(super) fn find(&self, variable: VarId) -> Option<&Component> {
        self.all.get(*self.which.get(&variable)?)
    }

    /// Merges the components of two variables.
    pub(super) fn join(&mut self, one: VarId, other: VarId) {
        self.at(one);
        self.at(other);
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
