//! Evaluations: values of all symbols of a term imply its value, as in `(=> (and (= x 3) (= y 5)) (= (f x y) 8))`
//! or `(=> (and (<= 3 x) (<= x 3)) (= (abs x) 3))`.
//!
//! A solver that finds a model of the negation of one has computed another value than the evaluator. So this is where
//! constant folding, rounding and the unfolding of definitions go wrong. Random assertions hardly ever fix every symbol of
//! a formula.

use std::collections::BTreeMap;

use crate::generate::additions::{Law, Recursion};
use crate::generate::conversions::is_conversion;
use crate::generate::sources::context::bodies::Bodies;
use crate::generate::sources::context::equations::pin;
use crate::generate::sources::context::symbols_of;
use crate::generate::sources::wrappers::call;
use crate::generate::term_builder::rewrite::{below, exchanged};
use crate::generate::term_builder::{MutationContext, TermOrigin, TypedTerm, literals};
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::operators::op;
use crate::theory::value::Value;

/// The largest number of symbols.
const SYMBOLS: usize = 6;
/// Share of evaluations of whole formulas, in percent; others are of their parts. Of these, the share of conversions, if a
/// formula has some.
const FORMULAS: u32 = 50;
const CONVERSIONS: u32 = 70;
/// Share of evaluations with bounds in place of equations, in percent. A solver replaces a symbol by its value if an equation
/// gives it, and then it only folds constants; under bounds, it has to reason as for any values.
const BOUNDED: u32 = 50;
/// Share of evaluations with random values in place of those of the witness, in percent.
const ELSEWHERE: u32 = 60;

/// Builds an evaluation of a call of a recursive function of which the effect is unknown, with any arguments, or of a call in
/// one of the `callers`: formulas that call a function with constants of the problem in its body.
pub(super) fn evaluate_call(
    context: &mut MutationContext<'_>,
    bodies: &Bodies,
    recursions: &[Recursion],
    callers: &[TermId],
) -> Option<TermId> {
    let unknown: Vec<&Recursion> = recursions.iter().filter(|one| one.law == Law::None).collect();
    let call = match context.rng.pick(&unknown) {
        Some(recursion) => call(recursion, context)?,
        None => {
            let caller = *context.rng.pick(callers)?;
            // Most formulas around a call hardly depend on its value.
            let depends = |part: &TypedTerm| {
                part.sort != Sort::Bool && bodies.has_symbols_below(context.terms(), part.id)
            };
            let parts = context.parts(caller, depends);
            context.rng.pick(&parts)?.clone()
        }
    };
    evaluate(context, bodies, &call)
}

/// Builds an evaluation of a formula or of one of its parts.
pub(super) fn evaluate_below(
    context: &mut MutationContext<'_>,
    bodies: &Bodies,
    root: TermId,
) -> Option<TermId> {
    let signature = context.builder.signature;
    let is_telling =
        |part: &TypedTerm| part.origin == TermOrigin::Part && literals::has_literals(&part.sort, signature);
    let mut parts = if context.rng.percent(FORMULAS) { Vec::new() } else { context.parts(root, is_telling) };
    if context.rng.percent(CONVERSIONS) {
        let converts = |part: &TypedTerm| match context.terms().get(part.id) {
            Term::App(head, _) => context.builder.meaning(*head).is_some_and(is_conversion),
            _ => false,
        };
        if parts.iter().any(converts) {
            parts.retain(converts);
        }
    }
    let term = context.rng.pick(&parts).cloned().unwrap_or_else(|| TypedTerm::formula(root));
    evaluate(context, bodies, &term)
}

