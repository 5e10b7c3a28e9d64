//! What the closed terms of a problem are worth under a witness.

use serde::{Deserialize, Serialize};

use crate::smtlib::{Problem, ReadError, Script, Sort, TermId, has_reals_only, symbol};
use crate::theory::interpreter::{Interpreter, Model, Worth};
use crate::theory::sorting::Sorting;
use crate::theory::usable::{Fault, ill_sorted};
use crate::theory::value as theory;
use crate::witness::{EvaluationError, Truth, Valuation, Value, Witness};

/// A witness, and what is true under it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The assignment.
    pub witness: Witness,
    /// Truth values under it.
    pub valuation: Valuation,
    /// Why some terms have no value, and where the first of each kind is: a few of the reasons.
    pub unknown: Vec<String>,
}

/// How many reasons why terms have no value are told.
const REASONS: usize = 5;

/// A problem under definitions.
pub(super) struct Evaluated<'a> {
    problem: &'a Problem,
    model: Model,
    sorting: Sorting,
}

impl<'a> Evaluated<'a> {
    /// Reads definitions, a command each, for a problem.
    ///
    /// # Errors
    /// Definitions that are none, whose values are not of the right sorts, or that no functions are known to satisfy:
    /// beside such a one nothing is known to be true.
    pub(super) fn new(
        problem: &'a Problem,
        definitions: &[String],
    ) -> Result<Evaluated<'a>, EvaluationError> {
        let evaluated = Evaluated::supposed(problem, definitions)?;
        match evaluated.model.groundless().first() {
            None => Ok(evaluated),
            Some(groundless) => Err(EvaluationError::Groundless(groundless.to_string())),
        }
    }

    /// The same where it is supposed that there are functions that satisfy what is defined by recursion.
    ///
    /// # Errors
    /// Definitions that are none, or whose values are not of the right sorts.
    pub(super) fn supposed(
        problem: &'a Problem,
        definitions: &[String],
    ) -> Result<Evaluated<'a>, EvaluationError> {
        let refused = |error: ReadError| EvaluationError::Refused(error.to_string());
        let script = Script::parse(definitions.join("\n")).map_err(refused)?;
        let logic = problem.script.logic.as_deref();
        let model = Model::build(&script, logic.is_some_and(has_reals_only)).map_err(refused)?;
        if let Some(definition) = model.ill_sorted().next() {
            let name = symbol::bare(&definition.name);
            return Err(EvaluationError::Refused(format!("the value of `{name}` is not of its sort")));
        }
        let sorting = Sorting::infer(&problem.formulas.terms, &model.signature);
        Ok(Evaluated { problem, model, sorting })
    }

    /// What each closed term under the assertions and assumptions is worth, by number; none for the others.
    fn worths(&self) -> Vec<Option<Worth>> {
        self.worths_by(&mut self.interpreter())
    }

    fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.model, &self.problem.formulas.terms, &self.sorting)
    }

    fn worths_by(&self, interpreter: &mut Interpreter<'_>) -> Vec<Option<Worth>> {
        let terms = &self.problem.formulas.terms;
        let mut worths = vec![None; terms.len()];
        for id in closed_terms(self.problem) {
            worths[id.index()] = Some(interpreter.worth(id));
        }
        worths
    }

    /// The truth of each closed Boolean term, by number; none for the others.
    pub(super) fn valuation(&self) -> Valuation {
        self.truths(&self.worths())
    }

    fn truths(&self, worths: &[Option<Worth>]) -> Valuation {
        let truth = |(id, worth): (TermId, &Option<Worth>)| {
            let is_boolean = self.sorting.sort(id).known() == Some(&Sort::Bool);
            let worth = worth.as_ref().filter(|_| is_boolean)?;
            Some(match worth.value.as_ref().ok().and_then(theory::Value::as_bool) {
                Some(truth) if worth.is_chosen => Truth::Chosen(truth),
                Some(truth) => Truth::Is(truth),
                None => Truth::Unknown,
            })
        };
        Valuation(self.problem.formulas.terms.ids().zip(worths).map(truth).collect())
    }

    /// The valuation, and why some terms have no value.
    pub(super) fn valuation_and_unknown(&self) -> (Valuation, Vec<String>) {
        let worths = self.worths();
        let Problem { script, formulas } = self.problem;
        let mut reasons: Vec<(String, String)> = Vec::new();
        for (id, worth) in formulas.terms.ids().zip(&worths) {
            let Some(Worth { value: Err(reason), .. }) = worth else { continue };
            let reason = reason.to_string();
            if reasons.len() < REASONS && !reasons.iter().any(|(known, _)| *known == reason) {
                let place = formulas.place(id, &script.tree).map(|place| format!("{place}: "));
                let text = format!("{}{reason}", place.unwrap_or_default());
                reasons.push((reason, text));
            }
        }
        (self.truths(&worths), reasons.into_iter().map(|(_, text)| text).collect())
    }

    /// The equations that say what was chosen where SMT-LIB leaves a value open.
    pub(super) fn choices(&self) -> Vec<String> {
        let mut interpreter = self.interpreter();
        self.worths_by(&mut interpreter);
        let equation = |((head, arguments), value): (&(Box<str>, Vec<theory::Value>), &theory::Value)| {
            let arguments: Vec<String> = arguments.iter().map(|argument| format!(" {argument}")).collect();
            format!("(= ({head}{}) {value})", arguments.concat())
        };
        interpreter.choices().iter().map(equation).collect()
    }

    /// Sort and value of each closed term that has one, by number.
    pub(super) fn values(&self) -> Vec<Option<Value>> {
        self.written(|_| true)
    }

    /// The same of those that another evaluator must give the same value: nobody chose it, and it is no language, which
    /// may be written in many ways.
    pub(super) fn comparable_values(&self) -> Vec<Option<Value>> {
        let is_language = |value: &theory::Value| matches!(value, theory::Value::Language(_));
        self.written(|worth| !worth.is_chosen && !worth.value.as_ref().is_ok_and(is_language))
    }

    fn written(&self, wanted: impl Fn(&Worth) -> bool) -> Vec<Option<Value>> {
        let written = |worth: Option<Worth>| {
            let value = worth.filter(&wanted)?.value.ok()?;
            Some(Value { sort: value.sort().to_string(), text: value.to_string() })
        };
        self.worths().into_iter().map(written).collect()
    }
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

/// By number, whether a term is under an assertion or assumption.
fn reached(problem: &Problem) -> Vec<bool> {
    let formulas = &problem.formulas;
    formulas.terms.reached(formulas.assertions.iter().chain(&formulas.assumptions).copied())
}

/// Closed terms under the assertions and assumptions, children before parents.
pub(super) fn closed_terms(problem: &Problem) -> Vec<TermId> {
    let terms = &problem.formulas.terms;
    let reached = reached(problem);
    terms.ids().filter(|&id| reached[id.index()] && terms.is_closed(id)).collect()
}
