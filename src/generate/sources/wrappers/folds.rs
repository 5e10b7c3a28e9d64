//! Folds: what a function makes of a term and the items of a sequence replaces the term.
//!
//! From a formula φ with a term `t`, a sequence `s`, an integer `n`, and a body `b` in which variables replace terms:
//!
//! ```text
//! φ((seq.foldl (lambda ((a S) (x E)) b) t s))
//! φ((seq.foldli (lambda ((i Int) (a S) (x E)) b) n t s))
//! φ((seq.map (lambda ((x E)) b) s))                          where t is a sequence
//! φ((seq.mapi (lambda ((i Int) (x E)) b) n s))               where t is a sequence
//! ```
//!
//! A function `f` of the script that takes and returns the same sorts takes the place of a `lambda` at times, as `f` or as
//! `(_ as-array f)`. No law decides the formulas, but they are evaluated.

use std::collections::BTreeMap;

use super::binding::{as_variable, closed_part, fresh, lifted_term, replaceable};
use crate::generate::term_builder::rewrite::exchanged;
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm};
use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, VarId};
use crate::theory::operators::{Op, op};
use crate::theory::signature::Function;

/// The number of tries to draw a body with terms that variables can replace.
const BODIES: usize = 4;
/// Share of folds with a function of the script, where one fits, in percent.
const NAMED: u32 = 60;
/// Share of these functions that are written as arrays, in percent.
const AS_ARRAY: u32 = 40;

/// Whether the solver reads folds and the arrays that stand for their functions, and there are sequences.
pub(super) fn are_usable(context: &MutationContext<'_>) -> bool {
    let has_functions = context.has_sort(&Sort::array_over(vec![Sort::Bool], Sort::Bool));
    has_functions
        && context.builder.scope.has(op::SEQ_FOLDL.row())
        && context.pool.sorts().any(|sort| matches!(sort, Sort::Seq(_)))
}

/// Replaces a term in a formula by a fold that begins with it, or by a mapped sequence of its sort.
pub(super) fn apply_fold(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let named = if context.rng.percent(NAMED) { fold_by_name(context, root) } else { None };
    named.or_else(|| fold_by_lambda(context, root))
}

/// Replaces a term in a formula by a fold or a mapped sequence with a function of the script.
fn fold_by_name(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let fitting = |function: &Function| {
        let (item, before) = function.arguments.split_last()?;
        let (item, made) = (item.clone(), function.result.clone().filter(|made| *made != Sort::RegLan)?);
        // A function of an integer and another one could also map with positions.
        let (operator, term) = match before {
            [] => (op::SEQ_MAP, Sort::Seq(made.into())),
            [Sort::Int] if made != Sort::Int => (op::SEQ_MAPI, Sort::Seq(made.into())),
            [folded] if *folded == made => (op::SEQ_FOLDL, made),
            [Sort::Int, folded] if *folded == made => (op::SEQ_FOLDLI, made),
            _ => return None,
        };
        Some((operator, term, Sort::Seq(item.into()), function.name.clone()))
    };
    let mut functions: Vec<(Op, Sort, Sort, String)> =
        context.builder.signature.functions().filter_map(|function| fitting(function)).collect();
    functions.retain(|(operator, _, sequences, _)| {
        context.builder.scope.has(operator.row()) && context.pool.sorts().any(|sort| sort == sequences)
    });
    let term = closed_part(context, root, |typed| functions.iter().any(|(_, sort, ..)| *sort == typed.sort))?;
    functions.retain(|(_, sort, ..)| *sort == term.sort);
    let (operator, _, sequences, name) = context.rng.pick(&functions)?.clone();
    let position = if has_position(operator) { Some(context.any(&Sort::Int)?) } else { None };
    let start = has_result_so_far(operator).then(|| term.clone());
    let sequence = context.any(&sequences)?;
    let function = context.builder.signature.find(&name)?;
    let array = Sort::array_over(function.arguments.clone(), function.result.clone()?);
    let text = if context.rng.percent(AS_ARRAY) { format!("(_ as-array {name})") } else { name };
    let id = context.builder.terms.app(&text, &[]);
    let function = TypedTerm { id, sort: array, depth: 0, origin: TermOrigin::Made };
    let arguments: Vec<&TypedTerm> =
        [&function].into_iter().chain(&position).chain(&start).chain([&sequence]).collect();
    let new = context.builder.apply(operator, &arguments)?;
    context.put(root, &term, &new)
}

