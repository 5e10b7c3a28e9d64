//! A reply of a solver to a question, and the values under which what it claims is tried.

use std::borrow::Cow;
use std::fmt::Display;

use crate::smtlib::instance::{Command, Instance, Question};
use crate::smtlib::{Expr, Problem, Tree};
use crate::solver::answer::Answer;
use crate::witness::{Evaluator, Valuation};

/// The number of random assignments beside the witness.
const SAMPLES: u64 = 3;

/// Asks the solver another script, in a process of its own: returns its answer to the first check, and what it says after
/// that; `None` if it gives no answer, or the time is over.
pub(in crate::solver) type AskAgain<'a> = &'a dyn Fn(&Instance) -> Option<(Answer, String)>;

/// What a solver printed in reply to a question after a check of an instance.
#[derive(Clone, Copy)]
pub(super) struct Reply<'a> {
    pub instance: &'a Instance,
    /// The check, counted from 0.
    pub check: usize,
    pub question: Question,
    /// The command that asks the question.
    pub command: &'a Command,
    pub printed: &'a str,
    /// The model that was printed at the same place, if it was asked for.
    pub model: Option<&'a str>,
    pub evaluator: &'a Evaluator,
    /// Asks the same solver about a part of what it printed.
    pub again: AskAgain<'a>,
}

impl<'a> Reply<'a> {
    /// Returns a reply to the last command, whose question does not matter.
    #[cfg(test)]
    pub(super) fn new(
        instance: &'a Instance,
        check: usize,
        printed: &'a str,
        evaluator: &'a Evaluator,
    ) -> Reply<'a> {
        let (command, again): (_, AskAgain<'_>) = (instance.commands.last().unwrap(), &|_| None);
        let question = Question::Other;
        Reply { instance, check, question, command, printed, model: None, evaluator, again }
    }

    /// Returns the command that asks the question.
    pub(super) fn asked(&self) -> Option<Expr> {
        self.instance.expr(self.command)
    }

    /// Returns what is printed, however deeply it is nested; `None` if it is not a list of s-expressions.
    pub(super) fn tree(&self) -> Option<Tree> {
        Tree::parse(self.printed.to_owned()).ok()
    }

    /// Returns what is printed, which is taken apart; `None` if it is not a list of s-expressions, or is nested too deeply.
    pub(super) fn exprs(&self) -> Option<Vec<Expr>> {
        Expr::read(self.printed)
    }

    /// Returns the options, the logic and the declarations of the instance, and then these formulas as assertions; `None` if one
    /// cannot be read.
    pub(super) fn asserting(&self, formulas: impl IntoIterator<Item: Display>) -> Option<Problem> {
        Problem::asserting(&self.instance.declared().text, formulas).ok()
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
