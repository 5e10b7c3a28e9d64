//! Quantifiers around a formula that do not change its truth value.
//!
//! The laws, for variables `y` and `b` that do not occur in the formula φ, a closed term `t` in it, a term `s` of φ that
//! contains `t`, a literal `c` of a small sort, and a Boolean term `p` in φ:
//!
//! ```text
//! φ(t)  =  (exists ((y S)) (and (= y t) φ(y)))
//! φ(t)  =  (forall ((y S)) (=> (= y t) φ(y)))
//! φ(t)  =  (forall ((b S)) φ((ite (= b c) t t)))           and the same with exists
//! φ(t)  =  (exists ((y S)) (and (= s(y) s(t)) φ(y)))       where φ(t) is true; also without the equation
//! φ(t)  =  (forall ((y S)) (=> (= s(y) s(t)) φ(y)))        where φ(t) is false; also without the equation
//! φ(p)  =  φ(q)                                            for a quantified formula q that equals p by these laws
//! φ(t)  =  φ((ite q t u))                                  for a true one, whatever u is
//! φ  =  (and (forall ((x S) …) (! (= (f x …) d) :pattern ((f x …)))) φ)       for a declared function `f` that is `d`
//!                                                          under the witness; also with =>
//! ```

use std::collections::BTreeMap;

use super::binding::{
    SMALL, any_kind, bind, closed_part, closed_parts, fresh, is_quantified, lifted, lifted_term, put,
    replaceable,
};
use super::boxes::choice;
use crate::generate::term_builder::rewrite::{below, exchanged, has_at_most};
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, literals};
use crate::smtlib::{Binder, BinderKind, Sort, Term, TermId};
use crate::theory::operators::op;
use crate::theory::signature::{Function, Signature};
use crate::theory::value::{Bits, Value};

/// The largest number of terms in what a function is under the witness, for an axiom that says so.
const LARGEST_BODY: usize = 40;

/// Replaces a term in a formula by a quantified variable that equals it.
pub(super) fn bound(context: &mut MutationContext<'_>, root: TermId, kind: BinderKind) -> Option<TermId> {
    let term = quantifiable_part(context, root)?;
    let (root, term) = (lifted(context, root, 1)?, lifted_term(context, &term, 1)?);
    let variable = fresh(context, &term.sort, 0);
    let body = put(context, root, &term, &variable)?;
    let guard = context.builder.apply(op::EQUAL, &[&variable, &term])?;
    let body = guarded(context, kind, &guard, body)?;
    Some(bind(context, kind, &variable, body))
}

/// Quantifies a formula over a variable of a small sort on which its truth value does not depend.
pub(super) fn idle(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let term = replaceable(context, root)?;
    let sort = match context.rng.below(2) {
        0 => Sort::Bool,
        _ => Some(Sort::BitVec(1 + context.rng.below(SMALL)))
            .filter(|sort| context.has_sort(sort))
            .unwrap_or(Sort::Bool),
    };
    let (root, term) = (lifted(context, root, 1)?, lifted_term(context, &term, 1)?);
    let variable = fresh(context, &sort, 0);
    let condition = match &sort {
        Sort::BitVec(width) => {
            let number = (0..*width).fold(0, |number, _| 2 * number + u32::from(context.rng.percent(50)));
            let bits = Value::Bits(Bits::new(*width, number.into()));
            let literal = context.builder.literal(&sort, &bits)?;
            context.builder.apply(op::EQUAL, &[&variable, &literal])?
        }
        _ => variable.clone(),
    };
    let chosen = context.builder.apply(op::ITE, &[&condition, &term, &term])?;
    let body = put(context, root, &term, &chosen)?;
    let kind = any_kind(&mut context.rng);
    Some(bind(context, kind, &variable, body))
}

/// Replaces a term in a formula by a quantified variable that no equation determines: for the value of the term, the
/// body has the truth value that decides the quantifier. A guard may equate a term around it.
pub(super) fn hidden(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let truth = context.value(root)?.as_bool()?;
    let kind = if truth { BinderKind::Exists } else { BinderKind::Forall };
    let term = quantifiable_part(context, root)?;
    let around: Vec<TypedTerm> = closed_parts(context, root)
        .into_iter()
        .filter(|typed| {
            let is_compared = !matches!(typed.sort, Sort::RegLan | Sort::Bool | Sort::Array(..));
            is_compared && typed.id != term.id && below(context.terms(), typed.id).contains(&term.id)
        })
        .collect();
    let around = context.rng.pick(&around).filter(|_| context.rng.percent(60)).cloned();
    let (root, term) = (lifted(context, root, 1)?, lifted_term(context, &term, 1)?);
    let variable = fresh(context, &term.sort, 0);
    let all = BTreeMap::from([(term.id, variable.id)]);
    let mut body = exchanged(&mut context.builder.terms, root, &all, 0)?;
    if let Some(around) = around {
        let around = lifted_term(context, &around, 1)?;
        let moved = exchanged(&mut context.builder.terms, around.id, &all, 0)?;
        let guard =
            context.builder.apply(op::EQUAL, &[&TypedTerm { id: moved, ..around.clone() }, &around])?;
        body = guarded(context, kind, &guard, body)?;
    }
    Some(bind(context, kind, &variable, body))
}

