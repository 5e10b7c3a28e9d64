//! Requests of an [`Evaluator`](crate::witness::Evaluator) to Z3, and the processes of this program that answer
//! them. Z3 may crash, or run out of time or memory, on seeds of a suite that was made for this purpose.
//!
//! There are two kinds of processes, with the same requests and answers, each a line of JSON. A request about a
//! seed gets its own process, because a limit on processor time applies to a whole process, and because the
//! answer may be long. The minimiser makes thousands of small requests, and would mostly wait for processes to
//! start. They go to one process that stays until it fails.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::matrix::Source;
use crate::process::pipes::{Pipes, Received};
use crate::process::{self, Exit, Job, Process, RunError, ourselves};
use crate::rng::Key;
use crate::smtlib::Problem;
use crate::witness::assignment::Witness;
use crate::witness::evaluation::{EvaluationError, Obligation};
use crate::witness::second_opinion::Opinion;
use crate::witness::z3;

/// The limit on processor time for one seed, in seconds. Z3's `rlimit` ends searches in the same way on every
/// machine, most within a second or two; this limit catches what does not respect it.
const CPU: u64 = 6;
/// The wall-clock limit for one seed: ten times that, in case the machine is busy.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The limit on address space in bytes: 1 GiB and the reserved stack.
const MEMORY: u64 = 1280 << 20;
/// The largest answer in bytes. It also limits the files of a process; no seed needs as much.
const LARGEST_ANSWER: u64 = 256 << 20;
/// The exit code of a process that cannot write its answer.
const UNWRITTEN: i32 = ourselves::UNWRITTEN as i32;

/// A request; scripts are passed as text.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    /// A model of a script as a witness: an `Option<Witness>`.
    Model { script: String, source: Source, variety: u32, key: Key },
    /// The truth values of formulas under a witness: an `Option<bool>` for each of them.
    Decide { witness: Box<Witness>, formulas: Vec<String> },
    /// Definitions under which all formulas of an obligation may be true: an `Option<Vec<String>>`.
    Definitions { obligation: Obligation, rlimit: u32 },
    /// Z3's opinions on our values of a script's terms, by number: a `Result<Vec<Option<Opinion>>, String>`.
    Opinions { script: String, witness: Box<Witness>, values: Vec<Option<String>> },
}

/// Answers a request; both are lines of JSON.
///
/// # Errors
/// The line is not a request.
pub(crate) fn answer(request: &str) -> serde_json::Result<String> {
    match serde_json::from_str(request)? {
        Request::Model { script, source, variety, key } => {
            let found = Problem::read(script).ok().and_then(|problem| {
                z3::fresh(|| z3::requests::witness(&problem, source, variety, &key)).ok().flatten()
            });
            serde_json::to_string(&found)
        }
        Request::Decide { witness, formulas } => {
            let decided = z3::fresh(|| z3::requests::decide(&witness, &formulas));
            serde_json::to_string(&decided.unwrap_or_else(|_| vec![None; formulas.len()]))
        }
        Request::Definitions { obligation, rlimit } => {
            let search = |problem| z3::fresh(|| z3::requests::satisfying(&problem, rlimit)).ok().flatten();
            let found = obligation.problem().ok().and_then(search);
            serde_json::to_string(&found.as_ref().map(Witness::definitions))
        }
        Request::Opinions { script, witness, values } => {
            let given: Result<Vec<Option<Opinion>>, String> = match Problem::read(script) {
                Ok(problem) => {
                    z3::fresh(|| z3::requests::opinions(&problem, &witness, &values)).unwrap_or_else(Err)
                }
                Err(error) => Err(error.to_string()),
            };
            serde_json::to_string(&given)
        }
    }
}

/// A starter of processes, with the one that waits for the next small request.
#[derive(Debug)]
pub(super) struct Z3Process {
    /// The command, computed before each start: see [`ourselves::this_program`].
    argv: fn(&Path) -> Vec<String>,
    folder: PathBuf,
    waiting: Mutex<Option<(Process, Pipes)>>,
}

impl Z3Process {
    /// Creates a starter without a process; temporary files go to `folder`.
    pub(super) fn new(folder: PathBuf) -> Z3Process {
        Z3Process { argv: ourselves::evaluate_argv, folder, waiting: Mutex::default() }
    }

