//! Sequences (an extension of cvc5 and Z3): words over any sort. Both solvers accept strings, too.

use std::sync::Arc;

use super::operator::{Operator, constant, row, unknown};
use super::sorts::ResultSort::{Bool, ElementOf, ElementsOf, Int, OfArgument, Qualifier, SequenceOf};
use super::sorts::Takes::{self, Any, IndicesOf, More, Same};
use super::words::{self, either};
use crate::smtlib::Sort;
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::NoValue;
use crate::theory::value::{Sequence, Text, Value};

/// Implements an operator that sequences and strings share.
macro_rules! either {
    ($name:ident) => {
        |call| either(call, words::$name::<Sequence>, words::$name::<Text>)
    };
}

pub(super) const ROWS: &[Operator] = &[
    constant("seq.empty", Qualifier, empty),
    row("seq.unit", &[&[Any]], SequenceOf, unit),
    row("seq.++", MANY, OfArgument(0), either!(concat)).flattens(),
    row("seq.len", ONE, Int, either!(length)),
    row("seq.at", PLACE, OfArgument(0), either!(at)),
    row("seq.nth", &[&[Takes::Sequence, Takes::Int]], ElementOf(0), nth).open(),
    row("seq.extract", PART, OfArgument(0), either!(substring)).aliases(&["seq.substr"]),
    row("seq.update", UPDATE, OfArgument(0), either!(update)),
    row("seq.prefixof", TWO, Bool, either!(is_prefix)),
    row("seq.suffixof", TWO, Bool, either!(is_suffix)),
    row("seq.contains", TWO, Bool, either!(contains)),
    row("seq.indexof", SOUGHT, Int, either!(index_of)),
    row("seq.last_indexof", TWO, Int, either!(last_index_of)).open(),
    row("seq.replace", THREE, OfArgument(0), either!(replace)),
    row("seq.replace_all", THREE, OfArgument(0), replace_all),
    // Z3 takes an array as a function. From 4.12.1 to 5.4.1, its indices are the position, counted from the second argument
    // on, the result so far, and the item; maps have no result so far, and `seq.map` and `seq.foldl` no position. The
    // interpreter applies a `lambda`, or a function of the script in its place. Other arrays with several indices have no
    // values here.
    row("seq.map", &[&[Takes::Array, IndicesOf(0)]], ElementsOf(0), map),
    row("seq.mapi", &[&[Takes::Mapper, Takes::Int, Takes::Sequence]], ElementsOf(0), unknown),
    row("seq.foldl", &[&[Takes::Folder, Any, Takes::Sequence]], OfArgument(1), unknown)
        .aliases(&["seq.fold_left"]),
    row("seq.foldli", &[&[Takes::Folder, Takes::Int, Any, Takes::Sequence]], OfArgument(2), unknown)
        .aliases(&["seq.fold_lefti"]),
    row("seq.rev", ONE, OfArgument(0), either!(reverse)),
];

const ONE: &[&[Takes]] = &[&[Takes::Sequence], &[Takes::Text]];
const TWO: &[&[Takes]] = &[&[Takes::Sequence, Same(0)], &[Takes::Text, Takes::Text]];
pub(super) const THREE: &[&[Takes]] =
    &[&[Takes::Sequence, Same(0), Same(0)], &[Takes::Text, Takes::Text, Takes::Text]];
/// Z3 also accepts a single argument.
const MANY: &[&[Takes]] = &[&[Takes::Sequence], &[Takes::Sequence, Same(0), More], &[Takes::Text, More]];
const PLACE: &[&[Takes]] = &[&[Takes::Sequence, Takes::Int], &[Takes::Text, Takes::Int]];
const PART: &[&[Takes]] =
    &[&[Takes::Sequence, Takes::Int, Takes::Int], &[Takes::Text, Takes::Int, Takes::Int]];
const UPDATE: &[&[Takes]] =
    &[&[Takes::Sequence, Takes::Int, Same(0)], &[Takes::Text, Takes::Int, Takes::Text]];
/// Z3 accepts a missing position as 0.
const SOUGHT: &[&[Takes]] = &[
    &[Takes::Sequence, Same(0), Takes::Int],
    &[Takes::Sequence, Same(0)],
    &[Takes::Text, Takes::Text, Takes::Int],
    &[Takes::Text, Takes::Text],
];

/// `seq.empty`: its sort is that in `(as …)`.
fn empty(call: &Call<'_>) -> Outcome {
    match call.sort {
        Sort::Seq(element) => Ok(Value::Sequence(Sequence::new(Arc::new(element.as_ref().clone()), []))),
        Sort::String => Ok(Value::Text(Text::new([]))),
        _ => Err(call.unfit()),
    }
}

fn unit(call: &Call<'_>) -> Outcome {
    let Sort::Seq(element) = call.sort else { return Err(call.unfit()) };
    let item = call.argument(0, |item| Some(item.clone()))?.coerced(element);
    words::sequence(Arc::new(element.as_ref().clone()), vec![item])
}

/// Returns the item at a position. If there is none, cvc5 and Z3 leave the value open.
fn nth(call: &Call<'_>) -> Outcome {
    let items = call.argument(0, Value::as_sequence)?.items();
    let at = usize::try_from(call.argument(1, Value::as_int)?).ok();
    at.and_then(|at| items.get(at)).cloned().ok_or(NoValue::Open)
}

/// Returns the elements of an array at the items of a sequence, in their order.
fn map(call: &Call<'_>) -> Outcome {
    let array = call.argument(0, Value::as_array)?;
    let indices = call.argument(1, Value::as_sequence)?.items();
    let items = indices.iter().map(|index| array.at(index).clone()).collect();
    words::sequence(Arc::new(array.element().clone()), items)
}

/// Implements `replace_all` for sequences and strings, under either name.
pub(super) fn replace_all(call: &Call<'_>) -> Outcome {
    either(call, words::replace_all::<Sequence>, words::replace_all::<Text>)
}

#[cfg(test)]
mod tests {
    use crate::theory::examples::evaluate;

    const ONE_TWO: &str = "(seq.++ (seq.unit 1) (seq.unit 2))";

    #[test]
    fn deep_and_long_sequences_have_no_value() {
        let deep = (0..501).fold("1".to_owned(), |item, _| format!("(seq.unit {item})"));
        let long = (0..14).fold(ONE_TWO.to_owned(), |term, _| format!("(let ((y {term})) (seq.++ y y))"));
        let nested = (0..20).fold(ONE_TWO.to_owned(), |term, _| {
            format!("(let ((y {term})) (seq.++ (seq.unit y) (seq.unit y)))")
        });
        for term in [deep, long, nested] {
            assert_eq!(evaluate("", &format!("(seq.len {term})")), "a value is too large");
        }
    }
}
