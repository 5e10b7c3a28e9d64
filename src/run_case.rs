//! One case from seed to outcome: the arrows of the picture in [`crate`], in order.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZero;
use std::time::Duration;

use crate::case::Case;
use crate::config::{Config, Missing, Solver};
use crate::evaluation::Isolation;
use crate::failure::{Failure, Found, InSession, environment_of, satisfied_by};
use crate::instance::Instance;
use crate::minimise::{Best, Budget, Minimised, Origin, Tools, Unfit, minimise};
use crate::prepared::Prepared;
use crate::process::RawRun;
use crate::runner::{Judged, Runner};
use crate::session_bug;
use crate::sessions::Sessions;
use crate::smtlib::Logic;
use crate::snapshot::{Status, Stored};
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// Sessions that reducing one failure of a session may take.
const SESSION_RUNS: u32 = 100;

/// How many times as long as the first failing run a smaller one may take.
const PATIENCE: u32 = 20;
/// The least time that a run may take.
const LEAST_PATIENCE: Duration = Duration::from_secs(1);

/// What a case came to.
#[derive(Debug)]
pub enum Outcome {
    /// The solver was tested and did nothing that turns a test red.
    Passed(Tally),
    /// The solver was not tested, or fails as is known; why.
    Ignored(String),
    /// The solver did something that turns a test red.
    Failed(Box<Failure>),
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
    fn add(&mut self, judged: &Judged) {
        let verdict = &judged.verdict;
        for (word, count) in &judged.models {
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
    let Equipment { config, workspace, version, sessions } = *equipment;
    let mut generator = prepared.generator(&case.solver.form);
    let mut runner = Runner::new(&case.solver, sessions, workspace);
    let mut instance = Instance::default();
    let mut tally = Tally::default();
    let mut digests = String::new();
    let decidable = Logic::parse(&case.logic).is_some_and(|logic| logic.is_decidable());
    for number in 0..prepared.instances() {
        generator.write(number, &mut instance);
        if is_set("STORM_DIGESTS") {
            digests.push_str(&format!("{}  {number}\n", instance.digest()));
            let kept = workspace.keep_digests(&case.name.snapshot_name(), &digests);
            kept.map_err(|error| error.to_string())?;
        }
        let judged = runner.judge(&instance).map_err(|error| error.to_string())?;
        tally.add(&judged);
        let class = judged.verdict.class(decidable);
        if class.is_some_and(|class| case.solver.fail_on.contains(&class)) {
            let found = Finding { case, number, instance, judged, prepared };
            return found.report(equipment, &runner).map(known_or_failed);
        }
        if tally.count("timeout") >= config.max_timeouts {
            break;
        }
    }
    Ok(judge(case, config, version, tally))
}

/// A failing instance, as the solver's run left it.
struct Finding<'a> {
    case: &'a Case,
    number: u32,
    instance: Instance,
    judged: Judged,
    prepared: &'a Prepared,
}

impl Finding<'_> {
    /// Reduces it, keeps it, and compares it with the accepted snapshot.
    fn report(self, equipment: &Equipment<'_>, runner: &Runner<'_>) -> Result<Failure, String> {
        let Finding { case, number, instance, judged, prepared } = self;
        let verdict = judged.verdict;
        let witness = &prepared.initial.witness;
        let mut runs = 0;
        let (reduced, definitions, session) = match judged.only_after {
            Some(asked) => {
                let bug = session_bug::reduce(runner, &asked, &instance, &verdict, SESSION_RUNS);
                let bug = bug.map_err(|error| error.to_string())?;
                runs += bug.runs;
                (bug.script, witness.text(), Some(InSession { scripts: bug.scripts, repeated: bug.repeated }))
            }
            None => {
                let small = minimised(case, &instance, &judged.run, &verdict, prepared, equipment)?;
                runs += small.runs;
                (small.instance, small.definitions, None)
            }
        };
        let grade = prepared.initial.grade;
        let found = Found { case, number, instance, reduced, witness, grade, definitions, verdict, session };
        let Equipment { config, workspace, version, .. } = *equipment;
        let (snapshot, files) =
            found.keep(config.snapshots.clone(), workspace, version, prepared.seed.digest.to_string());
        let status = snapshot.compare();
        let environment = format!("{}STORM_PROFILE={} ", environment_of("STORM_CONFIG"), config.profile);
        let (instances, answered) = (prepared.instances(), found.answered());
        Ok(Failure { snapshot, status, files, runs, instances, environment, answered })
    }
}

