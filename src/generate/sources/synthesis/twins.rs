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
use crate::generate::term_builder::{TypedTerm, literals};
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
/// Share of equations of arrays in which one side has one more `store`, in percent.
const STORED: u32 = 40;

impl Growth<'_> {
    /// Builds up to `wanted` equations of twins. They are not evaluated yet.
    pub(super) fn twins(&mut self, wanted: usize, rng: &mut Rng) -> Vec<TypedTerm> {
        self.distinct(wanted, TRIES, rng, Growth::equation_of_twins)
    }

    fn equation_of_twins(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        let (term, value) = self.compared(rng)?;
        let opposite = if rng.percent(OPPOSITE) { self.opposite(&term, rng) } else { None };
        let other = opposite.or_else(|| Some(self.pool.next(&term, &value, rng)?.0.clone()))?;
        let mut twins = [term, other];
        for _ in 0..1 + rng.below(LAYERS) {
            twins = (0..AROUND).find_map(|_| self.around(&twins, rng))?;
        }
        let [mut one, other] = twins;
        if let Sort::Array(index, element) = one.sort.clone()
            && rng.percent(STORED)
        {
            let (at, held) = (self.pool.any(&index, rng)?.0.clone(), self.pool.any(&element, rng)?.0.clone());
            one = self.builder.apply_usable(op::STORE, &[&one, &at, &held])?;
        }
        let sides = if rng.percent(50) { [&one, &other] } else { [&other, &one] };
        self.builder.apply(op::EQUAL, &sides)
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