    /// Answers a request in a process of its own.
    ///
    /// # Errors
    /// The process crashes, reaches its limits, or cannot be started.
    pub(super) fn run(&self, request: &str) -> Result<Vec<u8>, EvaluationError> {
        let not_run = |error: RunError| EvaluationError::NotRun(error.to_string());
        let unwritten = |source| not_run(RunError::temporary(&self.folder, source));
        // The request goes to a file because the length of an argument is limited.
        let mut file = tempfile::NamedTempFile::new_in(&self.folder).map_err(unwritten)?;
        writeln!(file, "{request}").map_err(unwritten)?;
        let job = Job {
            argv: &(self.argv)(&self.folder),
            stdin: Some(file.path()),
            timeout: TIMEOUT,
            cpu: Some(CPU),
            memory: Some(MEMORY),
            folder: &self.folder,
            keep: LARGEST_ANSWER,
        };
        let run = process::run(&job).map_err(not_run)?;
        Err(EvaluationError::GaveUp(match run.exit {
            Exit::Code(0) if run.stdout.ends_with(b"\n") => return Ok(run.stdout),
            // The process read an incomplete request, or could not write its whole answer.
            Exit::Code(0 | UNWRITTEN) => {
                return Err(unwritten(io::Error::other("an answer is incomplete; perhaps the disk is full")));
            }
            Exit::TimedOut => format!("did not end within {} s", TIMEOUT.as_secs()),
            // SIGXCPU, or SIGKILL if that has no effect.
            Exit::Signal(24 | 9) => format!("did not end within {CPU} s of processor time"),
            Exit::Signal(signal) => format!("crashed (signal {signal})"),
            Exit::Code(code) => format!("ended with code {code}, perhaps out of memory,"),
        }))
    }

    /// Answers a small request in the process that stays. If there is no answer in time, ends this process; the
    /// next request starts another one.
    pub(super) fn ask(&self, request: &str, timeout: Duration) -> Option<Vec<u8>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (process, mut pipes) = match waiting.take() {
            Some(process) => process,
            None => self.start().ok()?,
        };
        pipes.send(&[request, "\n"]);
        let deadline = Instant::now() + timeout;
        let mut answer = Vec::new();
        while answer.last() != Some(&b'\n') {
            let left = deadline.saturating_duration_since(Instant::now());
            if pipes.receive(&mut answer, left) != Received::Bytes {
                process.end();
                return None;
            }
        }
        *waiting = Some((process, pipes));
        Some(answer)
    }

    fn start(&self) -> Result<(Process, Pipes), RunError> {
        // The output on standard error is not needed, but must go somewhere.
        let stderr = tempfile::tempfile_in(&self.folder);
        let stderr = stderr.map_err(|source| RunError::temporary(&self.folder, source))?;
        process::converse(&(self.argv)(&self.folder), stderr, Some(MEMORY), &self.folder)
    }
}

impl Drop for Z3Process {
    fn drop(&mut self) {
        let waiting = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((process, _)) = waiting.take() {
            process.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that answers with its process number, unless it is told otherwise.
    const PLAYER: &str = "while read -r word; do case $word in hang) exec sleep 60;; crash) kill -11 $$;; cut) printf half; exit 0;; full) exit 74;; *) echo $$;; esac; done";

    fn player(folder: &tempfile::TempDir) -> Z3Process {
        let argv = |_: &Path| ["sh", "-c", PLAYER].map(str::to_owned).to_vec();
        Z3Process { argv, folder: folder.path().to_owned(), waiting: Mutex::default() }
    }

    #[test]
    fn after_a_crash_or_a_hang_another_process_answers() {
        let folder = tempfile::tempdir().unwrap();
        let child = player(&folder);
        let ask = |word| child.ask(word, Duration::from_secs(if word == "hang" { 1 } else { 20 }));
        let mut before = ask("who").unwrap();
        assert_eq!(ask("who"), Some(before.clone()));
        for trouble in ["crash", "hang"] {
            assert_eq!(ask(trouble), None);
            let after = ask("who").unwrap();
            assert_ne!(after, before);
            before = after;
        }
    }

    #[test]
    fn a_process_of_its_own_says_how_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        let child = player(&folder);
        assert_ne!(child.run("who").unwrap(), child.run("who").unwrap());
        let error = child.run("crash").unwrap_err().to_string();
        assert_eq!(error, "Z3 crashed (signal 11)");
    }

    #[test]
    fn a_full_disk_is_named_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let child = player(&folder);
        let named = format!("cannot use {} for temporary files (", folder.path().display());
        for word in ["cut", "full"] {
            let error = child.run(word).unwrap_err().to_string();
            assert!(
                error.starts_with(&named) && error.contains("free some space or set STORM_OUTPUT"),
                "{error}"
            );
        }
        // The same happens if there is no room for the request.
        folder.close().unwrap();
        let error = child.run("who").unwrap_err().to_string();
        assert!(error.starts_with(&named) && error.ends_with("STORM_OUTPUT"), "{error}");
    }
}
