//! Seed file → pools: phases 1 and 2 for one RNG seed and batch, whatever the solver.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::generate::batch::Batch;
use crate::generate::fragment::InitialPool;
use crate::generate::generator::Generator;
use crate::generate::pool::{Draw, Pools};
use crate::generate::seed::{Seed, SeedError};
use crate::generate::unsupported_syntax::is_spelled_for;
use crate::matrix::{Bounds, Form, Layouts, Operators, Weights};
use crate::rng::{Key, Stream};
use crate::theory::operators::Operator;
use crate::theory::used;
use crate::witness::{Evaluation, Evaluator, LruCache};

/// A seed and its pools, ready for instances to be made from them.
#[derive(Debug)]
pub struct SeedPools {
    /// The seed, with the terms that were built from it.
    pub seed: Seed,
    /// Its witness and fragments.
    pub initial: InitialPool,
    /// Both pools.
    pub pools: Pools,
    /// Which batch of the case this is, from 0.
    pub batch: u32,
    /// Whether its instances are small.
    pub is_small: bool,
    /// How they are laid out, if not as a form says.
    layouts: Option<Layouts>,
    key: Key,
    bounds: Bounds,
    operators: OnceLock<Vec<&'static Operator>>,
}

impl SeedPools {
    /// Reads the seed at `path`, finds its witness and builds its pools, those of the first batch of its instances.
    ///
    /// # Errors
    /// A seed that cannot be used; see [`SeedError`].
    pub fn build(
        path: &Path,
        rng_seed: u64,
        bounds: &Bounds,
        weights: &Weights,
        evaluator: &Evaluator,
    ) -> Result<SeedPools, SeedError> {
        SeedPools::of_batch(path, rng_seed, 0, bounds, weights, evaluator)
    }

    /// The same for any batch of its instances.
    ///
    /// # Errors
    /// See [`SeedPools::build`].
    pub fn of_batch(
        path: &Path,
        rng_seed: u64,
        batch: u32,
        bounds: &Bounds,
        weights: &Weights,
        evaluator: &Evaluator,
    ) -> Result<SeedPools, SeedError> {
        SeedPools::build_reviewed(path, (rng_seed, batch), bounds, weights, evaluator, |_, _| ())
    }

    /// The same, where somebody may change what is known of a seed before fragments are collected.
    ///
    /// # Errors
    /// See [`SeedPools::build`].
    pub(crate) fn build_reviewed(
        path: &Path,
        (rng_seed, number): (u64, u32),
        bounds: &Bounds,
        weights: &Weights,
        evaluator: &Evaluator,
        review: impl FnOnce(&Seed, &mut Evaluation),
    ) -> Result<SeedPools, SeedError> {
        let mut seed = Seed::load(path)?;
        let batch = seed.batch(number, rng_seed, bounds, weights);
        seed.add_for(&batch);
        let mut evaluation = seed.evaluate(&batch, evaluator)?;
        review(&seed, &mut evaluation);
        let initial = seed.initial_pool(evaluation, &batch)?;
        let Batch { key, bounds, layouts, is_balanced, is_small, binds, .. } = batch;
        let formulas = bounds.formulas(initial.fragments.len());
        let mut rng = key.stream(Stream::Pool);
        let connectives = bounds.batches.connectives;
        let draw = Draw { is_balanced, connectives, prefers_fragments: is_small, binds };
        let terms = &seed.problem.formulas.terms;
        let pools = Pools::build(terms, &initial, formulas, bounds.d_max, draw, &mut rng);
        let operators = OnceLock::new();
        Ok(SeedPools { seed, initial, pools, batch: number, is_small, layouts, key, bounds, operators })
    }

    /// How many instances the case has (NM).
    pub fn instances(&self) -> u32 {
        self.bounds.instances(self.initial.fragments.len())
    }

    /// The operators that its formulas have.
    pub(crate) fn operators(&self) -> &[&'static Operator] {
        self.operators.get_or_init(|| {
            let roots = self.initial.fragments.iter().map(|fragment| fragment.term);
            used::operators(&self.seed.problem, roots)
        })
    }

    /// Whether no operator of the seed has another name where these are read. Those that it was made for are not looked for
    /// again.
    pub fn is_spelled_for(&self, operators: &Operators) -> bool {
        self.bounds.operators == *operators || is_spelled_for(&self.seed.problem, operators)
    }

    /// A generator of instances in the form that a solver wants.
    pub fn generator<'a>(&'a self, form: &'a Form) -> Generator<'a> {
        let Seed { problem, additions, .. } = &self.seed;
        let (script, key) = (&problem.script, self.key.clone());
        let generator = Generator::new(script, &self.pools, key, self.bounds.a_max, form);
        generator.widened(additions.logic).laid_out(self.layouts)
    }
}

/// Seeds prepared last, for the cases of the next solvers. Z3's search for a model may take
/// a second; the cases of one seed follow each other, so a few places are enough.
#[derive(Debug)]
pub struct Cache(LruCache<Wanted, Result<SeedPools, String>>);

impl Default for Cache {
    fn default() -> Cache {
        Cache(LruCache::new(PLACES))
    }
}

/// The pools of a seed, or why there are none.
#[derive(Clone, Debug, Default)]
pub struct Shared(Arc<OnceLock<Result<SeedPools, String>>>);

impl Shared {
    /// The pools.
    ///
    /// # Errors
    /// Why there are none, in words.
    pub fn get(&self) -> Result<&SeedPools, String> {
        let unmade = || Err("the seed could not be prepared".to_owned());
        self.0.get().map_or_else(unmade, |made| made.as_ref().map_err(String::clone))
    }
}

/// What pools are made of and for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The seed.
    pub path: PathBuf,
    /// The RNG seed.
    pub rng_seed: u64,
    /// The batch.
    pub batch: u32,
    /// The bounds, with what a row leaves out.
    pub bounds: Bounds,
}

/// Batches that are kept: those of the seeds that a machine's threads work on, and of the next ones. More would only hold
/// memory, for a seed does not come back once its cases are over.
const PLACES: usize = 64;

impl Cache {
    /// The prepared seed that is wanted, made by `make` if it is not here. Threads that ask for
    /// the same one at the same time wait for the first of them.
    pub fn get(&self, wanted: &Wanted, make: impl FnOnce() -> Result<SeedPools, String>) -> Shared {
        let shared = Shared(self.0.place(wanted.clone()));
        shared.0.get_or_init(make);
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_prepared_once_while_it_is_kept() {
        let cache = Cache::default();
        let wanted = |name: &str, rng_seed| Wanted {
            path: name.into(),
            rng_seed,
            batch: 0,
            bounds: Bounds::default(),
        };
        let mut made = 0;
        for _ in 0..2 {
            let shared = cache.get(&wanted("a", 1), || {
                made += 1;
                Err("no".to_owned())
            });
            assert_eq!(shared.get().err().as_deref(), Some("no"));
        }
        assert_eq!(made, 1);
        (0..PLACES as u64).for_each(|number| drop(cache.get(&wanted("b", number), || Err(String::new()))));
        cache.get(&wanted("a", 1), || {
            made += 1;
            Err(String::new())
        });
        assert_eq!(made, 2);
    }
}
