//! Equations between twins: two terms that are alike but for one place, where their values differ.
//!
//! Under operators that keep different values apart, such as `store`, constant arrays, constructors and sums, no point
//! satisfies such an equation, and a solver sees that only by reasoning through all of them. Whether it is so for a given
//! equation, exhaustion says; so only batches that are exhausted have them. Wrong `sat` on arrays has this shape:
//! `(= (store a i #b00) (store a i (bvadd #b10 b)))` over one bit `b`.

use std::rc::Rc;

use smallvec::SmallVec;

use super::growth::Growth;
use super::words::Word;
use crate::generate::term_builder::{TermOrigin, TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::{Sort, Term};
use crate::theory::operators::op;
use crate::theory::value::Value;

/// The number of tries for each wanted equation.
const TRIES: usize = 6;
/// The largest number of applications around the place.
const LAYERS: u32 = 3;
/// The number of tries to draw an application around it.
const AROUND: usize = 8;
/// Share of places with a term and another one made of it, in percent. The others have two terms of the pool.
const OPPOSITE: u32 = 60;
/// Share of contexts that are arrays, in percent, where some array has elements of the sort; and of constant arrays
/// among these.
const ARRAYS: u32 = 50;
const CONSTANT: u32 = 50;
/// Share of twins that are constant arrays, in percent, in logics that have some: by chance, they seldom arise. Share of these
/// over bit-vectors, which need no symbols that are arrays and so take few values.
const FILLED: u32 = 40;
const OF_BITS: u32 = 60;
/// Share of twins that stay as they are once they are arrays, in percent, instead of being put into another context.
const ARRAYS_STAY: u32 = 40;
/// How often a side of an equation of arrays has no more `store`, one and two, in percent. Solvers lose track of which places
/// are stored to only if there are several.
const STORES: [(usize, u32); 3] = [(0, 40), (1, 35), (2, 25)];

impl Growth<'_> {
    /// Builds up to `wanted` equations of twins. They are not evaluated yet.
    pub(super) fn twins(&mut self, wanted: usize, rng: &mut Rng) -> Vec<TypedTerm> {
        self.distinct(wanted, TRIES, rng, Growth::equation_of_twins)
    }

    fn equation_of_twins(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        let array = if rng.percent(FILLED) { self.array_sort(rng) } else { None };
        let filled = array.and_then(|sort| self.filled(&sort, rng));
        let [one, other] = filled.or_else(|| self.in_context(rng))?;
        let (one, other) = match &one.sort {
            // A store on each side would replace all that differs between arrays with two places.
            Sort::Array(index, _) if matches!(**index, Sort::Bool | Sort::BitVec(1)) => {
                (self.stored(one, 1, rng)?, other)
            }
            Sort::Array(..) => (self.stored(one, 2, rng)?, self.stored(other, 2, rng)?),
            _ => (one, other),
        };
        let sides = if rng.percent(50) { [&one, &other] } else { [&other, &one] };
        self.builder.apply(op::EQUAL, &sides)
    }

    /// Draws a sort of arrays: one of the pool, or one of bit-vectors of the pool with at least four places. For solvers
    /// without constant arrays, there is none.
    fn array_sort(&self, rng: &mut Rng) -> Option<Sort> {
        if !self.scope().has_open_constant_arrays() {
            return None;
        }
        let index = self.pool.pick_sort(rng, |sort| matches!(sort, Sort::BitVec(2..=literals::WIDEST_INDEX)));
        let element = self.pool.pick_sort(rng, |sort| matches!(sort, Sort::BitVec(_)));
        let of_bits = |(index, element): (&Sort, &Sort)| {
            Sort::Array(Box::new(index.clone()), Box::new(element.clone()))
        };
        let of_pool = self.pool.pick_sort(rng, |sort| matches!(sort, Sort::Array(..)));
        let of_bits = index.zip(element).map(of_bits).filter(|_| of_pool.is_none() || rng.percent(OF_BITS));
        of_bits.or_else(|| of_pool.cloned())
    }

    /// Builds two constant arrays of a sort.
    fn filled(&mut self, sort: &Sort, rng: &mut Rng) -> Option<[TypedTerm; 2]> {
        let Sort::Array(_, element) = sort else { return None };
        let (term, value) = self.pool.any(element, rng)?.clone();
        let [one, other] = self.differing(term, &value, rng)?;
        Some([self.constant_array(sort, &one)?, self.constant_array(sort, &other)?])
    }

    /// Adds another term to one: one that differs at every point, or one of another value.
    fn differing(&mut self, term: TypedTerm, value: &Value, rng: &mut Rng) -> Option<[TypedTerm; 2]> {
        let opposite = if rng.percent(OPPOSITE) { self.opposite(&term, rng) } else { None };
        let other = opposite.or_else(|| Some(self.pool.next(&term, value, rng)?.0.clone()))?;
        Some([term, other])
    }

    /// Builds two terms that differ, in the same context.
    fn in_context(&mut self, rng: &mut Rng) -> Option<[TypedTerm; 2]> {
        let (term, value) = self.compared(rng)?;
        let mut twins = self.differing(term, &value, rng)?;
        for _ in 0..1 + rng.below(LAYERS) {
            if matches!(twins[0].sort, Sort::Array(..)) && rng.percent(ARRAYS_STAY) {
                break;
            }
            twins = (0..AROUND).find_map(|_| self.around(&twins, rng))?;
        }
        Some(twins)
    }

    /// Stores elements in an array: none, or up to so many. Mostly no place is a literal, because solvers see at once at which
    /// of these they store.
    fn stored(&mut self, mut array: TypedTerm, most: usize, rng: &mut Rng) -> Option<TypedTerm> {
        let Sort::Array(index, element) = array.sort.clone() else { return None };
        for _ in 0..rng.pick_weighted(STORES.into_iter())?.min(most) {
            let is_open = |one: &&(TypedTerm, Value)| one.0.origin != TermOrigin::Literal;
            let at =
                self.pool.any(&index, rng).filter(is_open).or_else(|| self.pool.any(&index, rng))?.0.clone();
            let held = self.pool.any(&element, rng)?.0.clone();
            array = self.builder.apply_usable(op::STORE, &[&array, &at, &held])?;
        }
        Some(array)
    }

    /// Builds a term that differs from another one at every point.
    fn opposite(&mut self, term: &TypedTerm, rng: &mut Rng) -> Option<TypedTerm> {
        let builder = &mut self.builder;
        match &term.sort {
            Sort::Bool => builder.apply_usable(op::NOT, &[term]),
            Sort::BitVec(_) if rng.percent(50) => builder.apply_usable(op::BVNOT, &[term]),
            Sort::BitVec(_) => {
                let more = builder.random_literal(&term.sort, rng)?;
                let differs = !literals::is_zero(&builder.terms, more.id);
                differs.then(|| builder.apply_usable(op::BVADD, &[term, &more])).flatten()
            }
            Sort::Int | Sort::Real => {
                let one = builder.literal(&term.sort, &Value::Int(1.into()).coerced(&term.sort))?;
                builder.apply_usable(op::PLUS, &[term, &one])
            }
            _ => None,
        }
    }

    /// Puts each of the twins into the same context: the same word with the same other arguments, or the same array.
    fn around(&mut self, twins: &[TypedTerm; 2], rng: &mut Rng) -> Option<[TypedTerm; 2]> {
        let [one, other] = twins;
        let holds = |sort: &Sort| matches!(sort, Sort::Array(_, element) if **element == one.sort);
        let array = if rng.percent(ARRAYS) { self.pool.pick_sort(rng, holds).cloned() } else { None };
        let applied = match array {
            Some(sort) => self.array_of(&sort, one, rng),
            None => {
                let words = Rc::clone(&self.words);
                let functions = words.iter().filter(|word| !word.is_connective() && !word.is_predicate());
                let functions: SmallVec<[&Word; 32]> = functions.collect();
                self.nested(rng.pick(&functions)?, std::slice::from_ref(one), LAYERS, rng)
            }
        }?;
        let Term::App(head, arguments) = self.builder.terms.get(applied.id) else { return None };
        let (head, mut arguments) = (*head, arguments.clone());
        // The last place, because a value comes after the array and the index.
        *arguments.iter_mut().rfind(|argument| **argument == one.id)? = other.id;
        let id = self.builder.terms.intern(Term::App(head, arguments));
        self.builder.infer();
        (self.builder.sort(id) == Some(&applied.sort)).then(|| [applied.clone(), TypedTerm { id, ..applied }])
    }

    /// Builds an array of a sort that has an element at some place, or everywhere.
    fn array_of(&mut self, sort: &Sort, element: &TypedTerm, rng: &mut Rng) -> Option<TypedTerm> {
        let Sort::Array(index, _) = sort else { return None };
        if rng.percent(CONSTANT) {
            return self.constant_array(sort, element);
        }
        let other = self.pool.any(&element.sort, rng)?.0.clone();
        let constant = if rng.percent(CONSTANT) { self.constant_array(sort, &other) } else { None };
        let array = constant.or_else(|| Some(self.pool.any(sort, rng)?.0.clone()))?;
        let at = self.pool.any(index, rng)?.0.clone();
        self.builder.apply_usable(op::STORE, &[&array, &at, element])
    }
}
