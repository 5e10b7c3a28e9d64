//! What was tried of a quantified formula, and what that says.

use std::collections::BTreeMap;

use crate::smtlib::{BinderKind, VarId};
use crate::theory::interpreter::Worth;
use crate::theory::limits::Unknown;
use crate::theory::quantifiers::range::Guard;
use crate::theory::quantifiers::survey::Survey;
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
    /// Of variables of which only remainders count, the values of one period.
    pub(super) periods: BTreeMap<VarId, Vec<Value>>,
    /// The variables that have values, in the order in which they got them.
    pub(super) levels: Vec<Level>,
    /// Whether values that matter were left out.
    pub(super) is_partial: bool,
    /// How many instances were begun.
    pub(super) begun: usize,
    /// What settles the formula.
    pub(super) settled: Option<Worth>,
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
    pub(in crate::theory) fn learn(&mut self, worth: Worth) {
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
    pub(super) fn decide(&mut self, worth: Worth) {
        self.settled = Some(worth);
        self.stage = Stage::Decided;
    }

    /// What the formula is worth once nothing is left to be tried.
    pub(in crate::theory) fn verdict(&self, kind: BinderKind) -> Worth {
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
                Worth { value, is_chosen: self.is_chosen }
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
