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

/// The depth to which sorts are unfolded to list their values. Recursive datatypes are noticed before; what is cut off are
/// parametric datatypes whose arguments grow from level to level.
const DEPTH: u32 = 64;
/// The depth to which datatypes are unfolded in search of a value. A datatype with any value has one nested no deeper than
/// the number of datatypes in the script, so only chains of more than a dozen datatypes get no value.
const PLAINEST_DEPTH: u32 = 12;
/// The maximal number of elements of all arrays of a listed sort together.
const ELEMENTS: usize = 1 << 22;

/// Returns all values of a sort in ascending order, if there are at most `most`. No sort of SMT-LIB is empty, so one that
/// is has no list.
pub(crate) fn list(sort: &Sort, most: usize, signature: &Signature) -> Option<Vec<Value>> {
    list_in(sort, most, signature, DEPTH, &mut Lists::default())
}

/// The datatypes whose values have been listed on the way to those of a sort.
#[derive(Default)]
struct Lists {
    /// The values, by the limit. Different ways lead to the same datatype, so many that they cannot be followed one by one.
    known: BTreeMap<(Sort, usize), Option<Vec<Value>>>,
    /// Those that are being listed. Such a one within itself has infinitely many values.
    open: BTreeSet<Sort>,
}

fn list_in(
    sort: &Sort,
    most: usize,
    signature: &Signature,
    fuel: u32,
    lists: &mut Lists,
) -> Option<Vec<Value>> {
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
            let elements = list_in(element, most, signature, fuel, lists)?;
            if elements.len() == 1 {
                let elsewhere = elements.into_iter().next()?;
                let one = Array::new(*index.clone(), *element.clone(), elsewhere, BTreeMap::new(), |_| None);
                return Some(vec![Value::Array(Arc::new(one))]);
            }
            let indices = list_in(index, most.ilog2().max(1) as usize, signature, fuel, lists)?;
            let most = most.min(ELEMENTS / indices.len());
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
                    let elements = list_in(element, most.checked_ilog2()? as usize, signature, fuel, lists)?;
                    let rows =
                        products(&vec![vec![Value::Bool(false), Value::Bool(true)]; elements.len()], most)?;
                    let set = |row: Vec<Value>| {
                        let items = elements.iter().zip(row).filter(|(_, is_in)| *is_in == Value::Bool(true));
                        Set::new(sort.clone(), items.map(|(item, _)| (item.clone(), UBig::ONE)).collect())
                    };
                    rows.into_iter().map(|row| Value::Set(Arc::new(set(row)))).collect()
                }
                ("Tuple" | "UnitTuple", columns) => {
                    let columns = columns.iter().map(|column| list_in(column, most, signature, fuel, lists));
                    let rows = products(&columns.collect::<Option<Vec<_>>>()?, most)?;
                    rows.into_iter()
                        .map(|row| Value::Data(Arc::new(Data::tuple(sort.clone(), row))))
                        .collect()
                }
                _ => return None,
            }
        }
        Sort::Named(name, arguments) => {
            let key = (sort.clone(), most);
            if let Some(known) = lists.known.get(&key) {
                return known.clone();
            }
            let datatype = signature.datatype(name)?;
            if sort.is_too_large() || !lists.open.insert(sort.clone()) {
                return None;
            }
            let listed = list_data(datatype, (sort, arguments), most, signature, fuel, lists);
            lists.open.remove(sort);
            // Nothing asks again for the values of the outermost sort.
            if !lists.open.is_empty() {
                lists.known.insert(key, listed.clone());
            }
            return listed;
        }
        Sort::Int | Sort::Real | Sort::String | Sort::RegLan | Sort::Seq(_) => return None,
    };
    values.sort_unstable();
    values.dedup();
    (!values.is_empty() && values.len() <= most).then_some(values)
}

/// Lists the values of a datatype.
fn list_data(
    datatype: &Datatype,
    (sort, arguments): (&Sort, &[Sort]),
    most: usize,
    signature: &Signature,
    fuel: u32,
    lists: &mut Lists,
) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for (at, constructor) in datatype.constructors.iter().enumerate() {
        let fields = datatype.fields(at, arguments);
        let fields = fields.iter().map(|field| list_in(field, most, signature, fuel, lists));
        let rows = products(&fields.collect::<Option<Vec<_>>>()?, most)?;
        if all.len() + rows.len() > most {
            return None;
        }
        let built = |row| Data::new(sort.clone(), Arc::clone(&constructor.name), row);
        all.extend(rows.into_iter().map(|row| Value::Data(Arc::new(built(row)))));
    }
    // What is too large cannot even be compared.
    if all.is_empty() || all.iter().any(|value| value.extent().is_too_large()) {
        return None;
    }
    all.sort_unstable();
    Some(all)
}

