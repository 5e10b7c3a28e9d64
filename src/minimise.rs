//! Failing instance → the smallest failing instance that can be found: commands first, then
//! terms, then what that made superfluous.

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::evaluation::{self, Isolation};
use crate::instance::Instance;
use crate::reduce::reduce;
use crate::seed::Seed;
use crate::shrink::Shrinker;
use crate::valuation::Truth;
use crate::witness::Witness;

/// Bounds of one minimisation. Both begin anew with each smaller instance that is found.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Runs of the solver.
    pub runs: u32,
    /// Time: candidates that no longer fail may all run into their time limits.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { runs: 2000, time: Duration::from_secs(60) }
    }
}

/// What minimising came to.
#[derive(Debug)]
pub struct Minimised {
    /// The smallest failing instance.
    pub instance: Instance,
    /// Runs of the solver that it took.
    pub runs: u32,
    /// Whether the search ended by itself: no single step makes the instance smaller.
    pub is_minimal: bool,
}

/// Minimises an instance that goes wrong at `check`, whose assertions are true under `witness`.
/// `fails` asks the solver; Z3 works where `isolation` says. All assertions of what comes back
/// are true under the witness.
pub fn minimise(
    instance: &Instance,
    check: usize,
    witness: &Witness,
    budget: Budget,
    isolation: Isolation<'_>,
    mut fails: impl FnMut(&Instance) -> bool,
) -> Minimised {
    let (mut runs, mut since, mut progress) = (0, 0, Instant::now());
    let over = Cell::new(false);
    let mut spend = |candidate: &Instance| {
        over.set(since >= budget.runs || progress.elapsed() > budget.time);
        if over.get() {
            return false;
        }
        (runs, since) = (runs + 1, since + 1);
        let smaller = fails(candidate);
        if smaller {
            (since, progress) = (0, Instant::now());
        }
        smaller
    };
    let mut best = reduce(instance, check, u32::MAX, &mut spend);
    while !over.get()
        && let Some(shrunk) = shrunk(&best, witness, isolation, &over, &mut spend)
    {
        let last = shrunk.checks().saturating_sub(1);
        best = reduce(&shrunk, last, u32::MAX, &mut spend);
    }
    Minimised { instance: best, runs, is_minimal: !over.get() }
}

/// The instance with smaller assertions, if there are any and they are true under the witness.
fn shrunk(
    instance: &Instance,
    witness: &Witness,
    isolation: Isolation<'_>,
    over: &Cell<bool>,
    fails: &mut impl FnMut(&Instance) -> bool,
) -> Option<Instance> {
    let seed = Seed::from_bytes(Path::new("instance"), instance.text.as_bytes()).ok()?;
    let values = evaluation::values(&seed, witness, isolation).ok()?;
    let roots = seed.formulas.assertions.clone();
    let shrinker = Shrinker::new(instance, seed.formulas.terms, roots, values);
    let smaller = shrinker.shrink(over, fails);
    (smaller.text.len() < instance.text.len() && is_satisfied(&smaller, witness, isolation))
        .then_some(smaller)
}

/// Whether every assertion is true under the witness: nothing is taken on trust.
fn is_satisfied(instance: &Instance, witness: &Witness, isolation: Isolation<'_>) -> bool {
    let Ok(seed) = Seed::from_bytes(Path::new("instance"), instance.text.as_bytes()) else { return false };
    let Ok(valuation) = evaluation::under(&seed, witness, false, isolation) else { return false };
    seed.formulas.assertions.iter().all(|&id| {
        let truth = valuation.truth(id);
        matches!(truth, Some(Truth::Is(true) | Truth::Underspecified(true) | Truth::Claimed(true)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Bounds, Form, Source, Weights};
    use crate::evaluation::Evaluation;
    use crate::fragment::InitialPool;
    use crate::generator::Generator;
    use crate::pool::Pools;
    use crate::rng::{Key, Stream};
    use proptest::prelude::*;

    const SEED: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)\
        (assert (or p (and (< (+ x 1) (* 2 y)) (distinct x y 7)) (=> p (= (ite p x y) (- y 3)))))\
        (assert (forall ((z Int)) (or (> z x) (<= z x) p)))";

    /// An instance with its witness.
    fn instance(number: u32, rng_seed: u64) -> (Instance, Witness) {
        let seed = Seed::from_bytes(Path::new("x"), SEED.as_bytes()).unwrap();
        let key = Key::new(&seed.digest, rng_seed);
        let evaluation = Evaluation::of(&seed, &key, &Weights::only(Source::Sampled)).unwrap();
        let initial = InitialPool::of(&seed, evaluation, &Bounds::default()).unwrap();
        let pools = Pools::build(&seed.formulas.terms, &initial, 60, 8, &mut key.stream(Stream::Pool));
        let form = Form::default();
        let instance = Generator::new(&seed.script, &pools, key, 12, &form).instance(number);
        (instance, initial.witness)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Whatever a failure needs is left, everything is still true, and no single step is.
        #[test]
        fn what_is_left_fails_and_is_true(number in 0_u32..500, rng_seed in 0_u64..8, mark in 0_usize..5) {
            let mark = ["(+ x 1)", "(* 2 y)", "distinct", "forall", "ite"][mark];
            let (instance, witness) = instance(number, rng_seed);
            prop_assume!(instance.text.contains(mark));
            let fails = |candidate: &Instance| candidate.text.contains(mark);
            let isolation = Isolation::Thread;
            let small = minimise(&instance, 0, &witness, Budget::default(), isolation, fails);
            prop_assert!(fails(&small.instance) && small.is_minimal);
            prop_assert!(is_satisfied(&small.instance, &witness, isolation));
            prop_assert_eq!(small.instance.assertions().count(), 1);
            prop_assert!(small.instance.text.len() < 260, "{}", small.instance.text);
        }
    }

    #[test]
    fn a_spent_budget_says_so() {
        let (instance, witness) = instance(3, 1);
        let budget = Budget { runs: 3, ..Budget::default() };
        let small = minimise(&instance, 0, &witness, budget, Isolation::Thread, |_| false);
        assert_eq!((small.instance, small.runs, small.is_minimal), (instance, 3, false));
    }
}
