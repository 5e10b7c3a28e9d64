//! Terms with their values or sorts and sizes, and the construction of replaced terms.
//!
//! A value may be as long as a script, and there are thousands of terms. Therefore values are numbered, and terms
//! of failed candidates are dropped. Where no witness has to be kept, all terms of a sort count as equal.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::generate::term_builder::within;
use crate::smtlib::{Sort, TermId, Terms};
use crate::theory::domain;
use crate::theory::literals::is_literal;
use crate::theory::operators::{Op, op};
use crate::theory::signature::Signature;
use crate::theory::value::Value;

/// The tree size from which on a float cannot represent a difference of one node.
const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// The number of a term's values under some witnesses, or of its sort.
type ValueId = usize;

/// Terms with their sizes and, if known, values or sorts.
#[derive(Debug)]
pub(super) struct Valued {
    terms: Terms,
    /// For each number, the value, if it is the same under all witnesses; or the plainest values of a sort.
    values: Vec<Vec<Value>>,
    of: Vec<Option<ValueId>>,
    /// The tree size of each term; symbols weigh more than literals. Floats, because shared terms make trees of
    /// 2^242 nodes.
    sizes: Vec<f64>,
    /// The smallest closed term of each value.
    smallest: BTreeMap<ValueId, TermId>,
    /// The previous entries of `smallest` before each change.
    changes: Vec<(ValueId, Option<TermId>)>,
}

/// A snapshot of the number of terms and changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    terms: usize,
    changes: usize,
}

impl Valued {
    /// Creates the structure from terms with the values of the closed ones under each witness, by number.
    pub(super) fn new(terms: Terms, values: Vec<Option<Vec<Value>>>) -> Self {
        Valued::alike(terms, values, |values| {
            let one = values.first().filter(|first| values.iter().all(|value| value == *first));
            one.cloned().into_iter().collect()
        })
    }

    /// Creates the structure from terms with the sorts of the closed ones: all of a sort count as equal.
    pub(super) fn by_sort(terms: Terms, sorts: Vec<Option<Sort>>) -> Self {
        let signature = Signature::default();
        Valued::alike(terms, sorts, |sort| match sort {
            Sort::Bool => [true, false].map(Value::Bool).to_vec(),
            _ => domain::plainest(sort, &signature).into_iter().collect(),
        })
    }

