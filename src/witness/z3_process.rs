//! Requests of an [`Evaluator`](crate::witness::Evaluator) to Z3, and the processes of this program that answer
//! them. Z3 may crash, or run out of time or memory, on seeds of a suite that was made for this purpose.
//!
//! A request is a line of JSON, and so is its answer. A worker serves request after request, and forks for each one. So a
//! request does not wait for a program to start, has its own limits, and gets the answer of a new process: a Z3 context
//! finds other models where an earlier one has left its traces in the heap. If a worker fails that has answered before, a
//! new one gets the same request, because the idle worker may have been killed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use crate::matrix::Source;
use crate::process::pipes::{Pipes, Received};
use crate::process::{self, Exit, Process, RunError, limits, ourselves};
use crate::rng::Key;
use crate::smtlib::Problem;
use crate::witness::assignment::Witness;
use crate::witness::evaluation::{EvaluationError, Obligation};
use crate::witness::z3;

/// The limit on processor time for one seed, in seconds. Z3's `rlimit` ends searches in the same way on every
/// machine, most within a second or two; this limit catches what does not respect it.
const CPU: u64 = 6;
/// The wall-clock limit for one seed: ten times that, in case the machine is busy.
pub(super) const TIMEOUT: Duration = Duration::from_secs(60);
/// The limit on address space in bytes: 1 GiB and the reserved stack.
const MEMORY: u64 = 1280 << 20;
/// The largest answer in bytes. No seed needs as much.
const LARGEST_ANSWER: usize = 256 << 20;

/// Lets glibc use huge pages. Otherwise the system spends more time on the pages of a small request than Z3 on its answer.
const HUGE_PAGES: [(&str, &str); 1] = [("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")];

/// The exit code of a copy of a worker that found no further request.
const LAST: u8 = 3;
/// The exit code of a worker for which the system has no further process (EX_OSERR).
const UNFORKED: u8 = 71;

/// The signal at the limit on processor time.
const CPU_SIGNAL: i32 = Signal::XCPU.as_raw();

/// A request; scripts are passed as text.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    /// A model of a script as a witness: an `Option<Witness>`.
    Model { script: String, source: Source, variety: u32, key: Key },
    /// The truth values of formulas under a witness: an `Option<bool>` for each of them.
    Decide { witness: Box<Witness>, formulas: Vec<String> },
    /// Definitions under which all formulas of an obligation may be true: an `Option<Vec<String>>`.
    Definitions { obligation: Obligation, rlimit: u32 },
    /// Whether nothing satisfies a script, as far as Z3 finds out: a `bool`.
    Refute { script: String, rlimit: u32 },
    /// Assertions of a script that contradict each other, by their numbers: an `Option<Vec<usize>>`.
    Contradiction { script: String },
    /// Z3's opinions on our values of a script's terms, by number: a `Result<Vec<Option<Opinion>>, String>`.
    Opinions { script: String, witness: Box<Witness>, values: Vec<Option<String>> },
}

impl Request {
    /// The limit on processor time for the answer, in seconds.
    fn cpu(&self) -> u64 {
        match self {
            // The evaluator bounds the effort of these by other means.
            Request::Definitions { .. } | Request::Refute { .. } => TIMEOUT.as_secs(),
            _ => CPU,
        }
    }
}

/// Serves the requests of another process, lines of standard input, with a line of standard output each. The caller has
/// a single thread. Returns the exit code after the last request, or after one that could not be answered.
pub(crate) fn serve() -> u8 {
    loop {
        // Before it reads anything: the heap of this process stays as it was.
        match ourselves::run_in_copy(serve_one) {
            Ok(Exit::Code(0)) => {}
            Ok(Exit::Code(code)) if code == i32::from(LAST) => return 0,
            Ok(exit) => return ourselves::end_like(exit),
            Err(_) => return UNFORKED,
        }
    }
}

/// Serves the next request; returns the exit code of the process.
fn serve_one() -> u8 {
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) => return LAST,
        Ok(_) => {}
        Err(_) => return 1,
    }
    let Ok(request) = serde_json::from_str::<Request>(&line) else { return 1 };
    limits::allow_cpu(None, request.cpu());
    let Ok(answer) = request.answer() else { return 1 };
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{answer}").and_then(|()| stdout.flush()) {
        Ok(()) => 0,
        Err(_) => ourselves::UNWRITTEN,
    }
}

/// Answers a request in this process; both are lines of JSON.
pub(super) fn answer(request: &str) -> serde_json::Result<String> {
    serde_json::from_str::<Request>(request)?.answer()
}

