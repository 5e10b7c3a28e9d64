//! A pool of terms from which others are built, by sort and value, so that terms of equal and of near values meet.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::rng::Rng;
use crate::smtlib::{Sort, TermId};
use crate::theory::value::Value;

/// A term with its sort, depth and origin.
#[derive(Clone, Debug)]
pub(in crate::generate) struct TypedTerm {
    /// The term.
    pub id: TermId,
    /// Its sort.
    pub sort: Sort,
    /// The number of applications on the longest path down to a symbol, a literal or a term of the seed, which have
    /// depth 0.
    pub depth: u32,
    /// Its origin.
    pub origin: TermOrigin,
}

impl TypedTerm {
    /// Returns a formula with its sort.
    pub(in crate::generate) fn formula(id: TermId) -> TypedTerm {
        TypedTerm { id, sort: Sort::Bool, depth: 0, origin: TermOrigin::Made }
    }
}

/// The origin of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum TermOrigin {
    /// A literal.
    Literal,
    /// A constant of the seed.
    Symbol,
    /// A larger term of the seed.
    Part,
    /// A term that was built.
    Made,
}

/// The initial capacity, in terms.
const ROOM: usize = 256;

/// Terms with their values.
#[derive(Debug, Default)]
pub(in crate::generate) struct TermPool {
    items: Vec<(TypedTerm, Value)>,
    by_sort: BTreeMap<Sort, TermsOfSort>,
    /// The index in `items` of each term, by its number.
    known: Vec<Option<u32>>,
}

/// The terms of one sort, by their indices in `items`.
#[derive(Debug, Default)]
struct TermsOfSort {
    all: Vec<u32>,
    /// The terms that are not literals.
    open: Vec<u32>,
    symbols: Vec<u32>,
    /// All of them, smaller values first, and those of one value in the order in which they came.
    by_value: Vec<u32>,
}

impl TermPool {
    /// Adds a term, unless it is in the pool.
    pub(in crate::generate) fn add(&mut self, typed: TypedTerm, value: Value) {
        let number = self.items.len() as u32;
        let at = typed.id.index();
        if self.known.len() <= at {
            self.known.resize(at + 1, None);
        }
        if self.known[at].is_some() {
            return;
        }
        self.known[at] = Some(number);
        let of_sort = match self.by_sort.get_mut(&typed.sort) {
            Some(known) => known,
            None => self.by_sort.entry(typed.sort.clone()).or_default(),
        };
        of_sort.all.push(number);
        if typed.origin != TermOrigin::Literal {
            of_sort.open.push(number);
        }
        if typed.origin == TermOrigin::Symbol {
            of_sort.symbols.push(number);
        }
        // A value that stands for a real may be written as an integer.
        let value = value.coerced(&typed.sort);
        let is_before = |other: &u32| self.items[*other as usize].1.cmp(&value).is_le();
        of_sort.by_value.insert(of_sort.by_value.partition_point(is_before), number);
        if self.items.is_empty() {
            self.items.reserve(ROOM);
        }
        self.items.push((typed, value));
    }

    /// Keeps only the terms of wanted sorts.
    pub(in crate::generate) fn of_sorts(self, wanted: impl Fn(&Sort) -> bool) -> TermPool {
        let mut pool = TermPool::default();
        for (typed, value) in self.items.into_iter().filter(|(typed, _)| wanted(&typed.sort)) {
            pool.add(typed, value);
        }
        pool
    }

    /// Whether it contains a term of a sort that is not a literal.
    pub(in crate::generate) fn is_open(&self, sort: &Sort) -> bool {
        self.by_sort.get(sort).is_some_and(|of_sort| !of_sort.open.is_empty())
    }

    /// Returns a term of the pool with its value.
    pub(in crate::generate) fn get(&self, id: TermId) -> Option<&(TypedTerm, Value)> {
        self.items.get((*self.known.get(id.index())?)? as usize)
    }

