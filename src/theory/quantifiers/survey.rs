//! The values of variables that matter: the points at which terms change.
//!
//! This file implements a small-model argument. Let a variable *move* if it occurs only in *comparisons* by `=`,
//! `distinct` or an order. It may be compared with terms that have one of finitely many known values whatever the
//! variables are, and with other moving variables. Comparisons may also be hidden in an argument of a defined
//! function that uses its parameter only so, as tables do, or in the index of an array that has entries at known
//! values. An atom that compares a linear term in `x` with a value, `a·x + b < v`, compares `x` with the *point*
//! `(v − b) / a`. Variables that are compared with each other, in this quantifier or below it, form a
//! *component*, which has the points of all of them.
//!
//! Every atom with a moving variable is then a Boolean combination of comparisons among the variables of its
//! component, and with the points of the component. The rest of the formula depends on moving variables only
//! through such atoms: a term *stays*, or leaps among finitely many values. So, with everything else fixed, the
//! formula is one of first-order logic over the component's sort, with the relations `=` (and `<`) and constants
//! for the points. Two values of `x` that this logic cannot distinguish give the formula the same truth value:
//!
//! - `=` alone: a permutation that fixes every point exchanges any two values that are not points, so one of them
//!   represents all. This also holds for sorts with finitely many values.
//! - `<` on reals: likewise for two values between the same points, by a monotone map.
//! - `<` on integers and bit-vectors: by Ehrenfeucht–Fraïssé games. If k variables of the component are still
//!   without a value, two values are indistinguishable if for each neighbouring point, both have the same number
//!   of values between them and the point, or both have at least 2^k − 1.
//!
//! A value given to `x` becomes a point for the later variables, of this quantifier and those below. Other sorts
//! and components are parts of a disjoint sum of structures, which preserves the argument (Feferman, Vaught).
//! `order` lists one value of each kind.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::trial::{Components, Survey};
use super::view::{Moving, View, linear};
use crate::smtlib::{Binder, BinderKind, Definition, HeadId, Sort, Term, TermId, VarId};
use crate::theory::domain;
use crate::theory::interpreter::{EvalResult, Interpreter, Place};
use crate::theory::limits;
use crate::theory::meaning::Meaning;
use crate::theory::operators::op;
use crate::theory::sorting::Sorted;
use crate::theory::value::{Bits, Value};

/// The maximal number of points of a component.
const POINTS: usize = 256;
/// The maximal number of values among which a term may leap.
const AMONG: usize = 32;
/// The maximal number of terms visited; terms in a function count once for each call.
const TERMS: u64 = 4_000;
/// The maximal nesting of function calls.
const CALLS: usize = 16;

/// Surveys the body of a binder in the topmost frame, given values for some of its variables. Also returns the
/// steps taken.
pub(super) fn survey(
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
        // The points of loose variables are no longer points, and what is compared with these variables may
        // become loose in turn. Walk again without them.
        for variable in walk.loose.difference(&loose) {
            let points = walk.components.find(*variable).map(|component| component.points.iter().cloned());
            hints.entry(*variable).or_default().extend(points.into_iter().flatten());
        }
    }
    let steps = walk.steps();
    (Some(Survey { components: walk.components, hints }), steps)
}

/// Returns the value of a term of the topmost frame under an assignment, or `None` if it is not known or was
/// chosen. Also returns the steps taken.
pub(super) fn value_of(
    interpreter: &Interpreter<'_>,
    id: TermId,
    assigned: &[(VarId, Value)],
) -> (Option<Value>, u64) {
    let mut walk = Walk::new(interpreter, assigned);
    let view = walk.view(interpreter.top_place(), None, id);
    (view.and_then(|view| view.single().cloned()), walk.steps())
}

/// The arguments of the function whose body is walked; `None` in the body of the binder.
type Parameters<'v> = Option<&'v BTreeMap<VarId, View>>;

/// A walk over the body of a binder.
struct Walk<'w, 'i> {
    interpreter: &'w Interpreter<'i>,
    assigned: &'w [(VarId, Value)],
    /// The variables of the binder and of the binders below it.
    quantified: BTreeSet<VarId>,
    /// The variables that occur outside of comparisons.
    loose: BTreeSet<VarId>,
    components: Components,
    /// The functions on the call stack.
    calls: Vec<usize>,
    /// The number of terms that may still be visited.
    left: u64,
}

