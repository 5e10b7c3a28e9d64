//! The one door to what is true: witnesses, and values under them, from this process or from a child with
//! limits.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::matrix::{Source, Weights};
use crate::rng::{Key, Stream};
use crate::smtlib::{Printer, Problem, Script};
use crate::theory::value::Value;
use crate::witness::assignment::Witness;
use crate::witness::evaluation::{EvalResults, Evaluation, EvaluationError, Obligation, check_sorts};
use crate::witness::external_model_finder::{ExternalModels, ModelFinder};
use crate::witness::lru_cache::LruCache;
use crate::witness::sampled_witness::sample;
use crate::witness::second_opinion::{NoOpinion, Opinion, SecondOpinion};
use crate::witness::truth::{Grade, Valuation};
use crate::witness::z3;
use crate::witness::z3_process::{self, Request, Z3Process};

/// How much one search for a model of an obligation may take: Z3's resource units, and a wall-clock limit for what
/// does not heed them.
struct Effort {
    rlimit: u32,
    timeout: Duration,
}

/// A tenth of a witness's: the minimiser asks again and again, and can do without.
const QUICK: Effort = Effort { rlimit: 100_000, timeout: Duration::from_secs(4) };
/// Where all hangs on one search, at which somebody waits.
const PATIENT: Effort = Effort { rlimit: 20_000_000, timeout: Duration::from_secs(60) };

/// Finds witnesses and evaluates under them.
///
/// Evaluation is this process's own work, in bounded time and memory. In production Z3, which finds models, works in
/// children of this program ([`Evaluator::in_child`]), which calls [`crate::worker::dispatch`] first.
#[derive(Debug)]
pub struct Evaluator {
    z3: Z3,
    /// Who is asked for the models of seeds in its place.
    external: Option<ExternalModels>,
    /// The models that Z3 took by itself, by script: they are the same for every RNG seed and batch, and take a process
    /// each to find.
    own_models: LruCache<Digest, Option<Witness>>,
}

/// How many of these are kept: those of the seeds that a machine's threads work on. A seed does not come back once its cases
/// are over.
const OWN_MODELS: usize = 16;

/// Where Z3 works.
#[derive(Debug)]
enum Z3 {
    Nowhere,
    InProcess,
    InChild(Box<Z3Process>),
}

impl Evaluator {
    /// One that does without Z3: witnesses have random values.
    pub fn alone() -> Evaluator {
        Evaluator::with(Z3::Nowhere)
    }

    fn with(z3: Z3) -> Evaluator {
        Evaluator { z3, external: None, own_models: LruCache::new(OWN_MODELS) }
    }

    /// One that lets Z3 work in this process, on threads of their own: for tests, and programs that trust
    /// their scripts.
    pub fn in_process() -> Evaluator {
        Evaluator::with(Z3::InProcess)
    }

    /// One that lets Z3 work in child processes with limits, whose temporary files go to `folder`. A child
    /// that stays for small questions is started by the first one, and ended with the evaluator.
    pub fn in_child(folder: &Path) -> Evaluator {
        let child = || Z3::InChild(Box::new(Z3Process::new(folder.to_owned())));
        Evaluator::with(if z3::IS_LINKED { child() } else { Z3::Nowhere })
    }

    /// The same, with somebody who is asked for the models of seeds in the place of Z3.
    pub fn asking(self, finder: Box<dyn ModelFinder>) -> Evaluator {
        Evaluator { external: Some(ExternalModels::new(finder)), ..self }
    }

    /// How many witnesses have sampled values because who was asked for a model gave none, and why; nothing where each
    /// model was found.
    pub fn count_missing_models(&self) -> Option<String> {
        self.external.as_ref()?.summarise()
    }

    /// Searches a witness for a problem and evaluates its terms under it. The source of the witness is drawn
    /// by weight; all randomness comes from `key`.
    ///
    /// # Errors
    /// A problem whose sorts do not fit, or nobody to ask for a model where there has to be somebody.
    pub fn search(
        &self,
        problem: &Problem,
        key: &Key,
        weights: &Weights,
    ) -> Result<Evaluation, EvaluationError> {
        check_sorts(problem)?;
        self.search_sorted(problem, key, weights)
    }

    /// The same for a problem whose sorts are known to fit.
    ///
    /// # Errors
    /// Nobody to ask for a model where there has to be somebody.
    pub(crate) fn search_sorted(
        &self,
        problem: &Problem,
        key: &Key,
        weights: &Weights,
    ) -> Result<Evaluation, EvaluationError> {
        let mut rng = key.stream(Stream::Witness);
        let source = weights.source(rng.below(weights.total()));
        // Makes for another model than the usual one.
        let variety = rng.below(1 << 30);
        // All models of nothing are alike, but that which Z3 takes by itself.
        let is_free = problem.asserts_nothing() && source != Source::Paper;
        let is_sampled = source == Source::Sampled || is_free;
        if let Some(model) = if is_sampled { None } else { self.model_of(problem, source, variety, key)? } {
            match self.evaluate(problem, model) {
                // A model may be written in words that only who found it reads.
                Err(EvaluationError::Refused(message)) => {
                    self.external.iter().for_each(|external| external.refuse(&message));
                }
                evaluation => return evaluation,
            }
        }
        self.evaluate(problem, sample(&problem.script, &mut rng))
    }

