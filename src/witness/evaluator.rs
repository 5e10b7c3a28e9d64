//! The interface to witnesses and to evaluation under them, in this process or in a child process with limits.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::matrix::{Source, Weights};
use crate::rng::{Key, Stream};
use crate::smtlib::instance::Instance;
use crate::smtlib::{Printer, Problem, Script};
use crate::theory::value::Value;
use crate::witness::assignment::Witness;
use crate::witness::evaluation::{EvalResults, Evaluation, EvaluationError, Obligation, check_sorts};
use crate::witness::external_model_finder::{ExternalModels, ModelFinder};
use crate::witness::lru_cache::LruCache;
use crate::witness::sampled_witness::{extend, sample};
use crate::witness::second_opinion::{NoOpinion, Opinion, SecondOpinion};
use crate::witness::truth::{Grade, Valuation};
use crate::witness::z3;
use crate::witness::z3_process::{self, Request, TIMEOUT, Z3Workers};

/// The effort of a model search: Z3's resource units, and a wall-clock limit in case Z3 does not respect them.
struct Effort {
    rlimit: u32,
    timeout: Duration,
}

/// A tenth of the effort for a witness: the minimiser asks often, and can do without an answer.
const QUICK: Effort = Effort { rlimit: 100_000, timeout: Duration::from_secs(4) };
/// The effort of a single search on which everything depends, and for which the user waits.
const PATIENT: Effort = Effort { rlimit: 20_000_000, timeout: Duration::from_secs(60) };

/// Finds witnesses and evaluates under them.
///
/// Evaluation runs in this process, in bounded time and memory. Z3, which finds models, runs in child processes
/// of this program in production ([`Evaluator::in_child`]). Such a program calls [`crate::worker::dispatch`]
/// first.
#[derive(Debug)]
pub struct Evaluator {
    z3: Z3,
    /// The finder that replaces Z3 for models of seeds.
    external: Option<ExternalModels>,
    /// The models that Z3 found, or did not find.
    models: LruCache<ModelKey, Option<Witness>>,
}

/// What determines a model that Z3 finds: the script, the source of the witness and, but for Z3's default model, the key
/// of the search.
type ModelKey = (Digest, Source, Option<Key>);

/// The total length of the definitions of the cached models, in bytes. They take some ten times as much memory.
const MODELS: usize = 4 << 20;

/// What a witness is searched for.
pub(crate) struct Goal<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The problem without its last declarations, which no assertion mentions. Z3 searches a model of this one.
    pub asserted: &'a Problem,
    /// The key of the witness.
    pub key: &'a Key,
    /// The key of the search for a model.
    pub model_key: &'a Key,
}

/// Where Z3 runs.
#[derive(Debug)]
enum Z3 {
    Nowhere,
    InProcess,
    InWorkers(Box<Z3Workers>),
}

impl Evaluator {
    /// Creates an evaluator without Z3: witnesses have random values.
    pub fn alone() -> Evaluator {
        Evaluator::with(Z3::Nowhere)
    }

    fn with(z3: Z3) -> Evaluator {
        let bytes = |model: &Option<Witness>| model.as_ref().map_or(0, Witness::bytes);
        Evaluator { z3, external: None, models: LruCache::weighing(MODELS, bytes) }
    }

    /// Creates an evaluator that runs Z3 in this process, on separate threads: for tests, and for programs that
    /// trust their scripts. Z3's random seeds are global to the process, so simultaneous searches for several models of
    /// one script may find others than usual.
    pub fn in_process() -> Evaluator {
        Evaluator::with(Z3::InProcess)
    }

    /// Creates an evaluator that runs Z3 in child processes with limits, whose temporary files go to `folder`.
    /// The children serve later requests, too, until the evaluator is dropped.
    pub fn in_child(folder: &Path) -> Evaluator {
        let workers = || Z3::InWorkers(Box::new(Z3Workers::new(folder.to_owned())));
        Evaluator::with(if z3::IS_LINKED { workers() } else { Z3::Nowhere })
    }

