//! Equations of a symbol: with its value, or with a term of that value in which it does not occur.

use dashu_int::UBig;

use crate::generate::term_builder::rewrite::within;
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, literals};
use crate::smtlib::Sort;
use crate::theory::operators::{Op, op};
use crate::theory::value::{Bits, Text, Value};

/// The number of terms of equal value that are tried.
const TRIES: usize = 3;

/// Fixes the value of a symbol, or of another term. In difference logics, numbers are fixed relative to the symbol that is `kept`.
pub(super) fn pinned(
    context: &mut MutationContext<'_>,
    symbol: &TypedTerm,
    kept: &TypedTerm,
) -> Option<TypedTerm> {
    let value = context.value(symbol.id)?.clone();
    pin(context, symbol, &value, kept)
}

/// Fixes the value of a term in this way, with the value that it has.
pub(in crate::generate::sources) fn pin(
    context: &mut MutationContext<'_>,
    symbol: &TypedTerm,
    value: &Value,
    kept: &TypedTerm,
) -> Option<TypedTerm> {
    let value = value.clone().coerced(&symbol.sort);
    match (&value, &symbol.sort) {
        (Value::Bool(true), _) => Some(symbol.clone()),
        (Value::Bool(false), _) => context.builder.apply(op::NOT, &[symbol]),
        (_, Sort::Int | Sort::Real) if context.builder.scope.is_difference() => {
            if symbol.sort != kept.sort {
                return None;
            }
            let difference = value.minus(context.value(kept.id)?)?.coerced(&symbol.sort);
            let literal = context.builder.literal(&symbol.sort, &difference)?;
            let minus = context.builder.apply(op::MINUS, &[symbol, kept])?;
            context.builder.apply(op::EQUAL, &[&minus, &literal])
        }
        _ if literals::has_literals(&symbol.sort, context.builder.signature) => {
            let literal = context.builder.literal(&symbol.sort, &value)?;
            context.builder.apply(op::EQUAL, &[symbol, &literal])
        }
        _ => None,
    }
}

/// Builds equations of a symbol with terms of its value: terms of the problem, or another symbol with something added.
pub(super) fn aliases(context: &mut MutationContext<'_>, symbol: &TypedTerm) -> Vec<TypedTerm> {
    let Some(value) = context.value(symbol.id).cloned() else { return Vec::new() };
    let mut terms: Vec<TypedTerm> = Vec::new();
    for _ in 0..TRIES {
        terms.extend(context.equal(symbol, &value).filter(|typed| typed.origin != TermOrigin::Literal));
    }
    let other = context.symbol(&symbol.sort).filter(|(other, _)| other.id != symbol.id);
    let moved = other.and_then(|(other, beside)| build_from_other(context, &other, &beside, &value));
    // Terms of equal value may be few, and always the same.
    let at = if context.rng.percent(50) { 0 } else { terms.len() };
    terms.splice(at..at, moved);
    terms.retain(|typed| within(context.terms(), typed.id).all(|id| id != symbol.id));
    terms.iter().filter_map(|term| context.builder.apply(op::EQUAL, &[symbol, term])).collect()
}

/// Builds a term of a value from another symbol and its value.
fn build_from_other(
    context: &mut MutationContext<'_>,
    other: &TypedTerm,
    from: &Value,
    to: &Value,
) -> Option<TypedTerm> {
    match (from, to) {
        (Value::Bits(from), Value::Bits(to)) => {
            let (operator, step) = match context.rng.percent(50) {
                true => (op::BVXOR, from.unsigned() ^ to.unsigned()),
                false => {
                    let modulus = UBig::ONE << to.width() as usize;
                    (op::BVADD, (to.unsigned() + &modulus - from.unsigned()) % modulus)
                }
            };
            let step = Value::Bits(Bits::new(to.width(), step));
            stepped(context, operator, other, &step)
        }
        (Value::Text(from), Value::Text(to)) => {
            let (from, to) = (from.characters(), to.characters());
            if let Some(before) = to.strip_suffix(from).filter(|before| !before.is_empty()) {
                let before = context.builder.literal(&Sort::String, &Value::Text(Text::new(before)))?;
                return context.builder.apply_usable(op::STR_CONCAT, &[&before, other]);
            }
            if let Some(after) = to.strip_prefix(from).filter(|after| !after.is_empty()) {
                let after = context.builder.literal(&Sort::String, &Value::Text(Text::new(after)))?;
                return context.builder.apply_usable(op::STR_CONCAT, &[other, &after]);
            }
            let at = (0..from.len()).find(|&at| from[at..].starts_with(to))?;
            let ends =
                [at, to.len()].map(|number| context.builder.literal(&Sort::Int, &Value::Int(number.into())));
            let [Some(start), Some(count)] = ends else { return None };
            context.builder.apply_usable(op::STR_SUBSTR, &[other, &start, &count])
        }
        _ => {
            let step = to.minus(from)?.coerced(&other.sort);
            stepped(context, op::PLUS, other, &step)
        }
    }
}

/// Applies an operator to a term and a literal.
fn stepped(
    context: &mut MutationContext<'_>,
    operator: Op,
    term: &TypedTerm,
    step: &Value,
) -> Option<TypedTerm> {
    let step = context.builder.literal(&term.sort, step)?;
    context.builder.apply_usable(operator, &[term, &step])
}
