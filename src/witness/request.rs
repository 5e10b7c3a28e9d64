//! What an [`Evaluator`](crate::witness::Evaluator) asks Z3, and the work that it is.

use serde::{Deserialize, Serialize};

use crate::matrix::Source;
use crate::rng::Key;
use crate::smtlib::Problem;
use crate::witness::opinion::Opinion;
use crate::witness::z3;
use crate::witness::{Claim, Witness};

/// A question; scripts are texts, as they were read.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    /// A model of a script as a witness, an `Option<Witness>`.
    Model { script: String, source: Source, variety: u32, key: Key },
    /// The truth of formulas under a witness, an `Option<bool>` for each of them.
    Decide { witness: Box<Witness>, formulas: Vec<String> },
    /// Definitions under which all formulas of a claim may be true, an `Option<Vec<String>>`.
    Definitions { claim: Claim, rlimit: u32 },
    /// What Z3 says of our values of the terms of a script, by number: a `Result<Vec<Option<Opinion>>, String>`.
    Opinions { script: String, witness: Box<Witness>, values: Vec<Option<String>> },
}

/// Does what a request, a line of JSON, asks for; the answer is a line of JSON.
///
/// # Errors
/// A line that is no request.
pub(crate) fn answer(request: &str) -> serde_json::Result<String> {
    match serde_json::from_str(request)? {
        Request::Model { script, source, variety, key } => {
            let found = Problem::read(script).ok().and_then(|problem| {
                z3::fresh(|| z3::search::witness(&problem, source, variety, &key)).ok().flatten()
            });
            serde_json::to_string(&found)
        }
        Request::Decide { witness, formulas } => {
            let decided = z3::fresh(|| z3::search::decide(&witness, &formulas));
            serde_json::to_string(&decided.unwrap_or_else(|_| vec![None; formulas.len()]))
        }
        Request::Definitions { claim, rlimit } => {
            let found = claim
                .problem()
                .and_then(|problem| z3::fresh(|| z3::search::satisfying(&problem, rlimit)).ok().flatten());
            serde_json::to_string(&found.map(|witness| witness.definitions))
        }
        Request::Opinions { script, witness, values } => {
            let given: Result<Vec<Option<Opinion>>, String> = match Problem::read(script) {
                Ok(problem) => {
                    z3::fresh(|| z3::opinion::opinions(&problem, &witness, &values)).unwrap_or_else(Err)
                }
                Err(error) => Err(error.to_string()),
            };
            serde_json::to_string(&given)
        }
    }
}
