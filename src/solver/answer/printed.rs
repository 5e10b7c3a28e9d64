//! A solver's standard output, line by line, and the answers in it.

use std::ops::Range;

use crate::process::quotation::on_one_line;
use crate::smtlib::instance::Questions;
use crate::smtlib::lex::Lexer;
use crate::solver::verdict::Verdict;

/// The answer to one check-sat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
    /// No answer; with the verdict on what came instead.
    None(Verdict),
}

impl Answer {
    /// Returns whether the solver was tested: it decided, or said that it cannot.
    pub(crate) fn is_real(&self) -> bool {
        !matches!(self, Answer::None(_))
    }

    /// Returns the kind of answer in a word or two.
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

/// The parsed standard output.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub answers: Vec<Answer>,
    /// The range of each answer's line.
    pub places: Vec<Range<usize>>,
    pub errors: Vec<String>,
    /// For each answer, an earlier error that may have changed the question.
    pub unread: Vec<Option<String>>,
    pub unsupported: bool,
    /// Whether it contains the word `timeout`, which Z3 prints at its own limit.
    pub timeout: bool,
    /// The first unknown line.
    pub other: Option<String>,
    /// Whether the last thing of note is an error in reply to what is asked after `unsat`, where there is no model.
    pub ends_without_model: bool,
}

impl Printed {
    /// Parses the output for these questions.
    pub(super) fn read(stdout: &str, questions: &Questions) -> Printed {
        let mut printed = Printed::default();
        let mut at = 0;
        let mut never_closed = false;
        let mut unread = Unread::default();
        // The ends of the last list and of the last reply, and the quoted tokens of several lines in the list.
        let (mut list_end, mut reply_end) = (0, 0);
        let mut quoted = Vec::new().into_iter().peekable();
        // The answers that still belong to replies.
        let mut in_replies = questions.answers_in_replies(0);
        while at < stdout.len() {
            let rest = &stdout[at..];
            let line = rest.split_inclusive('\n').next().unwrap_or(rest);
            let start = at;
            at += line.len();
            let word = line.trim();
            // Quoted symbols and strings may have lines of their own, which are no answers.
            while quoted.next_if(|token: &Range<usize>| token.end <= start).is_some() {}
            if quoted.peek().is_some_and(|token| token.contains(&start)) {
                continue;
            }
            // An error may stand for a reply. At the end, no answer can be missing.
            let is_of_reply =
                in_replies > 0 && (unread.errors.is_empty() || printed.answers.len() == questions.checks());
            let mut answer = |answer| {
                in_replies = questions.answers_in_replies(printed.answers.len() + 1);
                printed.answers.push(answer);
                printed.places.push(start..at);
                printed.unread.push(unread.at_answer(questions.replies(printed.answers.len() - 1)));
            };
            match word {
                "" | "success" => {}
                // Z3 prints a constructor of a long value on a line of its own.
                "sat" | "unsat" | "unknown" if start < reply_end => {}
                "sat" | "unsat" | "unknown" if is_of_reply => in_replies -= 1,
                "sat" => answer(Answer::Sat),
                "unsat" => answer(Answer::Unsat),
                "unknown" => answer(Answer::Unknown),
                "unsupported" => printed.unsupported = true,
                "timeout" => printed.timeout = true,
                // Inside a list, `(error false)` gives a symbol its value.
                _ if is_error(word) && (start >= list_end || word.contains('"')) => {
                    // A message may have several lines. Search for the end of an unclosed list only once, because the
                    // search reads to the end of the text.
                    let length = error_length(if never_closed { line } else { rest });
                    never_closed |= length.is_none();
                    let length = length.unwrap_or(line.len());
                    let error = message(&rest[..length]);
                    unread.errors.push(error.clone());
                    printed.errors.push(error);
                    at += length.saturating_sub(line.len());
                }
                // Read the lines inside a list like all others, unless it is a reply: an answer counts wherever it stands.
                _ if word.starts_with('(') && start >= list_end => {
                    let length = list_length(if never_closed { line } else { rest });
                    never_closed |= length.is_none();
                    list_end = start + length.unwrap_or(line.len());
                    let is_reply = unread.replies < questions.replies(printed.answers.len());
                    if is_reply && length.is_some() {
                        reply_end = list_end;
                    }
                    let found = quoted_over_lines(&rest[..length.unwrap_or_default()]);
                    let found = found.map(|token| start + token.start..start + token.end);
                    quoted = found.collect::<Vec<_>>().into_iter().peekable();
                    unread.replies += 1;
                    printed.other.get_or_insert_with(|| word.to_owned());
                }
                _ => {
                    printed.other.get_or_insert_with(|| word.to_owned());
                }
            }
        }
        let is_refused = printed.answers.last() == Some(&Answer::Unsat) && !unread.errors.is_empty();
        printed.ends_without_model =
            unread.at_answer(questions.replies(printed.answers.len())).is_none() && is_refused;
        printed
    }
}

