//! A failing instance, and what it is reduced to.

use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::bugs::bucket;
use crate::generate::provenance::Provenance;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::Case;
use crate::reduce::minimise::{Best, Budget, Ended, Minimised, Origin, Proof, Tools, Unfit, minimise};
use crate::reduce::narrow::{Narrowed, Subject, narrow};
use crate::reduce::reproduce::{Reproduction, reproduces};
use crate::reduce::session_bug;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner};
use crate::suite::context::Context;
use crate::suite::live::ProgressHandle;
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
    /// What it was drawn from.
    pub provenance: Provenance,
    pub judged: Judged,
    pub prepared: &'a SeedPools,
    /// Where it is told what is done with it.
    pub under: &'a ProgressHandle<'a>,
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
    /// Why the script may not be minimal, where that is so.
    pub unfinished: Option<&'static str>,
    /// The forms of the local minima that the search came to.
    pub minima: Vec<String>,
    /// The assertions of the instance that were left when there were no more commands to drop, by their numbers, as far as
    /// that is known.
    pub left: Option<Vec<usize>>,
}

impl Reduced {
    /// What there is of a script that is being made smaller.
    fn so_far(script: Instance, definitions: String, runs: u32) -> Reduced {
        let unfinished = Some("it was interrupted");
        let minima = Vec::new();
        Reduced { script, definitions, session: None, narrowed: None, runs, unfinished, minima, left: None }
    }
}

/// What becomes of a failing instance.
#[derive(Debug)]
pub(crate) enum Reduction {
    /// It came to a local minimum of the open bug of this name, or is a crash that only a session shows as that is, after so
    /// many runs of the solver.
    Known(String, u32),
    Reduced(Box<Reduced>),
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
    pub(super) fn witness(&self) -> &Witness {
        &self.prepared.initial.witness
    }

    /// The folder of what is kept of it, below that of failures: one for each instance of a case.
    pub(super) fn folder(&self) -> String {
        format!("{}/{}", self.case.name.file_name(), self.number)
    }

    /// It as it was generated: what is kept of it before anything else.
    pub(super) fn unreduced(&self) -> Reduced {
        let session = self.judged.only_after.as_ref();
        let session = session.map(|asked| InSession { scripts: asked.len(), repeated: false });
        let definitions = self.witness().definitions_for(&self.instance, &self.instance);
        Reduced { session, ..Reduced::so_far(self.instance.clone(), definitions, 0) }
    }

    /// The smallest script on which the solver does the same, and what that hangs on, unless it comes to a known bug on the
    /// way; `limit` is the time that this may take, and `note_best` is told of each smaller script.
    ///
    /// # Errors
    /// The solver cannot be started any more, or the witness does not satisfy the instance.
    pub(super) fn reduce(
        &self,
        runner: &Runner<'_>,
        context: &Context,
        limit: Duration,
        note_best: &dyn Fn(&Reduced),
    ) -> Result<Reduction, String> {
        match &self.judged.only_after {
            Some(asked) => self.reduce_session(asked, runner, context, limit),
            None => self.reduce_alone(context, limit, note_best),
        }
    }

    fn reduce_session(
        &self,
        asked: &[String],
        runner: &Runner<'_>,
        context: &Context,
        limit: Duration,
    ) -> Result<Reduction, String> {
        let (instance, verdict) = (&self.instance, &self.judged.verdict);
        let bug = session_bug::reduce(runner, asked, instance, verdict, SESSION_RUNS, limit);
        let bug = bug.map_err(|error| error.to_string())?;
        if !context.environment.strict
            && let Some(known) =
                context.open_bugs().of_session(&self.case.solver, verdict.class, &bug.script.text)
        {
            return Ok(Reduction::Known(known, bug.runs));
        }
        let last = bug.script.scripts().pop().unwrap_or_default();
        Ok(Reduction::Reduced(Box::new(Reduced {
            definitions: self.witness().definitions_for(instance, &last),
            script: bug.script,
            session: Some(InSession { scripts: bug.scripts, repeated: bug.repeated }),
            narrowed: None,
            runs: bug.runs,
            unfinished: None,
            minima: Vec::new(),
            left: None,
        })))
    }

