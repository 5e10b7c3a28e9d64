//! The oracle: what the answers to an instance mean. Every check-sat of an instance has
//! the answer `sat`, so one answer alone can be judged.

use std::fmt;

use crate::matrix::Class;
use crate::process::RawRun;
use crate::process::folders::without_folders;
use crate::solver::answer;
use crate::solver::answer::Answer;

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
    /// An assertion in its code was violated, before or after its answers (class D).
    Assertion(String),
    /// A sanitizer reported it, before or after its answers (class D).
    Sanitizer(String),
    /// `sat`, with a model that does not satisfy the assertions. The check-sat, from 0, and the
    /// assertion that is false.
    InvalidModel(usize, String),
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
            Some(death) if gravest <= Verdict::Unknown => Verdict::of_answer(death),
            // A program with a sanitizer is slow, and goes on after some reports.
            Some(Answer::Sanitizer(report)) if gravest == Verdict::Timeout => Verdict::Sanitizer(report),
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
            Answer::Assertion(text) => Verdict::Assertion(text),
            Answer::Sanitizer(text) => Verdict::Sanitizer(text),
            Answer::Garbage(text) => Verdict::Garbage(text),
        }
    }

    /// Whether the solver said anything about satisfiability.
    pub fn is_tested(&self) -> bool {
        matches!(self, Verdict::Right | Verdict::Unknown | Verdict::InvalidModel(..) | Verdict::WrongUnsat(_))
    }

    /// What it shows the solver to be. `unknown` is a finding only where the logic is decidable.
    pub fn class(&self, decidable: bool) -> Option<Class> {
        match self {
            Verdict::Right | Verdict::Unsupported => None,
            Verdict::Unknown => decidable.then_some(Class::Unknown),
            Verdict::Timeout => Some(Class::Timeout),
            Verdict::MemoryOut => Some(Class::MemoryOut),
            Verdict::Error(_) => Some(Class::Error),
            Verdict::Garbage(_) => Some(Class::Garbage),
            Verdict::Crash(_) => Some(Class::Crash),
            Verdict::Assertion(_) => Some(Class::Assertion),
            Verdict::Sanitizer(_) => Some(Class::Sanitizer),
            Verdict::InvalidModel(..) => Some(Class::InvalidModel),
            Verdict::WrongUnsat(_) => Some(Class::WrongUnsat),
        }
    }

    /// The check-sat that went wrong, from 0, where that is known.
    pub fn check(&self) -> Option<usize> {
        match self {
            Verdict::WrongUnsat(check) | Verdict::InvalidModel(check, _) => Some(*check),
            _ => None,
        }
    }

    /// Whether another verdict is the same failure: of the same kind, with the same message
    /// but for numbers, which may be addresses, process numbers or line numbers of the input.
    pub fn is_like(&self, other: &Verdict) -> bool {
        self.word() == other.word() && self.words_without_numbers() == other.words_without_numbers()
    }

    /// The solver's words, where there are any, without numbers.
    pub(crate) fn words_without_numbers(&self) -> String {
        without_numbers(self.words())
    }

    /// Whether it is the failure of which another one said so: by its word, and by how it was
    /// displayed where the solver's own words tell one bug from another.
    pub fn is_as_told(&self, word: &str, told: &str) -> bool {
        let words_count = matches!(self, Verdict::Assertion(_) | Verdict::Sanitizer(_));
        let comparable = |text: &str| without_numbers(&without_folders(text));
        let same_words = || comparable(&self.to_string()) == comparable(told);
        self.word() == word && (!words_count || same_words())
    }

    /// The solver's words, where there are any.
    fn words(&self) -> &str {
        match self {
            Verdict::Error(text)
            | Verdict::Garbage(text)
            | Verdict::Crash(text)
            | Verdict::Assertion(text)
            | Verdict::Sanitizer(text) => text,
            _ => "",
        }
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
            Verdict::Assertion(_) => "assertion violation",
            Verdict::Sanitizer(_) => "sanitizer report",
            Verdict::InvalidModel(..) => "invalid model",
            Verdict::WrongUnsat(_) => "wrong unsat",
        }
    }
}

/// A text with every run of hexadecimal digits that starts with a decimal one left out.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        inside = c.is_ascii_digit() || (inside && (c.is_ascii_hexdigit() || c == 'x'));
        if !inside {
            out.push(c);
        }
    }
    out
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::WrongUnsat(check) => write!(f, "wrong unsat at check-sat {}", check + 1),
            Verdict::InvalidModel(check, _) => write!(f, "invalid model at check-sat {}", check + 1),
            _ if !self.words().is_empty() => write!(f, "{} ({})", self.word(), self.words()),
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

    #[test]
    fn the_same_failure_may_have_other_numbers() {
        let crash = |text: &str| Verdict::Crash(text.to_owned());
        assert!(crash("at 0x7ffdeadbeef, line 12").is_like(&crash("at 0x1, line 7")));
        assert!(!crash("SIGSEGV").is_like(&crash("SIGABRT")));
        assert!(!crash("").is_like(&Verdict::Timeout));
        assert!(Verdict::WrongUnsat(0).is_like(&Verdict::WrongUnsat(3)));
    }
}
