//! Refutations: formulas over symbols with few values that nothing satisfies together, to be asserted among others.

use super::truth_tables::{Literal, TruthTables};
use crate::rng::Rng;
use crate::theory::exhaustion::{Truths, minimal_contradiction};

/// The number of formulas that are tried as the one that is false under the witness.
const TRIES: usize = 12;
/// The largest number of formulas before some are left out.
const MOST: usize = 16;
/// The number of formulas from which each one is chosen: with more of them, the sets are smaller.
const CANDIDATES: usize = 2;
/// Share of refutations that begin with what is false under the witness, in percent.
const FALSE_FIRST: u32 = 20;
/// Share of refutations from what the seed asserts, in percent, if that is contradictory.
const OF_SEED: u32 = 40;

/// A minimal set of literals that no point satisfies. At least one of them is false under the witness.
#[derive(Debug)]
pub(super) struct Refutation {
    /// In the order in which they are asserted, where none is left out. Mostly those come first that the witness satisfies.
    literals: Vec<Literal>,
}

impl Refutation {
    /// Draws a set.
    pub(super) fn draw(tables: &TruthTables, rng: &mut Rng) -> Option<Refutation> {
        let of_seed = if rng.percent(OF_SEED) { Refutation::of_seed(tables, rng) } else { None };
        let alone = |literal| Refutation { literals: vec![literal] };
        let drawn = of_seed.or_else(|| tables.unsatisfiable(rng).map(alone));
        let drawn = drawn.or_else(|| (0..TRIES).find_map(|_| Refutation::of_one(tables, rng)));
        let mut drawn = drawn?;
        let is_false_first = rng.percent(FALSE_FIRST);
        drawn.literals.sort_by_key(|literal| literal.is_satisfied() == is_false_first);
        Some(drawn)
    }

    /// Draws a literal that is false under the witness, and others that are true and exclude it.
    fn of_one(tables: &TruthTables, rng: &mut Rng) -> Option<Refutation> {
        let draw = |rng: &mut Rng| {
            let formula = *rng.pick(&tables.known)?;
            Some((formula, tables.get(formula.node)?))
        };
        let (formula, truths) = draw(rng)?;
        let last = Literal::new(formula, formula.truth, truths);
        let mut left = last.truths.clone();
        if left.is_false() {
            return None;
        }
        let mut literals = Vec::new();
        while !left.is_false() && literals.len() < MOST {
            let candidates: Vec<Literal> = (0..CANDIDATES)
                .filter_map(|_| draw(rng))
                .map(|(formula, truths)| Literal::new(formula, !formula.truth, truths))
                .collect();
            let best = candidates.into_iter().min_by_key(|literal| left.and(&literal.truths).count(true))?;
            left = left.and(&best.truths);
            literals.push(best);
        }
        literals.push(last);
        Refutation::minimal(literals)
    }

    /// Draws a part of what the seed asserts.
    fn of_seed(tables: &TruthTables, rng: &mut Rng) -> Option<Refutation> {
        let mut left = tables.asserted.clone();
        let mut literals = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let formula = left.swap_remove(rng.index(left.len()));
            literals.push(Literal::new(formula, false, tables.get(formula.node)?));
        }
        Refutation::minimal(literals)
    }

    /// Leaves out literals while the rest has no model.
    fn minimal(literals: Vec<Literal>) -> Option<Refutation> {
        let truths: Vec<&Truths> = literals.iter().map(|literal| &literal.truths).collect();
        let kept = minimal_contradiction(&truths)?;
        let kept = literals.into_iter().enumerate().filter(|(at, _)| kept.binary_search(at).is_ok());
        Some(Refutation { literals: kept.map(|(_, literal)| literal).collect() })
    }

    /// Returns the number of literals.
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.literals.len()).unwrap_or(u32::MAX)
    }

    /// Returns the first literal that does not follow from what has these models, unless that is contradictory; one that
    /// is false under the witness only if it is to be completed.
    pub(super) fn next(&self, models: &Truths, completes: bool) -> Option<&Literal> {
        let mut missing = self.literals.iter().filter(|one| !models.and(&one.truths.not()).is_false());
        missing.find(|literal| completes || literal.is_satisfied())
    }
}
