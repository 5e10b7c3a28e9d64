//! Batches: the witness, the recipe and the bounds that a number of instances of one case share.

use crate::digest::Digest;
use crate::matrix::{Bounds, Connectives, Drawing, Layouts, Source, Weights};
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::Problem;

/// The A_max of small instances. Of 6, 12 and larger bounds, 12 exposed the most batches with a wrong answer per second
/// of processor time: with fewer assertions the startup of the solver dominates, with more its answer takes longer.
const SMALL_A_MAX: u32 = 12;
/// The number of atoms in a batch of atoms alone, in percent of that in other batches: enough that most assertions of
/// its small instances are about different atoms.
const MORE_ATOMS: u32 = 250;
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
    /// The bounds of its instances.
    pub bounds: Bounds,
    /// The weights of the sources of its witness.
    pub weights: Weights,
    /// Whether its instances are small.
    pub is_small: bool,
    /// The recipe for its initial pool.
    pub recipe: Recipe,
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
    /// Creates batch `number` (from 0) of the case of a seed file and an RNG seed.
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
        // This is drawn last, and only if it may be, so that all else stays the same without it.
        let own_sorts = bounds.batches.own_sorts;
        let has_own_sorts = own_sorts > 0 && rng.percent(own_sorts) && recipe != Recipe::Tool;
        let is_small = is_small && recipe != Recipe::Tool;
        let mut bounds = bounds.clone();
        if is_small {
            bounds.a_max = bounds.a_max.min(SMALL_A_MAX);
            bounds.d_max = bounds.d_max.min(SMALL_D_MAX);
        }
        if recipe == Recipe::Atoms {
            bounds.synthesis = bounds.synthesis.saturating_mul(MORE_ATOMS) / 100;
            bounds.context = bounds.context.saturating_mul(MORE_ATOMS) / 100;
            (bounds.mutation, bounds.wrappers) = (0, 0);
        }
        if recipe == Recipe::Tool {
            bounds.batches.connectives = Connectives::AndOr;
            bounds.batches.drawing = Drawing::Balanced;
        }
        // The authors' tool has no other layout.
        let layouts = (recipe == Recipe::Tool).then_some(Layouts::Levels);
        let is_balanced = match bounds.batches.drawing {
            Drawing::Uniform => false,
            Drawing::Balanced => true,
            Drawing::Both => toss,
        };
        // Some bugs appear only under the model that Z3 chooses by itself.
        let is_first = number == 0 && bounds.batches.size.is_some() && asks_z3;
        let takes_z3s_own = is_first || recipe == Recipe::Tool;
        let weights = if takes_z3s_own { Weights::only(Source::Paper) } else { *weights };
        let each = u64::from(bounds.batches.count(bounds.nm));
        let start = u64::from(seed.number());
        let turn = rng_seed.wrapping_mul(each).wrapping_add(u64::from(number)).wrapping_add(start);
        Batch {
            number,
            key,
            bounds,
            weights,
            is_small,
            recipe,
            layouts,
            is_wide,
            has_own_sorts,
            binds,
            is_balanced,
            turn,
        }
    }
}

/// Shares of batches by recipe, in percent, for seeds with few terms and with many. Bugs in the seed's own formulas are
/// found sooner without other formulas in between, some of them with fewer instances by the profile `paper-tool` than
/// by any other (`cargo bench --bench recall -- --bug sat-smt --bug fse-bug3`). A small seed has few recombinations,
/// which are soon exhausted, and more built atoms expose bugs sooner (`--bug bool-arrays --bug small-floats`).
const SHARES: [Shares; 2] =
    [Shares { tool: 10, plain: 0, atoms: 30 }, Shares { tool: 30, plain: 10, atoms: 30 }];
/// The minimum number of terms of a seed with many: there are two or three to a fragment.
const MANY: usize = 48;

/// The share of batches with each recipe, in percent; the remaining ones are [`Recipe::Mixed`].
#[derive(Clone, Copy, Debug)]
struct Shares {
    tool: u32,
    plain: u32,
    atoms: u32,
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

/// The contents of the initial pool of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// The seed's own formulas, if there are any, as the tool of the paper's authors uses them: under the model that Z3
    /// chooses by itself, drawn in balance, joined by conjunctions and disjunctions, in instances that are not small.
    Tool,
    /// The seed's own formulas, if there are any, without built, changed or wrapped ones.
    Plain,
    /// Built atoms alone, if there are enough of them.
    Atoms,
    /// Formulas of all sources.
    Mixed,
}

impl Recipe {
    /// Draws the recipe of a batch. A seed that asserts nothing has no formulas of its own, so built atoms replace
    /// them.
    fn draw(number: u32, size: SeedSize, bounds: &Bounds, asks_z3: bool, rng: &mut Rng) -> Recipe {
        if bounds.batches.size.is_none() {
            return Recipe::Mixed;
        }
        // Without built formulas, batches follow the profile alone, so `Tool` is not drawn.
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

    /// Whether it has only the seed's own formulas.
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

    /// Counts the batches with each recipe, out of a thousand.
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
