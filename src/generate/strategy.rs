//! Strategies: the named ways to make the instances of a batch, and the share of batches that each gets.

use serde::{Deserialize, Serialize};

use crate::matrix::{Bounds, Weights};
use crate::rng::Rng;
use crate::smtlib::Problem;

words! {
    /// A named way to make instances. It decides which formulas are in the initial pool of a batch.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Strategy {
        /// The seed's own formulas, if there are any, as the tool of the paper's authors uses them: under the model that Z3
        /// chooses by itself, drawn in balance, joined by conjunctions and disjunctions, in instances that are not small.
        Tool = "tool",
        /// The seed's own formulas, if there are any, without built, changed or wrapped ones.
        Plain = "plain",
        /// Built atoms alone, if there are enough of them.
        Atoms = "atoms",
        /// Formulas of all sources; most batches of a seed with formulas have no synthesised atoms of their own.
        Mixed = "mixed",
        /// Formulas of all sources over symbols with few values, asserted in either polarity: the right answer to each check
        /// is known by exhaustion.
        Finite = "finite",
        /// Formulas of all sources over symbols of any sort, and between them sets of formulas over symbols with few values
        /// that contradict each other: as exhaustion shows, no check is satisfiable at which such a set is in force.
        Refuted = "refuted",
    }
}

/// The amount of material that a seed has for recombination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedSize {
    /// Declarations only, no formulas.
    Nothing,
    /// Few terms.
    Few,
    /// Many terms.
    Many,
}

/// The minimum number of terms of a seed with many: there are two or three to a fragment.
const MANY: usize = 48;

impl SeedSize {
    /// Classifies a problem by its number of terms.
    pub fn measure(problem: &Problem) -> SeedSize {
        match problem.formulas.terms.len() {
            _ if problem.asserts_nothing() => SeedSize::Nothing,
            terms if terms < MANY => SeedSize::Few,
            _ => SeedSize::Many,
        }
    }
}

/// The share of batches that each strategy gets, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares([(Strategy, u32); 6]);

impl Shares {
    /// Returns the shares for a seed. Bugs in the seed's own formulas are found sooner without other formulas in between,
    /// some of them with fewer instances by the profile `paper-tool` than by any other (`cargo bench --bench recall --
    /// --bug sat-smt --bug fse-bug3`). A small seed has few recombinations, which are soon exhausted, and more built
    /// atoms expose bugs sooner (`--bug bool-arrays --bug small-floats`).
    ///
    /// A profile without batches has no strategy but the mixed one.
    pub fn plan(size: SeedSize, bounds: &Bounds, weights: &Weights) -> Shares {
        let [tool, plain, atoms] = match size {
            _ if bounds.batches.size.is_none() => [0, 0, 0],
            SeedSize::Nothing | SeedSize::Few => [10, 0, 30],
            SeedSize::Many => [30, 10, 30],
        };
        // Without built formulas, batches follow the profile alone, so that is the same as `Plain`.
        let [tool, plain] = if bounds.builds_formulas() && weights.asks_for_models() {
            [tool, plain]
        } else {
            [0, tool + plain]
        };
        let [tool, plain, atoms] = match (bounds.synthesis > 0, size) {
            // A seed that asserts nothing has no formulas of its own, so built atoms replace them.
            (true, SeedSize::Nothing) => [0, 0, tool + plain + atoms],
            (true, _) => [tool, plain, atoms],
            (false, _) => [tool, plain, 0],
        };
        let mixed = 100 - tool - plain - atoms;
        let finite = if bounds.batches.size.is_some() { bounds.batches.finite.min(mixed) } else { 0 };
        Shares([
            (Strategy::Tool, tool),
            (Strategy::Plain, plain),
            (Strategy::Atoms, atoms),
            (Strategy::Mixed, mixed - finite),
            (Strategy::Finite, finite.div_ceil(2)),
            (Strategy::Refuted, finite / 2),
        ])
    }

    /// Returns the shares where all batches are of one strategy.
    pub fn only(strategy: Strategy) -> Shares {
        Shares(Strategy::ALL.map(|one| (one, if one == strategy { 100 } else { 0 })))
    }

    /// Iterates over the strategies that get any batches, each with its share.
    pub fn iter(&self) -> impl Iterator<Item = (Strategy, u32)> {
        self.0.into_iter().filter(|(_, share)| *share > 0)
    }

