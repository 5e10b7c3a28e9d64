//! What a solver prints on standard output, line by line, and the answers in it.

use std::ops::Range;

use crate::smtlib::instance::Questions;
use crate::solver::verdict::Verdict;

/// What a solver said to one check-sat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
    /// It did not answer; what came instead.
    None(Verdict),
}

impl Answer {
    /// Whether the solver decided, or said that it cannot: it was tested.
    pub(crate) fn is_real(&self) -> bool {
        !matches!(self, Answer::None(_))
    }

    /// The kind of answer in a word or two.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
            Answer::None(instead) => instead.class.word(),
        }
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::None(Verdict { class, details, .. }) if !details.is_empty() => {
                write!(f, "{class}: {details}")
            }
            _ => f.write_str(self.word()),
        }
    }
}

/// What standard output holds, taken apart.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub answers: Vec<Answer>,
    /// Where the line of each answer is.
    pub places: Vec<Range<usize>>,
    pub errors: Vec<String>,
    /// For each answer, the error that tells that something before it was not read.
    pub unread: Vec<Option<String>>,
    pub unsupported: bool,
    /// The word `timeout`, which Z3 prints at its own limit.
    pub timeout: bool,
    /// The first line that is nothing known.
    pub other: Option<String>,
}

impl Printed {
    /// Takes apart what was printed for these questions.
    pub(super) fn read(stdout: &str, questions: &Questions) -> Printed {
        let mut printed = Printed::default();
        let mut at = 0;
        let mut never_closed = false;
        let mut unread = Unread::default();
        // Where the list ends that was printed last.
        let mut list_end = 0;
        while at < stdout.len() {
            let rest = &stdout[at..];
            let line = rest.split_inclusive('\n').next().unwrap_or(rest);
            at += line.len();
            let word = line.trim();
            let mut answer = |answer| {
                printed.answers.push(answer);
                printed.places.push(at - line.len()..at);
                printed.unread.push(unread.at_answer(questions.replies(printed.answers.len() - 1)));
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
                    unread.errors.push(error.clone());
                    printed.errors.push(error);
                    at += length.saturating_sub(line.len());
                }
                // Lines of a list are looked through like others: an answer is one wherever it stands.
                _ if word.starts_with('(') && at - line.len() >= list_end => {
                    let start = at - line.len();
                    let length = error_length(if never_closed { line } else { rest });
                    never_closed |= length.is_none();
                    list_end = start + length.unwrap_or(line.len());
                    unread.replies += 1;
                    printed.other.get_or_insert_with(|| word.to_owned());
                }
                _ => {
                    printed.other.get_or_insert_with(|| word.to_owned());
                }
            }
        }
        printed
    }
}

/// Whether there was an error about what is asserted.
#[derive(Debug, Default)]
struct Unread {
    /// The errors since the last answer, and how many other lists were printed.
    errors: Vec<String>,
    replies: usize,
    /// The first error that is about something else than a reply. From there on, it is not known what was asked.
    first: Option<String>,
}

impl Unread {
    /// The error that the next answer has before it, if since the last one `asked` commands asked for more.
    fn at_answer(&mut self, asked: usize) -> Option<String> {
        // As many errors as there are replies missing are these replies.
        let missing = asked.saturating_sub(self.replies);
        let other = std::mem::take(&mut self.errors).into_iter().nth(missing);
        self.replies = 0;
        self.first = self.first.take().or(other);
        self.first.clone()
    }
}

/// Bytes of the `(error …)` or other list that `text` starts with (leading blanks included); none if it
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
