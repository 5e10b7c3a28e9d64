//! `storm minimize`: minimises a failing script from anywhere.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::matrix::{Class, Config, Solver, read_duration};
use smt_storm::process::workspace::Workspace;
use smt_storm::process::{count_processors, interrupt};
use smt_storm::reduce::input::InputScript;
use smt_storm::reduce::minimise::{
    Best, Budget, Ended, Minimised, Origin, Proof, Tools, minimise, minimise_without_witness, proof,
    stays_refuted,
};
use smt_storm::reduce::reproduce::reproduces;
use smt_storm::smtlib::instance::{Instance, numbered};
use smt_storm::solver::runner::{Judged, Runner};
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;
use smt_storm::witness::{Evaluator, Grade, Witness, attach, attach_each, exhaustive};

use super::files::{self, ConfigFile, locate_in, read, read_script, version_of};
use super::print::{self, Failed, Output};

const EXIT_CODES: &str = "Exit codes:
  0  done, or the time of --for ended: the smallest script so far is written
  2  wrong usage, configuration or input
  3  a solver is missing, or the time of --for ended before there was a witness";

/// How long work may continue beyond the deadline before the program ends without it.
const GRACE: Duration = Duration::from_secs(1);

/// Minimise a script on which a solver fails.
///
/// The script may come from anywhere, as long as it is satisfiable. A witness proves that: given with `--witness`,
/// found in comments after the script (where smt-storm writes it), or searched for. In the result, every assertion is
/// true under the witness that comes with it. If branches of an incremental script exclude each other, each check-sat
/// has its own witness. A check-sat without a witness stays in the script, because the failure may need it, but its
/// answer is not judged.
///
/// A script to which `sat` is wrong needs no witness, and stays unsatisfiable: its comments say that `unsat` is right, or
/// its symbols have so few values that all are tried. A script whose comments say that any answer may be
/// right needs none either, because smt-storm found a wrong model there.
///
/// The output folder always has the smallest script so far. Minimise that file to continue an interrupted search.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Minimize {
    /// The script, or the snapshot: a path, or the name of a snapshot.
    #[arg(value_name = "FILE")]
    script: PathBuf,
    /// Row of solvers.yaml, such as `z3` or `z3/dom-simplify`.
    #[arg(long, value_name = "NAME")]
    solver: String,
    /// Additional argument for the solver; may be given more than once.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// Definitions of all symbols that the script declares, in the same order, such as a certificate. Several
    /// witnesses, for checks that exclude each other, may stand in one file or in several.
    #[arg(long, value_name = "FILE", conflicts_with = "model_from")]
    witness: Vec<PathBuf>,
    /// Row of solvers.yaml whose solver gives a model as the witness [default: its `model_from`, else the linked Z3].
    #[arg(long, value_name = "NAME")]
    model_from: Option<String>,
    /// Folder to write to [default: `minimised/NAME` in the output folder].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Number of runs of the solver without progress after which the search ends.
    #[arg(long, value_name = "N", default_value_t = Budget::default().runs)]
    runs: u32,
    /// Stop after this many seconds without progress.
    #[arg(long, value_name = "N", default_value_t = Budget::default().time.as_secs())]
    seconds: u64,
    /// Stop after this time, such as 90s or 10m, with the smallest script so far.
    #[arg(long = "for", value_name = "TIME", value_parser = read_duration)]
    time: Option<Duration>,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// The state that the search and the deadline share.
#[derive(Debug, Default)]
struct Found {
    /// The given script, and the smallest one so far.
    scripts: Option<(Instance, Small)>,
    /// Whether the result is being written.
    is_over: bool,
}

/// A failing script and its proof.
#[derive(Clone, Debug)]
struct Small {
    instance: Instance,
    proof: Proof,
    /// The witness of the given script, for the origin of its values; `None` if the failure needs none.
    witness: Option<Witness>,
    /// Runs of the solver so far.
    runs: u32,
    ended: Ended,
}

impl Small {
    /// Returns the script followed by its proof in comments.
    fn attached(&self) -> String {
        let Small { instance, proof, witness, .. } = self;
        let Some(witness) = witness else { return exhaustive::attach_decided(&instance.text, instance) };
        let open = proof.open();
        match proof.texts.as_slice() {
            [_] if open.is_empty() => attach(&instance.text, witness, proof.definitions()),
            _ => attach_each(&instance.text, witness.origin, proof.blocks(), &open),
        }
    }

