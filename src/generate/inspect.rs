//! Seed file → what a case could make of it, or why nothing.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use crate::generate::fragment::{FormulaSource, InitialPool, LeftOut};
use crate::generate::seed::{Seed, SeedError};
use crate::matrix::{Bounds, Weights};
use crate::smtlib::Problem;
use crate::theory::usable::{Groundless, Omission};
use crate::witness::{Evaluator, Grade, SecondOpinion};

/// What was found out about a seed file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Inspection {
    /// The file.
    pub path: PathBuf,
    /// The argument of its `set-logic`.
    pub logic: Option<String>,
    /// Commands in the file.
    pub commands: usize,
    /// Sorts, functions and definitions it declares.
    pub symbols: usize,
    /// Distinct terms of its assertions.
    pub terms: usize,
    /// What is left out because no function is known to satisfy a recursive definition.
    #[serde(skip_serializing_if = "Groundless::is_empty")]
    pub groundless: Groundless,
    /// What of it is not known or does not fit, with its place, and is left out with what mentions it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unusable: Vec<String>,
    /// What it yields, or why nothing.
    pub outcome: Outcome,
    /// What Z3 says of the values; none if it was not asked, or there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<Review>,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

/// What a seed yields.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// A pool.
    Pool {
        /// Usable Boolean sub-formulas that are true under the witness.
        true_fragments: usize,
        /// Usable Boolean sub-formulas that are false under the witness.
        false_fragments: usize,
        /// Atoms among both that were built.
        synthesised: usize,
        /// Formulas among both that were made by changing others.
        mutated: usize,
        /// Formulas among both that were made by putting something around others.
        wrapped: usize,
        /// Boolean sub-formulas that are not used.
        left_out: LeftOut,
        /// Where the witness comes from.
        witness: String,
        /// What the truth values rest on.
        grade: Grade,
        /// The same in words.
        #[serde(skip)]
        grade_in_words: String,
        /// Why some terms have no value, and where: a few of the reasons.
        unknown: Vec<String>,
    },
    /// Nothing.
    Refused {
        /// In one or two words, for tables.
        kind: &'static str,
        /// The whole message.
        message: String,
    },
}

/// What came of asking Z3 too.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Review {
    /// What it says.
    Given(SecondOpinion),
    /// Why it says nothing.
    NotGiven(String),
}

impl Inspection {
    /// Inspects one file. Of the bounds, D_max and what is left out count. If it `reviews`, Z3 is asked for the values
    /// too, and what hangs on a difference is unknown.
    pub(crate) fn carry_out(
        path: &Path,
        rng_seed: u64,
        weights: &Weights,
        bounds: &Bounds,
        evaluator: &Evaluator,
        reviews: bool,
    ) -> Inspection {
        let started = Instant::now();
        let refused = |error: SeedError| Outcome::Refused { kind: error.kind(), message: error.to_string() };
        let mut found = Inspection {
            path: path.to_owned(),
            logic: None,
            commands: 0,
            symbols: 0,
            terms: 0,
            groundless: Groundless::default(),
            unusable: Vec::new(),
            outcome: Outcome::Refused { kind: "", message: String::new() },
            second_opinion: None,
            seconds: 0.0,
        };
        found.outcome = match Seed::load(path) {
            Err(error) => refused(error),
            Ok(seed) => {
                let Problem { script, formulas } = &*seed.problem;
                found.logic.clone_from(&script.logic);
                found.commands = script.tree.roots().len();
                found.symbols = script.declarations.len();
                found.terms = formulas.terms.len();
                found.groundless.clone_from(&seed.groundless);
                found.unusable = seed.unusable.iter().map(Omission::to_string).collect();
                let batch = seed.batch(0, rng_seed, bounds, weights);
                let mut prepared = seed.prepare(&batch);
                let opinion = &mut found.second_opinion;
                let pool = prepared.evaluate(&batch, evaluator).and_then(|mut evaluation| {
                    *opinion = reviews.then(|| match evaluator.review(&prepared.problem, &mut evaluation) {
                        Ok(given) => Review::Given(given),
                        Err(none) => Review::NotGiven(none.to_string()),
                    });
                    prepared.initial_pool(&evaluation, &batch)
                });
                pool.map_or_else(refused, |pool| Outcome::describe(&pool))
            }
        };
        found.seconds = started.elapsed().as_secs_f64();
        found
    }

    /// Whether instances can be made from the seed.
    pub(crate) fn is_usable(&self) -> bool {
        matches!(self.outcome, Outcome::Pool { .. })
    }

    /// Terms for which Z3 has another value.
    pub(crate) fn differing(&self) -> usize {
        match &self.second_opinion {
            Some(Review::Given(opinion)) => opinion.differing,
            Some(Review::NotGiven(_)) | None => 0,
        }
    }
}

impl Outcome {
    fn describe(pool: &InitialPool) -> Outcome {
        let true_fragments = pool.fragments.iter().filter(|fragment| fragment.truth).count();
        Outcome::Pool {
            true_fragments,
            false_fragments: pool.fragments.len() - true_fragments,
            synthesised: pool.count(FormulaSource::Synthesised),
            mutated: pool.count(FormulaSource::Mutated),
            wrapped: pool.count(FormulaSource::Wrapped),
            left_out: pool.left_out,
            witness: pool.witness.origin.to_string(),
            grade: pool.grade,
            grade_in_words: pool.grade_in_words(),
            unknown: pool.unknown.clone(),
        }
    }
}
