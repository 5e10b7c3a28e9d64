//! How this program starts and copies itself: the arguments of its processes, which [`crate::worker`] reads, and forks.

use std::ffi::c_int;
use std::io;
use std::path::Path;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use crate::process::Exit;

/// First argument of a program that is to be the built-in solver.
pub(crate) const SOLVE: &str = "__storm-solve";
/// First argument of a program that is to find witnesses and evaluate under them.
pub(crate) const EVALUATE: &str = "__storm-evaluate";
/// Exit code of one that cannot write its answers (EX_IOERR).
pub(crate) const UNWRITTEN: u8 = 74;
/// First argument of a program that is to write a snapshot.
pub(crate) const SNAPSHOT: &str = "__storm-snapshot";

/// The command that runs the built-in solver on a file, or on standard input.
pub(crate) fn solve_argv(script: Option<&Path>) -> Vec<String> {
    let script = script.map(|script| script.to_string_lossy().into_owned());
    [this_program(), SOLVE.to_owned()].into_iter().chain(script).collect()
}

/// The command that answers requests of a [`crate::witness::Evaluator`], a line of standard output for each line
/// of standard input. `folder`, where its temporary files go, is only for those who list processes: it tells one run
/// from another.
pub(crate) fn evaluate_argv(folder: &Path) -> Vec<String> {
    vec![this_program(), EVALUATE.to_owned(), folder.to_string_lossy().into_owned()]
}

/// Where Linux has the program of whoever asks for it, a new process on its way to its own one included, also when its file
/// is gone.
const RUNNING: &str = "/proc/self/exe";

/// The path of this program. Where the system does not tell, its name has to do. It is asked for before each start: a build
/// may have replaced the file since the last one, and what stands there now is another program.
pub(crate) fn this_program() -> String {
    match std::env::current_exe() {
        Ok(path) if !path.exists() && Path::new(RUNNING).exists() => RUNNING.to_owned(),
        Ok(path) => path.to_string_lossy().into_owned(),
        Err(_) => std::env::args().next().unwrap_or_default(),
    }
}

#[allow(unsafe_code)]
unsafe extern "C" {
    fn fork() -> c_int;
}

/// Runs `work` in a copy of this process, which ends with the exit code that it returns. Waits for this end.
///
/// # Errors
/// The system cannot make a copy.
#[allow(unsafe_code)]
pub(crate) fn run_in_copy(work: impl FnOnce() -> u8) -> io::Result<Exit> {
    // SAFETY: the caller has a single thread, so the copy lacks none that holds a lock.
    match unsafe { fork() } {
        0 => std::process::exit(i32::from(work())),
        pid => {
            let pid = Pid::from_raw(pid).ok_or_else(io::Error::last_os_error)?;
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

/// Hands a snapshot to a process of this program that lets insta write it. Returns what it
/// said on standard error.
pub(crate) fn write_snapshot(request: Vec<u8>) -> std::io::Result<String> {
    let environment = [("INSTA_UPDATE", "new"), ("INSTA_OUTPUT", "none"), ("INSTA_FORCE_PASS", "0")];
    let (_, stderr) = super::feed(&[this_program(), SNAPSHOT.to_owned()], &environment, request)?;
    Ok(stderr)
}
