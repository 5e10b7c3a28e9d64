//! Values of a sort: all values of a small sort, a plain default, values at the edges, and a value distinct from
//! given ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::smtlib::{Sort, is_collection, is_collection_or_tuple, is_set};
use crate::theory::limits;
use crate::theory::signature::{Datatype, Signature};
use crate::theory::value::{Array, Bits, Data, Element, Float, Format, Rounding, Sequence, Set, Text, Value};

/// The depth to which datatypes are unfolded to list their values.
const DEPTH: u32 = 8;
/// The depth to which datatypes are unfolded in search of a value. A datatype with any value has one nested no deeper than
/// the number of datatypes in the script, so only chains of more than a dozen datatypes get no value.
const PLAINEST_DEPTH: u32 = 12;

/// Returns all values of a sort in ascending order, if there are at most `most`.
pub(crate) fn list(sort: &Sort, most: usize, signature: &Signature) -> Option<Vec<Value>> {
    list_in(sort, most, signature, DEPTH)
}

fn list_in(sort: &Sort, most: usize, signature: &Signature, fuel: u32) -> Option<Vec<Value>> {
    let fuel = fuel.checked_sub(1)?;
    let mut values = match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => {
            let count = 1_usize.checked_shl(*width).filter(|&count| *width < 24 && count <= most)?;
            (0..count).map(|number| Value::Bits(Bits::new(*width, number.into()))).collect()
        }
        Sort::RoundingMode => Rounding::ALL.iter().map(|(mode, _)| Value::Rounding(*mode)).collect(),
        Sort::Float(exponent, significand) => {
            let width = exponent.checked_add(*significand).filter(|&width| width < 24)?;
            let count = 1_usize << width;
            let format = Format { exponent: *exponent, significand: *significand };
            // A significand of one bit, which no format has, would leave no room for NaN.
            let nans = (1_usize << significand).checked_sub(3)?;
            if count - nans > most {
                return None;
            }
            let all = (0..count).map(|bits| Float::from_bits(format, &Bits::new(width, bits.into())));
            all.map(Value::Float).collect()
        }
        Sort::FiniteField(order) => {
            let order: UBig = order.parse().ok()?;
            let count = usize::try_from(&order).ok().filter(|&count| count <= most)?;
            let order = Arc::new(order);
            (0..count)
                .map(|number| Value::Element(Element::new(Arc::clone(&order), &number.into())))
                .collect()
        }
        Sort::Array(index, element) => {
            // An index sort is not empty, so there are at least as many arrays as elements.
            let elements = list_in(element, most, signature, fuel)?;
            if elements.len() == 1 {
                let elsewhere = elements.into_iter().next()?;
                let one = Array::new(*index.clone(), *element.clone(), elsewhere, BTreeMap::new(), |_| None);
                return Some(vec![Value::Array(Arc::new(one))]);
            }
            let indices = list_in(index, most.ilog2().max(1) as usize, signature, fuel)?;
            let rows = products(&vec![elements; indices.len()], most)?;
            let array = |row: Vec<Value>| {
                let elsewhere = row[0].clone();
                let entries = indices.iter().cloned().zip(row).collect();
                let list = |_| Some(indices.clone());
                Value::Array(Arc::new(Array::new(*index.clone(), *element.clone(), elsewhere, entries, list)))
            };
            rows.into_iter().map(array).collect()
        }
        Sort::Named(name, arguments) if is_of_theory(name, signature) => {
            match (name.as_str(), arguments.as_slice()) {
                (name, [element]) if is_set(name) => {
                    // Each row says for every element whether it is in the subset.
                    let elements = list_in(element, most.checked_ilog2()? as usize, signature, fuel)?;
                    let rows =
                        products(&vec![vec![Value::Bool(false), Value::Bool(true)]; elements.len()], most)?;
                    let set = |row: Vec<Value>| {
                        let items = elements.iter().zip(row).filter(|(_, is_in)| *is_in == Value::Bool(true));
                        Set::new(sort.clone(), items.map(|(item, _)| (item.clone(), UBig::ONE)).collect())
                    };
                    rows.into_iter().map(|row| Value::Set(Arc::new(set(row)))).collect()
                }
                ("Tuple" | "UnitTuple", columns) => {
                    let columns = columns.iter().map(|column| list_in(column, most, signature, fuel));
                    let rows = products(&columns.collect::<Option<Vec<_>>>()?, most)?;
                    rows.into_iter()
                        .map(|row| Value::Data(Arc::new(Data::tuple(sort.clone(), row))))
                        .collect()
                }
                _ => return None,
            }
        }
        Sort::Named(name, arguments) => {
            let datatype = signature.datatype(name)?;
            let mut all = Vec::new();
            for (at, constructor) in datatype.constructors.iter().enumerate() {
                let fields = datatype.fields(at, arguments);
                let fields = fields.iter().map(|field| list_in(field, most, signature, fuel));
                for row in products(&fields.collect::<Option<Vec<_>>>()?, most)? {
                    all.push(Value::Data(Arc::new(Data::new(
                        sort.clone(),
                        Arc::clone(&constructor.name),
                        row,
                    ))));
                }
            }
            all
        }
        Sort::Int | Sort::Real | Sort::String | Sort::RegLan | Sort::Seq(_) => return None,
    };
    values.sort_unstable();
    values.dedup();
    (values.len() <= most).then_some(values)
}

