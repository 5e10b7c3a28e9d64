//! The shapes of atoms, taken from the minimal scripts of real wrong answers.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::growth::Growth;
use super::words::Word;
use crate::generate::term_builder::{TermOrigin, TypedTerm, literals, within};
use crate::rng::Rng;
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::operators::{Op, op};
use crate::theory::value::Value;

/// The number of tries for each wanted atom.
const TRIES: usize = 8;
/// Share of comparisons between terms of any sort, in percent. The others avoid Booleans and rounding modes if
/// possible, because the pools combine Booleans anyway.
const ANY_SORT: u32 = 15;
/// Share of atoms with a choice by a condition that SMT-LIB leaves open, in percent, if there are open terms.
const OPEN: u32 = 10;
/// Share of comparisons of an array with one built for its value in which both are built, in percent.
const ARRAYS: u32 = 60;
/// The largest depth of the terms in an atom, so that the depth of an atom is at most 4.
const DEPTH: u32 = 3;

/// The shape of an atom.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A term compared with a literal of its value, or of a value near it.
    Literal,
    /// A predicate over terms.
    Predicate,
    /// Two terms of equal or near value, compared.
    Equal,
    /// A symbol compared with a term.
    Symbol,
    /// A symbol compared with a term that contains it.
    Itself,
    /// A connective over formulas.
    Connective,
    /// A term between two literals.
    Interval,
}

/// The shapes with their weights in the draw: these exposed the most bugs per second of solver time.
const SHAPES: [(Shape, u32); 7] = [
    (Shape::Literal, 5),
    (Shape::Predicate, 5),
    (Shape::Equal, 4),
    (Shape::Symbol, 4),
    (Shape::Itself, 3),
    (Shape::Connective, 2),
    (Shape::Interval, 1),
];

