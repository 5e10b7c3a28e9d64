//! A confirmed failure → reduced: the smallest script on which the solver fails alike, and what the failure depends on.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::bugs::bucket;
use crate::matrix::Class;
use crate::process::count_processors;
use crate::reduce::explain::{self, explain};
use crate::reduce::minimise::{
    Best, Budget, Ended, Minimised, Origin, Proof, Tools, Unfit, minimise, minimise_without_witness,
    stays_refuted,
};
use crate::reduce::narrow::{Subject, narrow};
use crate::reduce::reproduce::{Reproduction, reproduces};
use crate::reduce::session_bug;
use crate::reduce::trials::Effort;
use crate::smtlib::instance::{Expected, Instance};
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;
use crate::suite::context::Context;
use crate::suite::failure::{Basis, Confirmed, Found, InSession, Reduced};
use crate::suite::live::progress::Doing;
use crate::witness::{Evaluator, attach, attach_none, exhaustive};

/// The most sessions for reducing a failure that only a session shows.
const SESSION_RUNS: u32 = 300;
/// The most time for it in a campaign: sessions that die late are slow, and their remains tell little.
const SESSION_TIME: Duration = Duration::from_secs(15);

impl Confirmed<'_> {
    /// Finds the smallest script on which the solver fails alike, and what the failure depends on, unless a known bug
    /// is recognised on the way. It takes at most the time `limit`, and passes each smaller script to `note_best`.
    ///
    /// # Errors
    /// The solver cannot be started any more, or the witness does not satisfy the instance.
    pub(super) fn reduce(
        &self,
        runner: &Runner<'_>,
        context: &Context,
        limit: Duration,
        note_best: &dyn Fn(&Reduced<'_>),
    ) -> Result<Found<Reduced<'_>>, String> {
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
    ) -> Result<Found<Reduced<'_>>, String> {
        let (instance, verdict) = (&self.instance, &self.judged.verdict);
        let limit = if context.setup.is_campaign() { limit.min(SESSION_TIME) } else { limit };
        let effort = Effort { runs: SESSION_RUNS, time: limit };
        let keeps = |last: &Instance| self.keeps_basis(last);
        let reduce = |effort| session_bug::reduce(runner, asked, &self.asked(), verdict, &keeps, effort);
        let bug = reduce(effort);
        // If the solver cannot be started any more, the whole session is kept.
        let unfinished = bug.as_ref().err().and_then(|_| Ended::Broken.reason());
        let bug = bug.or_else(|_| reduce(Effort { runs: 0, time: limit }));
        let bug = bug.map_err(|error| error.to_string())?;
        let last = bug.script.scripts().pop().unwrap_or_default();
        let definitions = match self.needs_witness() {
            true => self.witness().definitions_for(instance, &last),
            false => String::new(),
        };
        let session = Some(InSession { scripts: bug.scripts, repeated: bug.repeated });
        let reduced = self.so_far(bug.script, definitions, bug.runs);
        Ok(Found::New(Reduced { session, unfinished, ..reduced }))
    }

    fn reduce_alone(
        &self,
        context: &Context,
        limit: Duration,
        note_best: &dyn Fn(&Reduced<'_>),
    ) -> Result<Found<Reduced<'_>>, String> {
        if limit.is_zero() {
            return Ok(Found::New(Reduced { unfinished: Ended::Time.reason(), ..self.as_generated() }));
        }
        let started = Instant::now();
        let verdict = &self.judged.verdict;
        let (mut smallest, mut minima) =
            match self.minimised(&self.asked(), verdict, context, limit, note_best)? {
                Found::New(found) => found,
                Found::Known(name, runs) => return Ok(Found::Known(name, runs)),
            };
        let refuted = self.refuted(&smallest.instance, context);
        if let Some((refuted, verdict)) = &refuted {
            let left = limit.saturating_sub(started.elapsed());
            match self.minimised(refuted, verdict, context, left, note_best)? {
                Found::New((smaller, others)) => {
                    let (runs, left) = (smallest.runs + smaller.runs, smallest.left);
                    (smallest, minima) = (Minimised { runs, left, ..smaller }, others);
                }
                Found::Known(name, runs) => return Ok(Found::Known(name, smallest.runs + runs)),
            }
        }
        let verdict = refuted.as_ref().map_or(verdict, |(_, verdict)| verdict);
        let Minimised { instance: script, definitions, runs, ended, left: asserted, .. } = smallest;
        let (solver, class) = (&self.case.solver, verdict.class);
        minima.sort_unstable();
        minima.dedup();
        let left = limit.saturating_sub(started.elapsed());
        let incremental = context.setup.config.incremental_arguments(solver).unwrap_or_default();
        let subject = Subject {
            instance: &script,
            definitions: &definitions,
            verdict,
            logic: self.pools.problem.script.logic.as_deref(),
            incremental: &incremental,
        };
        self.progress.doing(Doing::Narrowing);
        let narrowed = narrow(solver, &subject, &context.workspace, left);
        let evaluator = Evaluator::in_child(context.workspace.temporary());
        let left = limit.saturating_sub(started.elapsed());
        let varies = explain(solver, &subject, &evaluator, &context.workspace, left.min(explain::SHORT));
        let again = class
            .is_beside_the_answer()
            .then(|| Runner::new(solver, &context.workspace).judge_alone(&script).ok())
            .flatten();
        let refutation = again.and_then(|judged| judged.refutation);
        let verdict = verdict.clone();
        let reduced = Reduced { verdict, refutation, ..self.so_far(script, definitions, runs) };
        Ok(Found::New(Reduced {
            narrowed,
            varies,
            unfinished: ended.reason(),
            minima,
            left: asserted,
            ..reduced
        }))
    }

    /// Returns a script to which `sat` is wrong, with its verdict, if the wrong model of a script is wrong because the
    /// script has none.
    fn refuted(&self, script: &Instance, context: &Context) -> Option<(Instance, Verdict)> {
        let has_wrong_model =
            self.judged.verdict.class == Class::InvalidModel && self.basis() == Basis::Answer;
        let last = script.checks().checked_sub(1).filter(|_| has_wrong_model)?;
        if exhaustive::decide(script, last)?.is_satisfiable()? {
            return None;
        }
        let mut refuted = script.clone();
        refuted.expect(Expected::Unsat, &[last]);
        let judged = Runner::new(&self.case.solver, &context.workspace).judge_alone(&refuted).ok()?;
        (judged.verdict.class == Class::WrongSat).then_some((refuted, judged.verdict))
    }

    /// Finds the smallest script on which the solver fails alike in a fresh process, with the forms of the minima on the
    /// way, unless one of them shows a known bug.
    fn minimised(
        &self,
        instance: &Instance,
        verdict: &Verdict,
        context: &Context,
        limit: Duration,
        note_best: &dyn Fn(&Reduced<'_>),
    ) -> Result<Found<(Minimised, Vec<String>)>, String> {
        let Confirmed { case, judged, .. } = self;
        let basis = self.basis_of(verdict);
        let needs_witness = basis == Basis::Witness;
        let (mut minima, mut known) = (Vec::new(), None);
        let is_strict = context.setup.environment.strict;
        let by_operators = |script: &Instance, is_minimum| {
            let bugs = context.setup.is_campaign().then(|| context.open_bugs())?;
            bugs.find_by_operators(&case.solver, verdict.class, script, is_minimum)
        };
        let mut at_minimum = |minimum: &Instance| {
            let form = bucket::digest_form(verdict.class, minimum);
            if !is_strict {
                let bugs = context.open_bugs();
                let by_minimum = bugs.find_by_minimum(&case.solver, verdict.class, minimum, &form);
                known = by_minimum.or_else(|| by_operators(minimum, true));
            }
            minima.push(form);
            known.is_some()
        };
        let (workspace, witness) = (&context.workspace, self.witness());
        let deadline = Instant::now().checked_add(limit);
        let fails = reproduces(&case.solver, verdict, judged.run.time, workspace).until(deadline);
        let runs = self.progress.minimising(verdict.class);
        // Ignore an error here: keeping the final script reports it.
        let mut keep = |best: Best<'_>| {
            let script = &best.instance.text;
            let text = match needs_witness {
                true => attach(script, witness, best.proof.definitions()),
                false if basis == Basis::Answer => attach_none(script),
                false => exhaustive::attach_decided(script, best.instance),
            };
            // Note it before the file exists: who sees the file may interrupt the program and must not be left with a
            // larger script.
            let so_far = self.so_far(best.instance.clone(), best.proof.definitions().to_owned(), best.runs);
            note_best(&Reduced { verdict: verdict.clone(), ..so_far });
            drop(workspace.keep(&self.folder(), "best.smt2", &text));
            self.progress.smaller(best.instance.text.len());
        };
        let jobs = count_processors().get();
        let budget = Budget { total: limit, ..Budget::default() };
        // Keep only candidates that the base build passes: the failure must stay one that it does not show.
        let base = context.base.as_ref().and_then(|base| base.row(&case.solver));
        let base = base.as_ref();
        let base = base.map(|row| reproduces(row, verdict, row.timeout, workspace).until(deadline));
        let in_base = |candidate: &Instance| base.as_ref().is_some_and(|base| base.shows_on(candidate));
        let shows_on = |candidate: &Instance| {
            runs.fetch_add(1, Ordering::Relaxed);
            fails.shows_on(candidate) && !in_base(candidate)
        };
        let in_process = || fails.recheck() | base.as_ref().is_some_and(Reproduction::recheck);
        let tools = Tools {
            fails: &shows_on,
            jobs,
            budget,
            keep: &mut keep,
            at_minimum: &mut at_minimum,
            recheck: &in_process,
        };
        let (origin, grade) =
            (Origin { instance, witnesses: std::slice::from_ref(witness) }, self.pools.initial.grade);
        let evaluator = Evaluator::in_child(workspace.temporary());
        let started = Instant::now();
        let reduced = match needs_witness {
            true => minimise(&origin, verdict.check, grade, &evaluator, tools),
            false => {
                let stays_refuted = stays_refuted(instance, verdict, &evaluator);
                let keeps = |candidate: &Instance| basis.holds_for(candidate) && stays_refuted(candidate);
                minimise_without_witness(instance, verdict.check, &keeps, tools)
            }
        };
        let minimised = match reduced {
            Ok(minimised) if fails.was_broken() => Minimised { ended: Ended::Broken, ..minimised },
            Ok(minimised) => minimised,
            // Keep the instance as generated.
            Err(Unfit::NoFailure | Unfit::NotEvaluated(_)) => Minimised {
                instance: instance.clone(),
                definitions: self.as_generated().definitions,
                proof: Proof::of_all(witness.definitions_for(instance, instance), instance.checks()),
                runs: 1,
                ended: if started.elapsed() < limit { Ended::Unsteady } else { Ended::Time },
                left: None,
            },
            Err(error @ Unfit::NotSatisfied { .. }) => {
                return Err(format!(
                    "{}, instance rejected: {error}; this is a bug in smt-storm, please report it",
                    case.name
                ));
            }
        };
        // It may be close to its minimum when its time is over.
        if known.is_none() && minimised.ended == Ended::Time {
            known = by_operators(&minimised.instance, false);
        }
        Ok(match known {
            Some(name) => Found::Known(name, minimised.runs),
            None => Found::New((minimised, minima)),
        })
    }
}
