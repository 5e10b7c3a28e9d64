//! Folds: what a function makes of the items of a sequence, set or bag, and of a term, replaces the term.
//!
//! From a formula φ with a term `t`, a sequence, set or bag `s`, an integer `n`, and a body `b` in which variables replace
//! terms:
//!
//! ```text
//! φ((seq.foldl (lambda ((a S) (x E)) b) t s))
//! φ((seq.foldli (lambda ((i Int) (a S) (x E)) b) n t s))
//! φ((seq.map (lambda ((x E)) b) s))                          where t is a sequence
//! φ((seq.mapi (lambda ((i Int) (x E)) b) n s))               where t is a sequence
//! φ((set.fold (lambda ((x E) (a S)) b) t s))
//! φ((set.map (lambda ((x E)) b) s))                          where t is a set
//! φ((set.filter (lambda ((x E)) b) s))                       where t and s are of the same sort
//! φ((set.all (lambda ((x E)) b) s))                          where t is a formula
//! ```
//!
//! There are also `set.some`, and the same for bags. A function `f` of the script that takes and returns the same sorts takes
//! the place of a `lambda` at times, as `f` or, for Z3, as `(_ as-array f)`. No law decides the formulas, but they are
//! evaluated.

use std::collections::BTreeMap;

use super::binding::{as_variable, closed_part, fresh, lifted_term, replaceable};
use crate::generate::term_builder::rewrite::exchanged;
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm};
use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, VarId, is_bag, is_collection, is_set};
use crate::theory::operators::{Op, op};
use crate::theory::signature::Function;
use crate::theory::sorting::element_of;

/// The number of tries to draw a body with terms that variables can replace.
const BODIES: usize = 4;
/// Share of folds with a function of the script, where one fits, in percent.
const NAMED: u32 = 60;
/// Share of these functions that are written as arrays, in percent.
const AS_ARRAY: u32 = 40;
/// Share of folds of sets and bags whose result does not depend on the order of the items, in percent. Others have a value
/// only where there are few items.
const IN_ANY_ORDER: u32 = 70;

/// What may be folded.
#[derive(Clone, Copy, Debug)]
struct Folded {
    /// Sequences: the solver reads folds, and the arrays that stand for their functions.
    sequences: bool,
    /// Sets and bags: functions may be arguments.
    collections: bool,
}

impl Folded {
    fn of(context: &MutationContext<'_>) -> Folded {
        let scope = context.builder.scope;
        let has_arrays = context.has_sort(&Sort::array_over(vec![Sort::Bool], Sort::Bool));
        Folded {
            sequences: has_arrays && scope.has(op::SEQ_FOLDL.row()),
            collections: scope.is_higher_order(),
        }
    }

    fn has(self, sort: &Sort) -> bool {
        match sort {
            Sort::Seq(_) => self.sequences,
            Sort::Named(name, _) => self.collections && is_collection(name),
            _ => false,
        }
    }
}

/// Whether there is something to fold.
pub(super) fn are_usable(context: &MutationContext<'_>) -> bool {
    let folded = Folded::of(context);
    context.pool.sorts().any(|sort| folded.has(sort))
}

/// Replaces a term in a formula by a fold that begins with it, or by what becomes of the items of a sequence, set or bag.
pub(super) fn apply_fold(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let named = if context.rng.percent(NAMED) { fold_by_name(context, root) } else { None };
    named.or_else(|| fold_by_lambda(context, root))
}

/// An application of an operator to a function of the script.
#[derive(Debug)]
struct Named {
    operator: Op,
    /// The sort of the application.
    sort: Sort,
    /// The sort of what is folded.
    items: Sort,
    function: String,
}

/// Replaces a term in a formula by a fold with a function of the script.
fn fold_by_name(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let folded = Folded::of(context);
    let functions = || context.builder.signature.functions();
    let mut named: Vec<Named> = functions().filter_map(|function| over_sequence(function)).collect();
    for function in functions().filter(|_| folded.collections) {
        named.extend(context.pool.sorts().flat_map(|items| over_collection(function, items)));
    }
    named.retain(|named| {
        folded.has(&named.items)
            && context.builder.scope.has(named.operator.row())
            && context.pool.has(&named.items)
    });
    let term = closed_part(context, root, |typed| named.iter().any(|named| named.sort == typed.sort))?;
    named.retain(|named| named.sort == term.sort);
    let at = context.rng.index(named.len());
    let Named { operator, items: sort, function, .. } = named.into_iter().nth(at)?;
    let position = if has_position(operator) { Some(context.any(&Sort::Int)?) } else { None };
    let start = has_result_so_far(operator).then(|| term.clone());
    let items = context.any(&sort)?;
    let declared = context.builder.signature.find(&function)?;
    let array = Sort::array_over(declared.arguments.clone(), declared.result.clone()?);
    let is_array = matches!(sort, Sort::Seq(_)) && context.rng.percent(AS_ARRAY);
    let text = if is_array { format!("(_ as-array {function})") } else { function };
    let id = context.builder.terms.app(&text, &[]);
    let function = TypedTerm { id, sort: array, depth: 0, origin: TermOrigin::Made };
    let arguments: Vec<&TypedTerm> =
        [&function].into_iter().chain(&position).chain(&start).chain([&items]).collect();
    let new = context.builder.apply(operator, &arguments)?;
    context.put(root, &term, &new)
}