/// Whether the name is that of a set, bag or tuple sort, and the script does not declare it itself.
fn is_of_theory(name: &str, signature: &Signature) -> bool {
    is_collection_or_tuple(name) && signature.datatype(name).is_none() && !signature.declares_sort(name)
}

/// Returns the Cartesian product of the lists, if it has at most `most` rows; the first list varies slowest.
pub(in crate::theory) fn products<T: Clone>(lists: &[Vec<T>], most: usize) -> Option<Vec<Vec<T>>> {
    let mut rows = vec![Vec::new()];
    for list in lists {
        if rows.len().checked_mul(list.len())? > most {
            return None;
        }
        let longer = |row: &Vec<T>, value: &T| row.iter().chain([value]).cloned().collect();
        rows = rows.iter().flat_map(|row| list.iter().map(|value| longer(row, value))).collect();
    }
    Some(rows)
}

/// Returns the plainest value of a sort, or `None` if no value of it is known.
pub(crate) fn plainest(sort: &Sort, signature: &Signature) -> Option<Value> {
    plainest_in(sort, signature, PLAINEST_DEPTH)
}

/// Returns the command that defines a declared constant or function as the plainest value of its sort.
pub(crate) fn plainest_definition(name: &str, signature: &Signature) -> Option<String> {
    let function = signature.find(name)?;
    let result = function.result.as_ref()?;
    let parameters = function.arguments.iter().enumerate().map(|(at, sort)| format!("(x!{at} {sort})"));
    let parameters: Vec<String> = parameters.collect();
    let value = plainest(result, signature)?;
    Some(format!("(define-fun {name} ({}) {result} {value})", parameters.join(" ")))
}

fn plainest_in(sort: &Sort, signature: &Signature, fuel: u32) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => Value::Int(IBig::ZERO),
        Sort::Real => Value::Real(RBig::ZERO),
        Sort::BitVec(width) if *width > limits::WIDTH => return None,
        Sort::BitVec(width) => Value::Bits(Bits::new(*width, UBig::ZERO)),
        Sort::Float(exponent, significand) => {
            if exponent.saturating_add(*significand) > limits::WIDTH {
                return None;
            }
            let format = Format { exponent: *exponent, significand: *significand };
            Value::Float(Float::zero(format, false))
        }
        Sort::RoundingMode => Value::Rounding(Rounding::NearestEven),
        Sort::String => Value::Text(Text::new([])),
        Sort::RegLan => return None,
        Sort::Array(index, element) => {
            let elsewhere = plainest_in(element, signature, fuel)?;
            let (index, element) = (*index.clone(), *element.clone());
            Value::Array(Arc::new(Array::new(index, element, elsewhere, BTreeMap::new(), |_| None)))
        }
        Sort::Seq(element) => Value::Sequence(Sequence::new(Arc::new(*element.clone()), [])),
        Sort::FiniteField(order) => Value::Element(Element::new(Arc::new(order.parse().ok()?), &IBig::ZERO)),
        Sort::Named(name, arguments) if is_of_theory(name, signature) => {
            match (name.as_str(), arguments.as_slice()) {
                (name, [_]) if is_collection(name) => {
                    Value::Set(Arc::new(Set::new(sort.clone(), BTreeMap::new())))
                }
                ("Tuple" | "UnitTuple", columns) => {
                    let fuel = fuel.checked_sub(1)?;
                    let columns = columns.iter().map(|column| plainest_in(column, signature, fuel));
                    Value::Data(Arc::new(Data::tuple(sort.clone(), columns.collect::<Option<_>>()?)))
                }
                _ => return None,
            }
        }
        Sort::Named(name, _) => {
            let fuel = fuel.checked_sub(1)?;
            let datatype = signature.datatype(name)?;
            let mut order: Vec<usize> = (0..datatype.constructors.len()).collect();
            order.sort_by_key(|&at| datatype.constructors[at].fields.len());
            order.into_iter().find_map(|at| built_with(datatype, at, sort, signature, fuel))?
        }
    })
}

/// Applies a constructor to the plainest values of its fields.
fn built_with(
    datatype: &Datatype,
    constructor: usize,
    sort: &Sort,
    signature: &Signature,
    fuel: u32,
) -> Option<Value> {
    let Sort::Named(_, arguments) = sort else { return None };
    let fields = datatype.fields(constructor, arguments);
    let fields = fields.iter().map(|field| plainest_in(field, signature, fuel)).collect::<Option<_>>()?;
    let name = Arc::clone(&datatype.constructors[constructor].name);
    Some(Value::Data(Arc::new(Data::new(sort.clone(), name, fields))))
}

/// The maximal number of constant arrays among the edges of an array sort.
const EDGES: usize = 4;