/// The smallest instance on which the solver does the same in a process of its own.
fn minimised(
    case: &Case,
    instance: &Instance,
    run: &RawRun,
    verdict: &Verdict,
    prepared: &Prepared,
    equipment: &Equipment<'_>,
) -> Result<Minimised, String> {
    let Equipment { workspace, sessions, .. } = *equipment;
    let witness = &prepared.initial.witness;
    // A candidate that takes far longer does not do the same.
    let patience = (run.time * PATIENCE).max(LEAST_PATIENCE).min(case.solver.timeout);
    let impatient = Solver { timeout: patience, ..(*case.solver).clone() };
    let fails = |candidate: &Instance| {
        let again = Runner::new(&impatient, sessions, workspace).judge_alone(candidate);
        again.is_ok_and(|again| again.verdict.is_like(verdict))
    };
    let name = case.name.snapshot_name();
    // What cannot be written now is told when the last one cannot be.
    let mut keep = |best: Best<'_>| {
        let text = best.instance.text.clone() + &satisfied_by(witness, best.definitions);
        drop(workspace.keep(&name, "best.smt2", &text));
    };
    let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
    let tools = Tools { fails: &fails, jobs, budget: Budget::default(), keep: &mut keep };
    let check = verdict.check().unwrap_or_else(|| instance.checks().saturating_sub(1));
    let isolation = Isolation::Process(workspace.temporary());
    match minimise(&Origin { instance, witness }, check, prepared.initial.grade, isolation, tools) {
        Ok(minimised) => Ok(minimised),
        // It failed, though not each time: it is kept as it is.
        Err(Unfit::NoFailure | Unfit::NotEvaluated(_)) => Ok(Minimised {
            instance: instance.clone(),
            definitions: witness.definitions_for(instance, instance),
            runs: 1,
            is_minimal: false,
        }),
        Err(error @ Unfit::NotSatisfied { .. }) => Err(format!(
            "{}, instance not believed: {error}; this is a mistake of smt-storm, please report it",
            case.name
        )),
    }
}

/// An accepted failure is known; with STORM_STRICT it is red all the same.
fn known_or_failed(failure: Failure) -> Outcome {
    if !is_set("STORM_STRICT") && matches!(failure.status, Ok(Status::Accepted)) {
        let path = failure.snapshot.path();
        return Outcome::Ignored(format!(
            "known {}, accepted in {}",
            failure.snapshot.info.class,
            path.display()
        ));
    }
    Outcome::Failed(Box::new(failure))
}

/// Whether an environment variable asks for something: neither empty nor 0.
fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}

/// Judges a case without a wrong answer.
fn judge(case: &Case, config: &Config, version: &str, tally: Tally) -> Outcome {
    let path = config.snapshots.join(format!("{}.snap", case.name.snapshot_name()));
    match Stored::read(&path) {
        Err(error) => return Outcome::Broken(error.to_string()),
        // What only sessions show is not to be seen without them.
        Ok(Some(stored)) if stored.info.session.is_some() && case.solver.session.is_none() => {}
        Ok(Some(stored)) if stored.info.version == version && tally.tested > 0 => {
            return Outcome::Broken(format!(
                "stale snapshot: {} says that {} ({version}) fails here ({}), but it answers {tally}; \
                 if the bug is fixed, delete the file",
                path.display(),
                case.solver.name,
                stored.info.class
            ));
        }
        Ok(_) => {}
    }
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
