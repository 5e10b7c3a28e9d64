//! Which values of variables matter: the points at which terms change.
//!
//! The small-model argument. Let a variable *move* if it occurs only in *comparisons*: by `=`, `distinct` or an order with
//! terms that are worth one of finitely many known values whatever the variables are, or with another such variable;
//! the same hidden in an argument of a defined function that uses its parameter only so, which is what a table does, or
//! in the index of an array that has entries at known values. An atom that compares a multiple of `x` and more with a
//! value, `a·x + b < v`, compares `x` with the *point* `(v − b) / a`. Variables that are compared with each other, of this
//! quantifier or of those below it, are a *component*, which has the points of all of them.
//!
//! Every atom that a moving variable is in is then a Boolean combination of comparisons of variables of its component
//! with each other and with its points; and whatever else is in the formula does not depend on moving variables but
//! through such atoms (it *stays*, or leaps among finitely many values). So, everything else held fast, the formula is
//! one of first-order logic over the component's sort with the relations `=` (and `<`) and constants for the points,
//! and two values of `x` that this logic cannot tell apart give it the same truth value:
//!
//! - `=` alone: two values that are no points are exchanged by a permutation that keeps every point, so one of them
//!   speaks for all. It does in sorts with finitely many values too.
//! - `<` of reals: likewise, two values between the same points, by a monotonous map.
//! - `<` of integers and bit-vectors: by the game of Ehrenfeucht and Fraïssé, where k variables of the component are still
//!   to come, two values cannot be told apart if each has the same number of values between it and its neighbours among
//!   the points, or at least 2^k − 1.
//!
//! A value given to `x` is a point for the variables that come after it, of this quantifier and of those below. Other
//! sorts and components are other parts of a disjoint sum of structures, which keeps all this true (Feferman, Vaught).
//! `order` lists one value of each kind.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::{Binder, VarId};
use crate::theory::interpreter::Interpreter;
use crate::theory::quantifiers::component::{Component, Components};
use crate::theory::quantifiers::walk::Walk;
use crate::theory::value::Value;

/// What is known of the variables of a binder.
#[derive(Debug)]
pub(super) struct Survey {
    components: Components,
    /// Where variables that do not move were compared.
    hints: BTreeMap<VarId, BTreeSet<Value>>,
}

impl Survey {
    /// Looks at the body of a binder in the topmost frame, some of whose variables have values. Also how much work that
    /// was, in steps.
    pub(super) fn of(
        interpreter: &Interpreter<'_>,
        binder: &Binder,
        assigned: &[(VarId, Value)],
    ) -> (Option<Survey>, u64) {
        let mut walk = Walk::new(interpreter, assigned);
        walk.quantified.extend(&binder.variables);
        let mut hints: BTreeMap<VarId, BTreeSet<Value>> = BTreeMap::new();
        loop {
            let loose = walk.loose.clone();
            walk.components = Components::default();
            let Some(view) = walk.view(interpreter.top_place(), None, binder.body) else {
                return (None, walk.steps());
            };
            walk.loosen(&[view]);
            if walk.loose == loose {
                break;
            }
            // What it was compared with is known no more, or is compared with it: once more without it.
            for variable in walk.loose.difference(&loose) {
                let points = walk.components.of(*variable).map(|component| component.points.iter().cloned());
                hints.entry(*variable).or_default().extend(points.into_iter().flatten());
            }
        }
        let steps = walk.steps();
        (Some(Survey { components: walk.components, hints }), steps)
    }

    /// The component of a variable; none if it does not move.
    pub(super) fn component(&self, variable: VarId) -> Option<&Component> {
        self.components.of(variable)
    }

    /// Values with which a variable that does not move was compared, among others.
    pub(super) fn hints(&self, variable: VarId) -> impl Iterator<Item = &Value> {
        self.hints.get(&variable).into_iter().flatten()
    }
}
