//! Instances one after the other → verdicts, in sessions where the solver has some that work.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::matrix::Class;
use crate::process::RunError;
use crate::smtlib::instance::{Instance, Questions};
use crate::solver::runner::{Judged, Runner, session_argv};
use crate::solver::session::Session;
use crate::solver::sessions::Sessions;
use crate::solver::verdict::Verdict;

/// Sessions that are kept: one for each set of drawn arguments.
const LIVE: usize = 4;

/// Runs one solver on one instance after the other: in a session where the solver has one
/// that works, else in a process for each.
#[derive(Debug)]
pub struct SessionRunner<'a> {
    alone: Runner<'a>,
    sessions: Arc<Sessions>,
    /// The sessions of this runner, by command line.
    live: BTreeMap<Vec<String>, Session>,
    /// Whether a session missed a deadline: the first time, it may be the session's fault.
    missed: bool,
}

/// What a session said of an instance, and the session with its command line.
struct Answered {
    judged: Judged,
    session: Session,
    argv: Vec<String>,
}

impl<'a> SessionRunner<'a> {
    /// A runner with sessions of its own beside the processes of `alone`; `sessions` is what is known of sessions with
    /// the solver.
    pub fn new(alone: Runner<'a>, sessions: &Arc<Sessions>) -> Self {
        let sessions = Arc::clone(sessions);
        SessionRunner { alone, sessions, live: BTreeMap::new(), missed: false }
    }

    /// Gives each instance from now on so much time, but no more than the row has; the first of a session also has the time
    /// to start.
    pub fn limit(&mut self, time: Duration) {
        self.alone.limit = time.min(self.alone.solver.timeout);
    }

    /// The runner without sessions.
    pub fn alone(&self) -> &Runner<'a> {
        &self.alone
    }

    /// Runs the solver on an instance, in a session if it can, and judges its answers. What a
    /// session says is believed if it is good, or if it is a timeout that is not the first and
    /// sessions have answered before, and if no test turns red for it; everything else is asked again in a
    /// process of its own.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge(&mut self, instance: &Instance) -> Result<Judged, RunError> {
        let Some(Answered { judged, session, argv }) = self.ask(instance)? else {
            return self.alone.judge_alone(instance);
        };
        let verdict = &judged.verdict;
        let good = verdict.class.is_good();
        let red = self.alone.solver.fails_on(verdict.class, true);
        let late = verdict.class == Class::Timeout;
        let believed = !red && (good || (late && self.missed && self.sessions.are_proven()));
        self.missed |= late;
        if believed {
            self.keep(argv, session);
            return Ok(judged);
        }
        let alone = self.alone.judge_alone(instance)?;
        // A session that fails from its first script on may not work at all, but an unsat is an unsat.
        let counts = session.asked().len() > 1 || verdict.class == Class::WrongUnsat;
        let is_graver = verdict.class > alone.verdict.class;
        let is_grave = verdict.class.is_harm() || verdict.class == Class::WrongUnsat;
        let only_after = (counts && is_grave && is_graver).then(|| session.asked().to_vec());
        // What is told as a bug says nothing about sessions with other scripts.
        if alone.verdict.class.is_tested() && !verdict.class.is_tested() && only_after.is_none() {
            self.sessions.note_failure();
        }
        self.keep(argv, session);
        Ok(if only_after.is_some() { Judged { only_after, ..judged } } else { alone })
    }

    /// What a session says of an instance, which nobody confirms; none if there are none that work.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_in_session(&mut self, instance: &Instance) -> Result<Option<Judged>, RunError> {
        let answered = self.ask(instance)?;
        Ok(answered.map(|Answered { judged, session, argv }| {
            self.keep(argv, session);
            judged
        }))
    }

    fn ask(&mut self, instance: &Instance) -> Result<Option<Answered>, RunError> {
        let Runner { solver, folder, .. } = self.alone;
        let Some(command) = solver.session.as_ref().filter(|_| self.sessions.are_usable()) else {
            return Ok(None);
        };
        let argv = session_argv(solver, command, &instance.arguments());
        let mut session = match self.live.remove(&argv) {
            Some(session) => session,
            None => Session::start(&argv, solver.memory, folder)?,
        };
        let is_first = session.asked().is_empty();
        let limit = match is_first {
            true => self.sessions.first_limit(self.alone.limit).min(solver.timeout),
            false => self.alone.limit,
        };
        let run = session.ask(&instance.text, limit);
        let judged = self.alone.judged(instance, run);
        match (judged.verdict.class.is_tested(), is_first) {
            (true, true) => self.sessions.note_start(judged.run.time),
            (true, false) if judged.verdict.class.is_good() => self.sessions.note_answer(),
            _ => {}
        }
        Ok(Some(Answered { judged, session, argv }))
    }

    fn keep(&mut self, argv: Vec<String>, session: Session) {
        let restart = self.alone.solver.session.as_ref().map_or(0, |command| command.restart);
        if session.is_alive() && session.asked().len() < restart as usize {
            if self.live.len() >= LIVE {
                self.live.clear();
            }
            self.live.insert(argv, session);
        }
    }
}

impl Runner<'_> {
    /// Asks scripts one after the other in a session of their own, with further arguments;
    /// the verdict on the last, which has so many checks. `None` if it does not come to that one.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_in_order(
        &self,
        scripts: &[&str],
        args: &[&str],
        checks: usize,
    ) -> Result<Option<Verdict>, RunError> {
        let Some(command) = &self.solver.session else { return Ok(None) };
        let argv = session_argv(self.solver, command, args);
        let mut session = Session::start(&argv, self.solver.memory, self.folder)?;
        let mut last = None;
        for script in scripts {
            if !session.is_alive() {
                return Ok(None);
            }
            last = Some(session.ask(script, self.solver.timeout));
        }
        let replies = usize::from(self.solver.form.models);
        Ok(last.map(|run| Verdict::judge(&run, Questions::alike(checks, replies))))
    }
}
