//! A reply of a solver to a question, and the values under which what it claims is tried.

use std::borrow::Cow;

use crate::smtlib::Problem;
use crate::smtlib::instance::{Instance, Question};
use crate::witness::{Evaluator, Valuation};

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

    /// Returns the truth values of a problem under the witness of the instance and under random values, one after another as
    /// they are needed, each with the definitions.
    pub(super) fn valuations(&self, problem: &Problem) -> impl Iterator<Item = (Cow<'_, str>, Valuation)> {
        let Reply { instance, evaluator, .. } = *self;
        let witnessed = instance.witness().and_then(|definitions| {
            Some((Cow::Borrowed(definitions), evaluator.valuation_under(problem, definitions)?))
        });
        let sampled = (0..SAMPLES).filter_map(move |number| {
            let found = evaluator.sampled(problem, number).ok()?;
            Some((Cow::Owned(found.witness.text()), found.valuation))
        });
        witnessed.into_iter().chain(sampled)
    }
}

/// Returns the witness of a script with one check, if it satisfies that under every choice where SMT-LIB leaves values
/// open.
pub(super) fn satisfied_by_witness(script: &Instance, evaluator: &Evaluator) -> Option<String> {
    let definitions = script.witness()?;
    let problem = script.problem().ok()?;
    let valuation = evaluator.valuation_under(&problem, definitions)?;
    let formulas = &problem.formulas;
    let mut all = formulas.assertions.iter().chain(&formulas.assumptions);
    all.all(|&id| valuation.is(id, true)).then(|| definitions.to_owned())
}
