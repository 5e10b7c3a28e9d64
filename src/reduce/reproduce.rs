//! Instance → whether a solver fails on it as it did on another one before.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::matrix::Solver;
use crate::process::RunError;
use crate::process::workspace::Workspace;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner};
use crate::solver::session_runner::SessionRunner;
use crate::solver::session_runner::Sessions;
use crate::solver::verdict::Verdict;

/// The time limit of a run, relative to the fastest failing run.
struct Patience {
    /// The multiple of its time.
    times: u32,
    /// The minimum.
    least: Duration,
}

const ALONE: Patience = Patience { times: 20, least: Duration::from_millis(250) };
/// The minimum is less because no process starts, and runs that are given up are repeated at the end.
const IN_SESSION: Patience = Patience { times: 20, least: Duration::from_millis(100) };
/// How often in a row a session without an answer must be confirmed before it is trusted.
const CONFIRMED: u32 = 3;

/// The pauses before a failed attempt to run the solver is repeated, in milliseconds. Other programs on the
/// machine may release files and processes meanwhile.
const PAUSES: [u64; 5] = [20, 40, 80, 160, 320];

/// Returns a test whether a solver, in a process of its own, fails on an instance as it did when it came to
/// `verdict` in the given `time`.
///
/// Most candidates do not fail, and starting a process takes most of the time of a small one. Therefore, if a
/// session shows the failure on the first instance too, sessions are asked first. An instance on which the
/// session does not fail counts as not failing, until [`Reproduction::recheck`].
///
/// A run that takes far longer than the fastest failing one does not fail in the same way, and is stopped early.
/// So instances that make the solver hang cost little.
pub fn reproduces<'a>(
    solver: &'a Solver,
    verdict: &'a Verdict,
    time: Duration,
    workspace: &'a Workspace,
) -> Reproduction<'a> {
    let limit = ALONE.after(time, solver.timeout);
    Reproduction {
        solver,
        verdict,
        workspace,
        deadline: None,
        limit: Limit::new(limit),
        session_limit: Limit::new(limit),
        broken: AtomicBool::new(false),
        idle: Mutex::default(),
        sessions: Arc::default(),
        shows_in_sessions: OnceLock::new(),
        confirmed: AtomicU32::new(0),
        believed: AtomicBool::new(false),
        alone: AtomicBool::new(!verdict.class.is_tested() || solver.session.is_none()),
    }
}

/// A failure to reproduce on other instances.
#[derive(Debug)]
pub struct Reproduction<'a> {
    solver: &'a Solver,
    verdict: &'a Verdict,
    workspace: &'a Workspace,
    /// The time at which every run must end.
    deadline: Option<Instant>,
    /// The time limit of a process.
    limit: Limit,
    /// The time limit of a session.
    session_limit: Limit,
    /// Whether some instance could not be tried.
    broken: AtomicBool,
    /// Idle runners of the solver, one for each thread that asks.
    idle: Mutex<Vec<SessionRunner<'a>>>,
    sessions: Arc<Sessions>,
    /// Whether a session fails as a process of its own does.
    shows_in_sessions: OnceLock<bool>,
    /// How often a session gave no answer and a process then confirmed that the instance does not fail, since the
    /// last time that such an instance did fail.
    confirmed: AtomicU32,
    /// Whether any instance was judged not to fail by a session alone.
    believed: AtomicBool,
    /// Whether to use only processes: a session does not survive a crash.
    alone: AtomicBool,
}

