//! Bounds on both sides of a number, bit-vector or string, of the length of a string or sequence, or, in difference
//! logics, of the difference of two numbers.

use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, literals};
use crate::theory::operators::{Op, op};
use crate::theory::value::Value;

/// Share of strings whose length is bounded, in percent: scripts seldom compare strings by their order.
const LENGTHS: u32 = 80;
/// The number of terms that are tried as bounds: about half of them are on either side.
const ENDS: usize = 6;
/// Share of bounds that are other symbols, in percent.
const SYMBOLS: u32 = 15;
/// Share of the others that are near the value, in percent.
const NEAR: u32 = 50;

/// Builds bounds of a symbol: a list for either side, of which at most some are true.
pub(super) fn around(context: &mut MutationContext<'_>, symbol: &TypedTerm) -> Vec<Vec<TypedTerm>> {
    let Some((measured, value)) = measured(context, symbol) else { return Vec::new() };
    let scope = context.builder.scope;
    // `fp.eq` bounds nothing.
    let orders: Vec<Op> = scope.orders(&measured.sort).filter(|order| *order != op::FP_EQ).collect();
    let Some(&order) = context.rng.pick(&orders) else {
        // The lengths of a logic of strings without arithmetic have no order.
        let equal = context
            .builder
            .literal(&measured.sort, &value)
            .and_then(|length| context.builder.apply(op::EQUAL, &[&measured, &length]));
        return equal.map(|equal| vec![equal]).into_iter().collect();
    };
    let is_difference = scope.is_difference();
    let mut sides = [Vec::new(), Vec::new()];
    for _ in 0..ENDS {
        let Some(end) = end(context, &measured, &value) else { continue };
        let [below, above] = &mut sides;
        above.extend(context.builder.apply(order, &[&measured, &end]));
        below.extend(match is_difference {
            // There, the literal comes last.
            true => context.builder.apply(mirror(order), &[&measured, &end]),
            false => context.builder.apply(order, &[&end, &measured]),
        });
    }
    sides.into_iter().collect()
}

/// Returns what is bounded, with its value: a symbol, its length, or its difference with another symbol.
fn measured(context: &mut MutationContext<'_>, symbol: &TypedTerm) -> Option<(TypedTerm, Value)> {
    let value = context.value(symbol.id)?.clone();
    match &value {
        Value::Int(_) | Value::Real(_) if context.builder.scope.is_difference() => {
            let (other, subtracted) = context.symbol(&symbol.sort)?;
            if other.id == symbol.id {
                return None;
            }
            let difference = context.builder.apply(op::MINUS, &[symbol, &other])?;
            Some((difference, value.minus(&subtracted)?))
        }
        Value::Text(text) if context.rng.percent(LENGTHS) => {
            let length = context.builder.apply_usable(op::STR_LEN, &[symbol])?;
            Some((length, Value::Int(text.characters().len().into())))
        }
        Value::Sequence(sequence) => {
            let length = context.builder.apply_usable(op::SEQ_LEN, &[symbol])?;
            Some((length, Value::Int(sequence.items().len().into())))
        }
        Value::Int(_) | Value::Real(_) | Value::Bits(_) | Value::Float(_) | Value::Text(_) => {
            Some((symbol.clone(), value))
        }
        _ => None,
    }
}

/// Draws a bound: a symbol, or a literal near the value or anywhere.
fn end(context: &mut MutationContext<'_>, measured: &TypedTerm, value: &Value) -> Option<TypedTerm> {
    let is_symbol = measured.origin == TermOrigin::Symbol;
    if is_symbol && context.rng.percent(SYMBOLS) {
        let other = context.symbol(&measured.sort)?.0;
        return (other.id != measured.id).then_some(other);
    }
    if context.rng.percent(NEAR) {
        let near = literals::near(value.clone().coerced(&measured.sort), &mut context.rng);
        return context.builder.literal(&measured.sort, &near);
    }
    context.random_literal(&measured.sort)
}

/// Returns the order in the other direction, of numbers.
fn mirror(order: Op) -> Op {
    match order {
        op::LT => op::GT,
        op::LEQ => op::GEQ,
        op::GT => op::LT,
        _ => op::LEQ,
    }
}