    /// Returns the certificates of all checks that need their own, with `(reset)` between them; `None` without a witness.
    fn certificate(&self) -> Result<Option<String>, Failed> {
        let Small { instance, proof, witness, .. } = self;
        let Some(witness) = witness else { return Ok(None) };
        let mut texts = Vec::new();
        for (checks, definitions) in proof.blocks() {
            let said = instance.assertions_at(&checks)?;
            texts.push(witness.certificate(&said, definitions));
        }
        Ok(Some(texts.join("(reset)\n")))
    }
}

/// The state, for whichever ends first: the search or the time.
type Shared = Arc<Mutex<Found>>;

fn locked(found: &Shared) -> MutexGuard<'_, Found> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Minimize {
    pub(super) fn run(mut self) -> Result<u8, Failed> {
        print::begin("minimize", &self.output);
        let config = self.file.load()?;
        self.script = locate_in(&config, &self.script)?;
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let (text, _) = read_script(&self.script)?;
        let in_script = |error: &dyn std::fmt::Display| format!("{}: {error}", self.script.display());
        let row = config.row(&self.solver)?;
        // Additional arguments go where the row puts drawn options.
        let solver = row.with_args(&self.arg);
        interrupt::watch();
        let output = Environment::read().output(&config.root);
        let folder =
            self.out.clone().unwrap_or_else(|| output.join("minimised").join(file_stem_of(&self.script)));
        let found = Shared::default();
        if let Some(deadline) = deadline {
            end_at(
                deadline,
                &found,
                in_script(&"the time ended before there was a witness; allow more"),
                &folder,
            );
        }
        let mut given = InputScript::read(&text).map_err(|error| in_script(&error))?;
        let workspace = Workspace::open(&output)?;
        if version_of(&solver, &workspace).is_none() {
            return Ok(exit::NOT_TESTED);
        }
        let needs_witness = self.needs_witness(&mut given, &solver, &workspace)?;
        let mut first = self.judged(&given, &solver, &workspace, "").map_err(|error| in_script(&error))?;
        let evaluator = Evaluator::in_child(workspace.temporary());
        let (mut witnesses, mut without) = (Vec::new(), Vec::new());
        if needs_witness {
            let all = self.find_witnesses(&given, &config, &workspace, &evaluator, deadline);
            witnesses = all.map_err(|error| in_script(&error))?;
            without = given.without_witness(&witnesses, &evaluator).map_err(|error| in_script(&error))?;
        }
        // If no check has a witness, report the first assertion that is not true.
        if !without.is_empty() && without.len() < given.instance.checks() {
            note!(
                "check-sat {} is not judged: it has no known witness, so its right answer is unknown",
                numbered(&without)
            );
            given.instance.leave_open(&without);
            let among = " at the checks that have a witness";
            first = self.judged(&given, &solver, &workspace, among).map_err(|error| in_script(&error))?;
        }
        let origin = Origin { instance: &given.instance, witnesses: &witnesses };
        let proof = match needs_witness {
            true => proof(&origin, &evaluator).map_err(|error| in_script(&given.as_written(error)))?,
            false => Proof::none(given.instance.checks()),
        };
        let witness = witnesses.first().cloned();
        if needs_witness && witness.is_none() {
            return Err(in_script(&"there is no witness").into());
        }
        let (instance, runs) = (given.instance.clone(), 1);
        let small = Small { instance, proof, witness, runs, ended: Ended::Time };
        locked(&found).scripts = Some((given.instance.clone(), small));
        let (solver, first, workspace, evaluator) = (&solver, &first, &workspace, &evaluator);
        let subject = Subject { origin, solver, first, workspace, evaluator, deadline };
        self.search(&subject, &found, &folder).map_err(|error| in_script(&error))?;
        let mut found = locked(&found);
        found.is_over = true;
        if let Some((given, small)) = &found.scripts {
            report(given, small, &folder)?;
        }
        Ok(exit::SUCCESS)
    }

    /// Decides how it is known which answers are right. A witness has to say it, unless the comments of the script say that
    /// a check is unsatisfiable or that nothing is known, or exhaustion shows that the solver's `sat` is wrong.
    fn needs_witness(
        &self,
        given: &mut InputScript,
        solver: &Solver,
        workspace: &Workspace,
    ) -> Result<bool, Failed> {
        if !self.witness.is_empty() || self.model_from.is_some() {
            return Ok(true);
        }
        let is_plain = given.is_plain();
        if is_plain {
            let unsat = given.refuted();
            let asked = given.expecting_unsat(&unsat);
            if !unsat.is_empty()
                && Runner::new(solver, workspace).judge_alone(&asked)?.verdict.class == Class::WrongSat
            {
                given.unsat = unsat;
            }
        }
        if !given.is_open && given.unsat.is_empty() {
            return Ok(true);
        }
        given.instance = given.expecting_unsat(&given.unsat);
        if !is_plain && !given.unsat.is_empty() && !exhaustive::confirms(&given.instance) {
            let what = "exhaustion does not find that it is unsatisfiable, as its comments say";
            return Err(format!("{}: {what}", self.script.display()).into());
        }
        Ok(false)
    }

    /// Returns what the solver does with a script, or an error if that is not a failure.
    fn judged(
        &self,
        given: &InputScript,
        solver: &Solver,
        workspace: &Workspace,
        among: &str,
    ) -> Result<Judged, Failed> {
        let judged = Runner::new(solver, workspace).judge_alone(&given.instance);
        let judged = judged?;
        if judged.verdict.class.is_good() || judged.verdict.class == Class::Unsupported {
            return Err(format!(
                "{} does not fail on it{among} (it answers {}), so there is nothing to minimise; check the solver and its arguments",
                self.solver, judged.verdict
            )
            .into());
        }
        Ok(judged)
    }

    fn find_witnesses(
        &self,
        given: &InputScript,
        config: &Config,
        workspace: &Workspace,
        evaluator: &Evaluator,
        deadline: Option<Instant>,
    ) -> Result<Vec<Witness>, Failed> {
        let mut witnesses = Vec::new();
        for path in &self.witness {
            let found = given.witnesses(&read(path)?);
            witnesses.extend(found.map_err(|error| format!("{}: {error}", path.display()))?);
        }
        if !witnesses.is_empty() {
            return Ok(witnesses);
        }
        let named = self.model_from.as_ref().map(|name| config.row(name)).transpose();
        let named = named?;
        let found = match (named, given.definitions.as_slice(), &config.model_from) {
            (Some(row), ..) | (None, [], Some(row)) => given.modelled(row, workspace, evaluator),
            (None, [], None) => given.searched(evaluator, deadline),
            (None, definitions, _) => {
                let each: Result<Vec<_>, _> = definitions.iter().map(|text| given.witnesses(text)).collect();
                each.map(|each| each.concat())
            }
        };
        Ok(found?)
    }

    /// Searches for the smallest script, and keeps each smaller one.
    fn search(&self, subject: &Subject<'_>, found: &Shared, folder: &Path) -> Result<(), Failed> {
        let Subject { origin, solver, first, workspace, evaluator, deadline } = *subject;
        let fails = reproduces(solver, &first.verdict, first.run.time, workspace).until(deadline);
        let (size, runs) = (Arc::new(AtomicUsize::new(0)), AtomicU32::new(0));
        let (path, best) = (folder.join("best.smt2"), Arc::clone(&size));
        let shown = path.display().to_string();
        let steps = Steps::start(1, "", move || {
            let bytes = best.load(Ordering::Relaxed);
            (bytes > 0).then(|| format!("the smallest script so far, {bytes} bytes, is in {shown}"))
        });
        let step = steps.begin("minimising".to_owned());
        let mut unwritten = None;
        let mut keep = |best: Best<'_>| {
            size.store(best.instance.text.len(), Ordering::Relaxed);
            let mut found = locked(found);
            // Update the state first, so that the deadline never writes a larger script than the kept one.
            let Some((_, small)) = found.scripts.as_mut() else { return };
            (small.instance, small.proof, small.runs) =
                (best.instance.clone(), best.proof.clone(), best.runs);
            unwritten = files::write(&path, small.attached()).err();
        };
        let total = deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        let budget = Budget { runs: self.runs, time: Duration::from_secs(self.seconds), total };
        let jobs = count_processors().get();
        let tools = Tools {
            fails: &|candidate| {
                let (runs, bytes) = (runs.fetch_add(1, Ordering::Relaxed), size.load(Ordering::Relaxed));
                step.does(format!("minimising, {bytes} bytes after {runs} runs"));
                fails.shows_on(candidate)
            },
            jobs,
            budget,
            keep: &mut keep,
            at_minimum: &mut |_| false,
            recheck: &|| fails.recheck(),
        };
        let (check, grade) = (first.verdict.check, Grade::Evaluated);
        let minimised = match origin.witnesses {
            [] => {
                let is_judged = origin.instance.last_judged().is_some();
                let stays_refuted = stays_refuted(origin.instance, &first.verdict, evaluator);
                let keeps = |candidate: &Instance| match is_judged {
                    true => exhaustive::confirms(candidate),
                    false => stays_refuted(candidate),
                };
                minimise_without_witness(origin.instance, check, &keeps, tools)
            }
            _ => minimise(&origin, check, grade, evaluator, tools),
        };
        drop(step);
        drop(steps);
        if let Some(error) = unwritten {
            return Err(error);
        }
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        match minimised {
            Ok(Minimised { instance, proof, runs, ended, .. }) => {
                let ended = if fails.was_broken() { Ended::Broken } else { ended };
                if let Some((_, small)) = locked(found).scripts.as_mut() {
                    *small = Small { instance, proof, runs, ended, ..small.clone() };
                }
                Ok(())
            }
            // The time was too short to see the script fail again.
            Err(_) if is_late() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// A failure to minimise.
#[derive(Clone, Copy)]
struct Subject<'a> {
    origin: Origin<'a>,
    solver: &'a Solver,
    /// The verdict on the given script.
    first: &'a Judged,
    workspace: &'a Workspace,
    evaluator: &'a Evaluator,
    deadline: Option<Instant>,
}

