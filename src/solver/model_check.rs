//! Checks whether the model that a solver printed after `sat` satisfies the assertions.
//!
//! The model becomes definitions, and the assertions are evaluated under them, as seeds are under their witnesses. A
//! model counts as wrong only if no choice for what it does not say could make it right: the values of symbols that it
//! leaves out, elements of sorts that it does not name, values that SMT-LIB leaves open, and other readings of its
//! text.

use std::borrow::Cow;

use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::smtlib::instance::Instance;
use crate::smtlib::{Position, Problem, ReadError, Term, TermId};
use crate::solver::answer::QUOTED;
use crate::solver::transcript::{self, NoModel};
use crate::solver::verdict::Opinion;
use crate::theory::recursion;
use crate::witness::printed::{Completion, Inexact, Printed, VARIETIES, clip};
use crate::witness::{
    EvaluationError, Evaluator, PrintedError, Refutation, Refuted, Truth, Valuation, Witness,
};

/// The result of checking a printed model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Every assertion evaluates to true.
    Satisfied,
    /// An assertion evaluates to false.
    Violated {
        /// Its number, from 0; literals of `check-sat-assuming` come after assertions.
        assertion: usize,
        /// The model as definitions of the script's symbols, one command per line.
        definitions: String,
    },
    /// Undecided, with the reason.
    Undecided(String),
}

