//! Arrays: finitely many entries, and one value everywhere else.

use std::collections::BTreeMap;

use super::{Extent, Value};
use crate::smtlib::Sort;

/// An array in normal form: no entry holds the value of everywhere else; and of the values of an array over finitely
/// many indices, the most frequent is the one everywhere else, the least of those where there are several.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(elsewhere: bool, entries: &[(bool, bool)]) -> Array {
        let entries = entries.iter().map(|&(at, value)| (Value::Bool(at), Value::Bool(value)));
        let list = |most| (most >= 2).then(|| [false, true].map(Value::Bool).to_vec());
        Array::new(Sort::Bool, Sort::Bool, Value::Bool(elsewhere), entries.collect(), list)
    }

    #[test]
    fn arrays_with_the_same_elements_are_equal() {
        assert_eq!(of(false, &[]), of(true, &[(true, false), (false, false)]));
        assert_eq!(of(false, &[(true, true)]), of(true, &[(false, false)]));
        assert_eq!(of(true, &[(false, true)]), of(true, &[]));
        assert_ne!(of(false, &[(true, true)]), of(false, &[(false, true)]));
    }
}
