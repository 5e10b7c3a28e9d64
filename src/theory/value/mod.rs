//! Values: what closed terms evaluate to. Two values of one sort are equal exactly when these are.

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
    /// A rational number: reals that are none have no value here.
    Real(RBig),
    /// A bit-vector.
    Bits(Bits),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    Rounding(Rounding),
    /// A string.
    Text(Text),
    /// A regular language. Equal languages may be written differently: see [`Language`].
    Language(Arc<Language>),
    /// A sequence.
    Sequence(Sequence),
    /// An array.
    Array(Arc<Array>),
    /// What a constructor makes.
    Data(Arc<Data>),
    /// An element of a finite field.
    Element(Element),
    /// A set or a bag.
    Set(Arc<Set>),
}

impl Value {
    /// The sort.
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

    /// How large it is.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Value::Sequence(sequence) => sequence.extent(),
            Value::Array(array) => array.extent(),
            Value::Data(data) => data.extent(),
            Value::Set(set) => set.extent(),
            _ => Extent::ONE,
        }
    }

    /// The truth value.
    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, whichever sort it has.
    pub(crate) fn as_real(&self) -> Option<RBig> {
        match self {
            Value::Int(value) => Some(RBig::from(value.clone())),
            Value::Real(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The rounding mode.
    pub(crate) fn as_rounding(&self) -> Option<Rounding> {
        match self {
            Value::Rounding(mode) => Some(*mode),
            _ => None,
        }
    }

    /// The value where one of `sort` is wanted: integers may stand for reals, as solvers allow in logics that have
    /// both.
    pub(crate) fn coerced(self, sort: &Sort) -> Value {
        match (self, sort) {
            (Value::Int(value), Sort::Real) => Value::Real(RBig::from(value)),
            (value, _) => value,
        }
    }
}

/// Accessors of one kind of value each; none for values of another kind.
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
    /// The integer.
    as_int: Int -> IBig,
    /// The bit-vector.
    as_bits: Bits -> Bits,
    /// The floating-point number.
    as_float: Float -> Float,
    /// The string.
    as_text: Text -> Text,
    /// The regular language.
    as_language: Language -> Arc<Language>,
    /// The sequence.
    as_sequence: Sequence -> Sequence,
    /// The array.
    as_array: Array -> Arc<Array>,
    /// What a constructor made.
    as_data: Data -> Arc<Data>,
    /// The element of a finite field.
    as_element: Element -> Element,
    /// The set or bag.
    as_set: Set -> Arc<Set>,
}

/// An array: finitely many entries, and one value everywhere else. In normal form, no entry holds the value of
/// everywhere else; and of the values of an array over finitely many indices, the most frequent is the one everywhere
/// else, the least of those where there are several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Array {
    index: Sort,
    element: Sort,
    elsewhere: Value,
    entries: BTreeMap<Value, Value>,
    extent: Extent,
}

impl Array {
    /// The array with these entries, and one value everywhere else. `list` gives all indices if they are no more than
    /// it is asked for.
    pub(crate) fn new(
        index: Sort,
        element: Sort,
        elsewhere: Value,
        entries: BTreeMap<Value, Value>,
        list: impl FnOnce(usize) -> Option<Vec<Value>>,
    ) -> Array {
        let mut array = Array { index, element, elsewhere, entries, extent: Extent::ONE };
        // Where fewer than half have entries, nothing is more frequent than the rest.
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

    /// The value at an index.
    pub(crate) fn at(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.elsewhere)
    }

    /// The sort of indices.
    pub(crate) fn index(&self) -> &Sort {
        &self.index
    }

    /// The sort of elements.
    pub(crate) fn element(&self) -> &Sort {
        &self.element
    }

    /// The value at all indices that have no entry.
    pub(crate) fn elsewhere(&self) -> &Value {
        &self.elsewhere
    }

    /// The entries.
    pub(crate) fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }

    pub(super) fn sort(&self) -> Sort {
        Sort::Array(Box::new(self.index.clone()), Box::new(self.element.clone()))
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

/// A sequence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sequence {
    element: Arc<Sort>,
    items: Arc<[Value]>,
    extent: Extent,
}

impl Sequence {
    /// The sequence of these items, which are of sort `element`.
    pub(crate) fn new(element: Arc<Sort>, items: impl Into<Arc<[Value]>>) -> Sequence {
        let items = items.into();
        let extent = Extent::around(items.iter());
        Sequence { element, items, extent }
    }

    /// The sort of its items.
    pub(crate) fn element(&self) -> &Arc<Sort> {
        &self.element
    }

    /// Its items.
    pub(crate) fn items(&self) -> &[Value] {
        &self.items
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
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
    /// What `constructor` makes of `fields`, a value of `sort`.
    pub(crate) fn new(sort: Sort, constructor: Arc<str>, fields: Vec<Value>) -> Data {
        let extent = Extent::around(fields.iter());
        Data { sort, constructor, fields, extent }
    }

    /// A tuple of cvc5, a value of `sort`.
    pub(crate) fn tuple(sort: Sort, fields: Vec<Value>) -> Data {
        let constructor = if fields.is_empty() { "tuple.unit" } else { "tuple" };
        Data::new(sort, constructor.into(), fields)
    }

    /// The sort.
    pub(crate) fn sort(&self) -> &Sort {
        &self.sort
    }

    /// The name of the constructor, canonical.
    pub(crate) fn constructor(&self) -> &Arc<str> {
        &self.constructor
    }

    /// What it was applied to.
    pub(crate) fn fields(&self) -> &[Value] {
        &self.fields
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

/// A set, in which each item is once, or a bag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set {
    sort: Sort,
    items: BTreeMap<Value, UBig>,
    extent: Extent,
}

impl Set {
    /// The set or bag of a sort with these items, each so often.
    pub(crate) fn new(sort: Sort, items: BTreeMap<Value, UBig>) -> Set {
        let extent = Extent::around(items.keys());
        Set { sort, items, extent }
    }

    /// The sort of the whole.
    pub(crate) fn sort(&self) -> &Sort {
        &self.sort
    }

    /// The items, and how often each is there: at least once.
    pub(crate) fn items(&self) -> &BTreeMap<Value, UBig> {
        &self.items
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }
}

/// How many values may be in one, itself included, what is shared counted as often as it is there.
const MOST: u32 = 1 << 17;

/// How large a nested value is, by depth and size: comparing, printing and dropping follow the nesting on the call
/// stack, and visit what is shared once for each place in which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Extent {
    depth: u32,
    size: u32,
}

impl Extent {
    /// Of a value that holds no others.
    pub(super) const ONE: Extent = Extent { depth: 0, size: 1 };

    /// Of a value that holds these.
    pub(super) fn around<'a>(parts: impl Iterator<Item = &'a Value>) -> Extent {
        parts.map(Value::extent).fold(Extent::ONE, |all, part| Extent {
            depth: all.depth.max(part.depth + 1),
            size: all.size.saturating_add(part.size),
        })
    }

    /// Whether it is beyond the bounds.
    pub(crate) fn is_too_large(self) -> bool {
        self.depth > limits::DEPTH || self.size > MOST
    }

    /// How many values are in it, itself included.
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
