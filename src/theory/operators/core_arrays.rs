//! Core (connectives and operators on any sort) and ArraysEx.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::operator::Kind::{Conditional, Connective, Equality};
use super::operator::{Decided, Meaning, Operator, constant, row};
use super::sorts::Forms;
use super::sorts::ResultSort::{Bool, ElementOf, OfArgument, Qualifier};
use super::sorts::Takes::{self, Any, IndexOf, More, Same};
use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::domain;
use crate::theory::limits::{self, NoValue};
use crate::theory::value::{Array, Value};

const CONNECTIVES: &[&str] = &["=", "or", "and", "xor", "=>", "distinct"];

pub(super) const CORE: &[Operator] = &[
    constant("true", Bool, |_| Ok(Value::Bool(true))),
    constant("false", Bool, |_| Ok(Value::Bool(false))),
    connective("not", &[&[Takes::Bool]], |call| truth(call, |truths| !truths[0])),
    connective("and", MANY, |call| truth(call, |truths| truths.iter().all(|&truth| truth)))
        .commutes()
        .flattens()
        .decided(Decided::ByFalse)
        .family(CONNECTIVES),
    connective("or", MANY, |call| truth(call, |truths| truths.contains(&true)))
        .commutes()
        .flattens()
        .decided(Decided::ByTrue)
        .family(CONNECTIVES),
    connective("xor", MANY, |call| {
        truth(call, |truths| truths.iter().fold(false, |odd, &truth| odd ^ truth))
    })
    .commutes()
    .flattens()
    .family(CONNECTIVES),
    connective("=>", MANY, |call| truth(call, implies)).decided(Decided::AsImplication).family(CONNECTIVES),
    // These are the plainest in each family of relations.
    equality("=", equal).commutes(),
    equality("distinct", distinct).commutes().family(CONNECTIVES),
    Operator { kind: Conditional, ..row("ite", &[&[Takes::Bool, Any, Same(1)]], OfArgument(1), chosen) },
];

/// Solvers also accept one argument, or none.
const MANY: &[&[Takes]] = &[&[Takes::Bool, More], &[]];

const fn connective(name: &'static str, takes: Forms, value: Meaning) -> Operator {
    Operator { kind: Connective, ..row(name, takes, Bool, value) }
}

const fn equality(name: &'static str, value: Meaning) -> Operator {
    Operator { kind: Equality, ..row(name, &[&[Any, Same(0), More]], Bool, value) }
}

fn truth(call: &Call<'_>, compute: impl FnOnce(&[bool]) -> bool) -> Outcome {
    Ok(Value::Bool(compute(&call.all(Value::as_bool)?)))
}

/// `=>` is right associative.
fn implies(truths: &[bool]) -> bool {
    let (last, conditions) = truths.split_last().unwrap_or((&true, &[]));
    *last || conditions.contains(&false)
}

/// Whether two values are equal. An integer and a real may be.
pub(in crate::theory) fn same(one: &Value, other: &Value) -> Result<bool, NoValue> {
    match (one, other) {
        (Value::Int(_), Value::Real(_)) | (Value::Real(_), Value::Int(_)) => {
            Ok(one.as_real() == other.as_real())
        }
        (Value::Language(one), Value::Language(other)) => one.equals(other),
        _ => Ok(one == other),
    }
}

fn equal(call: &Call<'_>) -> Outcome {
    let mut all = true;
    for pair in call.arguments.windows(2) {
        all &= same(&pair[0], &pair[1])?;
    }
    Ok(Value::Bool(all))
}

fn distinct(call: &Call<'_>) -> Outcome {
    for (at, one) in call.arguments.iter().enumerate() {
        for other in &call.arguments[..at] {
            if same(one, other)? {
                return Ok(Value::Bool(false));
            }
        }
    }
    Ok(Value::Bool(true))
}

fn chosen(call: &Call<'_>) -> Outcome {
    let condition = call.argument(0, Value::as_bool)?;
    call.argument(if condition { 1 } else { 2 }, |value| Some(value.clone()))
}

/// ArraysEx, and constant arrays, which most solvers have as an extension.
pub(super) const ARRAYS: &[Operator] = &[
    row("select", &[&[Takes::Array, IndexOf(0)]], ElementOf(0), select),
    row("store", &[&[Takes::Array, IndexOf(0), Takes::ElementOf(0)]], OfArgument(0), store),
    row("const", &[&[Any]], Qualifier, constant_array),
];

fn select(call: &Call<'_>) -> Outcome {
    let array = call.argument(0, Value::as_array)?;
    let index = call.argument(1, |index| Some(index.clone()))?.coerced(array.index());
    Ok(array.at(&index).clone())
}

fn store(call: &Call<'_>) -> Outcome {
    let array = call.argument(0, Value::as_array)?;
    let index = call.argument(1, |index| Some(index.clone()))?.coerced(array.index());
    let element = call.argument(2, |element| Some(element.clone()))?.coerced(array.element());
    let mut entries = array.entries().clone();
    entries.insert(index, element);
    limits::length(entries.len())?;
    let list = |most| domain::list(array.index(), most, call.signature);
    let sorts = (array.index().clone(), array.element().clone());
    let stored = Array::new(sorts.0, sorts.1, array.elsewhere().clone(), entries, list);
    Ok(Value::Array(Arc::new(stored)))
}

fn constant_array(call: &Call<'_>) -> Outcome {
    let Sort::Array(index, element) = call.sort else { return Err(call.unfit()) };
    let value = call.argument(0, |value| Some(value.clone()))?.coerced(element);
    let (index, element) = (index.as_ref().clone(), element.as_ref().clone());
    Ok(Value::Array(Arc::new(Array::new(index, element, value, BTreeMap::new(), |_| None))))
}
