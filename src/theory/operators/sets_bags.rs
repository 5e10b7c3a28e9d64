//! Finite sets (an extension of cvc5 and Z3, which share some names), and bags, which map items to multiplicities (an
//! extension of cvc5).

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::operator::{Operator, constant, row, unknown};
use super::sorts::ResultSort::{self, BagOf, Bool, ElementsOf, Int, OfArgument, OfLast, Qualifier, SetOf};
use super::sorts::Takes::{self, Any, IndexSetOf, More, Same};
use super::sorts::element_sort;
use crate::smtlib::{self, Sort};
use crate::theory::call::{Call, Outcome};
use crate::theory::limits::{self, NoValue, Unknown};
use crate::theory::value::{Set, Value};

pub(super) const SETS: &[Operator] = &[
    constant("set.empty", Qualifier, |call| collected(call, [])).aliases(&["emptyset"]),
    row("set.singleton", &[&[Any]], SetOf, |call| collected(call, once(call.arguments)))
        .aliases(&["singleton"]),
    row("set.insert", &[&[Takes::Inserted, More]], OfLast, insert).aliases(&["insert"]),
    row("set.union", MANY, OfArgument(0), union).commutes().flattens().aliases(&["union"]),
    row("set.inter", MANY, OfArgument(0), |call| filtered(call, true))
        .commutes()
        .flattens()
        .aliases(&["set.intersect", "intersection"]),
    row("set.minus", MANY, OfArgument(0), |call| filtered(call, false)).aliases(&["setminus"]),
    // Z3 subtracts only one set.
    row("set.difference", TWO, OfArgument(0), |call| filtered(call, false)),
    row("set.member", &[&[Takes::ElementOf(1), Takes::Set]], Bool, member).aliases(&["set.in", "member"]),
    row("set.subset", TWO, Bool, subset).aliases(&["subset"]),
    row("set.card", ONE, Int, |call| Ok(Value::Int(items(call, 0)?.len().into())))
        .aliases(&["set.size", "card"]),
    row("set.is_empty", ONE, Bool, |call| Ok(Value::Bool(items(call, 0)?.is_empty()))),
    row("set.is_singleton", ONE, Bool, |call| Ok(Value::Bool(items(call, 0)?.len() == 1))),
    row("set.choose", ONE, ResultSort::ElementOf(0), choose).open(),
    row("set.range", &[&[Takes::Int, Takes::Int]], SetOf, range),
    // Z3 takes an array as a function, and cvc5 a `lambda` or a function of the script, which the interpreter applies.
    row("set.map", &[&[Takes::Array, IndexSetOf(0)]], ElementsOf(0), map),
    row("set.filter", &[&[Takes::Predicate, IndexSetOf(0)]], OfArgument(1), filter),
    row("set.all", &[&[Takes::Test, Takes::Set]], Bool, unknown),
    row("set.some", &[&[Takes::Test, Takes::Set]], Bool, unknown),
    row("set.fold", &[&[Takes::RightFolder, Any, Takes::Set]], OfArgument(1), unknown),
    // A universe is any set that includes all sets of a problem, even if the element sort has few values, so the
    // sort does not determine it.
    constant("set.universe", Qualifier, unknown).aliases(&["univset"]),
    row("set.complement", ONE, OfArgument(0), unknown).aliases(&["complement"]),
];

const ONE: &[&[Takes]] = &[&[Takes::Set]];
const TWO: &[&[Takes]] = &[&[Takes::Set, Same(0)]];
const MANY: &[&[Takes]] = &[&[Takes::Set, Same(0), More]];

/// Returns the items of a set or bag argument with their multiplicities.
pub(super) fn items<'a>(call: &Call<'a>, at: usize) -> Result<&'a BTreeMap<Value, UBig>, NoValue> {
    call.argument(at, Value::as_set).map(|set| set.items())
}

/// Builds the set or bag of the result sort with these items.
///
/// # Errors
/// As [`collect`].
pub(super) fn collected(call: &Call<'_>, found: impl IntoIterator<Item = (Value, UBig)>) -> Outcome {
    collect(call.name, call.sort, found)
}