impl<'w, 'i> Walk<'w, 'i> {
    fn new(interpreter: &'w Interpreter<'i>, assigned: &'w [(VarId, Value)]) -> Self {
        Walk {
            interpreter,
            assigned,
            quantified: BTreeSet::new(),
            loose: BTreeSet::new(),
            components: Components::default(),
            calls: Vec::new(),
            left: TERMS,
        }
    }

    /// Returns the sort of a variable of the binder, or of one below it.
    fn sort(&self, variable: VarId) -> Option<&'w Sort> {
        self.interpreter.top_dag().sorting.variable(variable)
    }

    /// Marks the variables of moving terms as loose, because these terms occur outside of comparisons.
    fn loosen(&mut self, views: &[View]) {
        for view in views {
            if let View::Moves(moving) = view {
                self.loose.insert(moving.variable);
            }
        }
    }

    /// Returns the steps taken so far.
    fn steps(&self) -> u64 {
        TERMS - self.left
    }

    /// Returns the view of a term, or `None` if there are too many terms.
    fn view(&mut self, place: Place, parameters: Parameters<'_>, root: TermId) -> Option<View> {
        let dag = self.interpreter.dag(place);
        // Quantifiers in a function body are not entered.
        let below = dag.below(root, &mut self.left, |term| {
            if let (None, Term::Binder(binder)) = (parameters, term) {
                // The variables of a `lambda` have other values, although a quantifier beside it may bind the same ones.
                match binder.kind {
                    BinderKind::Lambda => self.loose.extend(&binder.variables),
                    BinderKind::Forall | BinderKind::Exists => self.quantified.extend(&binder.variables),
                }
            }
            parameters.is_none()
        });
        let mut views: BTreeMap<TermId, View> = BTreeMap::new();
        for (id, worth) in below? {
            let view = match (worth, dag.terms.get(id)) {
                (Some(worth), _) => view_of_worth(worth),
                (None, Term::Var(variable)) => match parameters {
                    Some(parameters) => parameters.get(variable).cloned().unwrap_or(View::Still),
                    None => self.variable(*variable),
                },
                (None, Term::App(head, arguments)) => {
                    let arguments = arguments.iter().map(|argument| views.get(argument).cloned());
                    self.application(place, id, *head, &arguments.collect::<Option<Vec<_>>>()?)?
                }
                (None, Term::Binder(_) | Term::Match(..)) => {
                    match parameters {
                        Some(parameters) => parameters.values().for_each(|view| {
                            self.loosen(std::slice::from_ref(view));
                        }),
                        None => dag.terms.for_each_child(id, |child| {
                            self.loosen(views.get(&child).map_or(&[], std::slice::from_ref));
                        }),
                    }
                    View::Still
                }
            };
            views.insert(id, view);
        }
        views.remove(&root)
    }

    fn variable(&mut self, variable: VarId) -> View {
        if let Some((_, value)) = self.assigned.iter().find(|(assigned, _)| *assigned == variable) {
            return View::one(value.clone());
        }
        if !self.quantified.contains(&variable) {
            return self.interpreter.bound(variable).map_or(View::Still, view_of_worth);
        }
        match self.sort(variable) {
            _ if self.loose.contains(&variable) => View::Still,
            // Equal languages may have different representations.
            None | Some(Sort::RegLan) => View::Still,
            Some(Sort::BitVec(width)) if *width > limits::WIDTH => View::Still,
            Some(sort) => {
                let most = self.interpreter.listed.min(AMONG);
                match domain::list(sort, most, &self.interpreter.model.signature) {
                    Some(all) => View::Among(all.into_iter().collect()),
                    None => {
                        self.components.at(variable);
                        View::Moves(Moving::with(variable))
                    }
                }
            }
        }
    }

    fn application(&mut self, place: Place, id: TermId, head: HeadId, views: &[View]) -> Option<View> {
        let dag = self.interpreter.dag(place);
        let operator = match dag.sorting.meaning(head) {
            Some(Meaning::Function(function)) => {
                return match self.interpreter.function(&function.name) {
                    Some((at, definition)) => {
                        let view = self.call(at, definition, views)?;
                        Some(coerced(view, dag.sorting.sort(id)))
                    }
                    None => {
                        self.loosen(views);
                        Some(View::Still)
                    }
                };
            }
            meaning => meaning.and_then(Meaning::op),
        };
        let moves = views.iter().any(|view| matches!(view, View::Moves(_)));
        if !moves {
            return Some(match operator {
                Some(op::ITE) => coerced(self.chosen(views), dag.sorting.sort(id)),
                _ => self.product(place, id, head, views),
            });
        }
        let view = match (operator, views) {
            (Some(op::EQUAL | op::DISTINCT), _) => compare(self, true, views),
            (Some(op::LT | op::LEQ | op::GT | op::GEQ), _) => compare(self, false, views),
            (Some(op::BVULT | op::BVULE | op::BVUGT | op::BVUGE), _) => compare_bits(self, false, views),
            (Some(op::BVSLT | op::BVSLE | op::BVSGT | op::BVSGE), _) => compare_bits(self, true, views),
            (Some(op::SELECT), [View::Among(arrays), View::Moves(index)]) => {
                compare_index(self, arrays, index)
            }
            (Some(operator @ (op::PLUS | op::MINUS | op::TIMES | op::REAL_DIV | op::TO_REAL)), _) => {
                linear(operator, views)
            }
            _ => None,
        };
        Some(view.unwrap_or_else(|| {
            self.loosen(views);
            View::Still
        }))
    }

    /// Returns the view of an `ite` without moving parts.
    fn chosen(&self, views: &[View]) -> View {
        match views {
            [condition, yes, no] => match (condition.single(), yes, no) {
                (Some(Value::Bool(true)), yes, _) => yes.clone(),
                (Some(Value::Bool(false)), _, no) => no.clone(),
                (_, View::Among(yes), View::Among(no)) => {
                    let both: BTreeSet<Value> = yes.union(no).cloned().collect();
                    if both.len() <= AMONG { View::Among(both) } else { View::Still }
                }
                _ => View::Still,
            },
            _ => View::Still,
        }
    }

    /// Applies an operator to all combinations of values.
    fn product(&mut self, place: Place, id: TermId, head: HeadId, views: &[View]) -> View {
        let dag = self.interpreter.dag(place);
        let (Some(meaning), Sorted::Is(sort)) = (dag.sorting.meaning(head), dag.sorting.sort(id)) else {
            return View::Still;
        };
        let values = |view: &View| match view {
            View::Among(values) => Some(values.iter().cloned().collect()),
            View::Moves(_) | View::Still => None,
        };
        let lists = views.iter().map(values).collect::<Option<Vec<_>>>();
        let Some(rows) = lists.and_then(|lists| domain::products(&lists, AMONG)) else {
            return View::Still;
        };
        let mut results = BTreeSet::new();
        for row in rows {
            self.left = self.left.saturating_sub(1);
            let name = dag.terms.head_text(head);
            match self.interpreter.outcome(meaning, name, &row, dag.sorting.sort(id)) {
                Ok(value) if !value.extent().is_too_large() => results.insert(value.coerced(sort)),
                _ => return View::Still,
            };
        }
        View::Among(results)
    }

    /// Returns the view of a call by walking the function's body.
    fn call(&mut self, at: usize, definition: &Definition, views: &[View]) -> Option<View> {
        let fits = definition.parameters.len() == views.len() && self.calls.len() < CALLS;
        if !fits || self.calls.contains(&at) {
            self.loosen(views);
            return Some(View::Still);
        }
        let sorting = self.interpreter.dag(Place::Definitions).sorting;
        let bound = definition.parameters.iter().zip(views).map(|(&parameter, view)| {
            let sort = sorting.variable(parameter).cloned().map_or(Sorted::Unknown, Sorted::Is);
            (parameter, coerced(view.clone(), &sort))
        });
        let bound = bound.collect();
        self.calls.push(at);
        let view = self.view(Place::Definitions, Some(&bound), definition.body);
        self.calls.pop();
        view
    }
}

