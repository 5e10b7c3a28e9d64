//! Seed file → a summary of what it yields, or the reason why it yields nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::fragment::{InitialPool, LeftOut};
use crate::generate::needed_logic::needed_logic;
use crate::generate::seed::{Seed, SeedError};
use crate::matrix::{Bounds, Weights};
use crate::smtlib::Problem;
use crate::theory::usable::{Groundless, Omission};
use crate::witness::{Evaluator, Grade, SecondOpinion};

/// The result of inspecting a seed file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Inspection {
    /// The file.
    pub path: PathBuf,
    /// The argument of its `set-logic`.
    pub logic: Option<String>,
    /// The smallest logic that has its formulas, if it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed_logic: Option<String>,
    /// The number of commands in the file.
    pub commands: usize,
    /// The number of sorts, functions and definitions that it declares.
    pub symbols: usize,
    /// The number of distinct terms in its assertions.
    pub terms: usize,
    /// The omissions caused by recursive definitions that no function is known to satisfy.
    #[serde(skip_serializing_if = "Groundless::is_empty")]
    pub groundless: Groundless,
    /// The omissions of unknown or ill-sorted parts, with their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unusable: Vec<String>,
    /// What it yields, or the reason why it yields nothing.
    pub outcome: Outcome,
    /// Z3's opinion of the values, if it was asked and there are values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<Review>,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

/// What a seed yields.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// An initial pool.
    Pool {
        /// Usable Boolean sub-formulas that are true under the witness.
        true_fragments: usize,
        /// Usable Boolean sub-formulas that are false under the witness.
        false_fragments: usize,
        /// The number of both by source: `fragments` of the seed, `synthesised atoms` and so on.
        sources: BTreeMap<String, u64>,
        /// The Boolean sub-formulas that are left out.
        left_out: LeftOut,
        /// The source of the witness.
        witness: String,
        /// The evidence for the truth values.
        grade: Grade,
        /// The grade in words.
        #[serde(skip)]
        grade_in_words: String,
        /// A few of the reasons why terms have no value, with their places.
        unknown: Vec<String>,
    },
    /// Nothing: the seed cannot be used.
    Refused {
        /// The reason in one or two words, for tables.
        kind: &'static str,
        /// The whole message.
        message: String,
    },
}

/// The result of asking Z3 for a second opinion.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Review {
    /// Its opinion.
    Given(SecondOpinion),
    /// The reason why it has none.
    NotGiven(String),
}

impl Inspection {
    /// Inspects one file, as the first batch of its case would use it. If it `reviews`, Z3 also computes the values,
    /// and values that depend on a disagreement become unknown.
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
            needed_logic: None,
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
                found.needed_logic = script.logic.is_none().then(|| needed_logic(&seed.problem));
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

    /// Returns the number of terms for which Z3 has another value.
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
            sources: pool.by_source(),
            left_out: pool.left_out,
            witness: pool.witness.origin.to_string(),
            grade: pool.grade,
            grade_in_words: pool.grade_in_words(),
            unknown: pool.unknown.clone(),
        }
    }
}
