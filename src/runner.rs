//! Instance → solver process → raw run → verdict.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::answer;
use crate::child;
use crate::config::{FILE_PLACEHOLDER, Input, Solver};
use crate::interrupt;
use crate::process::{self, Exit, Job, KEPT, RawRun, RunError};
use crate::verdict::Verdict;
use crate::workspace::Workspace;

/// Wall-clock limit of a version command: a Java machine takes its time to start.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest version text kept, in characters.
const VERSION_LENGTH: usize = 120;

/// Runs one solver on one instance after the other.
#[derive(Debug)]
pub struct Runner<'a> {
    solver: &'a Solver,
    folder: &'a Path,
    script: PathBuf,
    argv: Vec<String>,
}

impl<'a> Runner<'a> {
    /// A runner for `solver`, with a script file of its own.
    pub fn new(solver: &'a Solver, workspace: &'a Workspace) -> Self {
        let script = workspace.script_path();
        let argv = argv(solver, &script);
        Runner { solver, folder: workspace.temporary(), script, argv }
    }

    /// Runs the solver on a script and returns what it left.
    ///
    /// # Errors
    /// The solver cannot be started, or the script cannot be written.
    pub fn run(&self, script: &str) -> Result<RawRun, RunError> {
        let unwritten = |source| RunError::Temporary { folder: self.folder.display().to_string(), source };
        interrupt::uninterrupted(|| std::fs::write(&self.script, script)).map_err(unwritten)?;
        let stdin = match self.solver.input {
            Input::File => None,
            Input::Stdin => Some(self.script.as_path()),
        };
        process::run(&Job {
            argv: &self.argv,
            stdin,
            timeout: self.solver.timeout,
            cpu: None,
            memory: self.solver.memory,
            folder: self.folder,
            keep: KEPT,
        })
    }

    /// Runs the solver on a script with one check-sat and judges the answer.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge(&self, script: &str) -> Result<Verdict, RunError> {
        self.run(script).map(|run| Verdict::of(&run, 1))
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.script);
    }
}

/// The command that runs `solver` on the file `script`.
pub fn argv(solver: &Solver, script: &Path) -> Vec<String> {
    if solver.built_in {
        return child::solve_argv(script);
    }
    let script = script.to_string_lossy();
    solver.argv.iter().map(|argument| argument.replace(FILE_PLACEHOLDER, &script)).collect()
}

/// Whether a solver is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is, in this version.
    Present(String),
    /// It is not, or does not start; why.
    Missing(String),
}

/// Asks a solver for its version. One without a version command only has to exist.
pub fn presence(solver: &Solver, folder: &Path) -> Presence {
    if solver.built_in {
        return Presence::Present(format!("libz3 {}", crate::z3::version()));
    }
    let (argv, asks) = match &solver.version_argv {
        Some(argv) => (argv.clone(), true),
        None => (solver.argv[..1].to_vec(), false),
    };
    let job = Job {
        argv: &argv,
        stdin: None,
        timeout: VERSION_TIMEOUT,
        cpu: None,
        memory: None,
        folder,
        keep: KEPT,
    };
    let run = match process::run(&job) {
        Ok(run) => run,
        Err(error) => return Presence::Missing(error.to_string()),
    };
    let stdout = String::from_utf8_lossy(&run.stdout);
    let stderr = String::from_utf8_lossy(&run.stderr);
    let said = stdout.lines().chain(stderr.lines()).map(str::trim).find(|line| !line.is_empty());
    let said: String = said.unwrap_or("no version given").chars().take(VERSION_LENGTH).collect();
    let how = match run.exit {
        Exit::Code(0) => return Presence::Present(said),
        _ if !asks => return Presence::Present("unknown version".to_owned()),
        Exit::Code(code) => format!("exit code {code}"),
        Exit::TimedOut => format!("no end within {} s", VERSION_TIMEOUT.as_secs()),
        Exit::OverMemory => "out of memory".to_owned(),
        Exit::Signal(signal) => format!("killed by {}", answer::signal_name(signal)),
    };
    Presence::Missing(format!("`{}` fails ({how}): {said}", argv.join(" ")))
}
