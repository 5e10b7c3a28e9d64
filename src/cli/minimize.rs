//! `storm minimize`: a failing script from anywhere, made smaller.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use smt_storm::bugs::snapshot::Snapshot;
use smt_storm::matrix::{Class, Config, Solver};
use smt_storm::process::interrupt;
use smt_storm::process::workspace::{Workspace, write_atomically};
use smt_storm::reduce::input::Given;
use smt_storm::reduce::minimise::{Best, Budget, Ended, Minimised, Origin, Tools, minimise};
use smt_storm::reduce::reproduce::reproduces;
use smt_storm::smtlib::instance::Instance;
use smt_storm::smtlib::source;
use smt_storm::solver::presence::Presence;
use smt_storm::solver::runner::{Judged, Runner};
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;
use smt_storm::witness::{Evaluator, Grade, Witness, attach};

use super::SOLVER_CODES;

/// Make a script on which a solver fails smaller.
///
/// The script may come from anywhere, if it is satisfiable: a witness proves that, which is given
/// with `--witness`, stands in comments after the script (as in the files that smt-storm leaves), or
/// is searched for. All assertions of what comes out are true under the witness that comes with it.
/// The best script so far is in the output folder at all times: an interrupted search goes on from
/// there when that file is minimised.
#[derive(Debug, Args)]
#[command(after_help = SOLVER_CODES)]
pub(super) struct Minimize {
    /// The script, or a snapshot.
    file: PathBuf,
    /// Row of solvers.yaml, such as `z3` or `z3/dom-simplify`.
    #[arg(long, value_name = "NAME")]
    solver: String,
    /// A further argument of the solver; may be given more than once.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// Definitions of all that the script declares, in the same order; a certificate will do.
    #[arg(long, value_name = "FILE", conflicts_with = "model_from")]
    witness: Option<PathBuf>,
    /// Row of solvers.yaml that is asked for a model as the witness [default: its `model_from`, else the linked Z3].
    #[arg(long, value_name = "NAME")]
    model_from: Option<String>,
    /// Where the scripts go [default: `minimised/NAME` of the output folder].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Runs of the solver without progress after which the search ends.
    #[arg(long, value_name = "N", default_value_t = Budget::default().runs)]
    runs: u32,
    /// Seconds without progress after which the search ends.
    #[arg(long, value_name = "N", default_value_t = Budget::default().time.as_secs())]
    seconds: u64,
    /// The configuration.
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", default_value = "solvers.yaml")]
    config: PathBuf,
}

impl Minimize {
    pub(super) fn run(self) -> Result<u8, String> {
        let text = script(&self.file)?;
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", self.file.display());
        let given = Given::read(&text).map_err(|error| told(&error))?;
        let config = Config::load(&self.config, None).map_err(|error| error.to_string())?;
        let row = config.row(&self.solver).map_err(|error| error.to_string())?;
        // As drawn options are given, further arguments go where the row has its own.
        let args: Vec<&str> = self.arg.iter().map(|arg| row.form.resolved(arg)).collect();
        let solver = Solver { argv: row.argv_with(&args), ..row.clone() };
        interrupt::watch();
        let output = Environment::read().output(&config.root);
        let workspace = Workspace::open(&output).map_err(|error| error.to_string())?;
        if let Presence::Missing(reason) = Presence::ask(&solver, workspace.temporary()) {
            note!("{reason}");
            return Ok(exit::NOT_TESTED);
        }
        let first = Runner::new(&solver, &workspace).judge_alone(&given.instance);
        let first = first.map_err(|error| error.to_string())?;
        if first.verdict.class.is_good() || first.verdict.class == Class::Unsupported {
            return Err(told(&format!(
                "{} does not fail on it (it answers {}), so there is nothing to minimise; check the solver and its arguments",
                self.solver, first.verdict
            )));
        }
        let witness = self.find_witness(&given, &config, &workspace).map_err(|error| told(&error))?;
        let folder = self.out.clone().unwrap_or_else(|| output.join("minimised").join(name_of(&self.file)));
        let small = self.search(&given, &witness, (&solver, &first), &workspace, &folder);
        let small = small.map_err(|error| told(&error))?;
        report(&given.instance, &witness, &small, &folder)?;
        Ok(exit::SUCCESS)
    }

    fn find_witness(&self, given: &Given, config: &Config, workspace: &Workspace) -> Result<Witness, String> {
        if let Some(path) = &self.witness {
            let found = given.witness(&read(path)?);
            return found.map_err(|error| format!("{}: {error}", path.display()));
        }
        let named = self.model_from.as_ref().map(|name| config.row(name)).transpose();
        let named = named.map_err(|error| error.to_string())?;
        let found = match (named, &given.definitions, &config.model_from) {
            (Some(row), ..) | (None, None, Some(row)) => given.modelled(row, workspace),
            (None, Some(definitions), _) => given.witness(definitions),
            (None, None, None) => given.searched(&Evaluator::in_child(workspace.temporary())),
        };
        found.map_err(|error| error.to_string())
    }

    /// The smallest script, and whether the solver could not be run on others.
    fn search(
        &self,
        given: &Given,
        witness: &Witness,
        (solver, first): (&Solver, &Judged),
        workspace: &Workspace,
        folder: &Path,
    ) -> Result<Minimised, String> {
        let fails = reproduces(solver, &first.verdict, first.run.time, workspace);
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
            let text = attach(&best.instance.text, witness, best.definitions);
            unwritten = write_atomically(&path, &text)
                .err()
                .map(|error| format!("cannot write {}: {error}", path.display()));
        };
        let budget =
            Budget { runs: self.runs, time: Duration::from_secs(self.seconds), total: Duration::MAX };
        let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
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
        let origin = Origin { instance: &given.instance, witness };
        let evaluator = Evaluator::in_child(workspace.temporary());
        let small = minimise(&origin, first.verdict.check, Grade::Evaluated, &evaluator, tools);
        drop(step);
        drop(steps);
        match unwritten {
            Some(error) => Err(error),
            None => {
                let small = small.map_err(|error| error.to_string())?;
                let ended = if fails.was_broken() { Ended::Broken } else { small.ended };
                Ok(Minimised { ended, ..small })
            }
        }
    }
}

/// Writes what was found, and says what it is.
fn report(given: &Instance, witness: &Witness, small: &Minimised, folder: &Path) -> Result<(), String> {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        write_atomically(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok::<_, String>(path.display().to_string())
    };
    let Minimised { instance, definitions, runs, .. } = small;
    let reduced = write("reduced.smt2", &attach(&instance.text, witness, definitions))?;
    let certificate = write("witness.smt2", &witness.certificate(instance, definitions))?;
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
    say!("script     {reduced}");
    say!("witness    {certificate}");
    say!("\n{}", instance.text.trim_end());
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    source::load(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The contents of a snapshot, or the whole text of any other file.
fn script(path: &Path) -> Result<String, String> {
    let text = read(path)?;
    if !text.starts_with("---") {
        return Ok(text);
    }
    let stored = Snapshot::unedited(path).map_err(|error| error.to_string())?;
    stored.map(|stored| stored.contents).ok_or_else(|| format!("{}: no such file", path.display()))
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
