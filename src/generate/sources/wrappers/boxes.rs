//! Boxes: a term is put into an array or a datatype and taken out again, or chosen by a known condition.
//!
//! The laws, for a formula `c` that is true under the witness and a formula `d` that is false:
//!
//! ```text
//! t  =  (ite c t u)  =  (ite d u t)                       of terms, and of whole formulas
//! t  =  (select ((as const (Array S T)) t) i)
//! t  =  (field (constructor … t …))
//! ```

use crate::generate::term_builder::rewrite::Site;
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm};
use crate::smtlib::{Sort, TermId};
use crate::theory::operators::op;

/// Replaces a term in a formula by a choice under a known condition.
pub(super) fn chosen(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let term = context.part(root, |typed| typed.sort != Sort::RegLan)?;
    let other = context.any(&term.sort)?;
    let site = context.site(root, term.id)?;
    let condition = known(context)?;
    choice(context, (&term, &other), &site, condition)
}

/// Builds a choice between a formula and another one, under a known condition.
pub(super) fn either(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let other = context.formula()?;
    let [one, other] = [root, other].map(TypedTerm::formula);
    let condition = known(context)?;
    choice(context, (&one, &other), &Site::default(), condition)
}

/// Draws a formula with its truth value.
fn known(context: &mut MutationContext<'_>) -> Option<(TermId, bool)> {
    let condition = context.formula()?;
    Some((condition, context.value(condition)?.as_bool()?))
}

/// Replaces a term at a site by a choice between it and another one of its sort, under a condition with a known truth
/// value.
pub(super) fn choice(
    context: &mut MutationContext<'_>,
    (term, other): (&TypedTerm, &TypedTerm),
    site: &Site,
    (condition, is_true): (TermId, bool),
) -> Option<TermId> {
    let condition = site.fitted(&mut context.builder.terms, condition)?;
    let condition = TypedTerm::formula(condition);
    let (yes, no) = if is_true { (term, other) } else { (other, term) };
    let new = context.builder.apply(op::ITE, &[&condition, yes, no])?;
    Some(site.with(&mut context.builder.terms, new.id))
}

/// Replaces a literal in a formula by an element of a constant array. Other terms stay, because cvc5 requires the
/// element to be a value.
pub(super) fn constant(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    if !context.builder.scope.has_constant_arrays() {
        return None;
    }
    let is_written = |typed: &TypedTerm| typed.origin == TermOrigin::Literal && typed.sort != Sort::RegLan;
    let term = context.part(root, is_written)?;
    let array = context.pool.pick_sort(&mut context.rng, |sort| matches!(sort, Sort::Array(..)));
    let Sort::Array(index, _) = array?.clone() else { return None };
    let at = context.any(&index)?;
    let sort = Sort::Array(index, Box::new(term.sort.clone()));
    let array = context.builder.apply_head(&format!("(as const {sort})"), &[&term])?;
    let new = context.builder.apply(op::SELECT, &[&array, &at])?;
    context.put_once(root, &term, &new)
}

/// Replaces a term in a formula by a field of a datatype of the seed.
pub(super) fn boxed(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let mut fields = Vec::new();
    for datatype in context.builder.signature.datatypes().filter(|datatype| datatype.parameters.is_empty()) {
        for constructor in &datatype.constructors {
            fields.extend((0..constructor.fields.len()).map(|at| (constructor, at)));
        }
    }
    let &(constructor, field) = context.rng.pick(&fields)?;
    let (selector, sort) = constructor.fields.get(field)?;
    let term = context.part(root, |typed| typed.sort == *sort)?;
    let fields = constructor.fields.iter().enumerate();
    let filled =
        fields.map(|(at, (_, sort))| if at == field { Some(term.clone()) } else { context.any(sort) });
    let filled: Option<Vec<TypedTerm>> = filled.collect();
    let whole = context.builder.apply_head(&constructor.name, &filled?.iter().collect::<Vec<_>>())?;
    let new = context.builder.apply_head(selector, &[&whole])?;
    context.put_once(root, &term, &new)
}