    /// Iterates over the sorts of its terms, in order.
    pub(in crate::generate) fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.by_sort.keys()
    }

    /// Draws a wanted one of the sorts of its terms.
    pub(in crate::generate) fn pick_sort(
        &self,
        rng: &mut Rng,
        wanted: impl Fn(&Sort) -> bool,
    ) -> Option<&Sort> {
        let sorts: SmallVec<[&Sort; 8]> = self.sorts().filter(|sort| wanted(sort)).collect();
        rng.pick(&sorts).copied()
    }

    /// Whether it contains a term of a sort.
    pub(in crate::generate) fn has(&self, sort: &Sort) -> bool {
        self.by_sort.contains_key(sort)
    }

    /// Draws a term of a sort.
    pub(in crate::generate) fn any(&self, sort: &Sort, rng: &mut Rng) -> Option<&(TypedTerm, Value)> {
        self.pick(&self.by_sort.get(sort)?.all, rng)
    }

    /// Draws a constant of a sort.
    pub(in crate::generate) fn symbol(&self, sort: &Sort, rng: &mut Rng) -> Option<&(TypedTerm, Value)> {
        self.pick(&self.by_sort.get(sort)?.symbols, rng)
    }

    /// Draws a term of a wanted sort that is not a literal. First the sort is drawn, so sorts with few terms are as
    /// likely as those with many.
    pub(in crate::generate) fn open(
        &self,
        rng: &mut Rng,
        wanted: impl Fn(&Sort) -> bool,
    ) -> Option<&(TypedTerm, Value)> {
        let is_wanted = |(sort, of_sort): &(&Sort, &TermsOfSort)| wanted(sort) && !of_sort.open.is_empty();
        let by_sort: SmallVec<[&TermsOfSort; 8]> =
            self.by_sort.iter().filter(is_wanted).map(|(_, of_sort)| of_sort).collect();
        self.pick(&rng.pick(&by_sort)?.open, rng)
    }

    /// Draws a term of a sort with this value.
    pub(in crate::generate) fn valued(
        &self,
        sort: &Sort,
        value: &Value,
        rng: &mut Rng,
    ) -> Option<&(TypedTerm, Value)> {
        self.pick(self.around(sort, value)?.1, rng)
    }

    /// Draws another term of the same sort and value.
    pub(in crate::generate) fn equal(
        &self,
        typed: &TypedTerm,
        value: &Value,
        rng: &mut Rng,
    ) -> Option<&(TypedTerm, Value)> {
        let (_, same, _) = self.around(&typed.sort, value)?;
        let own = same.iter().position(|&at| self.items[at as usize].0.id == typed.id);
        let others = same.len() - usize::from(own.is_some());
        let drawn = if others == 0 { return None } else { rng.index(others) };
        let passes_own = own.is_some_and(|own| own <= drawn);
        self.items.get(same[drawn + usize::from(passes_own)] as usize)
    }

    /// Draws a term of the same sort with the next larger or smaller value.
    pub(in crate::generate) fn next(
        &self,
        typed: &TypedTerm,
        value: &Value,
        rng: &mut Rng,
    ) -> Option<&(TypedTerm, Value)> {
        let (below, _, above) = self.around(&typed.sort, value)?;
        let value_of = |at: &u32| &self.items[*at as usize].1;
        let below =
            below.last().map(|last| &below[below.partition_point(|at| value_of(at) < value_of(last))..]);
        let above =
            above.first().map(|first| &above[..above.partition_point(|at| value_of(at) == value_of(first))]);
        let (one, other) = if rng.percent(50) { (below, above) } else { (above, below) };
        self.pick(one.or(other)?, rng)
    }

    /// The terms of a sort: those of smaller values than one, those of that value, and those of larger ones.
    fn around(&self, sort: &Sort, value: &Value) -> Option<(&[u32], &[u32], &[u32])> {
        let by_value = self.by_sort.get(sort)?.by_value.as_slice();
        let coerced;
        let value = match (value, sort) {
            (Value::Int(_), Sort::Real) => {
                coerced = value.clone().coerced(sort);
                &coerced
            }
            _ => value,
        };
        let (below, rest) =
            by_value.split_at(by_value.partition_point(|&at| self.items[at as usize].1.cmp(value).is_lt()));
        let (same, above) = rest.split_at(rest.partition_point(|&at| self.items[at as usize].1 == *value));
        Some((below, same, above))
    }

    fn pick(&self, numbers: &[u32], rng: &mut Rng) -> Option<&(TypedTerm, Value)> {
        self.items.get(*rng.pick(numbers)? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};

    #[test]
    fn terms_of_equal_and_of_near_values_meet() {
        let mut pool = TermPool::default();
        let typed =
            |at| TypedTerm { id: TermId::nth(at), sort: Sort::Int, depth: 0, origin: TermOrigin::Symbol };
        for (at, value) in [3, 9, 3, 5].into_iter().enumerate() {
            pool.add(typed(at), Value::Int(value.into()));
        }
        pool.add(typed(0), Value::Int(3.into()));
        let mut rng = Key::new(&Digest::of("pool"), 1).stream(Stream::Formulas(3));
        let three = Value::Int(3.into());
        assert_eq!(pool.equal(&typed(0), &three, &mut rng).unwrap().0.id, TermId::nth(2));
        assert_eq!(pool.next(&typed(0), &three, &mut rng).unwrap().0.id, TermId::nth(3));
        assert_eq!((pool.items.len(), pool.has(&Sort::Real)), (4, false));
    }
}