/// Builds the set or bag of a sort with the items that an operator finds. In a bag, multiplicities of the same item add up.
///
/// # Errors
/// It is too large or nested too deep, or the sort is not a set or bag sort.
pub(in crate::theory) fn collect(
    operator: &str,
    sort: &Sort,
    found: impl IntoIterator<Item = (Value, UBig)>,
) -> Outcome {
    let element = element_sort(sort).ok_or_else(|| Unknown::Sorts(operator.into()))?;
    let is_bag = smtlib::is_bag(sort);
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
    let value = Value::Set(Arc::new(Set::new(sort.clone(), items)));
    if value.extent().is_too_large() { Err(Unknown::Size.into()) } else { Ok(value) }
}

/// Returns these items, each once.
fn once<'a>(items: impl IntoIterator<Item = &'a Value>) -> impl Iterator<Item = (Value, UBig)> {
    items.into_iter().map(|item| (item.clone(), UBig::ONE))
}

fn insert(call: &Call<'_>) -> Outcome {
    let (_, elements) = call.arguments.split_last().ok_or_else(|| call.unfit())?;
    let set = items(call, elements.len())?;
    collected(call, once(elements).chain(set.iter().map(|(item, count)| (item.clone(), count.clone()))))
}

fn union(call: &Call<'_>) -> Outcome {
    let all = call.all(Value::as_set)?;
    collected(call, once(all.iter().flat_map(|set| set.items().keys())))
}

/// Returns the items of the first argument that are in all others or in none, as `are_in` says.
fn filtered(call: &Call<'_>, are_in: bool) -> Outcome {
    let all = call.all(Value::as_set)?;
    let (first, rest) = all.split_first().ok_or_else(|| call.unfit())?;
    let stays = |item: &Value| rest.iter().all(|other| other.items().contains_key(item) == are_in);
    collected(call, once(first.items().keys().filter(|item| stays(item))))
}

/// Returns the first argument, coerced to the element sort of the second.
pub(super) fn element(call: &Call<'_>) -> Result<Value, NoValue> {
    let set = call.argument(1, Value::as_set)?;
    let sort = element_sort(set.sort()).ok_or_else(|| call.unfit())?;
    call.argument(0, |value| Some(value.clone().coerced(sort)))
}

fn member(call: &Call<'_>) -> Outcome {
    Ok(Value::Bool(items(call, 1)?.contains_key(&element(call)?)))
}

fn subset(call: &Call<'_>) -> Outcome {
    let (one, other) = (items(call, 0)?, items(call, 1)?);
    Ok(Value::Bool(one.keys().all(|item| other.contains_key(item))))
}

/// `range`: all integers from the first to the second argument, both included.
fn range(call: &Call<'_>) -> Outcome {
    let (first, last) = (call.argument(0, Value::as_int)?, call.argument(1, Value::as_int)?);
    let numbers = std::iter::successors(Some(first.clone()), |number| Some(number + IBig::ONE));
    let within = numbers.take_while(|number| number <= last);
    collected(call, within.map(|number| (Value::Int(number), UBig::ONE)))
}

/// Returns the elements of an array at the items of a set.
fn map(call: &Call<'_>) -> Outcome {
    let (array, items) = (call.argument(0, Value::as_array)?, items(call, 1)?);
    collected(call, once(items.keys().map(|item| array.at(item))))
}

/// `filter`: the items of a set at which an array is true.
fn filter(call: &Call<'_>) -> Outcome {
    let (array, items) = (call.argument(0, Value::as_array)?, items(call, 1)?);
    collected(call, once(items.keys().filter(|item| *array.at(item) == Value::Bool(true))))
}

/// `choose`: the only item of a singleton. For the empty set the value is open; for several items it is not
/// known.
pub(super) fn choose(call: &Call<'_>) -> Outcome {
    let mut items = items(call, 0)?.keys();
    match (items.next(), items.next()) {
        (None, _) => Err(NoValue::Open),
        (Some(item), None) => Ok(item.clone()),
        (Some(_), Some(_)) => unknown(call),
    }
}

