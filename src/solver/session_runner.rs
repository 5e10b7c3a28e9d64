//! Instances one after another → verdicts, in sessions if the solver has some that work.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::matrix::Class;
use crate::process::RunError;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner, session_argv};
use crate::solver::session::Session;
use crate::solver::verdict::Verdict;

/// Sessions are given up after this many failures to answer what a fresh process answers, and one more for every
/// [`ANSWERS`] answers. In a long campaign, even a good session sometimes takes longer than a small instance may.
const STRIKES: u64 = 3;
/// The number of answers that make up for one failure.
const ANSWERS: u64 = 20;

/// The most error messages to remember.
const ERRORS: usize = 64;

/// How much longer than the fastest session another one may take to start, as a factor.
const START_FACTOR: u32 = 2;

/// What is known about the sessions of a solver. The sessions themselves are not shared: what a session was asked
/// before must not depend on other cases.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How often a session answered an instance after its first, which shows that it knows `(reset)` and does not
    /// buffer.
    answers: u64,
    strikes: u64,
    /// Whether a session has missed a deadline. The first time, the session may be at fault.
    has_missed: bool,
    /// The least time from the start of a session to its first answer.
    start: Option<Duration>,
    /// The error messages that a fresh process repeated, without numbers.
    errors: BTreeSet<String>,
}

impl Sessions {
    /// Records that a session correctly answered an instance after its first.
    pub fn note_answer(&self) {
        self.state(|state| state.answers += 1);
    }

    /// Returns whether a session ever answered an instance after its first.
    pub fn are_proven(&self) -> bool {
        self.state(|state| state.answers > 0)
    }

    /// Records that a session missed a deadline. Returns whether one had before.
    fn note_late(&self) -> bool {
        self.state(|state| std::mem::replace(&mut state.has_missed, true))
    }

    /// Records the time from the start of a session to its first answer.
    pub fn note_start(&self, time: Duration) {
        self.state(|state| state.start = Some(state.start.map_or(time, |least| least.min(time))));
    }

    /// Returns the time limit for the first instance of a session, if other instances have this limit. It is unlimited
    /// until the time to start a session is known.
    pub fn first_limit(&self, limit: Duration) -> Duration {
        self.state(|state| {
            state.start.map_or(Duration::MAX, |start| limit.saturating_add(START_FACTOR * start))
        })
    }

    /// Records an error that a session and a fresh process reported for the same instance.
    fn note_error(&self, error: &Verdict) {
        self.state(|state| {
            if state.errors.len() < ERRORS {
                state.errors.insert(error.words_without_numbers());
            }
        });
    }

    /// Returns whether a verdict is an error that a fresh process reported, too.
    fn is_known_error(&self, verdict: &Verdict) -> bool {
        verdict.class == Class::Error
            && self.state(|state| state.errors.contains(&verdict.words_without_numbers()))
    }

    /// Records that a session failed to answer what a fresh process answers.
    pub fn note_failure(&self) {
        self.state(|state| state.strikes += 1);
    }

    /// Returns whether sessions are worth using. A solver without `(reset)`, or with buffered answers, fails
    /// immediately.
    pub fn are_usable(&self) -> bool {
        self.state(|state| {
            let bound = if state.answers == 0 { 1 } else { STRIKES + state.answers / ANSWERS };
            state.strikes < bound
        })
    }

    fn state<R>(&self, work: impl FnOnce(&mut State) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The most sessions to keep, one for each set of drawn options.
const LIVE: usize = 4;

/// Runs one solver on one instance after another: in a session if the solver has one that works, otherwise in a fresh
/// process each.
#[derive(Debug)]
pub struct SessionRunner<'a> {
    alone: Runner<'a>,
    sessions: Arc<Sessions>,
    /// The sessions of this runner, by the drawn options. Those in the script count, because Z3 keeps them over `(reset)`.
    live: BTreeMap<Vec<String>, Session>,
}

/// The verdict of a session, with the session and its drawn options.
struct Answered {
    judged: Judged,
    session: Session,
    drawn: Vec<String>,
}

impl<'a> SessionRunner<'a> {
    /// Creates a runner that has sessions beside the fresh processes of `alone`; `sessions` is what is known about the
    /// solver's sessions.
    pub fn new(alone: Runner<'a>, sessions: &Arc<Sessions>) -> Self {
        let sessions = Arc::clone(sessions);
        SessionRunner { alone, sessions, live: BTreeMap::new() }
    }

    /// Sets the time limit for the next instances, up to that of the row. The first instance of a session also has the
    /// time to start.
    pub fn limit(&mut self, time: Duration) {
        self.alone.limit = time.min(self.alone.solver.timeout);
    }

    /// Returns the runner for fresh processes.
    pub fn alone(&self) -> &Runner<'a> {
        &self.alone
    }

