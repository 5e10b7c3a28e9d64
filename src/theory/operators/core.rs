//! Core: connectives and what is of any sort.

use super::Kind::{Conditional, Connective, Equality};
use super::ResultSort::{Bool, OfArgument};
use super::Takes::{self, Any, More, Same};
use super::{Forms, Meaning, Operator, constant, row};
use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::value::Value;

/// What joins two formulas into one, in the order in which it is drawn.
pub(crate) const JOINTS: [&str; 5] = ["and", "or", "=", "xor", "=>"];

const CONNECTIVES: &[&str] = &["=", "or", "and", "xor", "=>", "distinct"];

pub(super) static ROWS: &[Operator] = &[
    constant("true", Bool, |_| Ok(Value::Bool(true))),
    constant("false", Bool, |_| Ok(Value::Bool(false))),
    connective("not", &[&[Takes::Bool]], |call| truth(call, |truths| !truths[0])),
    connective("and", MANY, |call| truth(call, |truths| truths.iter().all(|&truth| truth)))
        .commutes()
        .flattens()
        .family(CONNECTIVES),
    connective("or", MANY, |call| truth(call, |truths| truths.contains(&true)))
        .commutes()
        .flattens()
        .family(CONNECTIVES),
    connective("xor", MANY, |call| {
        truth(call, |truths| truths.iter().fold(false, |odd, &truth| odd ^ truth))
    })
    .commutes()
    .flattens()
    .family(CONNECTIVES),
    connective("=>", MANY, |call| truth(call, implies)).family(CONNECTIVES),
    // In each family of relations it is the plainest.
    equality("=", equal).commutes(),
    equality("distinct", distinct).commutes().family(CONNECTIVES),
    Operator { kind: Conditional, ..row("ite", &[&[Takes::Bool, Any, Same(1)]], OfArgument(1), chosen) },
];

/// Solvers also take one argument, or none.
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

/// Whether two values are the same: a number of another sort may be.
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
