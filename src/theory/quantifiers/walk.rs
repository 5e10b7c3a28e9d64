//! What the terms of a body are while variables move: from the leaves up, into the functions that are called.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::{BinderKind, Definition, HeadId, Sort, Term, TermId, VarId};
use crate::theory::domain;
use crate::theory::interpreter::{Dag, Interpreter, Place, Worth};
use crate::theory::meaning::Meaning;
use crate::theory::quantifiers::compare;
use crate::theory::quantifiers::component::Components;
use crate::theory::quantifiers::view::{Moving, View, linear};
use crate::theory::sorting::Sorted;
use crate::theory::value::Value;

/// Values that a term may leap among, at most.
pub(super) const AMONG: usize = 32;
/// Terms that are looked at, at most, those in functions once for each call.
const TERMS: u64 = 4_000;
/// How deep calls of functions may be nested.
const CALLS: usize = 16;

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
pub(super) struct Walk<'w, 'i> {
    interpreter: &'w Interpreter<'i>,
    assigned: &'w [(VarId, Value)],
    /// The variables of the binder and of those below it.
    pub(super) quantified: BTreeSet<VarId>,
    /// Those of them that occur elsewhere than where they may.
    pub(super) loose: BTreeSet<VarId>,
    pub(super) components: Components,
    /// The functions that are called around what is looked at.
    calls: Vec<usize>,
    /// Terms that may still be looked at.
    left: u64,
}

impl<'w, 'i> Walk<'w, 'i> {
    pub(super) fn new(interpreter: &'w Interpreter<'i>, assigned: &'w [(VarId, Value)]) -> Self {
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
    pub(super) fn sort(&self, variable: VarId) -> Option<&'w Sort> {
        self.dag(self.interpreter.top_place()).sorting.variable(variable)
    }

    /// The variables that terms move with do so no more: they are where they may not be.
    pub(super) fn loosen(&mut self, views: &[View]) {
        for view in views {
            if let View::Moves(moving) = view {
                self.loose.insert(moving.variable);
            }
        }
    }

    /// Steps that were taken so far.
    pub(super) fn steps(&self) -> u64 {
        TERMS - self.left
    }

    /// The view of a term; none if there are too many terms.
    pub(super) fn view(&mut self, place: Place, parameters: Parameters<'_>, root: TermId) -> Option<View> {
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
                (Some(worth), _) => of_worth(worth),
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
            return self.interpreter.bound(variable).map_or(View::Still, of_worth);
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
                compare::all(self, matches!(name, "=" | "distinct"), views)
            }
            ("bvult" | "bvule" | "bvugt" | "bvuge" | "bvslt" | "bvsle" | "bvsgt" | "bvsge", _) => {
                compare::bits(self, name.starts_with("bvs"), views)
            }
            ("select", [View::Among(arrays), View::Moves(index)]) => compare::index(self, arrays, index),
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

fn of_worth(worth: &Worth) -> View {
    match &worth.value {
        Ok(value) if !worth.is_chosen && !matches!(value, Value::Language(_)) => View::one(value.clone()),
        _ => View::Still,
    }
}
