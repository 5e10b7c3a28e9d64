//! Sequences of values of any sort (an extension of cvc5 and Z3).

use std::sync::Arc;

use super::{Extent, Value};
use crate::smtlib::Sort;

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
