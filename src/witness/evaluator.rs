//! The one door to what is true: witnesses, and values under them, from this process or from a child with
//! limits.

use std::path::Path;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::matrix::{Source, Weights};
use crate::rng::Key;
use crate::smtlib::{Position, Problem, Script};
use crate::witness::child::Child;
use crate::witness::request::{self, Request};
use crate::witness::{Claim, Evaluation, Grade, NoValue, Valuation, Value, Witness};

/// How much one search for a model of a claim may take: Z3's resource units, and a wall-clock limit for what
/// does not heed them.
struct Effort {
    rlimit: u32,
    timeout: Duration,
}

/// A tenth of a witness's: the minimiser asks again and again, and can do without.
const QUICK: Effort = Effort { rlimit: 100_000, timeout: Duration::from_secs(4) };
/// Where all hangs on one search, at which somebody waits.
const PATIENT: Effort = Effort { rlimit: 20_000_000, timeout: Duration::from_secs(60) };

/// Why there is no witness, or why nothing is known to be true under it. Places are those of the script.
#[derive(Clone, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum EvaluationError {
    /// Z3 refuses a declaration or an assertion.
    #[error("{place}: Z3 refuses it ({message})")]
    IllSorted {
        /// Where.
        place: Position,
        /// Z3's words.
        message: String,
    },
    /// A declared symbol has a sort without known values.
    #[error(transparent)]
    NoValue(#[from] NoValue),
    /// Z3 refuses the definitions of a witness; its words.
    #[error("{0}")]
    Refused(String),
    /// Z3 crashed or reached its limits; how.
    #[error("Z3 {0}")]
    GaveUp(String),
    /// The process that evaluates could not be run, or its answer is not whole; why, and what to do.
    #[error("{0}")]
    NotRun(String),
    /// Something else broke.
    #[error("internal error: {0}")]
    Internal(String),
}

/// Finds witnesses and evaluates under them.
///
/// In production Z3 works in children of this program ([`Evaluator::in_child`]), which calls
/// [`crate::worker::dispatch`] first.
#[derive(Debug)]
pub struct Evaluator {
    /// None if Z3 works in this process.
    child: Option<Child>,
}

impl Evaluator {
    /// One that lets Z3 work in this process, on threads of their own: for tests, and programs that trust
    /// their scripts.
    pub fn in_process() -> Evaluator {
        Evaluator { child: None }
    }

    /// One that lets Z3 work in child processes with limits, whose temporary files go to `folder`. A child
    /// that stays for small questions is started by the first one, and ended with the evaluator.
    pub fn in_child(folder: &Path) -> Evaluator {
        Evaluator { child: Some(Child::new(folder.to_owned())) }
    }

    /// Searches a witness for a problem and evaluates its terms under it. The source of the witness is drawn
    /// by weight; all randomness comes from `key`.
    ///
    /// # Errors
    /// A problem that Z3 refuses or on which it crashes or reaches its limits, or a symbol without known
    /// values.
    pub fn search(
        &self,
        problem: &Problem,
        key: &Key,
        weights: &Weights,
    ) -> Result<Evaluation, EvaluationError> {
        let search = |weights: Weights| {
            self.run(&Request::Search { script: problem.source().to_owned(), key: key.clone(), weights })
        };
        match search(*weights) {
            // It is the problem that is to blame: another source would not help.
            found @ (Ok(_) | Err(EvaluationError::IllSorted { .. } | EvaluationError::NoValue(_))) => found,
            // The search for a model broke, or its model is not read again.
            Err(_) => search(Weights::only(Source::Sampled)),
        }
    }

    /// Truth values of the terms of a problem under a witness.
    ///
    /// # Errors
    /// Definitions that Z3 refuses, or on which it crashes or reaches its limits.
    pub fn valuation(&self, problem: &Problem, witness: &Witness) -> Result<Valuation, EvaluationError> {
        let (script, witness) = (problem.source().to_owned(), Box::new(witness.clone()));
        self.run(&Request::Valuation { script, witness })
    }

    /// The same under a witness that only declares some symbols: what is true or false is so whatever their
    /// values.
    ///
    /// # Errors
    /// See [`Evaluator::valuation`].
    pub fn open_valuation(&self, problem: &Problem, witness: &Witness) -> Result<Valuation, EvaluationError> {
        let (script, witness) = (problem.source().to_owned(), Box::new(witness.clone()));
        self.run(&Request::OpenValuation { script, witness })
    }

