//! Seed → pools: phases 1 and 2 for one batch, independent of the solver, and a cache of the results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::generate::additions::Additions;
use crate::generate::batch::Batch;
use crate::generate::conversions;
use crate::generate::finite::{TruthTables, exhaust};
use crate::generate::fragment::InitialPool;
use crate::generate::generator::Generator;
use crate::generate::pool::{Draw, Formula, Pools};
use crate::generate::provenance::Provenance;
use crate::generate::seed::{PreparedSeed, Seed, SeedError};
use crate::generate::strategy::Strategy;
use crate::matrix::{Asked, Bounds, Form, TotalOperators, Weights};
use crate::rng::Stream;
use crate::smtlib::{Problem, TermId};
use crate::theory::operators::Operator;
use crate::theory::used;
use crate::witness::{Evaluation, Evaluator, LruCache};

/// A seed and its pools, ready to generate instances.
#[derive(Debug)]
pub struct SeedPools {
    /// The seed.
    pub seed: Arc<Seed>,
    /// The problem, with the terms that were built from it.
    pub problem: Arc<Problem>,
    /// The declarations that the batch adds to those of the seed.
    pub additions: Additions,
    /// Its witness and the formulas of the initial pool.
    pub initial: InitialPool,
    /// Both pools.
    pub pools: Pools,
    /// The truth of their formulas at all points, as far as it is known, if exhaustion knows some.
    pub(super) tables: Option<TruthTables>,
    /// The formulas of the initial pool that are assertions of the seed and contradict each other, if some are known.
    pub(super) contradiction: Vec<Formula>,
    /// The batch of the case.
    pub batch: Batch,
    operators: OnceLock<Vec<&'static Operator>>,
}

impl SeedPools {
    /// Reads the seed at `path`, finds its witness and builds the pools of the first batch of its instances.
    ///
    /// # Errors
    /// The seed cannot be used; see [`SeedError`].
    pub fn build(
        path: &Path,
        rng_seed: u64,
        bounds: &Bounds,
        weights: &Weights,
        evaluator: &Evaluator,
    ) -> Result<SeedPools, SeedError> {
        let seed = Seed::load(path)?;
        SeedPools::build_batch(&seed, seed.batch(0, rng_seed, bounds, weights), evaluator)
    }

    /// Finds the witness of a batch and builds its pools.
    ///
    /// # Errors
    /// The seed cannot be used.
    pub fn build_batch(
        seed: &Arc<Seed>,
        batch: Batch,
        evaluator: &Evaluator,
    ) -> Result<SeedPools, SeedError> {
        let prepared = seed.prepare(&batch);
        let evaluation = prepared.evaluate(&batch, evaluator)?;
        SeedPools::fill(prepared, &evaluation, batch, evaluator)
    }

    /// Fills both pools from the evaluation of a seed.
    fn fill(
        mut prepared: PreparedSeed,
        evaluation: &Evaluation,
        batch: Batch,
        evaluator: &Evaluator,
    ) -> Result<SeedPools, SeedError> {
        let mut initial = prepared.initial_pool(evaluation, &batch)?;
        let PreparedSeed { seed, mut problem, additions, shared, .. } = prepared;
        let refutes = batch.strategy == Strategy::Refuted;
        let exhausted = if batch.strategy.exhausts() {
            exhaust(&mut problem, &mut initial.fragments, refutes)
        } else {
            None
        };
        let Batch { bounds, is_balanced, is_small, binds, .. } = &batch;
        let formulas = bounds.formulas(initial.fragments.len());
        let mut rng = batch.key.stream(Stream::Pool);
        let draw = Draw {
            is_balanced: *is_balanced,
            connectives: bounds.batches.connectives,
            prefers_fragments: *is_small,
            binds: *binds,
        };
        let pools = Pools::build(&problem.formulas.terms, &initial, formulas, bounds.d_max, draw, &mut rng);
        let tables = exhausted.map(|exhausted| {
            let asserted: BTreeSet<TermId> = problem.formulas.assertions.iter().copied().collect();
            let is_asserted = initial.fragments.iter().map(|fragment| asserted.contains(&fragment.term));
            TruthTables::compute(&pools, exhausted, is_asserted)
        });
        let mut filled = SeedPools {
            seed,
            problem,
            additions,
            initial,
            pools,
            tables,
            contradiction: Vec::new(),
            batch,
            operators: OnceLock::new(),
        };
        if let Some(problem) = shared.filter(|_| filled.may_contradict()) {
            let terms = filled.seed.contradiction_in(&problem, evaluator);
            let formulas = terms.and_then(|terms| filled.as_contradiction(&terms));
            filled.contradiction = formulas.unwrap_or_default();
        }
        Ok(filled)
    }

