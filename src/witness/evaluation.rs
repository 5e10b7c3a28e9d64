//! What the closed terms of a problem are worth under a witness.

use std::fmt::Display;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::smtlib::{Position, Problem, ReadError, Script, Sort, TermId};
use crate::theory::interpreter::{Choices, EvalResult, Interpreter, Model};
use crate::theory::sorting::Sorting;
use crate::theory::usable::{Fault, ill_sorted};
use crate::theory::value::Value;
use crate::witness::assignment::{Assignment, Witness};
use crate::witness::truth::{Grade, Truth, Valuation};

/// Why there is no witness, or why nothing is known to be true under it. Places are those of the script.
#[derive(Clone, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum EvaluationError {
    /// The sorts of a term do not fit.
    #[error("{place}: the sorts do not fit ({message})")]
    IllSorted {
        /// Where.
        place: Position,
        /// What does not take what.
        message: String,
    },
    /// The definitions of a witness cannot be read; why.
    #[error("{0}")]
    Refused(String),
    /// No function is known to satisfy a recursive definition; which one, and why.
    #[error("{0}")]
    Groundless(String),
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

/// A witness, and what is true under it.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The assignment.
    pub witness: Witness,
    /// Truth values under it.
    pub valuation: Valuation,
    /// Why some terms have no value, and where the first of each kind is: a few of the reasons.
    pub unknown: Vec<String>,
    /// What the terms are worth under it.
    pub(crate) results: Arc<EvalResults>,
}

/// How many reasons why terms have no value are told.
const REASONS: usize = 5;

/// The values of the closed terms under the assertions and assumptions of a problem.
#[derive(Debug)]
pub(crate) struct EvalResults {
    /// By number of the term; none for the others.
    results: Vec<Option<EvalResult>>,
    choices: Choices,
    /// By number, whether a term is Boolean.
    are_boolean: Vec<bool>,
}

impl EvalResults {
    /// Evaluates a problem under definitions of its symbols.
    ///
    /// # Errors
    /// Definitions that are none, whose values are not of the right sorts, or that no functions are known to satisfy:
    /// beside such a one nothing is known to be true.
    pub(super) fn evaluate(
        problem: &Problem,
        assignment: &Assignment,
    ) -> Result<EvalResults, EvaluationError> {
        let model = read(problem, assignment)?;
        match assignment.groundless(model, problem.script.has_reals_only()) {
            None => Ok(EvalResults::under(problem, model)),
            Some(groundless) => Err(EvaluationError::Groundless(groundless.to_owned())),
        }
    }

    /// The same where it is supposed that there are functions that satisfy what is defined by recursion.
    ///
    /// # Errors
    /// Definitions that are none, or whose values are not of the right sorts.
    pub(super) fn suppose(
        problem: &Problem,
        assignment: &Assignment,
    ) -> Result<EvalResults, EvaluationError> {
        Ok(EvalResults::under(problem, read(problem, assignment)?))
    }

    fn under(problem: &Problem, model: &Model) -> EvalResults {
        let terms = &problem.formulas.terms;
        let sorting = Sorting::infer(terms, &model.signature);
        let mut interpreter = Interpreter::new(model, terms, &sorting);
        let mut results = vec![None; terms.len()];
        for id in closed_terms(problem) {
            results[id.index()] = Some(interpreter.evaluate(id));
        }
        let is_boolean = |id| sorting.sort(id).known() == Some(&Sort::Bool);
        let choices = interpreter.choices().clone();
        EvalResults { results, choices, are_boolean: terms.ids().map(is_boolean).collect() }
    }

    /// What a term is worth, by number; none for one that is open, or that nothing asserted has in it.
    pub(crate) fn get(&self, id: TermId) -> Option<&EvalResult> {
        self.results.get(id.index())?.as_ref()
    }

    /// The truth of each closed Boolean term, by number; none for the others.
    pub(super) fn valuation(&self) -> Valuation {
        let truth = |(worth, is_boolean): (&Option<EvalResult>, &bool)| {
            worth.as_ref().filter(|_| *is_boolean).map(Truth::from_result)
        };
        Valuation(self.results.iter().zip(&self.are_boolean).map(truth).collect())
    }

    /// Why some terms have no value, each reason once with its first place.
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

    /// The equations that say what was chosen where SMT-LIB leaves a value open.
    pub(super) fn choices(&self) -> Vec<String> {
        let equation = |((head, arguments), value): (&(Box<str>, Vec<Value>), &Value)| {
            let arguments: Vec<String> = arguments.iter().map(|argument| format!(" {argument}")).collect();
            format!("(= ({head}{}) {value})", arguments.concat())
        };
        self.choices.iter().map(equation).collect()
    }

    /// The value of each closed term that has one, by number.
    pub(super) fn values(self) -> Vec<Option<Value>> {
        self.results.into_iter().map(|worth| worth?.value.ok()).collect()
    }

