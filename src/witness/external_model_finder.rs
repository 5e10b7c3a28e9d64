//! Problem → witness, with an external model finder in place of the linked Z3. It gets the same queries as
//! scripts, and answers with printed models.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::matrix::Source;
use crate::process::quotation::quoted;
use crate::rng::{Key, Rng, Stream};
use crate::smtlib::{Printer, Problem, Sort, TermId};
use crate::theory::operators::op;
use crate::theory::signature::Signature;
use crate::theory::sorting::Sorting;
use crate::witness::assignment::{Origin, Witness, draw_literals};
use crate::witness::evaluation::closed_terms;
use crate::witness::printed::{Completion, Printed};

/// The maximal length of a reported reason in characters: it may quote solver output.
const TOLD: usize = 160;

/// A finder of models for scripts. Its output is not trusted: values are parsed from it, and the evaluator
/// decides what is true under them.
pub trait ModelFinder: fmt::Debug + Send + Sync {
    /// Returns its name.
    fn name(&self) -> &str;

    /// Searches for a model of a script of this logic, which contains declarations and assertions, but no checks.
    /// If possible, a `variety` leads to another model than the usual one.
    ///
    /// # Errors
    /// The finder cannot be run at all, although it is required. The text says why, and what to do.
    fn find(&self, logic: Option<&str>, script: &str, variety: Option<u32>) -> Result<Found, String>;
}

/// The result of a model search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The printed model.
    Model(String),
    /// The script is unsatisfiable, according to the finder.
    Unsat,
    /// No answer.
    Nothing(NoModel),
}

/// The reason why a model search failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoModel {
    /// The kind of reason, in a word or two.
    pub kind: String,
    /// Details or a remedy; may be empty.
    pub details: String,
}

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.details.as_str() {
            "" => f.write_str(&self.kind),
            details => write!(f, "{} ({})", self.kind, quoted(details, TOLD)),
        }
    }
}

/// A finder with statistics of its searches.
#[derive(Debug)]
pub(super) struct ExternalModels {
    finder: Box<dyn ModelFinder>,
    counts: Mutex<Counts>,
}

/// The number of models requested, and the reasons for failures.
#[derive(Debug, Default)]
struct Counts {
    wanted: usize,
    /// For each kind of reason, the number of failures and the alphabetically first details.
    without: BTreeMap<String, (usize, String)>,
}

