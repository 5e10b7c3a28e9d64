//! Finite sets (an extension of cvc5).

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_int::UBig;

use super::ResultSort::{self, Bool, Int, OfArgument, OfLast, Qualifier, SetOf};
use super::Takes::{self, Any, More, Same};
use super::{Operator, columns, constant, row};
use crate::theory::call::{Call, NoValue, Outcome, Unknown};
use crate::theory::limits;
use crate::theory::value::{Set, Value};

pub(super) static ROWS: &[Operator] = &[
    constant("set.empty", Qualifier, |call| collected(call, [])).aliases(&["emptyset"]),
    row("set.singleton", &[&[Any]], SetOf, |call| collected(call, once(call.arguments)))
        .aliases(&["singleton"]),
    row("set.insert", &[&[Takes::Inserted, More]], OfLast, insert).aliases(&["insert"]),
    row("set.union", MANY, OfArgument(0), union).commutes().flattens().aliases(&["union"]),
    row("set.inter", MANY, OfArgument(0), intersection).commutes().flattens().aliases(&["intersection"]),
    row("set.minus", MANY, OfArgument(0), difference).aliases(&["setminus"]),
    row("set.member", &[&[Takes::ElementOf(1), Takes::Set]], Bool, member).aliases(&["member"]),
    row("set.subset", TWO, Bool, subset).aliases(&["subset"]),
    row("set.card", ONE, Int, |call| Ok(Value::Int(items(call, 0)?.len().into()))).aliases(&["card"]),
    row("set.is_empty", ONE, Bool, |call| Ok(Value::Bool(items(call, 0)?.is_empty()))),
    row("set.is_singleton", ONE, Bool, |call| Ok(Value::Bool(items(call, 0)?.len() == 1))),
    row("set.choose", ONE, ResultSort::ElementOf(0), choose).open(),
    // A universe is any set that has all sets of a problem as subsets, even where its elements are few: it is not
    // told by the sort.
    constant("set.universe", Qualifier, super::unknown).aliases(&["univset"]),
    row("set.complement", ONE, OfArgument(0), super::unknown).aliases(&["complement"]),
];

const ONE: &[&[Takes]] = &[&[Takes::Set]];
const TWO: &[&[Takes]] = &[&[Takes::Set, Same(0)]];
const MANY: &[&[Takes]] = &[&[Takes::Set, Same(0), More]];

/// The items of an argument, which is a set or bag, and how often each is there.
pub(super) fn items<'a>(call: &Call<'a>, at: usize) -> Result<&'a BTreeMap<Value, UBig>, NoValue> {
    call.argument(at, Value::as_set).map(|set| set.items())
}

/// The set or bag of the result's sort with these items. In a bag, counts of the same item add up.
///
/// # Errors
/// It is too large, or nested too deep; or the sort is none of sets or bags.
pub(super) fn collected(call: &Call<'_>, found: impl IntoIterator<Item = (Value, UBig)>) -> Outcome {
    let element = columns::held(call.sort).ok_or_else(|| call.unfit())?;
    let is_bag = columns::is_bag(call.sort);
    let mut items: BTreeMap<Value, UBig> = BTreeMap::new();
    for (item, count) in found {
        if count.is_zero() {
            continue;
        }
        let entry = items.entry(item.coerced(element)).or_default();
        *entry = if is_bag { &*entry + count } else { UBig::ONE };
        limits::number(entry.clone().into())?;
        limits::length(items.len())?;
    }
    let value = Value::Set(Arc::new(Set::new(call.sort.clone(), items)));
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

fn once(values: &[Value]) -> impl Iterator<Item = (Value, UBig)> {
    values.iter().map(|value| (value.clone(), UBig::ONE))
}

fn insert(call: &Call<'_>) -> Outcome {
    let (_, elements) = call.arguments.split_last().ok_or_else(|| call.unfit())?;
    let set = items(call, elements.len())?;
    collected(call, once(elements).chain(set.iter().map(|(item, count)| (item.clone(), count.clone()))))
}

fn union(call: &Call<'_>) -> Outcome {
    let all = call.all(Value::as_set)?;
    collected(call, all.iter().flat_map(|set| set.items().keys()).map(|item| (item.clone(), UBig::ONE)))
}

/// Those of the first argument that are in all others, or in none.
fn filtered(call: &Call<'_>, are_in: bool) -> Outcome {
    let all = call.all(Value::as_set)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    let stays = |item: &Value| rest.iter().all(|other| other.items().contains_key(item) == are_in);
    let kept: Vec<Value> = first.items().keys().filter(|item| stays(item)).cloned().collect();
    collected(call, once(&kept))
}

fn intersection(call: &Call<'_>) -> Outcome {
    filtered(call, true)
}

fn difference(call: &Call<'_>) -> Outcome {
    filtered(call, false)
}

/// The first argument as an element of the second one.
pub(super) fn element(call: &Call<'_>) -> Result<Value, NoValue> {
    let set = call.argument(1, Value::as_set)?;
    let sort = columns::held(set.sort()).ok_or_else(|| call.unfit())?;
    call.argument(0, |value| Some(value.clone().coerced(sort)))
}

fn member(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(items(call, 1)?.contains_key(&element(call)?)))
}

