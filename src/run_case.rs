//! One case from seed to outcome: the arrows of the picture in [`crate`], in order.

use std::collections::BTreeMap;
use std::fmt;

use crate::case::Case;
use crate::config::{Config, Missing};
use crate::evaluation::Isolation;
use crate::failure::{Failure, Found, InSession, environment_of};
use crate::instance::Instance;
use crate::invocation::Invocation;
use crate::minimise::{Budget, minimise};
use crate::prepared::Prepared;
use crate::runner::{Judged, Runner};
use crate::session_bug;
use crate::sessions::Sessions;
use crate::smtlib::Logic;
use crate::snapshot::{Status, Stored};
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// Sessions that reducing one failure of a session may take.
const SESSION_RUNS: u32 = 100;

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
        let (reduced, session) = match judged.only_after {
            Some(asked) => {
                let bug = session_bug::reduce(runner, &asked, &instance, &verdict, SESSION_RUNS);
                let bug = bug.map_err(|error| error.to_string())?;
                runs += bug.runs;
                (bug.script, Some(InSession { scripts: bug.scripts, repeated: bug.repeated }))
            }
            None => {
                let check = verdict.check().unwrap_or_else(|| instance.checks().saturating_sub(1));
                let isolation = Isolation::Process(equipment.workspace.temporary());
                let minimised =
                    minimise(&instance, check, witness, Budget::default(), isolation, |candidate| {
                        let again = runner.judge_alone(candidate);
                        again.is_ok_and(|again| again.verdict.is_like(&verdict))
                    });
                runs += minimised.runs;
                (minimised.instance, None)
            }
        };
        let definitions = match session {
            Some(_) => witness.text(),
            None => witness.definitions_for(&instance, &reduced),
        };
        let grade = prepared.initial.grade;
        let found = Found { case, number, instance, reduced, witness, grade, definitions, verdict, session };
        let Equipment { config, workspace, version, .. } = *equipment;
        let (snapshot, files) =
            found.keep(config.snapshots.clone(), workspace, version, prepared.seed.digest.to_string());
        let status = snapshot.compare();
        let environment = format!("{}STORM_PROFILE={} ", environment_of("STORM_CONFIG"), config.profile);
        let (instances, answered) = (prepared.instances(), found.answered());
        let invocation = Invocation::of_this_program();
        Ok(Failure { snapshot, status, files, runs, instances, environment, invocation, answered })
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
