//! Packages by pip: into a folder of their own, which needs neither a virtual environment nor leave to change the system's
//! Python.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use smt_storm::process::{Exit, Job, RunError, run};
use thiserror::Error;

/// The Python whose modules are installed.
const PYTHON: &str = "python3";
/// How long one package may take, on a slow line.
const PATIENCE: Duration = Duration::from_secs(900);
/// What is kept of what pip says, in bytes.
const KEPT: u64 = 1 << 16;
/// What pip says of a line that is down, whatever the system's words for it are.
const UNREACHABLE: [&str; 3] = ["Retrying (", "connection broken", "Max retries exceeded"];

/// A Python that has pip.
pub(super) struct Python {
    /// Its path: the modules are for this one.
    pub path: String,
}

/// What a command came to: what it printed, or why it failed.
type Said = Result<String, String>;

impl Python {
    /// The one in PATH. `folder` is for temporary files, here and below.
    pub(super) fn find(folder: &Path) -> Result<Python, InstallError> {
        let path = run_command(&[PYTHON, "-c", "import sys; print(sys.executable)"], folder);
        let path = path.map_err(|reason| InstallError::Python { reason })?.trim().to_owned();
        run_command(&[&path, "-m", "pip", "--version"], folder)
            .map_err(|reason| InstallError::Pip { reason })?;
        Ok(Python { path })
    }

    /// Installs one version of a package, without what it depends on, into the folder `target`.
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
        run_command(&argv, folder).map_err(|reason| {
            let is_unreachable = UNREACHABLE.iter().any(|words| reason.contains(words));
            let line = reason.lines().rfind(|line| line.starts_with("ERROR: "));
            let reason = line.map_or(reason.as_str(), |line| line.trim_start_matches("ERROR: ")).to_owned();
            match is_unreachable {
                true => InstallError::Unreachable { pinned, reason },
                false => InstallError::Package { pinned, reason },
            }
        })?;
        Ok(())
    }
}

/// Runs a command; what it prints, or what it complains of.
pub(super) fn run_command(argv: &[&str], folder: &Path) -> Said {
    let argv: Vec<String> = argv.iter().map(|&word| word.to_owned()).collect();
    let done = run(&Job { keep: KEPT, ..Job::new(&argv, PATIENCE, folder) })
        .map_err(|error: RunError| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match done.exit {
        Exit::Code(0) => Ok(text(&done.stdout)),
        Exit::TimedOut => Err(format!("no end within {} s", PATIENCE.as_secs())),
        Exit::Code(_) if !done.stderr.is_empty() => Err(text(&done.stderr)),
        exit => Err(format!("`{}` ended with {exit:?}", argv.join(" "))),
    }
}

/// A solver that cannot be installed.
#[derive(Debug, Error)]
pub(super) enum InstallError {
    /// No Python.
    #[error(
        "python3 does not work: {reason}; install Python 3 with pip (Debian: `apt-get install python3-pip`)"
    )]
    Python { reason: String },
    /// No pip.
    #[error("`python3 -m pip` does not work: {reason}; install it (Debian: `apt-get install python3-pip`)")]
    Pip { reason: String },
    /// pip reaches nobody.
    #[error(
        "pip cannot get {pinned}: {reason}; it cannot reach a package index: check the network, and `python3 -m \
         pip config list`"
    )]
    Unreachable { pinned: String, reason: String },
    /// pip refuses.
    #[error(
        "pip cannot get {pinned}: {reason}; there may be no package for this system and this version of Python"
    )]
    Package { pinned: String, reason: String },
    /// The package is not what was expected.
    #[error("{pinned} has no {}; another version of pip may place it elsewhere", path.display())]
    Contents { pinned: String, path: PathBuf },
    /// It is there, and does not run.
    #[error("{} does not run here: {reason}", path.display())]
    Broken { path: PathBuf, reason: String },
    /// A file that cannot be read or written.
    #[error("{}: {source}; give another folder with `--into`, or correct its permissions", path.display())]
    File { path: PathBuf, source: io::Error },
}

impl InstallError {
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> InstallError + '_ {
        move |source| InstallError::File { path: path.to_owned(), source }
    }
}
