//! Drafts → whether they are true under their definitions, or under others.

use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;

use super::draft::Draft;
use super::interpretation::Interpretation;
use crate::digest::Digest;
use crate::generate::Coefficients;
use crate::smtlib::{Logic, Problem};
use crate::witness::{Evaluator, Grade};

/// How many interpretations are kept: candidates that change one are tried in turn with others that do not.
const INTERPRETATIONS: usize = 8;

/// What decides whether candidates are true.
pub(super) struct Judge<'a> {
    evaluator: &'a Evaluator,
    /// What the truth of the first instance rested on: nothing may rest on less.
    allowed: Grade,
    /// Those that were asked about last, the latest first.
    interpretations: VecDeque<Interpretation>,
    /// Scripts for which no other definitions were found.
    hopeless: BTreeSet<Digest>,
    /// After that, nothing more is found to be true.
    deadline: Option<Instant>,
    /// Whether coefficients stay as all solvers read them.
    keeps_plain: bool,
}

impl<'a> Judge<'a> {
    /// One that decides until a deadline, if there is one.
    pub(super) fn new(evaluator: &'a Evaluator, allowed: Grade, deadline: Option<Instant>) -> Self {
        let (interpretations, hopeless) = (VecDeque::new(), BTreeSet::new());
        Judge { evaluator, allowed, interpretations, hopeless, deadline, keeps_plain: false }
    }

    /// The same of what is to have coefficients as all solvers read them.
    pub(super) fn keeping_plain(self, keeps_plain: bool) -> Self {
        Judge { keeps_plain, ..self }
    }

    /// Whether the coefficients of a draft are such as they have to be.
    pub(super) fn has_plain_coefficients(&self, draft: &Draft) -> bool {
        !self.keeps_plain || draft.problem().is_ok_and(|problem| plain_coefficients(&problem).is_some())
    }

    /// Whether there is no time left.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether all assertions of a draft are true under its definitions. One that asserts nothing claims still that there
    /// is something that is as it defines.
    pub(super) fn holds(&mut self, draft: &Draft) -> bool {
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
        grades.iter().all(|grade| grade.is_some_and(|grade| grade <= self.allowed))
    }

    /// The draft with other definitions under which all its assertions are true.
    pub(super) fn defined_anew(&mut self, draft: &Draft) -> Option<Draft> {
        let digest = draft.instance().digest();
        if self.is_late() || self.hopeless.contains(&digest) {
            return None;
        }
        let definitions = self.evaluator.definitions(&draft.claim(), self.allowed);
        let found = definitions.and_then(|definitions| draft.with_definitions(&definitions));
        if found.is_none() {
            self.hopeless.insert(digest);
        }
        found
    }
}

/// Scripts of more bytes are not looked through for this: there is little left of them in the end.
const LARGEST: usize = 256 << 10;

/// What has to be a number in a script, if its logic is that of linear arithmetic and all coefficients are such as all
/// solvers read them.
///
/// Z3 refuses compound constants such as `(* (/ 2 (- (- 4))) x)` in linear logics, and others read them: so what is left
/// of an instance would be a script that other solvers and other versions have no answer to.
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

    /// Whether a script with this body of a recursive function may be what is left.
    fn holds(body: &str, asserted: &str) -> bool {
        let line = format!("(define-fun-rec f ((n Int)) Int {body})");
        let draft = draft(&format!("{line} ; {line}\n{asserted}\n(check-sat)"));
        Judge::new(&Evaluator::alone(), Grade::Evaluated, None).holds(&draft)
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
