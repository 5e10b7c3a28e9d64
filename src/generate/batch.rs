//! A batch of a case's instances: what it draws from, and which of the bounds it takes.

use crate::digest::Digest;
use crate::matrix::{Bounds, Connectives, Drawing, Source, Weights};
use crate::rng::{Key, Rng, Stream};

/// A_max of small instances. Of 6, 12 and more assertions, 12 met most batches with a wrong answer in a second of processor
/// time: with fewer the start of an instance weighs more, with more its answer takes longer.
const SMALL_A_MAX: u32 = 12;
/// Share of batches that are made as the authors' tool makes instances, in percent, besides the first one: some bugs the profile
/// `paper-tool` meets with fewer instances than any other (`cargo bench --bench recall -- --bug sat-smt --bug fse-bug11`).
const TOOL: u32 = 15;
/// Share of batches that have the seed's own formulas alone, in percent: bugs that these meet are met sooner where nothing
/// else stands between them.
const PLAIN: u32 = 10;
/// Share of batches that have atoms alone, in percent, for the same reason.
const ATOMS: u32 = 45;
/// How many more atoms these have, in percent of what others have: so many that most assertions of ten small instances are
/// each about another one.
const MORE_ATOMS: u32 = 250;
/// Share of batches in which terms stand behind names, where formulas are wrapped, in percent.
const NAMES: u32 = 30;
/// D_max of small instances: what wrong answers shrink to is hardly ever deeper.
const SMALL_D_MAX: u32 = 4;

/// What the initial pool of a batch has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// The seed's own formulas, if there are some, under the model that Z3 takes by itself: drawn balanced, joined by
    /// conjunctions and disjunctions, in instances that are not small.
    Tool,
    /// The seed's own formulas, if there are some: nothing is built, changed or wrapped.
    Plain,
    /// Atoms that are built, if any can be.
    Atoms,
    /// All that there is.
    Mixed,
}

impl Recipe {
    fn drawn(number: u32, bounds: &Bounds, asks_z3: bool, rng: &mut Rng) -> Recipe {
        if bounds.batches.size.is_none() {
            return Recipe::Mixed;
        }
        // Where nothing is built, what else a batch is says enough.
        let builds = bounds.synthesis + bounds.mutation + bounds.wrappers > 0;
        match rng.below(100) {
            at if builds && asks_z3 && (number == 0 || at < TOOL) => Recipe::Tool,
            at if at < TOOL + PLAIN => Recipe::Plain,
            at if at < TOOL + PLAIN + ATOMS && bounds.synthesis > 0 => Recipe::Atoms,
            _ => Recipe::Mixed,
        }
    }

    /// Whether it has nothing but the seed's own formulas.
    pub fn is_plain(self) -> bool {
        matches!(self, Recipe::Tool | Recipe::Plain)
    }
}

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
    /// A batch of the case of a seed file and an RNG seed, by its number from 0. A seed that asserts nothing has no formulas of
    /// its own, so there are atoms in their place.
    pub fn new(
        number: u32,
        seed: &Digest,
        asserts_nothing: bool,
        rng_seed: u64,
        bounds: &Bounds,
        weights: &Weights,
    ) -> Batch {
        let key = Key::new(seed, rng_seed).batch(number);
        let mut rng = key.stream(Stream::Batch);
        let (is_small, toss) = (rng.percent(bounds.batches.small), rng.percent(50));
        let asks_z3 = weights.total() > weights.sampled;
        let recipe = match Recipe::drawn(number, bounds, asks_z3, &mut rng) {
            own if own.is_plain() && asserts_nothing && bounds.synthesis > 0 => Recipe::Atoms,
            recipe => recipe,
        };
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
        Batch { key, bounds, weights, is_small, recipe, is_wide, binds, is_balanced, turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Auto, Batches};

    fn batch(number: u32, batches: Batches, weights: &Weights) -> Batch {
        let bounds = Bounds { batches, ..Bounds::default() };
        Batch::new(number, &Digest::of("seed"), false, 1, &bounds, weights)
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
            Batch::new(number, &Digest::of("seed"), false, rng_seed, &bounds, &Weights::default()).turn
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
        assert!((15..36).contains(&count(|batch| batch.recipe == Recipe::Plain)));
        assert_eq!(count(|batch| batch.recipe == Recipe::Atoms), 0);
        assert!((35..65).contains(&count(|batch| batch.bounds.a_max == SMALL_A_MAX)));
        assert_eq!(count(|batch| batch.weights == Weights::only(Source::Paper)), 1);
        let bounds = Bounds { batches, synthesis: 20, mutation: 9, ..Bounds::default() };
        let built = (0..100)
            .map(|number| Batch::new(number, &Digest::of("seed"), false, 1, &bounds, &Weights::default()));
        let atoms: Vec<Batch> = built.filter(|batch| batch.recipe == Recipe::Atoms).collect();
        assert!((33..58).contains(&atoms.len()));
        assert!(atoms.iter().all(|batch| (batch.bounds.synthesis, batch.bounds.mutation) == (50, 0)));
        let of_declarations = (0..100)
            .map(|number| Batch::new(number, &Digest::of("seed"), true, 1, &bounds, &Weights::default()));
        let all: Vec<Batch> = of_declarations.collect();
        assert!(all.iter().all(|batch| !batch.recipe.is_plain()));
        let sampled = Weights::only(Source::Sampled);
        assert_eq!(batch(0, batches, &sampled).weights, sampled);
    }
}