/// Why a model cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The script itself cannot be read; with the place and the reason.
    #[error("the script is not SMT-LIB: {0}")]
    Script(#[from] ReadError),
    /// There is no model, or it is unclear which one belongs to the check-sat.
    #[error(transparent)]
    NoModel(#[from] NoModel),
    /// The model cannot be read.
    #[error(transparent)]
    Printed(#[from] PrintedError),
    /// Its values have wrong sorts, or an unknown form.
    #[error("the values of the model are rejected: {0}")]
    Refused(String),
    /// The script has only this many check-sats.
    #[error("the script has {0} check-sats, and `--at` counts them from 1")]
    NoSuchCheck(usize),
    /// An internal error.
    #[error("internal error while checking a model: {0}")]
    Internal(String),
}

/// Checks the model that a solver `printed` for a problem, all of whose assertions count.
///
/// # Errors
/// The model cannot be read.
pub fn check(problem: &Problem, printed: &str, evaluator: &Evaluator) -> Result<Check, ModelError> {
    if let Some(definition) = recursion::of_script(&problem.script)?.first() {
        return Ok(Check::Undecided(definition.to_string()));
    }
    if problem.asserts_nothing() {
        return Ok(Check::Satisfied);
    }
    let formulas = &problem.formulas;
    let assertions = formulas.assertions.iter().chain(&formulas.assumptions).copied().enumerate().collect();
    let model = transcript::model(&problem.script.tree, printed, None)?;
    let model = Printed::read(&problem.script, model)?;
    let subject = Subject { problem, assertions, model, evaluator };
    let (mut violated, mut undecided) = (None, None);
    for (spare, older_escapes) in subject.readings() {
        match subject.check_completion(Completion { spare, older_escapes, ..Completion::default() })? {
            Check::Satisfied if older_escapes => {
                let why = "it satisfies the script if strings have the escapes of SMT-LIB before 2.6";
                undecided = undecided.or(Some(Check::Undecided(why.to_owned())));
            }
            Check::Satisfied => return Ok(Check::Satisfied),
            found @ Check::Violated { .. } => violated = violated.or(Some(found)),
            found @ Check::Undecided(_) => undecided = undecided.or(Some(found)),
        }
    }
    Ok(undecided.or(violated).unwrap_or(Check::Satisfied))
}

/// The law of models: judges the model that a solver `printed` for a script with one check.
pub(super) fn judge(script: &Instance, printed: &str, evaluator: &Evaluator) -> Opinion {
    let wrong = |how: String| Some((Class::InvalidModel, how));
    let checked = script.problem().map_err(ModelError::from);
    match checked.and_then(|problem| check(&problem, printed, evaluator)) {
        Ok(Check::Satisfied) => "model satisfied".into(),
        Ok(Check::Undecided(_)) => "model undecided".into(),
        Ok(Check::Violated { assertion, definitions }) => {
            let text = script.assertions().nth(assertion).unwrap_or("an assumption").trim();
            let how = format!("in which this is false: {}", clipped(text, QUOTED));
            let refutation =
                Some(Refutation { check: 0, refuted: Refuted::Model, of: text.to_owned(), definitions });
            Opinion { word: "model violated", wrong: wrong(how), refutation }
        }
        Err(ModelError::Printed(PrintedError::Malformed { symbol, what })) => {
            let how = format!("in which the value of `{symbol}` is none: {what}");
            Opinion { word: "model malformed", wrong: wrong(how), refutation: None }
        }
        Err(_) => "model unreadable".into(),
    }
}

/// Returns the model that a solver `printed` for a script with one check, as definitions, if it certainly satisfies that:
/// nothing could make the negation true.
pub(super) fn satisfying(script: &Instance, printed: &str, evaluator: &Evaluator) -> Option<String> {
    let formulas: Vec<String> = script.formulas_at(&[0]).ok()?.into_iter().collect();
    let denial = format!("(not (and true {}))", formulas.join(" "));
    let denying = Problem::asserting(&script.declared().text, [denial]).ok()?;
    match check(&denying, printed, evaluator).ok()? {
        Check::Violated { definitions, .. } => Some(definitions),
        Check::Satisfied | Check::Undecided(_) => None,
    }
}

/// The result for one assertion under a printed model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position in the script.
    pub place: Position,
    /// Whether it is true; `None` if undecided.
    pub truth: Option<bool>,
    /// Why it is undecided; empty if it is true or false.
    pub remark: String,
}

/// Checks the model of a check-sat, counted from 0, in the output that a solver `printed` for `script`: every assertion
/// in force there, followed by the literals of the check-sat. Without a number it is the last check-sat; a script
/// without any is checked at its end. Symbols without a value may have any value.
///
/// # Errors
/// The script or the model cannot be read, there is no such check-sat, or the model is missing or has wrong sorts.
pub fn check_each(
    script: &str,
    at: Option<usize>,
    printed: &str,
    evaluator: &Evaluator,
) -> Result<Vec<Checked>, ModelError> {
    let problem = Problem::read(script)?;
    let checks = problem.script.checks();
    let check = at.or(checks.checked_sub(1));
    if check.is_some_and(|check| check >= checks) {
        return Err(ModelError::NoSuchCheck(checks));
    }
    let printed = transcript::model(&problem.script.tree, printed, at)?;
    let (in_force, printed) = match check {
        None => (problem.script.in_force_at_end(), Cow::Borrowed(printed)),
        Some(check) => {
            let in_force = problem.script.in_force(check).unwrap_or_default();
            (in_force, problem.script.with_names_at(check, printed))
        }
    };
    let model = Printed::read(&problem.script, &printed)?;
    let subject = Subject { problem: &problem, assertions: Vec::new(), model, evaluator };
    // An assertion is true only if it is true for all values left out, with numbers and strings as SMT-LIB reads them.
    let given = |variety| Completion { inexact: Inexact::Given(variety), ..Completion::default() };
    let for_true = subject.valuations((0..VARIETIES).map(given))?;
    // An assertion is false only if it is also false for all unrounded numbers, and with the escapes of older SMT-LIB.
    let open = Completion { inexact: Inexact::Open, ..Completion::default() };
    let for_false =
        subject.valuations([false, true].map(|older_escapes| Completion { older_escapes, ..open }))?;
    let Problem { script, formulas } = &problem;
    // With a recursive definition that no function may satisfy, true is unproven.
    let groundless = recursion::of_script(script)?.into_iter().next();
    let doubt =
        groundless.map(|definition| format!("{}: {definition}", script.tree.position(definition.call)));
    let asserted = in_force.assertions.iter().map(|&at| (script.assertions[at], formulas.assertions[at]));
    let assumed = in_force.assumptions.map(|at| (script.assumptions[at], formulas.assumptions[at]));
    let checked = asserted.chain(assumed).map(|(node, term)| {
        let are = |valuations: &[(Valuation, bool)], wanted: bool| {
            let is = |(valuation, is_uneven): &(Valuation, bool)| {
                valuation.is(term, wanted) && !(*is_uneven && subject.sees_elements(term))
            };
            valuations.iter().all(is)
        };
        let (truth, remark) = match (are(&for_true, true), are(&for_false, false)) {
            (true, _) if doubt.is_some() => (None, doubt.as_deref().unwrap_or_default()),
            (true, _) => (Some(true), ""),
            (_, true) => (Some(false), ""),
            _ => (None, why_undecided(&for_true, &for_false, term)),
        };
        Checked { place: script.tree.position(node), truth, remark: remark.to_owned() }
    });
    Ok(checked.collect())
}

/// Returns why the truth of a term is unknown, from the valuations that would all have to make it true, or false.
fn why_undecided(given: &[(Valuation, bool)], open: &[(Valuation, bool)], term: TermId) -> &'static str {
    let truths: Vec<Option<Truth>> = given.iter().map(|(valuation, _)| valuation.truth(term)).collect();
    let is_chosen = |truth: &Option<Truth>| matches!(truth, Some(Truth::Chosen(_)));
    if given.iter().chain(open).any(|(_, is_uneven)| *is_uneven) {
        return "it may depend on elements that a sort has only for other arguments";
    }
    match truths.as_slice() {
        truths if truths.iter().any(is_chosen) => "it depends on a value that SMT-LIB leaves open",
        truths if truths.iter().all(|truth| *truth == Some(Truth::Is(false))) => {
            "it is false under the model as printed, but some values are left out, abstract, rounded, or \
             strings with older escapes"
        }
        [first, rest @ ..] if rest.iter().any(|truth| truth != first) => {
            "it depends on values or elements of sorts that the model does not give"
        }
        _ => "it does not evaluate to a constant",
    }
}