/// Coerces the values of a view to a sort.
fn coerced(view: View, sort: &Sorted) -> View {
    match (view, sort) {
        (View::Among(values), Sorted::Is(sort)) => {
            View::Among(values.into_iter().map(|value| value.coerced(sort)).collect())
        }
        (view, _) => view,
    }
}

fn view_of_worth(worth: &EvalResult) -> View {
    match &worth.value {
        Ok(value) if !worth.is_chosen => View::one(value.clone()),
        _ => View::Still,
    }
}

/// Handles a chain of comparisons by `=`, `distinct` or an order of numbers. Returns `None` if a term cannot take
/// part in a comparison.
fn compare(walk: &mut Walk<'_, '_>, is_equality: bool, views: &[View]) -> Option<View> {
    // `distinct` compares all pairs. For the other relations, additional pairs do no harm.
    for (at, one) in views.iter().enumerate() {
        for other in &views[..at] {
            compare_pair(walk, is_equality, one, other)?;
        }
    }
    Some(View::Still)
}

/// Handles a comparison of bit-vectors by an order.
fn compare_bits(walk: &mut Walk<'_, '_>, is_signed: bool, views: &[View]) -> Option<View> {
    let [one, other] = views else { return None };
    compare_pair(walk, false, one, other)?;
    if is_signed {
        // A signed order is the unsigned order once the signs are known. The sign changes at one point.
        for view in views {
            let View::Moves(moving) = view else { continue };
            let Some(&Sort::BitVec(width)) = walk.sort(moving.variable) else { return None };
            let least = Value::Bits(Bits::new(width, UBig::ONE << (width as usize - 1)));
            walk.components.at(moving.variable).points.insert(least);
        }
    }
    Some(View::Still)
}

