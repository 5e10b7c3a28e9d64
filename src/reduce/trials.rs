//! Short runs of one failing row with other arguments or another script, within a budget.

use std::time::{Duration, Instant};

use crate::matrix::{Class, CommandLine, Solver};
use crate::process::RunError;
use crate::process::workspace::Workspace;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner};
use crate::solver::verdict::Verdict;

/// A minimal failing instance, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The definitions that satisfy it, one per line.
    pub definitions: &'a str,
    /// The verdict on the instance before reduction, in which checks had other numbers.
    pub verdict: &'a Verdict,
    /// The logic of the seed.
    pub logic: Option<&'a str>,
    /// The solver's arguments for incremental scripts.
    pub incremental: &'a [String],
}

/// The most that runs may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The number of runs.
    pub runs: u32,
    /// The time of all of them.
    pub time: Duration,
}

/// The time limit of a run, as a multiple of the failing run's time.
const PATIENCE: u32 = 4;
/// The shortest time limit of a run.
const SHORTEST: Duration = Duration::from_secs(1);

/// The error that the budget has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The verdict in a word or two, or why there is none.
    pub word: String,
    /// Whether it is the same failure.
    pub fails: bool,
    /// Whether every answer may be right.
    pub good: bool,
    /// Whether the solver answered all checks, and not wrongly.
    pub answers: bool,
}

/// The remaining budget, and what all runs have in common.
#[derive(Debug)]
pub(super) struct Trials<'a> {
    /// The failing row.
    pub row: &'a Solver,
    /// The verdict on its failure.
    pub verdict: &'a Verdict,
    workspace: &'a Workspace,
    /// The row with the drawn arguments added to its own.
    pub solver: Solver,
    /// The failing instance. Its drawn options are in `solver` and in its text.
    pub instance: Instance,
    /// The failing check of the instance, from 0.
    pub check: usize,
    /// The time of the failing run.
    pub time: Duration,
    left: u32,
    end: Instant,
}

impl<'a> Trials<'a> {
    /// Runs the failing row once more; returns `None` if it does not fail.
    pub(super) fn start(
        solver: &'a Solver,
        instance: &Instance,
        verdict: &'a Verdict,
        workspace: &'a Workspace,
        effort: Effort,
    ) -> Option<Trials<'a>> {
        let drawn = instance.arguments();
        let with_drawn = Solver {
            command: solver.command.with_args(&drawn, &instance.written_arguments()),
            timeout: solver.timeout.min(effort.time),
            ..solver.clone()
        };
        let mut trials = Trials {
            row: solver,
            verdict,
            workspace,
            solver: with_drawn,
            instance: instance.clone().with_drawn(Vec::new()),
            check: instance.last_check(),
            time: Duration::ZERO,
            left: effort.runs.saturating_sub(1),
            end: Instant::now() + effort.time,
        };
        let judged = trials.judge(&trials.solver, &trials.instance).ok()?;
        trials.time = judged.run.time;
        trials.check = judged.verdict.check.map_or(trials.check, |check| check.min(trials.check));
        trials.solver.timeout = (judged.run.time * PATIENCE).max(SHORTEST).min(solver.timeout);
        trials.fails(&judged.verdict).then_some(trials)
    }

    /// Runs the row on another script.
    pub(super) fn run_script(&mut self, script: &Instance) -> Result<Outcome, Spent> {
        self.run(self.solver.command.argv.clone(), script)
    }

    /// Runs the row with another command line on a script.
    pub(super) fn run(&mut self, argv: Vec<String>, instance: &Instance) -> Result<Outcome, Spent> {
        let time = self.end.saturating_duration_since(Instant::now());
        if self.left == 0 || time.is_zero() {
            return Err(Spent);
        }
        self.left -= 1;
        let timeout = self.solver.timeout.min(time);
        let command = CommandLine { argv, ..CommandLine::default() };
        let solver = Solver { command, timeout, ..self.solver.clone() };
        Ok(match self.judge(&solver, instance) {
            Ok(Judged { verdict, .. }) => Outcome {
                word: verdict.class.to_string(),
                fails: self.fails(&verdict),
                good: !self.fails(&verdict) && verdict.class.is_good(),
                answers: !self.fails(&verdict) && verdict.class == Class::Right,
            },
            Err(error) => {
                let word = no_start(&error).to_owned();
                Outcome { word, fails: false, good: false, answers: false }
            }
        })
    }

    fn judge(&self, solver: &Solver, instance: &Instance) -> Result<Judged, RunError> {
        Runner::new(solver, self.workspace).judge_alone(instance)
    }

    fn fails(&self, verdict: &Verdict) -> bool {
        verdict.is_like(self.verdict)
    }
}

/// The word for a program that is not there.
pub(crate) const NOT_INSTALLED: &str = "not installed";

/// Returns why a run was not possible, in a word or two.
fn no_start(error: &RunError) -> &'static str {
    match error {
        RunError::Missing(_) | RunError::NoFile(_) => NOT_INSTALLED,
        RunError::NoInterpreter(_) | RunError::NotExecutable { .. } => "cannot be executed",
        RunError::Unwaited { .. } | RunError::Temporary { .. } => "not run",
    }
}