/// The truth values of assertions by number.
type Truths = Vec<(usize, Option<Truth>)>;

/// A model, and the assertions that it has to satisfy.
struct Subject<'a> {
    problem: &'a Problem,
    assertions: Vec<(usize, TermId)>,
    model: Printed,
    evaluator: &'a Evaluator,
}

impl Subject<'_> {
    /// Returns the ways to read the model: sorts with or without a spare element, strings with older escapes or not.
    fn readings(&self) -> impl Iterator<Item = (bool, bool)> + use<> {
        let (spare, older) = (self.model.leaves_elements(&self.problem.script), self.model.has_backslashes());
        let all = [false, true].into_iter().flat_map(|spare| [(spare, false), (spare, true)]);
        all.filter(move |(has, reads)| (spare || !has) && (older || !reads))
    }

    /// Returns the valuations under the completions of the model, each with whether the completion has elements for
    /// some arguments only.
    fn valuations(
        &self,
        completions: impl IntoIterator<Item = Completion>,
    ) -> Result<Vec<(Valuation, bool)>, ModelError> {
        let refused = |error: EvaluationError| ModelError::Refused(error.to_string());
        let (mut known, mut valuations) = (Vec::new(), Vec::new());
        // Quantifiers and arrays can see elements without a name.
        let spares =
            if self.model.leaves_elements(&self.problem.script) { &[false, true][..] } else { &[false] };
        for completion in completions {
            for &spare in spares {
                let completion = Completion { spare, ..completion };
                let (witness, is_uneven) = self.model.complete(&self.problem.script, completion)?;
                if known.iter().any(|known: &Witness| known.definitions() == witness.definitions()) {
                    continue;
                }
                let valuation = self.evaluator.open_valuation(self.problem, &witness).map_err(refused)?;
                valuations.push((valuation, is_uneven));
                known.push(witness);
            }
        }
        Ok(valuations)
    }

    /// Returns whether the truth of a term may depend on elements that it does not name.
    fn sees_elements(&self, term: TermId) -> bool {
        let terms = &self.problem.formulas.terms;
        let reached = terms.reached([term]);
        let binds = |id: TermId| reached[id.index()] && matches!(terms.get(id), Term::Binder(_));
        terms.ids().any(binds) || self.problem.source().contains("Array")
    }

    /// Checks the model with this completion.
    fn check_completion(&self, completion: Completion) -> Result<Check, ModelError> {
        let (plain, is_uneven) = self.model.complete(&self.problem.script, completion)?;
        let truths = match self.truths(self.evaluator.valuation(self.problem, &plain))? {
            Ok(truths) => truths,
            Err(gave_up) => return Ok(Check::Undecided(gave_up)),
        };
        if truths.iter().all(|(_, truth)| *truth == Some(Truth::Is(true))) {
            return Ok(Check::Satisfied);
        }
        let is_false = |(_, truth): &&(usize, Option<Truth>)| *truth == Some(Truth::Is(false));
        let Some(&(found, _)) = truths.iter().find(is_false) else {
            let doubtful = truths.iter().find(|(_, truth)| *truth != Some(Truth::Is(true)));
            return Ok(Check::Undecided(doubtful.map_or_else(String::new, doubt)));
        };
        let violated = |assertion: usize| {
            let term = self.assertions.iter().find(|(at, _)| *at == assertion).map(|(_, term)| *term);
            if is_uneven && term.is_none_or(|term| self.sees_elements(term)) {
                let why = "may depend on elements that a sort has only for other arguments";
                return Ok(Check::Undecided(format!("{} {why}", nth(assertion))));
            }
            Ok(Check::Violated { assertion, definitions: plain.text() })
        };
        let left_out = self.model.left_out(&self.problem.script).map(clip).collect::<Vec<_>>();
        let completion = Completion { inexact: Inexact::Open, ..completion };
        let open = self.model.witness(&self.problem.script, completion)?;
        if open.definitions() == plain.definitions() {
            return violated(found);
        }
        match self.truths(self.evaluator.open_valuation(self.problem, &open))? {
            Ok(truths) => match truths.iter().find(is_false) {
                Some(&(assertion, _)) => violated(assertion),
                None if left_out.is_empty() => Ok(Check::Undecided(format!(
                    "{} is false under the model as printed, but its values may be rounded or abstract",
                    nth(found)
                ))),
                None => Ok(Check::Undecided(format!(
                    "{} is false if what the model leaves out ({}) is plain",
                    nth(found),
                    clip(&left_out.join(" "))
                ))),
            },
            Err(gave_up) => Ok(Check::Undecided(gave_up)),
        }
    }

    /// Returns the truth of each assertion; the inner error says how Z3 gave up.
    fn truths(
        &self,
        valuation: Result<Valuation, EvaluationError>,
    ) -> Result<Result<Truths, String>, ModelError> {
        match valuation {
            Ok(valuation) => {
                let truth = |&(at, id): &(usize, TermId)| (at, valuation.truth(id));
                Ok(Ok(self.assertions.iter().map(truth).collect()))
            }
            Err(EvaluationError::Groundless(message)) => Ok(Err(message)),
            Err(error @ (EvaluationError::GaveUp(_) | EvaluationError::NotRun(_))) => {
                Ok(Err(format!("{error} while evaluating it")))
            }
            Err(EvaluationError::Refused(message)) => Err(ModelError::Refused(clip(&message))),
            Err(EvaluationError::Internal(message)) => Err(ModelError::Internal(message)),
            Err(error) => Err(ModelError::Internal(error.to_string())),
        }
    }
}

