//! Evaluation of the closed terms of a problem under a witness.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::smtlib::{Position, Problem, ReadError, Script, Sort, TermId};
use crate::theory::interpreter::{Choices, EvalResult, Interpreter, Model};
use crate::theory::sorting::Sorting;
use crate::theory::usable::{Fault, ill_sorted};
use crate::theory::value::Value;
use crate::witness::assignment::{Assignment, Origin, Witness};
use crate::witness::truth::{Grade, Truth, Valuation};

/// The reason why there is no witness, or nothing is known to be true under it. Positions are those of the
/// script.
#[derive(Clone, Debug, Serialize, Deserialize, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum EvaluationError {
    #[error("{place}: the sorts do not fit ({message})")]
    IllSorted { place: Position, message: String },
    /// The definitions of a witness cannot be parsed.
    #[error("{0}")]
    Refused(String),
    /// No function is known to satisfy a recursive definition.
    #[error("{0}")]
    Groundless(String),
    #[error("Z3 {0}")]
    GaveUp(String),
    /// The evaluating process could not be run, or its answer is incomplete. The text says why, and what to do.
    #[error("{0}")]
    NotRun(String),
    /// Any other failure.
    #[error("internal error: {0}")]
    Internal(String),
}

/// A witness, and the truth values under it.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The assignment.
    pub witness: Witness,
    /// The truth values under it.
    pub valuation: Valuation,
    /// A few reasons why terms have no value, each with the position of the first such term.
    pub unknown: Vec<String>,
    /// The results of evaluating terms under it.
    pub(crate) results: Arc<EvalResults>,
}

/// The maximal number of reasons reported.
const REASONS: usize = 5;

/// The results of evaluating the closed terms in the assertions and assumptions of a problem.
#[derive(Debug)]
pub(crate) struct EvalResults {
    /// The results by term number; `None` for other terms.
    results: Vec<Option<EvalResult>>,
    /// The truth values of formulas with results that depend on choices, if they are the same under every choice.
    settled: BTreeMap<TermId, bool>,
    choices: Choices,
    /// By term number, whether a term is Boolean.
    are_boolean: Vec<bool>,
}

impl EvalResults {
    /// Evaluates a problem under definitions of its symbols, which come from there.
    ///
    /// # Errors
    /// The definitions cannot be parsed or are ill-sorted, or no function is known to satisfy one of them:
    /// nothing is known to be true under such a definition.
    pub(super) fn evaluate(
        problem: &Problem,
        assignment: &Assignment,
        origin: Origin,
    ) -> Result<EvalResults, EvaluationError> {
        let model = read(problem, assignment)?;
        match assignment.groundless(model, problem.script.has_reals_only()) {
            None => Ok(EvalResults::under(problem, model, origin)),
            Some(groundless) => Err(EvaluationError::Groundless(groundless.to_owned())),
        }
    }

    /// Evaluates a problem like [`EvalResults::evaluate`], but assumes that all recursive definitions are
    /// satisfiable.
    pub(super) fn suppose(
        problem: &Problem,
        assignment: &Assignment,
        origin: Origin,
    ) -> Result<EvalResults, EvaluationError> {
        Ok(EvalResults::under(problem, read(problem, assignment)?, origin))
    }