fn subset(call: &Call<'_>) -> Outcome {
    let (one, other) = (items(call, 0)?, items(call, 1)?);
    Ok(Value::Bool(one.keys().all(|item| other.contains_key(item))))
}

/// An element. Of the empty set it is any value of the sort; of several, which one is not known.
pub(super) fn choose(call: &Call<'_>) -> Outcome {
    let mut items = items(call, 0)?.keys();
    match (items.next(), items.next()) {
        (None, _) => Err(NoValue::Open),
        (Some(item), None) => Ok(item.clone()),
        (Some(_), Some(_)) => super::unknown(call),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn sets_have_values() {
        check(&[
            ("(as set.empty (Set Int))", "(as set.empty (Set Int))"),
            ("(set.insert 1 2 (set.singleton 2))", "(set.union (set.singleton 1) (set.singleton 2))"),
            (
                "(set.union (set.singleton 1) (set.singleton 0) (set.singleton 1))",
                "(set.union (set.singleton 0) (set.singleton 1))",
            ),
            (
                "(set.inter (set.insert 1 2 (set.singleton 3)) (set.insert 2 (set.singleton 3)) (set.singleton 2))",
                "(set.singleton 2)",
            ),
            (
                "(set.minus (set.insert 1 2 (set.singleton 3)) (set.singleton 1) (set.singleton 2))",
                "(set.singleton 3)",
            ),
            ("(set.member 1 (set.singleton 1.0))", "true"),
            ("(set.subset (set.singleton 1) (as set.empty (Set Int)))", "false"),
            ("(set.subset (as set.empty (Set Int)) (set.singleton 1))", "true"),
            ("(set.card (set.insert 1 2 (set.singleton 2)))", "2"),
            ("(set.is_empty (as set.empty (Set Bool)))", "true"),
            ("(set.is_singleton (set.insert 2 (set.singleton 2)))", "true"),
            ("(set.choose (set.singleton true))", "true"),
            ("(set.choose (as set.empty (Set Int)))", "~0"),
            ("(set.choose (set.insert 1 (set.singleton 2)))", "the meaning of `set.choose` is not known"),
            ("(set.singleton (set.singleton 1))", "(set.singleton (set.singleton 1))"),
            ("(set.insert 1 (as set.empty (Set Real)))", "(set.singleton 1.0)"),
            ("(union (singleton 1) (as emptyset (Set Int)))", "(set.singleton 1)"),
            ("(set.union (set.singleton 1) (set.singleton true))", "the sorts of `set.union` do not fit"),
            ("(set.insert true (set.singleton 1))", "the sorts of `set.insert` do not fit"),
            ("(set.insert (set.singleton 1))", "the sorts of `set.insert` do not fit"),
            ("(set.complement (set.singleton true))", "the meaning of `set.complement` is not known"),
            ("(forall ((s (Set Bool))) (=> (set.member true s) (not (set.is_empty s))))", "true"),
            ("(forall ((s (Set Bool))) (<= (set.card s) 1))", "false"),
        ]);
    }

    #[test]
    fn sets_obey_their_definitions() {
        let terms: Vec<String> = (0..8)
            .map(|bits| {
                let insert = |(set, at): (String, u32)| format!("(set.insert {at} {set})");
                (0..3)
                    .filter(|at| bits >> at & 1 == 1)
                    .fold("(as set.empty (Set Int))".into(), |set, at| insert((set, at)))
            })
            .collect();
        for (one, a) in terms.iter().enumerate() {
            for (other, b) in terms.iter().enumerate() {
                let is = |bits: usize, term: &str| (format!("(= {} {term})", terms[bits]), "true");
                let facts = [
                    is(one | other, &format!("(set.union {a} {b})")),
                    is(one & other, &format!("(set.inter {a} {b})")),
                    is(one & !other, &format!("(set.minus {a} {b})")),
                    (format!("(set.subset {a} {b})"), if one & !other == 0 { "true" } else { "false" }),
                    (format!("(= {a} {b})"), if one == other { "true" } else { "false" }),
                ];
                check(&facts.each_ref().map(|(term, value)| (term.as_str(), *value)));
            }
        }
    }
}