/// Returns the possible elements of arrays at a moving index.
fn compare_index(walk: &mut Walk<'_, '_>, arrays: &BTreeSet<Value>, index: &Moving) -> Option<View> {
    let mut held = BTreeSet::new();
    for array in arrays {
        let array = array.as_array()?;
        held.insert(array.elsewhere().clone());
        for (key, element) in array.entries() {
            add_point(walk, index, key)?;
            held.insert(element.clone());
        }
    }
    Some(if held.len() <= AMONG { View::Among(held) } else { View::Still })
}

fn compare_pair(walk: &mut Walk<'_, '_>, is_equality: bool, one: &View, other: &View) -> Option<()> {
    let (moving, other) = match (one, other) {
        (View::Moves(moving), other) | (other, View::Moves(moving)) => (moving, other),
        _ => return Some(()),
    };
    walk.components.at(moving.variable).is_ordered |= !is_equality;
    match other {
        View::Among(values) => values.iter().try_for_each(|value| add_point(walk, moving, value)),
        View::Moves(other) if other.variable == moving.variable => {
            let factor = &moving.factor - &other.factor;
            if factor == RBig::ZERO {
                // The difference is constant.
                return Some(());
            }
            let meeting = (&other.offset - &moving.offset) / factor;
            let variable = Moving::with(moving.variable);
            add_point(walk, &variable, &Value::Real(meeting))
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

/// Adds the value of a variable at which a moving term has a given value.
fn add_point(walk: &mut Walk<'_, '_>, moving: &Moving, value: &Value) -> Option<()> {
    let sort = walk.sort(moving.variable)?;
    let at = |number: &Value| Some(moving.solved(&number.as_real()?));
    let points: [Option<Value>; 2] = match sort {
        // A comparison with a number that is not an integer is one with the adjacent integers.
        Sort::Int => {
            let at = at(value)?;
            [Some(Value::Int(at.floor())), Some(Value::Int(at.ceil()))]
        }
        Sort::Real => [Some(Value::Real(at(value)?)), None],
        // A value of another sort gives no point.
        _ if value.sort() != *sort => return None,
        _ => [Some(value.clone()), None],
    };
    let component = walk.components.at(moving.variable);
    component.points.extend(points.into_iter().flatten());
    (component.points.len() <= POINTS).then_some(())
}