/// Puts a quantified formula below other terms: in place of a Boolean term of the formula, or as the condition of a
/// choice.
pub(super) fn nested(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let wrap = |context: &mut MutationContext<'_>, inner: TermId| match context.rng.below(4) {
        0 => bound(context, inner, BinderKind::Exists),
        1 => bound(context, inner, BinderKind::Forall),
        2 => hidden(context, inner),
        _ => idle(context, inner),
    };
    let term = replaceable(context, root)?;
    if term.sort == Sort::Bool && context.value(term.id).is_some() {
        let quantified = wrap(context, term.id)?;
        let site = context.site(root, term.id)?;
        let quantified = site.fitted(&mut context.builder.terms, quantified)?;
        return Some(site.with(&mut context.builder.terms, quantified));
    }
    let condition = context.formula()?;
    let is_true = context.value(condition)?.as_bool()?;
    let quantified = wrap(context, condition)?;
    let other = context.any(&term.sort)?;
    let site = context.site(root, term.id)?;
    choice(context, (&term, &other), &site, (quantified, is_true))
}

/// Draws a term of a formula over whose sort solvers quantify.
fn quantifiable_part(context: &mut MutationContext<'_>, root: TermId) -> Option<TypedTerm> {
    closed_part(context, root, |typed| is_quantified(&typed.sort))
}

/// Guards a body: outside of the guard, it does not decide the quantifier.
pub(super) fn guarded(
    context: &mut MutationContext<'_>,
    kind: BinderKind,
    guard: &TypedTerm,
    body: TermId,
) -> Option<TermId> {
    let connective = if kind == BinderKind::Exists { op::AND } else { op::IMPLIES };
    context.builder.connect(connective, [guard.id, body])
}

/// Whether quantifiers and patterns are in the logic, and some function can have an axiom.
pub(super) fn has_axioms(context: &MutationContext<'_>) -> bool {
    let scope = context.builder.scope;
    scope.has_quantifiers() && scope.has_patterns() && definable(context.builder.signature).next().is_some()
}

/// Joins a formula with the axiom of a function.
pub(super) fn axiomatised(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let all: Vec<&Function> = definable(context.builder.signature).collect();
    let function = *context.rng.pick(&all)?;
    let (variables, body) = context.builder.witness_body(&function.name)?;
    if !has_at_most(context.terms(), body, LARGEST_BODY) {
        return None;
    }
    let terms = &mut context.builder.terms;
    let typed =
        |id: TermId, sort: &Sort| TypedTerm { id, sort: sort.clone(), depth: 0, origin: TermOrigin::Part };
    let arguments: Vec<TypedTerm> = (variables.iter().zip(&function.arguments))
        .map(|(&variable, sort)| typed(terms.intern(Term::Var(variable)), sort))
        .collect();
    let body = typed(body, function.result.as_ref()?);
    let call = context.builder.apply_head(&function.name, &arguments.iter().collect::<Vec<_>>())?;
    let equation = context.builder.apply(op::EQUAL, &[&call, &body])?;
    let patterns = Box::from([Box::from([call.id])]);
    let axiom = Binder { kind: BinderKind::Forall, variables, body: equation.id, patterns };
    let axiom = context.builder.terms.intern(Term::Binder(axiom));
    let connective = if context.rng.percent(50) { op::AND } else { op::IMPLIES };
    context.builder.connect(connective, [axiom, root])
}

/// Returns the declared functions over sorts that solvers quantify over and whose values have literals.
fn definable(signature: &Signature) -> impl Iterator<Item = &Function> {
    let is_plain =
        |sort: &Sort| is_quantified(sort) && (*sort == Sort::Bool || literals::has_literals(sort, signature));
    signature.functions().map(AsRef::as_ref).filter(move |function: &&Function| {
        let is_open = !function.is_defined && !function.arguments.is_empty() && function.result.is_some();
        is_open && function.arguments.iter().chain(&function.result).all(is_plain)
    })
}
