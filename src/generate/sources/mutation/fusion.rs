//! Fusion: two formulas are joined, each with a term of the other in it.
//!
//! Other fusion methods add a constraint that links two variables. Here the values are known, so each of two terms is
//! expressed by the other one, and the result is evaluated.

use super::identities::identical;
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm};
use crate::smtlib::{Sort, TermId};
use crate::theory::operators::op;
use crate::theory::value::{Bits, Value};

/// Fuses a formula with a second one.
pub(super) fn fused(context: &mut MutationContext<'_>, root: TermId) -> Option<TermId> {
    let second = context.formula().filter(|&second| second != root)?;
    let is_open = |context: &MutationContext<'_>, typed: &TypedTerm| {
        typed.origin != TermOrigin::Literal && typed.sort != Sort::Bool && context.value(typed.id).is_some()
    };
    let ones = context.parts(root, |typed| is_open(context, typed));
    let one = context.rng.pick(&ones)?.clone();
    let value = context.value(one.id)?.clone();
    let others = context
        .parts(second, |typed| typed.sort == one.sort && typed.id != one.id && is_open(context, typed));
    let equal: Vec<TypedTerm> =
        others.iter().filter(|other| context.value(other.id) == Some(&value)).cloned().collect();
    let (other, by_one, by_other) = match context.rng.pick(&equal).cloned() {
        Some(other) => (other.clone(), one.clone(), other),
        None => {
            let other = context.rng.pick(&others)?.clone();
            let worth = context.value(other.id)?.clone();
            let by_other = moved(context, &other, &worth, &value)?;
            let by_one = moved(context, &one, &value, &worth)?;
            (other, by_one, by_other)
        }
    };
    let by_other = if context.rng.percent(30) { identical(context, &by_other)? } else { by_other };
    let first = context.put(root, &one, &by_other)?;
    let second = context.put(second, &other, &by_one)?;
    let [first, second] = [first, second].map(TypedTerm::formula);
    Some(context.builder.apply(*context.rng.pick(&op::JOINTS)?, &[&first, &second])?.id)
}

/// Changes a term of value `from` into one of value `to` by adding the difference, or by `bvxor` with it.
/// Returns `None` in difference logics, which have no sums, and for values that cannot be subtracted.
fn moved(context: &mut MutationContext<'_>, term: &TypedTerm, from: &Value, to: &Value) -> Option<TypedTerm> {
    if context.builder.scope.is_difference() {
        return None;
    }
    let (operator, difference) = match (from, to) {
        (Value::Int(_), Value::Int(_)) | (Value::Real(_), _) => (op::PLUS, to.minus(from)?),
        (Value::Bits(from), Value::Bits(to)) => {
            let bits = Bits::new(from.width(), from.unsigned() ^ to.unsigned());
            (op::BVXOR, Value::Bits(bits))
        }
        _ => return None,
    };
    let literal = context.builder.literal(&term.sort, &difference)?;
    context.builder.apply(operator, &[term, &literal])
}
