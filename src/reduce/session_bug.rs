//! Failures that only a session shows: the same script is answered correctly in a process of its own. The search
//! finds a minimal sequence of scripts that must come before it, and minimal commands in all of them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::process::RunError;
use crate::reduce::delta_debugging::ddmin;
use crate::reduce::delta_debugging::{First, fewest_commands, fewest_declarations, is_question};
use crate::reduce::minimise::Condition;
use crate::reduce::trials::Effort;
use crate::smtlib::instance::{Instance, Kind};
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;

/// The maximal time: candidates may run into their time limits, and a whole session takes longer than one script.
const TIME: Duration = Duration::from_secs(60);

/// A reduced failure in a session.
#[derive(Debug)]
pub(crate) struct SessionBug {
    /// The scripts in order, with `(reset)` between them.
    pub script: Instance,
    /// The number of scripts.
    pub scripts: usize,
    /// Whether the failure recurred when the session was repeated.
    pub repeated: bool,
    /// The number of sessions run during the reduction.
    pub runs: u32,
}

/// Drops whole scripts from `asked`, the last of which is `instance` and came to `verdict`, then single commands
/// of the rest, as long as the last script satisfies a condition.
pub(crate) fn reduce(
    runner: &Runner<'_>,
    asked: &[String],
    instance: &Instance,
    verdict: &Verdict,
    condition: Condition<'_>,
    effort: Effort,
) -> Result<SessionBug, RunError> {
    let before = &asked[..asked.len().saturating_sub(1)];
    let (mut runs, started) = (0, Instant::now());
    let mut fails = |before: &[&str], last: &Instance| -> Result<bool, RunError> {
        if runs >= effort.runs || started.elapsed() > TIME.min(effort.time) || !condition(last) {
            return Ok(false);
        }
        runs += 1;
        let again = runner.judge_in_order(before, last, &instance.arguments())?;
        Ok(again.is_some_and(|again| again.is_like(verdict)))
    };
    let mut after = |before: &[&str]| fails(before, instance);
    let texts: Vec<&str> = before.iter().map(String::as_str).collect();
    let repeated = after(&texts)?;
    let kept = ddmin(&texts, if repeated { texts.len() } else { 0 }, after)?;
    // Scripts that smt-storm wrote are always readable.
    let mut scripts: Vec<Instance> = kept.iter().filter_map(|text| Instance::read(text).ok()).collect();
    scripts.push(instance.clone());
    if repeated {
        drop_commands(&mut scripts, verdict, &mut fails)?;
    }
    Ok(SessionBug { script: Instance::joined(&scripts), scripts: scripts.len(), repeated, runs })
}

/// Drops commands of each script, the last one first, while the whole session fails.
fn drop_commands(
    scripts: &mut [Instance],
    verdict: &Verdict,
    fails: &mut impl FnMut(&[&str], &Instance) -> Result<bool, RunError>,
) -> Result<(), RunError> {
    for at in (0..scripts.len()).rev() {
        let ends_with = scripts[at].last_check();
        let is_last = at + 1 == scripts.len();
        let check = if is_last { verdict.check.unwrap_or(ends_with) } else { ends_with };
        let mut tried = BTreeSet::new();
        let mut first = |candidates: &mut dyn Iterator<Item = Instance>| {
            for (position, candidate) in candidates.enumerate() {
                let is_new = is_question(&candidate) && tried.insert(candidate.digest());
                if is_new && fails_with(scripts, at, &candidate, fails)? {
                    return Ok(Some((position, candidate)));
                }
            }
            Ok(None)
        };
        let fewer = fewest_commands(&scripts[at], check, &mut first)?;
        let blank = blank_assertions(fewer, &mut first)?;
        let smaller = fewest_declarations(blank, &mut first)?;
        scripts[at] = smaller;
    }
    Ok(())
}

/// Whether the session fails with another script at one place.
fn fails_with(
    scripts: &[Instance],
    at: usize,
    candidate: &Instance,
    fails: &mut impl FnMut(&[&str], &Instance) -> Result<bool, RunError>,
) -> Result<bool, RunError> {
    let script = |place: usize| if place == at { candidate } else { &scripts[place] };
    let last = scripts.len() - 1;
    let before: Vec<&str> = (0..last).map(|place| script(place).text.as_str()).collect();
    fails(&before, script(last))
}

/// Replaces assertions by `true` while the session fails: often only their number matters.
fn blank_assertions<E>(script: Instance, first: &mut First<'_, E>) -> Result<Instance, E> {
    const BLANK: &str = "(assert true)";
    let mut best = script;
    let assertions: Vec<usize> = best.of_kind(Kind::Assertion).map(|(at, _)| at).collect();
    for at in assertions {
        let blank = best.with_line(at, BLANK);
        if blank.text != best.text
            && let Some((_, blank)) = first(&mut std::iter::once(blank))?
        {
            best = blank;
        }
    }
    Ok(best)
}