impl Reproduction<'_> {
    /// Sets a time at which every run ends. A run that is cut short does not fail.
    #[must_use]
    pub fn until(self, deadline: Option<Instant>) -> Self {
        Self { deadline, ..self }
    }

    /// Returns the remaining time of a limit, or `None` if there is none.
    fn left(&self, limit: Duration) -> Option<Duration> {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Some(left.map_or(limit, |left| left.min(limit))).filter(|left| !left.is_zero())
    }

    /// Whether the solver fails on this instance, too. An instance that cannot be tried does not fail, see
    /// [`Reproduction::was_broken`].
    pub fn shows_on(&self, candidate: &Instance) -> bool {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let new = || SessionRunner::new(Runner::new(self.solver, self.workspace), &self.sessions);
        let mut runner = waiting.unwrap_or_else(new);
        let shows = self.shows(candidate, &mut runner);
        idle().push(runner);
        shows
    }

    /// Switches to processes only. Returns whether the answer of a session was trusted before, so that an
    /// instance that did not fail may fail now.
    pub fn recheck(&self) -> bool {
        !self.alone.swap(true, Ordering::Relaxed) && self.believed.load(Ordering::Relaxed)
    }

    /// Whether the solver could not be run on an instance, perhaps for lack of files, processes or memory. Then
    /// the result of a search is not known to be minimal.
    pub fn was_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    fn shows(&self, candidate: &Instance, runner: &mut SessionRunner<'_>) -> bool {
        let asks_sessions = !self.alone.load(Ordering::Relaxed);
        if asks_sessions && self.shows_in_sessions.get() == Some(&true) {
            return self.shows_twice(candidate, runner);
        }
        let shows = self.shows_alone(candidate, runner);
        if shows && asks_sessions {
            // If no session can be started, sessions are not used.
            self.shows_in_sessions.get_or_init(|| self.in_session(candidate, runner) == Some((true, true)));
        }
        shows
    }

    /// Whether the solver fails both in a session and in a process of its own.
    fn shows_twice(&self, candidate: &Instance, runner: &mut SessionRunner<'_>) -> bool {
        let answer = self.in_session(candidate, runner);
        let is_known =
            |(shows, is_tested): (bool, bool)| !shows && (is_tested || self.confirmed() >= CONFIRMED);
        if answer.is_some_and(is_known) {
            self.believed.store(true, Ordering::Relaxed);
            return false;
        }
        let shows = self.shows_alone(candidate, runner);
        if let Some((false, _)) = answer {
            let confirmed = if shows { 0 } else { self.confirmed() + 1 };
            self.confirmed.store(confirmed, Ordering::Relaxed);
        }
        shows
    }

    fn confirmed(&self) -> u32 {
        self.confirmed.load(Ordering::Relaxed)
    }

    /// Returns whether the solver fails in a session, and whether it gave an answer; `None` if there are no
    /// sessions.
    fn in_session(&self, candidate: &Instance, runner: &mut SessionRunner<'_>) -> Option<(bool, bool)> {
        let limit = self.session_limit.get();
        runner.limit(self.left(limit)?);
        let judged = runner.judge_in_session(candidate).ok().flatten()?;
        let shows = judged.verdict.is_like(self.verdict);
        if shows {
            self.session_limit.lower(IN_SESSION.after(judged.run.time, limit));
        }
        Some((shows, judged.verdict.class.is_tested()))
    }

    /// Whether the solver fails in a process of its own.
    fn shows_alone(&self, candidate: &Instance, runner: &mut SessionRunner<'_>) -> bool {
        let limit = self.limit.get();
        let Some(left) = self.left(limit) else { return false };
        runner.limit(left);
        let judged = self.judged_alone(candidate, runner.alone());
        let failing = judged.filter(|judged| judged.verdict.is_like(self.verdict));
        if let Some(judged) = &failing {
            self.limit.lower(ALONE.after(judged.run.time, limit));
        }
        failing.is_some()
    }

    fn judged_alone(&self, candidate: &Instance, runner: &Runner<'_>) -> Option<Judged> {
        // Repeating is not worth the time if it did not help before.
        let pauses = if self.was_broken() { &PAUSES[..1] } else { &PAUSES };
        let mut pauses = pauses.iter();
        loop {
            match runner.judge_alone(candidate) {
                Ok(judged) => return Some(judged),
                // A missing program will not come back.
                Err(RunError::Missing(_) | RunError::NoFile(_)) => {}
                Err(_) => {
                    if let Some(&pause) = pauses.next() {
                        std::thread::sleep(Duration::from_millis(pause));
                        continue;
                    }
                }
            }
            self.broken.store(true, Ordering::Relaxed);
            return None;
        }
    }
}

impl Patience {
    /// Returns the time limit after a failing run with this time, given the current limit.
    fn after(&self, time: Duration, limit: Duration) -> Duration {
        time.saturating_mul(self.times).max(self.least).min(limit)
    }
}

/// A time limit in microseconds that threads share.
#[derive(Debug)]
struct Limit(AtomicU64);

impl Limit {
    fn new(time: Duration) -> Limit {
        Limit(AtomicU64::new(micros(time)))
    }

    fn get(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }

