//! A failing instance → reduced → its bucket → red, or known.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::time::Instant;

use crate::bugs::bucket;
use crate::bugs::snapshot;
use crate::bugs::snapshot::{State, Status};
use crate::generate::seed_pools::Prepared;
use crate::matrix::Minimiser;
use crate::matrix::case::Case;
use crate::process::RawRun;
use crate::process::invocation::Invocation;
use crate::reduce::minimise::{
    Best, Budget, INSTANCES, Minimised, Origin, Tools, Unfit, by_bounds, minimise,
};
use crate::reduce::narrow::{Subject, narrow};
use crate::reduce::reproduce::fails_again;
use crate::reduce::session_bug;
use crate::report::lines::record;
use crate::smtlib::instance::Instance;
use crate::solver::runner::{Judged, Runner};
use crate::solver::verdict::Verdict;
use crate::suite::account;
use crate::suite::environment::is_strict;
use crate::suite::failure::{Failure, Found, InSession, environment_of, with_witness};
use crate::suite::run_case::Equipment;
use crate::witness::evaluation::Isolation;

/// Sessions that reducing one failure of a session may take.
const SESSION_RUNS: u32 = 300;
/// Failing instances of a case that are reduced: a known bug must not hide others, nor take all
/// the time.
const REDUCED: u32 = 3;

/// A failing instance, as the solver's run left it.
pub(crate) struct Finding<'a> {
    pub case: &'a Case,
    pub number: u32,
    pub instance: Instance,
    pub judged: Judged,
    pub prepared: &'a Prepared,
}

/// The known bugs that a case met.
#[derive(Debug, Default)]
pub(crate) struct KnownBugs {
    names: BTreeMap<String, u32>,
    reduced: u32,
    passed_over: u32,
}

impl KnownBugs {
    /// Reduces a failing instance, and notes that in `findings`; `None` if it shows a known bug, or if
    /// the case had its share.
    pub fn look_into(
        &mut self,
        finding: Finding<'_>,
        equipment: &Equipment<'_>,
        runner: &Runner<'_>,
        findings: &mut Vec<record::Finding>,
    ) -> Result<Option<Box<Failure>>, String> {
        if let Some(name) = finding.known_by_words(equipment) {
            *self.names.entry(name).or_default() += 1;
            return Ok(None);
        }
        if self.reduced >= REDUCED {
            self.passed_over += 1;
            return Ok(None);
        }
        self.reduced += 1;
        match finding.report(equipment, runner, findings)? {
            Reported::Known(name) => {
                *self.names.entry(name).or_default() += 1;
                Ok(None)
            }
            Reported::Red(failure) => Ok(Some(failure)),
        }
    }

    /// Which bugs there were, each with its number of instances; `None` if there were none.
    pub fn told(&self) -> Option<String> {
        let names: Vec<String> =
            self.names.iter().map(|(name, count)| format!("{name} ({count}x)")).collect();
        let bugs = if names.len() > 1 { "bugs" } else { "bug" };
        let more = match self.passed_over {
            0 => String::new(),
            count => format!("; {count} more failing instances were not reduced, to save time"),
        };
        (!names.is_empty()).then(|| format!("known {bugs} {}{more}", names.join(", ")))
    }
}

enum Reported {
    /// An open bug of this name.
    Known(String),
    Red(Box<Failure>),
}

