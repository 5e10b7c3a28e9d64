//! `storm bisect`: finds the releases of a solver that introduced a bug and fixed it.

use std::path::{Path, PathBuf};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::bugs::bisect::{Bisected, Shown, bisect};
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::verify::store_bisected;
use smt_storm::matrix::Solver;
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::presence::INTO;
use smt_storm::solver::releases::{RELEASES, Release};
use smt_storm::solver::runner::Runner;
use smt_storm::suite::exit;

use super::files::{ConfigFile, locate_in};
use super::print::{self, Failed, Output};
use super::solvers::{Python, Store, executable};

const EXIT_CODES: &str = "Exit codes:
  0  the first bad release was found
  2  wrong usage, configuration or input
  3  the release that the snapshot names does not show the bug, or pip has no releases of the solver";

/// Find the releases of a solver that introduced a bug and fixed it, without building one.
///
/// Installs releases with pip, beside those of `storm solvers install`, and runs the script of the snapshot on about
/// 12 of every 100 releases. The result goes into the header of the snapshot, and from there into `storm issue`. For
/// commits instead of releases, see `storm replay --bisect`.
#[derive(Debug, Args)]
#[command(override_usage = "storm bisect <SNAPSHOT> [--releases <VERSION>...]", after_help = EXIT_CODES)]
pub(super) struct Bisect {
    /// The snapshot: its name, or the path of its file.
    snapshot: PathBuf,
    /// Only these releases, such as `4.16.0` [default: all that pip has for this system].
    #[arg(long, value_name = "VERSION", num_args = 0.., value_delimiter = ',')]
    releases: Vec<String>,
    /// Folder to install into; executables go into its `bin`.
    #[arg(long, value_name = "DIR", default_value = INTO)]
    into: PathBuf,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// What JSON has of a bisection.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Bisection {
    /// The releases that were run, in order.
    tried: Vec<Asked>,
    bisected: Bisected,
}

/// A release, and what it does: `good`, `bad`, or `untested: REASON`.
#[derive(Debug, Serialize, JsonSchema)]
struct Asked {
    release: String,
    shown: String,
}

impl Bisect {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("bisect", &self.output);
        let (config, workspace) = self.file.open()?;
        let path = locate_in(&config, &self.snapshot)?;
        let evidence = Evidence::read_alone(&path)?;
        let row = config.row(&evidence.info.solver)?;
        let release = release_of(row).ok_or_else(|| {
            let solver = Solver::base_of(&row.name);
            format!("no release of {solver} can be installed; see `storm solvers list`")
        })?;
        let solver = release.solver;
        let waiting =
            || note!("another process installs solvers into {}: waiting for it", self.into.display());
        let store = Store::open(&self.into, waiting)?;
        let python = Python::find(store.new_folder())?;
        let releases = self.releases_of(release, &python)?;
        let names: Vec<String> = releases.iter().map(|release| release.version.clone()).collect();
        // The solver prints its version in a sentence of its own.
        let is_named = |name: &String| evidence.info.version.split([' ', ',']).any(|word| word == name);
        let known = names.iter().position(is_named).or(names.len().checked_sub(1));
        let Some(known) = known else {
            note!("pip has no release of {solver} for this system");
            return Ok(exit::NOT_TESTED);
        };
        let mut tried = Vec::new();
        let mut show = |at: usize| {
            let shown = self.show(&releases[at], &evidence, row, &store, &python, &workspace);
            say!("{solver} {:<8} {shown}", names[at]);
            tried.push(Asked { release: names[at].clone(), shown: shown.to_string() });
            shown
        };
        if show(known) != Shown::Bad {
            note!("{solver} {} does not show the bug, so there is nothing to bisect", names[known]);
            return Ok(exit::NOT_TESTED);
        }
        let Some(found) = bisect(&names, known, &mut show) else { return Ok(exit::NOT_TESTED) };
        store_bisected(&path, &found)?;
        for (name, fact) in found.facts() {
            say!("{name}: {fact}");
        }
        print::result(&Bisection { tried, bisected: found })?;
        Ok(exit::SUCCESS)
    }

    /// Returns the releases to choose from, oldest first, each version once.
    fn releases_of(&self, release: &Release, python: &Python) -> Result<Vec<Release>, Failed> {
        let mut releases = python.releases(release)?;
        if let Some(unknown) =
            self.releases.iter().find(|name| !releases.iter().any(|one| one.version == **name))
        {
            return Err(format!("pip has no release {unknown} of {} for this system", release.solver).into());
        }
        releases.retain(|one| self.releases.is_empty() || self.releases.contains(&one.version));
        Ok(releases)
    }

    /// Installs a release if it is missing, and runs the script on it.
    fn show(
        &self,
        release: &Release,
        evidence: &Evidence,
        row: &Solver,
        store: &Store,
        python: &Python,
        workspace: &Workspace,
    ) -> Shown {
        let installed = match store.refresh(release) {
            Ok(true) => Ok(()),
            _ => store.install(release, python),
        };
        if let Err(error) = installed {
            // The whole error has paths of this machine, which must not get into the snapshot.
            note!("error: {} {}: {error}", release.solver, release.version);
            return Shown::Untested("it cannot be installed".to_owned());
        }
        let mut row = row.clone();
        if let Some(program) = row.command.argv.first_mut() {
            *program = executable(store.root(), release).to_string_lossy().into_owned();
        }
        let arguments: Vec<&str> =
            evidence.info.args.iter().map(|argument| row.form.resolved(argument)).collect();
        match Runner::new(&row, workspace).judge_with(&evidence.instance, &arguments) {
            Ok(judged) if judged.verdict.is_as_recorded(evidence.info.class, &evidence.info.details) => {
                Shown::Bad
            }
            Ok(judged) if judged.verdict.class.is_tested() => Shown::Good,
            Ok(judged) => Shown::Untested(judged.verdict.to_string()),
            Err(error) => {
                note!("error: {} {}: {error}", release.solver, release.version);
                Shown::Untested("it cannot be run".to_owned())
            }
        }
    }
}

/// Returns the solver of a row among those that can be installed. A row may have another name, as `cvc5-safe` does.
fn release_of(row: &Solver) -> Option<&'static Release> {
    let program = row.command.argv.first().and_then(|program| Path::new(program).file_name()?.to_str());
    let newest = |name| RELEASES.iter().find(|release| !release.is_old && release.is_of(name));
    newest(Solver::base_of(&row.name)).or_else(|| newest(program?))
}

#[cfg(test)]
mod tests {
    use smt_storm::Config;

    use super::*;

    #[test]
    fn a_row_finds_the_releases_of_its_solver() {
        let config = "version: 1\nsolvers:\n  yices: {argv: [mine, \"{file}\"], logics: [QF_BV]}\n\
            \x20 other: {argv: [bin/yices-smt2, \"{file}\"], logics: [QF_BV]}\n\
            \x20 own: {argv: [mine, \"{file}\"], logics: [QF_BV]}\n";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("solvers.yaml");
        std::fs::write(&file, format!("{config}seeds: [{{glob: \"*.smt2\"}}]\nprofiles: {{p: {{}}}}\n"))
            .unwrap();
        let config = Config::load(&file, None).unwrap();
        let found = |row| release_of(config.row(row).unwrap()).map(|release| release.solver);
        assert_eq!(["yices", "other", "own"].map(found), [Some("yices"), Some("yices"), None]);
    }
}
