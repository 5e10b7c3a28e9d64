//! Tuples, and relations and tables: sets and bags of tuples (extensions of cvc5). Columns are numbered from 0.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::operator::{Operator, constant, row, unknown};
use super::sets_bags::{collected, items};
use super::sorts::Indices;
use super::sorts::ResultSort::{BagOf, Column, OfColumns, SetOf, TupleOf};
use super::sorts::Takes::{self, Any, More};
use super::sorts::{Columns, element_sort, tuple_columns};
use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::value::{Data, Set, Value};

pub(super) const TUPLES: &[Operator] = &[
    row("tuple", &[&[Any, More]], TupleOf, all).aliases(&["mkTuple"]),
    constant("tuple.unit", TupleOf, all),
    row("tuple.select", TUPLE, Column, select).aliases(&["tuple_select", "tupSel"]),
    row("tuple.update", &[&[Takes::Tuple, Any]], OfColumns(Columns::Updated), update)
        .aliases(&["tuple_update", "tupUpd"]),
    row("tuple.project", TUPLE, OfColumns(Columns::Indexed), project_tuple).aliases(&["tuple_project"]),
];

const TUPLE: &[&[Takes]] = &[&[Takes::Tuple]];

/// Builds a tuple of a sort.
///
/// # Errors
/// The tuple is nested too deep, or the sort is not a tuple sort.
fn tuple(sort: &Sort, fields: Vec<Value>) -> Outcome {
    let columns = tuple_columns(sort).ok_or_else(|| Unknown::Sorts("tuple".into()))?;
    let fields = fields.into_iter().zip(columns).map(|(field, column)| field.coerced(column)).collect();
    let value = Value::Data(Arc::new(Data::tuple(sort.clone(), fields)));
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

/// Returns the fields of a tuple.
fn fields<'a>(call: &Call<'_>, tuple: &'a Value) -> Result<&'a [Value], NoValue> {
    tuple.as_data().map(|data| data.fields()).ok_or_else(|| call.unfit())
}

/// Returns the fields that the indices select.
fn projected(call: &Call<'_>, fields: &[Value]) -> Result<Vec<Value>, NoValue> {
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

fn project_tuple(call: &Call<'_>) -> Outcome {
    tuple(call.sort, projected(call, first(call)?)?)
}

pub(super) const RELATIONS: &[Operator] = &[
    row("rel.transpose", RELATION, OfColumns(Columns::Swapped), |call| {
        rows(call, |fields| [&fields[1..], &fields[..1]].concat())
    }),
    row("rel.tclosure", RELATION, OfColumns(Columns::Homogeneous), closure),
    row("rel.iden", RELATION, OfColumns(Columns::Diagonal), |call| {
        rows(call, |fields| [fields, fields].concat())
    }),
    row("rel.join", TWO_RELATIONS, OfColumns(Columns::Joined), join),
    row("rel.product", TWO_RELATIONS, OfColumns(Columns::All), product),
    row("rel.table_join", TWO_RELATIONS, OfColumns(Columns::All), product),
    row("rel.join_image", &[&[Takes::Relation, Takes::Int]], OfColumns(Columns::First), image),
    row("rel.project", RELATION, OfColumns(Columns::Indexed), project),
    row("rel.group", RELATION, SetOf, group).indices(Indices::Any),
    row("table.product", TABLES, OfColumns(Columns::All), product),
    row("table.join", TABLES, OfColumns(Columns::All), product),
    row("table.project", TABLE, OfColumns(Columns::Indexed), project),
    row("table.group", TABLE, BagOf, group).indices(Indices::Any),
];

const RELATION: &[&[Takes]] = &[&[Takes::Relation]];
const TWO_RELATIONS: &[&[Takes]] = &[&[Takes::Relation, Takes::Relation]];
const TABLE: &[&[Takes]] = &[&[Takes::Table]];
const TABLES: &[&[Takes]] = &[&[Takes::Table, Takes::Table]];

/// The fields of a tuple, and its multiplicity.
type Row<'a> = (&'a [Value], &'a UBig);

fn rows_of<'a>(call: &Call<'a>, at: usize) -> Result<Vec<Row<'a>>, NoValue> {
    items(call, at)?.iter().map(|(item, count)| Ok((fields(call, item)?, count))).collect()
}

/// Builds the relation or table of the result sort with these rows.
fn of_rows(call: &Call<'_>, rows: impl IntoIterator<Item = (Vec<Value>, UBig)>) -> Outcome {
    let sort = element_sort(call.sort).ok_or_else(|| call.unfit())?;
    let tuples = rows.into_iter().map(|(fields, count)| Ok((tuple(sort, fields)?, count)));
    collected(call, tuples.collect::<Result<Vec<_>, NoValue>>()?)
}