impl ExternalModels {
    pub(super) fn new(finder: Box<dyn ModelFinder>) -> ExternalModels {
        ExternalModels { finder, counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a witness without a model.
    fn count_without(&self, why: NoModel) {
        let mut counts = self.counts();
        let (count, said) = counts.without.entry(why.kind).or_insert_with(|| (0, why.details.clone()));
        *count += 1;
        if why.details < *said {
            *said = why.details;
        }
    }

    /// Returns how many models were not found, and why; `None` if all were found.
    pub(super) fn summarise(&self) -> Option<String> {
        let counts = self.counts();
        let Counts { wanted, without } = &*counts;
        let none: usize = without.values().map(|(count, _)| count).sum();
        let reason = |(kind, (count, details)): (&String, &(usize, String))| {
            format!("{count} {}", NoModel { kind: kind.clone(), details: details.clone() })
        };
        let reasons = without.iter().map(reason).collect::<Vec<_>>().join("; ");
        let name = self.finder.name();
        (none > 0).then(|| {
            format!("witness: {none} of {wanted} use sampled values instead of a model of {name}: {reasons}")
        })
    }

    /// Returns a model of a problem as a witness. If none is found, counts the reason and returns `None`.
    ///
    /// # Errors
    /// The finder cannot be run, although it is required. The text says why, and what to do.
    pub(super) fn witness(
        &self,
        problem: &Problem,
        source: Source,
        variety: u32,
        key: &Key,
    ) -> Result<Option<Witness>, String> {
        self.counts().wanted += 1;
        let found = if source == Source::Subset {
            self.subset(problem, &mut key.stream(Stream::Subset))?
        } else {
            let variety = (source != Source::Paper).then_some(variety);
            self.first_model(problem, Origin::asked_by(source), variety)?
        };
        let witness = found.and_then(|(text, origin)| read(problem, &text, origin));
        Ok(witness.map_err(|why| self.count_without(why)).ok())
    }

    /// Counts a model whose values cannot be evaluated.
    pub(super) fn refuse(&self, message: &str) {
        self.count_without(unreadable(message));
    }

    /// Returns the model of the first satisfiable query. An undecided search ends the attempt, since the next
    /// query is not easier.
    fn first_model(
        &self,
        problem: &Problem,
        origins: [Origin; 2],
        variety: Option<u32>,
    ) -> Result<Result<(String, Origin), NoModel>, String> {
        for origin in origins {
            match self.find(problem, &asserted(problem, origin == Origin::NegationModel), variety)? {
                Found::Model(text) => return Ok(Ok((text, origin))),
                Found::Unsat => {}
                Found::Nothing(why) => return Ok(Err(why)),
            }
        }
        Ok(Err(unsat()))
    }

    /// Returns a model of a random consistent set of literals over the problem's Boolean sub-formulas. Half of
    /// the literals are dropped until the rest is consistent, so there are at most five queries.
    fn subset(&self, problem: &Problem, rng: &mut Rng) -> Result<Result<(String, Origin), NoModel>, String> {
        let mut literals = draw_literals(booleans(problem), rng);
        while !literals.is_empty() {
            match self.find(problem, &conjunction(problem, &literals), None)? {
                Found::Model(text) => return Ok(Ok((text, Origin::SubsetModel))),
                Found::Unsat => literals.truncate(literals.len() / 2),
                Found::Nothing(why) => return Ok(Err(why)),
            }
        }
        Ok(Err(unsat()))
    }

    fn find(&self, problem: &Problem, assertions: &str, variety: Option<u32>) -> Result<Found, String> {
        let script = &problem.script;
        let text = [&script.set_logic(), &script.declared(), assertions].concat();
        self.finder.find(script.logic.as_deref(), &text, variety)
    }
}

/// Parses a printed model as a witness of a problem. Missing values become the plainest of their sort. What the model
/// makes of operators where SMT-LIB leaves them open is left out: no solver has to agree with it.
fn read(problem: &Problem, text: &str, origin: Origin) -> Result<Witness, NoModel> {
    let script = &problem.script;
    let read = Printed::read(script, text)
        .and_then(|model| model.without_choices().witness(script, Completion::default()));
    read.map(|witness| Witness { origin, ..witness }).map_err(|error| unreadable(&error.to_string()))
}

fn unreadable(message: &str) -> NoModel {
    NoModel { kind: "unreadable model".to_owned(), details: message.to_owned() }
}

fn unsat() -> NoModel {
    NoModel { kind: "unsat".to_owned(), details: String::new() }
}

/// Returns the assertions of a problem, or the negation of their conjunction, as commands.
fn asserted(problem: &Problem, negated: bool) -> String {
    let script = &problem.script;
    let texts = script.assertions.iter().map(|&node| script.tree.canonical_text(node));
    if !negated {
        return texts.map(|text| format!("(assert {text})\n")).collect();
    }
    // `or` needs at least two arguments.
    let negations: Vec<String> = texts.map(|text| format!("(not {text})")).collect();
    match negations.as_slice() {
        [] => "(assert false)\n".to_owned(),
        [one] => format!("(assert {one})\n"),
        many => format!("(assert (or {}))\n", many.join(" ")),
    }
}

/// Returns the closed Boolean terms of a problem.
fn booleans(problem: &Problem) -> Vec<TermId> {
    let sorting = Sorting::infer(&problem.formulas.terms, &Signature::collect(&problem.script));
    let mut booleans = closed_terms(problem);
    booleans.retain(|&id| sorting.sort(id).known() == Some(&Sort::Bool));
    booleans
}

/// Returns one assertion of a non-empty set of literals, so that shared subterms are printed once.
fn conjunction(problem: &Problem, literals: &[(TermId, bool)]) -> String {
    let mut terms = problem.formulas.terms.clone();
    let signed: Vec<TermId> = literals
        .iter()
        .map(
            |&(formula, is_positive)| {
                if is_positive { formula } else { terms.app(op::NOT.name(), &[formula]) }
            },
        )
        .collect();
    let root = match signed.as_slice() {
        &[one] => one,
        many => terms.app(op::AND.name(), many),
    };
    format!("(assert {})\n", Printer::new(&terms).print(root))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::digest::Digest;
    use crate::matrix::Weights;
    use crate::witness::{Evaluation, EvaluationError, Evaluator, Truth};

    const SEED: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun p () Bool)\
        (assert (or p (> x 1)))(assert (< x 9))";

    /// A script and a variety.
    type Question = (String, Option<u32>);

    /// A finder that gives answers in turn, repeats the last one, and records the queries.
    #[derive(Debug)]
    struct Scripted {
        answers: Vec<Found>,
        asked: Arc<Mutex<Vec<Question>>>,
    }

    impl ModelFinder for Scripted {
        fn name(&self) -> &str {
            "mine"
        }

        fn find(&self, logic: Option<&str>, script: &str, variety: Option<u32>) -> Result<Found, String> {
            assert_eq!(logic, Some("QF_LIA"));
            let mut asked = self.asked.lock().unwrap();
            asked.push((script.to_owned(), variety));
            Ok(self.answers[(asked.len() - 1).min(self.answers.len() - 1)].clone())
        }
    }

    struct Search {
        found: Evaluation,
        asked: Vec<Question>,
        told: Option<String>,
    }

    fn search(source: Source, answers: &[Found]) -> Search {
        let asked = Arc::default();
        let finder = Scripted { answers: answers.to_vec(), asked: Arc::clone(&asked) };
        let evaluator = Evaluator::alone().asking(Box::new(finder));
        let key = Key::new(&Digest::of(SEED), 1);
        let problem = Problem::read(SEED).unwrap();
        let found = evaluator.search(&problem, &key, &Weights::only(source)).unwrap();
        let asked = asked.lock().unwrap().clone();
        Search { found, asked, told: evaluator.count_missing_models() }
    }

    fn model(text: &str) -> Found {
        Found::Model(text.to_owned())
    }

    const HEAD: &str = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun p () Bool)\n";

