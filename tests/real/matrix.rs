//! A matrix in a folder of its own, run by `storm test`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Completion, Failed, Trial};

/// What a run of a matrix left.
pub struct Run {
    folder: Arc<tempfile::TempDir>,
    pub code: Option<i32>,
    pub stdout: String,
}

impl Run {
    /// Writes `solvers.yaml` into a new folder and runs its matrix.
    pub fn of(config: &str, arguments: &[&str]) -> Run {
        Run::in_folder(Arc::new(tempfile::tempdir().unwrap()), config, arguments)
    }

    /// Runs another matrix in the same folder.
    pub fn again(&self, config: &str, arguments: &[&str]) -> Run {
        Run::in_folder(Arc::clone(&self.folder), config, arguments)
    }

    fn in_folder(folder: Arc<tempfile::TempDir>, config: &str, arguments: &[&str]) -> Run {
        std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_storm"))
            .args(["test", "--format", "pretty"])
            .args(arguments)
            .current_dir(folder.path())
            .env("STORM_OUTPUT", folder.path().join("out"))
            .env_remove("STORM_CONFIG")
            .env_remove("STORM_PROFILE")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { folder, code: output.status.code(), stdout: text(&output.stdout) + &text(&output.stderr) }
    }

    /// The pending snapshots, sorted.
    pub fn pending(&self) -> Vec<PathBuf> {
        let pattern = self.folder.path().join("snapshots/*.snap.new");
        glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap).collect()
    }

    /// Accepts the pending snapshots, as `cargo insta accept` does.
    pub fn accept(&self) {
        self.pending().iter().for_each(|path| std::fs::rename(path, path.with_extension("")).unwrap());
    }

    /// The number before `word` in the line that concludes the run.
    pub fn count(&self, word: &str) -> u32 {
        let line = self.stdout.lines().rfind(|line| line.starts_with("test result"));
        let line = line.unwrap_or_else(|| panic!("no result:\n{}", self.stdout));
        let part = line.split([';', '.']).find_map(|part| part.trim().strip_suffix(word));
        part.and_then(|number| number.trim().parse().ok()).unwrap_or_else(|| panic!("{line}"))
    }
}

/// The system's cvc5, which is an executable and has options that the module has not.
pub const CVC5: &str = "/usr/bin/cvc5";

/// A solver that `storm solvers install --old` installs, one from PATH, or the one at an absolute path.
pub fn solver(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("STORM_SOLVERS").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&path));
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The seed of a bug that STORM found, where it is there.
pub fn fse_seed(bug: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/fse").join(bug).join("seed.smt2");
    path.canonicalize().ok()
}

/// A test that is ignored when something it needs is missing.
pub fn test(name: &str, missing: Vec<String>, body: impl FnOnce() + Send + 'static) -> Trial {
    Trial::ignorable_test(name, move || {
        if !missing.is_empty() {
            return Ok(Completion::ignored_with(format!("not here: {}", missing.join(", "))));
        }
        body();
        Ok::<_, Failed>(Completion::Completed)
    })
}

/// The names of those that are missing, with what to do.
pub fn missing(solvers: &[&str], bugs: &[&str]) -> Vec<String> {
    let solvers = solvers.iter().filter(|name| solver(name).is_none());
    let bugs = bugs.iter().filter(|bug| fse_seed(bug).is_none());
    solvers
        .map(|name| format!("{name} (run storm solvers install --old)"))
        .chain(bugs.map(|bug| format!("../shared/corpus/fse/{bug}")))
        .collect()
}
