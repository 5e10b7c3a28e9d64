//! Binders around formulas: fresh variables, terms that move below them, and patterns.

use std::collections::BTreeMap;

use crate::generate::term_builder::rewrite::{below, exchanged, free, has_at_most, within};
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm};
use crate::rng::Rng;
use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, Terms, VarId, Variable};
use crate::theory::operators::{Op, op};

/// The largest width of a small bit-vector.
pub(super) const SMALL: u32 = 3;
/// Share of replacements of all occurrences of a term instead of one, in percent.
const EVERYWHERE: u32 = 50;
/// Share of binders with a pattern, in percent, where solvers read patterns.
const PATTERNS: u32 = 20;
/// The largest number of distinct terms in a pattern.
const LARGEST_PATTERN: usize = 8;
/// The operators that patterns consist of, beside functions and selectors.
const IN_PATTERNS: [Op; 7] =
    [op::SELECT, op::PLUS, op::MINUS, op::TIMES, op::STR_AT, op::STR_LEN, op::SEQ_NTH];

/// Whether solvers of quantifiers support variables of a sort.
pub(super) fn is_quantified(sort: &Sort) -> bool {
    match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(..) | Sort::String => true,
        Sort::Named(_, arguments) => arguments.is_empty(),
        _ => false,
    }
}

/// Returns the closed proper sub-terms of a formula that may be replaced.
pub(super) fn closed_parts(context: &MutationContext<'_>, root: TermId) -> Vec<TypedTerm> {
    context.parts(root, |typed| context.terms().is_closed(typed.id))
}

/// Draws a closed proper sub-term of a formula that is wanted and may be replaced.
pub(super) fn closed_part(
    context: &mut MutationContext<'_>,
    root: TermId,
    wanted: impl Fn(&TypedTerm) -> bool,
) -> Option<TypedTerm> {
    let mut parts = closed_parts(context, root);
    parts.retain(wanted);
    context.rng.pick(&parts).cloned()
}

/// Draws a closed proper sub-term of a formula that may be replaced by any other term of its sort.
pub(super) fn replaceable(context: &mut MutationContext<'_>, root: TermId) -> Option<TypedTerm> {
    closed_part(context, root, |typed| typed.sort != Sort::RegLan)
}

/// Draws a quantifier.
pub(super) fn any_kind(rng: &mut Rng) -> BinderKind {
    if rng.percent(50) { BinderKind::Forall } else { BinderKind::Exists }
}

/// Lifts a term, so that it may stand under `by` more binders.
pub(super) fn lifted(context: &mut MutationContext<'_>, id: TermId, by: u32) -> Option<TermId> {
    exchanged(&mut context.builder.terms, id, &BTreeMap::new(), by)
}

/// Lifts a term with its sort.
pub(super) fn lifted_term(
    context: &mut MutationContext<'_>,
    typed: &TypedTerm,
    by: u32,
) -> Option<TypedTerm> {
    Some(TypedTerm { id: lifted(context, typed.id, by)?, ..typed.clone() })
}

/// Creates a variable for a binder with `level` variables around it, with a fresh name.
pub(super) fn fresh(context: &mut MutationContext<'_>, sort: &Sort, level: u32) -> TypedTerm {
    let signature = context.builder.signature;
    let is_taken = |name: &str| {
        let is_declared = signature.find(name).is_some() || signature.constructor(name).is_some();
        is_declared || signature.selector(name).is_some() || context.terms().names_a_function(name)
    };
    let mut name = String::from("q");
    while is_taken(&name) {
        name.push('q');
    }
    let terms = &mut context.builder.terms;
    let variable = terms.variable(Variable { name, sort: sort.to_string(), level });
    TypedTerm {
        id: terms.intern(Term::Var(variable)),
        sort: sort.clone(),
        depth: 0,
        origin: TermOrigin::Symbol,
    }
}

/// Returns the variable that a term is.
pub(super) fn as_variable(terms: &Terms, typed: &TypedTerm) -> Option<VarId> {
    match terms.get(typed.id) {
        Term::Var(variable) => Some(*variable),
        _ => None,
    }
}

/// Replaces a term in a lifted formula by one with new variables, in one place or everywhere.
pub(super) fn put(
    context: &mut MutationContext<'_>,
    root: TermId,
    old: &TypedTerm,
    new: &TypedTerm,
) -> Option<TermId> {
    if context.rng.percent(EVERYWHERE) {
        return exchanged(&mut context.builder.terms, root, &BTreeMap::from([(old.id, new.id)]), 0);
    }
    context.put_once(root, old, new)
}

/// Binds a variable in a body, sometimes with a pattern.
pub(super) fn bind(
    context: &mut MutationContext<'_>,
    kind: BinderKind,
    variable: &TypedTerm,
    body: TermId,
) -> TermId {
    let Some(id) = as_variable(context.terms(), variable) else { return body };
    let with_pattern = context.builder.scope.has_patterns() && context.rng.percent(PATTERNS);
    let pattern = if with_pattern { pattern(context, id, body) } else { None };
    let patterns = pattern.into_iter().map(|pattern| Box::from([pattern])).collect();
    let variables = Box::new([id]);
    context.builder.terms.intern(Term::Binder(Binder { kind, variables, body, patterns }))
}

/// Draws an application of a body whose only variable is this one, as a pattern. Z3 unfolds defined functions, and refuses
/// a pattern that becomes a variable, so its functions are declared ones.
fn pattern(context: &mut MutationContext<'_>, variable: VarId, body: TermId) -> Option<TermId> {
    let terms = context.terms();
    let signature = context.builder.signature;
    let is_plain = |id: TermId| match terms.as_app(id) {
        Some((_, [])) => true,
        Some((head, _)) => {
            let operator = Op::of_head(head);
            operator.is_some_and(|operator| IN_PATTERNS.contains(&operator))
                || signature.selector(head).is_some()
                || signature.find(head).is_some_and(|function| !function.is_defined)
        }
        None => matches!(terms.get(id), Term::Var(_)),
    };
    let fits = |&id: &TermId| {
        terms.as_app(id).is_some_and(|(_, arguments)| !arguments.is_empty())
            && has_at_most(terms, id, LARGEST_PATTERN)
            && free(terms, id).into_iter().eq([variable])
            && within(terms, id).all(is_plain)
    };
    let found: Vec<TermId> = below(terms, body).into_iter().filter(fits).collect();
    context.rng.pick(&found).copied()
}