    #[test]
    fn the_questions_are_the_assertions_and_their_negation() {
        let Search { found, asked, told } =
            search(Source::Paper, &[Found::Unsat, model("((define-fun x () Int 12))")]);
        let plain = format!("{HEAD}(assert (or p (> x 1)))\n(assert (< x 9))\n");
        let negated = format!("{HEAD}(assert (or (not (or p (> x 1))) (not (< x 9))))\n");
        assert_eq!(asked, [(plain, None), (negated, None)]);
        assert_eq!(found.witness.origin, Origin::NegationModel);
        // Missing values become the plainest of their sort.
        assert_eq!(found.witness.text(), "(define-fun x () Int 12)\n(define-fun p () Bool false)\n");
        assert_eq!(told, None);
        assert!(search(Source::Model, &[model("(= x 3)")]).asked[0].1.is_some(), "it varies");
    }

    #[test]
    fn a_wrong_model_is_as_good_as_any_other_assignment() {
        let Search { found, told, .. } = search(Source::Model, &[model("((define-fun x () Int 100))")]);
        let truths = found.valuation.0.iter().flatten();
        assert!(truths.clone().any(|truth| *truth == Truth::Is(false)), "x is not below 9");
        assert_eq!(told, None);
    }

    /// What another solver gives an operator where SMT-LIB leaves it open is a choice like any other.
    #[test]
    fn a_model_fixes_no_operator() {
        let seed = "(set-logic QF_NIA)(declare-fun x () Int)(assert (= (div x 0) 5))";
        let text = "((define-fun x () Int 1)(define-fun div0 ((x!0 Int)) Int 5))";
        let witness = read(&Problem::read(seed).unwrap(), text, Origin::Printed).unwrap();
        assert_eq!(witness.text(), "(define-fun x () Int 1)\n");
    }