/// Whether the name is that of a set, bag or tuple sort, and the script does not declare it itself.
pub(crate) fn is_of_theory(name: &str, signature: &Signature) -> bool {
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

/// Returns the plainest value of a sort, or `None` if no value of it is known. Of the constructors of a datatype, those with
/// fewer fields come first, so that the value is as deep as the search if such a one has a field of the datatype itself.
pub(crate) fn plainest(sort: &Sort, signature: &Signature) -> Option<Value> {
    plainest_in(sort, signature, PLAINEST_DEPTH, &mut Plainest::new())
}

/// The plainest values of datatypes within others, by the depth left: see [`Lists`].
type Plainest = BTreeMap<(Sort, u32), Option<Value>>;

/// Returns the command that defines a declared constant or function as the plainest value of its sort.
pub(crate) fn plainest_definition(name: &str, signature: &Signature) -> Option<String> {
    let function = signature.find(name)?;
    let result = function.result.as_ref()?;
    let parameters = function.arguments.iter().enumerate().map(|(at, sort)| format!("(x!{at} {sort})"));
    let parameters: Vec<String> = parameters.collect();
    let value = plainest(result, signature)?;
    Some(format!("(define-fun {name} ({}) {result} {value})", parameters.join(" ")))
}

fn plainest_in(sort: &Sort, signature: &Signature, fuel: u32, known: &mut Plainest) -> Option<Value> {
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
            let elsewhere = plainest_in(element, signature, fuel, known)?;
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
                    let columns = columns.iter().map(|column| plainest_in(column, signature, fuel, known));
                    Value::Data(Arc::new(Data::tuple(sort.clone(), columns.collect::<Option<_>>()?)))
                }
                _ => return None,
            }
        }
        Sort::Named(name, _) => {
            let fuel = fuel.checked_sub(1)?;
            let datatype = signature.datatype(name)?;
            let key = (sort.clone(), fuel);
            if let Some(found) = known.get(&key) {
                return found.clone();
            }
            let mut order: Vec<usize> = (0..datatype.constructors.len()).collect();
            order.sort_by_key(|&at| datatype.constructors[at].fields.len());
            let mut ways = order.into_iter();
            let found = ways.find_map(|at| built_with(datatype, at, sort, signature, fuel, known));
            known.insert(key, found.clone());
            found?
        }
    })
}

/// Applies a constructor to the plainest values of its fields, unless the value becomes too large.
fn built_with(
    datatype: &Datatype,
    constructor: usize,
    sort: &Sort,
    signature: &Signature,
    fuel: u32,
    known: &mut Plainest,
) -> Option<Value> {
    let Sort::Named(_, arguments) = sort else { return None };
    let fields = datatype.fields(constructor, arguments);
    let fields = fields.iter().map(|field| plainest_in(field, signature, fuel, known));
    let fields = fields.collect::<Option<_>>()?;
    let name = Arc::clone(&datatype.constructors[constructor].name);
    let value = Value::Data(Arc::new(Data::new(sort.clone(), name, fields)));
    (!value.extent().is_too_large()).then_some(value)
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
    let (all, mut known) = (0..datatype.constructors.len(), Plainest::new());
    all.filter_map(|at| built_with(datatype, at, sort, signature, PLAINEST_DEPTH, &mut known)).collect()
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
    fn no_value_is_searched_for_twice() {
        // Each of the eight constructors leads to the same sorts, which have no finite value.
        let ways: String = (0..8).map(|at| format!("(c{at} (s{at} S))")).collect();
        // Each record holds the next one ten times.
        let holds =
            |at: usize| -> String { (0..10).map(|field| format!("(f{at}x{field} R{})", at + 1)).collect() };
        let records: String =
            (0..10).rev().map(|at| format!("(declare-datatype R{at} ((r{at} {})))", holds(at))).collect();
        let script = format!(
            "(declare-codatatype S ({ways}))(declare-datatype R10 ((r10)))(declare-datatype E ()){records}"
        );
        let signature = Signature::collect(&Script::parse(script).unwrap());
        let sort = |text: &str| signature.sort(text).unwrap();
        assert_eq!(plainest(&sort("S"), &signature), None);
        assert_eq!(plainest(&sort("R7"), &signature).map(|value| value.extent().size()), Some(1111));
        // It is too large to be printed.
        assert_eq!(plainest(&sort("R0"), &signature), None);
        let count = |text: &str| list(&sort(text), 100, &signature).map(|all| all.len());
        assert_eq!((count("R7"), count("R3"), count("R0")), (Some(1), None, None));
        // What is empty has no values to list.
        assert_eq!((count("E"), count("(Array E Bool)"), count("(Array Bool E)")), (None, None, None));
    }

    /// Arrays are equal by their elements at all indices, so these must be known, however deep they are.
    #[test]
    fn all_finite_datatypes_are_listed() {
        let chain: String =
            (1..40).map(|at| format!("(declare-datatype W{at} ((w{at} (g{at} W{}))))", at - 1)).collect();
        let script = format!(
            "(declare-datatype W0 ((w0 (g0 Bool)))){chain}\
             (declare-datatypes ((Pair 1) (G 1) (H 1) (N 0) (A 0) (B 0))\
                ((par (X) ((pair (left X) (right X)))) (par (X) ((g) (more (wider (G (Pair X X))))))\
                 (par (X) ((h) (next (longer (H (Pair X Bool)))))) ((z) (s (p N))) ((a) (b (c B))) ((d (e A)))))"
        );
        let signature = Signature::collect(&Script::parse(script).unwrap());
        let count = |text: &str| list(&signature.sort(text).unwrap(), 100, &signature).map(|all| all.len());
        assert_eq!([count("W9"), count("W39"), count("(Array W39 W38)")], [Some(2), Some(2), Some(4)]);
        assert_eq!(count("(Pair (Pair W20))"), Some(16));
        assert_eq!(["N", "A", "B", "(G Bool)", "(H Bool)", "(Pair N)"].map(count), [None; 6]);
    }

    #[test]
    fn no_more_values_are_made_than_are_wanted() {
        let constructors: String = (0..500).map(|at| format!("(c{at} (f{at} (_ BitVec 15)))")).collect();
        let script =
            format!("(declare-datatype D ({constructors}))(declare-datatype T ((a) (b) (c) (d) (e)))");
        let signature = Signature::collect(&Script::parse(script).unwrap());
        let count =
            |text: &str| list(&signature.sort(text).unwrap(), 1 << 16, &signature).map(|all| all.len());
        assert_eq!((count("D"), count("(Array T Bool)")), (None, Some(32)));
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
