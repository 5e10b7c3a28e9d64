//! Separation logic, as cvc5 has it, and how large a declared sort is.
//!
//! A witness has a heap beside its values, and any heap will do: it is the empty one. There every part of the heap is
//! empty too, so that what the parts are joined by is worth what its arguments are; only under `wand` there are others.

use super::ResultSort::Bool;
use super::Takes::{self, Any, More};
use super::{Indices, Operator, constant, row};
use crate::theory::call::{Call, NoValue, Outcome, Unknown};
use crate::theory::domain;
use crate::theory::value::Value;

pub(super) static ROWS: &[Operator] = &[
    constant("sep.emp", Bool, |_| Ok(Value::Bool(true))),
    row("pto", &[&[Any, Any]], Bool, |_| Ok(Value::Bool(false))),
    row("sep", &[&[Takes::Bool, Takes::Bool, More]], Bool, |call| {
        Ok(Value::Bool(call.all(Value::as_bool)?.into_iter().all(|holds| holds)))
    }),
    row("wand", &[&[Takes::Bool, Takes::Bool]], Bool, wand),
    constant("fmf.card", Bool, cardinality).indices(Indices::Exactly(2)),
];

/// The empty heap is one of those that may be added; what holds with the others is not known.
fn wand(call: &Call<'_>) -> Outcome {
    match call.all(Value::as_bool)?[..] {
        [true, false] => Ok(Value::Bool(false)),
        _ => Err(Unknown::Symbol("wand".into()).into()),
    }
}

/// `(_ fmf.card S n)`: whether a declared sort has at most n elements. The witness says which it has.
fn cardinality(call: &Call<'_>) -> Outcome {
    let [sort, most] = call.indices else { return Err(call.unfit()) };
    let unknown = || NoValue::from(Unknown::Symbol(call.name.into()));
    let most: usize = most.parse().map_err(|_| call.unfit())?;
    let sort = call.signature.sort(sort).ok_or_else(unknown)?;
    let elements = domain::list(&sort, LARGEST, call.signature).ok_or_else(unknown)?;
    Ok(Value::Bool(elements.len() <= most))
}

/// Elements of a sort that are counted: a witness has a few.
const LARGEST: usize = 64;

#[cfg(test)]
mod tests {
    use super::super::testing::{check, evaluate};
    use super::*;
    use crate::smtlib::{Script, Sort};
    use crate::theory::signature::Signature;

    #[test]
    fn the_heap_is_empty() {
        check(&[
            ("sep.emp", "true"),
            ("(pto 1 2)", "false"),
            ("(sep sep.emp sep.emp)", "true"),
            ("(sep sep.emp (pto 1 2))", "false"),
            ("(sep (not (pto 1 2)) (not (pto 3 4)) true)", "true"),
            ("(wand sep.emp (pto 1 2))", "false"),
        ]);
    }

    #[test]
    fn elements_of_a_declared_sort_are_counted() {
        let source = "(declare-datatypes ((U 0)) (((a) (b) (c))))";
        let signature = Signature::collect(&Script::parse(source.to_owned()).unwrap());
        let holds = |sort: &str, most: &str| {
            let indices = [sort.into(), most.into()];
            let call = Call {
                name: "fmf.card",
                indices: &indices,
                arguments: &[],
                sort: &Sort::Bool,
                signature: &signature,
            };
            cardinality(&call)
        };
        assert_eq!([holds("U", "2"), holds("U", "3")], [false, true].map(|holds| Ok(Value::Bool(holds))));
        assert!(holds("Int", "3").is_err() && holds("V", "3").is_err() && holds("U", "x").is_err());
    }

    #[test]
    fn what_holds_with_other_heaps_is_not_known() {
        for term in ["(wand (pto 1 2) (pto 1 3))", "(wand sep.emp sep.emp)"] {
            assert_eq!(evaluate(term), "the meaning of `wand` is not known");
        }
        assert_eq!(evaluate("(sep 1 true)"), "the sorts of `sep` do not fit");
    }
}