    #[test]
    fn literals_are_dropped_until_the_rest_is_consistent() {
        let answers = [Found::Unsat, Found::Unsat, model("((define-fun x () Int 5))")];
        let Search { found, asked, .. } = search(Source::Subset, &answers);
        assert_eq!(found.witness.origin, Origin::SubsetModel);
        let sizes = asked.iter().map(|(script, _)| script.len()).collect::<Vec<_>>();
        assert!(sizes.is_sorted_by(|one, two| one > two), "{sizes:?}");
        let again = search(Source::Subset, &answers).asked;
        assert_eq!(again, asked, "the same key draws the same literals");
        let never = search(Source::Subset, &[Found::Unsat]);
        assert!(never.asked.len() <= 5, "{}", never.asked.len());
        assert_eq!(never.found.witness.origin, Origin::Sampled);
    }

    #[test]
    fn what_is_no_model_gives_way_to_sampled_values_and_is_told() {
        let unknown = Found::Nothing(NoModel { kind: "unknown".to_owned(), details: String::new() });
        for (answer, reason) in [
            (unknown, "unknown"),
            (Found::Unsat, "unsat"),
            (model(""), "unreadable model (no model was printed)"),
            (model("((define-fun x () Int"), "unreadable model (the model is not SMT-LIB: "),
            (
                model("((define-fun x () Int #b1))"),
                "unreadable model (the value of `x` is malformed: `#b1` is no value of sort Int)",
            ),
        ] {
            let Search { found, told, .. } = search(Source::Model, &[answer]);
            assert_eq!(found.witness.origin, Origin::Sampled, "{reason}");
            let expected =
                format!("witness: 1 of 1 use sampled values instead of a model of mine: 1 {reason}");
            assert!(told.as_ref().is_some_and(|told| told.starts_with(&expected)), "{told:?}");
        }
    }

    #[test]
    fn nobody_is_asked_for_sampled_values_and_one_who_has_to_be_there_and_is_not_is_an_error() {
        #[derive(Debug)]
        struct Nobody;
        impl ModelFinder for Nobody {
            fn name(&self) -> &str {
                "nobody"
            }
            fn find(&self, _: Option<&str>, _: &str, _: Option<u32>) -> Result<Found, String> {
                Err("install it".to_owned())
            }
        }
        let evaluator = Evaluator::alone().asking(Box::new(Nobody));
        let problem = Problem::read(SEED).unwrap();
        let key = Key::new(&Digest::of(SEED), 1);
        assert!(evaluator.search(&problem, &key, &Weights::only(Source::Sampled)).is_ok());
        let error = evaluator.search(&problem, &key, &Weights::only(Source::Model)).unwrap_err();
        assert!(matches!(&error, EvaluationError::NotRun(why) if why == "install it"), "{error}");
    }

    #[test]
    fn what_was_not_found_is_told_by_reason() {
        let models = ExternalModels::new(Box::new(Scripted { answers: Vec::new(), asked: Arc::default() }));
        let why = |kind: &str, details: &str| NoModel { kind: kind.to_owned(), details: details.to_owned() };
        models.counts().wanted = 5;
        assert_eq!(models.summarise(), None);
        for (kind, details) in [("error", "no f"), ("unknown", ""), ("error", "no e")] {
            models.count_without(why(kind, details));
        }
        let told = "witness: 3 of 5 use sampled values instead of a model of mine: 2 error (no e); 1 unknown";
        assert_eq!(models.summarise().unwrap(), told);
    }
}
