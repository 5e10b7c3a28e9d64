//! Installing packages with pip, each into its own folder. This needs neither a virtual environment nor permission to
//! change the system's Python.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use smt_storm::process::{Exit, Job, RunError, run};
use smt_storm::solver::releases::Release;
use thiserror::Error;

/// The Python that runs pip and the installed modules.
const PYTHON: &str = "python3";
/// The time limit for one package, generous for a slow connection.
const PATIENCE: Duration = Duration::from_secs(900);
/// How much of pip's output to keep, in bytes.
const KEPT: u64 = 1 << 16;
/// Texts in pip's output when the network fails, whatever the system's own message is.
const UNREACHABLE: [&str; 3] = ["Retrying (", "connection broken", "Max retries exceeded"];

/// A Python with pip.
pub(in crate::cli) struct Python {
    /// Its path. Installed modules work with this Python only.
    pub path: String,
}

/// The output of a command, or why it failed.
type Said = Result<String, String>;

impl Python {
    /// Finds the Python in PATH. `folder` is for temporary files, here and below.
    pub(in crate::cli) fn find(folder: &Path) -> Result<Python, InstallError> {
        let path = run_command(&[PYTHON, "-c", "import sys; print(sys.executable)"], folder);
        let path = path.map_err(|reason| InstallError::Python { reason })?.trim().to_owned();
        run_command(&[&path, "-m", "pip", "--version"], folder)
            .map_err(|reason| InstallError::Pip { reason })?;
        Ok(Python { path })
    }

    /// Returns the newest release of a solver that pip has for this system.
    pub(super) fn newest(&self, release: Release) -> Result<Release, InstallError> {
        let versions = self.versions(release.package)?;
        Ok(versions.last().map_or(release.clone(), |version| release.at(version)))
    }

    /// Returns all releases of a solver that pip has for this system, oldest first, each once.
    pub(in crate::cli) fn releases(&self, solver: &Release) -> Result<Vec<Release>, InstallError> {
        let versions = self.versions(solver.package)?;
        let mut releases: Vec<Release> =
            versions.iter().map(|version| solver.at(version).into_old()).collect();
        releases.dedup_by(|one, other| one.version == other.version);
        Ok(releases)
    }

    /// Returns the versions of a package that pip has for this system, oldest first.
    fn versions(&self, package: &str) -> Result<Vec<String>, InstallError> {
        let argv =
            [&self.path, "-m", "pip", "index", "versions", "--only-binary", ":all:", "--no-input", package];
        let listed = run_command(&argv, &std::env::temp_dir());
        let listed = listed.map_err(|reason| InstallError::of_pip(package.to_owned(), &reason))?;
        let versions = listed.lines().find_map(|line| line.strip_prefix("Available versions: "));
        // Without that line, there are no versions, rather than an empty one.
        let mut versions: Vec<String> =
            versions.into_iter().flat_map(|all| all.split(", ")).map(str::to_owned).collect();
        versions.reverse();
        Ok(versions)
    }

    /// Installs one version of a package without its dependencies into the folder `target`.
    pub(super) fn install(
        &self,
        package: &str,
        version: &str,
        target: &Path,
        folder: &Path,
    ) -> Result<(), InstallError> {
        let pinned = format!("{package}=={version}");
        let target = target.to_string_lossy();
        let options = "--quiet --no-input --disable-pip-version-check --no-deps --no-compile --only-binary :all: --retries 2";
        let mut argv = vec![self.path.as_str(), "-m", "pip", "install"];
        argv.extend(options.split(' '));
        argv.extend(["--target", &target, &pinned]);
        run_command(&argv, folder).map(drop).map_err(|reason| InstallError::of_pip(pinned, &reason))
    }
}

/// Runs a command, and returns its output or its error.
pub(super) fn run_command(argv: &[&str], folder: &Path) -> Said {
    let argv: Vec<String> = argv.iter().map(|&word| word.to_owned()).collect();
    let done = run(&Job { keep: KEPT, ..Job::new(&argv, PATIENCE, folder) })
        .map_err(|error: RunError| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match done.exit {
        Exit::Code(0) => Ok(text(&done.stdout)),
        Exit::TimedOut => Err(format!("it did not end within {} s", PATIENCE.as_secs())),
        Exit::Code(_) if !done.stderr.is_empty() => Err(text(&done.stderr)),
        exit => Err(format!("`{}` ended with {exit:?}", argv.join(" "))),
    }
}

/// Why a solver cannot be installed.
#[derive(Debug, Error)]
pub(in crate::cli) enum InstallError {
    #[error(
        "python3 does not work: {reason}; install Python 3 with pip (Debian: `apt-get install python3-pip`)"
    )]
    Python { reason: String },
    #[error("`python3 -m pip` does not work: {reason}; install it (Debian: `apt-get install python3-pip`)")]
    Pip { reason: String },
    #[error(
        "pip cannot get {pinned}: {reason}; it cannot reach a package index: check the network, and `python3 -m \
         pip config list`"
    )]
    Unreachable { pinned: String, reason: String },
    #[error(
        "pip cannot get {pinned}: {reason}; there may be no package for this system and this version of Python"
    )]
    Package { pinned: String, reason: String },
    #[error("{pinned} has no {}; another version of pip may place it elsewhere", path.display())]
    Contents { pinned: String, path: PathBuf },
    #[error("{} does not run here: {reason}", path.display())]
    Broken { path: PathBuf, reason: String },
    #[error("{failed} of {asked} could not be installed")]
    Some { failed: usize, asked: usize },
    #[error("{}: {source}; give another folder with `--into`, or correct its permissions", path.display())]
    File { path: PathBuf, source: io::Error },
}

impl InstallError {
    /// Reads what pip printed when it did not get a package.
    fn of_pip(pinned: String, printed: &str) -> InstallError {
        let is_unreachable = UNREACHABLE.iter().any(|words| printed.contains(words));
        let line = printed.lines().rfind(|line| line.starts_with("ERROR: "));
        let reason = line.map_or(printed, |line| line.trim_start_matches("ERROR: ")).to_owned();
        match is_unreachable {
            true => InstallError::Unreachable { pinned, reason },
            false => InstallError::Package { pinned, reason },
        }
    }

    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> InstallError + '_ {
        move |source| InstallError::File { path: path.to_owned(), source }
    }
}
