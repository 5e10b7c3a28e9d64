//! A failing instance, and what it is reduced to.

use std::num::NonZero;

use crate::generate::seed_pools::SeedPools;
use crate::matrix::Minimiser;
use crate::matrix::case::Case;
use crate::reduce::minimise::{
    Best, Budget, Ended, INSTANCES, Minimised, Origin, Tools, Unfit, by_bounds, minimise,
};
use crate::reduce::narrow::{Narrowed, narrow};
use crate::reduce::reproduce::reproduces;
use crate::reduce::session_bug;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner};
use crate::suite::context::Context;
use crate::witness::{Evaluator, Witness, attach};

/// Sessions that reducing one failure of a session may take.
const SESSION_RUNS: u32 = 300;

/// An instance, and what the solver did that turns a test red.
#[derive(Debug)]
pub(crate) struct Failing<'a> {
    pub case: &'a Case,
    /// The version that the solver gives.
    pub version: &'a str,
    /// Number of the instance in the case.
    pub number: u32,
    pub instance: Instance,
    pub judged: Judged,
    pub prepared: &'a SeedPools,
}

/// What is left of a failing instance, and what the failure hangs on.
#[derive(Debug)]
pub(crate) struct Reduced {
    /// The smallest script; for what only a session shows, all scripts of the session, with `(reset)` between them.
    pub script: Instance,
    /// What is put before the assertions of the certificate: the definitions that the script needs.
    pub definitions: String,
    /// For what shows in a session only.
    pub session: Option<InSession>,
    /// What it hangs on, as far as that is known.
    pub narrowed: Option<Narrowed>,
    /// Runs of the solver that it took.
    pub runs: u32,
}

/// How a failure shows that a process of its own does not show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InSession {
    /// Scripts it takes, the failing one included.
    pub scripts: usize,
    /// Whether it showed again when the session was repeated.
    pub repeated: bool,
}

impl Failing<'_> {
    /// What satisfies the instance.
    pub fn witness(&self) -> &Witness {
        &self.prepared.initial.witness
    }

    /// The smallest script on which the solver does the same, and what that hangs on.
    ///
    /// # Errors
    /// The solver cannot be started any more, or the witness does not satisfy the instance.
    pub fn reduce(&self, runner: &Runner<'_>, context: &Context) -> Result<Reduced, String> {
        match &self.judged.only_after {
            Some(asked) => self.reduce_session(asked, runner),
            None => self.reduce_alone(context),
        }
    }

    fn reduce_session(&self, asked: &[String], runner: &Runner<'_>) -> Result<Reduced, String> {
        let bug = session_bug::reduce(runner, asked, &self.instance, &self.judged.verdict, SESSION_RUNS);
        let bug = bug.map_err(|error| error.to_string())?;
        let last = bug.script.scripts().pop().unwrap_or_default();
        Ok(Reduced {
            definitions: self.witness().definitions_for(&self.instance, &last),
            script: bug.script,
            session: Some(InSession { scripts: bug.scripts, repeated: bug.repeated }),
            narrowed: None,
            runs: bug.runs,
        })
    }

    fn reduce_alone(&self, context: &Context) -> Result<Reduced, String> {
        let Minimised { instance: script, definitions, runs, .. } = self.minimised(context)?;
        let solver = &self.case.solver;
        let incremental = context.config.incremental_arguments(solver);
        let narrowed = narrow(solver, &script, &self.judged.verdict, &incremental, &context.workspace);
        Ok(Reduced { script, definitions, session: None, narrowed, runs })
    }

    /// The smallest instance on which the solver does the same in a process of its own.
    fn minimised(&self, context: &Context) -> Result<Minimised, String> {
        let Failing { case, instance, judged, .. } = self;
        let (workspace, witness) = (&context.workspace, self.witness());
        let fails = reproduces(&case.solver, &judged.verdict, judged.run.time, workspace);
        let name = case.name.file_name();
        // What cannot be written now is told when the last one cannot be.
        let mut keep = |best: Best<'_>| {
            let text = attach(&best.instance.text, witness, best.definitions);
            drop(workspace.keep(&name, "best.smt2", &text));
        };
        let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
        let tools = Tools {
            fails: &|candidate| fails.shows_on(candidate),
            jobs,
            budget: Budget::default(),
            keep: &mut keep,
            at_minimum: &mut |_| false,
        };
        let (origin, grade) = (Origin { instance, witness }, self.prepared.initial.grade);
        let evaluator = Evaluator::in_child(workspace.temporary());
        let minimised = match context.config.minimise {
            Minimiser::Certified => minimise(&origin, judged.verdict.check, grade, &evaluator, tools),
            Minimiser::Bounds => by_bounds(&origin, &case.solver.form, INSTANCES, grade, &evaluator, tools),
        };
        match minimised {
            Ok(minimised) => Ok(minimised),
            // It failed, though not each time: it is kept as it is.
            Err(Unfit::NoFailure | Unfit::NotEvaluated(_)) => Ok(Minimised {
                instance: instance.clone(),
                definitions: witness.definitions_for(instance, instance),
                runs: 1,
                ended: Ended::Runs,
            }),
            Err(error @ Unfit::NotSatisfied { .. }) => Err(format!(
                "{}, instance not believed: {error}; this is a mistake of smt-storm, please report it",
                case.name
            )),
        }
    }
}
