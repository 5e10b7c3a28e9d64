//! Which values of variables matter: the points at which terms change.
//!
//! The small-model argument. Let a variable *move* if it occurs only in *comparisons*: by `=`, `distinct` or an order
//! with terms that are worth one of finitely many known values whatever the variables are, or with another such
//! variable; the same hidden in an argument of a defined function that uses its parameter only so, which is what a
//! table does, or in the index of an array that has entries at known values. An atom that compares a multiple of `x`
//! and more with a value, `a·x + b < v`, compares `x` with the *point* `(v − b) / a`. Variables that are compared
//! with each other, of this quantifier or of those below it, are a *component*, which has the points of all of them.
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

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::trial::{Components, Survey};
use super::view::{Moving, View, linear};
use crate::smtlib::{Binder, BinderKind, Definition, HeadId, Sort, Term, TermId, VarId};
use crate::theory::domain;
use crate::theory::interpreter::{Dag, EvalResult, Interpreter, Place};
use crate::theory::meaning::Meaning;
use crate::theory::sorting::Sorted;
use crate::theory::value::{Bits, Value};

/// Points of a component, at most.
const POINTS: usize = 256;
/// Values that a term may leap among, at most.
const AMONG: usize = 32;
/// Terms that are looked at, at most, those in functions once for each call.
const TERMS: u64 = 4_000;
/// How deep calls of functions may be nested.
const CALLS: usize = 16;

/// Looks at the body of a binder in the topmost frame, some of whose variables have values. Also how much work that
/// was, in steps.
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
        // What it was compared with is known no more, or is compared with it: once more without it.
        for variable in walk.loose.difference(&loose) {
            let points = walk.components.find(*variable).map(|component| component.points.iter().cloned());
            hints.entry(*variable).or_default().extend(points.into_iter().flatten());
        }
    }
    let steps = walk.steps();
    (Some(Survey { components: walk.components, hints }), steps)
}

/// The value of a term of the topmost frame under values of variables; none if it is not known, or was chosen.
pub(super) fn value_of(
    interpreter: &Interpreter<'_>,
    id: TermId,
    assigned: &[(VarId, Value)],
) -> (Option<Value>, u64) {
    let mut walk = Walk::new(interpreter, assigned);
    let view = walk.view(interpreter.top_place(), None, id);
    (view.and_then(|view| view.single().cloned()), walk.steps())
}

/// The parameters of a function that is called, or none in the body of the binder.
type Parameters<'v> = Option<&'v BTreeMap<VarId, View>>;

/// A walk over a body.
struct Walk<'w, 'i> {
    interpreter: &'w Interpreter<'i>,
    assigned: &'w [(VarId, Value)],
    /// The variables of the binder and of those below it.
    quantified: BTreeSet<VarId>,
    /// Those of them that occur elsewhere than where they may.
    loose: BTreeSet<VarId>,
    components: Components,
    /// The functions that are called around what is looked at.
    calls: Vec<usize>,
    /// Terms that may still be looked at.
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

    fn dag(&self, place: Place) -> &'w Dag<'i> {
        &self.interpreter.dags[place as usize]
    }