/// Builds the evaluation of a term: the values of its symbols imply its own.
fn evaluate(context: &mut MutationContext<'_>, bodies: &Bodies, term: &TypedTerm) -> Option<TermId> {
    let constants = constants_of(context, bodies, term.id)?;
    let symbols = symbols_of(context, bodies, term.id);
    let has_all_values = symbols.len() == constants;
    // In difference logics, no symbol has a value on its own.
    if !has_all_values || !(1..=SYMBOLS).contains(&constants) || context.builder.scope.is_difference() {
        return None;
    }
    let has_hidden = bodies.has_symbols_below(context.terms(), term.id);
    let (values, value) = if !has_hidden && context.rng.percent(ELSEWHERE) {
        evaluate_elsewhere(context, term, &symbols)?
    } else {
        let values: Option<Vec<Value>> = symbols.iter().map(|one| context.value(one.id).cloned()).collect();
        // A new term has no value in the context yet.
        (values?, context.builder.values(std::iter::once(term.id)).pop()??)
    };
    let is_bounded = context.rng.percent(BOUNDED);
    let mut premises = Vec::new();
    for (symbol, value) in symbols.iter().zip(&values) {
        match if is_bounded { bounds(context, symbol, value) } else { None } {
            Some(bounds) => premises.extend(bounds),
            None => premises.push(pin(context, symbol, value, symbol)?),
        }
    }
    let claim = pin(context, term, &value, term)?;
    let premise = match premises.as_slice() {
        [premise] => premise.clone(),
        premises => context.builder.apply(op::AND, &premises.iter().collect::<Vec<_>>())?,
    };
    context.builder.connect(op::IMPLIES, [premise.id, claim.id])
}

/// Draws values of the symbols, and returns them with that of the term.
fn evaluate_elsewhere(
    context: &mut MutationContext<'_>,
    term: &TypedTerm,
    symbols: &[TypedTerm],
) -> Option<(Vec<Value>, Value)> {
    let mut literals = BTreeMap::new();
    for symbol in symbols {
        literals.insert(symbol.id, context.random_literal(&symbol.sort)?.id);
    }
    let moved = exchanged(&mut context.builder.terms, term.id, &literals, 0)?;
    let all = symbols.iter().map(|symbol| literals[&symbol.id]).chain([moved]);
    let values: Option<Vec<Value>> = context.builder.values(all).into_iter().collect();
    let mut values = values?;
    let value = values.pop()?;
    Some((values, value))
}

/// Returns what fixes the value of a symbol without an equation, if its sort has bounds that do.
fn bounds(context: &mut MutationContext<'_>, symbol: &TypedTerm, value: &Value) -> Option<Vec<TypedTerm>> {
    let value = value.clone().coerced(&symbol.sort);
    let operator = match &value {
        Value::Int(_) | Value::Real(_) => op::LEQ,
        Value::Bits(_) => op::BVULE,
        // Zeros equal each other, and NaN does not equal itself.
        Value::Float(float) if !float.is_zero() && !float.is_nan() => op::FP_EQ,
        _ => return None,
    };
    let literal = context.builder.literal(&symbol.sort, &value)?;
    let lower = context.builder.apply_usable(operator, &[&literal, symbol])?;
    if operator == op::FP_EQ {
        return Some(vec![lower]);
    }
    Some(vec![lower, context.builder.apply_usable(operator, &[symbol, &literal])?])
}

/// Returns the number of declared constants on which the value of a term depends, or `None` if it depends on functions,
/// too.
fn constants_of(context: &MutationContext<'_>, bodies: &Bodies, term: TermId) -> Option<usize> {
    let (terms, signature) = (context.terms(), context.builder.signature);
    let is_declared = |head: &str| signature.find(head).is_some_and(|function| !function.is_defined);
    let mut names = bodies.symbols_below(terms, term);
    let mut depends_on_function = bodies.calls_declared_below(terms, term);
    for (head, arguments) in below(terms, term).into_iter().filter_map(|id| terms.as_app(id)) {
        if is_declared(head) {
            depends_on_function |= !arguments.is_empty();
            names.insert(head.to_owned());
        }
    }
    (!depends_on_function).then_some(names.len())
}