impl Finding<'_> {
    /// The name of the open bug that this is, if the solver's words say so.
    fn known_by_words(&self, equipment: &Equipment<'_>) -> Option<String> {
        let verdict = &self.judged.verdict;
        let bucket = bucket::of_words(verdict)?;
        let name = snapshot::name(&self.case.solver.name, verdict.class, &bucket);
        let status = Status::of(&equipment.config.snapshots, &name);
        // What is wrong with the snapshot is told with the failure.
        is_known(&status.ok()??).then_some(name)
    }

    /// Reduces it and looks its bug up; keeps it, unless that is known.
    fn report(
        self,
        equipment: &Equipment<'_>,
        runner: &Runner<'_>,
        findings: &mut Vec<record::Finding>,
    ) -> Result<Reported, String> {
        let started = Instant::now();
        let Equipment { config, workspace, version, hits, .. } = *equipment;
        let prepared = self.prepared;
        let (found, runs) = self.reduced(equipment, runner)?;
        let snapshot = found.snapshot(config.snapshots.clone(), version, prepared.seed.digest.to_string());
        let name = snapshot.info.name();
        if let Ok(Some(status)) = Status::of(&config.snapshots, &name)
            && is_known(&status)
        {
            let time = started.elapsed();
            findings.push(account::finding(
                equipment.journal.stamp(),
                &snapshot.info,
                record::Status::Accepted,
                None,
                runs,
                time,
            ));
            return Ok(Reported::Known(name));
        }
        // On disk first, whatever becomes of the snapshot.
        let files = found.keep(workspace);
        let status = snapshot.register(workspace.temporary());
        let known = match &status {
            Ok(Status::New) => record::Status::New,
            Ok(Status::Pending(_)) => record::Status::Pending,
            Ok(Status::Accepted(stored)) if stored.info.state == State::Fixed => record::Status::Regression,
            Ok(Status::Accepted(_)) => record::Status::Accepted,
            Err(_) => record::Status::Unwritten,
        };
        let time = started.elapsed();
        findings.push(account::finding(
            equipment.journal.stamp(),
            &snapshot.info,
            known,
            files.as_ref().ok(),
            runs,
            time,
        ));
        let environment = format!("{}STORM_PROFILE={} ", environment_of("STORM_CONFIG"), config.profile);
        let (instances, answered, hit) = (prepared.instances(), found.answered(), hits.count(&name));
        let invocation = Invocation::of_this_program();
        let failure =
            Failure { snapshot, status, hit, files, runs, instances, environment, invocation, answered };
        Ok(Reported::Red(Box::new(failure)))
    }
}

impl<'a> Finding<'a> {
    /// The smallest instance that still fails, and how many runs of the solver it took.
    fn reduced(self, equipment: &Equipment<'_>, runner: &Runner<'_>) -> Result<(Found<'a>, u32), String> {
        let Finding { case, number, instance, judged, prepared } = self;
        let verdict = judged.verdict;
        let witness = &prepared.initial.witness;
        let (reduced, session, definitions, runs) = match judged.only_after {
            Some(asked) => {
                let bug = session_bug::reduce(runner, &asked, &instance, &verdict, SESSION_RUNS);
                let bug = bug.map_err(|error| error.to_string())?;
                let session = InSession { scripts: bug.scripts, repeated: bug.repeated };
                let last = session_bug::scripts(&bug.script).pop().unwrap_or_default();
                let definitions = witness.definitions_for(&instance, &last);
                (bug.script, Some(session), definitions, bug.runs)
            }
            None => {
                let small = minimised(case, &instance, &judged.run, &verdict, prepared, equipment)?;
                (small.instance, None, small.definitions, small.runs)
            }
        };
        let grade = prepared.initial.grade;
        let (config, workspace) = (equipment.config, equipment.workspace);
        let subject =
            Subject { config, solver: &case.solver, instance: &reduced, verdict: &verdict, workspace };
        let narrowed = if session.is_none() { narrow(&subject) } else { None };
        let found = Found {
            case,
            number,
            instance,
            reduced,
            witness,
            grade,
            definitions,
            verdict,
            session,
            narrowed,
        };
        Ok((found, runs))
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
    let Equipment { config, workspace, .. } = *equipment;
    let witness = &prepared.initial.witness;
    let fails = fails_again(&case.solver, verdict, run.time, workspace);
    let name = case.name.file_name();
    // What cannot be written now is told when the last one cannot be.
    let mut keep = |best: Best<'_>| {
        let text = with_witness(&best.instance.text, witness, best.definitions);
        drop(workspace.keep(&name, "best.smt2", &text));
    };
    let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
    let tools = Tools { fails: &fails, jobs, budget: Budget::default(), keep: &mut keep };
    let (origin, grade) = (Origin { instance, witness }, prepared.initial.grade);
    let isolation = Isolation::Process(workspace.temporary());
    let minimised = match config.minimise {
        Minimiser::Certified => minimise(&origin, verdict.check, grade, isolation, tools),
        Minimiser::Bounds => by_bounds(&origin, &case.solver.form, INSTANCES, grade, isolation, tools),
    };
    match minimised {
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

/// Whether a bug is accepted as open, and that is not to be red.
fn is_known(status: &Status) -> bool {
    matches!(status, Status::Accepted(stored) if stored.info.state == State::Open) && !is_strict()
}
