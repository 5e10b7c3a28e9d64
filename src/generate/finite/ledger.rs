//! The models of what an instance asserts, level by level, and the choice of its next assertion.

use super::refutation::Refutation;
use super::truth_tables::{Literal, TruthTables};
use crate::generate::graph::NodeId;
use crate::generate::pool::{Choice, Formula, Pools};
use crate::rng::Rng;
use crate::smtlib::instance::Expected;
use crate::theory::exhaustion::Truths;

/// Share of instances that are led to a contradiction, in percent. The others are led to few models.
const CONTRADICTIONS: u32 = 65;
/// The largest number of formulas among which an assertion is chosen.
const CANDIDATES: u32 = 8;
/// Below this is the number of assertions between two contradictions.
const RESPITE: u32 = 5;
/// Share of assertions before a contradiction that belong to it, in percent, where other formulas are in between.
const EARLY: u32 = 30;
/// The largest number of models that are excluded one by one.
const EXCLUDED: usize = 2;

/// What is known of the models of what is asserted.
#[derive(Clone, Debug)]
struct Known {
    /// The points at which all assertions are true whose truth is known at all points.
    models: Truths,
    /// The same without the assertions that no point satisfies.
    others: Truths,
    /// Whether all assertions are true under the witness.
    is_witnessed: bool,
}

/// The models of what is asserted.
#[derive(Debug)]
pub(in crate::generate) struct Ledger<'a> {
    tables: &'a TruthTables,
    /// What is known at each open level, the innermost last; there is at least one.
    levels: Vec<Known>,
    /// For each assertion, in order, where it is true, and whether it is true under the witness.
    asserted: Vec<(Truths, bool)>,
    /// The formulas that are to contradict each other, if other formulas are in between.
    refutation: Option<Refutation>,
    /// The number of assertions after which the rest contradicts them, if it is so led.
    turn: Option<usize>,
    /// Whether a contradiction has just been left.
    is_back: bool,
}