/// Tracks errors that concern more than a reply.
#[derive(Debug, Default)]
struct Unread {
    /// The errors since the last answer, and the number of other lists printed since then.
    errors: Vec<String>,
    replies: usize,
    /// The first error that is not just a reply. From there on, the questions are unknown.
    first: Option<String>,
}

impl Unread {
    /// Returns the error that spoils the next answer, given that `asked` commands requested a reply since the last
    /// answer.
    fn at_answer(&mut self, asked: usize) -> Option<String> {
        // Errors in place of missing replies are excused.
        let missing = asked.saturating_sub(self.replies);
        let other = std::mem::take(&mut self.errors).into_iter().nth(missing);
        self.replies = 0;
        self.first = self.first.take().or(other);
        self.first.clone()
    }
}

/// Returns whether a text begins with `(error "…")`, and not with a list about a symbol whose name begins so.
pub(crate) fn is_error(text: &str) -> bool {
    let after = text.strip_prefix("(error").map(|rest| rest.chars().next());
    after.is_some_and(|next| next.is_none_or(|next| next.is_whitespace() || matches!(next, '"' | ':')))
}

/// Returns the ranges of the quoted symbols and strings of a list that have several lines.
fn quoted_over_lines(list: &str) -> impl Iterator<Item = Range<usize>> {
    let mut lexer = Lexer::new(list);
    let tokens = std::iter::from_fn(move || lexer.next_token().ok().flatten());
    let quoted =
        tokens.filter(|token| token.text(list).starts_with(['|', '"']) && token.text(list).contains('\n'));
    quoted.map(|token| token.start as usize..token.end as usize)
}

/// Returns the length in bytes of the `(error …)` that `text` starts with, including leading blanks; `None` if it is
/// never closed.
pub(crate) fn error_length(text: &str) -> Option<usize> {
    length_until(text, |line, _| ends_message(line))
}

/// Returns the length in bytes of the list that `text` starts with, like [`error_length`]. It goes on after a string at
/// the end of a line, unless a quote is missing.
fn list_length(text: &str) -> Option<usize> {
    length_until(text, |line, is_open| is_open && ends_message(line))
}

/// Returns the length of what `text` starts with: until its parentheses are closed, or after a line for which `ends` is
/// true, given the text until there, and whether a string is open.
fn length_until(text: &str, ends: impl Fn(&str, bool) -> bool) -> Option<usize> {
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
            b'\n' if ends(&text[..at], quoted) => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns whether a line ends with the end of a message, `")`, and not with an SMT-LIB `""`. Otherwise a message with
/// `\"`, as some solvers write it, would swallow the answers after it.
fn ends_message(line: &str) -> bool {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let inner = line.strip_suffix(')').unwrap_or_default();
    (inner.len() - inner.trim_end_matches('"').len()) % 2 == 1
}

fn message(error: &str) -> String {
    let inner = error.trim().trim_start_matches("(error").trim_end_matches(')').trim().trim_matches('"');
    on_one_line(inner)
}