/// Maps each row to another one.
fn rows(call: &Call<'_>, row: fn(&[Value]) -> Vec<Value>) -> Outcome {
    of_rows(call, rows_of(call, 0)?.into_iter().map(|(fields, count)| (row(fields), count.clone())))
}

fn project(call: &Call<'_>) -> Outcome {
    let rows = rows_of(call, 0)?.into_iter();
    let rows = rows.map(|(fields, count)| Ok((projected(call, fields)?, count.clone())));
    of_rows(call, rows.collect::<Result<Vec<_>, NoValue>>()?)
}

/// Returns all pairs of rows of the two arguments whose keys are equal. The flag of `keys` says whether the row
/// is of the first argument.
fn beside<'a>(
    call: &Call<'a>,
    keys: impl Fn(&'a [Value], bool) -> Option<Vec<&'a Value>>,
) -> Result<Vec<(Row<'a>, Row<'a>)>, NoValue> {
    let mut by_key: BTreeMap<Vec<&Value>, Vec<Row<'a>>> = BTreeMap::new();
    for row in rows_of(call, 1)? {
        by_key.entry(keys(row.0, false).ok_or_else(|| call.unfit())?).or_default().push(row);
    }
    let mut found = Vec::new();
    for row in rows_of(call, 0)? {
        let others = by_key.get(&keys(row.0, true).ok_or_else(|| call.unfit())?);
        found.extend(others.into_iter().flatten().map(|other| (row, *other)));
        limits::length(found.len())?;
    }
    Ok(found)
}

fn join(call: &Call<'_>) -> Outcome {
    let pairs = beside(call, |fields, is_first| {
        Some(vec![if is_first { fields.last()? } else { fields.first()? }])
    })?;
    let without = |one: &[Value], other: &[Value]| [&one[..one.len() - 1], &other[1..]].concat();
    of_rows(call, pairs.into_iter().map(|((one, _), (other, _))| (without(one, other), UBig::ONE)))
}

/// `product` and `join`: the indices come in pairs, a column of the first argument and one of the second, whose
/// fields must be equal.
fn product(call: &Call<'_>) -> Outcome {
    let pairs = beside(call, |fields, is_first| {
        let indices = call.indices.iter().skip(if is_first { 0 } else { 1 }).step_by(2);
        indices.map(|index| fields.get(index.parse::<usize>().ok()?)).collect()
    })?;
    let rows = pairs.into_iter().map(|((one, count), (other, more))| ([one, other].concat(), count * more));
    of_rows(call, rows)
}

/// `rel.tclosure`: all pairs connected by one or more steps.
fn closure(call: &Call<'_>) -> Outcome {
    let mut next: BTreeMap<&Value, Vec<&Value>> = BTreeMap::new();
    for (fields, _) in rows_of(call, 0)? {
        let [from, to] = fields else { return Err(call.unfit()) };
        next.entry(from).or_default().push(to);
    }
    let mut found = Vec::new();
    for &start in next.keys() {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(from) = open.pop() {
            let new = next.get(from).into_iter().flatten().filter(|to| seen.insert(**to));
            open.extend(new);
        }
        found.extend(seen.into_iter().map(|end| (vec![start.clone(), end.clone()], UBig::ONE)));
        limits::length(found.len())?;
    }
    of_rows(call, found)
}

/// `rel.join_image`: the values with at least this many successors. If the number is not positive, the result is
/// the whole universe, which is not known.
fn image(call: &Call<'_>) -> Outcome {
    let least = call.argument(1, Value::as_int)?;
    if *least <= IBig::ZERO {
        return unknown(call);
    }
    let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
    for (fields, _) in rows_of(call, 0)? {
        *counts.entry(fields.first().ok_or_else(|| call.unfit())?).or_default() += 1;
    }
    let kept = counts.into_iter().filter(|(_, count)| IBig::from(*count) >= *least);
    of_rows(call, kept.map(|(value, _)| (vec![value.clone()], UBig::ONE)))
}

/// Partitions the rows by the columns that the indices select. A partition of no rows has one empty part.
fn group(call: &Call<'_>) -> Outcome {
    let whole = call.argument(0, Value::as_set)?;
    let mut parts: BTreeMap<Vec<Value>, BTreeMap<Value, UBig>> = BTreeMap::new();
    for (item, count) in whole.items() {
        let key = projected(call, fields(call, item)?)?;
        parts.entry(key).or_default().insert(item.clone(), count.clone());
    }
    if parts.is_empty() {
        parts.insert(Vec::new(), BTreeMap::new());
    }
    let part = |items| (Value::Set(Set::new(whole.sort().clone(), items).into()), UBig::ONE);
    collected(call, parts.into_values().map(part))
}
