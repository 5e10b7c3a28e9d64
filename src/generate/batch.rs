//! Batches: the witness, the strategy and the bounds that a number of instances of one case share.

use crate::digest::Digest;
use crate::generate::strategy::{SeedSize, Shares, Strategy};
use crate::matrix::{Bounds, Connectives, Drawing, Layouts, Source, Weights};
use crate::rng::{Key, Rng, Stream};

/// The A_max of small instances. Of 6, 12 and larger bounds, 12 exposed the most batches with a wrong answer per second
/// of processor time: with fewer assertions the startup of the solver dominates, with more its answer takes longer.
const SMALL_A_MAX: u32 = 12;
/// The number of atoms in a batch of atoms alone, in percent of that in other batches: enough that most assertions of
/// its small instances are about different atoms. In a refuted batch, only some of them are about few values alone.
const MORE_ATOMS: u32 = 250;
/// Share of mixed batches with atoms of their own, in percent, if the seed has formulas: among atoms, these expose fewer bugs
/// (`cargo bench --bench recall -- --bug fused-multiply --bug unsigned-to-float`), and batches of atoms alone reach the
/// operators that no seed has.
const WITH_ATOMS: u32 = 25;
/// The number of keys with which the batches of a seed search for models: a search takes as long as many answers, and
/// sampled values vary more.
const MODEL_KEYS: u32 = 8;
/// The number of consecutive RNG seeds that share these keys.
const RNG_SEEDS: u64 = 32;
/// Share of batches that bind terms by `let`, in percent, if formulas are wrapped at all.
const NAMES: u32 = 30;
/// The D_max of small instances: minimised scripts of wrong answers are hardly ever deeper.
const SMALL_D_MAX: u32 = 4;

/// A batch of the instances of a case.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Its number in its case, from 0.
    pub number: u32,
    /// Its streams of random numbers.
    pub key: Key,
    /// The key of the search for a model of the seed, if its witness is one.
    pub model_key: Key,
    /// The bounds of its instances.
    pub bounds: Bounds,
    /// The weights of the sources of its witness.
    pub weights: Weights,
    /// Whether its instances are small.
    pub is_small: bool,
    /// The way to make its instances.
    pub strategy: Strategy,
    /// The layouts of its instances, if not those of the form.
    pub layouts: Option<Layouts>,
    /// Whether its instances are in a wider logic than its seed, if there is one.
    pub is_wide: bool,
    /// Whether its instances have sorts of their own.
    pub has_own_sorts: bool,
    /// Whether `let` also binds terms that are not shared.
    pub binds: bool,
    /// Whether true formulas are drawn as often as false ones.
    pub is_balanced: bool,
    /// Its position in walks that continue from batch to batch and from RNG seed to RNG seed. Each seed file starts at
    /// a position of its own.
    pub turn: u64,
}

impl Batch {
    /// Creates batch `number` (from 0) of the case of a seed file and an RNG seed. A campaign creates many only to look at
    /// their strategy, so this is cheap.
    pub fn new(
        number: u32,
        seed: &Digest,
        size: SeedSize,
        rng_seed: u64,
        bounds: &Bounds,
        weights: &Weights,
    ) -> Batch {
        let key = Key::new(seed, rng_seed).batch(number);
        let mut rng = key.stream(Stream::Batch);
        let (is_small, toss) = (rng.percent(bounds.batches.small), rng.percent(50));
        let strategy = draw_strategy(number, size, bounds, weights, &mut rng);
        let is_wide = rng.percent(bounds.batches.wider);
        let binds = bounds.wrappers > 0 && !strategy.is_plain() && rng.percent(NAMES);
        // This is drawn last, and only if it may be, so that all else stays the same without it.
        let own_sorts = bounds.batches.own_sorts;
        let has_own_sorts =
            own_sorts > 0 && rng.percent(own_sorts) && strategy != Strategy::Tool && !strategy.exhausts();
        let model_key = match bounds.batches.size {
            Some(_) => Key::new(seed, rng_seed / RNG_SEEDS).batch(rng.below(MODEL_KEYS)),
            None => key.clone(),
        };
        let may_lack_atoms =
            strategy == Strategy::Mixed && size != SeedSize::Nothing && bounds.batches.size.is_some();
        let has_atoms = !may_lack_atoms || rng.percent(WITH_ATOMS);
        let is_wide = is_wide && strategy != Strategy::Finite;
        let is_small = is_small && strategy != Strategy::Tool;
        let mut bounds = bounds.clone();
        if is_small {
            bounds.a_max = bounds.a_max.min(SMALL_A_MAX);
            bounds.d_max = bounds.d_max.min(SMALL_D_MAX);
        }
        if !has_atoms {
            bounds.synthesis = 0;
        }
        if matches!(strategy, Strategy::Atoms | Strategy::Refuted) {
            bounds.synthesis = bounds.synthesis.saturating_mul(MORE_ATOMS) / 100;
        }
        if strategy == Strategy::Atoms {
            bounds.context = bounds.context.saturating_mul(MORE_ATOMS) / 100;
            (bounds.mutation, bounds.wrappers) = (0, 0);
        }
        if strategy == Strategy::Tool {
            bounds.batches.connectives = Connectives::AndOr;
            bounds.batches.drawing = Drawing::Balanced;
        }
        // The authors' tool has no other layout.
        let layouts = (strategy == Strategy::Tool).then_some(Layouts::Levels);
        let is_balanced = match bounds.batches.drawing {
            Drawing::Uniform => false,
            Drawing::Balanced => true,
            Drawing::Both => toss,
        };
        // Some bugs appear only under the model that Z3 chooses by itself.
        let is_first = number == 0 && bounds.batches.size.is_some() && weights.asks_for_models();
        let takes_z3s_own = is_first || strategy == Strategy::Tool;
        let weights = if takes_z3s_own { Weights::only(Source::Paper) } else { *weights };
        let each = u64::from(bounds.batches.count(bounds.nm));
        let start = u64::from(seed.number());
        let turn = rng_seed.wrapping_mul(each).wrapping_add(u64::from(number)).wrapping_add(start);
        Batch {
            number,
            key,
            model_key,
            bounds,
            weights,
            is_small,
            strategy,
            layouts,
            is_wide,
            has_own_sorts,
            binds,
            is_balanced,
            turn,
        }
    }
}

