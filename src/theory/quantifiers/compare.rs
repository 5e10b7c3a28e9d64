//! Comparisons of moving terms: the points that they add.

use std::collections::BTreeSet;

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::smtlib::Sort;
use crate::theory::quantifiers::view::{Moving, View};
use crate::theory::quantifiers::walk::{AMONG, Walk};
use crate::theory::value::{Bits, Value};

/// Points of a component, at most.
const POINTS: usize = 256;

/// A chain of comparisons by `=` or `distinct`, or else by an order of numbers: a truth value, or none if a term is in
/// it that may not be.
pub(super) fn all(walk: &mut Walk<'_, '_>, is_equality: bool, views: &[View]) -> Option<View> {
    // `distinct` compares each with each; more pairs than there are do no harm in the others.
    for (at, one) in views.iter().enumerate() {
        for other in &views[..at] {
            pair(walk, is_equality, one, other)?;
        }
    }
    Some(View::Still)
}

/// The same by an order of bit-vectors.
pub(super) fn bits(walk: &mut Walk<'_, '_>, is_signed: bool, views: &[View]) -> Option<View> {
    let [one, other] = views else { return None };
    pair(walk, false, one, other)?;
    if is_signed {
        // With the signs known, it is the order of the numbers without signs: the sign changes at a point.
        for view in views {
            let View::Moves(moving) = view else { continue };
            let Some(&Sort::BitVec(width)) = walk.sort(moving.variable) else { return None };
            let least = Value::Bits(Bits::new(width, UBig::ONE << (width as usize - 1)));
            walk.components.at(moving.variable).points.insert(least);
        }
    }
    Some(View::Still)
}

/// What is in arrays at a moving index.
pub(super) fn index(walk: &mut Walk<'_, '_>, arrays: &BTreeSet<Value>, index: &Moving) -> Option<View> {
    let mut held = BTreeSet::new();
    for array in arrays {
        let array = array.as_array()?;
        held.insert(array.elsewhere().clone());
        for (key, element) in array.entries() {
            point(walk, index, key)?;
            held.insert(element.clone());
        }
    }
    Some(if held.len() <= AMONG { View::Among(held) } else { View::Still })
}

fn pair(walk: &mut Walk<'_, '_>, is_equality: bool, one: &View, other: &View) -> Option<()> {
    let (moving, other) = match (one, other) {
        (View::Moves(moving), other) | (other, View::Moves(moving)) => (moving, other),
        _ => return Some(()),
    };
    walk.components.at(moving.variable).is_ordered |= !is_equality;
    match other {
        View::Among(values) => values.iter().try_for_each(|value| point(walk, moving, value)),
        View::Moves(other) if other.variable == moving.variable => {
            let factor = &moving.factor - &other.factor;
            if factor == RBig::ZERO {
                // They are the same number apart everywhere.
                return Some(());
            }
            let meeting = (&other.offset - &moving.offset) / factor;
            let variable = Moving::with(moving.variable);
            point(walk, &variable, &Value::Real(meeting))
        }
        View::Moves(other) => {
            let is_same_sort = walk.sort(moving.variable) == walk.sort(other.variable);
            (is_same_sort && moving.is_variable() && other.is_variable()).then_some(())?;
            walk.components.join(moving.variable, other.variable);
            Some(())
        }
        View::Still => None,
    }
}

/// Adds where a variable is when the term that moves with it is at a value.
fn point(walk: &mut Walk<'_, '_>, moving: &Moving, value: &Value) -> Option<()> {
    let sort = walk.sort(moving.variable)?;
    let at = |number: &Value| Some(moving.solved(&number.as_real()?));
    let points: [Option<Value>; 2] = match sort {
        // Comparing with a number that is no integer is comparing with those next to it.
        Sort::Int => {
            let at = at(value)?;
            [Some(Value::Int(at.floor())), Some(Value::Int(at.ceil()))]
        }
        Sort::Real => [Some(Value::Real(at(value)?)), None],
        // Of no other sort, but to no purpose.
        _ if value.sort() != *sort => return None,
        _ => [Some(value.clone()), None],
    };
    let component = walk.components.at(moving.variable);
    component.points.extend(points.into_iter().flatten());
    (component.points.len() <= POINTS).then_some(())
}