    /// Runs the solver on an instance, in a session if possible, and judges its answers. A session is believed if its
    /// verdict fails no test and is either good, or an error that a fresh process has reported before, or a time-out that is
    /// not the solver's first, while sessions have worked before. Any other verdict is confirmed in a fresh process.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge(&mut self, instance: &Instance) -> Result<Judged, RunError> {
        let Some(Answered { judged, session, drawn }) = self.ask(instance)? else {
            return self.alone.judge_alone(instance);
        };
        let verdict = &judged.verdict;
        let good = verdict.class.is_good();
        let red = self.alone.solver.fails_on(verdict.class, true);
        let late_again = verdict.class == Class::Timeout && self.sessions.note_late();
        let is_late = late_again && self.sessions.are_proven();
        let believed = !red && (good || is_late || self.sessions.is_known_error(verdict));
        if believed {
            self.keep(drawn, session);
            return Ok(judged);
        }
        let alone = self.alone.judge_alone(instance)?;
        if verdict.class == Class::Error && alone.verdict.is_like(verdict) {
            self.sessions.note_error(verdict);
        }
        // A session that fails on its first script may not work at all, but an unsat is an unsat.
        let counts = session.asked().len() > 1 || verdict.class.is_wrong();
        let is_graver = verdict.class > alone.verdict.class;
        let is_grave = verdict.class.is_harm() || verdict.class.is_wrong();
        let is_only_after = counts && is_grave && is_graver;
        // The failure may come from `(reset)`, which only smt-storm sends to this solver.
        let fresh_only = self.alone.solver.session.as_ref().is_some_and(|command| command.fresh_only);
        let is_broken = is_only_after && fresh_only;
        let only_after = (is_only_after && !fresh_only).then(|| session.asked().to_vec());
        // A session that crashes for a bug still works with other scripts.
        if alone.verdict.class.is_tested() && !verdict.class.is_tested() && only_after.is_none() {
            self.sessions.note_failure();
        }
        if !is_broken {
            self.keep(drawn, session);
        }
        Ok(if only_after.is_some() { Judged { only_after, ..judged } } else { alone })
    }

    /// Returns the unconfirmed verdict of a session; `None` if no sessions work.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_in_session(&mut self, instance: &Instance) -> Result<Option<Judged>, RunError> {
        let answered = self.ask(instance)?;
        Ok(answered.map(|Answered { judged, session, drawn }| {
            self.keep(drawn, session);
            judged
        }))
    }

    fn ask(&mut self, instance: &Instance) -> Result<Option<Answered>, RunError> {
        let Runner { solver, folder, .. } = self.alone;
        let Some(command) = solver.session.as_ref().filter(|_| self.sessions.are_usable()) else {
            return Ok(None);
        };
        let drawn = instance.drawn.iter().flat_map(|one| one.args.iter().chain(&one.commands));
        let drawn: Vec<String> = drawn.cloned().collect();
        let mut session = match self.live.remove(&drawn) {
            Some(session) => session,
            None => {
                let argv = session_argv(solver, command, &instance.arguments());
                Session::start(&argv, solver.memory, folder)?
            }
        };
        let is_first = session.asked().is_empty();
        let limit = match is_first {
            true => self.sessions.first_limit(self.alone.limit).min(solver.timeout),
            false => self.alone.limit,
        };
        let run = session.ask(&instance.text, limit);
        let judged = self.alone.judged(instance, run, &instance.arguments());
        match (judged.verdict.class.is_tested(), is_first) {
            (true, true) => self.sessions.note_start(judged.run.time),
            (true, false) if judged.verdict.class.is_good() => self.sessions.note_answer(),
            _ => {}
        }
        Ok(Some(Answered { judged, session, drawn }))
    }

    fn keep(&mut self, drawn: Vec<String>, session: Session) {
        let restart = self.alone.solver.session.as_ref().map_or(0, |command| command.restart);
        if session.is_alive() && session.asked().len() < restart as usize {
            if self.live.len() >= LIVE {
                self.live.clear();
            }
            self.live.insert(drawn, session);
        }
    }
}

impl Runner<'_> {
    /// Asks scripts in order, and then an instance, in a new session with additional arguments. Returns the verdict on the
    /// instance; `None` if the session ends before it.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_in_order(
        &self,
        before: &[&str],
        instance: &Instance,
        args: &[&str],
    ) -> Result<Option<Verdict>, RunError> {
        let Some(command) = &self.solver.session else { return Ok(None) };
        let argv = session_argv(self.solver, command, args);
        let mut session = Session::start(&argv, self.solver.memory, self.folder)?;
        for script in before {
            if !session.is_alive() {
                return Ok(None);
            }
            session.ask(script, self.solver.timeout);
        }
        if !session.is_alive() {
            return Ok(None);
        }
        let run = session.ask(&instance.text, self.solver.timeout);
        Ok(Some(Verdict::judge_where(&run, instance, |check| instance.expected(check))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_instance_has_the_time_to_start() {
        let sessions = Sessions::default();
        let [one, two, ten] = [1, 2, 10].map(Duration::from_secs);
        assert_eq!(sessions.first_limit(ten), Duration::MAX);
        for time in [two, one, two] {
            sessions.note_start(time);
        }
        assert_eq!(sessions.first_limit(ten), ten + START_FACTOR * one);
    }

    #[test]
    fn sessions_survive_a_few_strikes_among_many_answers() {
        let sessions = Sessions::default();
        assert!(sessions.are_usable() && !sessions.are_proven());
        sessions.note_failure();
        assert!(!sessions.are_usable());
        sessions.note_answer();
        assert!(sessions.are_usable() && sessions.are_proven());
        (1..STRIKES).for_each(|_| sessions.note_failure());
        assert!(!sessions.are_usable());
        (1..ANSWERS).for_each(|_| sessions.note_answer());
        assert!(sessions.are_usable());
        sessions.note_failure();
        assert!(!sessions.are_usable());
    }
}
