//! The shapes of atoms: those that the minimal scripts of real wrong answers have.

use std::rc::Rc;

use super::growth::Growth;
use super::words::Word;
use crate::generate::term_builder::{Scope, TermOrigin, TypedTerm, literals};
use crate::rng::Rng;
use crate::smtlib::{Sort, Term, TermId};
use crate::theory::operators::{self, Operator};
use crate::theory::value::Value;

/// How often an atom is tried for, for each one that is wanted.
const TRIES: usize = 8;
/// How often of a hundred terms of any sort are compared, Booleans and rounding modes among them, where there are others:
/// what connectives say is said by the pools too.
const ANY_SORT: u32 = 15;
/// How deep the terms of an atom are, at most, so that it is of depth 4.
const DEPTH: u32 = 3;

/// A shape.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A term beside a literal of its value, or of one near it.
    Literal,
    /// Whatever makes a Boolean of other things.
    Predicate,
    /// Two terms of equal or of near value.
    Equal,
    /// A symbol beside a term.
    Symbol,
    /// A symbol beside a term over itself.
    Itself,
    /// Formulas under a connective.
    Connective,
    /// A term between two literals.
    Interval,
}

/// How often each is drawn: what met most bugs for each second that a solver took.
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
    /// As many atoms as are wanted, if that many are found, each once. They are not evaluated yet.
    pub(super) fn atoms(&mut self, wanted: usize, rng: &mut Rng) -> Vec<TypedTerm> {
        let mut found: Vec<TypedTerm> = Vec::with_capacity(wanted);
        let mut known = std::collections::BTreeSet::new();
        for _ in 0..wanted * TRIES {
            if found.len() == wanted {
                break;
            }
            let atom = self.atom(rng).filter(|atom| atom.sort == Sort::Bool && known.insert(atom.id));
            found.extend(atom);
        }
        found
    }

    fn atom(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        if self.scope().is_difference() && rng.percent(50) {
            return self.difference(rng);
        }
        match drawn(rng) {
            Shape::Literal => {
                let (term, value) = self.compared(rng)?;
                let literal = self.literal_near(&term.sort, &value, rng)?;
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
                let symbol = self.builder.apply(&head, &[])?;
                if symbol.sort != term.sort {
                    return None;
                }
                self.related(&symbol, &term, rng)
            }
            Shape::Connective => self.applied_one(Word::is_connective, rng),
            Shape::Interval => {
                let (term, value) = self.compared(rng)?;
                let order = rng.pick(&self.orders(&term.sort)).cloned()?;
                let low = self.literal_near(&term.sort, &value, rng)?;
                let high = self.literal_near(&term.sort, &value, rng)?;
                let above = self.builder.apply(&order, &[&low, &term])?;
                let below = self.builder.apply(&order, &[&term, &high])?;
                self.builder.apply("and", &[&above, &below])
            }
        }
    }

    /// An application of one of these words.
    fn applied_one(&mut self, fits: fn(&Word) -> bool, rng: &mut Rng) -> Option<TypedTerm> {
        let words = Rc::clone(&self.words);
        let all: Vec<&Word> = words.iter().filter(|word| fits(word)).collect();
        self.applied(rng.pick(&all)?, DEPTH, rng)
    }

    /// A term that is compared with others, and its value.
    fn compared(&self, rng: &mut Rng) -> Option<(TypedTerm, Value)> {
        let is_told_apart = |sort: &Sort| !matches!(sort, Sort::Bool | Sort::RoundingMode);
        // Few solvers compare languages.
        let is_compared = |sort: &Sort| *sort != Sort::RegLan;
        let told_apart = match rng.percent(ANY_SORT) {
            true => None,
            false => self.pool.open(rng, |sort| is_compared(sort) && is_told_apart(sort)),
        };
        let (typed, value) = told_apart.or_else(|| self.pool.open(rng, is_compared))?;
        Some((typed.clone(), value.clone()))
    }

    /// Two terms of one sort under `=`, `distinct` or an order.
    pub(super) fn related(&mut self, one: &TypedTerm, other: &TypedTerm, rng: &mut Rng) -> Option<TypedTerm> {
        if one.id == other.id {
            return None;
        }
        let orders = self.orders(&one.sort);
        let head = match rng.below(10) {
            0..=4 => "=".to_owned(),
            5 => "distinct".to_owned(),
            _ => rng.pick(&orders).cloned().unwrap_or_else(|| "=".to_owned()),
        };
        let (one, other) = if rng.percent(75) { (one, other) } else { (other, one) };
        self.builder.apply(&head, &[one, other])
    }

    /// The operators that order the values of a sort, as the seed's solvers call them.
    fn orders(&mut self, sort: &Sort) -> Rc<[String]> {
        if let Some(known) = self.orders.get(sort) {
            return Rc::clone(known);
        }
        let orders: Rc<[String]> = orders(sort, self.scope()).collect();
        self.orders.insert(sort.clone(), Rc::clone(&orders));
        orders
    }

    /// The heads of the constants in a term.
    fn symbols_in(&self, id: TermId) -> Vec<String> {
        let (terms, mut open) = (&self.builder.terms, vec![id]);
        let mut found = std::collections::BTreeSet::new();
        while let Some(next) = open.pop() {
            let Term::App(head, arguments) = terms.get(next) else { continue };
            if arguments.is_empty() && next != id && self.builder.is_declared(*head) {
                found.insert(terms.head_text(*head).to_owned());
            }
            open.extend_from_slice(arguments);
        }
        found.into_iter().collect()
    }
}