impl Growth<'_> {
    /// Builds up to `wanted` distinct atoms. They are not evaluated yet.
    pub(super) fn atoms(&mut self, wanted: usize, rng: &mut Rng) -> Vec<TypedTerm> {
        self.distinct(wanted, TRIES, rng, Growth::atom)
    }

    /// Draws up to `wanted` distinct formulas, with so many tries for each.
    pub(super) fn distinct(
        &mut self,
        wanted: usize,
        tries: usize,
        rng: &mut Rng,
        draw: fn(&mut Self, &mut Rng) -> Option<TypedTerm>,
    ) -> Vec<TypedTerm> {
        let mut found: Vec<TypedTerm> = Vec::with_capacity(wanted);
        let mut known = std::collections::BTreeSet::new();
        for _ in 0..wanted * tries {
            if found.len() == wanted {
                break;
            }
            let drawn = draw(self, rng).filter(|drawn| drawn.sort == Sort::Bool && known.insert(drawn.id));
            found.extend(drawn);
        }
        found
    }

    fn atom(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        if self.scope().is_difference() && rng.percent(50) {
            return self.difference(rng);
        }
        if !self.open.is_empty() && !self.scope().is_difference() && rng.percent(OPEN) {
            return self.chosen(rng);
        }
        match drawn(rng) {
            Shape::Literal => {
                let (mut term, value) = self.compared(rng)?;
                let literal = self.literal_near(&term.sort, &value, rng)?;
                if matches!(value, Value::Array(_)) && rng.percent(ARRAYS) {
                    term = self.literal_near(&term.sort, &value, rng)?;
                }
                self.related(&term, &literal, rng)
            }
            Shape::Predicate => self.applied_one(Word::is_predicate, rng),
            Shape::Equal => {
                let (term, value) = self.compared(rng)?;
                let equal = self.pool.equal(&term, &value, rng).filter(|_| rng.percent(70));
                let other = equal.or_else(|| self.pool.next(&term, &value, rng))?.0.clone();
                self.related(&term, &other, rng)
            }
            Shape::Symbol => {
                let (term, value) = self.compared(rng)?;
                let equal = self.pool.equal(&term, &value, rng);
                let equal = equal.filter(|(other, _)| other.origin == TermOrigin::Symbol);
                let symbol = equal.or_else(|| self.pool.symbol(&term.sort, rng))?.0.clone();
                self.related(&symbol, &term, rng)
            }
            Shape::Itself => {
                let (term, _) = self.compared(rng)?;
                let inside = self.symbols_in(term.id);
                let head = rng.pick(&inside)?.clone();
                let symbol = self.builder.apply_head(&head, &[])?;
                if symbol.sort != term.sort {
                    return None;
                }
                self.related(&symbol, &term, rng)
            }
            Shape::Connective => self.applied_one(Word::is_connective, rng),
            Shape::Interval => {
                let (term, value) = self.compared(rng)?;
                let orders: Vec<Op> = self.scope().orders(&term.sort).collect();
                let order = *rng.pick(&orders)?;
                let low = self.literal_near(&term.sort, &value, rng)?;
                let high = self.literal_near(&term.sort, &value, rng)?;
                let above = self.builder.apply(order, &[&low, &term])?;
                let below = self.builder.apply(order, &[&term, &high])?;
                self.builder.apply(op::AND, &[&above, &below])
            }
        }
    }

    /// Builds an atom with a condition that SMT-LIB leaves open. Unlike the condition, it may have the same truth value
    /// under every choice.
    fn chosen(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        let open = rng.pick(&self.open)?.clone();
        let condition = match open.sort {
            Sort::Bool => open,
            _ => {
                let other = self.pool.any(&open.sort, rng)?.0.clone();
                self.related(&open, &other, rng)?
            }
        };
        if rng.percent(30) {
            let connective = if rng.percent(50) { op::AND } else { op::OR };
            let other = self.pool.open(rng, |sort| *sort == Sort::Bool)?.0.clone();
            return self.builder.apply(connective, &[&condition, &other]);
        }
        let (yes, value) = self.compared(rng)?;
        let no = self.pool.next(&yes, &value, rng)?.0.clone();
        let either = self.builder.apply(op::ITE, &[&condition, &yes, &no])?;
        let literal = self.literal(&yes.sort, rng);
        let bound = match literal {
            Some(literal) => literal,
            None => self.pool.any(&yes.sort, rng)?.0.clone(),
        };
        self.related(&either, &bound, rng)
    }

    /// Applies a random word that `fits`.
    fn applied_one(&mut self, fits: fn(&Word) -> bool, rng: &mut Rng) -> Option<TypedTerm> {
        let words = Rc::clone(&self.words);
        let fitting = || words.iter().filter(|word| fits(word));
        // Where there are none, no random number is spent on them.
        let drawn = Some(fitting().count()).filter(|count| *count > 0).map(|count| rng.index(count))?;
        self.applied(fitting().nth(drawn)?, DEPTH, rng)
    }

    /// Draws a term to compare with others, and returns it with its value.
    pub(super) fn compared(&self, rng: &mut Rng) -> Option<(TypedTerm, Value)> {
        let is_told_apart = |sort: &Sort| !matches!(sort, Sort::Bool | Sort::RoundingMode);
        // Few solvers support comparisons of languages.
        let is_compared = |sort: &Sort| *sort != Sort::RegLan;
        let told_apart = match rng.percent(ANY_SORT) {
            true => None,
            false => self.pool.open(rng, |sort| is_compared(sort) && is_told_apart(sort)),
        };
        let (typed, value) = told_apart.or_else(|| self.pool.open(rng, is_compared))?;
        Some((typed.clone(), value.clone()))
    }

    /// Relates two terms of one sort by `=`, `distinct` or an order.
    pub(super) fn related(&mut self, one: &TypedTerm, other: &TypedTerm, rng: &mut Rng) -> Option<TypedTerm> {
        if one.id == other.id {
            return None;
        }
        let orders: Vec<Op> = self.scope().orders(&one.sort).collect();
        let relation = match rng.below(10) {
            0..=4 => op::EQUAL,
            5 => op::DISTINCT,
            _ => rng.pick(&orders).copied().unwrap_or(op::EQUAL),
        };
        let (one, other) = if rng.percent(75) { (one, other) } else { (other, one) };
        self.builder.apply(relation, &[one, other])
    }

    /// Returns the constants in a term, except for the term itself.
    fn symbols_in(&self, id: TermId) -> Vec<String> {
        let terms = &self.builder.terms;
        let symbol = |inner: TermId| match terms.get(inner) {
            Term::App(head, arguments) if arguments.is_empty() && self.builder.is_declared(*head) => {
                Some(terms.head_text(*head).to_owned())
            }
            _ => None,
        };
        let found: BTreeSet<String> =
            within(terms, id).filter(|&inner| inner != id).filter_map(symbol).collect();
        found.into_iter().collect()
    }
}

fn drawn(rng: &mut Rng) -> Shape {
    rng.pick_weighted(SHAPES.into_iter()).unwrap_or(Shape::Predicate)
}

impl Growth<'_> {
    /// Builds an atom of difference logics, `(⋈ (- x y) literal)` or `(⋈ x y)`, as QF_IDL and QF_RDL define them: the
    /// difference of two numbers is compared with a literal near its value, or one number with the other.
    pub(super) fn difference(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        let is_number = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real);
        let (one, first) = self.pool.open(rng, is_number)?.clone();
        let (other, second) = self.pool.symbol(&one.sort, rng)?.clone();
        if one.id == other.id {
            return None;
        }
        let relation = *rng.pick(&op::COMPARISONS)?;
        if rng.percent(25) {
            return self.builder.apply(relation, &[&one, &other]);
        }
        let bound = literals::near(first.minus(&second)?.coerced(&one.sort), rng);
        let literal = self.builder.literal(&one.sort, &bound)?;
        let difference = self.builder.apply(op::MINUS, &[&one, &other])?;
        self.builder.apply(relation, &[&difference, &literal])
    }
}
