//! Instance → whether a solver goes wrong on it as it did on another one before.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::matrix::Solver;
use crate::process::RunError;
use crate::process::workspace::Workspace;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner};
use crate::solver::verdict::Verdict;

/// How many times as long as one that failed an instance may take.
const PATIENCE: u32 = 20;
/// The least time that one may take.
const LEAST_PATIENCE: Duration = Duration::from_millis(250);

/// Pauses before a run that could not be made is tried again: files and processes are given back by then, if the others of
/// this machine had them. In milliseconds.
const PAUSES: [u64; 5] = [20, 40, 80, 160, 320];

/// Whether a solver, in a process of its own, does to an instance what it did when it came to
/// `verdict`, which took it `time`.
///
/// What takes far longer than the fastest that failed so far does not fail in the same way: it is
/// given up early. So instances that make the solver hang cost little beside small ones that do not.
pub fn reproduces<'a>(
    solver: &'a Solver,
    verdict: &'a Verdict,
    time: Duration,
    workspace: &'a Workspace,
) -> Reproduction<'a> {
    let limit = AtomicU64::new(micros(patience(time, solver.timeout)));
    Reproduction { solver, verdict, workspace, limit, broken: AtomicBool::new(false) }
}

/// A failure that is looked for in other instances.
#[derive(Debug)]
pub struct Reproduction<'a> {
    solver: &'a Solver,
    verdict: &'a Verdict,
    workspace: &'a Workspace,
    /// In microseconds, see [`patience`].
    limit: AtomicU64,
    /// Whether there was an instance that could not be tried.
    broken: AtomicBool,
}

impl Reproduction<'_> {
    /// Whether the solver fails on this one, too. What cannot be tried does not fail, see [`Reproduction::was_broken`].
    pub fn shows_on(&self, candidate: &Instance) -> bool {
        let timeout = Duration::from_micros(self.limit.load(Ordering::Relaxed));
        let impatient = Solver { timeout, ..self.solver.clone() };
        let Some(judged) = self.judged(candidate, &impatient) else { return false };
        let reproduced = judged.verdict.is_like(self.verdict);
        if reproduced {
            self.limit.fetch_min(micros(patience(judged.run.time, timeout)), Ordering::Relaxed);
        }
        reproduced
    }

    /// Whether the solver could not be run on an instance, for want of files, processes or memory perhaps: then what a
    /// search ends with is not known to be minimal.
    pub fn was_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    fn judged(&self, candidate: &Instance, solver: &Solver) -> Option<Judged> {
        // Where it did not help before, it is not worth the time.
        let pauses = if self.was_broken() { &PAUSES[..1] } else { &PAUSES };
        let mut pauses = pauses.iter();
        loop {
            match Runner::new(solver, self.workspace).judge_alone(candidate) {
                Ok(judged) => return Some(judged),
                // It will not come back.
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

/// The time limit after a run that failed in so much time, given the limit until then.
fn patience(time: Duration, limit: Duration) -> Duration {
    time.saturating_mul(PATIENCE).max(LEAST_PATIENCE).min(limit)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::matrix::Config;

    #[test]
    fn patience_shrinks_with_what_fails() {
        let [minute, second, tenth] = [60_000, 1_000, 100].map(Duration::from_millis);
        assert_eq!(patience(second, minute), 20 * second);
        assert_eq!(patience(minute, minute), minute);
        assert_eq!(patience(tenth / 100, minute), LEAST_PATIENCE);
        assert_eq!(patience(minute, tenth), tenth);
    }

    /// Tries an instance with a solver that cannot be started until so long after; whether it shows the failure, and
    /// whether that is known.
    fn tried(started_after: Option<Duration>) -> (bool, bool) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("solver");
        fs::write(&program, "#!/bin/sh\necho unsat\n").unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o644)).unwrap();
        let config = folder.path().join("solvers.yaml");
        let text = "version: 1\nsolvers: {a: {argv: [./solver, '{file}']}}\nseeds: [{glob: x/*}]\n";
        fs::write(&config, text).unwrap();
        let solver = Config::load(&config, None).unwrap().solvers.remove(0);
        let workspace = Workspace::open(&folder.path().join("output")).unwrap();
        let instance = Instance::read("(assert true)\n(check-sat)\n").unwrap();
        let verdict = Verdict::wrong_unsat(0);
        let reproduction = reproduces(&solver, &verdict, Duration::from_secs(9), &workspace);
        std::thread::scope(|scope| {
            if let Some(time) = started_after {
                scope.spawn(move || {
                    std::thread::sleep(time);
                    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
                });
            }
            (reproduction.shows_on(&instance), reproduction.was_broken())
        })
    }

    #[test]
    fn what_cannot_be_run_is_tried_again_and_told() {
        assert_eq!(tried(Some(Duration::from_millis(70))), (true, false));
        assert_eq!(tried(None), (false, true));
    }
}
