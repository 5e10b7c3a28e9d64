//! `storm check`: decides whether a printed model satisfies a script.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::smtlib::source;
use smt_storm::solver::model_check::{Checked, ModelError, check_each};
use smt_storm::suite::exit;
use smt_storm::witness::Evaluator;

use super::files::read;
use super::print::{self, Failed, Output};

const EXIT_CODES: &str = "Exit codes:
  0  every assertion is true
  1  an assertion is false
  2  the script or the model cannot be read
  3  no assertion is false, but some are undecided";

/// Decide whether a printed model satisfies a script, without any solver.
///
/// Evaluates each assertion in force at a check-sat, and each literal of a `check-sat-assuming`, under the values of
/// the model. Symbols without a value may have any value. The model may stand among the other output of the solver for
/// the script: answers, echoes, values, errors. Of several models, the one that belongs to this check-sat counts.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Check {
    /// SMT-LIB script.
    script: PathBuf,
    /// The model, or all output of the solver [default: standard input].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Number of the check-sat that the model answers, counted from 1 [default: the last one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    at: Option<u32>,
    #[command(flatten)]
    output: Output,
}

impl Check {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("check", &self.output);
        let script = read(&self.script)?;
        let model = match &self.model {
            Some(path) => read(path)?,
            None => source::load_from(std::io::stdin().lock())
                .map_err(|error| format!("standard input: {error}"))?,
        };
        let checked = check_each(&script, self.at.map(|at| at as usize - 1), &model, &Evaluator::alone());
        let checked = checked.map_err(|error| format!("{}: {error}", self.place_of(&error)))?;
        for (number, Checked { place, truth, remark }) in (1..).zip(&checked) {
            let place = format!("{}:{place}", self.script.display());
            match truth {
                Some(true) => {}
                Some(false) => say!("{place}: assertion {number} is false"),
                None => say!("{place}: assertion {number} is undecided: {remark}"),
            }
        }
        let all = checked.iter().enumerate().map(|(number, one)| CheckedAssertion::new(number, one));
        print::result(&all.collect::<Vec<_>>())?;
        let count = |truth: Option<bool>| checked.iter().filter(|assertion| assertion.truth == truth).count();
        let (holds, fails, open) = (count(Some(true)), count(Some(false)), count(None));
        note!("{} assertions: {holds} true, {fails} false, {open} undecided", checked.len());
        Ok(match (fails, open) {
            (0, 0) => exit::SUCCESS,
            (0, _) => exit::NOT_TESTED,
            _ => exit::WRONG_UNSAT,
        })
    }

    /// Returns the file that an error is about.
    fn place_of(&self, error: &ModelError) -> String {
        let is_model =
            matches!(error, ModelError::NoModel(_) | ModelError::Printed(_) | ModelError::Refused(_));
        match (is_model, &self.model) {
            (true, None) => "standard input".to_owned(),
            (true, Some(model)) => model.display().to_string(),
            (false, _) => self.script.display().to_string(),
        }
    }
}

/// The result for an assertion.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CheckedAssertion<'a> {
    /// Its number, counted from 0; messages count from 1.
    assertion: usize,
    line: u32,
    column: u32,
    /// Its truth value under the model; `null` if it is undecided.
    truth: Option<bool>,
    /// Why it is undecided.
    remark: &'a str,
}

impl CheckedAssertion<'_> {
    fn new(assertion: usize, Checked { place, truth, remark }: &Checked) -> CheckedAssertion<'_> {
        CheckedAssertion { assertion, line: place.line, column: place.column, truth: *truth, remark }
    }
}