    fn reduce_alone(
        &self,
        context: &Context,
        limit: Duration,
        note_best: &dyn Fn(&Reduced),
    ) -> Result<Reduction, String> {
        let started = Instant::now();
        let (mut minima, mut known) = (Vec::new(), None);
        let (solver, class) = (&self.case.solver, self.judged.verdict.class);
        let mut at_minimum = |minimum: &Instance| {
            let form = bucket::form(class, &minimum.text);
            if !context.environment.strict {
                known = context.open_bugs().of_minimum(solver, class, minimum, &form);
            }
            minima.push(form);
            known.is_some()
        };
        let Minimised { instance: script, definitions, runs, ended, left: asserted, .. } =
            self.minimised(context, limit, note_best, &mut at_minimum)?;
        if let Some(name) = known {
            return Ok(Reduction::Known(name, runs));
        }
        minima.sort_unstable();
        minima.dedup();
        let left = limit.saturating_sub(started.elapsed());
        let incremental = context.config.incremental_arguments(solver).unwrap_or_default();
        let subject = Subject {
            instance: &script,
            definitions: &definitions,
            verdict: &self.judged.verdict,
            logic: self.prepared.seed.problem.script.logic.as_deref(),
            incremental: &incremental,
        };
        self.under.narrowing();
        let narrowed = narrow(solver, &subject, &context.workspace, left);
        let unfinished = ended.reason();
        Ok(Reduction::Reduced(Box::new(Reduced {
            script,
            definitions,
            session: None,
            narrowed,
            runs,
            unfinished,
            minima,
            left: asserted,
        })))
    }

    /// The smallest instance on which the solver does the same in a process of its own.
    fn minimised(
        &self,
        context: &Context,
        limit: Duration,
        note_best: &dyn Fn(&Reduced),
        at_minimum: &mut dyn FnMut(&Instance) -> bool,
    ) -> Result<Minimised, String> {
        let Failing { case, instance, judged, .. } = self;
        let (workspace, witness) = (&context.workspace, self.witness());
        let deadline = Instant::now().checked_add(limit);
        let fails = reproduces(&case.solver, &judged.verdict, judged.run.time, workspace).until(deadline);
        let runs = self.under.minimising(judged.verdict.class);
        // What cannot be written now is told when the last one cannot be.
        let mut keep = |best: Best<'_>| {
            let text = attach(&best.instance.text, witness, best.definitions);
            // Before the file: whoever sees it may interrupt, and is to be left nothing larger.
            let (script, definitions) = (best.instance.clone(), best.definitions.to_owned());
            note_best(&Reduced::so_far(script, definitions, best.runs));
            drop(workspace.keep(&self.folder(), "best.smt2", &text));
            self.under.smaller(best.instance.text.len());
        };
        let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
        let budget = Budget { total: limit, ..Budget::default() };
        // What is new stays new.
        let base = context.base.as_ref().and_then(|base| base.row(&case.solver));
        let base = base.as_ref();
        let base = base.map(|row| reproduces(row, &judged.verdict, row.timeout, workspace).until(deadline));
        let in_base = |candidate: &Instance| base.as_ref().is_some_and(|base| base.shows_on(candidate));
        let shows_on = |candidate: &Instance| {
            runs.fetch_add(1, Ordering::Relaxed);
            fails.shows_on(candidate) && !in_base(candidate)
        };
        let in_process = || fails.recheck() | base.as_ref().is_some_and(Reproduction::recheck);
        let tools =
            Tools { fails: &shows_on, jobs, budget, keep: &mut keep, at_minimum, recheck: &in_process };
        let (origin, grade) =
            (Origin { instance, witnesses: std::slice::from_ref(witness) }, self.prepared.initial.grade);
        let evaluator = Evaluator::in_child(workspace.temporary());
        let started = Instant::now();
        match minimise(&origin, judged.verdict.check, grade, &evaluator, tools) {
            Ok(minimised) if fails.was_broken() => Ok(Minimised { ended: Ended::Broken, ..minimised }),
            Ok(minimised) => Ok(minimised),
            // It is kept as it is.
            Err(Unfit::NoFailure | Unfit::NotEvaluated(_)) => Ok(Minimised {
                instance: instance.clone(),
                definitions: witness.definitions_for(instance, instance),
                proof: Proof::of_all(witness.definitions_for(instance, instance), instance.checks()),
                runs: 1,
                ended: if started.elapsed() < limit { Ended::Unsteady } else { Ended::Time },
                left: None,
            }),
            Err(error @ Unfit::NotSatisfied { .. }) => Err(format!(
                "{}, instance not believed: {error}; this is a mistake of smt-storm, please report it",
                case.name
            )),
        }
    }
}
