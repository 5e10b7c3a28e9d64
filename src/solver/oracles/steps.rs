//! The steps that a solver claims with a reply: each conclusion follows from its premises. Values of the symbols under which
//! the premises are true and the conclusion is false refute a step.

use std::borrow::Cow;

use super::reply::{Reply, satisfied_by_witness};
use crate::matrix::Class;
use crate::process::quotation::{clipped, on_one_line};
use crate::smtlib::instance::Question;
use crate::smtlib::{Printer, Problem, TermId};
use crate::solver::answer::QUOTED;
use crate::solver::verdict::Opinion;
use crate::theory::exhaustion::FEW_POINTS;
use crate::witness::{Refutation, Refuted, exhaustive};

/// The steps that a reply claims.
pub(super) struct Steps<'a> {
    pub reply: &'a Reply<'a>,
    /// All formulas, after the declarations of the instance.
    pub problem: Problem,
    pub steps: Vec<Step>,
}

/// A step.
pub(super) struct Step {
    /// The rule of a proof, or the command that asked for what is printed.
    pub rule: Cow<'static, str>,
    /// The conclusion, and then the premises.
    pub formulas: Vec<TermId>,
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
                let [conclusion, premises @ ..] = step.formulas.as_slice() else { continue };
                if !premises.iter().all(|&premise| valuation.is(premise, true)) {
                    continue;
                }
                let [is_true, is_false] = [true, false].map(|truth| valuation.is(*conclusion, truth));
                is_decided |= is_true || is_false;
                if is_false {
                    let step = self.text(&step.rule, &step.formulas);
                    self.refuted(step, &definitions).map_or(Ok(()), Err)?;
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
        for step in self.steps.iter().map(|step| self.text(&step.rule, &step.formulas)) {
            let found = self.search(&step);
            is_right &= found == Some(None);
            found.flatten().and_then(|definitions| self.refuted(step, &definitions)).map_or(Ok(()), Err)?;
        }
        Ok(is_right)
    }

    /// Returns whether some values make all of these formulas true, where the symbols have few values.
    pub(super) fn is_satisfiable(&self, formulas: &[TermId]) -> Option<bool> {
        let step = format!("({} false {})", self.rule(), self.print(formulas));
        self.search(&step).map(|found| found.is_some())
    }

    /// Returns the opinion that what is printed is wrong for a reason that needs no values.
    pub(super) fn wrong(&self, why: &str) -> Opinion {
        let printed = on_one_line(self.reply.printed);
        wrong_step(&format!("({} {})", self.rule(), clipped(&printed, QUOTED)), why)
    }

    /// Returns the rule of the first step.
    fn rule(&self) -> &str {
        self.steps.first().map_or("", |step| &step.rule)
    }

    fn text(&self, rule: &str, formulas: &[TermId]) -> String {
        format!("({rule} {})", self.print(formulas))
    }

    fn print(&self, formulas: &[TermId]) -> String {
        let mut printer = Printer::new(&self.problem.formulas.terms);
        formulas.iter().map(|&id| printer.print(id)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the opinion that a step is wrong; `None` if these values do not refute the step as it is printed, once that
    /// is read again.
    fn refuted(&self, step: String, definitions: &str) -> Option<Opinion> {
        let Reply { instance, check, evaluator, .. } = *self.reply;
        let claimed = instance.claimed(check, Question::Proof, &step).ok()?.with_witness(definitions);
        satisfied_by_witness(&claimed, evaluator).filter(|_| !step.contains('\n'))?;
        let wrong = wrong_step(&clipped(&step, QUOTED), "which these values refute");
        let definitions = definitions.to_owned();
        let refutation = Refutation { check, refuted: Refuted::Step, of: step, definitions };
        Some(Opinion { refutation: Some(refutation), ..wrong })
    }

    /// Searches all points for values that refute a step, where the symbols have few values: returns their definitions, or
    /// `Some(None)` if there are none. `None` if exhaustion does not decide it.
    fn search(&self, step: &str) -> Option<Option<String>> {
        let Reply { instance, check, .. } = *self.reply;
        let claimed = instance.claimed(check, Question::Proof, step).ok()?;
        // What a solver prints of single bits is large: at more points, one would take as long as many answers.
        match exhaustive::decide_within(&claimed, 0, FEW_POINTS)?.is_satisfiable()? {
            true => Some(Some(exhaustive::definitions(&claimed, 0)?)),
            false => Some(None),
        }
    }
}

fn wrong_step(step: &str, why: &str) -> Opinion {
    let wrong = Some((Class::WrongStep, format!("step {step}, {why}")));
    Opinion { word: "step wrong", wrong, refutation: None }
}