    fn under(problem: &Problem, model: &Model, origin: Origin) -> EvalResults {
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &model.signature);
        let mut interpreter = Interpreter::new(model, terms, &sorting);
        if origin == Origin::Printed {
            // The solver chose a heap and elements, which the definitions do not have.
            interpreter = interpreter.of_partial_model();
        }
        let is_boolean = |id| sorting.sort(id).known() == Some(&Sort::Bool);
        let mut results = vec![None; terms.len()];
        let mut settled = BTreeMap::new();
        for id in closed_terms(problem) {
            let result = interpreter.evaluate(id);
            if result.is_chosen && is_boolean(id) {
                settled.extend(interpreter.truth_under_every_choice(id).map(|truth| (id, truth)));
            }
            results[id.index()] = Some(result);
        }
        let choices = interpreter.choices().clone();
        EvalResults { results, settled, choices, are_boolean: terms.ids().map(is_boolean).collect() }
    }

    /// Returns the result of a term; `None` if it is open or does not occur in an assertion or assumption.
    pub(crate) fn get(&self, id: TermId) -> Option<&EvalResult> {
        self.results.get(id.index())?.as_ref()
    }

    /// Returns the truth value of each closed Boolean term, by number; `None` for other terms.
    pub(super) fn valuation(&self) -> Valuation {
        let truth = |(worth, is_boolean): (&Option<EvalResult>, &bool)| {
            worth.as_ref().filter(|_| *is_boolean).map(Truth::from_result)
        };
        let mut truths: Vec<Option<Truth>> = self.results.iter().zip(&self.are_boolean).map(truth).collect();
        for (id, truth) in &self.settled {
            truths[id.index()] = Some(Truth::Is(*truth));
        }
        Valuation(truths)
    }

    /// Whether a formula depends on choices, although it has the same truth value under all of them.
    pub(crate) fn is_settled(&self, id: TermId) -> bool {
        self.settled.contains_key(&id)
    }

    /// Returns why some terms have no value, each reason once with its first position.
    pub(super) fn reasons(&self, problem: &Problem) -> Vec<String> {
        let Problem { script, formulas } = problem;
        let mut reasons: Vec<(String, String)> = Vec::new();
        for (id, worth) in formulas.terms.ids().zip(&self.results) {
            let Some(EvalResult { value: Err(reason), .. }) = worth else { continue };
            let reason = reason.to_string();
            if reasons.len() < REASONS && !reasons.iter().any(|(known, _)| *known == reason) {
                let place = formulas.place(id, &script.tree).map(|place| format!("{place}: "));
                let text = format!("{}{reason}", place.unwrap_or_default());
                reasons.push((reason, text));
            }
        }
        reasons.into_iter().map(|(_, text)| text).collect()
    }

    /// Returns the equations for the values chosen where SMT-LIB leaves them open.
    pub(super) fn choices(&self) -> Vec<String> {
        let equation = |((head, arguments), value): (&(Box<str>, Vec<Value>), &Value)| {
            let arguments: Vec<String> = arguments.iter().map(|argument| format!(" {argument}")).collect();
            format!("(= ({head}{}) {value})", arguments.concat())
        };
        self.choices.iter().map(equation).collect()
    }

    /// Returns the values of closed terms by number.
    pub(super) fn values(self) -> Vec<Option<Value>> {
        self.results.into_iter().map(|worth| worth?.value.ok()).collect()
    }

    /// Returns the values that another evaluator must agree with: those that are not chosen, except for regular
    /// languages, which have many representations.
    pub(super) fn comparable_values(&self) -> Vec<Option<Value>> {
        let comparable = |worth: &Option<EvalResult>| match worth {
            Some(EvalResult { value: Ok(value), is_chosen: false })
                if !matches!(value, Value::Language(_)) =>
            {
                Some(value.clone())
            }
            _ => None,
        };
        self.results.iter().map(comparable).collect()
    }
}

/// Parses definitions as the model of a problem.
fn read<'a>(problem: &Problem, assignment: &'a Assignment) -> Result<&'a Model, EvaluationError> {
    let model = assignment.model(problem.script.has_reals_only());
    model.map(AsRef::as_ref).map_err(|refused| EvaluationError::Refused(refused.to_owned()))
}

/// Checks the sorts of a problem.
///
/// # Errors
/// A term or definition is ill-sorted, whether used or not, or an assertion is not Boolean; the first such fault.
pub(crate) fn check_sorts(problem: &Problem) -> Result<(), EvaluationError> {
    let faults = ill_sorted(problem).map_err(|error| EvaluationError::Refused(error.to_string()))?;
    match faults.into_iter().next() {
        Some(Fault { place, what, .. }) => Err(EvaluationError::IllSorted { place, message: what }),
        None => Ok(()),
    }
}

/// Returns the closed terms in the assertions and assumptions, children before parents.
pub(super) fn closed_terms(problem: &Problem) -> Vec<TermId> {
    let formulas = &problem.formulas;
    let terms = &formulas.terms;
    let reached = terms.reached(formulas.assertions.iter().chain(&formulas.assumptions).copied());
    terms.ids().filter(|&id| reached[id.index()] && terms.is_closed(id)).collect()
}

/// Formulas that must be true under definitions. The reducer checks them for a smaller instance before it runs a
/// solver.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Obligation {
    /// The logic and the declarations.
    pub declarations: String,
    /// An SMT-LIB command for each declaration, in order.
    pub definitions: Vec<String>,
    /// The formulas, each of which is decided by itself.
    pub formulas: Vec<String>,
}

