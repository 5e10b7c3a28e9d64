//! A reply of a solver to a question, and the steps that a solver claims with it: each conclusion follows from its premises.
//! Values of the symbols under which the premises are true and the conclusion is false refute a step.

use std::borrow::Cow;

use crate::matrix::Class;
use crate::process::quotation::clipped;
use crate::smtlib::instance::{Instance, Question};
use crate::smtlib::{Printer, Problem, TermId};
use crate::solver::answer::QUOTED;
use crate::solver::verdict::Opinion;
use crate::theory::exhaustion::FEW_POINTS;
use crate::witness::{Evaluator, Refutation, Valuation, Witness, exhaustive};

/// The number of random assignments beside the witness.
const SAMPLES: u64 = 3;

/// What a solver printed in reply to a question after a check of an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply<'a> {
    pub instance: &'a Instance,
    /// The check, counted from 0.
    pub check: usize,
    pub question: Question,
    /// The command that asks the question.
    pub command: &'a str,
    pub printed: &'a str,
    /// The model that was printed at the same place, if it was asked for.
    pub model: Option<&'a str>,
    pub evaluator: &'a Evaluator,
}

impl<'a> Reply<'a> {
    /// Returns a reply without its question.
    #[cfg(test)]
    pub(super) fn new(
        instance: &'a Instance,
        check: usize,
        printed: &'a str,
        evaluator: &'a Evaluator,
    ) -> Reply<'a> {
        Reply { instance, check, question: Question::Other, command: "", printed, model: None, evaluator }
    }

    pub(super) fn on_one_line(&self) -> String {
        self.printed.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the truth values of a problem under the witness of the instance and under random values, one after another as
    /// they are needed, each with the definitions.
    pub(super) fn valuations(&self, problem: &Problem) -> impl Iterator<Item = (Cow<'_, str>, Valuation)> {
        let Reply { instance, evaluator, .. } = *self;
        let witnessed = instance.witness().and_then(|definitions| {
            let witness = Witness::read(&problem.script, definitions).ok()?;
            Some((Cow::Borrowed(definitions), evaluator.valuation(problem, &witness).ok()?))
        });
        let sampled = (0..SAMPLES).filter_map(move |number| {
            let found = evaluator.sampled(problem, number).ok()?;
            Some((Cow::Owned(found.witness.text()), found.valuation))
        });
        witnessed.into_iter().chain(sampled)
    }

    /// Returns the opinion that a step is wrong; `None` if these values do not refute by itself what is printed for the
    /// evidence.
    pub(super) fn refuted(&self, step: String, definitions: &str) -> Option<Opinion> {
        let claimed =
            self.instance.claimed(self.check, Question::Proof, &step).ok()?.with_witness(definitions);
        satisfied_by_witness(&claimed, self.evaluator).filter(|_| !step.contains('\n'))?;
        let wrong = wrong_step(&clipped(&step, QUOTED), "which these values refute");
        let refutation = Refutation { check: self.check, of: step, definitions: definitions.to_owned() };
        Some(Opinion { refutation: Some(refutation), ..wrong })
    }

    /// Searches all points for values that refute a step, where the symbols have few values: returns their definitions, or
    /// `Some(None)` if there are none. `None` if exhaustion does not decide it.
    fn search(&self, step: &str) -> Option<Option<String>> {
        let claimed = self.instance.claimed(self.check, Question::Proof, step).ok()?;
        // What a solver prints of single bits is large: at more points, one would take as long as many answers.
        match exhaustive::decide_within(&claimed, 0, FEW_POINTS)?.is_satisfiable()? {
            true => Some(Some(exhaustive::definitions(&claimed, 0)?)),
            false => Some(None),
        }
    }
}

/// Returns the witness of a script with one check, if it satisfies that under every choice where SMT-LIB leaves values
/// open.
pub(super) fn satisfied_by_witness(script: &Instance, evaluator: &Evaluator) -> Option<String> {
    let definitions = script.witness()?;
    let problem = script.problem().ok()?;
    let witness = Witness::read(&problem.script, definitions).ok()?;
    let valuation = evaluator.valuation(&problem, &witness).ok()?;
    let formulas = &problem.formulas;
    let mut all = formulas.assertions.iter().chain(&formulas.assumptions);
    all.all(|&id| valuation.is(id, true)).then(|| definitions.to_owned())
}

fn wrong_step(step: &str, why: &str) -> Opinion {
    let wrong = Some((Class::WrongStep, format!("step {step}, {why}")));
    Opinion { word: "step wrong", wrong, refutation: None }
}

/// The steps that a reply claims, all for the same reason.
pub(super) struct Steps<'a> {
    pub reply: &'a Reply<'a>,
    /// What evidence names in place of the rule of a proof.
    pub rule: &'static str,
    /// All formulas, asserted after the declarations of the instance.
    pub problem: Problem,
    /// Each step has its conclusion before its premises.
    pub steps: Vec<Vec<TermId>>,
}

impl Steps<'_> {
    /// Tries at most this many assignments: returns whether one of them decides a step.
    ///
    /// # Errors
    /// It refutes a step: the opinion on that.
    pub(super) fn try_values(&self, most: usize) -> Result<bool, Opinion> {
        let mut is_decided = false;
        for (definitions, valuation) in self.reply.valuations(&self.problem).take(most) {
            for step in &self.steps {
                let [conclusion, premises @ ..] = step.as_slice() else { continue };
                if !premises.iter().all(|&premise| valuation.is(premise, true)) {
                    continue;
                }
                let [is_true, is_false] = [true, false].map(|truth| valuation.is(*conclusion, truth));
                is_decided |= is_true || is_false;
                if is_false {
                    self.reply.refuted(self.text(step), &definitions).map_or(Ok(()), Err)?;
                }
            }
        }
        Ok(is_decided)
    }

    /// Tries all values, where the symbols have few: returns whether no values refute any step, and `false` if that is open.
    ///
    /// # Errors
    /// Values refute a step: the opinion on that.
    pub(super) fn try_all_values(&self) -> Result<bool, Opinion> {
        let mut is_right = true;
        for step in self.steps.iter().map(|step| self.text(step)) {
            let found = self.reply.search(&step);
            is_right &= found == Some(None);
            found
                .flatten()
                .and_then(|definitions| self.reply.refuted(step, &definitions))
                .map_or(Ok(()), Err)?;
        }
        Ok(is_right)
    }

    /// Returns whether some values make all of these formulas true, where the symbols have few values.
    pub(super) fn is_satisfiable(&self, formulas: &[TermId]) -> Option<bool> {
        let step = format!("({} false {})", self.rule, self.print(formulas));
        self.reply.search(&step).map(|found| found.is_some())
    }

    /// Returns the opinion that what is printed is wrong for a reason that needs no values.
    pub(super) fn wrong(&self, why: &str) -> Opinion {
        let printed = self.reply.on_one_line();
        wrong_step(&format!("({} {})", self.rule, clipped(&printed, QUOTED)), why)
    }

    fn text(&self, step: &[TermId]) -> String {
        format!("({} {})", self.rule, self.print(step))
    }

    fn print(&self, formulas: &[TermId]) -> String {
        let mut printer = Printer::new(&self.problem.formulas.terms);
        formulas.iter().map(|&id| printer.print(id)).collect::<Vec<_>>().join(" ")
    }
}
