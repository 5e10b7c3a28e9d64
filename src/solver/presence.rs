//! Whether a solver is there, and in which version.

use std::path::Path;
use std::time::Duration;

use crate::matrix::Solver;
use crate::process;
use crate::process::{Exit, Job, KEPT};
use crate::solver::answer;
use crate::solver::remedy::remedy;
use crate::witness::z3;

/// Wall-clock limit of a version command: a Java machine takes its time to start.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest version text kept, in characters.
const VERSION_LENGTH: usize = 120;

/// Whether a solver is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// It is, in this version.
    Present(String),
    /// It is not, or does not start; why, and what to do if that is known (see [`remedy`]).
    Missing(String),
}

impl Presence {
    /// Asks a solver for its version. One without a version command only has to exist. `folder` is for temporary files.
    pub(crate) fn ask(solver: &Solver, folder: &Path) -> Presence {
        if solver.built_in && !z3::IS_LINKED {
            let remedy =
                "this program is built without Z3; build it with the feature `z3`, which is a default one";
            return Presence::Missing(remedy.to_owned());
        }
        if solver.built_in {
            return Presence::Present(format!("libz3 {}", z3::version()));
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
            Err(error) => return missing(solver, error.to_string()),
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
            Exit::Signal(signal) => format!("killed by {}", answer::signal_name(signal)),
        };
        missing(solver, format!("`{}` fails ({how}): {said}", argv.join(" ")))
    }
}

fn missing(solver: &Solver, reason: String) -> Presence {
    Presence::Missing(match remedy(solver) {
        Some(remedy) => format!("{reason}: {remedy}"),
        None => reason,
    })
}