    /// The sort of a variable of the binder, or of one below it.
    fn sort(&self, variable: VarId) -> Option<&'w Sort> {
        self.dag(self.interpreter.top_place()).sorting.variable(variable)
    }

    /// The variables that terms move with do so no more: they are where they may not be.
    fn loosen(&mut self, views: &[View]) {
        for view in views {
            if let View::Moves(moving) = view {
                self.loose.insert(moving.variable);
            }
        }
    }

    /// Steps that were taken so far.
    fn steps(&self) -> u64 {
        TERMS - self.left
    }

    /// The view of a term; none if there are too many terms.
    fn view(&mut self, place: Place, parameters: Parameters<'_>, root: TermId) -> Option<View> {
        let dag = self.dag(place);
        // A quantifier in a function is not looked into.
        let below = dag.below(root, &mut self.left, |term| {
            if let (None, Term::Binder(binder)) = (parameters, term)
                && binder.kind != BinderKind::Lambda
            {
                self.quantified.extend(&binder.variables);
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
            // Equal languages may be written in many ways.
            None | Some(Sort::RegLan) => View::Still,
            Some(sort) => {
                let most = self.interpreter.listed.min(AMONG);
                match domain::list(sort, most, &self.interpreter.model.signature) {
                    Some(all) => View::Among(all.into_iter().collect()),
                    None => {
                        self.components.add(variable);
                        View::Moves(Moving::with(variable))
                    }
                }
            }
        }
    }

    fn application(&mut self, place: Place, id: TermId, head: HeadId, views: &[View]) -> Option<View> {
        let dag = self.dag(place);
        let name = match dag.sorting.meaning(head) {
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
            Some(Meaning::Operator(applied)) => applied.operator.name,
            _ => "",
        };
        let moves = views.iter().any(|view| matches!(view, View::Moves(_)));
        let view = match (name, views) {
            (_, _) if !moves => None,
            ("=" | "distinct" | "<" | "<=" | ">" | ">=", _) => {
                compare(self, matches!(name, "=" | "distinct"), views)
            }
            ("bvult" | "bvule" | "bvugt" | "bvuge" | "bvslt" | "bvsle" | "bvsgt" | "bvsge", _) => {
                compare_bits(self, name.starts_with("bvs"), views)
            }
            ("select", [View::Among(arrays), View::Moves(index)]) => compare_index(self, arrays, index),
            ("+" | "-" | "*" | "/" | "to_real", _) => linear(name, views),
            _ => None,
        };
        Some(match view {
            Some(view) => view,
            None if moves => {
                self.loosen(views);
                View::Still
            }
            None if name == "ite" => coerced(self.chosen(views), dag.sorting.sort(id)),
            None => self.product(place, id, head, views),
        })
    }

    /// A conditional that none of the parts of moves.
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

    /// What an operator makes of all combinations of values.
    fn product(&mut self, place: Place, id: TermId, head: HeadId, views: &[View]) -> View {
        let dag = self.dag(place);
        let (Some(meaning), Sorted::Is(sort)) = (dag.sorting.meaning(head), dag.sorting.sort(id)) else {
            return View::Still;
        };
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for view in views {
            let View::Among(values) = view else { return View::Still };
            if rows.len() * values.len() > AMONG {
                return View::Still;
            }
            let longer = |row: &Vec<Value>| {
                let row = row.clone();
                values.iter().map(move |value| row.iter().chain([value]).cloned().collect())
            };
            rows = rows.iter().flat_map(longer).collect();
        }
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

    /// What the body of a function is.
    fn call(&mut self, at: usize, definition: &Definition, views: &[View]) -> Option<View> {
        let fits = definition.parameters.len() == views.len() && self.calls.len() < CALLS;
        if !fits || self.calls.contains(&at) {
            self.loosen(views);
            return Some(View::Still);
        }
        let sorting = self.dag(Place::Definitions).sorting;
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

/// A view with its values as those of a sort.
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
        Ok(value) if !worth.is_chosen && !matches!(value, Value::Language(_)) => View::one(value.clone()),
        _ => View::Still,
    }
}

/// A chain of comparisons by `=` or `distinct`, or else by an order of numbers: a truth value, or none if a term is in
/// it that may not be.
fn compare(walk: &mut Walk<'_, '_>, is_equality: bool, views: &[View]) -> Option<View> {
    // `distinct` compares each with each; more pairs than there are do no harm in the others.
    for (at, one) in views.iter().enumerate() {
        for other in &views[..at] {
            compare_pair(walk, is_equality, one, other)?;
        }
    }
    Some(View::Still)
}

/// The same by an order of bit-vectors.
fn compare_bits(walk: &mut Walk<'_, '_>, is_signed: bool, views: &[View]) -> Option<View> {
    let [one, other] = views else { return None };
    compare_pair(walk, false, one, other)?;
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
                // They are the same number apart everywhere.
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

/// Adds where a variable is when the term that moves with it is at a value.
fn add_point(walk: &mut Walk<'_, '_>, moving: &Moving, value: &Value) -> Option<()> {
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