/// Replaces a term in a formula by a fold or a mapped sequence with a `lambda`.
fn fold_by_lambda(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let term = replaceable(context, root)?;
    let sort = context.pool.pick_sort(&mut context.rng, |sort| matches!(sort, Sort::Seq(_)))?.clone();
    let Sort::Seq(element) = &sort else { return None };
    let mut operators = op::ITERATIONS.to_vec();
    operators.retain(|&operator| {
        let is_of_sort = has_result_so_far(operator) || matches!(term.sort, Sort::Seq(_));
        context.builder.scope.has(operator.row()) && is_of_sort
    });
    let operator = *context.rng.pick(&operators)?;
    let (start, made) = match (operator, &term.sort) {
        (op::SEQ_MAP | op::SEQ_MAPI, Sort::Seq(made)) => (None, made.as_ref().clone()),
        _ => (Some(term.clone()), term.sort.clone()),
    };
    let sequence = context.any(&sort)?;
    let position = if has_position(operator) { Some(context.any(&Sort::Int)?) } else { None };
    let given: Vec<TypedTerm> = position.into_iter().chain(start).collect();
    let taken: Vec<Sort> =
        given.iter().map(|given| given.sort.clone()).chain([(**element).clone()]).collect();
    let lambda = draw_lambda(context, &taken, &made)?;
    let arguments: Vec<&TypedTerm> = [&lambda].into_iter().chain(&given).chain([&sequence]).collect();
    let new = context.builder.apply(operator, &arguments)?;
    context.put(root, &term, &new)
}

/// Draws a `lambda` over variables of these sorts, of which the last is an item's, with a body of the sort `made`: a term
/// in which the variables replace others, or a choice by the item if that is not among them.
fn draw_lambda(context: &mut MutationContext<'_>, taken: &[Sort], made: &Sort) -> Option<TypedTerm> {
    let variables: Vec<TypedTerm> =
        (0..).zip(taken).map(|(level, sort)| fresh(context, sort, level)).collect();
    let has_parts =
        |typed: &TypedTerm| typed.origin != TermOrigin::Symbol && typed.origin != TermOrigin::Literal;
    let drawn = (0..BODIES).find_map(|_| context.any(made).filter(has_parts));
    let drawn = drawn.or_else(|| context.any(made))?;
    let body = lifted_term(context, &drawn, variables.len() as u32)?;
    let mut images: BTreeMap<TermId, TermId> = BTreeMap::new();
    for variable in &variables {
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
    let (item, &number) = (variables.last()?, ids.last()?);
    if !context.terms().has_level_free(body.id, number) {
        let key = context.any(&item.sort)?;
        let other = match variables.iter().rev().nth(1).filter(|other| other.sort == *made) {
            Some(folded) => folded.clone(),
            None => context.any(made)?,
        };
        let condition = context.builder.apply(op::EQUAL, &[item, &key])?;
        body = context.builder.apply(op::ITE, &[&condition, &body, &other])?;
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

/// Whether an operator gives its function the position of the item.
fn has_position(operator: Op) -> bool {
    matches!(operator, op::SEQ_FOLDLI | op::SEQ_MAPI)
}

/// Whether an operator gives its function the result so far.
fn has_result_so_far(operator: Op) -> bool {
    matches!(operator, op::SEQ_FOLDL | op::SEQ_FOLDLI)
}