/// Returns how a function of the script folds or maps sequences.
fn over_sequence(function: &Function) -> Option<Named> {
    let (item, before) = function.arguments.split_last()?;
    let made = function.result.clone().filter(|made| *made != Sort::RegLan)?;
    // A function of an integer and another one could also map with positions.
    let (operator, sort) = match before {
        [] => (op::SEQ_MAP, Sort::Seq(made.into())),
        [Sort::Int] if made != Sort::Int => (op::SEQ_MAPI, Sort::Seq(made.into())),
        [folded] if *folded == made => (op::SEQ_FOLDL, made),
        [Sort::Int, folded] if *folded == made => (op::SEQ_FOLDLI, made),
        _ => return None,
    };
    Some(Named { operator, sort, items: Sort::Seq(item.clone().into()), function: function.name.clone() })
}

/// Returns all ways in which a function of the script applies to the items of sets or bags.
fn over_collection(function: &Function, items: &Sort) -> Vec<Named> {
    let (Sort::Named(holder, _), Some(made)) = (items, &function.result) else { return Vec::new() };
    let ways = |operator: Op| {
        let sort = match operator {
            op::SET_FOLD | op::BAG_FOLD | op::SET_ALL | op::BAG_ALL | op::SET_SOME | op::BAG_SOME => {
                made.clone()
            }
            op::SET_MAP | op::BAG_MAP => Sort::Named(holder.clone(), vec![made.clone()]),
            _ => items.clone(),
        };
        let (taken, result) = function_sorts(operator, items, &sort)?;
        let fits = taken == function.arguments && result == *made && *made != Sort::RegLan;
        fits.then(|| Named { operator, sort, items: items.clone(), function: function.name.clone() })
    };
    op::ITERATIONS.into_iter().filter_map(ways).collect()
}

/// Returns the arguments and the result of the function with which an operator on `items` gives a term of a sort.
fn function_sorts(operator: Op, items: &Sort, sort: &Sort) -> Option<(Vec<Sort>, Sort)> {
    let is_set = matches!(items, Sort::Named(name, _) if is_set(name));
    let item = element_of(items)?.clone();
    match (operator, items, sort) {
        (op::SEQ_FOLDL, Sort::Seq(_), _) => Some((vec![sort.clone(), item], sort.clone())),
        (op::SEQ_FOLDLI, Sort::Seq(_), _) => Some((vec![Sort::Int, sort.clone(), item], sort.clone())),
        (op::SEQ_MAP, Sort::Seq(_), Sort::Seq(made)) => Some((vec![item], made.as_ref().clone())),
        (op::SEQ_MAPI, Sort::Seq(_), Sort::Seq(made)) => Some((vec![Sort::Int, item], made.as_ref().clone())),
        (op::SET_FOLD, ..) if is_set => Some((vec![item, sort.clone()], sort.clone())),
        (op::BAG_FOLD, ..) if is_bag(items) => Some((vec![item, sort.clone()], sort.clone())),
        (op::SET_MAP, Sort::Named(one, _), Sort::Named(other, made)) if is_set && one == other => {
            Some((vec![item], made.first()?.clone()))
        }
        (op::BAG_MAP, _, Sort::Named(_, made)) if is_bag(items) && is_bag(sort) => {
            Some((vec![item], made.first()?.clone()))
        }
        (op::SET_FILTER, ..) if is_set && sort == items => Some((vec![item], Sort::Bool)),
        (op::BAG_FILTER, ..) if is_bag(items) && sort == items => Some((vec![item], Sort::Bool)),
        (op::SET_ALL | op::SET_SOME, _, Sort::Bool) if is_set => Some((vec![item], Sort::Bool)),
        (op::BAG_ALL | op::BAG_SOME, _, Sort::Bool) if is_bag(items) => Some((vec![item], Sort::Bool)),
        _ => None,
    }
}

