//! What tests of sources have in common: a seed with the formulas of a source.

use std::path::PathBuf;

use crate::generate::fragment::{FormulaSource, Fragment, InitialPool};
use crate::generate::seed::{PreparedSeed, Seed};
use crate::generate::term_builder::logic::Rules;
use crate::generate::term_builder::rewrite::below;
use crate::generate::term_builder::{EvalContext, Scope};
use crate::matrix::{Bounds, Operators, Source, Weights};
use crate::rng::Key;
use crate::smtlib::{Printer, Problem, Sort, TermId, Terms};
use crate::theory::interpreter::Interpreter;
use crate::theory::sorting::Sorting;
use crate::theory::value::Value;
use crate::witness::Evaluator;

/// A seed with its initial pool, and the source whose formulas are tested, for a row that reads these operators.
pub(super) struct Made {
    pub seed: PreparedSeed,
    pub pool: InitialPool,
    source: FormulaSource,
    operators: Operators,
}

impl Made {
    /// Builds the pool of a seed within bounds, under a witness of random values.
    pub(super) fn new(seed: &str, rng_seed: u64, bounds: &Bounds, source: FormulaSource) -> Made {
        let seed = Seed::from_bytes("x.smt2".as_ref(), seed.as_bytes()).unwrap();
        let batch = seed.batch(0, rng_seed, bounds, &Weights::only(Source::Sampled));
        let mut seed = seed.prepare(&batch);
        let evaluation = seed.evaluate(&batch, &Evaluator::alone()).unwrap();
        let pool = seed.initial_pool(&evaluation, &batch).unwrap();
        Made { seed, pool, source, operators: bounds.operators.clone() }
    }

    /// Returns the formulas of the source.
    pub(super) fn formulas(&self) -> impl Iterator<Item = &Fragment> {
        self.pool.fragments.iter().filter(|fragment| fragment.source == self.source)
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.seed.problem.formulas.terms
    }

    pub(super) fn text(&self, id: TermId) -> String {
        Printer::new(self.terms()).print(id)
    }

    pub(super) fn texts(&self) -> Vec<String> {
        self.formulas().map(|formula| self.text(formula.term)).collect()
    }

    /// Returns the head and the arguments of every application in a formula.
    pub(super) fn applications(&self, formula: &Fragment) -> Vec<(&str, &[TermId])> {
        let terms = self.terms();
        below(terms, formula.term).into_iter().filter_map(|id| terms.as_app(id)).collect()
    }

    /// Checks that every formula is Boolean, closed and within the logic, and that a second evaluation agrees.
    pub(super) fn check(&self) {
        let (problem, terms) = (&self.seed.problem, self.terms());
        let EvalContext { signature, model, .. } = EvalContext::build(problem, &self.pool.witness).unwrap();
        let sorting = Sorting::infer(terms, &model.signature);
        let scope = Scope::collect(problem, &signature, &self.operators);
        let rules = Rules { terms, scope: &scope, signature: &signature };
        let declared = Sorting::infer(terms, &signature);
        let mut interpreter = Interpreter::new(&model, terms, &sorting);
        let before = Problem::read(problem.source()).unwrap().formulas.terms.len();
        for formula in self.formulas() {
            let (id, text) = (formula.term, self.text(formula.term));
            assert_eq!(declared.sort(id).known(), Some(&Sort::Bool), "{text}");
            assert!(terms.is_closed(id), "{text}");
            let worth = interpreter.evaluate(id);
            // Together, the formulas of other sources may exceed the limit on steps.
            assert!(worth.value.is_ok() || self.source != FormulaSource::Synthesised, "{text}");
            if let Ok(value) = worth.value {
                assert_eq!(value, Value::Bool(formula.truth), "{text}");
                let is_settled = || interpreter.truth_under_every_choice(id) == Some(formula.truth);
                assert!(!worth.is_chosen || is_settled(), "{text}");
            }
            assert!(rules.admits(id, before), "{text}");
            assert!(rules.has_plain_coefficients(id), "{text}");
        }
    }
}

/// Returns all seeds with their texts.
pub(super) fn seeds() -> impl Iterator<Item = (PathBuf, String)> {
    let paths = glob::glob(concat!(env!("CARGO_MANIFEST_DIR"), "/seeds/*/*.smt2")).unwrap();
    paths.map(Result::unwrap).map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
}

/// Returns what builders start from: the pool of the formulas of a problem, and what evaluates them.
pub(in crate::generate) fn material(problem: &Problem, key: &Key) -> (InitialPool, EvalContext) {
    let evaluation = Evaluator::alone().search(problem, key, &Weights::only(Source::Sampled)).unwrap();
    let pool = InitialPool::collect(problem, &evaluation, &Bounds::default()).filled().unwrap();
    let eval_context = EvalContext::build(problem, &pool.witness).unwrap();
    (pool, eval_context)
}
