//! Values: the results of closed terms. Two values of one sort are equal as data exactly if they are equal in the
//! theory, except for regular languages.

mod bits;
mod enclosure;
mod float;
mod language;
mod print;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::smtlib::Sort;
use crate::theory::limits;

pub(crate) use bits::{Bits, Element, mask};
pub(crate) use enclosure::Enclosure;
pub(crate) use float::{Float, Format, Rounding};
pub(crate) use language::{Language, Search};
pub(crate) use text::{LAST_CHARACTER, Text, hexadecimal};

/// A value of SMT-LIB. Large ones are shared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(IBig),
    /// A rational number. Irrational reals have no value.
    Real(RBig),
    /// A bit-vector.
    Bits(Bits),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    Rounding(Rounding),
    /// A string.
    Text(Text),
    /// A regular language. Equal languages may have different terms: see [`Language`].
    Language(Arc<Language>),
    /// A sequence.
    Sequence(Sequence),
    /// An array.
    Array(Arc<Array>),
    /// A constructor applied to values.
    Data(Arc<Data>),
    /// An element of a finite field.
    Element(Element),
    /// A set or a bag.
    Set(Arc<Set>),
}

impl Value {
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Bits(bits) => Sort::BitVec(bits.width()),
            Value::Float(float) => {
                let Format { exponent, significand } = float.format();
                Sort::Float(exponent, significand)
            }
            Value::Rounding(_) => Sort::RoundingMode,
            Value::Text(_) => Sort::String,
            Value::Language(_) => Sort::RegLan,
            Value::Sequence(sequence) => Sort::Seq(Box::new(sequence.element().as_ref().clone())),
            Value::Array(array) => array.sort(),
            Value::Data(data) => data.sort().clone(),
            Value::Element(element) => Sort::FiniteField(element.order().to_string()),
            Value::Set(set) => set.sort().clone(),
        }
    }

    pub(crate) fn extent(&self) -> Extent {
        match self {
            Value::Sequence(sequence) => sequence.extent,
            Value::Array(array) => array.extent,
            Value::Data(data) => data.extent,
            Value::Set(set) => set.extent,
            _ => Extent::ONE,
        }
    }

    /// Returns the truth value.
    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the number, whether it is an integer or a real.
    pub(crate) fn as_real(&self) -> Option<RBig> {
        match self {
            Value::Int(value) => Some(RBig::from(value.clone())),
            Value::Real(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Returns the difference of two numbers: an integer if both are.
    pub(crate) fn minus(&self, other: &Value) -> Option<Value> {
        Some(match (self, other) {
            (Value::Int(one), Value::Int(other)) => Value::Int(one - other),
            _ => Value::Real(self.as_real()? - other.as_real()?),
        })
    }

    /// Returns the rounding mode.
    pub(crate) fn as_rounding(&self) -> Option<Rounding> {
        match self {
            Value::Rounding(mode) => Some(*mode),
            _ => None,
        }
    }

    /// Returns the value as one of `sort`: integers may be used as reals, as solvers allow in logics with both.
    pub(crate) fn coerced(self, sort: &Sort) -> Value {
        match (self, sort) {
            (Value::Int(value), Sort::Real) => Value::Real(RBig::from(value)),
            (value, _) => value,
        }
    }
}

/// Defines accessors for one kind of value each. They return `None` for other kinds.
macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident: $kind:ident -> $held:ty,)*) => {
        impl Value {
            $($(#[$doc])* pub(crate) fn $name(&self) -> Option<&$held> {
                match self {
                    Value::$kind(held) => Some(held),
                    _ => None,
                }
            })*
        }
    };
}

accessors! {
    /// Returns the integer.
    as_int: Int -> IBig,
    /// Returns the bit-vector.
    as_bits: Bits -> Bits,
    /// Returns the floating-point number.
    as_float: Float -> Float,
    /// Returns the string.
    as_text: Text -> Text,
    /// Returns the regular language.
    as_language: Language -> Arc<Language>,
    /// Returns the sequence.
    as_sequence: Sequence -> Sequence,
    /// Returns the array.
    as_array: Array -> Arc<Array>,
    /// Returns the datatype value.
    as_data: Data -> Arc<Data>,
    /// Returns the element of a finite field.
    as_element: Element -> Element,
    /// Returns the set or bag.
    as_set: Set -> Arc<Set>,
}

/// An array: finitely many entries, and a default for all other indices. In normal form, no entry has the default
/// value. If the index sort is finite, the default is the most frequent element, and the least one in a tie.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Array {
    index: Sort,
    element: Sort,
    elsewhere: Value,
    entries: BTreeMap<Value, Value>,
    extent: Extent,
}

impl Array {
    /// Returns the array with these entries and a default. `list` returns all indices, if there are at most as
    /// many as its argument.
    pub(crate) fn new(
        index: Sort,
        element: Sort,
        elsewhere: Value,
        entries: BTreeMap<Value, Value>,
        list: impl FnOnce(usize) -> Option<Vec<Value>>,
    ) -> Array {
        let mut array = Array { index, element, elsewhere, entries, extent: Extent::ONE };
        // If fewer than half of the indices have entries, the default is the most frequent element.
        let listed = if array.entries.is_empty() { None } else { list(2 * array.entries.len()) };
        if let Some(indices) = listed {
            array.normalise(indices);
        }
        array.entries.retain(|_, value| *value != array.elsewhere);
        let held = array.entries.iter().flat_map(|(index, value)| [index, value]);
        array.extent = Extent::around(held.chain([&array.elsewhere]));
        array
    }