    /// A model of what a problem asserts, or of something like it; none if none is found.
    fn model_of(
        &self,
        problem: &Problem,
        source: Source,
        variety: u32,
        key: &Key,
    ) -> Result<Option<Witness>, EvaluationError> {
        if let Some(external) = &self.external {
            return external.witness(problem, source, variety, key).map_err(EvaluationError::NotRun);
        }
        let find = || {
            let script = problem.source().to_owned();
            self.run::<Option<Witness>>(&Request::Model { script, source, variety, key: key.clone() })
        };
        let found = match source {
            Source::Paper => self.own_models.get(Digest::of(problem.source()), find),
            _ => find(),
        };
        Ok(found.ok().flatten())
    }

    /// Evaluates the terms of a problem under a witness. Where nothing evaluates, truth values are what Z3 claims.
    ///
    /// # Errors
    /// Definitions that cannot be read, or whose values are not of the right sorts.
    pub fn evaluate(&self, problem: &Problem, witness: Witness) -> Result<Evaluation, EvaluationError> {
        let results = EvalResults::evaluate(problem, &witness.assignment)?;
        let valuation = self.claimed(problem, &witness, results.valuation());
        let unknown = results.reasons(problem);
        Ok(Evaluation { witness, valuation, unknown, results: Arc::new(results) })
    }

    /// Truth values of the terms of a problem under a witness. Where nothing evaluates, they are what Z3 claims.
    ///
    /// # Errors
    /// Definitions that cannot be read, or whose values are not of the right sorts.
    pub fn valuation(&self, problem: &Problem, witness: &Witness) -> Result<Valuation, EvaluationError> {
        let valuation = EvalResults::evaluate(problem, &witness.assignment)?.valuation();
        Ok(self.claimed(problem, witness, valuation))
    }

    /// A valuation with what Z3 claims, where nothing evaluates.
    fn claimed(&self, problem: &Problem, witness: &Witness, mut valuation: Valuation) -> Valuation {
        let unknown = valuation.unknown_alone();
        if !unknown.is_empty() {
            let mut printer = Printer::new(&problem.formulas.terms);
            let formulas = unknown.iter().map(|&id| printer.print(id)).collect();
            let request = Request::Decide { witness: Box::new(witness.clone()), formulas };
            let claimed = self.run::<Vec<Option<bool>>>(&request).unwrap_or_default();
            valuation.claim(&unknown, &claimed);
        }
        valuation
    }

    /// The same under a witness that only declares some symbols: what is true or false is so whatever their
    /// values, and for all functions that satisfy what is defined by recursion, if there are any.
    ///
    /// # Errors
    /// See [`Evaluator::valuation`].
    pub fn open_valuation(&self, problem: &Problem, witness: &Witness) -> Result<Valuation, EvaluationError> {
        Ok(EvalResults::suppose(problem, &witness.assignment)?.valuation())
    }

    /// The value of each closed term of a problem under a witness that has one, by its number; none for the others.
    ///
    /// # Errors
    /// See [`Evaluator::valuation`].
    pub(crate) fn values(
        &self,
        problem: &Problem,
        witness: &Witness,
    ) -> Result<Vec<Option<Value>>, EvaluationError> {
        Ok(EvalResults::evaluate(problem, &witness.assignment)?.values())
    }

    /// What Z3 says of the values of a problem's terms, those left out that hang on what was chosen. What hangs on a term
    /// for which Z3 has another value is unknown from here on.
    ///
    /// # Errors
    /// This program is built without Z3, or Z3 cannot read the problem, or reached its limits.
    pub fn review(&self, problem: &Problem, evaluation: &mut Evaluation) -> Result<SecondOpinion, NoOpinion> {
        let values = evaluation.results.comparable_values();
        let opinion = self.opinion_on(problem, &evaluation.witness, &values)?;
        opinion.doubt(&mut evaluation.valuation);
        Ok(opinion)
    }

    /// What Z3 says of these values, by number of the term.
    pub(super) fn opinion_on(
        &self,
        problem: &Problem,
        witness: &Witness,
        values: &[Option<Value>],
    ) -> Result<SecondOpinion, NoOpinion> {
        let request = Request::Opinions {
            script: problem.source().to_owned(),
            witness: Box::new(witness.clone()),
            values: values.iter().map(|value| value.as_ref().map(Value::to_string)).collect(),
        };
        let given = self.run::<Result<Vec<Option<Opinion>>, String>>(&request);
        let opinions = given.unwrap_or_else(|error| Err(error.to_string())).map_err(NoOpinion)?;
        Ok(SecondOpinion::compare(problem, witness, values, &opinions))
    }

