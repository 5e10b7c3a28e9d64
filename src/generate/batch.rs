//! A batch of a case's instances: what it draws from, what its formulas are made of, and which of the bounds it takes.

use crate::digest::Digest;
use crate::matrix::{Bounds, Connectives, Drawing, Layouts, Source, Weights};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::Problem;

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
    /// Which one of its case it is, from 0.
    pub number: u32,
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
        size: SeedSize,
        rng_seed: u64,
        bounds: &Bounds,
        weights: &Weights,
    ) -> Batch {
        let key = Key::new(seed, rng_seed).batch(number);
        let mut rng = key.stream(Stream::Batch);
        let (is_small, toss) = (rng.percent(bounds.batches.small), rng.percent(50));
        let asks_z3 = weights.total() > weights.sampled;
        let recipe = Recipe::draw(number, size, bounds, asks_z3, &mut rng);
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
        Batch { number, key, bounds, weights, is_small, recipe, layouts, is_wide, binds, is_balanced, turn }
    }
}

/// Shares of batches by recipe, in percent, where a seed has few terms and where it has many. Bugs that the seed's own formulas
/// meet are met sooner where nothing else stands between them, some of them with fewer instances by the profile `paper-tool`
/// than by any other (`cargo bench --bench recall -- --bug sat-smt --bug fse-bug3`); where there is little to recombine, that
/// is soon done, and bugs in built atoms are met sooner with more of these (`--bug bool-arrays --bug small-floats`).
const SHARES: [Shares; 2] =
    [Shares { tool: 10, plain: 0, atoms: 30 }, Shares { tool: 30, plain: 10, atoms: 30 }];
/// From how many terms on a seed has many: two or three to a fragment.
const MANY: usize = 48;

/// Of a hundred batches, how many are of a recipe; the others have all that there is.
#[derive(Clone, Copy, Debug)]
struct Shares {
    tool: u32,
    plain: u32,
    atoms: u32,
}

/// How much a seed has to recombine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedSize {
    /// No formulas: it only declares.
    Nothing,
    /// Few terms.
    Few,
    /// Many.
    Many,
}

impl SeedSize {
    /// Counts the terms of a problem.
    pub fn measure(problem: &Problem) -> SeedSize {
        match problem.formulas.terms.len() {
            _ if problem.asserts_nothing() => SeedSize::Nothing,
            terms if terms < MANY => SeedSize::Few,
            _ => SeedSize::Many,
        }
    }
}

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
    /// A seed that asserts nothing has no formulas of its own, so there are atoms in their place.
    fn draw(number: u32, size: SeedSize, bounds: &Bounds, asks_z3: bool, rng: &mut Rng) -> Recipe {
        if bounds.batches.size.is_none() {
            return Recipe::Mixed;
        }
        // Where nothing is built, what else a batch is says enough.
        let builds = bounds.builds_formulas();
        let Shares { tool, plain, atoms } = SHARES[usize::from(size == SeedSize::Many)];
        let recipe = match rng.below(100) {
            at if builds && asks_z3 && (at < tool || number == 0 && size == SeedSize::Many) => Recipe::Tool,
            at if at < tool + plain => Recipe::Plain,
            at if at < tool + plain + atoms && bounds.synthesis > 0 => Recipe::Atoms,
            _ => Recipe::Mixed,
        };
        let is_empty = recipe.is_plain() && size == SeedSize::Nothing;
        if is_empty && bounds.synthesis > 0 { Recipe::Atoms } else { recipe }
    }

    /// Whether it has nothing but the seed's own formulas.
    pub fn is_plain(self) -> bool {
        matches!(self, Recipe::Tool | Recipe::Plain)
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
        let atoms: Vec<Batch> = built.filter(|batch| batch.recipe == Recipe::Atoms).collect();
        assert!((18..43).contains(&atoms.len()));
        assert!(atoms.iter().all(|batch| (batch.bounds.synthesis, batch.bounds.mutation) == (50, 0)));
        let sampled = Weights::only(Source::Sampled);
        assert_eq!(batch(0, batches, &sampled).weights, sampled);
    }

    /// How many of a thousand batches have each recipe.
    fn counts(size: SeedSize, synthesis: u32, asks_z3: bool) -> [usize; 4] {
        let batches = Batches { size: std::num::NonZeroU32::new(5), ..Batches::default() };
        let bounds = Bounds { batches, synthesis, ..Bounds::default() };
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Batch);
        let drawn: Vec<Recipe> =
            (1..=1000).map(|number| Recipe::draw(number, size, &bounds, asks_z3, &mut rng)).collect();
        [Recipe::Tool, Recipe::Plain, Recipe::Atoms, Recipe::Mixed]
            .map(|recipe| drawn.iter().filter(|drawn| **drawn == recipe).count())
    }

    #[test]
    fn what_a_seed_has_decides_what_is_made_of_it() {
        let near = |counts: [usize; 4], percent: [usize; 4]| {
            let is_near = |(&count, percent): (&usize, usize)| {
                count.abs_diff(percent * 10) < 50 && (percent > 0 || count == 0)
            };
            counts.iter().zip(percent).all(is_near)
        };
        assert!(near(counts(SeedSize::Many, 12, true), [30, 10, 30, 30]));
        assert!(near(counts(SeedSize::Few, 12, true), [10, 0, 30, 60]));
        assert!(near(counts(SeedSize::Nothing, 12, true), [0, 0, 40, 60]));
        assert!(near(counts(SeedSize::Many, 12, false), [0, 40, 30, 30]), "nobody has a model of its own");
        assert!(near(counts(SeedSize::Few, 0, true), [0, 10, 0, 90]), "nothing is built");
        assert_eq!(counts(SeedSize::Nothing, 0, true)[2], 0, "none are to be built");
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
