//! The judge: decides whether drafts are true under their definitions or under other ones, or, without a witness,
//! whether they satisfy another condition.

use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;

use super::draft::Draft;
use super::interpretation::Interpretation;
use super::proof::Proof;
use crate::digest::Digest;
use crate::generate::Coefficients;
use crate::smtlib::instance::Instance;
use crate::smtlib::{Logic, Problem};
use crate::theory::usable::is_usable;
use crate::witness::{Evaluator, Grade};

/// The number of interpretations kept: candidates that change definitions alternate with others.
const INTERPRETATIONS: usize = 8;

/// What an instance whose failure needs no witness must satisfy beside the failure.
pub type Condition<'a> = &'a dyn Fn(&Instance) -> bool;

/// What makes the solver's answer wrong.
#[derive(Clone, Copy)]
pub(super) enum Basis<'a> {
    /// A witness, under which assertions must be true with at most this grade, that of the original instance.
    Witness(&'a Evaluator, Grade),
    /// The answer itself, where this condition holds.
    Condition(Condition<'a>),
}

/// Decides whether candidates keep what makes the solver's answer wrong.
pub(super) struct Judge<'a> {
    basis: Basis<'a>,
    /// The most recently used interpretations, the latest first.
    interpretations: VecDeque<Interpretation>,
    /// Scripts for which no other definitions were found.
    hopeless: BTreeSet<Digest>,
    /// The time after which no candidate is judged to be true.
    deadline: Option<Instant>,
    /// Whether coefficients must stay in a form that all solvers accept.
    keeps_plain: bool,
}

impl<'a> Judge<'a> {
    /// Creates a judge with an optional deadline.
    pub(super) fn new(basis: Basis<'a>, keeps_plain: bool, deadline: Option<Instant>) -> Self {
        let (interpretations, hopeless) = (VecDeque::new(), BTreeSet::new());
        Judge { basis, interpretations, hopeless, deadline, keeps_plain }
    }

    /// Whether the coefficients of a draft have the required form.
    pub(super) fn has_plain_coefficients(&self, draft: &Draft) -> bool {
        !self.keeps_plain || draft.problem().is_ok_and(|problem| plain_coefficients(&problem).is_some())
    }

    /// Whether the deadline has passed.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether drafts have definitions, so that others may be searched for.
    pub(super) fn has_witness(&self) -> bool {
        matches!(self.basis, Basis::Witness(..))
    }

    /// Returns the proof of a draft that the judge admits, with this many checks.
    pub(super) fn proof(&self, draft: &Draft, checks: usize) -> Proof {
        if self.has_witness() { Proof::of_all(draft.definitions(), checks) } else { Proof::none(checks) }
    }

    /// Whether the solver's answer to a draft, if it is the same, is wrong, too. `instance` is the draft's.
    pub(super) fn admits(&mut self, draft: &Draft, instance: &Instance) -> bool {
        match self.basis {
            Basis::Witness(..) => self.holds(draft),
            // An ill-sorted script has no meaning, so the condition is not asked.
            Basis::Condition(condition) => {
                !self.is_late() && draft.problem().is_ok_and(is_usable) && condition(instance)
            }
        }
    }

    /// Whether all assertions of a draft are true under its definitions. A draft without assertions still claims
    /// that its definitions are satisfiable.
    pub(super) fn holds(&mut self, draft: &Draft) -> bool {
        let Basis::Witness(_, allowed) = self.basis else { return false };
        if self.is_late() {
            return false;
        }
        let known = self.interpretations.iter().position(|one| one.is_of(draft));
        let found = match known {
            Some(at) => self.interpretations.remove(at),
            None => Interpretation::new(draft),
        };
        let Some(mut interpretation) = found else { return false };
        let grades = interpretation.grades(&draft.formulas());
        self.interpretations.push_front(interpretation);
        self.interpretations.truncate(INTERPRETATIONS);
        grades.iter().all(|grade| grade.is_some_and(|grade| grade <= allowed))
    }

    /// Returns the draft with other definitions under which all its assertions are true.
    pub(super) fn defined_anew(&mut self, draft: &Draft) -> Option<Draft> {
        let Basis::Witness(evaluator, allowed) = self.basis else { return None };
        let digest = draft.instance().digest();
        if self.is_late() || self.hopeless.contains(&digest) {
            return None;
        }
        let definitions = evaluator.definitions(&draft.claim(), allowed);
        let found = definitions.and_then(|definitions| draft.with_definitions(&definitions));
        if found.is_none() {
            self.hopeless.insert(digest);
        }
        found
    }
}

/// The maximal size of a script in bytes that is checked for this: little is left of a larger one after
/// reduction.
const LARGEST: usize = 256 << 10;

/// Returns the coefficients of a problem, if its logic is one of linear arithmetic and all solvers accept them.
///
/// Z3 rejects compound constants such as `(* (/ 2 (- (- 4))) x)` in linear logics, but other solvers accept them.
/// A reduced script with such a constant would be useless for other solvers and versions.
pub(super) fn plain_coefficients(problem: &Problem) -> Option<Coefficients> {
    let logic = problem.script.logic.as_deref().and_then(Logic::parse)?;
    let is_linear = logic.arithmetic.is_some_and(|numbers| !numbers.nonlinear);
    if !is_linear || problem.source().len() > LARGEST {
        return None;
    }
    let coefficients = Coefficients::collect(problem);
    let formulas = &problem.formulas;
    let mut all = formulas.assertions.iter().chain(&formulas.assumptions);
    all.all(|&formula| coefficients.are_plain(&formulas.terms, formula)).then_some(coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::minimise::draft::tests::draft;

    /// Whether the judge accepts a script with this body of a recursive function.
    fn holds(body: &str, asserted: &str) -> bool {
        let line = format!("(define-fun-rec f ((n Int)) Int {body})");
        let draft = draft(&format!("{line} ; {line}\n{asserted}\n(check-sat)"));
        let evaluator = Evaluator::alone();
        Judge::new(Basis::Witness(&evaluator, Grade::Evaluated), false, None).holds(&draft)
    }

    #[test]
    fn a_recursive_definition_keeps_what_makes_it_end() {
        let (guarded, unguarded) = ("(ite (<= n 0) 0 (+ 1 (f (- n 1))))", "(ite (<= n 0) 0 (+ 1 (f n)))");
        for asserted in ["(assert (= (f 0) 0))", "(assert true)", ""] {
            assert!(holds(guarded, asserted) && !holds(unguarded, asserted), "{asserted}");
        }
    }

    fn is_plain(logic: &str, formula: &str) -> bool {
        let text = format!("(set-logic {logic})(declare-fun x () Real)(assert {formula})(check-sat)");
        plain_coefficients(&Problem::read(text).unwrap()).is_some()
    }

    #[test]
    fn linear_logics_have_numbers_as_coefficients() {
        assert!(is_plain("QF_LRA", "(< (* (/ 2 (- 4)) x) 1.0)"));
        assert!(!is_plain("QF_LRA", "(< (* (/ 2 (- (- 4))) x) 1.0)"));
        assert!(!is_plain("QF_LRA", "(let ((c (- (- (- 2.0))))) (< (* c x) 1.0))"));
        assert!(is_plain("QF_LRA", "(< x (- (- (- 2.0))))"));
        assert!(!is_plain("QF_NRA", "(< (* (/ 2 (- (- 4))) x) 1.0)"));
        assert!(!is_plain("QF_BV", "(= x x)"));
    }
}