/// Ends the program soon after a deadline with the smallest script so far, whatever the search is doing then.
fn end_at(deadline: Instant, found: &Shared, nothing: String, folder: &Path) {
    let (found, folder) = (Arc::clone(found), folder.to_owned());
    // Without a thread, only the search itself respects the deadline.
    let _ = std::thread::Builder::new().spawn(move || {
        std::thread::sleep((deadline + GRACE).saturating_duration_since(Instant::now()));
        let found = locked(&found);
        let done = match &found.scripts {
            _ if found.is_over => return,
            None => {
                note!("error: {nothing}");
                Ok(exit::NOT_TESTED)
            }
            Some((given, small)) => report(given, small, &folder).map(|()| exit::SUCCESS),
        };
        interrupt::end(print::finish(done).into())
    });
}

/// What JSON has of a minimised script.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Minimisation<'a> {
    /// The size of the script before and after, in bytes and in assertions.
    bytes: [usize; 2],
    assertions: [usize; 2],
    /// The number of runs of the solver.
    runs: u32,
    /// Why the script may not be minimal; `null` if no single step makes it smaller.
    unfinished: Option<&'a str>,
    /// The check-sats without a known witness, from 1.
    not_judged: Vec<usize>,
    /// The files.
    script: &'a str,
    certificate: Option<&'a str>,
    text: &'a str,
}