    /// Whether some of its instances would assert a contradiction of the seed, if there is one. Most batches have none that
    /// would, and the search for a contradiction takes as long as many answers.
    fn may_contradict(&self) -> bool {
        let form = Form { asks: vec![Asked::Models], ..Form::default() };
        let may = |numbers| self.generator(&form).may_contradict(numbers);
        let Batch { bounds: Bounds { batches, .. }, number, .. } = &self.batch;
        self.seed.is_unsatisfiable() && batches.open > 0 && batches.numbers(*number).is_none_or(may)
    }

    /// Returns the formulas of terms that contradict each other, if the initial pool has all of them. What the witness
    /// satisfies is no contradiction.
    fn as_contradiction(&self, terms: &[TermId]) -> Option<Vec<Formula>> {
        let formula = |term: &TermId| {
            let at = self.initial.fragments.iter().position(|fragment| fragment.term == *term)?;
            self.pools.initial.formulas().get(at).copied()
        };
        let formulas: Vec<Formula> = terms.iter().map(formula).collect::<Option<_>>()?;
        formulas.iter().any(|formula| !formula.truth).then_some(formulas)
    }

    /// Returns the number of instances of the case (NM).
    pub fn instances(&self) -> u32 {
        self.batch.bounds.instances(self.initial.fragments.len())
    }

    /// Returns the operators in its formulas.
    pub(crate) fn operators(&self) -> &[&'static Operator] {
        self.operators.get_or_init(|| {
            let roots = self.initial.fragments.iter().map(|fragment| fragment.term);
            used::operators(&self.problem, roots)
        })
    }

    /// Creates a generator of instances in the form for a solver.
    pub fn generator<'a>(&'a self, form: &'a Form) -> Generator<'a> {
        let Batch { key, bounds, layouts, .. } = &self.batch;
        let mut generator =
            Generator::new(&self.problem.script, &self.pools, key.clone(), bounds.a_max, form);
        generator.provenance = Provenance {
            wider: self.additions.logic,
            has_own_sorts: self.additions.has_own_sorts,
            // A case that is one batch has its profile in place of a strategy.
            strategy: bounds.batches.size.map(|_| self.strategy()),
            ..Provenance::default()
        };
        generator.layouts = layouts.unwrap_or(form.layouts);
        let questions = bounds.batches.questions;
        if questions > 0 && !form.asks.is_empty() {
            let converting = conversions::converting(&self.problem);
            let converts = self.initial.fragments.iter().map(|fragment| converting[fragment.term.index()]);
            generator.ask(questions, &self.initial.witness, converts);
        }
        generator.tables = self.tables.as_ref();
        if let Some((definition, calls)) = self.additions.recursive_calls(&self.problem) {
            let calls = self.initial.fragments.iter().map(|fragment| calls[fragment.term.index()]);
            generator.define_if_called(definition, calls);
        }
        if self.tables.is_none() {
            generator.leave_open(bounds.batches.open, &self.contradiction);
        }
        generator
    }

    /// Returns the strategy that made them: another one than that of the batch where the seed has no symbols with few
    /// values.
    fn strategy(&self) -> Strategy {
        match self.batch.strategy {
            strategy if strategy.exhausts() && self.tables.is_none() => Strategy::Mixed,
            strategy => strategy,
        }
    }

    /// Whether exhaustion knows the right answer to each check of its instances. The witness says nothing about them.
    pub fn are_exhausted(&self) -> bool {
        self.tables.as_ref().is_some_and(|tables| !tables.are_partial)
    }

    /// Whether the witness satisfies all assertions of its instances.
    pub fn are_satisfied(&self) -> bool {
        self.tables.is_none()
    }
}

