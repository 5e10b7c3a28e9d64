//! Bags: how often each item is there (an extension of cvc5).

use dashu_int::{IBig, UBig};

use super::ResultSort::{self, BagOf, Bool, Int, OfArgument, Qualifier};
use super::Takes::{self, Any, More, Same};
use super::sets::{choose, collected, element, items};
use super::{Operator, constant, row};
use crate::theory::call::{Call, NoValue, Outcome};
use crate::theory::limits;
use crate::theory::value::Value;

pub(super) static ROWS: &[Operator] = &[
    constant("bag.empty", Qualifier, |call| collected(call, [])).aliases(&["emptybag"]),
    row("bag", &[&[Any, Takes::Int]], BagOf, of_one),
    row("bag.union_disjoint", MANY, OfArgument(0), |call| combined(call, |one, other| one + other))
        .commutes()
        .flattens(),
    row("bag.union_max", MANY, OfArgument(0), |call| combined(call, |one, other| one.max(other).clone()))
        .commutes()
        .flattens(),
    row("bag.inter_min", MANY, OfArgument(0), |call| combined(call, |one, other| one.min(other).clone()))
        .commutes()
        .flattens(),
    row("bag.difference_subtract", MANY, OfArgument(0), |call| combined(call, less)),
    row("bag.difference_remove", MANY, OfArgument(0), |call| combined(call, removed)),
    row("bag.count", &[&[Takes::ElementOf(1), Takes::Bag]], Int, |call| Ok(Value::Int(count(call)?))),
    row("bag.member", &[&[Takes::ElementOf(1), Takes::Bag]], Bool, |call| {
        Ok(Value::Bool(!count(call)?.is_zero()))
    }),
    row("bag.card", ONE, Int, |call| {
        limits::number(items(call, 0)?.values().fold(IBig::ZERO, |sum, count| sum + count)).map(Value::Int)
    }),
    row("bag.subbag", &[&[Takes::Bag, Same(0)]], Bool, subbag),
    row("bag.setof", ONE, OfArgument(0), |call| {
        collected(call, items(call, 0)?.keys().map(|item| (item.clone(), UBig::ONE)))
    })
    .aliases(&["bag.duplicate_removal"]),
    row("bag.choose", ONE, ResultSort::ElementOf(0), choose).open(),
];

const ONE: &[&[Takes]] = &[&[Takes::Bag]];
const MANY: &[&[Takes]] = &[&[Takes::Bag, Same(0), More]];

/// One item so often: not at all where the number is negative.
fn of_one(call: &Call<'_>) -> Outcome {
    let count = UBig::try_from(call.argument(1, Value::as_int)?.clone()).unwrap_or_default();
    collected(call, [(call.argument(0, |value| Some(value.clone()))?, count)])
}

fn less(one: &UBig, other: &UBig) -> UBig {
    if one > other { one - other } else { UBig::ZERO }
}

fn removed(one: &UBig, other: &UBig) -> UBig {
    if other.is_zero() { one.clone() } else { UBig::ZERO }
}

/// Combines all arguments from the left, by the counts of each item.
fn combined(call: &Call<'_>, count: fn(&UBig, &UBig) -> UBig) -> Outcome {
    let all = call.all(Value::as_set)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    let mut counts = first.items().clone();
    for other in rest {
        let items = counts.keys().chain(other.items().keys().filter(|item| !counts.contains_key(item)));
        let (zero, held) = (UBig::ZERO, other.items());
        let counted = items.map(|item| {
            let (one, other) = (counts.get(item).unwrap_or(&zero), held.get(item).unwrap_or(&zero));
            (item.clone(), count(one, other))
        });
        counts = counted.filter(|(_, count)| !count.is_zero()).collect();
        limits::length(counts.len())?;
    }
    collected(call, counts)
}

fn count(call: &Call<'_>) -> Result<IBig, NoValue> {
    let count = items(call, 1)?.get(&element(call)?).cloned();
    Ok(count.unwrap_or_default().into())
}

fn subbag(call: &Call<'_>) -> Outcome {
    let (one, other) = (items(call, 0)?, items(call, 1)?);
    Ok(Value::Bool(one.iter().all(|(item, count)| other.get(item).is_some_and(|more| count <= more))))
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn bags_have_values() {
        check(&[
            ("(bag 1 (- 2))", "(as bag.empty (Bag Int))"),
            ("(bag 1 0)", "(as bag.empty (Bag Int))"),
            (
                "(bag.union_disjoint (bag 1 2) (bag 0 1) (bag 1 1))",
                "(bag.union_disjoint (bag 0 1) (bag 1 3))",
            ),
            ("(bag.count 2 (bag 1 3))", "0"),
            ("(bag.member 1 (bag 1 3))", "true"),
            ("(bag.card (bag.union_disjoint (bag 1 2) (bag 0 3)))", "5"),
            ("(bag.setof (bag 1 3))", "(bag 1 1)"),
            ("(bag.duplicate_removal (bag 1 3))", "(bag 1 1)"),
            ("(bag.choose (bag 1 3))", "1"),
            ("(bag.choose (as bag.empty (Bag Int)))", "~0"),
            ("(bag.count 1 (set.singleton 1))", "the sorts of `bag.count` do not fit"),
        ]);
    }

    /// The definitions of cvc5's reference, item by item.
    #[test]
    fn counts_are_combined() {
        for (one, other) in (0_i32..4).flat_map(|one| (0..4).map(move |other| (one, other))) {
            let bags = format!("(bag.union_disjoint (bag 0 {one}) (bag 1 7)) (bag 0 {other})");
            for (name, expected) in [
                ("union_disjoint", one + other),
                ("union_max", one.max(other)),
                ("inter_min", one.min(other)),
                ("difference_subtract", (one - other).max(0)),
                ("difference_remove", if other == 0 { one } else { 0 }),
            ] {
                check(&[(&format!("(bag.count 0 (bag.{name} {bags}))"), &expected.to_string())]);
            }
            let subbag = if one <= other { "true" } else { "false" };
            check(&[(&format!("(bag.subbag (bag 0 {one}) (bag 0 {other}))"), subbag)]);
        }
    }
}
