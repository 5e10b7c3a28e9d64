//! The files that commands read and write: the configuration, scripts, snapshots and results.

use std::path::{Path, PathBuf};

use clap::Args;
use smt_storm::bugs::snapshot::{Info, Snapshot, is_snapshot, locate};
use smt_storm::matrix::{Config, Missing, Solver};
use smt_storm::process::interrupt;
use smt_storm::process::workspace::{Workspace, write_atomically};
use smt_storm::smtlib::source;
use smt_storm::solver::models::ModelRow;
use smt_storm::solver::presence::Presence;
use smt_storm::suite::environment::Environment;
use smt_storm::witness::Evaluator;

use super::print::Failed;

/// The configuration of a command.
#[derive(Debug, Args)]
pub(super) struct ConfigFile {
    /// Configuration file [default: solvers.yaml, or else storm/solvers.yaml].
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", hide_default_value = true)]
    #[arg(default_value_os_t = Config::path_in(Path::new("")))]
    pub config: PathBuf,
}

impl ConfigFile {
    /// Reads the configuration, and opens its output folder, so that solvers can run.
    pub(super) fn open(&self) -> Result<(Config, Workspace), Failed> {
        self.open_profile(None)
    }

    /// Reads the configuration with a profile, and opens its output folder.
    pub(super) fn open_profile(&self, profile: Option<&str>) -> Result<(Config, Workspace), Failed> {
        let config = self.load_profile(profile)?;
        interrupt::watch();
        let workspace = Workspace::open(&Environment::read().output(&config.root))?;
        Ok((config, workspace))
    }

    /// Returns the file that an argument means: a path, or the name of a snapshot, as `storm review` lists it.
    pub(super) fn locate(&self, given: &Path) -> Result<PathBuf, Failed> {
        if given.exists() || !self.config.exists() {
            return Ok(given.to_owned());
        }
        locate_in(&self.load()?, given)
    }

    /// Reads the configuration.
    pub(super) fn load(&self) -> Result<Config, Failed> {
        self.load_profile(None)
    }

    /// Reads the configuration with a profile; an empty name is none.
    pub(super) fn load_profile(&self, profile: Option<&str>) -> Result<Config, Failed> {
        Ok(Config::load(&self.config, profile.filter(|name| !name.is_empty()))?)
    }
}

/// The row whose solver finds models, if any, for commands that otherwise need no `solvers.yaml`.
#[derive(Debug, Args)]
pub(super) struct ModelFrom {
    /// Row of solvers.yaml whose solver finds the models that become witnesses, instead of the linked Z3.
    #[arg(long, value_name = "NAME")]
    model_from: Option<String>,
    #[command(flatten)]
    pub file: ConfigFile,
}

impl ModelFrom {
    /// Creates an evaluator. The solver of the named row must be installed.
    pub(super) fn evaluator(&self) -> Result<Evaluator, Failed> {
        let folder = std::env::temp_dir();
        let evaluator = Evaluator::in_child(&folder);
        let Some(name) = &self.model_from else { return Ok(evaluator) };
        let config = self.file.load()?;
        let row = Solver { missing: Missing::Error, ..config.row(name)?.clone() };
        Ok(evaluator.asking(Box::new(ModelRow::new(&row, &folder))))
    }
}

/// Returns the file that an argument means, as [`ConfigFile::locate`] does.
pub(super) fn locate_in(config: &Config, given: &Path) -> Result<PathBuf, Failed> {
    Ok(locate(given, &config.snapshots)?)
}

/// Returns the version of a solver; without it, reports what is missing.
pub(super) fn version_of(row: &Solver, workspace: &Workspace) -> Option<String> {
    match Presence::ask(row, workspace.temporary()) {
        Presence::Present(version) => Some(version),
        Presence::Missing(reason) => {
            note!("{}: missing: {reason}", row.name);
            None
        }
    }
}

/// Returns the text of a file.
pub(super) fn read(path: &Path) -> Result<String, Failed> {
    source::load(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Reads a script, and its header if the file is a snapshot, `.snap` or `.snap.new`.
pub(super) fn read_script(path: &Path) -> Result<(String, Option<Info>), Failed> {
    let is_snapshot = is_snapshot(path);
    let text = if is_snapshot { String::new() } else { read(path)? };
    if !is_snapshot && !text.starts_with("---") {
        return Ok((text, None));
    }
    let stored = Snapshot::unedited(path)?.ok_or_else(|| format!("{}: no such file", path.display()))?;
    Ok((stored.contents, Some(stored.info)))
}

/// Returns the scripts that arguments name, in order: files, and the `.smt2` files below folders.
pub(super) fn scripts_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() { scripts_below(path, &mut files)? } else { files.push(path.clone()) }
    }
    if files.is_empty() {
        return Err("found no .smt2 file; name files, or folders that contain some".into());
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// Collects the `.smt2` files below a folder.
pub(super) fn scripts_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failed> {
    let unlisted = |error: std::io::Error| format!("cannot list {}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(unlisted)? {
        let path = entry.map_err(unlisted)?.path();
        // Follow links to files but not to folders: a link may lead back up.
        if path.is_dir() && !path.is_symlink() {
            scripts_below(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "smt2") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns a path as solvers.yaml in `root` reads it: relative to that folder.
pub(super) fn relative(path: &Path, root: &Path) -> PathBuf {
    let (Ok(path), Ok(root)) = (std::path::absolute(path), std::path::absolute(root)) else {
        return path.to_owned();
    };
    let shared = root.ancestors().find(|folder| path.starts_with(folder)).unwrap_or(&root);
    let up = root.strip_prefix(shared).map_or(0, |below| below.components().count());
    let ups = std::iter::repeat_n(Path::new(".."), up);
    ups.chain(path.strip_prefix(shared).ok()).collect()
}

/// Writes a whole file or nothing.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failed> {
    write_atomically(path, contents)
        .map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_relative_to_the_folder_of_the_configuration() {
        let relative =
            |path: &str, root: &str| relative(Path::new(path), Path::new(root)).display().to_string();
        assert_eq!(relative("/a/storm/seeds", "/a/storm"), "seeds");
        assert_eq!(relative("/a/seeds/more", "/a/storm"), "../seeds/more");
        assert_eq!(relative("/b", "/a/storm"), "../../b");
    }
}