impl Request {
    /// Computes the answer, a line of JSON.
    fn answer(self) -> serde_json::Result<String> {
        match self {
            Request::Model { script, source, variety, key } => {
                let witness = |problem: &_| z3::requests::witness(problem, source, variety, &key);
                serde_json::to_string(&ask(script, witness).ok().flatten())
            }
            Request::Decide { witness, formulas } => {
                let decided = z3::fresh(|| z3::requests::decide(&witness, &formulas));
                serde_json::to_string(&decided.unwrap_or_else(|_| vec![None; formulas.len()]))
            }
            Request::Definitions { obligation, rlimit } => {
                let search =
                    |problem| z3::fresh(|| z3::requests::satisfying(&problem, rlimit)).ok().flatten();
                let found = obligation.problem().ok().and_then(search);
                serde_json::to_string(&found.as_ref().map(Witness::definitions))
            }
            Request::Refute { script, rlimit } => {
                let refuted = ask(script, |problem| z3::requests::refutes(problem, rlimit));
                serde_json::to_string(&refuted.unwrap_or_default())
            }
            Request::Contradiction { script } => {
                serde_json::to_string(&ask(script, z3::requests::contradiction).ok().flatten())
            }
            Request::Opinions { script, witness, values } => {
                let opinions = |problem: &_| z3::requests::opinions(problem, &witness, &values);
                serde_json::to_string(&ask(script, opinions).flatten())
            }
        }
    }
}

/// Asks Z3 about a script. The error says why the script cannot be read, or how Z3 failed.
fn ask<R: Send>(script: String, question: impl FnOnce(&Problem) -> R + Send) -> Result<R, String> {
    let problem = Problem::read(script).map_err(|error| error.to_string())?;
    z3::fresh(|| question(&problem))
}

/// The idle workers, and the command that starts further ones.
#[derive(Debug)]
pub(super) struct Z3Workers {
    /// The command, computed before each start: see [`ourselves::this_program`].
    argv: fn(&Path) -> Vec<String>,
    folder: PathBuf,
    /// The largest answer in bytes.
    largest: usize,
    /// At most as many as there were simultaneous requests.
    idle: Mutex<Vec<Worker>>,
}

/// A process that answers one request after the other.
#[derive(Debug)]
struct Worker {
    process: Process,
    pipes: Pipes,
}

impl Z3Workers {
    /// Creates a pool without workers; temporary files go to `folder`.
    pub(super) fn new(folder: PathBuf) -> Z3Workers {
        Z3Workers { argv: ourselves::evaluate_argv, folder, largest: LARGEST_ANSWER, idle: Mutex::default() }
    }

    /// Answers a request within `timeout`.
    ///
    /// # Errors
    /// A new worker crashes, reaches its limits or cannot be started.
    pub(super) fn ask(&self, request: &str, timeout: Duration) -> Result<Vec<u8>, EvaluationError> {
        if let Some(worker) = self.take_idle() {
            match self.ask_worker(worker, request, timeout) {
                Ok(answer) => return Ok(answer),
                // Another one would take as long, and answer the same.
                Err(failure) if failure.will_recur() => return Err(failure.explain(timeout)),
                // It may have been killed while it was idle.
                Err(_) => {}
            }
        }
        let worker = self.start().map_err(|error| EvaluationError::NotRun(error.to_string()))?;
        self.ask_worker(worker, request, timeout).map_err(|failure| failure.explain(timeout))
    }

    /// Passes a request to a worker and returns the answer, or why there is none. After an answer the worker is idle.
    fn ask_worker(&self, mut worker: Worker, request: &str, timeout: Duration) -> Result<Vec<u8>, Failure> {
        worker.pipes.send(&[request, "\n"]);
        let deadline = Instant::now() + timeout;
        let mut answer = Vec::new();
        while answer.last() != Some(&b'\n') {
            let left = deadline.saturating_duration_since(Instant::now());
            let received = worker.pipes.receive(&mut answer, left);
            let is_long = answer.len() > self.largest;
            if received != Received::Bytes || is_long {
                let exit = worker.process.wait(if received == Received::End { left } else { Duration::ZERO });
                worker.process.end();
                let ended = || Failure::Ended(exit.ok().flatten().unwrap_or(Exit::TimedOut));
                return Err(if is_long { Failure::TooLong } else { ended() });
            }
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        Ok(answer)
    }

    /// Ends the idle workers, so that the system counts their processor time as that of this process's children.
    pub(super) fn end_idle(&self) {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        idle.into_iter().for_each(|worker| worker.process.end());
    }

    /// Takes an idle worker, if there is one.
    fn take_idle(&self) -> Option<Worker> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn start(&self) -> Result<Worker, RunError> {
        // Nobody reads its standard error, which must go somewhere.
        let stderr = tempfile::tempfile_in(&self.folder);
        let stderr = stderr.map_err(|source| RunError::temporary(&self.folder, source))?;
        let (process, pipes) = process::start_with_pipes(
            &(self.argv)(&self.folder),
            &HUGE_PAGES,
            stderr,
            Some(MEMORY),
            &self.folder,
        )?;
        Ok(Worker { process, pipes })
    }
}

/// Why a worker gave no answer.
#[derive(Clone, Copy, Debug)]
enum Failure {
    Ended(Exit),
    TooLong,
}

impl Failure {
    /// Returns whether the request is at fault, so that it would fail again.
    fn will_recur(self) -> bool {
        matches!(self, Failure::TooLong | Failure::Ended(Exit::TimedOut | Exit::Signal(CPU_SIGNAL)))
    }