    /// Other definitions under which all formulas of a claim are true, a command each; what their truth rests
    /// on is no worse than `allowed`. None if no such are found.
    pub(crate) fn definitions(&self, obligation: &Obligation, allowed: Grade) -> Option<Vec<String>> {
        self.search_definitions(obligation.clone(), allowed, QUICK)
    }

    /// Definitions of what a script declares, a command each, under which all that it asserts evaluates to
    /// true, from a model that Z3 takes some time to find, but no longer than `limit`; none if it finds none.
    pub(crate) fn model(&self, script: &Script, limit: Duration) -> Option<Vec<String>> {
        let effort = Effort { timeout: PATIENT.timeout.min(limit), ..PATIENT };
        self.search_definitions(Obligation::of_script(script), Grade::Evaluated, effort)
    }

    fn search_definitions(
        &self,
        obligation: Obligation,
        allowed: Grade,
        effort: Effort,
    ) -> Option<Vec<String>> {
        let request = Request::Definitions { obligation: obligation.clone(), rlimit: effort.rlimit };
        let definitions = self.ask::<Option<Vec<String>>>(&request, effort.timeout)??;
        let definitions = definitions.into_iter().map(|line| line + "\n").collect();
        let obligation = Obligation { definitions, ..obligation };
        let is_true = |grade: &Option<Grade>| grade.is_some_and(|grade| grade <= allowed);
        obligation.grades().iter().all(is_true).then_some(obligation.definitions)
    }

    /// The answer to a request about a seed: from a process of its own.
    fn run<T: DeserializeOwned>(&self, request: &Request) -> Result<T, EvaluationError> {
        let broken = |error: serde_json::Error| EvaluationError::Internal(error.to_string());
        let request = serde_json::to_string(request).map_err(broken)?;
        let answer = match &self.z3 {
            Z3::Nowhere => return Err(EvaluationError::NotRun("there is no Z3".to_owned())),
            Z3::InProcess => z3_process::answer(&request).map_err(broken)?.into_bytes(),
            Z3::InChild(child) => child.run(&request)?,
        };
        serde_json::from_slice(&answer).map_err(broken)
    }

    /// The answer to a small question, if there is one in time.
    fn ask<T: DeserializeOwned>(&self, request: &Request, timeout: Duration) -> Option<T> {
        let request = serde_json::to_string(request).ok()?;
        let answer = match &self.z3 {
            Z3::Nowhere => return None,
            Z3::InProcess => z3_process::answer(&request).ok()?.into_bytes(),
            Z3::InChild(child) => child.ask(&request, timeout)?,
        };
        serde_json::from_slice(&answer).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::{Origin, Truth};

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

    /// Z3 prints their values without the sorts that SMT-LIB wants to be said.
    #[test]
    fn models_of_sorts_with_parameters_are_evaluated() {
        let script = "(set-logic ALL)(declare-sort Box 1)(declare-datatypes ((O 1)) ((par (T) ((none) (some (v T))))))\
            (declare-fun x () (O Int))(declare-fun y () (O (O Bool)))(declare-fun a () (Box Int))(declare-fun b () (Box Int))\
            (declare-fun f ((Box Int)) (O (Box Int)))(assert (= x (as none (O Int))))(assert (distinct (f a) (f b)))\
            (assert (= y (some (as none (O Bool)))))";
        let found = found(script, Source::Paper).unwrap();
        let truths: Vec<Truth> = found.valuation.0.iter().copied().flatten().collect();
        assert!(truths.iter().all(|truth| matches!(truth, Truth::Is(_))), "{truths:?}");
        assert_eq!(
            (found.witness.origin, found.unknown.len()),
            (Origin::Model, 0),
            "{}",
            found.witness.text()
        );
        assert!(found.witness.text().contains("(as none (O Int))"));
    }

    #[test]
    fn what_is_ill_sorted_is_so_from_every_source() {
        for script in [
            "(declare-fun x () Int)(assert x)",
            "(declare-fun x () Int)(assert (= x 1))\n(define-fun f ((y Int)) Bool (or true (bvult y y)))",
            "(assert (or true false))\n(define-fun f () Int true)",
        ] {
            let refused = found(script, Source::Model).unwrap_err();
            assert!(matches!(refused, EvaluationError::IllSorted { .. }), "{refused}");
            let place = if script.contains('f') {
                "2:13: the sorts do not fit (in the definition of `f`)"
            } else {
                "1:"
            };
            assert!(!script.contains("define") || refused.to_string() == place, "{refused}");
        }
    }
}
