//! Failures that only a session shows: the same script in a process of its own goes right.
//! The fewest scripts that have to come before it are looked for.

use crate::ddmin::ddmin;
use crate::instance::{Instance, Kind};
use crate::process::RunError;
use crate::runner::Runner;
use crate::verdict::Verdict;

/// A failure in a session, smaller.
#[derive(Debug)]
pub struct SessionBug {
    /// The scripts in order, with `(reset)` between them.
    pub script: Instance,
    /// How many scripts there are.
    pub scripts: usize,
    /// Whether the failure showed again when the session was repeated.
    pub repeated: bool,
    /// Runs of sessions that reducing took.
    pub runs: u32,
}

/// Drops whole scripts from `asked`, the last of which is `instance` and came to `verdict`.
/// `budget` bounds the sessions that are run.
///
/// # Errors
/// The solver cannot be started.
pub fn reduce(
    runner: &Runner<'_>,
    asked: &[String],
    instance: &Instance,
    verdict: &Verdict,
    budget: u32,
) -> Result<SessionBug, RunError> {
    let Some((last, before)) = asked.split_last() else {
        return Ok(SessionBug { script: instance.clone(), scripts: 1, repeated: false, runs: 0 });
    };
    let mut runs = 0;
    let mut fails = |before: &[&String]| -> Result<bool, RunError> {
        if runs >= budget {
            return Ok(false);
        }
        runs += 1;
        let scripts: Vec<&str> = before.iter().map(|text| text.as_str()).chain([last.as_str()]).collect();
        Ok(runner.judge_in_order(&scripts, instance)?.is_some_and(|again| again.is_like(verdict)))
    };
    let before: Vec<&String> = before.iter().collect();
    let repeated = fails(&before)?;
    let mut kept = ddmin(&before, if repeated { before.len() } else { 0 }, fails)?;
    kept.push(last);
    Ok(SessionBug { script: joined(&kept), scripts: kept.len(), repeated, runs })
}

/// The scripts with `(reset)` between them. Generated commands start lines of their own.
fn joined(scripts: &[&String]) -> Instance {
    let mut all = Instance::default();
    for (at, script) in scripts.iter().enumerate() {
        if at > 0 {
            all.add(Kind::Setup, |text| text.push_str("(reset)"));
        }
        for line in script.lines() {
            let kind = match line {
                _ if line.starts_with("(assert ") => Kind::Assertion,
                _ if line.starts_with("(check-sat") => Kind::Check,
                _ => Kind::Setup,
            };
            all.add(kind, |text| text.push_str(line));
        }
    }
    all
}