    fn lower(&self, time: Duration) {
        self.0.fetch_min(micros(time), Ordering::Relaxed);
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use super::*;
    use crate::matrix::Config;

    #[test]
    fn patience_shrinks_with_what_fails() {
        let [minute, second, tenth] = [60_000, 1_000, 100].map(Duration::from_millis);
        assert_eq!(ALONE.after(second, minute), 20 * second);
        assert_eq!(ALONE.after(minute, minute), minute);
        assert_eq!(ALONE.after(tenth / 100, minute), ALONE.least);
        assert_eq!(ALONE.after(minute, tenth), tenth);
    }

    /// Runs a test with a solver that is a shell script, and with a script for its sessions, if there is one.
    fn with_solver<T>(
        alone: &str,
        session: Option<&str>,
        test: impl FnOnce(&Reproduction<'_>, &Path) -> T,
    ) -> T {
        let folder = tempfile::tempdir().unwrap();
        let program = |name: &str, script: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
            path
        };
        let (solver, config) = (program("solver", alone), folder.path().join("solvers.yaml"));
        let session = session.map(|script| {
            program("session", script);
            ", session: {argv: [./session]}"
        });
        let row = format!("argv: [./solver, '{{file}}']{}", session.unwrap_or_default());
        fs::write(&config, format!("version: 1\nsolvers: {{a: {{{row}}}}}\nseeds: [{{glob: x/*}}]\n"))
            .unwrap();
        let row = Config::load(&config, None).unwrap().solvers.remove(0);
        let workspace = Workspace::open(&folder.path().join("output")).unwrap();
        let verdict = Verdict::wrong_unsat(0);
        test(&reproduces(&row, &verdict, Duration::from_secs(9), &workspace), &solver)
    }

    fn instance(number: u32) -> Instance {
        Instance::read(&format!("(assert (= 0 {number}))\n(check-sat)\n")).unwrap()
    }

    /// Tries an instance with a solver that can be started only after this time. Returns whether it fails, and
    /// whether it could not be tried.
    fn tried(started_after: Option<Duration>) -> (bool, bool) {
        with_solver("echo unsat", None, |reproduction, program| {
            fs::set_permissions(program, Permissions::from_mode(0o644)).unwrap();
            std::thread::scope(|scope| {
                if let Some(time) = started_after {
                    scope.spawn(move || {
                        std::thread::sleep(time);
                        fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
                    });
                }
                (reproduction.shows_on(&instance(0)), reproduction.was_broken())
            })
        })
    }

    #[test]
    fn what_cannot_be_run_is_tried_again_and_told() {
        assert_eq!(tried(Some(Duration::from_millis(70))), (true, false));
        assert_eq!(tried(None), (false, true));
    }

    /// Returns a script for a session that answers its first query wrongly, and others as given.
    fn session(others: &str) -> String {
        format!(
            "answer=unsat; while read -r line; do case \"$line\" in *check-sat*) echo $answer; answer={others};; \
             *echo*) line=${{line#*'\"'}}; echo \"${{line%'\"'*}}\";; esac; done"
        )
    }

    /// Returns on which of three instances the failure shows, if processes fail on all; and on the last one after
    /// a recheck.
    fn shown(session: &str) -> [bool; 4] {
        with_solver("echo unsat", Some(session), |reproduction, _| {
            let before = [0, 1, 2].map(|number| reproduction.shows_on(&instance(number)));
            let were_asked = reproduction.recheck();
            assert_eq!(were_asked, before[1..].contains(&false));
            assert!(!reproduction.recheck(), "it was done before");
            [before[0], before[1], before[2], reproduction.shows_on(&instance(2))]
        })
    }

    #[test]
    fn what_a_session_says_is_right_is_believed_until_it_is_looked_at_again() {
        assert_eq!(shown(&session("sat")), [true, false, false, true]);
        // The first answer is right already: sessions do not show the failure.
        assert_eq!(
            shown(
                "while read -r line; do case \"$line\" in *check-sat*) echo sat;; *echo*) \
                          line=${line#*'\"'}; echo \"${line%'\"'*}\";; esac; done"
            ),
            [true; 4]
        );
        // A session that dies or does not exist does not show it either.
        assert_eq!(shown("exit 1"), [true; 4]);
    }

    #[test]
    fn what_only_a_session_shows_is_not_the_failure() {
        with_solver(
            "grep -q '= 0 0' \"$1\" && echo unsat || echo sat",
            Some(&session("unsat")),
            |reproduction, _| {
                assert_eq!([0, 1, 0].map(|at| reproduction.shows_on(&instance(at))), [true, false, true])
            },
        );
    }
}
