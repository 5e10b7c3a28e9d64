//! ArraysEx, and the constant arrays that most solvers have beside it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ResultSort::{ElementOf, OfArgument, Qualifier};
use super::Takes::{self, Any, IndexOf};
use super::{Operator, row};
use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::domain;
use crate::theory::limits;
use crate::theory::value::{Array, Value};

pub(super) static ROWS: &[Operator] = &[
    row("select", &[&[Takes::Array, IndexOf(0)]], ElementOf(0), select),
    row("store", &[&[Takes::Array, IndexOf(0), Takes::ElementOf(0)]], OfArgument(0), store),
    row("const", &[&[Any]], Qualifier, constant),
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

fn constant(call: &Call<'_>) -> Outcome {
    let Sort::Array(index, element) = call.sort else { return Err(call.unfit()) };
    let value = call.argument(0, |value| Some(value.clone()))?.coerced(element);
    let (index, element) = (index.as_ref().clone(), element.as_ref().clone());
    Ok(Value::Array(Arc::new(Array::new(index, element, value, BTreeMap::new(), |_| None))))
}