    /// The same of those that another evaluator must give the same value: nobody chose it, and it is no language, which
    /// may be written in many ways.
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

/// Definitions as a model of a problem.
fn read<'a>(problem: &Problem, assignment: &'a Assignment) -> Result<&'a Model, EvaluationError> {
    let model = assignment.model(problem.script.has_reals_only());
    model.map(AsRef::as_ref).map_err(|refused| EvaluationError::Refused(refused.to_owned()))
}

/// Looks whether the sorts of a problem fit.
///
/// # Errors
/// The first term whose head does not take what it is given, or what is asserted and not Boolean; or a definition of
/// another sort than it says, used or not.
pub(super) fn check_sorts(problem: &Problem) -> Result<(), EvaluationError> {
    let faults = ill_sorted(problem).map_err(|error| EvaluationError::Refused(error.to_string()))?;
    match faults.into_iter().next() {
        Some(Fault { place, what, .. }) => Err(EvaluationError::IllSorted { place, message: what }),
        None => Ok(()),
    }
}

/// Closed terms under the assertions and assumptions, children before parents.
pub(super) fn closed_terms(problem: &Problem) -> Vec<TermId> {
    let formulas = &problem.formulas;
    let terms = &formulas.terms;
    let reached = terms.reached(formulas.assertions.iter().chain(&formulas.assumptions).copied());
    terms.ids().filter(|&id| reached[id.index()] && terms.is_closed(id)).collect()
}

/// Formulas that are to be true under definitions: what a smaller instance is asked before any solver is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Obligation {
    /// Logic and declarations.
    pub declarations: String,
    /// One SMT-LIB command for each declaration, in order.
    pub definitions: Vec<String>,
    /// The formulas, of which each is answered by itself.
    pub formulas: Vec<String>,
}

impl Obligation {
    /// All that a script asserts, without definitions.
    pub(super) fn of_script(script: &Script) -> Obligation {
        let text = |node| script.tree.canonical_text(node);
        let logic = script.logic.iter().map(|logic| format!("(set-logic {logic})\n"));
        let declarations = script.declarations.iter().map(|line| format!("{}\n", text(line.node)));
        Obligation {
            declarations: logic.chain(declarations).collect(),
            definitions: Vec::new(),
            formulas: script.assertions.iter().map(|&node| text(node)).collect(),
        }
    }

    /// For each formula, what its truth rests on by evaluation; none if it is not true, or if it is refused.
    pub(super) fn grades(&self) -> Vec<Option<Grade>> {
        let assignment = Assignment::new(self.definitions.clone());
        let mut grades = Vec::new();
        // One formula that cannot be read makes all that stand beside it unreadable.
        let mut parts = vec![self.formulas.as_slice()];
        while let Some(formulas) = parts.pop() {
            match self.grades_under(&assignment, formulas) {
                Some(found) => grades.extend(found),
                None if formulas.len() < 2 => grades.push(None),
                None => {
                    let (first, second) = formulas.split_at(formulas.len() / 2);
                    parts.extend([second, first]);
                }
            }
        }
        grades
    }

    /// The same of some formulas; none if one of them cannot be read.
    fn grades_under(&self, assignment: &Assignment, formulas: &[String]) -> Option<Vec<Option<Grade>>> {
        let problem = self.read(formulas).ok()?;
        let valuation = EvalResults::evaluate(&problem, assignment).ok()?.valuation();
        let grade = |&id| valuation.truth(id)?.grade_if_true();
        let assertions = &problem.formulas.assertions;
        (assertions.len() == formulas.len()).then(|| assertions.iter().map(grade).collect())
    }

    /// The problem that all formulas make.
    ///
    /// # Errors
    /// A formula that cannot be read.
    pub(super) fn problem(&self) -> Result<Problem, ReadError> {
        self.read(&self.formulas)
    }

    fn read<F: Display>(&self, formulas: &[F]) -> Result<Problem, ReadError> {
        let assertions = formulas.iter().map(|formula| format!("(assert {formula})\n"));
        Problem::read(self.declarations.clone() + &assertions.collect::<String>())
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
        let grade = |body| obligation(body).grades()[0];
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
        assert_eq!(obligation(&cases.map(|(formula, _)| formula)).grades(), cases.map(|(_, grade)| grade));
        let found = evaluator.definitions(&obligation(&["(> x 7)", "(= s s)"]), Grade::Evaluated).unwrap();
        assert_eq!(
            Obligation { definitions: found, ..obligation(&["(> x 7)"]) }.grades(),
            [Some(Grade::Evaluated)]
        );
        assert_eq!(evaluator.definitions(&obligation(&["(> x 7)", "(< x 7)"]), Grade::Evaluated), None);
        // What closes the assertion and opens another one is not two formulas.
        assert_eq!(obligation(&["(> x 2)) (assert (> x 2)"]).grades(), [None]);
    }
}
