//! Finite sets and bags (cvc5's theories).

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Extent, Value};
use crate::smtlib::Sort;

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