    /// Draws the strategy of a batch.
    pub fn draw(&self, rng: &mut Rng) -> Strategy {
        rng.pick_weighted(self.0.into_iter()).unwrap_or(Strategy::Mixed)
    }
}

impl Strategy {
    /// Whether it uses only the seed's own formulas.
    pub fn is_plain(self) -> bool {
        matches!(self, Strategy::Tool | Strategy::Plain)
    }

    /// Whether exhaustion knows the truth of some formulas of its batches.
    pub(super) fn exhausts(self) -> bool {
        matches!(self, Strategy::Finite | Strategy::Refuted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::{Batches, Source};
    use crate::rng::{Key, Stream};

    fn shares(size: SeedSize, synthesis: u32, asks_z3: bool) -> Vec<(Strategy, u32)> {
        let weights = if asks_z3 { Weights::default() } else { Weights::only(Source::Sampled) };
        let batches = Batches { size: std::num::NonZeroU32::new(5), ..Batches::default() };
        let bounds = Bounds { batches, synthesis, ..Bounds::default() };
        Shares::plan(size, &bounds, &weights).iter().collect()
    }

    #[test]
    fn what_a_seed_has_decides_what_is_made_of_it() {
        use Strategy::{Atoms, Mixed, Plain, Tool};
        let many = [(Tool, 30), (Plain, 10), (Atoms, 30), (Mixed, 30)];
        assert_eq!(shares(SeedSize::Many, 12, true), many);
        assert_eq!(shares(SeedSize::Few, 12, true), [(Tool, 10), (Atoms, 30), (Mixed, 60)]);
        assert_eq!(shares(SeedSize::Nothing, 12, true), [(Atoms, 40), (Mixed, 60)]);
        // Z3 has no model of its own to choose.
        assert_eq!(shares(SeedSize::Many, 12, false), [(Plain, 40), (Atoms, 30), (Mixed, 30)]);
        // Nothing is built.
        assert_eq!(shares(SeedSize::Few, 0, true), [(Plain, 10), (Mixed, 90)]);
        assert!(shares(SeedSize::Nothing, 0, true).iter().all(|(strategy, _)| *strategy != Atoms));
        // Finite batches are taken from the mixed ones.
        let finite = |size, finite| {
            let batches = Batches { size: std::num::NonZeroU32::new(5), finite, ..Batches::default() };
            let bounds = Bounds { batches, synthesis: 12, ..Bounds::default() };
            Shares::plan(size, &bounds, &Weights::default()).iter().skip(3).collect::<Vec<_>>()
        };
        let [few, all] = [9, 100].map(|percent| finite(SeedSize::Many, percent));
        assert_eq!(few, [(Mixed, 21), (Strategy::Finite, 5), (Strategy::Refuted, 4)]);
        assert_eq!(all, [(Strategy::Finite, 15), (Strategy::Refuted, 15)]);
        let plan = Shares::plan(SeedSize::Many, &Bounds::default(), &Weights::default());
        assert_eq!(plan.iter().collect::<Vec<_>>(), [(Mixed, 100)], "one batch is the case itself");
    }

    #[test]
    fn strategies_are_drawn_by_their_shares() {
        let batches = Batches { size: std::num::NonZeroU32::new(5), ..Batches::default() };
        let bounds = Bounds { batches, synthesis: 12, ..Bounds::default() };
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Batch);
        for size in [SeedSize::Nothing, SeedSize::Few, SeedSize::Many] {
            let shares = Shares::plan(size, &bounds, &Weights::default());
            let drawn: Vec<Strategy> = (0..1000).map(|_| shares.draw(&mut rng)).collect();
            for (strategy, share) in shares.iter() {
                let count = drawn.iter().filter(|drawn| **drawn == strategy).count();
                assert!(count.abs_diff(share as usize * 10) < 50, "{size:?} {strategy} {count}");
            }
        }
    }

    #[test]
    fn many_terms_are_a_few_dozen() {
        let size = |text: &str| SeedSize::measure(&Problem::read(text).unwrap());
        assert_eq!(size("(declare-fun x () Int)"), SeedSize::Nothing);
        assert_eq!(size("(declare-fun x () Int)(assert (< x 1))"), SeedSize::Few);
        let many: String = (0..MANY).map(|number| format!("(assert (< x {number}))")).collect();
        assert_eq!(size(&format!("(declare-fun x () Int){many}")), SeedSize::Many);
    }
}
