//! A solver process that stays alive and answers one instance after another, to save the start of a process.
//!
//! It gets `(reset)` between instances, and an `(echo …)` with a mark before and after each: what it prints between the
//! marks belongs to the instance. Every instance has its own deadline. A process is ended if it misses the deadline,
//! dies, floods its output, or prints more than it should, for example in reply to `(reset)`.

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::process::pipes::{Pipes, Received};
use crate::process::{self, Exit, KEPT, Process, RawRun, RunError};

/// How long a process whose output has ended may take to exit.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// How often to check on a silent process: another process may hold its output open.
const LOOK: Duration = Duration::from_millis(100);
/// The beginning of the mark before the answers to an instance.
const START: &str = "storm-start-";
/// The beginning of the mark after them.
const END: &str = "storm-end-";

/// A solver process that is kept alive.
#[derive(Debug)]
pub struct Session {
    /// `None` after its end.
    process: Option<Process>,
    pipes: Pipes,
    stderr: File,
    /// How much of `stderr` belongs to earlier instances.
    stderr_read: u64,
    /// The instances that it was asked, in order.
    asked: Vec<String>,
}

impl Session {
    /// Starts a session; `folder` is for temporary files.
    ///
    /// # Errors
    /// The program cannot be started, or temporary files cannot be used.
    pub fn start(argv: &[String], memory: Option<u64>, folder: &Path) -> Result<Session, RunError> {
        let broken = |source| RunError::temporary(folder, source);
        let stderr = tempfile::tempfile_in(folder).map_err(broken)?;
        let (process, pipes) =
            process::start_with_pipes(argv, &[], stderr.try_clone().map_err(broken)?, memory, folder)?;
        Ok(Session { process: Some(process), pipes, stderr, stderr_read: 0, asked: Vec::new() })
    }

    /// Returns whether it can be asked again.
    pub fn is_alive(&self) -> bool {
        self.process.is_some()
    }

    /// Returns the instances that it was asked, including the last one.
    pub fn asked(&self) -> &[String] {
        &self.asked
    }

    /// Asks an instance, and waits for all its answers until the time limit.
    pub fn ask(&mut self, script: &str, timeout: Duration) -> RawRun {
        let started = Instant::now();
        let number = self.asked.len();
        let (before, after) = (format!("{START}{number}"), format!("{END}{number}"));
        let mut is_reset = number == 0;
        self.asked.push(script.to_owned());
        if let Some(process) = &mut self.process {
            process.extend_cpu_limit(timeout);
        }
        self.pipes.send(&[script, "(echo \"", &after, "\")\n"]);
        let mut stdout = Vec::new();
        let mut flooded = false;
        let mut looked_at = 0;
        let mut ended = None;
        let exit = loop {
            let left = timeout.saturating_sub(started.elapsed());
            match self.pipes.receive(&mut stdout, left.min(LOOK)) {
                Received::Bytes => {}
                // After the process has ended, read the rest of its output once.
                Received::Nothing => match ended {
                    Some(exit) => break self.end(exit),
                    None if left.is_zero() => break self.end(Exit::TimedOut),
                    None => ended = self.wait(Duration::ZERO),
                },
                Received::End => {
                    let exit = self.wait(left.min(LAST_BREATH));
                    break self.end(exit.unwrap_or(Exit::TimedOut));
                }
            }
            if !is_reset && let Some(line) = line_with(&before, &stdout, &mut looked_at) {
                let knows_reset = says_nothing(&stdout[..line.start]);
                stdout.drain(..line.end);
                looked_at = 0;
                if !knows_reset {
                    // The remaining assertions could affect the following instances.
                    break self.end(Exit::Code(0));
                }
                is_reset = true;
            }
            if is_reset && let Some(line) = line_with(&after, &stdout, &mut looked_at) {
                let more = stdout.len() > line.end;
                stdout.truncate(line.start);
                // Output after the mark would count for the next instance.
                break if more { self.end(Exit::Code(0)) } else { Exit::Code(0) };
            }
            if stdout.len() as u64 > KEPT {
                flooded = true;
                stdout.truncate(KEPT as usize);
                break self.end(Exit::TimedOut);
            }
        };
        if !is_reset {
            stdout.clear();
        }
        if self.is_alive() {
            // The solver can reset while the next instance is generated.
            let next = format!("(reset)\n(echo \"{START}{}\")\n", self.asked.len());
            self.pipes.send(&[&next]);
        }
        RawRun { exit, stdout, stderr: self.new_stderr(), flooded, time: started.elapsed() }
    }

    /// Waits for the process to end; `None` if it has not ended in time, or if its end is unknown.
    fn wait(&self, timeout: Duration) -> Option<Exit> {
        self.process.as_ref()?.wait(timeout).ok().flatten()
    }

    fn end(&mut self, exit: Exit) -> Exit {
        if let Some(process) = self.process.take() {
            process.end();
        }
        exit
    }

    /// Returns what was written to standard error since the last call.
    fn new_stderr(&mut self) -> Vec<u8> {
        let length = self.stderr.metadata().map_or(0, |file| file.len());
        let mut bytes = vec![0; length.saturating_sub(self.stderr_read).min(KEPT) as usize];
        let read = self.stderr.read_at(&mut bytes, self.stderr_read).unwrap_or(0);
        bytes.truncate(read);
        self.stderr_read = self.stderr_read.max(length);
        bytes
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.end(Exit::TimedOut);
    }
}

