//! Seed file → what a case could make of it, or why nothing.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use crate::generate::fragment::{InitialPool, LeftOut};
use crate::generate::seed::{Seed, SeedError};
use crate::matrix::{Bounds, Weights};
use crate::rng::Key;
use crate::smtlib::Problem;
use crate::witness::{Evaluator, Grade};

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
    /// What it yields, or why nothing.
    pub outcome: Outcome,
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
        /// Boolean sub-formulas that are not used.
        left_out: LeftOut,
        /// Where the witness comes from.
        witness: String,
        /// What the truth values rest on.
        grade: Grade,
    },
    /// Nothing.
    Refused {
        /// In one or two words, for tables.
        kind: &'static str,
        /// The whole message.
        message: String,
    },
}

impl Inspection {
    /// Inspects one file. Of the bounds, D_max and what is left out count.
    pub(crate) fn carry_out(
        path: &Path,
        rng_seed: u64,
        weights: &Weights,
        bounds: &Bounds,
        evaluator: &Evaluator,
    ) -> Inspection {
        let started = Instant::now();
        let refused = |error: SeedError| Outcome::Refused { kind: error.kind(), message: error.to_string() };
        let mut found = Inspection {
            path: path.to_owned(),
            logic: None,
            commands: 0,
            symbols: 0,
            terms: 0,
            outcome: Outcome::Refused { kind: "", message: String::new() },
            seconds: 0.0,
        };
        found.outcome = match Seed::load(path) {
            Err(error) => refused(error),
            Ok(seed) => {
                let Problem { script, formulas } = &seed.problem;
                found.logic.clone_from(&script.logic);
                found.commands = script.tree.roots().len();
                found.symbols = script.declarations.len();
                found.terms = formulas.terms.len();
                let key = Key::new(&seed.digest, rng_seed);
                let pool = seed.initial_pool(&key, bounds, weights, evaluator);
                pool.map_or_else(refused, |pool| Outcome::of(&pool))
            }
        };
        found.seconds = started.elapsed().as_secs_f64();
        found
    }

    /// Whether instances can be made from the seed.
    pub(crate) fn is_usable(&self) -> bool {
        matches!(self.outcome, Outcome::Pool { .. })
    }
}

impl Outcome {
    fn of(pool: &InitialPool) -> Outcome {
        let true_fragments = pool.fragments.iter().filter(|fragment| fragment.truth).count();
        Outcome::Pool {
            true_fragments,
            false_fragments: pool.fragments.len() - true_fragments,
            left_out: pool.left_out,
            witness: pool.witness.origin.to_string(),
            grade: pool.grade,
        }
    }
}
