//! What an [`Evaluator`](crate::witness::Evaluator) asks, and the work that it is.

use serde::{Deserialize, Serialize};

use crate::matrix::Weights;
use crate::rng::Key;
use crate::smtlib::Problem;
use crate::witness::search::search;
use crate::witness::z3::{self, Refusal};
use crate::witness::{Claim, EvaluationError, Grade, Witness, closed_terms};

/// A question; scripts are texts, as they were read.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    /// See [`Evaluator::search`](crate::witness::Evaluator::search).
    Search { script: String, key: Key, weights: Weights },
    /// See [`Evaluator::valuation`](crate::witness::Evaluator::valuation).
    Valuation { script: String, witness: Box<Witness> },
    /// See [`Evaluator::open_valuation`](crate::witness::Evaluator::open_valuation).
    OpenValuation { script: String, witness: Box<Witness> },
    /// See [`Evaluator::values`](crate::witness::Evaluator::values).
    Values { script: String, witness: Box<Witness> },
    /// See [`Evaluator::grades`](crate::witness::Evaluator::grades).
    Grades(Claim),
    /// See [`Evaluator::definitions`](crate::witness::Evaluator::definitions).
    Definitions { claim: Claim, allowed: Grade, rlimit: u32 },
}

/// Does what a request, a line of JSON, asks for; the answer is a line of JSON.
///
/// # Errors
/// A line that is no request.
pub(crate) fn answer(request: &str) -> serde_json::Result<String> {
    match serde_json::from_str(request)? {
        Request::Search { script, key, weights } => {
            serde_json::to_string(&read(&script).and_then(|problem| search(&problem, &key, &weights)))
        }
        Request::Valuation { script, witness } => evaluate(closed_terms::valuation, &script, &witness),
        Request::OpenValuation { script, witness } => {
            evaluate(closed_terms::open_valuation, &script, &witness)
        }
        Request::Values { script, witness } => evaluate(closed_terms::values, &script, &witness),
        Request::Grades(claim) => serde_json::to_string(&claim.grades()),
        Request::Definitions { claim, allowed, rlimit } => {
            serde_json::to_string(&claim.search_definitions(allowed, rlimit))
        }
    }
}

/// Evaluates the terms of a script under a witness, in a Z3 context of its own.
fn evaluate<T: Serialize + Send>(
    evaluate: fn(&Problem, &Witness) -> Result<T, Refusal>,
    script: &str,
    witness: &Witness,
) -> serde_json::Result<String> {
    let evaluated = read(script).and_then(|problem| {
        z3::fresh(|| evaluate(&problem, witness))
            .map_err(EvaluationError::Internal)?
            .map_err(|refusal| EvaluationError::Refused(witness.names.to_source(&refusal.message)))
    });
    serde_json::to_string(&evaluated)
}

/// The problem, which was read from the same text before.
fn read(script: &str) -> Result<Problem, EvaluationError> {
    Problem::read(script).map_err(|error| EvaluationError::Internal(error.to_string()))
}
