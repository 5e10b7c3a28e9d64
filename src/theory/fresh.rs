//! A value that is none of some others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::smtlib::Sort;
use crate::theory::domain;
use crate::theory::limits;
use crate::theory::signature::Signature;
use crate::theory::value::{Array, Bits, Data, Element, Float, Format, Sequence, Text, Value};

/// How deep sorts are unfolded in search for a part that can be another one.
const DEPTH: u32 = 6;

/// A value of a sort that is none of `taken`, which are of that sort; none if none is found, as where all are taken.
pub(in crate::theory) fn fresh(sort: &Sort, taken: &BTreeSet<Value>, signature: &Signature) -> Option<Value> {
    let found = fresh_in(sort, &taken.iter().collect::<Vec<_>>(), signature, DEPTH)?;
    (!taken.contains(&found) && !found.extent().is_too_large()).then_some(found)
}

fn fresh_in(sort: &Sort, taken: &[&Value], signature: &Signature, fuel: u32) -> Option<Value> {
    let fuel = fuel.checked_sub(1)?;
    let numbers = || 0..=taken.len() as u64;
    let is_free = |value: &Value| !taken.contains(&value);
    match sort {
        Sort::Bool => [false, true].map(Value::Bool).into_iter().find(is_free),
        Sort::Int => {
            let largest = taken.iter().filter_map(|value| value.as_int()).max();
            Some(Value::Int(largest.map_or(IBig::ZERO, |largest| largest + IBig::ONE)))
        }
        Sort::Real => {
            let largest = taken.iter().filter_map(|value| value.as_real()).max();
            Some(Value::Real(largest.map_or(RBig::ZERO, |largest| largest + RBig::ONE)))
        }
        Sort::BitVec(width) if *width <= limits::WIDTH => {
            numbers().map(|number| Value::Bits(Bits::new(*width, number.into()))).find(is_free)
        }
        Sort::Float(exponent, significand) => {
            let format = Format { exponent: *exponent, significand: *significand };
            let width = exponent.checked_add(*significand).filter(|width| *width <= limits::WIDTH)?;
            let float = |number: u64| Float::of_bits(format, &Bits::new(width, number.into()));
            numbers().map(|number| Value::Float(float(number))).find(is_free)
        }
        Sort::FiniteField(order) => {
            let order: Arc<UBig> = Arc::new(order.parse().ok()?);
            let element = |number: u64| Value::Element(Element::new(Arc::clone(&order), &number.into()));
            numbers().map(element).find(is_free)
        }
        Sort::String => {
            let longest =
                taken.iter().filter_map(|value| value.as_text()).map(|text| text.characters().len());
            let length = limits::length(longest.max().map_or(0, |longest| longest + 1)).ok()?;
            Some(Value::Text(Text::new(vec![u32::from('a'); length])))
        }
        Sort::Seq(element) => {
            let longest = taken.iter().filter_map(|value| value.as_sequence()).map(|all| all.items().len());
            let length = limits::length(longest.max().map_or(0, |longest| longest + 1)).ok()?;
            let items = vec![domain::plainest(element, signature)?; length];
            Some(Value::Sequence(Sequence::new(Arc::new(*element.clone()), items)))
        }
        Sort::Array(index, element) => fresh_array(index, element, taken, signature, fuel),
        Sort::Named(name, arguments) => fresh_data(sort, name, arguments, taken, signature, fuel),
        Sort::RoundingMode | Sort::RegLan | Sort::BitVec(_) => None,
    }
}

