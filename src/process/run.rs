//! Solver processes: argv and limits in, output and exit out.
//!
//! There is no shell. Each process leads its own process group, and the whole group is killed after every run,
//! including its children. Output goes to unlinked files, so a process that floods it reaches a file-size limit instead
//! of filling this program's memory, and a process that hands its output to a grandchild cannot make the reader wait.
//!
//! Limits on processor time, memory, file size and core dumps exist on Linux only; elsewhere only the wall clock limits
//! a process. A process that leaves its group (`setsid`, or `setpgid` as in a shell with `set -m`) is not caught, so a
//! script around a solver should end with `exec solver "$@"`.

use std::fs::File;
use std::io::{self, Read, Seek, pipe};
use std::num::NonZero;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::process::interrupt;
use crate::process::limits::{self, Limits};
use crate::process::pipes::Pipes;

/// How much of each output stream of a solver to keep, in bytes.
pub const KEPT: u64 = 1 << 20;

/// A program to run, with its limits.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Program and arguments. A bare name is searched for in `PATH`.
    pub argv: &'a [String],
    /// The file on standard input; closed without one.
    pub stdin: Option<&'a Path>,
    /// Wall-clock limit.
    pub timeout: Duration,
    /// Limit on processor time in seconds. Unlike the wall clock, it does not depend on other load. By default it is
    /// more than all processors provide within `timeout`, so only a process that outlives this program reaches it.
    pub cpu: Option<u64>,
    /// Address-space limit in bytes.
    pub memory: Option<u64>,
    /// The folder for temporary files, which are unlinked.
    pub folder: &'a Path,
    /// How much of each output stream to keep, in bytes.
    pub keep: u64,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this code.
    Code(i32),
    /// A signal ended it.
    Signal(i32),
    /// It was killed at the time limit.
    TimedOut,
}

/// The result of running a process.
#[derive(Clone, Debug)]
pub struct RawRun {
    /// How it ended.
    pub exit: Exit,
    /// Standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Whether standard output was cut off.
    pub flooded: bool,
    /// Wall-clock time from start to end.
    pub time: Duration,
}

/// Why a process could not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// PATH has no such program.
    #[error("`{0}` is not installed")]
    Missing(String),
    /// The file does not exist.
    #[error("`{0}` does not exist")]
    NoFile(String),
    /// The program exists, but its interpreter or loader does not.
    #[error(
        "`{0}` cannot be executed: the interpreter or loader it asks for does not exist; check that it is built for this machine"
    )]
    NoInterpreter(String),
    /// The program exists but cannot be started.
    #[error(
        "`{program}` cannot be executed ({source}); check its permissions and that it is built for this machine"
    )]
    NotExecutable {
        /// The program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The system does not say how a process ended.
    #[error(
        "the end of `{program}` is unknown ({source}); check that nothing else in this program waits for its processes"
    )]
    Unwaited {
        /// The program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A temporary file cannot be created or read.
    #[error("cannot use {} for temporary files ({source}); free some space or set STORM_OUTPUT", folder)]
    Temporary {
        /// The folder.
        folder: String,
        /// The error of the system.
        source: io::Error,
    },
}

impl<'a> Job<'a> {
    /// Creates a job without standard input, limited only by this time; `folder` is for temporary files.
    pub fn new(argv: &'a [String], timeout: Duration, folder: &'a Path) -> Job<'a> {
        Job { argv, stdin: None, timeout, cpu: None, memory: None, folder, keep: KEPT }
    }
}

impl RunError {
    pub(crate) fn temporary(folder: &Path, source: io::Error) -> RunError {
        RunError::Temporary { folder: folder.display().to_string(), source }
    }
}

/// Runs a process until it ends, dies or reaches its time limit. Kills the rest of its group.
///
/// # Errors
/// The program cannot be started, or temporary files cannot be used.
pub fn run(job: &Job<'_>) -> Result<RawRun, RunError> {
    let folder = |source| RunError::temporary(job.folder, source);
    let (program, arguments) = job.argv.split_first().ok_or_else(|| RunError::Missing(String::new()))?;
    let mut stdout = tempfile::tempfile_in(job.folder).map_err(folder)?;
    let mut stderr = tempfile::tempfile_in(job.folder).map_err(folder)?;
    let expression = command(program, arguments, &[])
        .stdout_file(stdout.try_clone().map_err(folder)?)
        .stderr_file(stderr.try_clone().map_err(folder)?);
    let expression = match job.stdin {
        Some(path) => expression.stdin_path(path),
        None => expression.stdin_null(),
    };
    let started = Instant::now();
    let cpu = job.cpu.unwrap_or_else(|| bound_cpu(job.timeout));
    let process = Process::start(program, expression, Some(cpu), job.memory)?;
    let exit = process.wait(job.timeout);
    let time = started.elapsed();
    process.end();
    let exit = exit.map_err(|source| RunError::Unwaited { program: program.clone(), source })?;
    let exit = exit.unwrap_or(Exit::TimedOut);
    let (stdout, flooded) = read(&mut stdout, job.keep).map_err(folder)?;
    let (stderr, _) = read(&mut stderr, job.keep).map_err(folder)?;
    Ok(RawRun { exit, stdout, stderr, flooded, time })
}

