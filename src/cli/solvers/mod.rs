//! `storm solvers`: installs solvers from pip packages, to test and to compare with.

mod pip;
mod store;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::matrix::Config;
use smt_storm::process::interrupt;
use smt_storm::solver::releases::{RELEASES, Release};
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;
use smt_storm::suite::live::Steps;

use super::files::relative;
use super::print::{self, Failed, Output};
use crate::matrix::names::advice;
use crate::process::invocation::quoted;
use crate::solver::presence::INTO;
pub(super) use pip::{InstallError, Python};
use store::works;
pub(super) use store::{Store, executable};

const EXIT_CODES: &str = "Exit codes:
  0  every solver that was asked for is installed
  2  wrong usage
  3  a solver could not be installed";

const OUTDATED_CODES: &str = "Exit codes:
  0  no solver has a newer version
  1  a solver has a newer version
  2  wrong usage
  3  pip could not be asked";

/// Install solvers where solvers.yaml finds them, or list them.
#[derive(Debug, Args)]
pub(super) struct Solvers {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Install solvers with pip, without root.
    ///
    /// Installs the newest version of each solver that smt-storm was tested with. Keeps what is already installed. If one solver
    /// cannot be installed, the others still are.
    #[command(after_help = EXIT_CODES)]
    Install {
        /// z3, cvc5, yices, bitwuzla or boolector, or any release that pip has, such as z3-4.15.0 [default: all five].
        names: Vec<String>,
        /// Also install older releases with known wrong answers, as NAME-VERSION beside the newest.
        #[arg(long)]
        old: bool,
        /// Install the newest versions that pip has, tested or not.
        #[arg(long, conflicts_with = "old")]
        newest: bool,
        /// Folder to install into; executables go into its `bin`.
        #[arg(long, value_name = "DIR", default_value = INTO)]
        into: PathBuf,
        #[command(flatten)]
        output: Output,
    },
    /// Tell which solvers have newer versions than those that `install` installs.
    #[command(after_help = OUTDATED_CODES)]
    Outdated {
        /// z3, cvc5, yices, bitwuzla or boolector [default: all five].
        names: Vec<String>,
        #[command(flatten)]
        output: Output,
    },
    /// List the versions that can be installed, and where they are.
    #[command(after_help = print::EXIT_CODES)]
    List {
        /// Folder that solvers are installed into.
        #[arg(long, value_name = "DIR", default_value = INTO)]
        into: PathBuf,
        #[command(flatten)]
        output: Output,
    },
}

/// What JSON has of a release.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ReleaseStatus<'a> {
    solver: &'a str,
    version: &'a str,
    /// Its executable, if it is installed; `null` where that was not asked.
    program: Option<PathBuf>,
    /// The newest version that pip has; `null` where that was not asked or is not known.
    newest: Option<String>,
    /// Why it could not be installed, started or asked for.
    error: Option<String>,
}

impl ReleaseStatus<'_> {
    fn new(release: &Release) -> ReleaseStatus<'_> {
        let (solver, version) = (release.solver, &*release.version);
        ReleaseStatus { solver, version, program: None, newest: None, error: None }
    }
}

impl Solvers {
    pub(super) fn run(self) -> Result<u8, Failed> {
        interrupt::watch();
        match self.command {
            Command::Install { names, newest: true, into, output, .. } => {
                print::begin("solvers install", &output);
                let python = Python::find(&std::env::temp_dir())?;
                let releases = chosen(&names, false)?.into_iter().map(|release| python.newest(release));
                install(&releases.collect::<Result<Vec<_>, _>>()?, &into)
            }
            Command::Install { names, old, newest: false, into, output } => {
                print::begin("solvers install", &output);
                install(&chosen(&names, old)?, &into)
            }
            Command::Outdated { names, output } => {
                print::begin("solvers outdated", &output);
                outdated(&chosen(&names, false)?)
            }
            Command::List { into, output } => {
                print::begin("solvers list", &output);
                list(&into)?;
                Ok(exit::SUCCESS)
            }
        }
    }
}

/// Returns the releases of these names, each once; without names, those of all solvers. A release that is not listed
/// here is looked for in pip.
fn chosen(names: &[String], old: bool) -> Result<Vec<Release>, Failed> {
    let is_asked = |release: &&Release| {
        let by_solver = names.is_empty() || names.iter().any(|name| release.is_of(name));
        (by_solver && (old || !release.is_old)) || names.iter().any(|name| release.executable() == *name)
    };
    let is_listed =
        |name: &str| RELEASES.iter().any(|release| release.is_of(name) || release.executable() == name);
    let mut chosen: Vec<Release> = RELEASES.iter().filter(is_asked).cloned().collect();
    for name in names.iter().filter(|name| !is_listed(name)) {
        chosen.push(find_with_pip(name)?);
    }
    Ok(chosen)
}