impl<'a> Ledger<'a> {
    /// Begins an instance of this many assertions.
    pub(in crate::generate) fn begin(tables: &'a TruthTables, count: u32, rng: &mut Rng) -> Ledger<'a> {
        let mut turn = rng.percent(CONTRADICTIONS).then(|| rng.below(count) as usize);
        let refutation = turn.filter(|_| tables.are_partial).and_then(|_| Refutation::draw(tables, rng));
        if let Some(refutation) = &refutation {
            turn = Some(rng.below(count.saturating_sub(refutation.len()) + 1) as usize);
        }
        let mut ledger =
            Ledger { tables, levels: Vec::new(), asserted: Vec::new(), refutation, turn, is_back: false };
        ledger.reset();
        ledger
    }

    /// Opens levels.
    pub(in crate::generate) fn push(&mut self, count: u32) {
        let known = self.known().clone();
        self.levels.extend((0..count).map(|_| known.clone()));
    }

    /// Closes levels.
    pub(in crate::generate) fn pop(&mut self, count: u32) {
        let was_contradictory = self.models().is_false();
        self.levels.truncate(self.levels.len().saturating_sub(count as usize).max(1));
        self.is_back |= was_contradictory && !self.models().is_false();
    }

    /// Whether a contradiction has just been left.
    pub(in crate::generate) fn is_back(&self) -> bool {
        self.is_back
    }

    /// Forgets all assertions.
    pub(in crate::generate) fn reset(&mut self) {
        let (models, others) = (self.everywhere(), self.everywhere());
        self.levels = vec![Known { models, others, is_witnessed: true }];
    }

    /// Repeats an assertion, by its number.
    pub(in crate::generate) fn repeat(&mut self, number: usize) {
        if let Some((truths, is_witnessed)) = self.asserted.get(number).cloned() {
            self.assert(truths, is_witnessed);
        }
    }

    /// Returns the right answer to a check under the assumptions that these formulas have these truth values, which are
    /// those under the witness.
    pub(in crate::generate) fn expected(&self, assumed: &[(NodeId, bool)]) -> Expected {
        let mut models = self.models().clone();
        for (node, truth) in assumed {
            match self.tables.get(*node) {
                Some(truths) if *truth => models = models.and(truths),
                Some(truths) => models = models.and(&truths.not()),
                None if self.tables.are_partial => {}
                None => return Expected::Open,
            }
        }
        match models.is_false() {
            true => Expected::Unsat,
            // Without other formulas, every point that is left is a model.
            false if !self.tables.are_partial || self.known().is_witnessed => Expected::Sat,
            false => Expected::Open,
        }
    }

    /// Chooses an assertion.
    pub(in crate::generate) fn choose(&mut self, pools: &Pools, rng: &mut Rng) -> Choice {
        if std::mem::take(&mut self.is_back) {
            self.turn = self.turn.map(|_| self.asserted.len() + rng.below(RESPITE) as usize);
        }
        let is_time = self.turn.is_some_and(|turn| self.asserted.len() >= turn);
        match self.tables.are_partial {
            true => self.choose_by_refutation(is_time, pools, rng),
            false => self.choose_by_models(is_time, pools, rng),
        }
    }

    /// Chooses a formula that the witness satisfies or, more often once it is time, one that brings the instance nearer to
    /// a contradiction.
    fn choose_by_refutation(&mut self, is_time: bool, pools: &Pools, rng: &mut Rng) -> Choice {
        let next = self.refutation.as_ref().filter(|_| is_time || rng.percent(EARLY));
        let next = next.and_then(|refutation| refutation.next(self.models(), is_time)).cloned();
        let literal = next.unwrap_or_else(|| {
            let formula = pools.random(rng);
            self.literal(formula, !formula.truth)
        });
        self.assert_literal(literal)
    }

    /// Chooses the one of a few formulas that leaves the fewest models, but none before it is time.
    fn choose_by_models(&mut self, is_time: bool, pools: &Pools, rng: &mut Rng) -> Choice {
        // What contradicts itself does so among others that have models, so that it alone decides.
        let is_decided = self.models().is_false() && !self.known().others.is_false();
        let is_time = is_time && !is_decided;
        if is_time && let Some(literal) = self.tables.unsatisfiable(rng) {
            return self.assert_literal(literal);
        }
        let left = if is_decided { &self.known().others } else { self.models() };
        let candidates = 1 + rng.below(CANDIDATES);
        let drawn: Vec<(Formula, bool)> =
            (0..candidates).map(|_| (pools.random(rng), rng.percent(50))).collect();
        let literals = drawn.iter().flat_map(|&(formula, negated)| {
            [negated, !negated].map(|negated| self.literal(formula, negated))
        });
        let counted = literals.map(|literal| (left.and(&literal.truths).count(true), literal));
        let best = counted.filter(|(left, _)| is_time || *left > 0).min_by_key(|(left, _)| *left);
        let models = self.models().count(true);
        if is_time && (1..=EXCLUDED).contains(&models) && best.as_ref().is_none_or(|(left, _)| *left > 0) {
            let excluded = self.models().first().and_then(|point| self.tables.space.excluded(point));
            if let Some((text, truths)) = excluded {
                self.assert(truths, false);
                return Choice::Exclusion(text);
            }
        }
        // If what is asserted has no models any more, anything may follow.
        let (formula, negated) = drawn[0];
        let literal = best.map_or_else(|| self.literal(formula, negated), |(_, literal)| literal);
        self.assert_literal(literal)
    }

    fn known(&self) -> &Known {
        // There is always a level.
        &self.levels[self.levels.len() - 1]
    }

    fn models(&self) -> &Truths {
        &self.known().models
    }

    /// Returns the truth of what is true at all points.
    fn everywhere(&self) -> Truths {
        Truths::constant(self.tables.space.points(), true)
    }

    /// Returns a formula, negated or not. What is not known of it excludes no point.
    fn literal(&self, formula: Formula, negated: bool) -> Literal {
        match self.tables.get(formula.node) {
            Some(truths) => Literal::new(formula, negated, truths),
            None => Literal { formula, negated, truths: self.everywhere() },
        }
    }

    fn assert_literal(&mut self, literal: Literal) -> Choice {
        let is_satisfied = literal.is_satisfied();
        self.assert(literal.truths, is_satisfied);
        Choice::Formula(literal.formula, literal.negated)
    }

    fn assert(&mut self, truths: Truths, is_witnessed: bool) {
        if let Some(known) = self.levels.last_mut() {
            known.models = known.models.and(&truths);
            if !truths.is_false() {
                known.others = known.others.and(&truths);
            }
            known.is_witnessed &= is_witnessed;
        }
        self.asserted.push((truths, is_witnessed));
    }
}
