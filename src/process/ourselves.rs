//! How this program starts and copies itself: forks, and the arguments of its processes, which [`crate::worker`] reads.

use std::ffi::c_int;
use std::io;
use std::path::Path;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use crate::process::{Exit, RUNNING};

/// The first argument of a process that is the built-in solver.
pub(crate) const SOLVE: &str = "__storm-solve";
/// The first argument of a process that finds witnesses and evaluates under them.
pub(crate) const EVALUATE: &str = "__storm-evaluate";
/// The word in place of a program that stands for the library of the test target, see [`crate::harness::with`].
const LIBRARY_PLACEHOLDER: &str = "{library}";
/// The first argument of a process that answers with the library of the test target.
pub(crate) const LIBRARY: &str = "__storm-library";
/// The exit code of a process that cannot write its answers (EX_IOERR).
pub(crate) const UNWRITTEN: u8 = 74;

/// Returns the command that runs the built-in solver on a file, or on standard input.
pub(crate) fn solve_argv(script: Option<&Path>) -> Vec<String> {
    let script = script.map(|script| script.to_string_lossy().into_owned());
    [this_program(), SOLVE.to_owned()].into_iter().chain(script).collect()
}

/// Returns the command that answers the requests of a [`crate::witness::Evaluator`], with one line of standard output
/// per line of standard input. `folder` is its folder for temporary files; it is in the command only so that a list of
/// processes tells runs apart.
pub(crate) fn evaluate_argv(folder: &Path) -> Vec<String> {
    vec![this_program(), EVALUATE.to_owned(), folder.to_string_lossy().into_owned()]
}

/// Returns a command with this program in place of the library of the test target.
pub(crate) fn with_library(argv: Vec<String>) -> Vec<String> {
    match argv.as_slice() {
        [_, rest @ ..] if is_library(&argv) => {
            [this_program(), LIBRARY.to_owned()].iter().chain(rest).cloned().collect()
        }
        _ => argv,
    }
}

/// Whether a command asks the library of the test target.
pub(crate) fn is_library(argv: &[String]) -> bool {
    argv.first().is_some_and(|first| first == LIBRARY_PLACEHOLDER)
}

/// Returns the path of this program, or its name if the system does not know the path. Ask before each start: a build
/// may have replaced the file with another program.
pub(crate) fn this_program() -> String {
    match std::env::current_exe() {
        // Commands are text, which not every path is.
        Ok(path) if (path.to_str().is_none() || !path.exists()) && Path::new(RUNNING).exists() => {
            RUNNING.to_owned()
        }
        Ok(path) => path.to_string_lossy().into_owned(),
        Err(_) => std::env::args_os().next().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

#[allow(unsafe_code)]
unsafe extern "C" {
    fn fork() -> c_int;
}

/// Runs `work` in a copy of this process, which ends with the exit code that `work` returns. Waits for the copy to end.
#[allow(unsafe_code)]
pub(crate) fn run_in_copy(work: impl FnOnce() -> u8) -> io::Result<Exit> {
    // SAFETY: the caller has a single thread, so the copy lacks none that holds a lock.
    match unsafe { fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => std::process::exit(i32::from(work())),
        pid => {
            let pid = Pid::from_raw(pid).ok_or(io::ErrorKind::InvalidData)?;
            loop {
                match waitpid(Some(pid), WaitOptions::empty()) {
                    Err(Errno::INTR) | Ok(None) => {}
                    Err(error) => return Err(error.into()),
                    Ok(Some((_, status))) => {
                        let code = status.exit_status().map(Exit::Code);
                        return Ok(code
                            .or(status.terminating_signal().map(Exit::Signal))
                            .unwrap_or(Exit::Code(1)));
                    }
                }
            }
        }
    }
}

/// Ends this process by the signal that ended another one; otherwise returns its exit code.
pub(crate) fn end_like(exit: Exit) -> u8 {
    match exit {
        Exit::Signal(signal) => {
            let signal = Signal::from_named_raw(signal);
            let _ = signal.map(|signal| kill_process(getpid(), signal));
            1
        }
        Exit::Code(code) => u8::try_from(code).unwrap_or(1),
        Exit::TimedOut => 1,
    }
}
