//! A batch of a case's instances: what it draws from, and which of the bounds it takes.

use crate::digest::Digest;
use crate::generate::recipe::{Own, Recipe};
use crate::matrix::{Bounds, Connectives, Drawing, Layouts, Source, Weights};
use crate::rng::{Key, Stream};

/// A_max of small instances. Of 6, 12 and more assertions, 12 met most batches with a wrong answer in a second of processor
/// time: with fewer the start of an instance weighs more, with more its answer takes longer.
const SMALL_A_MAX: u32 = 12;
/// How many more atoms batches with atoms alone have, in percent of what others have: so many that most assertions of their
/// small instances are each about another one.
const MORE_ATOMS: u32 = 250;
/// Share of batches in which terms stand behind names, where formulas are wrapped, in percent.
const NAMES: u32 = 30;
/// D_max of small instances: what wrong answers shrink to is hardly ever deeper.
const SMALL_D_MAX: u32 = 4;

/// A batch.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Its streams of random numbers.
    pub key: Key,
    /// The bounds of its instances.
    pub bounds: Bounds,
    /// Where its witness comes from.
    pub weights: Weights,
    /// Whether its instances are small.
    pub is_small: bool,
    /// What they are made of.
    pub recipe: Recipe,
    /// How they are laid out, if not as a form says.
    pub layouts: Option<Layouts>,
    /// Whether its instances are of a wider logic than its seed, if there is one.
    pub is_wide: bool,
    /// Whether terms are bound by `let` that could stand where they are used.
    pub binds: bool,
    /// Whether true formulas are drawn as often as false ones.
    pub is_balanced: bool,
    /// Its place in walks that go on from batch to batch and from RNG seed to RNG seed; each seed file has a start of its
    /// own.
    pub turn: u64,
}

impl Batch {
    /// A batch of the case of a seed file and an RNG seed, by its number from 0.
    pub fn new(
        number: u32,
        seed: &Digest,
        own: Own,
        rng_seed: u64,
        bounds: &Bounds,
        weights: &Weights,
    ) -> Batch {
        let key = Key::new(seed, rng_seed).batch(number);
        let mut rng = key.stream(Stream::Batch);
        let (is_small, toss) = (rng.percent(bounds.batches.small), rng.percent(50));
        let asks_z3 = weights.total() > weights.sampled;
        let recipe = Recipe::drawn(number, own, bounds, asks_z3, &mut rng);
        let is_wide = rng.percent(bounds.batches.wider);
        let binds = bounds.wrappers > 0 && !recipe.is_plain() && rng.percent(NAMES);
        let is_small = is_small && recipe != Recipe::Tool;
        let mut bounds = bounds.clone();
        if is_small {
            bounds.a_max = bounds.a_max.min(SMALL_A_MAX);
            bounds.d_max = bounds.d_max.min(SMALL_D_MAX);
        }
        if recipe == Recipe::Atoms {
            bounds.synthesis = bounds.synthesis.saturating_mul(MORE_ATOMS) / 100;
            (bounds.mutation, bounds.wrappers) = (0, 0);
        }
        if recipe == Recipe::Tool {
            bounds.batches.connectives = Connectives::AndOr;
            bounds.batches.drawing = Drawing::Balanced;
        }
        // The authors' tool knows no other way to say the same.
        let layouts = (recipe == Recipe::Tool).then_some(Layouts::Levels);
        let is_balanced = match bounds.batches.drawing {
            Drawing::Uniform => false,
            Drawing::Balanced => true,
            Drawing::Both => toss,
        };
        // The model that Z3 takes by itself is met by bugs that no other witness meets.
        let is_first = number == 0 && bounds.batches.size.is_some() && asks_z3;
        let takes_z3s_own = is_first || recipe == Recipe::Tool;
        let weights = if takes_z3s_own { Weights::only(Source::Paper) } else { *weights };
        let each = u64::from(bounds.batches.count(bounds.nm));
        let start = u64::from(seed.number());
        let turn = rng_seed.wrapping_mul(each).wrapping_add(u64::from(number)).wrapping_add(start);
        Batch { key, bounds, weights, is_small, recipe, layouts, is_wide, binds, is_balanced, turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Auto, Batches};

    fn batch(number: u32, batches: Batches, weights: &Weights) -> Batch {
        let bounds = Bounds { batches, ..Bounds::default() };
        Batch::new(number, &Digest::of("seed"), Own::Little, 1, &bounds, weights)
    }

    #[test]
    fn one_batch_is_the_case_itself() {
        let one = batch(0, Batches::default(), &Weights::default());
        assert_eq!(
            (one.bounds, one.is_balanced, one.weights),
            (Bounds::default(), false, Weights::default())
        );
    }

    #[test]
    fn walks_go_on_with_the_next_rng_seed() {
        let batches = Batches { size: std::num::NonZeroU32::new(10), ..Batches::default() };
        let bounds = Bounds { batches, nm: Auto::Fixed(25), ..Bounds::default() };
        let turn = |number, rng_seed| {
            Batch::new(number, &Digest::of("seed"), Own::Little, rng_seed, &bounds, &Weights::default()).turn
        };
        assert_eq!(turn(2, 1) + 1, turn(0, 2));
    }

    #[test]
    fn batches_differ_in_size_drawing_and_witness() {
        let batches = Batches {
            size: std::num::NonZeroU32::new(10),
            small: 50,
            drawing: Drawing::Both,
            ..Batches::default()
        };
        let all: Vec<Batch> = (0..100).map(|number| batch(number, batches, &Weights::default())).collect();
        let count = |is: fn(&Batch) -> bool| all.iter().filter(|batch| is(batch)).count();
        assert!((35..65).contains(&count(|batch| batch.is_balanced)));
        assert!((35..65).contains(&count(|batch| batch.bounds.a_max == SMALL_A_MAX)));
        assert_eq!(count(|batch| batch.weights == Weights::only(Source::Paper)), 1);
        let bounds = Bounds { batches, synthesis: 20, mutation: 9, ..Bounds::default() };
        let built = (0..100).map(|number| {
            Batch::new(number, &Digest::of("seed"), Own::Little, 1, &bounds, &Weights::default())
        });
        let atoms: Vec<Batch> = built.filter(|batch| batch.recipe == Recipe::Atoms).collect();
        assert!((18..43).contains(&atoms.len()));
        assert!(atoms.iter().all(|batch| (batch.bounds.synthesis, batch.bounds.mutation) == (50, 0)));
        let sampled = Weights::only(Source::Sampled);
        assert_eq!(batch(0, batches, &sampled).weights, sampled);
    }
}