    /// Creates the structure from terms, those that count as equal with the same key, and the values of each key.
    fn alike<K: Ord>(terms: Terms, keys: Vec<Option<K>>, values: impl Fn(&K) -> Vec<Value>) -> Self {
        let mut known = BTreeMap::new();
        let mut valued = Valued {
            terms,
            values: Vec::new(),
            of: Vec::new(),
            sizes: Vec::new(),
            smallest: BTreeMap::new(),
            changes: Vec::new(),
        };
        for (id, key) in valued.terms.ids().zip(keys) {
            let number = key.map(|key| {
                let of_key = values(&key);
                *known.entry(key).or_insert_with(|| {
                    valued.values.push(of_key);
                    valued.values.len() - 1
                })
            });
            valued.note(id, number);
        }
        valued
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Whether two terms have the same known value.
    pub(super) fn are_equal(&self, one: TermId, other: TermId) -> bool {
        self.of[one.index()].is_some() && self.of[one.index()] == self.of[other.index()]
    }

    /// Returns the number of nodes of a term as a tree; literals weigh less than symbols.
    pub(super) fn tree_size(&self, id: TermId) -> f64 {
        self.sizes[id.index()]
    }

    /// Compares terms by size. Terms that are too large for that are compared by number.
    pub(super) fn by_size(&self, one: TermId, other: TermId) -> Ordering {
        let (small, large) = (self.tree_size(one), self.tree_size(other));
        small.total_cmp(&large).then_with(|| {
            // If the sizes of two trees cannot be distinguished, the newer one counts as larger.
            if small < EXACT { Ordering::Equal } else { one.cmp(&other) }
        })
    }

    /// Whether a term is smaller than another one: as a tree, or, if the sizes of the trees cannot be
    /// distinguished, by the number of distinct nodes. Every sequence of lighter terms ends.
    pub(super) fn is_lighter(&self, one: TermId, other: TermId) -> bool {
        let (size, limit) = (self.tree_size(one), self.tree_size(other));
        size < limit || (size == limit && size >= EXACT && self.nodes(one) < self.nodes(other))
    }

    fn nodes(&self, root: TermId) -> usize {
        within(&self.terms, root).count()
    }

    /// Returns the subterms of a formula with values, including itself, large ones first.
    pub(super) fn below(&self, root: TermId) -> Vec<TermId> {
        let known = within(&self.terms, root).filter(|id| self.of[id.index()].is_some());
        let mut found: Vec<TermId> = known.collect();
        found.sort_unstable_by(|&one, &other| self.by_size(other, one).then(one.cmp(&other)));
        found
    }

    /// Returns the literals of a term's value, at most one, or of the plainest values of its sort.
    pub(super) fn literals(&mut self, term: TermId) -> Vec<TermId> {
        let Some(number) = self.of[term.index()] else { return Vec::new() };
        let mut found = Vec::new();
        for value in self.values[number].clone() {
            // The literals that all solvers write alike.
            let is_plain = match &value {
                Value::Bool(_) | Value::Int(_) | Value::Bits(_) => true,
                Value::Real(real) => real.is_int(),
                _ => false,
            };
            if is_plain {
                let literal = value.term(&mut self.terms);
                self.note_up_to(literal, Some(number));
                found.push(literal);
            }
        }
        found
    }

    /// Returns the smallest term of the same value.
    pub(super) fn smallest(&self, term: TermId) -> Option<TermId> {
        self.smallest.get(&self.of[term.index()]?).copied()
    }

    fn truth(&self, id: TermId) -> Option<bool> {
        match self.values[self.of[id.index()]?].as_slice() {
            [value] => value.as_bool(),
            _ => None,
        }
    }

    /// Returns the positions of redundant arguments of an `and` or `or`, whose value the other arguments decide; all
    /// positions if no value has to be kept.
    pub(super) fn idle_arguments(&self, term: TermId) -> Vec<usize> {
        let Some((connective @ (op::AND | op::OR), arguments)) = Op::applied(&self.terms, term) else {
            return Vec::new();
        };
        let any = self.of[term.index()].is_some_and(|number| self.values[number].len() > 1);
        if any && arguments.len() > 2 {
            return (0..arguments.len()).collect();
        }
        let Some(truth) = self.truth(term).filter(|_| arguments.len() > 2) else { return Vec::new() };
        // A false `and` needs a false argument, and a true `or` a true one.
        let needs_one = truth == (connective == op::OR);
        let decide = arguments.iter().map(|&id| self.truth(id) == Some(truth)).collect::<Vec<bool>>();
        let deciding = decide.iter().filter(|&&decides| decides).count();
        let is_idle = |at: &usize| !needs_one || deciding > usize::from(decide[*at]);
        (0..arguments.len()).filter(is_idle).collect()
    }

    /// Drops an argument of an application whose value does not depend on it.
    pub(super) fn without_argument(&mut self, term: TermId, at: usize) -> TermId {
        let Some((head, arguments)) = self.terms.as_app(term) else { return term };
        let (head, mut rest) = (head.to_owned(), arguments.to_vec());
        if at < rest.len() {
            rest.remove(at);
        }
        let made = self.terms.app(&head, &rest);
        self.note_up_to(made, self.of[term.index()]);
        made
    }

    /// Replaces each `old` in `root` by `new`, which has the same value.
    pub(super) fn replaced(&mut self, root: TermId, old: TermId, new: TermId) -> TermId {
        let mut known = BTreeMap::from([(old, new)]);
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if known.contains_key(&id) {
                stack.pop();
                continue;
            }
            let mut open = Vec::new();
            self.terms.for_each_child(id, |child| open.push(child));
            // Patterns stay as they are, since they do not affect the meaning.
            open.retain(|child| !known.contains_key(child));
            if !open.is_empty() {
                stack.append(&mut open);
                continue;
            }
            stack.pop();
            let term = self.terms.get(id).clone().map_children(|child| known[&child]);
            let made = self.terms.intern(term);
            self.note_up_to(made, self.of[id.index()]);
            known.insert(id, made);
        }
        known[&root]
    }

    /// Returns a snapshot.
    pub(super) fn mark(&self) -> Mark {
        Mark { terms: self.terms.len(), changes: self.changes.len() }
    }

    /// Drops all terms created since a snapshot.
    pub(super) fn forget(&mut self, mark: Mark) {
        for (value, before) in self.changes.drain(mark.changes..).rev() {
            match before {
                Some(before) => self.smallest.insert(value, before),
                None => self.smallest.remove(&value),
            };
        }
        self.terms.truncate(mark.terms);
        self.of.truncate(mark.terms);
        self.sizes.truncate(mark.terms);
    }

