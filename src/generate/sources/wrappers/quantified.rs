//! Quantifiers around a formula that do not change its truth value.
//!
//! The laws, for variables `y` and `b` that do not occur in the formula φ, a closed term `t` in it, and a literal `c`
//! of a small sort:
//!
//! ```text
//! φ(t)  =  (exists ((y S)) (and (= y t) φ(y)))
//! φ(t)  =  (forall ((y S)) (=> (= y t) φ(y)))
//! φ(t)  =  (forall ((b S)) φ((ite (= b c) t t)))    and the same with exists
//! ```

use std::collections::BTreeMap;

use crate::generate::term_builder::rewrite::exchanged;
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, put_once};
use crate::rng::Rng;
use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId, Variable};

/// Share of replacements of all occurrences of a term instead of one, in percent.
const EVERYWHERE: u32 = 50;
/// The largest width of a small bit-vector.
const SMALL: u32 = 3;

/// Replaces a term in a formula by a quantified variable that equals it.
pub(super) fn bound(
    context: &mut MutationContext<'_>,
    root: TermId,
    kind: BinderKind,
    rng: &mut Rng,
) -> Option<TermId> {
    let parts = closed_parts(context, root);
    let parts: Vec<&TypedTerm> = parts.iter().filter(|typed| is_quantified(&typed.sort)).collect();
    let term = (*rng.pick(&parts)?).clone();
    let (root, term) = (lifted(context, root)?, TypedTerm { id: lifted(context, term.id)?, ..term });
    let variable = fresh(context, &term.sort);
    let body = put(context, root, &term, &variable, rng)?;
    let guard = context.builder.apply("=", &[&variable, &term])?;
    let head = if kind == BinderKind::Exists { "and" } else { "=>" };
    let body = context.builder.apply(head, &[&guard, &formula(body)])?;
    Some(binder(context, kind, &variable, body.id))
}

/// Quantifies a formula over a variable of a small sort on which its truth value does not depend.
pub(super) fn idle(context: &mut MutationContext<'_>, root: TermId, rng: &mut Rng) -> Option<TermId> {
    let parts = closed_parts(context, root);
    let parts: Vec<&TypedTerm> = parts.iter().filter(|typed| typed.sort != Sort::RegLan).collect();
    let term = (*rng.pick(&parts)?).clone();
    let sort = match rng.below(2) {
        0 => Sort::Bool,
        _ => Some(Sort::BitVec(1 + rng.below(SMALL)))
            .filter(|sort| context.has_sort(sort))
            .unwrap_or(Sort::Bool),
    };
    let (root, term) = (lifted(context, root)?, TypedTerm { id: lifted(context, term.id)?, ..term });
    let variable = fresh(context, &sort);
    let condition = match &sort {
        Sort::BitVec(width) => {
            let bits: String = (0..*width).map(|_| if rng.percent(50) { '1' } else { '0' }).collect();
            let literal = context.builder.literal(&sort, &format!("#b{bits}"))?;
            context.builder.apply("=", &[&variable, &literal])?
        }
        _ => variable.clone(),
    };
    let chosen = context.builder.apply("ite", &[&condition, &term, &term])?;
    let body = put(context, root, &term, &chosen, rng)?;
    let kind = if rng.percent(50) { BinderKind::Forall } else { BinderKind::Exists };
    Some(binder(context, kind, &variable, body))
}

/// Whether solvers of quantifiers support variables of a sort.
fn is_quantified(sort: &Sort) -> bool {
    match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(..) | Sort::String => true,
        Sort::Named(_, arguments) => arguments.is_empty(),
        _ => false,
    }
}

fn closed_parts(context: &MutationContext<'_>, root: TermId) -> Vec<TypedTerm> {
    context.parts(root, |typed| context.terms().is_closed(typed.id))
}

/// Lifts a term, so that it may stand under one more binder.
fn lifted(context: &mut MutationContext<'_>, id: TermId) -> Option<TermId> {
    exchanged(&mut context.builder.terms, id, &BTreeMap::new(), 1)
}

/// Creates a variable for an outermost binder, with a fresh name.
fn fresh(context: &mut MutationContext<'_>, sort: &Sort) -> TypedTerm {
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
    let variable = terms.variable(Variable { name, sort: sort.to_string(), level: 0 });
    TypedTerm {
        id: terms.intern(Term::Var(variable)),
        sort: sort.clone(),
        depth: 0,
        origin: TermOrigin::Symbol,
    }
}

/// Replaces a term in a lifted formula by one with the new variable, in one place or everywhere.
fn put(
    context: &mut MutationContext<'_>,
    root: TermId,
    old: &TypedTerm,
    new: &TypedTerm,
    rng: &mut Rng,
) -> Option<TermId> {
    if rng.percent(EVERYWHERE) {
        return exchanged(&mut context.builder.terms, root, &BTreeMap::from([(old.id, new.id)]), 0);
    }
    put_once(context, root, old, new, rng)
}

fn binder(context: &mut MutationContext<'_>, kind: BinderKind, variable: &TypedTerm, body: TermId) -> TermId {
    let terms = &mut context.builder.terms;
    match terms.get(variable.id) {
        Term::Var(id) => {
            let variables = Box::new([*id]);
            terms.intern(Term::Binder(Binder { kind, variables, body, patterns: Box::new([]) }))
        }
        _ => body,
    }
}

fn formula(id: TermId) -> TypedTerm {
    TypedTerm { id, sort: Sort::Bool, depth: 0, origin: TermOrigin::Made }
}