/// The operators that order the values of a sort. A difference logic has them for numbers too.
fn orders(sort: &Sort, scope: &Scope) -> impl Iterator<Item = String> {
    let names: &[&str] = match sort {
        Sort::Int | Sort::Real => &["<", "<=", ">", ">="],
        Sort::BitVec(_) => &["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"],
        Sort::Float(..) => &["fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.eq"],
        Sort::String => &["str.<", "str.<="],
        _ => &[],
    };
    let rows = names.iter().filter_map(|name| Operator::find(name));
    let may_be = |row: &&Operator| scope.is_difference() || scope.has(row);
    rows.filter(may_be).map(|row| scope.spelled(row).to_owned())
}

fn drawn(rng: &mut Rng) -> Shape {
    let mut at = rng.below(SHAPES.iter().map(|(_, weight)| weight).sum());
    for (shape, weight) in SHAPES {
        match at.checked_sub(weight) {
            Some(rest) => at = rest,
            None => return shape,
        }
    }
    Shape::Predicate
}

impl Growth<'_> {
    /// An atom of difference logics, `(⋈ (- x y) literal)` or `(⋈ x y)`, as QF_IDL and QF_RDL define them: the difference
    /// of two numbers beside a literal near its value, or one number beside the other.
    pub(super) fn difference(&mut self, rng: &mut Rng) -> Option<TypedTerm> {
        let is_number = |sort: &Sort| matches!(sort, Sort::Int | Sort::Real);
        let (one, first) = self.pool.open(rng, is_number)?.clone();
        let (other, second) = self.pool.symbol(&one.sort, rng)?.clone();
        if one.id == other.id {
            return None;
        }
        let relations: Vec<&str> = operators::comparisons().map(|row| row.name).collect();
        let relation = *rng.pick(&relations)?;
        if rng.percent(25) {
            return self.builder.apply(relation, &[&one, &other]);
        }
        let difference = match (&first, &second) {
            (Value::Int(first), Value::Int(second)) => Value::Int(first - second),
            _ => Value::Real(first.as_real()? - second.as_real()?),
        };
        let text = literals::near(&difference.coerced(&one.sort), rng);
        let literal = self.builder.literal(&one.sort, &text)?;
        let difference = self.builder.apply("-", &[&one, &other])?;
        self.builder.apply(relation, &[&difference, &literal])
    }
}