/// Replaces a term in a formula by a fold with a `lambda`.
fn fold_by_lambda(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let folded = Folded::of(context);
    let term = replaceable(context, root)?;
    let sort = context.pool.pick_sort(&mut context.rng, |sort| folded.has(sort))?.clone();
    let mut operators = op::ITERATIONS.to_vec();
    operators.retain(|&operator| {
        context.builder.scope.has(operator.row()) && function_sorts(operator, &sort, &term.sort).is_some()
    });
    let operator = *context.rng.pick(&operators)?;
    let (taken, made) = function_sorts(operator, &sort, &term.sort)?;
    let items = context.any(&sort)?;
    let position = if has_position(operator) { Some(context.any(&Sort::Int)?) } else { None };
    let start = has_result_so_far(operator).then(|| term.clone());
    let lambda = draw_lambda(context, operator, &taken, &made)?;
    let arguments: Vec<&TypedTerm> =
        [&lambda].into_iter().chain(&position).chain(&start).chain([&items]).collect();
    let new = context.builder.apply(operator, &arguments)?;
    context.put(root, &term, &new)
}

/// Draws a `lambda` over variables of these sorts, of which one is an item's, with a body of the sort `made`: a term in which
/// the variables replace others, or a choice by the item if that is not among them.
fn draw_lambda(
    context: &mut MutationContext<'_>,
    operator: Op,
    taken: &[Sort],
    made: &Sort,
) -> Option<TypedTerm> {
    let variables: Vec<TypedTerm> =
        (0..).zip(taken).map(|(level, sort)| fresh(context, sort, level)).collect();
    let is_right_fold = matches!(operator, op::SET_FOLD | op::BAG_FOLD);
    let item = if is_right_fold { variables.first()? } else { variables.last()? };
    let other = variables.iter().rev().find(|other| other.id != item.id);
    // The operator that joins the result so far with what is made of the item.
    let joint = joint_of(made).filter(|_| is_right_fold && context.rng.percent(IN_ANY_ORDER));
    let has_parts =
        |typed: &TypedTerm| typed.origin != TermOrigin::Symbol && typed.origin != TermOrigin::Literal;
    let drawn = (0..BODIES).find_map(|_| context.any(made).filter(has_parts));
    let drawn = drawn.or_else(|| context.any(made))?;
    let body = lifted_term(context, &drawn, variables.len() as u32)?;
    let mut images: BTreeMap<TermId, TermId> = BTreeMap::new();
    for variable in variables.iter().filter(|variable| joint.is_none() || variable.id == item.id) {
        let parts = context.parts(body.id, |typed| {
            typed.sort == variable.sort
                && context.terms().is_closed(typed.id)
                && !images.contains_key(&typed.id)
        });
        images.extend(context.rng.pick(&parts).map(|part| (part.id, variable.id)));
    }
    let id = exchanged(&mut context.builder.terms, body.id, &images, 0)?;
    let mut body = TypedTerm { id, ..body };
    let ids: Vec<VarId> =
        variables.iter().filter_map(|variable| as_variable(context.terms(), variable)).collect();
    let number = as_variable(context.terms(), item)?;
    if !context.terms().has_level_free(body.id, number) {
        let key = context.any(&item.sort)?;
        let other = match other.filter(|other| other.sort == *made && joint.is_none()) {
            Some(folded) => folded.clone(),
            None => context.any(made)?,
        };
        let condition = context.builder.apply(op::EQUAL, &[item, &key])?;
        body = context.builder.apply(op::ITE, &[&condition, &body, &other])?;
    }
    if let (Some(joint), Some(folded)) = (joint, other) {
        body = context.builder.apply(joint, &[folded, &body])?;
    }
    let lambda =
        Binder { kind: BinderKind::Lambda, variables: ids.into(), body: body.id, patterns: [].into() };
    let id = context.builder.terms.intern(Term::Binder(lambda));
    Some(TypedTerm {
        id,
        sort: Sort::array_over(taken.to_vec(), made.clone()),
        depth: 0,
        origin: TermOrigin::Made,
    })
}

/// Returns an associative and commutative operator on a sort.
fn joint_of(sort: &Sort) -> Option<Op> {
    match sort {
        Sort::Bool => Some(op::XOR),
        Sort::Int | Sort::Real => Some(op::PLUS),
        Sort::BitVec(_) => Some(op::BVADD),
        Sort::Named(name, _) if is_set(name) => Some(op::SET_UNION),
        _ => None,
    }
}

/// Whether an operator gives its function the position of the item.
fn has_position(operator: Op) -> bool {
    matches!(operator, op::SEQ_FOLDLI | op::SEQ_MAPI)
}

/// Whether an operator gives its function the result so far.
fn has_result_so_far(operator: Op) -> bool {
    matches!(operator, op::SEQ_FOLDL | op::SEQ_FOLDLI | op::SET_FOLD | op::BAG_FOLD)
}
