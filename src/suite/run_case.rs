//! One case from seed to outcome: the arrows of the picture in [`crate`], in order.

use std::time::Instant;

use crate::generate::seed_pools::Prepared;
use crate::matrix::case::Case;
use crate::matrix::{Class, Config, Missing};
use crate::process::workspace::Workspace;
use crate::report::lines::journal::Journal;
use crate::smtlib::Logic;
use crate::smtlib::instance::Instance;
use crate::solver::runner::Runner;
use crate::solver::sessions::Sessions;
use crate::solver::verdict::Verdict;
use crate::suite::account::Account;
use crate::suite::environment::is_set;
use crate::suite::failure::Failure;
use crate::suite::hits::Hits;
use crate::suite::investigate::{Finding, KnownBugs};
use crate::suite::tally::Tally;

/// What a case came to.
#[derive(Debug)]
pub enum Outcome {
    /// The solver was tested and did nothing that turns a test red.
    Passed,
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

/// What cases are run with.
#[derive(Debug)]
pub struct Equipment<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// Where files go.
    pub workspace: &'a Workspace,
    /// The version of the case's solver.
    pub version: &'a str,
    /// Where lines of results go.
    pub journal: &'a Journal,
    /// What is known of sessions with the case's solver.
    pub sessions: &'a Sessions,
    /// How often bugs were met.
    pub hits: &'a Hits,
}

/// Runs a case with a solver that is there; what it came to, and what is to be told of it besides.
pub fn run_case(case: &Case, equipment: &Equipment<'_>, prepared: &Prepared) -> (Outcome, Account) {
    let mut account = Account::of(prepared);
    let outcome = try_case(case, equipment, prepared, &mut account).unwrap_or_else(Outcome::Broken);
    (outcome, account)
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

fn try_case(
    case: &Case,
    equipment: &Equipment<'_>,
    prepared: &Prepared,
    account: &mut Account,
) -> Result<Outcome, String> {
    let Equipment { config, workspace, sessions, .. } = *equipment;
    let mut generator = prepared.generator(&case.solver.form);
    let mut runner = Runner::new(&case.solver, sessions, workspace);
    let mut instance = Instance::default();
    let Account { tally, findings, .. } = account;
    let mut known = KnownBugs::default();
    let mut digests = String::new();
    let decidable = Logic::parse(&case.logic).is_some_and(|logic| logic.is_decidable());
    for number in 0..prepared.instances() {
        let started = Instant::now();
        generator.write(number, &mut instance);
        let generating = started.elapsed();
        let digest = instance.digest();
        tally.generated(&digest, generating);
        if is_set("STORM_DIGESTS") {
            digests.push_str(&format!("{digest}  {number}\n"));
            let kept = workspace.keep_digests(&case.name.file_name(), &digests);
            kept.map_err(|error| error.to_string())?;
        }
        let judged = runner.judge(&instance).map_err(|error| error.to_string())?;
        tally.add(&judged);
        if case.solver.fails_on(judged.verdict.class, decidable) {
            let finding = Finding { case, number, instance: std::mem::take(&mut instance), judged, prepared };
            if let Some(failure) = known.look_into(finding, equipment, &runner, findings)? {
                return Ok(Outcome::Failed(failure));
            }
        }
        if tally.count(Class::Timeout) >= config.max_timeouts {
            break;
        }
    }
    Ok(match known.told() {
        Some(bugs) => Outcome::Ignored(format!("{bugs}; in all: {tally}")),
        None => judge(case, tally),
    })
}

/// Judges a case without a wrong answer.
fn judge(case: &Case, tally: &Tally) -> Outcome {
    if tally.tested() > 0 {
        return Outcome::Passed;
    }
    let trouble = tally.first_trouble().map(Verdict::to_string).unwrap_or_default();
    let optional = case.solver.missing == Missing::Ignore;
    match tally.first_trouble().map(|verdict| verdict.class) {
        Some(Class::Timeout | Class::MemoryOut) => Outcome::Ignored(format!(
            "tested nothing: {tally}; raise `timeout` or `memory` for `{}`",
            case.solver.name
        )),
        Some(Class::Unsupported) => {
            Outcome::Ignored(format!("tested nothing: {} is unsupported", case.logic))
        }
        Some(Class::Error) if optional => Outcome::Ignored(format!("tested nothing: {trouble}")),
        _ => Outcome::Broken(format!(
            "tested nothing: {} gave no answer to any of its instances ({tally}); the first said: {trouble}",
            case.solver.name
        )),
    }
}
