//! Tuples (an extension of cvc5). Their columns are told from 0.

use std::sync::Arc;

use super::ResultSort::{Column, OfColumns, TupleOf};
use super::Takes::{self, Any, More};
use super::columns::{self, Columns};
use super::{Operator, constant, row};
use crate::smtlib::Sort;
use crate::theory::call::{Call, NoValue, Outcome, Unknown};
use crate::theory::value::{Data, Value};

pub(super) static ROWS: &[Operator] = &[
    row("tuple", &[&[Any, More], &[]], TupleOf, all).aliases(&["mkTuple"]),
    constant("tuple.unit", TupleOf, all),
    row("tuple.select", ONE, Column, select).aliases(&["tuple_select", "tupSel"]),
    row("tuple.update", &[&[Takes::Tuple, Any]], OfColumns(Columns::Updated), update)
        .aliases(&["tuple_update", "tupUpd"]),
    row("tuple.project", ONE, OfColumns(Columns::Indexed), project).aliases(&["tuple_project"]),
];

const ONE: &[&[Takes]] = &[&[Takes::Tuple]];

/// A tuple of a sort.
///
/// # Errors
/// It is nested too deep, or the sort is none of tuples.
pub(super) fn tuple(sort: &Sort, fields: Vec<Value>) -> Outcome {
    let columns = columns::of_tuple(sort).ok_or_else(|| Unknown::Sorts("tuple".into()))?;
    let fields = fields.into_iter().zip(columns).map(|(field, column)| field.coerced(column)).collect();
    let value = Value::Data(Arc::new(Data::tuple(sort.clone(), fields)));
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

/// What a tuple holds, column by column.
pub(super) fn fields<'a>(call: &Call<'_>, tuple: &'a Value) -> Result<&'a [Value], NoValue> {
    tuple.as_data().map(|data| data.fields()).ok_or_else(|| call.unfit())
}

/// The fields that the indices name.
pub(super) fn projected(call: &Call<'_>, fields: &[Value]) -> Result<Vec<Value>, NoValue> {
    let field = |index: &str| fields.get(index.parse::<usize>().ok()?).cloned();
    call.indices.iter().map(|index| field(index).ok_or_else(|| call.unfit())).collect()
}

fn all(call: &Call<'_>) -> Outcome {
    tuple(call.sort, call.arguments.to_vec())
}

fn first<'a>(call: &Call<'a>) -> Result<&'a [Value], NoValue> {
    fields(call, call.argument(0, Some)?)
}

fn select(call: &Call<'_>) -> Outcome {
    projected(call, first(call)?)?.pop().ok_or_else(|| call.unfit())
}

fn update(call: &Call<'_>) -> Outcome {
    let mut fields = first(call)?.to_vec();
    let field = fields.get_mut(call.index(0)? as usize).ok_or_else(|| call.unfit())?;
    *field = call.argument(1, |value| Some(value.clone()))?;
    tuple(call.sort, fields)
}

fn project(call: &Call<'_>) -> Outcome {
    tuple(call.sort, projected(call, first(call)?)?)
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn tuples_have_values() {
        check(&[
            ("(tuple 1 true)", "(tuple 1 true)"),
            ("(tuple)", "tuple.unit"),
            ("((_ tuple.select 1) (tuple 1 (tuple 2 3)))", "(tuple 2 3)"),
            ("((_ tupSel 0) (mkTuple 1 2))", "1"),
            ("((_ tuple.update 1) (tuple 1 true) false)", "(tuple 1 false)"),
            ("((_ tuple.project 1 1 0) (tuple 1 true))", "(tuple true true 1)"),
            ("(tuple.project (tuple 1 true))", "tuple.unit"),
            ("(= (tuple 1 2) (tuple 1 3))", "false"),
            ("((_ tuple.select 2) (tuple 1 true))", "the sorts of `(_ tuple.select 2)` do not fit"),
            ("((_ tuple.update 0) (tuple 1 true) false)", "the sorts of `(_ tuple.update 0)` do not fit"),
        ]);
    }
}