/// A batch with a witness, and its pools. Rows share the pools, except rows that fix a value which was chosen.
#[derive(Debug)]
pub struct EvaluatedBatch {
    prepared: PreparedSeed,
    batch: Batch,
    evaluation: Evaluation,
    /// The operators with chosen values, as far as fragments may depend on them.
    choices: BTreeSet<&'static str>,
    /// The pools by the operators that a row fixes, or the reason why there are none.
    pools: LruCache<TotalOperators, Result<Arc<SeedPools>, SeedError>>,
}

impl EvaluatedBatch {
    /// Finds the witness of a batch. `review` may change the evaluation before fragments are collected.
    pub(crate) fn evaluate(
        seed: &Arc<Seed>,
        batch: Batch,
        evaluator: &Evaluator,
        review: impl FnOnce(&PreparedSeed, &mut Evaluation),
    ) -> Result<EvaluatedBatch, SeedError> {
        let prepared = seed.prepare(&batch);
        let mut evaluation = prepared.evaluate(&batch, evaluator)?;
        review(&prepared, &mut evaluation);
        let choices = InitialPool::collect(&prepared.problem, &evaluation, &batch.bounds).choices;
        let pools = LruCache::new(usize::MAX);
        Ok(EvaluatedBatch { prepared, batch, evaluation, choices, pools })
    }

    /// Returns the pools for a row that defines these operators everywhere. They are built on the first request.
    /// Threads that request them at the same time wait for the first of them.
    ///
    /// # Errors
    /// No formula has a reliable truth value.
    pub fn pools(
        &self,
        total_operators: &TotalOperators,
        evaluator: &Evaluator,
    ) -> Result<Arc<SeedPools>, SeedError> {
        let matters = self.choices.iter().any(|name| total_operators.contains(name));
        let total_operators =
            if matters { total_operators.clone() } else { self.batch.bounds.total_operators.clone() };
        let place = self.pools.place(total_operators.clone());
        let fill = || {
            let mut batch = self.batch.clone();
            batch.bounds.total_operators = total_operators;
            SeedPools::fill(self.prepared.clone(), &self.evaluation, batch, evaluator).map(Arc::new)
        };
        place.get_or_init(fill).clone()
    }
}

/// A cache of the most recently evaluated batches, or of the reasons why they were not, for the cases of other solvers:
/// Z3 may take a second to find a model.
pub(crate) type BatchCache = LruCache<BatchKey, Result<Arc<EvaluatedBatch>, String>>;

/// The number of cached batches: those of the seeds that a machine's threads work on, and of the next ones. More would
/// waste memory, because the cases of one seed follow each other.
pub(crate) const BATCHES_KEPT: usize = 64;

/// The key of an evaluated batch in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BatchKey {
    /// The seed.
    pub path: PathBuf,
    /// The RNG seed.
    pub rng_seed: u64,
    /// The number of the batch.
    pub number: u32,
    /// The bounds, adapted to a row.
    pub bounds: Bounds,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Source;

    impl SeedPools {
        /// Whether the witness satisfies all that a script asserts and assumes.
        pub(in crate::generate) fn satisfy(&self, problem: &Problem) -> bool {
            let valuation = Evaluator::alone().valuation(problem, &self.initial.witness).unwrap();
            let mut formulas = problem.formulas.assertions.iter().chain(&problem.formulas.assumptions);
            formulas.all(|&formula| valuation.is(formula, true))
        }
    }

    #[test]
    fn rows_share_pools_unless_they_fix_a_value_that_was_chosen() {
        let text = "(declare-fun x () Int)(assert (= (div x 0) 1))(assert (= (mod x 0) 1))(assert (> x 2))";
        let seed = Seed::from_bytes("x.smt2".as_ref(), text.as_bytes()).unwrap();
        let bounds = Bounds { keep_underspecified: true, ..Bounds::default() };
        let batch = seed.batch(0, 1, &bounds, &Weights::only(Source::Sampled));
        let evaluated = EvaluatedBatch::evaluate(&seed, batch, &Evaluator::in_process(), |_, _| ()).unwrap();
        let pools = |names: &[&'static str]| {
            evaluated.pools(&TotalOperators::from_names(names), &Evaluator::in_process()).unwrap()
        };
        assert!(Arc::ptr_eq(&pools(&[]), &pools(&["fp.min"])));
        assert!(Arc::ptr_eq(&pools(&["div"]), &pools(&["div"])));
        let fragments = |names| pools(names).initial.fragments.len();
        assert_eq!([fragments(&[]), fragments(&["div"])], [3, 2]);
    }
}