pub(super) const BAGS: &[Operator] = &[
    constant("bag.empty", Qualifier, |call| collected(call, [])).aliases(&["emptybag"]),
    row("bag", &[&[Any, Takes::Int]], BagOf, of_one),
    row("bag.union_disjoint", SAME_BAGS, OfArgument(0), |call| combined(call, |one, other| one + other))
        .commutes()
        .flattens(),
    row("bag.union_max", SAME_BAGS, OfArgument(0), |call| {
        combined(call, |one, other| one.max(other).clone())
    })
    .commutes()
    .flattens(),
    row("bag.inter_min", SAME_BAGS, OfArgument(0), |call| {
        combined(call, |one, other| one.min(other).clone())
    })
    .commutes()
    .flattens(),
    row("bag.difference_subtract", SAME_BAGS, OfArgument(0), |call| combined(call, less)),
    row("bag.difference_remove", SAME_BAGS, OfArgument(0), |call| combined(call, removed)),
    row("bag.count", &[&[Takes::ElementOf(1), Takes::Bag]], Int, |call| Ok(Value::Int(count(call)?))),
    row("bag.member", &[&[Takes::ElementOf(1), Takes::Bag]], Bool, |call| {
        Ok(Value::Bool(!count(call)?.is_zero()))
    }),
    row("bag.card", BAG, Int, |call| {
        limits::number(items(call, 0)?.values().fold(IBig::ZERO, |sum, count| sum + count)).map(Value::Int)
    }),
    row("bag.subbag", &[&[Takes::Bag, Same(0)]], Bool, subbag),
    row("bag.setof", BAG, OfArgument(0), |call| collected(call, once(items(call, 0)?.keys())))
        .aliases(&["bag.duplicate_removal"]),
    row("bag.choose", BAG, ResultSort::ElementOf(0), choose).open(),
    row("bag.map", &[&[Takes::Mapper, Takes::Bag]], ElementsOf(0), unknown),
    row("bag.filter", &[&[Takes::Test, Takes::Bag]], OfArgument(1), unknown),
    row("bag.all", &[&[Takes::Test, Takes::Bag]], Bool, unknown),
    row("bag.some", &[&[Takes::Test, Takes::Bag]], Bool, unknown),
    row("bag.fold", &[&[Takes::RightFolder, Any, Takes::Bag]], OfArgument(1), unknown),
];

const BAG: &[&[Takes]] = &[&[Takes::Bag]];
const SAME_BAGS: &[&[Takes]] = &[&[Takes::Bag, Same(0), More]];

/// `bag`: an item with a multiplicity, which is 0 if the number is negative.
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

/// Combines all arguments from the left by a function on multiplicities.
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
    use std::collections::BTreeSet;

    use crate::smtlib::Problem;
    use crate::theory::examples::evaluate;
    use crate::theory::signature::Signature;
    use crate::theory::sorting::Sorting;

    #[test]
    fn sets_have_the_name_that_the_script_has_for_them() {
        for name in ["Set", "FiniteSet"] {
            let script = format!(
                "(declare-fun a () (Array Bool Real))(declare-fun x () ({name} Bool))
                 (assert (= (set.map a x) (set.map a (set.singleton true))))
                 (assert (set.in (set.range 1 2) (set.singleton (set.singleton 1))))"
            );
            let problem = Problem::read(script).unwrap();
            let terms = &problem.formulas.terms;
            let sorting = Sorting::infer(terms, &Signature::collect(&problem.script));
            let sorts: BTreeSet<String> =
                terms.ids().map(|id| sorting.sort(id).known().unwrap().to_string()).collect();
            let sets = ["(@ (@ Int))", "(@ Bool)", "(@ Int)", "(@ Real)"].map(|sort| sort.replace('@', name));
            assert_eq!(sorts.iter().filter(|sort| sort.contains("Set")).collect::<Vec<_>>(), sets.each_ref());
        }
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
                let is = |bits: usize, term: &str| (format!("(= {} {term})", terms[bits]), true);
                let facts = [
                    is(one | other, &format!("(set.union {a} {b})")),
                    is(one & other, &format!("(set.inter {a} {b})")),
                    is(one & !other, &format!("(set.minus {a} {b})")),
                    (format!("(set.subset {a} {b})"), one & !other == 0),
                    (format!("(= {a} {b})"), one == other),
                ];
                for (term, value) in facts {
                    assert_eq!(evaluate("", &term), value.to_string(), "{term}");
                }
            }
        }
    }

    /// Checks the definitions in cvc5's reference, item by item.
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
                let count = format!("(bag.count 0 (bag.{name} {bags}))");
                assert_eq!(evaluate("", &count), expected.to_string(), "{count}");
            }
            let subbag = format!("(bag.subbag (bag 0 {one}) (bag 0 {other}))");
            assert_eq!(evaluate("", &subbag), (one <= other).to_string(), "{subbag}");
        }
    }
}
