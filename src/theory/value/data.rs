//! Values of datatypes.

use std::sync::Arc;

use super::{Extent, Value};
use crate::smtlib::Sort;

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
