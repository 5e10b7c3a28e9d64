//! One case from seed to outcome: the arrows of the picture in [`crate`], in order.

use std::collections::BTreeMap;
use std::fmt;

use crate::case::Case;
use crate::config::{Config, Missing};
use crate::failure::Failure;
use crate::finding::{Finding, KnownBugs};
use crate::hits::Hits;
use crate::instance::Instance;
use crate::prepared::Prepared;
use crate::runner::Runner;
use crate::sessions::Sessions;
use crate::smtlib::Logic;
use crate::variable::is_set;
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// What a case came to.
#[derive(Debug)]
pub enum Outcome {
    /// The solver was tested and did nothing that turns a test red.
    Passed(Tally),
    /// The solver was not tested, or fails as is known; why.
    Ignored(String),
    /// The solver did something that turns a test red.
    Failed(Box<Failure>),
    /// A stored bug is not as it is known to be.
    Changed {
        /// What is the case, in a word or two.
        what: String,
        /// What the test says.
        text: String,
    },
    /// The case could not be run; why, and what to do.
    Broken(String),
}

/// How many instances had which verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<&'static str, u32>,
    tested: u32,
    /// The first verdict that was none of sat, unsat and unknown.
    first_trouble: Option<Verdict>,
}

impl Tally {
    /// The tally of one instance.
    pub(crate) fn of(verdict: &Verdict) -> Tally {
        let mut tally = Tally::default();
        tally.add(verdict, &BTreeMap::new());
        tally
    }

    fn add(&mut self, verdict: &Verdict, models: &BTreeMap<&'static str, u32>) {
        for (word, count) in models {
            *self.counts.entry(word).or_default() += count;
        }
        *self.counts.entry(verdict.word()).or_default() += 1;
        self.tested += u32::from(verdict.is_tested());
        if !verdict.is_tested() && self.first_trouble.is_none() {
            self.first_trouble = Some(verdict.clone());
        }
    }

    /// Number of instances by verdict.
    pub fn counts(&self) -> &BTreeMap<&'static str, u32> {
        &self.counts
    }

    fn count(&self, word: &str) -> u32 {
        self.counts.get(word).copied().unwrap_or(0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        f.write_str(&counts.join(", "))
    }
}

/// What cases are run with.
#[derive(Debug)]
pub struct Equipment<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// Where files go.
    pub workspace: &'a Workspace,
    /// The version of the case's solver.
    pub version: &'a str,
    /// What is known of sessions with the case's solver.
    pub sessions: &'a Sessions,
    /// How often bugs were met.
    pub hits: &'a Hits,
}

/// Runs a case with a solver that is there.
pub fn run_case(case: &Case, equipment: &Equipment<'_>, prepared: &Prepared) -> Outcome {
    try_case(case, equipment, prepared).unwrap_or_else(Outcome::Broken)
}

/// What a case comes to when its solver is not there.
pub fn without_solver(case: &Case, reason: &str) -> Outcome {
    match case.solver.missing {
        Missing::Ignore => Outcome::Ignored(format!("solver missing: {reason}")),
        Missing::Error => Outcome::Broken(format!(
            "{reason}; install it, correct `argv` of `{}` in solvers.yaml, or set `missing: ignore` there",
            case.solver.name
        )),
    }
}

fn try_case(case: &Case, equipment: &Equipment<'_>, prepared: &Prepared) -> Result<Outcome, String> {
    let Equipment { config, workspace, sessions, .. } = *equipment;
    let mut generator = prepared.generator(&case.solver.form);
    let mut runner = Runner::new(&case.solver, sessions, workspace);
    let mut instance = Instance::default();
    let (mut tally, mut known) = (Tally::default(), KnownBugs::default());
    let mut digests = String::new();
    let decidable = Logic::parse(&case.logic).is_some_and(|logic| logic.is_decidable());
    for number in 0..prepared.instances() {
        generator.write(number, &mut instance);
        if is_set("STORM_DIGESTS") {
            digests.push_str(&format!("{}  {number}\n", instance.digest()));
            let kept = workspace.keep_digests(&case.name.file_name(), &digests);
            kept.map_err(|error| error.to_string())?;
        }
        let judged = runner.judge(&instance).map_err(|error| error.to_string())?;
        tally.add(&judged.verdict, &judged.models);
        let class = judged.verdict.class(decidable);
        if class.is_some_and(|class| case.solver.fail_on.contains(&class)) {
            let finding = Finding { case, number, instance: std::mem::take(&mut instance), judged, prepared };
            if let Some(failure) = known.look_into(finding, equipment, &runner)? {
                return Ok(Outcome::Failed(failure));
            }
        }
        if tally.count("timeout") >= config.max_timeouts {
            break;
        }
    }
    Ok(match known.told() {
        Some(bugs) => Outcome::Ignored(format!("{bugs}; in all: {tally}")),
        None => judge(case, tally),
    })
}

/// Judges a case without a wrong answer.
fn judge(case: &Case, tally: Tally) -> Outcome {
    if tally.tested > 0 {
        return Outcome::Passed(tally);
    }
    let trouble = tally.first_trouble.as_ref().map(Verdict::to_string).unwrap_or_default();
    let optional = case.solver.missing == Missing::Ignore;
    match tally.first_trouble {
        Some(Verdict::Timeout | Verdict::MemoryOut) => Outcome::Ignored(format!(
            "tested nothing: {tally}; raise `timeout` or `memory` for `{}`",
            case.solver.name
        )),
        Some(Verdict::Unsupported) => {
            Outcome::Ignored(format!("tested nothing: {} is unsupported", case.logic))
        }
        Some(Verdict::Error(_)) if optional => Outcome::Ignored(format!("tested nothing: {trouble}")),
        _ => Outcome::Broken(format!(
            "tested nothing: {} gave no answer to any of its instances ({tally}); the first said: {trouble}",
            case.solver.name
        )),
    }
}