/// Returns more processor time than all processors provide within a time limit, in seconds.
fn bound_cpu(timeout: Duration) -> u64 {
    let processors = count_processors().get() as u64;
    timeout.as_secs().saturating_add(1).saturating_mul(processors).saturating_add(1)
}

/// Returns the number of processors that this program may use; 1 if unknown.
pub fn count_processors() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Clock ticks per second in Linux's interface for programs (time(7)).
const TICKS: u64 = 100;

/// Reads the processor time of a process, and that of the children that it has waited for, from the text of
/// `/proc/PID/stat` on Linux (proc(5)); `None` for another text.
pub fn processor_times(stat: &str) -> Option<[Duration; 2]> {
    // After the name, which may contain anything, come the state and, eleven fields later, four times in ticks.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: Vec<u64> = fields.get(11..15)?.iter().map_while(|ticks| ticks.parse().ok()).collect();
    let &[user, system, user_of_children, system_of_children] = &ticks[..] else { return None };
    let time = |ticks: u64| Duration::from_millis(ticks.saturating_mul(1000 / TICKS));
    Some([time(user.saturating_add(system)), time(user_of_children.saturating_add(system_of_children))])
}

/// A running process, in its own group. Dropping it kills the group.
#[derive(Debug)]
pub(crate) struct Process {
    handle: duct::Handle,
    group: Option<Group>,
    started: Instant,
    /// The time since its start to which [`Process::extend_cpu_limit`] has extended its limit on processor time.
    allowed: Duration,
}

/// How much time [`Process::extend_cpu_limit`] allows beyond what it is asked for, so that it seldom has something to
/// do.
const AHEAD: Duration = Duration::from_secs(60);

impl Process {
    /// Starts `expression`, which runs `program`, within limits.
    pub(crate) fn start(
        program: &str,
        expression: duct::Expression,
        cpu: Option<u64>,
        memory: Option<u64>,
    ) -> Result<Process, RunError> {
        let limits = Limits { cpu, memory };
        let expression = expression.unchecked().before_spawn(move |command| {
            command.process_group(0);
            limits.apply(command);
            Ok(())
        });
        interrupt::uninterrupted(|| {
            let handle = expression.start().map_err(|source| not_started(program, source))?;
            let pid = handle.pids().first().and_then(|&pid| Pid::from_raw(pid as i32));
            let (started, allowed) = (Instant::now(), Duration::ZERO);
            Ok(Process { handle, group: pid.map(Group::new), started, allowed })
        })
    }

    /// Lets a process without a limit on processor time run for `timeout` from now on, and some time longer. Only one
    /// that outlives this program reaches this limit.
    pub(crate) fn extend_cpu_limit(&mut self, timeout: Duration) {
        let until = self.started.elapsed().saturating_add(timeout);
        if let Some(group) = &self.group
            && until > self.allowed
        {
            self.allowed = until.saturating_add(AHEAD);
            limits::allow_cpu(Some(group.0), bound_cpu(self.allowed));
        }
    }

    /// Waits for the process to end, at most for `timeout`; `None` if it has not ended.
    ///
    /// # Errors
    /// The system does not know the process any more: other code has waited for it.
    pub(crate) fn wait(&self, timeout: Duration) -> io::Result<Option<Exit>> {
        let output = self.handle.wait_timeout(timeout)?;
        Ok(output.map(|output| match output.status.signal() {
            Some(signal) => Exit::Signal(signal),
            None => Exit::Code(output.status.code().unwrap_or(-1)),
        }))
    }

    /// Kills the group, and reaps the process.
    pub(crate) fn end(mut self) {
        self.group = None;
        let _ = self.handle.wait();
    }
}

/// Starts a process that communicates through pipes. Its standard error goes to a file. `environment` is added to that
/// of this program; `folder` is for temporary files.
///
/// # Errors
/// The program cannot be started, or the system has no more pipes.
pub(crate) fn start_with_pipes(
    argv: &[String],
    environment: &[(&str, &str)],
    stderr: File,
    memory: Option<u64>,
    folder: &Path,
) -> Result<(Process, Pipes), RunError> {
    let broken = |source| RunError::temporary(folder, source);
    let (program, arguments) = argv.split_first().ok_or_else(|| RunError::Missing(String::new()))?;
    let (stdin, ours) = pipe().map_err(broken)?;
    let (theirs, stdout) = pipe().map_err(broken)?;
    let expression = command(program, arguments, environment);
    let expression = expression.stdin_file(stdin).stdout_file(stdout).stderr_file(stderr);
    let process = Process::start(program, expression, None, memory)?;
    Ok((process, Pipes::new(ours, theirs).map_err(broken)?))
}

/// The path at which Linux gives every process its own program, even if the file is gone. A new process may use it on
/// the way to its own program.
pub(crate) const RUNNING: &str = "/proc/self/exe";

