//! Terms that others are built from, by sort and value, so that those of equal value and those of near values meet.

use std::collections::BTreeMap;

use crate::rng::Rng;
use crate::smtlib::{Sort, TermId};
use crate::theory::value::Value;

/// A term, and what building with it asks for.
#[derive(Clone, Debug)]
pub(in crate::generate) struct Piece {
    /// The term.
    pub id: TermId,
    /// Its sort.
    pub sort: Sort,
    /// Applications on the longest path from it down to a symbol, a literal or a term of the seed, for which it is 0.
    pub depth: u32,
    /// What it is.
    pub nature: Nature,
}

/// What a term is to whoever builds with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::generate) enum Nature {
    /// A value as it stands.
    Literal,
    /// A constant of the seed.
    Symbol,
    /// A larger term of the seed.
    Part,
    /// What was built.
    Made,
}

/// Terms with their values.
#[derive(Debug, Default)]
pub(in crate::generate) struct Stock {
    items: Vec<(Piece, Value)>,
    shelves: BTreeMap<Sort, Shelf>,
    /// Where each term is.
    known: BTreeMap<TermId, usize>,
}

/// The terms of one sort, by their numbers.
#[derive(Debug, Default)]
struct Shelf {
    all: Vec<usize>,
    /// Those that are no literals.
    open: Vec<usize>,
    symbols: Vec<usize>,
    by_value: BTreeMap<Value, Vec<usize>>,
}

impl Stock {
    /// Takes a term in, once.
    pub(in crate::generate) fn add(&mut self, piece: Piece, value: Value) {
        let number = self.items.len();
        if *self.known.entry(piece.id).or_insert(number) != number {
            return;
        }
        let shelf = self.shelves.entry(piece.sort.clone()).or_default();
        shelf.all.push(number);
        if piece.nature != Nature::Literal {
            shelf.open.push(number);
        }
        if piece.nature == Nature::Symbol {
            shelf.symbols.push(number);
        }
        // A value that stands for a real may be written as an integer.
        shelf.by_value.entry(value.clone().coerced(&piece.sort)).or_default().push(number);
        self.items.push((piece, value));
    }

    /// Those of its terms whose sorts are wanted.
    pub(in crate::generate) fn of_sorts(self, wanted: impl Fn(&Sort) -> bool) -> Stock {
        let mut stock = Stock::default();
        for (piece, value) in self.items.into_iter().filter(|(piece, _)| wanted(&piece.sort)) {
            stock.add(piece, value);
        }
        stock
    }

    /// Whether it has a term of a sort that is no literal.
    pub(in crate::generate) fn is_open(&self, sort: &Sort) -> bool {
        self.shelves.get(sort).is_some_and(|shelf| !shelf.open.is_empty())
    }

    /// A term of it, and its value.
    pub(in crate::generate) fn get(&self, id: TermId) -> Option<&(Piece, Value)> {
        self.items.get(*self.known.get(&id)?)
    }

    /// The sorts of its terms, in their order.
    pub(in crate::generate) fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.shelves.keys()
    }

    /// Whether it has a term of a sort.
    pub(in crate::generate) fn has(&self, sort: &Sort) -> bool {
        self.shelves.contains_key(sort)
    }

    /// A random term of a sort.
    pub(in crate::generate) fn any(&self, sort: &Sort, rng: &mut Rng) -> Option<&(Piece, Value)> {
        self.items.get(*rng.pick(&self.shelves.get(sort)?.all)?)
    }

    /// A random constant of a sort.
    pub(in crate::generate) fn symbol(&self, sort: &Sort, rng: &mut Rng) -> Option<&(Piece, Value)> {
        self.items.get(*rng.pick(&self.shelves.get(sort)?.symbols)?)
    }

    /// A random term that is no literal, of all sorts alike: that of a sort with few terms is as likely as that of one
    /// with many.
    pub(in crate::generate) fn open(
        &self,
        rng: &mut Rng,
        wanted: impl Fn(&Sort) -> bool,
    ) -> Option<&(Piece, Value)> {
        let is_wanted = |(sort, shelf): &(&Sort, &Shelf)| wanted(sort) && !shelf.open.is_empty();
        let shelves: Vec<&Shelf> = self.shelves.iter().filter(is_wanted).map(|(_, shelf)| shelf).collect();
        let shelf = rng.pick(&shelves)?;
        self.items.get(*rng.pick(&shelf.open)?)
    }

    /// Another term of the same sort and value.
    pub(in crate::generate) fn equal(
        &self,
        piece: &Piece,
        value: &Value,
        rng: &mut Rng,
    ) -> Option<&(Piece, Value)> {
        let same = self.shelves.get(&piece.sort)?.by_value.get(&value.clone().coerced(&piece.sort))?;
        let own = same.iter().position(|&at| self.items[at].0.id == piece.id);
        let others = same.len() - usize::from(own.is_some());
        let drawn = if others == 0 { return None } else { rng.index(others) };
        let passes_own = own.is_some_and(|own| own <= drawn);
        self.items.get(same[drawn + usize::from(passes_own)])
    }

    /// A term of the same sort and the next larger or smaller value.
    pub(in crate::generate) fn next(
        &self,
        piece: &Piece,
        value: &Value,
        rng: &mut Rng,
    ) -> Option<&(Piece, Value)> {
        use std::ops::Bound::{Excluded, Unbounded};
        let by_value = &self.shelves.get(&piece.sort)?.by_value;
        let value = value.clone().coerced(&piece.sort);
        let below = by_value.range((Unbounded, Excluded(&value))).next_back();
        let above = by_value.range((Excluded(&value), Unbounded)).next();
        let (one, other) = if rng.percent(50) { (below, above) } else { (above, below) };
        self.items.get(*rng.pick(one.or(other)?.1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::rng::{Key, Stream};

    #[test]
    fn terms_of_equal_and_of_near_values_meet() {
        let mut stock = Stock::default();
        let piece = |at| Piece { id: TermId::nth(at), sort: Sort::Int, depth: 0, nature: Nature::Symbol };
        for (at, value) in [3, 9, 3, 5].into_iter().enumerate() {
            stock.add(piece(at), Value::Int(value.into()));
        }
        stock.add(piece(0), Value::Int(3.into()));
        let mut rng = Key::new(&Digest::of("stock"), 1).stream(Stream::Synthesis);
        let three = Value::Int(3.into());
        assert_eq!(stock.equal(&piece(0), &three, &mut rng).unwrap().0.id, TermId::nth(2));
        assert_eq!(stock.next(&piece(0), &three, &mut rng).unwrap().0.id, TermId::nth(3));
        assert_eq!((stock.items.len(), stock.has(&Sort::Real)), (4, false));
    }
}