/// An array that holds one value everywhere that none of the others does; or else, of infinitely many indices, one with
/// an entry where none of them has one.
fn fresh_array(
    index: &Sort,
    element: &Sort,
    taken: &[&Value],
    signature: &Signature,
    fuel: u32,
) -> Option<Value> {
    let taken: Vec<&Array> = taken.iter().filter_map(|value| value.as_array()).map(AsRef::as_ref).collect();
    let array = |elsewhere: Value, entries: BTreeMap<Value, Value>| {
        let list = |most| domain::list(index, most, signature);
        Value::Array(Arc::new(Array::new(index.clone(), element.clone(), elsewhere, entries, list)))
    };
    let elsewhere: Vec<&Value> = taken.iter().map(|array| array.elsewhere()).collect();
    if let Some(other) = fresh_in(element, &elsewhere, signature, fuel) {
        return Some(array(other, BTreeMap::new()));
    }
    let indices: BTreeSet<&Value> = taken.iter().flat_map(|array| array.entries().keys()).collect();
    let at = fresh_in(index, &indices.into_iter().collect::<Vec<_>>(), signature, fuel)?;
    let plain = domain::plainest(element, signature)?;
    let other = fresh_in(element, &[&plain], signature, fuel)?;
    Some(array(plain, BTreeMap::from([(at, other)])))
}

/// What a constructor makes of a field that is another one, or of the largest value of the sort itself.
fn fresh_data(
    sort: &Sort,
    name: &str,
    arguments: &[Sort],
    taken: &[&Value],
    signature: &Signature,
    fuel: u32,
) -> Option<Value> {
    let datatype = signature.datatype(name)?;
    let taken: Vec<&Arc<Data>> = taken.iter().filter_map(|value| value.as_data()).collect();
    for (at, constructor) in datatype.constructors.iter().enumerate() {
        let fields = datatype.fields(at, arguments);
        let plain = fields.iter().map(|field| domain::plainest(field, signature));
        let Some(plain) = plain.collect::<Option<Vec<_>>>() else { continue };
        let build =
            |fields| Value::Data(Arc::new(Data::new(sort.clone(), Arc::clone(&constructor.name), fields)));
        let same: Vec<&Arc<Data>> =
            taken.iter().copied().filter(|data| *data.constructor() == constructor.name).collect();
        if same.is_empty() {
            return Some(build(plain));
        }
        for (field, field_sort) in fields.iter().enumerate() {
            let other = if field_sort == sort {
                // It is in the new one, which is larger than all.
                let all = taken.iter().map(|data| Value::Data(Arc::clone(data)));
                all.max_by_key(|value| value.extent().size())
            } else {
                let held: Vec<&Value> = same.iter().filter_map(|data| data.fields().get(field)).collect();
                fresh_in(field_sort, &held, signature, fuel)
            };
            if let Some(other) = other {
                let mut fields = plain.clone();
                fields[field] = other;
                return Some(build(fields));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Script;

    /// How many values are found one after the other, up to a few.
    fn count(signature: &Signature, sort: &str) -> usize {
        let sort = signature.sort(sort).unwrap();
        let mut taken = BTreeSet::new();
        while taken.len() < 30 {
            let Some(value) = fresh(&sort, &taken, signature) else { break };
            assert_eq!(value.sort(), sort);
            assert!(taken.insert(value));
        }
        taken.len()
    }

    #[test]
    fn there_are_as_many_as_the_sort_has() {
        let script = "(declare-datatypes ((N 0) (L 1) (C 0) (T 0) (K 0)) (((z) (s (p N)))\
            (par (E) ((nil) (cons (hd E) (tl (L E))))) ((red) (blue)) ((leaf) (node (kids K)))\
            ((none) (more (first T) (rest K)))))";
        let signature = Signature::collect(&Script::parse(script.to_owned()).unwrap());
        for (sort, expected) in [
            ("Bool", 2),
            ("Int", 30),
            ("Real", 30),
            ("(_ BitVec 3)", 8),
            ("(_ BitVec 70)", 30),
            ("(_ FloatingPoint 8 24)", 30),
            ("(_ FiniteField 5)", 5),
            ("String", 30),
            ("(Seq Bool)", 30),
            ("(Array Int Bool)", 30),
            ("(Array Bool Int)", 30),
            ("(Array Int (Array Int Bool))", 30),
            ("N", 30),
            ("(L Bool)", 30),
            ("C", 2),
            ("K", 30),
            ("(Array Int C)", 30),
        ] {
            assert_eq!(count(&signature, sort), expected, "{sort}");
        }
    }
}