    /// Sort and value of each closed term of a problem under a witness, by its number; none for the others.
    ///
    /// # Errors
    /// See [`Evaluator::valuation`].
    pub fn values(
        &self,
        problem: &Problem,
        witness: &Witness,
    ) -> Result<Vec<Option<Value>>, EvaluationError> {
        let (script, witness) = (problem.source().to_owned(), Box::new(witness.clone()));
        self.run(&Request::Values { script, witness })
    }

    /// For each formula of a claim, what its truth rests on; none for what is not true, or not evaluated.
    pub(crate) fn grades(&self, claim: &Claim) -> Vec<Option<Grade>> {
        let ask = |claim: Claim| -> Option<Vec<Option<Grade>>> {
            let count = claim.formulas.len();
            let grades: Vec<_> = self.ask(&Request::Grades(claim), QUICK.timeout)?;
            (grades.len() == count).then_some(grades)
        };
        if let Some(grades) = ask(claim.clone()) {
            return grades;
        }
        // One of them is to blame: the others shall not suffer.
        let alone = |formula: &String| ask(Claim { formulas: vec![formula.clone()], ..claim.clone() });
        claim.formulas.iter().map(|formula| alone(formula)?.first().copied().flatten()).collect()
    }

    /// Other definitions under which all formulas of a claim are true, a command each; what their truth rests
    /// on is no worse than `allowed`. None if no such are found.
    pub(crate) fn definitions(&self, claim: &Claim, allowed: Grade) -> Option<Vec<String>> {
        self.search_definitions(claim.clone(), allowed, QUICK)
    }

    /// Definitions of what a script declares, a command each, under which all that it asserts evaluates to
    /// true, from a model that Z3 takes some time to find; none if it finds none.
    pub(crate) fn model(&self, script: &Script) -> Option<Vec<String>> {
        self.search_definitions(Claim::of(script), Grade::Evaluated, PATIENT)
    }

    fn search_definitions(&self, claim: Claim, allowed: Grade, effort: Effort) -> Option<Vec<String>> {
        let request = Request::Definitions { claim, allowed, rlimit: effort.rlimit };
        self.ask::<Option<Vec<String>>>(&request, effort.timeout)?
    }

    /// The answer to a request about a seed: from a process of its own.
    fn run<T: DeserializeOwned>(&self, request: &Request) -> Result<T, EvaluationError> {
        let broken = |error: serde_json::Error| EvaluationError::Internal(error.to_string());
        let request = serde_json::to_string(request).map_err(broken)?;
        let answer = match &self.child {
            Some(child) => child.run(&request)?,
            None => request::answer(&request).map_err(broken)?.into_bytes(),
        };
        serde_json::from_slice::<Result<T, EvaluationError>>(&answer).map_err(broken)?
    }

    /// The answer to a small question, if there is one in time.
    fn ask<T: DeserializeOwned>(&self, request: &Request, timeout: Duration) -> Option<T> {
        let request = serde_json::to_string(request).ok()?;
        let answer = match &self.child {
            Some(child) => child.ask(&request, timeout)?,
            None => request::answer(&request).ok()?.into_bytes(),
        };
        serde_json::from_slice(&answer).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;

    fn found(script: &str, source: Source) -> Result<Evaluation, EvaluationError> {
        let key = Key::new(&Digest::of(script), 1);
        Evaluator::in_process().search(&Problem::read(script).unwrap(), &key, &Weights::only(source))
    }

    #[test]
    fn a_seed_may_have_one_closed_term() {
        let script = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (p x)))";
        for source in [Source::Paper, Source::Model, Source::Negation, Source::Subset, Source::Sampled] {
            assert!(found(script, source).is_ok(), "{source:?}");
        }
    }

    /// Of two instances of one sort with parameters, Z3 prints the value `none`, and asks for `(as none …)` when
    /// it reads that.
    #[test]
    fn a_model_that_is_not_read_again_gives_way_to_sampled_values() {
        let script = "(declare-datatypes ((O 1)) ((par (T) ((none) (some (v T))))))(declare-fun x () (O Int))\
            (declare-fun y () (O Bool))(assert (and (not (= x (some 1))) (not (= y (some true)))))";
        for source in [Source::Paper, Source::Model, Source::Negation, Source::Subset, Source::Sampled] {
            let found = found(script, source);
            assert!(found.is_ok(), "{source:?}: {}", found.unwrap_err());
        }
    }

    #[test]
    fn what_is_ill_sorted_is_so_from_every_source() {
        let refused = found("(declare-fun x () Int)(assert x)", Source::Model).unwrap_err();
        assert!(matches!(refused, EvaluationError::IllSorted { .. }), "{refused}");
    }
}
