//! What a solver prints on standard output, line by line.

use std::ops::Range;

use super::Answer;

/// What standard output holds, taken apart.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub answers: Vec<Answer>,
    /// Where the line of each answer is.
    pub places: Vec<Range<usize>>,
    pub errors: Vec<String>,
    /// For each answer, the first error between it and the one before.
    pub refused: Vec<Option<String>>,
    pub unsupported: bool,
    /// The word `timeout`, which Z3 prints at its own limit.
    pub timeout: bool,
    /// The first line that is nothing known.
    pub other: Option<String>,
}

impl Printed {
    /// The error that tells of something before the check of a `sat` that was not read, so that it was asked less than it
    /// was given. After `unknown`, there may be an error in the place of a model.
    pub(super) fn unread(&self, answer: usize) -> Option<&str> {
        let is_told = answer.checked_sub(1).is_none_or(|before| self.answers[before] != Answer::Unknown);
        self.refused[answer].as_deref().filter(|_| is_told && self.answers[answer] == Answer::Sat)
    }

    pub(super) fn read(stdout: &str) -> Printed {
        let mut printed = Printed::default();
        let mut at = 0;
        let mut never_closed = false;
        let mut refused = None;
        while at < stdout.len() {
            let rest = &stdout[at..];
            let line = rest.split_inclusive('\n').next().unwrap_or(rest);
            at += line.len();
            let word = line.trim();
            let mut answer = |answer| {
                printed.answers.push(answer);
                printed.places.push(at - line.len()..at);
                printed.refused.push(refused.take());
            };
            match word {
                "" | "success" => {}
                "sat" => answer(Answer::Sat),
                "unsat" => answer(Answer::Unsat),
                "unknown" => answer(Answer::Unknown),
                "unsupported" => printed.unsupported = true,
                "timeout" => printed.timeout = true,
                _ if word.starts_with("(error") => {
                    // The message may run over several lines. One that is never closed was looked for to
                    // the end of the text, which is enough once.
                    let length = error_length(if never_closed { line } else { rest });
                    never_closed |= length.is_none();
                    let length = length.unwrap_or(line.len());
                    let error = message(&rest[..length]);
                    refused.get_or_insert_with(|| error.clone());
                    printed.errors.push(error);
                    at += length.saturating_sub(line.len());
                }
                _ => {
                    printed.other.get_or_insert_with(|| word.to_owned());
                }
            }
        }
        printed
    }
}

/// Bytes of the `(error …)` that `text` starts with (leading blanks included); none if it
/// never closes.
pub(crate) fn error_length(text: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (0_u32, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'\n' if ends_message(&text[..at]) => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Whether a line ends as messages do, `")`, and not with an SMT-LIB `""`. Solvers that write
/// `\"` in a message would else make it swallow the answers after it.
fn ends_message(line: &str) -> bool {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let inner = line.strip_suffix(')').unwrap_or_default();
    (inner.len() - inner.trim_end_matches('"').len()) % 2 == 1
}

fn message(error: &str) -> String {
    let inner = error.trim().trim_start_matches("(error").trim_end_matches(')').trim().trim_matches('"');
    inner.split_whitespace().collect::<Vec<_>>().join(" ")
}
