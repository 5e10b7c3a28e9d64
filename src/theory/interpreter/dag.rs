//! The terms that an interpreter walks over.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Worth;
use crate::smtlib::{Term, TermId, Terms};
use crate::theory::sorting::Sorting;

/// Terms, and what is known of them.
#[derive(Debug)]
pub(in crate::theory) struct Dag<'a> {
    pub terms: &'a Terms,
    pub sorting: &'a Sorting,
    /// The closed ones that were evaluated, by number.
    pub(super) known: Vec<Option<Worth>>,
}

impl<'a> Dag<'a> {
    pub(super) fn new(terms: &'a Terms, sorting: &'a Sorting, mut known: Vec<Option<Worth>>) -> Self {
        known.resize(terms.len(), None);
        Dag { terms, sorting, known }
    }

    /// A term and those below it, leaves first; of closed ones that were evaluated what they are worth, and nothing
    /// below them. Of quantifiers and cases, only what is below those that `enters` lets in. Each term takes one from
    /// `left`; none if that is not enough.
    pub(in crate::theory) fn below(
        &self,
        root: TermId,
        left: &mut u64,
        mut enters: impl FnMut(&Term) -> bool,
    ) -> Option<BTreeMap<TermId, Option<&Worth>>> {
        // Children have smaller numbers than their parents.
        let mut below = BTreeMap::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let Entry::Vacant(entry) = below.entry(id) else { continue };
            *left = left.checked_sub(1)?;
            let known = self.known.get(id.index()).and_then(Option::as_ref);
            let worth = *entry.insert(known.filter(|_| self.terms.is_closed(id)));
            if worth.is_some() {
                continue;
            }
            let term = self.terms.get(id);
            if !matches!(term, Term::Binder(_) | Term::Match(..)) || enters(term) {
                self.terms.for_each_child(id, |child| stack.push(child));
            }
        }
        Some(below)
    }
}
