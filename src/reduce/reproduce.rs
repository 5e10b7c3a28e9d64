//! Instance → whether a solver goes wrong on it as it did on another one before.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::matrix::Solver;
use crate::process::workspace::Workspace;
use crate::smtlib::instance::Instance;
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;

/// How many times as long as one that failed an instance may take.
const PATIENCE: u32 = 20;
/// The least time that one may take.
const LEAST_PATIENCE: Duration = Duration::from_millis(250);

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
) -> impl Fn(&Instance) -> bool + Sync + 'a {
    let limit = AtomicU64::new(micros(patience(time, solver.timeout)));
    move |candidate| {
        let timeout = Duration::from_micros(limit.load(Ordering::Relaxed));
        let impatient = Solver { timeout, ..solver.clone() };
        let judged = Runner::new(&impatient, workspace).judge_alone(candidate);
        judged.is_ok_and(|judged| {
            let reproduced = judged.verdict.is_like(verdict);
            if reproduced {
                limit.fetch_min(micros(patience(judged.run.time, timeout)), Ordering::Relaxed);
            }
            reproduced
        })
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
    use super::*;

    #[test]
    fn patience_shrinks_with_what_fails() {
        let [minute, second, tenth] = [60_000, 1_000, 100].map(Duration::from_millis);
        assert_eq!(patience(second, minute), 20 * second);
        assert_eq!(patience(minute, minute), minute);
        assert_eq!(patience(tenth / 100, minute), LEAST_PATIENCE);
        assert_eq!(patience(minute, tenth), tenth);
    }
}
