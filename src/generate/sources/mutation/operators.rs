//! Replacements of an application: another head with the same signature, or the arguments in another order.

use std::sync::Arc;

use crate::generate::term_builder;
use crate::generate::term_builder::{MutationContext, Scope, TypedTerm};
use crate::rng::Rng;
use crate::smtlib::{Arguments, HeadId, Sort, Term, TermId};
use crate::theory::meaning::{Applied, Meaning};
use crate::theory::operators::{Operator, ResultSort, all, op};
use crate::theory::signature::Function;

/// Replaces the head of an application by another operator or function of the same signature.
pub(super) fn replace_head(context: &mut MutationContext<'_>, term: &TypedTerm) -> Option<TypedTerm> {
    let (head, arguments) = parts(context, term)?;
    let sorts: Vec<Sort> = arguments.iter().filter_map(|&id| Some(context.typed(id)?.sort)).collect();
    let heads = match context.builder.meaning(head)? {
        Meaning::Operator(applied) => {
            operators(context.builder.scope, applied, (arguments.len(), &sorts), &mut context.rng)
        }
        Meaning::Function(function) => {
            let is_other = |other: &&Arc<Function>| is_like(other, function);
            context.builder.signature.functions().filter(is_other).map(|other| other.name.clone()).collect()
        }
        Meaning::Tester(datatype, at) => {
            let others = datatype.constructors.iter().enumerate().filter(|(other, _)| other != at);
            others.map(|(_, constructor)| format!("(_ is {})", constructor.name)).collect()
        }
        _ => Vec::new(),
    };
    let head = context.rng.pick(&heads)?;
    applied(context, term, head, &arguments)
}

/// Exchanges two arguments of an application.
pub(super) fn swap_arguments(context: &mut MutationContext<'_>, term: &TypedTerm) -> Option<TypedTerm> {
    let (head, mut arguments) = parts(context, term)?;
    let (one, other) = (context.rng.index(arguments.len()), context.rng.index(arguments.len()));
    arguments.swap(one, other);
    let head = context.terms().head_text(head).to_owned();
    applied(context, term, &head, &arguments)
}

fn is_like(one: &Function, other: &Function) -> bool {
    one.name != other.name && one.arguments == other.arguments && one.result == other.result
}

/// Returns the head and the arguments of an application.
fn parts(context: &MutationContext<'_>, term: &TypedTerm) -> Option<(HeadId, Arguments)> {
    match context.terms().get(term.id) {
        Term::App(head, arguments) if !arguments.is_empty() => Some((*head, arguments.clone())),
        _ => None,
    }
}

/// Builds an application with the sort of `term` that is not `term` itself.
fn applied(
    context: &mut MutationContext<'_>,
    term: &TypedTerm,
    head: &str,
    arguments: &[TermId],
) -> Option<TypedTerm> {
    let typed_terms: Option<Vec<TypedTerm>> = arguments.iter().map(|&id| context.typed(id)).collect();
    let made = context.builder.apply_head(head, &typed_terms?.iter().collect::<Vec<_>>())?;
    (made.sort == term.sort && made.id != term.id).then_some(made)
}

/// Returns other operators of the same signature, with the same indices, for as many arguments of these sorts.
fn operators(
    scope: &Scope,
    applied: &Applied,
    (count, sorts): (usize, &[Sort]),
    rng: &mut Rng,
) -> Vec<String> {
    let row = applied.operator;
    let may_be = |other: &&'static Operator| {
        let differs = scope.is_difference() && op::COMPARISONS.contains(&other.op);
        other.may_replace(row, count, sorts.first()) && (scope.has(other) || differs)
    };
    let mut has_as_many = |other: &&'static Operator| match row.result {
        // The same indices give the same sort.
        ResultSort::Bits(_) | ResultSort::FormatOfIndices => true,
        _ => term_builder::draw_indices(other.op, sorts, rng).len() == applied.indices.len(),
    };
    let spelled = |other: &Operator| match applied.indices.join(" ") {
        indices if indices.is_empty() => scope.spelled(other.op).to_owned(),
        indices => format!("(_ {} {indices})", scope.spelled(other.op)),
    };
    all().filter(may_be).filter(|other| has_as_many(other)).map(spelled).collect()
}