impl Obligation {
    /// Returns the obligation to satisfy all assertions of a script, without definitions.
    pub(crate) fn collect(script: &Script) -> Obligation {
        Obligation {
            declarations: script.set_logic() + &script.declared(),
            definitions: Vec::new(),
            formulas: script.assertions.iter().map(|&node| script.tree.canonical_text(node)).collect(),
        }
    }

    /// Returns the grade of all formulas together; `None` if one of them is not true or cannot be parsed.
    pub(crate) fn grade(&self) -> Option<Grade> {
        let problem = self.problem().ok()?;
        let assignment = Assignment::new(self.definitions.clone());
        let valuation = EvalResults::evaluate(&problem, &assignment, Origin::Given).ok()?.valuation();
        let assertions = &problem.formulas.assertions;
        let grades = assertions.iter().map(|&id| valuation.truth(id)?.grade_if_true());
        let grades = grades.collect::<Option<Vec<Grade>>>().filter(|all| all.len() == self.formulas.len())?;
        Some(grades.into_iter().max().unwrap_or_default())
    }

    /// Returns the problem that asserts all formulas.
    pub(super) fn problem(&self) -> Result<Problem, ReadError> {
        Problem::asserting(&self.declarations, &self.formulas)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::Evaluator;

    #[test]
    fn nothing_is_true_beside_an_ill_sorted_definition() {
        let obligation = |body: &str| {
            let lines =
                ["(declare-fun x () Int)\n".to_owned(), format!("(define-fun f ((y Int)) Bool {body})\n")];
            let definitions = vec!["(define-fun x () Int 3)\n".to_owned(), lines[1].clone()];
            Obligation { declarations: lines.concat(), definitions, formulas: vec!["(> x 2)".to_owned()] }
        };
        let grade = |body| obligation(body).grade();
        assert_eq!(grade("(< y 2)"), Some(Grade::Evaluated));
        for body in ["(+ y 2)", "(or true (bvult y y))", "(exists ((z Bool)) (and (not z) (< z y)))"] {
            assert_eq!(grade(body), None, "{body}");
        }
    }

    #[test]
    #[cfg_attr(not(feature = "z3"), ignore = "needs Z3")]
    fn only_what_is_true_has_a_grade() {
        let obligation = |formulas: &[&str]| Obligation {
            declarations: "(declare-fun x () Int)(declare-sort S 0)(declare-fun s () S)".to_owned(),
            definitions: [
                "(define-fun x () Int 3)\n",
                "(declare-datatypes ((S 0)) (((S!0) (S!1))))\n",
                "(define-fun s () S S!1)\n",
            ]
            .map(str::to_owned)
            .to_vec(),
            formulas: formulas.iter().map(|&formula| formula.to_owned()).collect(),
        };
        let cases = [
            ("(> x 2)", Some(Grade::Evaluated)),
            ("(= s s)", Some(Grade::Evaluated)),
            ("(> x 3)", None),
            ("(>= (div x 0) (div x 0))", Some(Grade::Choice)),
            ("(+ x 2)", None),
            ("(> y 2)", None),
            ("(> x 2", None),
            ("(> x 1)", Some(Grade::Evaluated)),
        ];
        let evaluator = Evaluator::in_process();
        for (formula, grade) in cases {
            assert_eq!(obligation(&[formula]).grade(), grade, "{formula}");
        }
        assert_eq!(obligation(&["(> x 2)", "(>= (div x 0) (div x 0))"]).grade(), Some(Grade::Choice));
        assert_eq!(obligation(&["(> x 2)", "(> x 3)"]).grade(), None);
        assert_eq!(obligation(&[]).grade(), Some(Grade::Evaluated));
        let found = evaluator.definitions(&obligation(&["(> x 7)", "(= s s)"]), Grade::Evaluated).unwrap();
        let found = Obligation { definitions: found, ..obligation(&["(> x 7)"]) };
        assert_eq!(found.grade(), Some(Grade::Evaluated));
        assert_eq!(evaluator.definitions(&obligation(&["(> x 7)", "(< x 7)"]), Grade::Evaluated), None);
        // A formula that closes the assertion and opens another one does not count as two.
        assert_eq!(obligation(&["(> x 2)) (assert (> x 2)"]).grade(), None);
    }
}