/// Finds a release by its name, such as `z3-4.15.0`, among those that pip has for this system.
fn find_with_pip(name: &str) -> Result<Release, Failed> {
    let newest = || RELEASES.iter().filter(|release| !release.is_old);
    let (solver, version) = name.rsplit_once('-').unwrap_or((name, ""));
    let Some(solver) = newest().find(|release| !version.is_empty() && release.is_of(solver)) else {
        let known = newest().map(|release| release.solver);
        return Err(format!("no solver `{name}` can be installed{}", advice(solver, known)).into());
    };
    let releases = Python::find(&std::env::temp_dir())?.releases(solver)?;
    let unknown = match (releases.first(), releases.last()) {
        (Some(oldest), Some(newest)) => format!(
            "pip has no release {version} of {} for this system; the oldest is {}, the newest {}",
            solver.solver, oldest.version, newest.version
        ),
        _ => format!("pip has no release of {} for this system", solver.solver),
    };
    Ok(releases.into_iter().find(|release| release.version == version).ok_or(unknown)?)
}

fn install(releases: &[Release], into: &Path) -> Result<u8, Failed> {
    let waiting = || note!("another process installs solvers into {}: waiting for it", into.display());
    let store = Store::open(into, waiting)?;
    let mut python = None;
    let mut entries = Vec::new();
    let steps = Steps::start(releases.len(), "solvers", || None);
    for release in releases {
        let step = steps.begin(format!("{} {}", release.package, release.pinned));
        let done = match store.refresh(release) {
            Ok(true) => Ok("already there"),
            Ok(false) => install_one(release, &store, &mut python, &steps).map(|()| "installed"),
            Err(error) => Err(error),
        };
        drop(step);
        let program = done.is_ok().then(|| executable(into, release));
        let error = done.as_ref().err().map(ToString::to_string);
        entries.push(ReleaseStatus { program, error, ..ReleaseStatus::new(release) });
        print::result(&entries)?;
        match done {
            Ok(how) => {
                steps.suspend(|| line(release, &format!("{how}: {}", executable(into, release).display())))
            }
            // Without Python or pip, no other solver can be installed either, and the reason is the same.
            Err(error @ (InstallError::Python { .. } | InstallError::Pip { .. })) => {
                drop(steps);
                return Err(error.into());
            }
            Err(error) => {
                steps.suspend(|| note!("error: {} {}: {error}", release.solver, release.version));
            }
        }
    }
    drop(steps);
    advise(into);
    let failed = entries.iter().filter(|entry| entry.error.is_some()).count();
    if failed > 0 {
        return Err(InstallError::Some { failed, asked: releases.len() }.into());
    }
    Ok(exit::SUCCESS)
}

fn install_one(
    release: &Release,
    store: &Store,
    python: &mut Option<Python>,
    steps: &Steps,
) -> Result<(), InstallError> {
    let python = match python {
        Some(python) => python,
        None => python.insert(Python::find(store.new_folder())?),
    };
    steps.suspend(|| note!("getting {} {} …", release.package, release.pinned));
    store.install(release, python)
}

/// Tells how to let solvers.yaml find the solvers of the folder, if it does not find them yet.
fn advise(into: &Path) {
    let bin = into.join("bin");
    let Ok(absolute) = std::path::absolute(&bin) else { return };
    let file = Environment::read().config.unwrap_or_else(|| Config::path_in(Path::new("")));
    let Ok(config) = Config::load(&file, None) else { return };
    if !config.path_folders.contains(&absolute) {
        let folder = relative(&bin, &config.root);
        say!("{} does not look there; add this line to it: path: [{}]", file.display(), folder.display());
    }
}

/// Tells which of these releases have a newer one.
fn outdated(releases: &[Release]) -> Result<u8, Failed> {
    let python = Python::find(&std::env::temp_dir())?;
    let mut code = exit::SUCCESS;
    let mut entries = Vec::new();
    for release in releases {
        let asked = python.newest(release.clone());
        let newest = asked.as_ref().ok().map(|newest| newest.version.to_string());
        let error = asked.as_ref().err().map(ToString::to_string);
        entries.push(ReleaseStatus { newest, error, ..ReleaseStatus::new(release) });
        match asked {
            Ok(newest) if newest.pinned == release.pinned => line(release, "is the newest"),
            Ok(newest) => {
                let install = format!("storm solvers install --newest {}", release.solver);
                line(release, &format!("has a successor, {}: {install}", newest.version));
                code = code.max(exit::WRONG_UNSAT);
            }
            Err(error) => {
                note!("error: {}: {error}", release.solver);
                code = exit::NOT_TESTED;
            }
        }
    }
    print::result(&entries)?;
    Ok(code)
}

fn list(into: &Path) -> Result<(), Failed> {
    let to = match into == Path::new(INTO) {
        true => String::new(),
        false => format!(" --into {}", quoted(&into.to_string_lossy())),
    };
    let mut entries = Vec::new();
    for release in RELEASES.iter() {
        let works = works(into, release, &std::env::temp_dir());
        let program = matches!(works, Ok(true)).then(|| executable(into, release));
        let error = works.as_ref().err().map(ToString::to_string);
        entries.push(ReleaseStatus { program, error, ..ReleaseStatus::new(release) });
        let there = match works {
            Ok(true) => executable(into, release).display().to_string(),
            Ok(false) => format!("not installed: storm solvers install {}{to}", release.request_name()),
            Err(error) => format!("{error}; storm solvers install {}{to}", release.request_name()),
        };
        line(release, &there);
    }
    print::result(&entries)
}

fn line(release: &Release, text: &str) {
    say!("{:<10} {:<6} {text}", release.solver, release.version);
}
