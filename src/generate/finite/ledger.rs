//! The models of what an instance asserts, level by level, and the choice of its next assertion.

use super::truth_tables::TruthTables;
use crate::generate::graph::NodeId;
use crate::generate::pool::{Formula, Pools};
use crate::rng::Rng;
use crate::smtlib::instance::Expected;
use crate::theory::exhaustion::Truths;

/// Share of instances that are led to a contradiction, in percent. The others are led to few models.
const CONTRADICTIONS: u32 = 65;
/// The largest number of formulas among which an assertion is chosen.
const CANDIDATES: u32 = 8;
/// Below this is the number of assertions between two contradictions.
const RESPITE: u32 = 5;
/// The largest number of models that are excluded one by one.
const EXCLUDED: usize = 2;

/// The models of what is asserted.
#[derive(Debug)]
pub(in crate::generate) struct Ledger<'a> {
    tables: &'a TruthTables,
    /// The models at each open level, the innermost last; there is at least one.
    levels: Vec<Truths>,
    /// The truth of all assertions, in order.
    asserted: Vec<Truths>,
    /// The number of assertions after which the rest contradicts them, if it is so led.
    turn: Option<usize>,
    /// Whether a contradiction has just been left.
    is_back: bool,
}

/// A chosen assertion.
#[derive(Debug)]
pub(in crate::generate) enum Choice {
    /// A formula of the pools, negated or not.
    Formula(Formula, bool),
    /// A formula that is false in one model alone, as text.
    Exclusion(String),
}

impl<'a> Ledger<'a> {
    /// Begins an instance of this many assertions.
    pub(in crate::generate) fn begin(tables: &'a TruthTables, count: u32, rng: &mut Rng) -> Ledger<'a> {
        let turn = rng.percent(CONTRADICTIONS).then(|| rng.below(count) as usize);
        let levels = vec![Truths::constant(tables.space.points(), true)];
        Ledger { tables, levels, asserted: Vec::new(), turn, is_back: false }
    }

    /// Opens levels.
    pub(in crate::generate) fn push(&mut self, count: u32) {
        let models = self.models().clone();
        self.levels.extend((0..count).map(|_| models.clone()));
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
        self.levels = vec![Truths::constant(self.tables.space.points(), true)];
    }

    /// Repeats an assertion, by its number.
    pub(in crate::generate) fn repeat(&mut self, number: usize) {
        if let Some(truths) = self.asserted.get(number).cloned() {
            self.assert(truths);
        }
    }

    /// Returns the right answer to a check under the assumptions that these formulas have these truth values.
    pub(in crate::generate) fn expected(&self, assumed: &[(NodeId, bool)]) -> Expected {
        let mut models = self.models().clone();
        for (node, truth) in assumed {
            let Some(truths) = self.tables.get(*node) else { return Expected::Open };
            models = if *truth { models.and(truths) } else { models.and(&truths.not()) };
        }
        if models.is_false() { Expected::Unsat } else { Expected::Sat }
    }

    /// Chooses an assertion: the one of a few that leaves the fewest models, but none before it is time.
    pub(in crate::generate) fn choose(&mut self, pools: &Pools, rng: &mut Rng) -> Choice {
        if std::mem::take(&mut self.is_back) {
            self.turn = self.turn.map(|_| self.asserted.len() + rng.below(RESPITE) as usize);
        }
        let is_time = self.turn.is_some_and(|turn| self.asserted.len() >= turn);
        let candidates = 1 + rng.below(CANDIDATES);
        let mut best: Option<(usize, Formula, bool, Truths)> = None;
        let mut any = None;
        for _ in 0..candidates {
            let (formula, negated) = (pools.random(rng), rng.percent(50));
            any = any.or(Some((formula, negated)));
            for negated in [negated, !negated] {
                let Some(truths) = self.tables.get(formula.node) else { continue };
                let truths = if negated { truths.not() } else { truths.clone() };
                let left = self.models().and(&truths).count(true);
                let fits = is_time || left > 0;
                if fits && best.as_ref().is_none_or(|(fewest, ..)| left < *fewest) {
                    best = Some((left, formula, negated, truths));
                }
            }
        }
        let models = self.models().count(true);
        if is_time && (1..=EXCLUDED).contains(&models) && best.as_ref().is_none_or(|(left, ..)| *left > 0) {
            let excluded = self.models().first().and_then(|point| self.tables.space.excluded(point));
            if let Some((text, truths)) = excluded {
                self.assert(truths);
                return Choice::Exclusion(text);
            }
        }
        let (_, formula, negated, truths) = match best {
            Some(best) => best,
            // What is asserted has no models any more, so that anything may follow.
            None => {
                let (formula, negated) = any.unwrap_or_else(|| (pools.random(rng), false));
                let known = self.tables.get(formula.node);
                let known = known.map(|truths| if negated { truths.not() } else { truths.clone() });
                let truths = known.unwrap_or_else(|| self.models().clone());
                (0, formula, negated, truths)
            }
        };
        self.assert(truths);
        Choice::Formula(formula, negated)
    }

    fn models(&self) -> &Truths {
        // There is always a level.
        &self.levels[self.levels.len() - 1]
    }

    fn assert(&mut self, truths: Truths) {
        if let Some(models) = self.levels.last_mut() {
            *models = models.and(&truths);
        }
        self.asserted.push(truths);
    }
}