    /// Ends the children that serve no request, so that the system counts their processor time. Later requests start new
    /// ones.
    pub(crate) fn end_idle_children(&self) {
        if let Z3::InWorkers(workers) = &self.z3 {
            workers.end_idle();
        }
    }

    /// Replaces Z3 by a finder for the models of seeds.
    pub fn asking(self, finder: Box<dyn ModelFinder>) -> Evaluator {
        Evaluator { external: Some(ExternalModels::new(finder)), ..self }
    }

    /// Returns how many witnesses have sampled values because the finder found no model, and why; `None` if it
    /// found all.
    pub fn count_missing_models(&self) -> Option<String> {
        self.external.as_ref()?.summarise()
    }

    /// Searches for a witness of a problem and evaluates its terms under it. The source of the witness is drawn
    /// by weight; all randomness comes from `key`.
    ///
    /// # Errors
    /// The problem is ill-sorted, or the required model finder is missing.
    pub fn search(
        &self,
        problem: &Problem,
        key: &Key,
        weights: &Weights,
    ) -> Result<Evaluation, EvaluationError> {
        check_sorts(problem)?;
        self.search_sorted(&Goal { problem, asserted: problem, key, model_key: key }, weights)
    }

    /// Searches for a witness of a problem that is known to be well-sorted, like [`Evaluator::search`].
    ///
    /// # Errors
    /// The required model finder is missing.
    pub(crate) fn search_sorted(
        &self,
        goal: &Goal<'_>,
        weights: &Weights,
    ) -> Result<Evaluation, EvaluationError> {
        let Goal { problem, asserted, key, model_key } = *goal;
        let draw = |key: &Key| {
            let mut rng = key.stream(Stream::Witness);
            let source = weights.source(rng.below(weights.total()));
            (source, rng.below(1 << 30), rng)
        };
        let (source, _, mut rng) = draw(key);
        // Without assertions, sampled values are as good as any model. Only the paper's source takes Z3's own
        // model.
        let is_free = problem.asserts_nothing() && source != Source::Paper;
        let is_sampled = source == Source::Sampled || is_free;
        let model = if is_sampled {
            None
        } else {
            // Makes Z3 find another model than its usual one.
            let (_, variety, _) = draw(model_key);
            self.model_of(asserted, source, variety, model_key)?
        };
        let known = asserted.script.declarations.len();
        let model = model.and_then(|model| match problem.script.declarations.len() == known {
            true => Some(model),
            false => extend(&model, &problem.script, known, &mut rng),
        });
        if let Some(model) = model {
            match self.evaluate(problem, model) {
                // The finder may print values in a notation that cannot be parsed.
                Err(EvaluationError::Refused(message)) => {
                    self.external.iter().for_each(|external| external.refuse(&message));
                }
                evaluation => return evaluation,
            }
        }
        self.evaluate(problem, sample(&problem.script, &mut rng))
    }