    fn explain(self, timeout: Duration) -> EvaluationError {
        EvaluationError::GaveUp(match self {
            Failure::Ended(Exit::Code(code)) if code == i32::from(UNFORKED) => {
                let what = "the system cannot start another process; run fewer jobs, or raise its limit (`ulimit -u`)";
                return EvaluationError::NotRun(what.to_owned());
            }
            Failure::TooLong => "gives too long an answer".to_owned(),
            Failure::Ended(Exit::TimedOut) => format!("did not end within {} s", timeout.as_secs()),
            Failure::Ended(Exit::Signal(CPU_SIGNAL)) => "used up its processor time".to_owned(),
            Failure::Ended(Exit::Signal(signal)) => format!("crashed (signal {signal})"),
            Failure::Ended(Exit::Code(code)) => format!("ended with code {code}, perhaps out of memory,"),
        })
    }
}

impl Drop for Z3Workers {
    fn drop(&mut self) {
        self.end_idle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with the number of its process, unless it is told otherwise; to `worn`, only once.
    const PLAYER: &str = "while read -r word; do case $word in hang) exec sleep 60;; crash) kill -11 $$;; spin) kill -24 $$;; work) i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo;; worn) echo $$; exit 0;; cut) printf half; exit 3;; fork) exit 71;; talk) printf %2000s; exec sleep 60;; *) echo $$;; esac; done";

    fn workers(folder: &tempfile::TempDir) -> Z3Workers {
        let argv = |_: &Path| ["sh", "-c", PLAYER].map(str::to_owned).to_vec();
        Z3Workers { argv, folder: folder.path().to_owned(), largest: 1000, idle: Mutex::default() }
    }

    fn ask(workers: &Z3Workers, word: &str) -> Result<Vec<u8>, String> {
        let timeout = Duration::from_secs(if word == "hang" { 1 } else { 20 });
        workers.ask(word, timeout).map_err(|error| error.to_string())
    }

    #[test]
    fn a_worker_stays_until_it_fails() {
        let folder = tempfile::tempdir().unwrap();
        let workers = workers(&folder);
        let mut before = ask(&workers, "who").unwrap();
        assert_eq!(ask(&workers, "who").as_ref(), Ok(&before));
        for (trouble, told) in [
            ("crash", "Z3 crashed (signal 11)"),
            ("hang", "Z3 did not end within 1 s"),
            ("spin", "Z3 used up its processor time"),
            ("talk", "Z3 gives too long an answer"),
            ("cut", "Z3 ended with code 3, perhaps out of memory,"),
            (
                "fork",
                "the system cannot start another process; run fewer jobs, or raise its limit (`ulimit -u`)",
            ),
        ] {
            assert_eq!(ask(&workers, trouble), Err(told.to_owned()));
            let after = ask(&workers, "who").unwrap();
            assert_ne!(after, before);
            before = after;
        }
    }

    #[test]
    fn a_request_is_not_lost_with_a_worker_that_ended_after_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let workers = workers(&folder);
        let before = ask(&workers, "worn").unwrap();
        assert_ne!(ask(&workers, "who").unwrap(), before);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn processor_time_is_counted_when_idle_workers_end() {
        let taken = || {
            let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
            process::processor_times(&stat).unwrap()[1]
        };
        let folder = tempfile::tempdir().unwrap();
        let workers = workers(&folder);
        ask(&workers, "work").unwrap();
        let before = taken();
        workers.end_idle();
        assert!(taken() - before >= Duration::from_millis(50));
        ask(&workers, "who").unwrap();
    }

    #[test]
    fn threads_do_not_wait_for_one_another() {
        let folder = tempfile::tempdir().unwrap();
        let workers = workers(&folder);
        let (one, two) = (workers.start().unwrap(), workers.start().unwrap());
        let answers = [one, two].map(|worker| workers.ask_worker(worker, "who", TIMEOUT).unwrap());
        assert_ne!(answers[0], answers[1]);
        assert_eq!(workers.idle.lock().unwrap().len(), 2);
    }

    #[test]
    fn a_full_disk_is_named_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let workers = workers(&folder);
        let named = format!("cannot use {} for temporary files (", folder.path().display());
        folder.close().unwrap();
        let error = ask(&workers, "who").unwrap_err();
        assert!(error.starts_with(&named) && error.ends_with("STORM_OUTPUT"), "{error}");
    }
}
