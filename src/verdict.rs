//! The oracle: what the answers to an instance mean. Every check-sat of an instance has
//! the answer `sat`, so one answer alone can be judged.

use std::fmt;

use crate::answer::{self, Answer};
use crate::process::RawRun;

/// What a run amounts to, gravest last (classes of the paper, table 1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Every check-sat was answered `sat`.
    Right,
    /// Some were answered `unknown` (class C where the fragment is decidable).
    Unknown,
    /// No answer within the time limit: neither a failure nor a pass.
    Timeout,
    /// No answer for want of memory: likewise.
    MemoryOut,
    /// The solver does not support what the instance uses.
    Unsupported,
    /// No answer but an error message (class D on a legal instance).
    Error(String),
    /// Output that is no answer.
    Garbage(String),
    /// The solver died, before or after its answers (class D).
    Crash(String),
    /// `unsat` for a satisfiable formula (class A, critical). The check-sat, from 0.
    WrongUnsat(usize),
}

impl Verdict {
    /// Judges a run of an instance with `check_sats` check-sats.
    pub fn of(run: &RawRun, check_sats: usize) -> Verdict {
        let answers = answer::read(run, check_sats);
        if let Some(position) = answers.iter().position(|answer| *answer == Answer::Unsat) {
            return Verdict::WrongUnsat(position);
        }
        let gravest = answers.into_iter().map(Verdict::of_answer).max().unwrap_or(Verdict::Right);
        match answer::death(run) {
            Some(how) if gravest <= Verdict::Unknown => Verdict::Crash(how),
            _ => gravest,
        }
    }

    fn of_answer(answer: Answer) -> Verdict {
        match answer {
            Answer::Sat => Verdict::Right,
            Answer::Unsat => Verdict::WrongUnsat(0),
            Answer::Unknown => Verdict::Unknown,
            Answer::Unsupported => Verdict::Unsupported,
            Answer::Error(text) => Verdict::Error(text),
            Answer::Timeout => Verdict::Timeout,
            Answer::MemoryOut => Verdict::MemoryOut,
            Answer::Crash(text) => Verdict::Crash(text),
            Answer::Garbage(text) => Verdict::Garbage(text),
        }
    }

    /// Whether the solver said anything about satisfiability.
    pub fn is_tested(&self) -> bool {
        matches!(self, Verdict::Right | Verdict::Unknown | Verdict::WrongUnsat(_))
    }

    /// The kind of verdict in a word or two.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Right => "sat",
            Verdict::Unknown => "unknown",
            Verdict::Timeout => "timeout",
            Verdict::MemoryOut => "memory-out",
            Verdict::Unsupported => "unsupported",
            Verdict::Error(_) => "error",
            Verdict::Garbage(_) => "garbage",
            Verdict::Crash(_) => "crash",
            Verdict::WrongUnsat(_) => "wrong unsat",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Error(text) | Verdict::Garbage(text) | Verdict::Crash(text) => {
                write!(f, "{} ({text})", self.word())
            }
            Verdict::WrongUnsat(position) => write!(f, "wrong unsat at check-sat {}", position + 1),
            _ => f.write_str(self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Exit;
    use std::time::Duration;

    fn verdict(stdout: &str, exit: Exit, check_sats: usize) -> Verdict {
        let stdout = stdout.as_bytes().to_vec();
        Verdict::of(
            &RawRun { exit, stdout, stderr: Vec::new(), flooded: false, time: Duration::ZERO },
            check_sats,
        )
    }

    #[test]
    fn unsat_outweighs_everything() {
        assert_eq!(verdict("sat\nunsat\n", Exit::Signal(11), 3), Verdict::WrongUnsat(1));
        assert_eq!(verdict("unsat\n", Exit::TimedOut, 1), Verdict::WrongUnsat(0));
    }

    #[test]
    fn a_death_after_the_answer_is_a_crash() {
        assert_eq!(verdict("sat\n", Exit::Signal(11), 1).word(), "crash");
        assert_eq!(verdict("sat\n", Exit::Code(1), 1), Verdict::Right);
    }

    #[test]
    fn only_answers_count_as_tested() {
        assert!(verdict("unknown\n", Exit::Code(0), 1).is_tested());
        assert!(!verdict("unsupported\n", Exit::Code(0), 1).is_tested());
        assert!(!verdict("", Exit::TimedOut, 1).is_tested());
    }
}