/// Returns the shares of the strategies among the batches of cases that have so many batches each.
pub fn shares(size: SeedSize, bounds: &Bounds, weights: &Weights, batches: u32) -> Shares {
    let shares = Shares::plan(size, bounds, weights);
    if batches == 1 && begins_with_tool(size, &shares) { Shares::only(Strategy::Tool) } else { shares }
}

/// Whether the first batch of a case is always as the authors' tool makes it.
fn begins_with_tool(size: SeedSize, shares: &Shares) -> bool {
    size == SeedSize::Many && shares.iter().any(|(one, _)| one == Strategy::Tool)
}

fn draw_strategy(number: u32, size: SeedSize, bounds: &Bounds, weights: &Weights, rng: &mut Rng) -> Strategy {
    let shares = Shares::plan(size, bounds, weights);
    // A case that is one batch is made as its profile says, and draws nothing here.
    let drawn = bounds.batches.size.map(|_| shares.draw(rng));
    if number == 0 && begins_with_tool(size, &shares) {
        Strategy::Tool
    } else {
        drawn.unwrap_or(Strategy::Mixed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{Auto, Batches};

    fn batch(number: u32, batches: Batches, weights: &Weights) -> Batch {
        let bounds = Bounds { batches, ..Bounds::default() };
        Batch::new(number, &Digest::of("seed"), SeedSize::Few, 1, &bounds, weights)
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
            Batch::new(number, &Digest::of("seed"), SeedSize::Few, rng_seed, &bounds, &Weights::default())
                .turn
        };
        assert_eq!(turn(2, 1) + 1, turn(0, 2));
    }

    #[test]
    fn batches_share_searches_for_models_and_a_case_that_is_one_has_its_own() {
        let batches = Batches { size: std::num::NonZeroU32::new(10), ..Batches::default() };
        let key = |number, rng_seed, batches| {
            let bounds = Bounds { batches, ..Bounds::default() };
            let seed = Digest::of("seed");
            Batch::new(number, &seed, SeedSize::Few, rng_seed, &bounds, &Weights::default()).model_key
        };
        let mut keys: Vec<Key> = Vec::new();
        for (number, rng_seed) in (1..60).flat_map(|number| [(number, 1), (number, 31)]) {
            let key = key(number, rng_seed, batches);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        assert_eq!(keys.len(), MODEL_KEYS as usize);
        assert!((1..60).all(|number| !keys.contains(&key(number, 32, batches))));
        assert_eq!(key(0, 1, Batches::default()), Key::new(&Digest::of("seed"), 1));
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
            Batch::new(number, &Digest::of("seed"), SeedSize::Few, 1, &bounds, &Weights::default())
        });
        let of = |all: &[Batch], strategy| -> Vec<(u32, u32)> {
            let of_strategy = all.iter().filter(|batch| batch.strategy == strategy);
            of_strategy.map(|batch| (batch.bounds.synthesis, batch.bounds.mutation)).collect()
        };
        let built: Vec<Batch> = built.collect();
        let (atoms, mixed) = (of(&built, Strategy::Atoms), of(&built, Strategy::Mixed));
        assert!((18..43).contains(&atoms.len()) && atoms.iter().all(|counts| *counts == (50, 0)));
        let with_atoms = mixed.iter().filter(|counts| **counts == (20, 9)).count();
        assert!((5..30).contains(&with_atoms), "{with_atoms} of {}", mixed.len());
        assert!(mixed.iter().all(|counts| matches!(counts, (0 | 20, 9))));
        // A seed without formulas has nothing else.
        let bare = (0..100).map(|number| {
            Batch::new(number, &Digest::of("seed"), SeedSize::Nothing, 1, &bounds, &Weights::default())
        });
        let mixed = of(&bare.collect::<Vec<Batch>>(), Strategy::Mixed);
        assert!(!mixed.is_empty() && mixed.iter().all(|counts| *counts == (20, 9)));
        let sampled = Weights::only(Source::Sampled);
        assert_eq!(batch(0, batches, &sampled).weights, sampled);
    }
}
