//! The verdict on an instance, and whether two failures are the same.

use std::fmt;

use crate::matrix::Class;
use crate::process::quotation::without_folders;
use crate::witness::Refutation;

/// The verdict on a run. Of two verdicts, the one of the graver class is greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Verdict {
    /// The kind of outcome.
    pub class: Class,
    /// The check-sat that went wrong, from 0, if known.
    pub check: Option<usize>,
    /// The solver's own words, if any; for what is wrong beside the answer, such as a model, how it is wrong.
    pub details: String,
}

impl From<Class> for Verdict {
    fn from(class: Class) -> Verdict {
        Verdict { class, check: None, details: String::new() }
    }
}

impl Verdict {
    /// Creates a verdict with details.
    pub fn with_details(class: Class, details: impl Into<String>) -> Verdict {
        Verdict { details: details.into(), ..class.into() }
    }

    /// Creates the verdict of `unsat` at a check-sat, from 0.
    pub fn wrong_unsat(check: usize) -> Verdict {
        Verdict { check: Some(check), ..Class::WrongUnsat.into() }
    }

    /// Whether it is `unknown` at a check that the solver had to decide.
    pub(crate) fn is_surrender(&self) -> bool {
        self.class == Class::Unknown && self.check.is_some()
    }

    /// Returns what the solver said beside its answer, if that is wrong.
    pub(crate) fn false_claim(&self) -> Option<String> {
        let beginning = match self.class {
            Class::InvalidValue => "sat, with the value",
            Class::WrongOptimum => "sat, with the",
            Class::InvalidModel => "sat, with a model",
            Class::InvalidCore => "unsat, with the",
            // A proof follows `unsat`, and what is derived any answer.
            Class::WrongStep => "an answer, with the",
            _ => return None,
        };
        Some(format!("{beginning} {}", self.details))
    }

    /// Returns whether another verdict is the same failure: of the same class, with the same message except for
    /// numbers, which may be addresses, process numbers or line numbers.
    pub fn is_like(&self, other: &Verdict) -> bool {
        self.class == other.class && self.words_without_numbers() == other.words_without_numbers()
    }

    /// Returns whether it is the failure that a snapshot records: by its class and, if the solver's words tell bugs
    /// apart, by the recorded text.
    pub fn is_as_recorded(&self, class: Class, recorded: &str) -> bool {
        let comparable = |text: &str| without_numbers(&without_folders(text));
        let same_words = || comparable(&self.to_string()) == comparable(recorded);
        self.class == class && (!class.is_identified_by_message() || same_words())
    }

    /// Returns the solver's words without numbers.
    pub(crate) fn words_without_numbers(&self) -> String {
        without_numbers(self.words())
    }

    /// Returns the solver's words, if any: of a wrong step, its rule.
    fn words(&self) -> &str {
        match self.class {
            // The details begin with `step (RULE `.
            Class::WrongStep => self.details.split(' ').nth(1).unwrap_or_default(),
            class if class.is_beside_the_answer() => "",
            _ => &self.details,
        }
    }
}

/// The opinion on one reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solver) struct Opinion {
    /// What judging it showed, in two words, for counting.
    pub word: &'static str,
    /// For a wrong reply: its class, and how it is wrong.
    pub wrong: Option<(Class, String)>,
    /// The values that refute it, if any do.
    pub refutation: Option<Refutation>,
}

impl Opinion {
    /// Returns whether the reply is a model that satisfies its script.
    pub(in crate::solver) fn is_satisfied(&self) -> bool {
        self.word == "model satisfied"
    }

    /// Returns whether the reply is wrong or says nothing.
    pub(in crate::solver) fn is_bad(&self) -> bool {
        self.wrong.is_some() || self.word.ends_with("unreadable")
    }
}

impl From<&'static str> for Opinion {
    fn from(word: &'static str) -> Opinion {
        Opinion { word, wrong: None, refutation: None }
    }
}

/// Removes from a text every run of hexadecimal digits that starts with a decimal digit.
pub(crate) fn without_numbers(text: &str) -> String {
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
        write!(f, "{}", self.class)?;
        match (self.check, self.words()) {
            (Some(check), _) => write!(f, " at check-sat {}", check + 1),
            (None, "") => Ok(()),
            (None, words) => write!(f, " ({words})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_failure_may_have_other_numbers() {
        let crash = |text: &str| Verdict::with_details(Class::Crash, text);
        assert!(crash("at 0x7ffdeadbeef, line 12").is_like(&crash("at 0x1, line 7")));
        assert!(!crash("SIGSEGV").is_like(&crash("SIGABRT")));
        assert!(!crash("").is_like(&Class::Timeout.into()));
        assert!(Verdict::wrong_unsat(0).is_like(&Verdict::wrong_unsat(3)));
    }

    #[test]
    fn words_count_where_they_tell_bugs_apart() {
        let verdict = |class, details: &str| Verdict::with_details(class, details);
        let crash = verdict(Class::Crash, "killed by SIGSEGV");
        assert!(crash.is_as_recorded(Class::Crash, "crash (killed by SIGABRT)"));
        assert!(!crash.is_as_recorded(Class::Sanitizer, "crash (killed by SIGSEGV)"));
        let assertion = verdict(Class::Assertion, "x.cpp:3: n < 7");
        assert!(assertion.is_as_recorded(Class::Assertion, "assertion violation (x.cpp:4: n < 8)"));
        assert!(!assertion.is_as_recorded(Class::Assertion, "assertion violation (y.cpp:3: n < 7)"));
    }

    #[test]
    fn a_false_assertion_is_not_the_solvers_words() {
        let model =
            |details: &str| Verdict { check: Some(1), ..Verdict::with_details(Class::InvalidModel, details) };
        assert!(model("(assert p)").is_like(&model("(assert q)")));
        assert_eq!(model("(assert p)").to_string(), "invalid model at check-sat 2");
        let step = |details: &str| Verdict::with_details(Class::WrongStep, details);
        assert!(step("step (A p), which").is_like(&step("step (A q), which")));
        assert!(!step("step (A p), which").is_like(&step("step (B p), which")));
        assert_eq!(Verdict::with_details(Class::Error, "no").to_string(), "error (no)");
    }
}