/// Writes the result and describes it.
fn report(given: &Instance, small: &Small, folder: &Path) -> Result<(), Failed> {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        files::write(&path, text)?;
        Ok::<_, Failed>(path.display().to_string())
    };
    let Small { instance, runs, proof, .. } = small;
    let reduced = write("reduced.smt2", &small.attached())?;
    let certificate = small.certificate()?.map(|text| write("witness.smt2", &text)).transpose()?;
    print::result(&Minimisation {
        bytes: [given.text.len(), instance.text.len()],
        assertions: [given, instance].map(|script| script.assertions().count()),
        runs: *runs,
        unfinished: small.ended.reason(),
        not_judged: proof.open().iter().map(|check| check + 1).collect(),
        script: &reduced,
        certificate: certificate.as_deref(),
        text: &instance.text,
    })?;
    say!("bytes      {} to {}", given.text.len(), instance.text.len());
    say!("assertions {} to {}", given.assertions().count(), instance.assertions().count());
    say!("runs       {runs} of the solver");
    say!(
        "minimal    {}",
        match small.ended.reason() {
            None => "yes: no single step makes it smaller".to_owned(),
            Some(why) => format!("not known: {why}"),
        }
    );
    let open = proof.open();
    if !open.is_empty() && certificate.is_some() {
        say!("not judged check-sat {}: it has no known witness", numbered(&open));
    }
    say!("script     {reduced}");
    match (proof.texts.len(), certificate) {
        (_, None) => say!("witness    none: the failure needs none"),
        (1, Some(certificate)) => say!("witness    {certificate}"),
        (count, Some(certificate)) => {
            say!("witness    {certificate}, with {count} witnesses for different checks");
        }
    }
    say!("\n{}", instance.text.trim_end());
    Ok(())
}

fn file_stem_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