    fn normalise(&mut self, indices: Vec<Value>) {
        let at = |index: &Value| self.entries.get(index).unwrap_or(&self.elsewhere);
        let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
        for index in &indices {
            *counts.entry(at(index)).or_default() += 1;
        }
        let most = counts.iter().max_by(|(one, many), (other, more)| many.cmp(more).then(other.cmp(one)));
        let Some(most) = most.map(|(value, _)| (*value).clone()) else { return };
        self.entries = indices.iter().map(|index| (index.clone(), at(index).clone())).collect();
        self.elsewhere = most;
    }

    /// Returns the element at an index.
    pub(crate) fn at(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.elsewhere)
    }

    pub(crate) fn index(&self) -> &Sort {
        &self.index
    }

    pub(crate) fn element(&self) -> &Sort {
        &self.element
    }

    /// Returns the default: the element at all indices without an entry.
    pub(crate) fn elsewhere(&self) -> &Value {
        &self.elsewhere
    }

    pub(crate) fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }

    pub(super) fn sort(&self) -> Sort {
        Sort::Array(Box::new(self.index.clone()), Box::new(self.element.clone()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sequence {
    element: Arc<Sort>,
    items: Arc<[Value]>,
    extent: Extent,
}

impl Sequence {
    /// Returns the sequence of these items, which are of sort `element`.
    pub(crate) fn new(element: Arc<Sort>, items: impl Into<Arc<[Value]>>) -> Sequence {
        let items = items.into();
        let extent = Extent::around(items.iter());
        Sequence { element, items, extent }
    }

    /// Returns the sort of the items.
    pub(crate) fn element(&self) -> &Arc<Sort> {
        &self.element
    }

    pub(crate) fn items(&self) -> &[Value] {
        &self.items
    }
}

/// A constructor applied to values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Data {
    sort: Sort,
    constructor: Arc<str>,
    fields: Vec<Value>,
    extent: Extent,
}

impl Data {
    /// Applies `constructor` to `fields`, which gives a value of `sort`.
    pub(crate) fn new(sort: Sort, constructor: Arc<str>, fields: Vec<Value>) -> Data {
        let extent = Extent::around(fields.iter());
        Data { sort, constructor, fields, extent }
    }

    /// Returns a tuple of cvc5, a value of `sort`.
    pub(crate) fn tuple(sort: Sort, fields: Vec<Value>) -> Data {
        let constructor = if fields.is_empty() { "tuple.unit" } else { "tuple" };
        Data::new(sort, constructor.into(), fields)
    }

    pub(crate) fn sort(&self) -> &Sort {
        &self.sort
    }

    /// Returns the canonical name of the constructor.
    pub(crate) fn constructor(&self) -> &Arc<str> {
        &self.constructor
    }

    pub(crate) fn fields(&self) -> &[Value] {
        &self.fields
    }
}

/// A set, in which each item has multiplicity 1, or a bag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set {
    sort: Sort,
    items: BTreeMap<Value, UBig>,
    extent: Extent,
}

impl Set {
    /// Returns the set or bag of a sort with these items and multiplicities.
    pub(crate) fn new(sort: Sort, items: BTreeMap<Value, UBig>) -> Set {
        let extent = Extent::around(items.keys());
        Set { sort, items, extent }
    }

    /// Returns the sort of the set or bag.
    pub(crate) fn sort(&self) -> &Sort {
        &self.sort
    }

    /// Returns the items with their multiplicities, which are at least 1.
    pub(crate) fn items(&self) -> &BTreeMap<Value, UBig> {
        &self.items
    }
}

/// The maximal number of values in a value, including itself; shared ones count each time.
const MOST: u32 = 1 << 17;

/// The depth and size of a nested value. Comparing, printing and dropping are recursive, and visit shared parts
/// each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Extent {
    depth: u32,
    size: u32,
}

impl Extent {
    /// The extent of a value without parts.
    pub(super) const ONE: Extent = Extent { depth: 0, size: 1 };

    /// The extent of a language within another value. Such values are compared part by part, which does not tell that two
    /// languages are equal, so none is small enough.
    const OF_LANGUAGE: Extent = Extent { depth: 0, size: u32::MAX };

    /// Returns the extent of a value with these parts.
    pub(super) fn around<'a>(parts: impl Iterator<Item = &'a Value>) -> Extent {
        let extent = |part: &Value| match part {
            Value::Language(_) => Extent::OF_LANGUAGE,
            part => part.extent(),
        };
        parts.map(extent).fold(Extent::ONE, |all, part| Extent {
            depth: all.depth.max(part.depth + 1),
            size: all.size.saturating_add(part.size),
        })
    }

    /// Whether it exceeds the bounds.
    pub(crate) fn is_too_large(self) -> bool {
        self.depth > limits::DEPTH || self.size > MOST
    }

    /// Returns the number of values in it, including itself.
    pub(crate) fn size(self) -> u32 {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(elsewhere: bool, entries: &[(bool, bool)]) -> Array {
        let entries = entries.iter().map(|&(at, value)| (Value::Bool(at), Value::Bool(value)));
        let list = |most| (most >= 2).then(|| [false, true].map(Value::Bool).to_vec());
        Array::new(Sort::Bool, Sort::Bool, Value::Bool(elsewhere), entries.collect(), list)
    }

    #[test]
    fn arrays_with_the_same_elements_are_equal() {
        assert_eq!(array(false, &[]), array(true, &[(true, false), (false, false)]));
        assert_eq!(array(false, &[(true, true)]), array(true, &[(false, false)]));
        assert_eq!(array(true, &[(false, true)]), array(true, &[]));
        assert_ne!(array(false, &[(true, true)]), array(false, &[(false, true)]));
    }
}
