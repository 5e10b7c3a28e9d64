//! Variables that are compared with each other, and the points that they are compared with.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::VarId;
use crate::theory::value::Value;

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
    pub(super) fn of(&self, variable: VarId) -> Option<&Component> {
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