    /// Returns a model of the assertions of a problem or of a related formula, if one is found.
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
        // Z3's default model is the same for every key.
        let own_key = (source != Source::Paper).then(|| key.clone());
        let found = self.models.get((Digest::of(problem.source()), source, own_key), find);
        Ok(found.ok().flatten())
    }

    /// Evaluates the terms of a problem under a witness. If no formula evaluates, truth values are claims of Z3.
    ///
    /// # Errors
    /// The definitions cannot be parsed, are ill-sorted, or include one that no function is known to satisfy.
    pub fn evaluate(&self, problem: &Problem, witness: Witness) -> Result<Evaluation, EvaluationError> {
        let results = EvalResults::evaluate(problem, &witness.assignment, witness.origin)?;
        let valuation = self.claimed(problem, &witness, results.valuation());
        let unknown = results.reasons(problem);
        Ok(Evaluation { witness, valuation, unknown, results: Arc::new(results) })
    }

    /// Returns the truth values of the terms of a problem under a witness. If no formula evaluates, they are
    /// claims of Z3.
    ///
    /// # Errors
    /// The definitions cannot be parsed, are ill-sorted, or include one that no function is known to satisfy.
    pub fn valuation(&self, problem: &Problem, witness: &Witness) -> Result<Valuation, EvaluationError> {
        let valuation = EvalResults::evaluate(problem, &witness.assignment, witness.origin)?.valuation();
        Ok(self.claimed(problem, witness, valuation))
    }

    /// Returns the truth values of closed Boolean terms under definitions of the symbols, like
    /// [`valuation`](Evaluator::valuation); `None` if the definitions cannot be read or used.
    pub(crate) fn valuation_under(&self, problem: &Problem, definitions: &str) -> Option<Valuation> {
        self.valuation(problem, &Witness::read(&problem.script, definitions).ok()?).ok()
    }

    /// Adds claims of Z3 to a valuation in which no formula evaluates.
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

    /// Returns a witness of random values for a problem, and its terms evaluated under it. The values depend on the problem
    /// and the `number` alone.
    pub(crate) fn sampled(&self, problem: &Problem, number: u64) -> Result<Evaluation, EvaluationError> {
        let mut rng = Key::new(&Digest::of(problem.source()), number).stream(Stream::Witness);
        self.evaluate(problem, sample(&problem.script, &mut rng))
    }

    /// Returns the truth values under a witness that only declares some symbols. They hold for all values of
    /// these symbols, and for all functions that satisfy the recursive definitions, if there are any.
    ///
    /// # Errors
    /// See [`Evaluator::valuation`].
    pub fn open_valuation(&self, problem: &Problem, witness: &Witness) -> Result<Valuation, EvaluationError> {
        Ok(EvalResults::suppose(problem, &witness.assignment, witness.origin)?.valuation())
    }

    /// Returns the values of the closed terms of a problem under a witness, by number; `None` for terms without a
    /// value.
    pub(crate) fn values(
        &self,
        problem: &Problem,
        witness: &Witness,
    ) -> Result<Vec<Option<Value>>, EvaluationError> {
        Ok(EvalResults::evaluate(problem, &witness.assignment, witness.origin)?.values())
    }

    /// Like [`Evaluator::values`], without those that depend on a choice that SMT-LIB leaves open.
    pub(crate) fn settled_values(
        &self,
        problem: &Problem,
        witness: &Witness,
    ) -> Result<Vec<Option<Value>>, EvaluationError> {
        Ok(EvalResults::evaluate(problem, &witness.assignment, witness.origin)?.comparable_values())
    }

    /// Asks Z3 for its values of a problem's terms, except for terms that depend on chosen values. Truth values
    /// that depend on a term for which Z3 disagrees become unknown.
    ///
    /// # Errors
    /// This program is built without Z3, Z3 cannot read the problem, or it reached its limits.
    pub fn review(&self, problem: &Problem, evaluation: &mut Evaluation) -> Result<SecondOpinion, NoOpinion> {
        let values = evaluation.results.comparable_values();
        let opinion = self.opinion_on(problem, &evaluation.witness, &values)?;
        opinion.doubt(&mut evaluation.valuation);
        Ok(opinion)
    }

    /// Asks Z3 for its opinion on these values, by term number.
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

    /// Returns other definitions under which all formulas of an obligation are true with a grade no worse than
    /// `allowed`, one command each, if any are found.
    pub(crate) fn definitions(&self, obligation: &Obligation, allowed: Grade) -> Option<Vec<String>> {
        self.search_definitions(obligation.clone(), allowed, QUICK)
    }

    /// Returns definitions under which all assertions of a script evaluate to true, one command each. They come
    /// from a model that Z3 may take long to find, but no longer than `limit`. Returns `None` if it finds none.
    pub(crate) fn model(&self, script: &Script, limit: Duration) -> Option<Vec<String>> {
        let effort = Effort { timeout: PATIENT.timeout.min(limit), ..PATIENT };
        self.search_definitions(Obligation::collect(script), Grade::Evaluated, effort)
    }

    /// Whether Z3 finds, with little effort, that nothing satisfies what is in force at a check of an instance, counted from
    /// 0. It is evidence that an answer of another solver is wrong, but no proof.
    pub(crate) fn refutes(&self, instance: &Instance, check: usize) -> bool {
        let request = Request::Refute { script: instance.at_check(check).text, rlimit: QUICK.rlimit };
        self.ask(&request, QUICK.timeout).unwrap_or_default()
    }

    /// Returns assertions of a problem that nothing satisfies together, by their numbers, if Z3 finds some; none can be left
    /// out, as far as it finds out.
    pub(crate) fn contradiction(&self, problem: &Problem) -> Vec<usize> {
        let request = Request::Contradiction { script: problem.source().to_owned() };
        self.run::<Option<Vec<usize>>>(&request).ok().flatten().unwrap_or_default()
    }

    fn search_definitions(
        &self,
        obligation: Obligation,
        allowed: Grade,
        effort: Effort,
    ) -> Option<Vec<String>> {
        let request = Request::Definitions { obligation: obligation.clone(), rlimit: effort.rlimit };
        let definitions = self.ask::<Option<Vec<String>>>(&request, effort.timeout).ok()??;
        let definitions = definitions.into_iter().map(|line| line + "\n").collect();
        let obligation = Obligation { definitions, ..obligation };
        obligation.grade().is_some_and(|grade| grade <= allowed).then_some(obligation.definitions)
    }

    /// Answers a request about a seed.
    fn run<T: DeserializeOwned>(&self, request: &Request) -> Result<T, EvaluationError> {
        self.ask(request, TIMEOUT)
    }

    /// Answers a request, if that is possible in time.
    fn ask<T: DeserializeOwned>(&self, request: &Request, timeout: Duration) -> Result<T, EvaluationError> {
        let broken = |error: serde_json::Error| EvaluationError::Internal(error.to_string());
        let request = serde_json::to_string(request).map_err(broken)?;
        let answer = match &self.z3 {
            Z3::Nowhere => return Err(EvaluationError::NotRun("Z3 is not available".to_owned())),
            Z3::InProcess => z3_process::answer(&request).map_err(broken)?.into_bytes(),
            Z3::InWorkers(workers) => workers.ask(&request, timeout)?,
        };
        serde_json::from_slice(&answer).map_err(broken)
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

    #[test]
    #[cfg(feature = "z3")]
    fn batches_with_one_model_key_share_a_model_and_sample_what_they_add() {
        let script = "(declare-fun x () Int)(assert (and (< 2 x) (< x 9000)))";
        let asserted = Problem::read(script).unwrap();
        let problem = asserted.with_declarations("(declare-fun y () Int)").unwrap();
        let (evaluator, weights) = (Evaluator::in_process(), Weights::only(Source::Model));
        let key = |number| Key::new(&Digest::of(script), number);
        let found = |number: u64, model_key: &Key| {
            let goal = Goal { problem: &problem, asserted: &asserted, key: &key(number), model_key };
            let witness = evaluator.search_sorted(&goal, &weights).unwrap().witness;
            assert_eq!(witness.origin, Origin::Model);
            <[String; 2]>::try_from(witness.definitions().to_vec()).unwrap()
        };
        let shared: Vec<[String; 2]> = (0..8).map(|number| found(number, &key(0))).collect();
        assert!(shared.iter().all(|[x, _]| *x == shared[0][0]));
        assert!(shared.iter().any(|[_, y]| *y != shared[0][1]));
        assert!((1..8).any(|number| found(0, &key(number))[0] != shared[0][0]));
    }

    /// Z3 prints the value `none` for both instances of a parametric sort, and asks for `(as none …)` when it
    /// reads that.
    #[test]
    fn a_model_that_is_not_read_again_gives_way_to_sampled_values() {
        let script = "(declare-datatypes ((O 1)) ((par (T) ((none) (some (v T))))))(declare-fun x () (O Int))\
            (declare-fun y () (O Bool))(assert (and (not (= x (some 1))) (not (= y (some true)))))";
        for source in [Source::Paper, Source::Model, Source::Negation, Source::Subset, Source::Sampled] {
            let found = found(script, source);
            assert!(found.is_ok(), "{source:?}: {}", found.unwrap_err());
        }
    }

    /// Z3 prints values of parametric sorts without the qualification that SMT-LIB requires.
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