    /// Records a term, unless it is known.
    fn note_up_to(&mut self, id: TermId, value: Option<ValueId>) {
        // A negative literal contains a numeral, which comes before it.
        while self.of.len() < id.index() {
            self.note(TermId::nth(self.of.len()), None);
        }
        if self.of.len() == id.index() {
            self.note(id, value);
        }
    }

    /// Records the value and size of the next term.
    fn note(&mut self, id: TermId, value: Option<ValueId>) {
        let mut size = match self.terms.as_app(id) {
            Some((head, [])) if is_literal(head) => 2.0,
            Some((_, [])) => 3.0,
            _ => 2.0,
        };
        self.terms.for_each_child(id, |child| size += self.sizes[child.index()]);
        self.sizes.push(size);
        if let Some(value) = value.filter(|_| self.terms.is_closed(id)) {
            let before = self.smallest.get(&value).copied();
            if before.is_none_or(|before| size < self.sizes[before.index()]) {
                self.smallest.insert(value, id);
                self.changes.push((value, before));
            }
        }
        self.of.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(truth: bool) -> Option<Vec<Value>> {
        Some(vec![Value::Bool(truth)])
    }

    /// Returns a chain in which each term contains the previous one twice: 2^n nodes as a tree.
    fn chain(length: usize) -> (Valued, TermId) {
        let mut terms = Terms::default();
        let mut last = terms.app("p", &[]);
        for _ in 0..length {
            last = terms.app("or", &[last, last]);
        }
        let values = terms.ids().map(|_| value(true)).collect();
        (Valued::new(terms, values), last)
    }

    #[test]
    fn trees_too_large_to_be_counted_still_differ() {
        for length in [10, 60, 242, 2000] {
            let (mut valued, root) = chain(length);
            let (first, second) = (TermId::nth(0), TermId::nth(1));
            let smaller = valued.replaced(root, second, first);
            assert!(valued.is_lighter(smaller, root) && !valued.is_lighter(root, smaller), "{length}");
            assert!(!valued.is_lighter(root, root));
            assert_eq!(valued.below(root)[0], root);
            assert_eq!(valued.below(root).last(), Some(&first));
        }
    }

    #[test]
    fn what_came_to_nothing_is_forgotten() {
        let (mut valued, root) = chain(20);
        let (before, smallest) = (valued.terms().len(), valued.smallest(root));
        let mark = valued.mark();
        assert_ne!(valued.replaced(root, TermId::nth(3), TermId::nth(0)), root);
        let literal = valued.literals(root)[0];
        assert_eq!(valued.smallest(root), Some(literal));
        valued.forget(mark);
        assert_eq!((valued.terms().len(), valued.smallest(root)), (before, smallest));
        // It is created again, with the same number.
        assert_eq!(valued.literals(root)[0].index(), before);
    }

    #[test]
    fn what_is_worth_different_things_has_no_literal() {
        let mut terms = Terms::default();
        let [p, q] = ["p", "q"].map(|name| terms.app(name, &[]));
        let values = [[true, false], [true, true]].map(|both| Some(both.map(Value::Bool).to_vec()));
        let mut valued = Valued::new(terms, values.to_vec());
        assert_eq!((valued.literals(p).len(), valued.truth(p)), (0, None));
        assert_eq!((valued.literals(q).len(), valued.truth(q)), (1, Some(true)));
    }

    #[test]
    fn without_values_terms_of_a_sort_are_equal() {
        let mut terms = Terms::default();
        let [p, q, r] = ["p", "q", "r"].map(|name| terms.app(name, &[]));
        let (all, n) = (terms.app("and", &[p, q, r]), terms.app("n", &[]));
        let sorts = terms.ids().map(|id| Some(if id == n { Sort::Int } else { Sort::Bool })).collect();
        let mut valued = Valued::by_sort(terms, sorts);
        assert!(valued.are_equal(p, all) && !valued.are_equal(p, n));
        assert_eq!((valued.literals(p).len(), valued.literals(n).len()), (2, 1));
        assert_eq!(valued.idle_arguments(all), [0, 1, 2]);
    }

    #[test]
    fn an_argument_is_idle_where_the_others_decide() {
        let mut terms = Terms::default();
        let [p, q, r] = ["p", "q", "r"].map(|name| terms.app(name, &[]));
        let (all, one) = (terms.app("and", &[p, q, r]), terms.app("or", &[p, q, r]));
        let values = [true, false, true, false, true].map(value).to_vec();
        let valued = Valued::new(terms, values);
        assert_eq!(valued.idle_arguments(all), [0, 2]);
        assert_eq!(valued.idle_arguments(one), [0, 1, 2]);
    }
}