fn doubt((at, truth): &(usize, Option<Truth>)) -> String {
    let why = match truth {
        Some(Truth::Chosen(_)) => "depends on a value that SMT-LIB leaves open",
        _ => "does not evaluate to a constant",
    };
    format!("{} {why}", nth(*at))
}

/// Names an assertion, counted from 0, as messages do: from 1.
fn nth(assertion: usize) -> String {
    format!("assertion {}", assertion + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_check(script: &str, model: &str) -> Check {
        check(&Problem::read(script).unwrap(), model, &Evaluator::in_process()).unwrap()
    }

    fn find_violated(script: &str, model: &str) -> Option<usize> {
        match run_check(script, model) {
            Check::Violated { assertion, .. } => Some(assertion),
            _ => None,
        }
    }

    fn explain_undecided(script: &str, model: &str) -> String {
        match run_check(script, model) {
            Check::Undecided(reason) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_assertion_is_judged() {
        let script = "(declare-fun x () Int)(declare-fun y () Int)\n(assert (> x 1))\n(assert (< x 1))\n \
            (assert (= (div x 0) y))(assert (or (> y 0) (> x 0)))(assert (> y 0))";
        let checked =
            check_each(script, None, "sat\n((define-fun x () Int 3))", &Evaluator::in_process()).unwrap();
        let truths: Vec<_> = checked.iter().map(|assertion| assertion.truth).collect();
        assert_eq!(truths, [Some(true), Some(false), None, Some(true), None]);
        assert_eq!((checked[1].place.line, checked[2].place.column), (3, 10));
    }

    #[test]
    fn nothing_is_true_beside_a_recursive_definition_that_no_function_satisfies() {
        let script = |call: &str| {
            format!(
                "(define-fun-rec f ((n Int)) Int\n (ite (<= n 0) 0 (+ 2 {call})))(declare-fun x () Int)\n\
                 (assert (> x 1))\n(assert (< x 1))"
            )
        };
        let (model, evaluator) = ("((define-fun x () Int 3))", Evaluator::in_process());
        let truths = |script: &str| {
            let checked = check_each(script, None, model, &evaluator).unwrap();
            checked.into_iter().map(|assertion| (assertion.truth, assertion.remark)).collect::<Vec<_>>()
        };
        let (descending, endless) = (script("(f (- n 1))"), script("(f n)"));
        let nothing = String::new();
        assert_eq!(truths(&descending), [(Some(true), nothing.clone()), (Some(false), nothing.clone())]);
        let why = "2:23: no function is known to satisfy the recursive definition of `f`: nothing bounded gets \
            smaller in `(f n)`";
        // False needs no such proof: it is false whatever function is meant.
        assert_eq!(truths(&endless), [(None, why.to_owned()), (Some(false), nothing)]);
        let first = |script: &str| run_check(&script.replace("(assert (< x 1))", ""), model);
        assert_eq!(first(&descending), Check::Satisfied);
        assert!(matches!(first(&endless), Check::Undecided(reason) if reason.starts_with("no function is")));
    }

    #[test]
    fn models_satisfy_or_violate() {
        let script = "(declare-fun x () Int)(assert (> x 1))(assert (< (* x x) 10))";
        assert_eq!(run_check(script, "((define-fun x () Int 3))"), Check::Satisfied);
        let definitions = "(define-fun x () Int 4)\n".to_owned();
        let expected = Check::Violated { assertion: 1, definitions };
        assert_eq!(run_check(script, "(model (define-fun x () Int 4))"), expected);
        assert_eq!(run_check(script, "(= x 4)"), expected);
        assert_eq!(run_check("(declare-fun x () Int)(assert (> x 1))", "(= x 4)"), Check::Satisfied);
        assert_eq!(run_check("(declare-fun x () Int)", ""), Check::Satisfied);
    }

    #[test]
    fn symbols_without_a_value_may_have_any() {
        let script = "(declare-fun x () Int)(declare-fun p () Bool)(assert (or p (> x 1)))";
        assert_eq!(run_check(script, "((define-fun x () Int 2))"), Check::Satisfied);
        let reason = "assertion 1 is false if what the model leaves out (p) is plain";
        assert_eq!(explain_undecided(script, "((define-fun x () Int 0))"), reason);
        let both = format!("{script}(assert (and p (= x 5)))");
        assert_eq!(find_violated(&both, "((define-fun x () Int 0))"), Some(1));
        assert_eq!(find_violated(script, "((define-fun x () Int 0)(define-fun p () Bool false))"), Some(0));
    }

    #[test]
    fn open_values_violate_nothing() {
        let script = "(declare-fun x () Int)(assert (= (div x 0) 1))";
        assert!(explain_undecided(script, "((define-fun x () Int 2))").contains("SMT-LIB leaves open"));
        let script = "(declare-fun x () Int)(assert (forall ((y Int)) (exists ((z Int)) (> z (* y y x)))))";
        assert!(
            explain_undecided(&format!("{script}(assert (= x 2))"), "((define-fun x () Int 2))")
                .contains("constant")
        );
    }

    #[test]
    fn sorts_may_have_unnamed_elements() {
        let script = "(declare-sort U 0)(declare-fun u () U)(declare-fun a () (Array U Bool))\
            (declare-fun b () (Array U Bool))(assert (not (= a b)))";
        let values = "(define-fun u () U (as @U_0 U))\
            (define-fun a () (Array U Bool) (store ((as const (Array U Bool)) true) (as @U_0 U) true))\
            (define-fun b () (Array U Bool) (store ((as const (Array U Bool)) false) (as @U_0 U) true))";
        assert_eq!(run_check(script, &format!("({values})")), Check::Satisfied);
        let closed = values.replace("(as @U_0 U)", "U!val!0");
        let universe = "(declare-fun U!val!0 () U)(forall ((x U)) (= x U!val!0))";
        assert_eq!(find_violated(script, &format!("({universe}{closed})")), Some(0));
        assert_eq!(
            find_violated(&script.replace("not (= a b)", "= a b"), &format!("({universe}{closed})")),
            None
        );
        let equal = script.replace("not (= a b)", "and (= a b) (not (= a b))");
        assert_eq!(find_violated(&equal, &format!("({values})")), Some(0));
    }

    #[test]
    fn values_of_wrong_sorts_are_rejected() {
        let evaluator = Evaluator::in_process();
        let problem = Problem::read("(declare-fun |my x| () Int)(assert (> |my x| 1))").unwrap();
        let error = check(&problem, "((define-fun |my x| () Int #b1))", &evaluator).unwrap_err();
        let expected = "the value of `|my x|` is malformed: `#b1` is no value of sort Int";
        assert_eq!(error.to_string(), expected);
        let error = check_each("(assert", None, "()", &evaluator).unwrap_err();
        assert!(error.to_string().starts_with("the script is not SMT-LIB: line 1, column 1: `(`"), "{error}");
    }

    /// The answer of Yices 2.6.5 to a satisfiable script: its non-linear engine forgets a disequality.
    #[test]
    fn a_wrong_model_of_yices_is_noticed() {
        let script = "(set-logic QF_AUFNIA)(declare-fun used () (Array Int Int))\
            (declare-fun used1 () (Array Int Int))(declare-fun stamp (Int) Int)(declare-fun key () Int)\
            (assert (not (= used used1)))(assert (< 0 (stamp key)))";
        let printed = "sat\n(model\n  (define-fun used ((x!0 Int)) Int 0)\n  (define-fun used1 ((x!0 Int)) Int 0)\n\
            (define-fun stamp ((x!0 Int)) Int 0)\n  (define-fun key () Int 0))\n";
        assert_eq!(find_violated(script, printed), Some(0));
        assert!(explain_undecided(script, "(= key 0)\n").contains("used used1 stamp"));
    }
}