/// Makes our allocator reserve few addresses at a time, not a GiB, because limits on memory count addresses.
const FEW_ADDRESSES: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "64M");

/// Returns the command of a program with additional environment variables.
fn command(program: &str, arguments: &[String], environment: &[(&str, &str)]) -> duct::Expression {
    let command = duct::cmd(program, arguments);
    let is_own = program == RUNNING || std::env::current_exe().is_ok_and(|own| own == Path::new(program));
    let own = is_own.then_some(&FEW_ADDRESSES);
    environment.iter().chain(own).fold(command, |command, (name, value)| command.env(name, value))
}

/// A process group. Dropping it kills the group.
#[derive(Debug)]
struct Group(Pid);

impl Group {
    fn new(leader: Pid) -> Group {
        interrupt::register(leader);
        Group(leader)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // An error means that the group has already ended.
        let _ = kill_process_group(self.0, Signal::KILL);
        interrupt::unregister(self.0);
    }
}

fn not_started(program: &str, source: io::Error) -> RunError {
    let program = program.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound if !program.contains('/') => RunError::Missing(program),
        io::ErrorKind::NotFound if Path::new(&program).exists() => RunError::NoInterpreter(program),
        io::ErrorKind::NotFound => RunError::NoFile(program),
        _ => RunError::NotExecutable { program, source },
    }
}

fn read(file: &mut File, keep: u64) -> io::Result<(Vec<u8>, bool)> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.take(keep).read_to_end(&mut bytes)?;
    Ok((bytes, file.metadata()?.len() > keep))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, timeout: Duration) -> RawRun {
        let argv = ["/bin/sh", "-c", script].map(str::to_owned);
        let folder = std::env::temp_dir();
        run(&Job { argv: &argv, stdin: None, timeout, cpu: None, memory: None, folder: &folder, keep: KEPT })
            .unwrap()
    }

    #[test]
    fn processor_times_are_read_for_any_process_name() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 900 0 0 0 1234 66 500 100 20 0 1 0 5 1000 9";
        assert_eq!(processor_times(stat), Some([13, 6].map(Duration::from_secs)));
        assert_eq!(processor_times("7 (a) S 1 7"), None);
    }

    #[test]
    fn output_and_exit_are_separate() {
        let run = shell("echo out; echo err >&2; exit 3", Duration::from_secs(10));
        assert_eq!((run.stdout.as_slice(), run.stderr.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(run.exit, Exit::Code(3));
        assert_eq!(shell("kill -SEGV $$", Duration::from_secs(10)).exit, Exit::Signal(11));
    }

    #[test]
    fn output_before_the_time_limit_is_kept() {
        let run = shell("echo early; sleep 60", Duration::from_millis(200));
        assert_eq!((run.exit, run.stdout.as_slice()), (Exit::TimedOut, &b"early\n"[..]));
        assert!(run.time < Duration::from_secs(20));
    }

    #[test]
    fn a_process_that_other_code_waited_for_has_no_time_out() {
        let expression = command("true", &[], &[]);
        let process = Process::start("true", expression, None, None).unwrap();
        let pid = Pid::from_raw(process.handle.pids()[0] as i32);
        rustix::process::waitpid(pid, rustix::process::WaitOptions::empty()).unwrap();
        assert!(process.wait(Duration::from_secs(10)).is_err());
    }

    /// A program may read its limits first of all. In fifty runs, limits that are set a moment after the start are late
    /// at least once.
    #[cfg(target_os = "linux")]
    #[test]
    fn limits_hold_from_the_start() {
        let argv = ["/bin/sh", "-c", "ulimit -v; ulimit -t; ulimit -c"].map(str::to_owned);
        let folder = std::env::temp_dir();
        for _ in 0..50 {
            let (timeout, memory) = (Duration::from_secs(10), Some(512 << 20));
            let job =
                Job { argv: &argv, stdin: None, timeout, cpu: Some(7), memory, folder: &folder, keep: KEPT };
            assert_eq!(String::from_utf8(run(&job).unwrap().stdout).unwrap(), "524288\n7\n0\n");
        }
    }

    #[test]
    fn a_grandchild_does_not_outlive_the_run() {
        let run = shell("sleep 600 & echo $!", Duration::from_secs(10));
        let pid: i32 = String::from_utf8(run.stdout).unwrap().trim().parse().unwrap();
        let gone = |pid| {
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        };
        let deadline = Instant::now() + Duration::from_secs(10);
        while !gone(pid) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(gone(pid));
    }

    #[test]
    fn a_missing_program_is_named() {
        let argv = ["no-such-solver".to_owned()];
        let folder = std::env::temp_dir();
        let job = Job {
            argv: &argv,
            stdin: None,
            timeout: Duration::from_secs(1),
            cpu: None,
            memory: None,
            folder: &folder,
            keep: KEPT,
        };
        assert!(matches!(run(&job), Err(RunError::Missing(name)) if name == "no-such-solver"));
        let argv = ["/etc/passwd".to_owned()];
        assert!(matches!(run(&Job { argv: &argv, ..job }), Err(RunError::NotExecutable { .. })));
    }
}