/// Returns the range of the line with a mark, if it is complete. `looked_at` remembers the start of the first
/// incomplete line.
fn line_with(mark: &str, stdout: &[u8], looked_at: &mut usize) -> Option<Range<usize>> {
    while let Some(length) = stdout[*looked_at..].iter().position(|&byte| byte == b'\n') {
        let range = *looked_at..*looked_at + length + 1;
        *looked_at = range.end;
        let line = String::from_utf8_lossy(&stdout[range.clone()]);
        // Some solvers print the quotes, too.
        if line.trim().trim_matches('"') == mark {
            return Some(range);
        }
    }
    None
}

/// Returns whether this is the output of a solver that silently did as it was told.
fn says_nothing(stdout: &[u8]) -> bool {
    String::from_utf8_lossy(stdout).lines().all(|line| matches!(line.trim(), "" | "success"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts a session with a shell that answers every check-sat and echoes the marks.
    fn session(on_check: &str) -> Session {
        let script = format!(
            "while read -r line; do case \"$line\" in *check-sat*) {on_check};; \
             *echo*) line=${{line#*'\"'}}; echo \"${{line%'\"'*}}\";; esac; done"
        );
        let argv = ["/bin/sh".to_owned(), "-c".to_owned(), script];
        Session::start(&argv, None, &std::env::temp_dir()).unwrap()
    }

    const SECONDS: Duration = Duration::from_secs(20);

    #[test]
    fn answers_belong_to_their_instance() {
        let mut session = session("echo sat; echo told >&2");
        for _ in 0..3 {
            let run = session.ask("(check-sat)\n(check-sat)\n", SECONDS);
            assert_eq!((run.stdout.as_slice(), run.exit), (&b"sat\nsat\n"[..], Exit::Code(0)));
            assert_eq!(run.stderr, b"told\ntold\n");
        }
        assert!(session.is_alive());
        assert_eq!(session.asked().len(), 3);
    }

    #[test]
    fn a_session_without_reset_is_ended() {
        let argv = [
            "/bin/sh",
            "-c",
            "while read -r line; do case \"$line\" in *reset*) echo unsupported;; *echo*) echo \"${line#(echo }\" | tr -d ')';; *) echo sat;; esac; done",
        ];
        let mut session = Session::start(&argv.map(str::to_owned), None, &std::env::temp_dir()).unwrap();
        assert_eq!(session.ask("(check-sat)\n", SECONDS).stdout, b"sat\n");
        assert_eq!(session.ask("(check-sat)\n", SECONDS).stdout, b"");
        assert!(!session.is_alive());
    }

    #[test]
    fn the_end_is_noticed_although_another_process_holds_the_output() {
        let mut session = session("sleep 600 & kill -SEGV $$");
        let run = session.ask("(check-sat)\n", SECONDS);
        assert!(run.exit == Exit::Signal(11) && run.time < SECONDS / 2, "{run:?}");
    }

    #[test]
    fn a_deadline_ends_the_session_and_keeps_its_output() {
        let mut session = session("echo sat; sleep 600");
        let run = session.ask("(check-sat)\n", Duration::from_millis(300));
        assert_eq!((run.stdout.as_slice(), run.exit), (&b"sat\n"[..], Exit::TimedOut));
        assert!(!session.is_alive() && run.time < SECONDS);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_outlives_this_program_has_little_time_left() {
        let mut session = session("grep cpu /proc/$$/limits");
        let mut limit = |timeout| {
            let printed = session.ask("(check-sat)\n", Duration::from_secs(timeout)).stdout;
            let text = String::from_utf8(printed).unwrap();
            text.split_whitespace().nth(3).unwrap().parse::<u64>().unwrap()
        };
        let cores = crate::process::count_processors().get() as u64;
        let first = limit(20);
        assert!((80 * cores..200 * cores).contains(&first), "{first}");
        assert_eq!(limit(20), first, "it is not extended yet");
        assert!(limit(1000) > 1000 * cores);
    }

    #[test]
    fn a_death_is_reported() {
        let mut killed = session("kill -SEGV $$");
        assert_eq!(killed.ask("(check-sat)\n", SECONDS).exit, Exit::Signal(11));
        let mut ended = session("exit 3");
        assert_eq!(ended.ask("(check-sat)\n", SECONDS).exit, Exit::Code(3));
        assert!(!killed.is_alive() && !ended.is_alive());
    }

    #[test]
    fn a_flood_is_stopped() {
        let mut session = session("yes");
        let run = session.ask("(check-sat)\n", SECONDS);
        assert!(run.flooded && run.stdout.len() as u64 == KEPT && !session.is_alive());
    }

    #[test]
    fn a_process_that_does_not_read_is_ended_in_time() {
        let argv = ["/bin/sh", "-c", "exec <&-; sleep 600"].map(str::to_owned);
        let mut session = Session::start(&argv, None, &std::env::temp_dir()).unwrap();
        let run = session.ask(&"(check-sat)\n".repeat(100_000), Duration::from_millis(300));
        assert_eq!(run.exit, Exit::TimedOut);
    }
}
