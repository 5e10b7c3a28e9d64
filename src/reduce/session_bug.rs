//! Failures that only a session shows: the same script in a process of its own goes right.
//! The fewest scripts that have to come before it are looked for, and the fewest commands of all.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::process::RunError;
use crate::reduce::ddmin::ddmin;
use crate::reduce::minimise::fewer_commands;
use crate::smtlib::instance::{Instance, Kind};
use crate::smtlib::lex::Lexer;
use crate::smtlib::{Names, ReadError, Script, symbol};
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;

/// Time after which nothing is tried any more: candidates may run into their time limits.
const TIME: Duration = Duration::from_secs(60);

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

/// Drops whole scripts from `asked`, the last of which is `instance` and came to `verdict`, then
/// single commands of what is left. `budget` bounds the sessions that are run.
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
    let before = &asked[..asked.len().saturating_sub(1)];
    let (mut runs, started) = (0, Instant::now());
    let mut fails = |scripts: &[&str], checks: usize| -> Result<bool, RunError> {
        if runs >= budget || started.elapsed() > TIME {
            return Ok(false);
        }
        runs += 1;
        let again = runner.judge_in_order(scripts, &instance.arguments(), checks)?;
        Ok(again.is_some_and(|again| again.is_like(verdict)))
    };
    let checks = instance.checks();
    let mut after = |before: &[&str]| fails(&[before, &[instance.text.as_str()]].concat(), checks);
    let texts: Vec<&str> = before.iter().map(String::as_str).collect();
    let repeated = after(&texts)?;
    let kept = ddmin(&texts, if repeated { texts.len() } else { 0 }, after)?;
    let read: Result<Vec<Instance>, ReadError> = kept.iter().map(|text| Instance::read(text)).collect();
    // What smt-storm wrote can be read.
    let mut scripts = read.unwrap_or_default();
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
    fails: &mut (impl FnMut(&[&str], usize) -> Result<bool, RunError> + Send),
) -> Result<(), RunError> {
    for at in (0..scripts.len()).rev() {
        let mut broken = None;
        let mut still_fails = |candidate: &Instance| {
            fails_with(scripts, at, candidate, fails).unwrap_or_else(|error| {
                broken = Some(error);
                false
            })
        };
        let ends_with = scripts[at].checks().saturating_sub(1);
        let is_last = at + 1 == scripts.len();
        let check = if is_last { verdict.check.unwrap_or(ends_with) } else { ends_with };
        let shared = Mutex::new(&mut still_fails);
        let ask = |candidate: &Instance| shared.lock().unwrap_or_else(PoisonError::into_inner)(candidate);
        let fewer = fewer_commands(&scripts[at], check, &ask);
        let blank = blank_assertions(fewer, &mut still_fails);
        let smaller = drop_declarations(blank, &mut still_fails);
        if let Some(error) = broken {
            return Err(error);
        }
        scripts[at] = smaller;
    }
    Ok(())
}

/// Whether the session fails with another script at one place.
fn fails_with(
    scripts: &[Instance],
    at: usize,
    candidate: &Instance,
    fails: &mut (impl FnMut(&[&str], usize) -> Result<bool, RunError> + Send),
) -> Result<bool, RunError> {
    let script = |place: usize| if place == at { candidate } else { &scripts[place] };
    let texts: Vec<&str> = (0..scripts.len()).map(|place| script(place).text.as_str()).collect();
    fails(&texts, script(scripts.len() - 1).checks())
}

/// Lets assertions say nothing while the session fails: often what counts is that there are some.
fn blank_assertions(script: Instance, fails: &mut impl FnMut(&Instance) -> bool) -> Instance {
    const BLANK: &str = "(assert true)";
    let mut best = script;
    for at in 0..best.commands.len() {
        let mut blank = Instance { drawn: best.drawn.clone(), ..Instance::default() };
        for (place, command) in best.commands.iter().enumerate() {
            let line = if place == at { BLANK } else { best.line(command).trim_end() };
            blank.add(command.kind, |text| text.push_str(line));
        }
        if best.commands[at].kind == Kind::Assertion && blank.text != best.text && fails(&blank) {
            best = blank;
        }
    }
    best
}

/// Drops declarations and definitions that no other command of the script refers to, the last
/// one first, while the session fails.
fn drop_declarations(script: Instance, fails: &mut impl FnMut(&Instance) -> bool) -> Instance {
    let mut best = script;
    for at in (0..best.commands.len()).rev() {
        if best.commands[at].kind == Kind::Declaration && !is_used(&best, at) {
            let fewer = best.with(|place| place != at);
            best = if fails(&fewer) { fewer } else { best };
        }
    }
    best
}

/// Whether another command has a name in it that the one at a position declares.
fn is_used(script: &Instance, at: usize) -> bool {
    // What cannot be read stays.
    let Ok(declaration) = Script::parse(script.line(&script.commands[at]).to_owned()) else { return true };
    let names = Names::of(&declaration);
    let others = script.with(|place| place != at);
    let mut lexer = Lexer::new(&others.text);
    while let Ok(Some(token)) = lexer.next_token() {
        if names.contains(symbol::canonical(token.text(&others.text))) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_declarations_are_dropped() {
        let script = "(declare-datatype L ((n) (c (h Int))))(declare-fun f (L) Int)(declare-const |x| L)\
                      (define-fun g ((y L)) Int (f y))(declare-const z Int)(assert (= x x))(check-sat)";
        let script = Instance::read(script).unwrap();
        let smaller = drop_declarations(script.clone(), &mut |_| true);
        assert_eq!(smaller.declarations().count(), 2, "{}", smaller.text);
        // What the definition needs stays with it.
        let smaller = drop_declarations(script, &mut |candidate| candidate.text.contains("define-fun"));
        assert_eq!(smaller.declarations().count(), 4, "{}", smaller.text);
    }
}