/// Returns a few values of a sort at which formulas tend to change their truth value. They stand in for all
/// values of a sort that is too large to enumerate.
pub(crate) fn edges(sort: &Sort, signature: &Signature) -> Vec<Value> {
    let bits = |width: u32, numbers: &[UBig]| {
        numbers.iter().map(|number| Value::Bits(Bits::new(width, number.clone()))).collect::<Vec<_>>()
    };
    match sort {
        Sort::Int => [0, 1, -1, 2, 7, -8, 100].map(|number| Value::Int(number.into())).to_vec(),
        Sort::Real => {
            let halves =
                [0, 2, -2, 1, -1, 5, 200].map(|number: i32| RBig::from_parts(number.into(), UBig::from(2u8)));
            halves.map(Value::Real).to_vec()
        }
        Sort::BitVec(width) if *width <= limits::WIDTH => {
            let top = UBig::ONE << (*width as usize - 1);
            let all = (&top - UBig::ONE) + &top;
            bits(*width, &[UBig::ZERO, UBig::ONE, all, &top - UBig::ONE, top, UBig::from(2u8)])
        }
        Sort::String => {
            ["", "a", "ab", "0"].map(|text| Value::Text(text.chars().map(u32::from).collect())).to_vec()
        }
        Sort::Array(index, element) => {
            let elsewhere = edges(element, signature).into_iter().take(EDGES);
            let array =
                |value: Value| Array::new(*index.clone(), *element.clone(), value, BTreeMap::new(), |_| None);
            elsewhere.map(|value| Value::Array(Arc::new(array(value)))).collect()
        }
        _ => plainest(sort, signature).into_iter().collect(),
    }
}

/// Returns one value for each constructor of a datatype, with the plainest fields.
pub(crate) fn of_constructors(sort: &Sort, signature: &Signature) -> Vec<Value> {
    let Sort::Named(name, _) = sort else { return Vec::new() };
    let datatype = signature.datatype(name).filter(|_| !is_of_theory(name, signature));
    let Some(datatype) = datatype else { return Vec::new() };
    let all = 0..datatype.constructors.len();
    all.filter_map(|at| built_with(datatype, at, sort, signature, PLAINEST_DEPTH)).collect()
}

/// The depth to which sorts are unfolded in search of a part that can differ.
const FRESH_DEPTH: u32 = 6;

/// Returns a value of a sort that is not in `taken`, whose values are of that sort; `None` if no such value is
/// found.
pub(in crate::theory) fn fresh(sort: &Sort, taken: &BTreeSet<Value>, signature: &Signature) -> Option<Value> {
    let found = fresh_in(sort, &taken.iter().collect::<Vec<_>>(), signature, FRESH_DEPTH)?;
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
            let float = |number: u64| Float::from_bits(format, &Bits::new(width, number.into()));
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
            let items = vec![plainest(element, signature)?; length];
            Some(Value::Sequence(Sequence::new(Arc::new(*element.clone()), items)))
        }
        Sort::Array(index, element) => fresh_array(index, element, taken, signature, fuel),
        Sort::Named(name, arguments) => fresh_data(sort, name, arguments, taken, signature, fuel),
        Sort::RoundingMode | Sort::RegLan | Sort::BitVec(_) => None,
    }
}

/// Returns a constant array of an element that no array in `taken` has as its default. If there is none, returns
/// an array with an entry at an index where no array in `taken` has one.
fn fresh_array(
    index: &Sort,
    element: &Sort,
    taken: &[&Value],
    signature: &Signature,
    fuel: u32,
) -> Option<Value> {
    let taken: Vec<&Array> = taken.iter().filter_map(|value| value.as_array()).map(AsRef::as_ref).collect();
    let array = |elsewhere: Value, entries: BTreeMap<Value, Value>| {
        let list = |most| list(index, most, signature);
        Value::Array(Arc::new(Array::new(index.clone(), element.clone(), elsewhere, entries, list)))
    };
    let elsewhere: Vec<&Value> = taken.iter().map(|array| array.elsewhere()).collect();
    if let Some(other) = fresh_in(element, &elsewhere, signature, fuel) {
        return Some(array(other, BTreeMap::new()));
    }
    let indices: BTreeSet<&Value> = taken.iter().flat_map(|array| array.entries().keys()).collect();
    let at = fresh_in(index, &indices.into_iter().collect::<Vec<_>>(), signature, fuel)?;
    let plain = plainest(element, signature)?;
    let other = fresh_in(element, &[&plain], signature, fuel)?;
    Some(array(plain, BTreeMap::from([(at, other)])))
}

/// Applies a constructor to fields of which one differs from those in `taken`. A field of the sort itself gets
/// the largest value in `taken`.
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
        let plain = fields.iter().map(|field| plainest(field, signature));
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
                // The new value contains this one, so it is larger than all others.
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

    /// Returns how many distinct values are found one after another, up to a small limit.
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
    fn a_float_without_a_format_has_no_values() {
        let listed = |exponent, significand| {
            list(&Sort::Float(exponent, significand), 300, &Signature::default()).map(|all| all.len())
        };
        assert_eq!(listed(3, 5), Some(256 - 29));
        assert_eq!([listed(3, 1), listed(3, 0), listed(u32::MAX, 5)], [None; 3]);
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
