//! Output of a solver → one typed answer per check-sat, by position.

use rustix::process::Signal;

use crate::process::{Exit, RawRun};

/// What a solver said to one check-sat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// `sat`
    Sat,
    /// `unsat`
    Unsat,
    /// `unknown`
    Unknown,
    /// `unsupported`, and nothing else.
    Unsupported,
    /// `(error "…")`, or an exit code that tells of one; the solver's words.
    Error(String),
    /// No answer within the time limit.
    Timeout,
    /// No answer for want of memory.
    MemoryOut,
    /// The solver died; how.
    Crash(String),
    /// The solver found an assertion in its own code violated; its words.
    Assertion(String),
    /// A sanitizer found memory misused; its words.
    Sanitizer(String),
    /// Something that is no answer; the first line of it.
    Garbage(String),
}

impl Answer {
    /// Whether the solver decided, or said that it cannot: it was tested.
    pub fn is_real(&self) -> bool {
        matches!(self, Answer::Sat | Answer::Unsat | Answer::Unknown)
    }

    /// The kind of answer in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
            Answer::Unsupported => "unsupported",
            Answer::Error(_) => "error",
            Answer::Timeout => "timeout",
            Answer::MemoryOut => "memory-out",
            Answer::Crash(_) => "crash",
            Answer::Assertion(_) => "assertion violation",
            Answer::Sanitizer(_) => "sanitizer report",
            Answer::Garbage(_) => "garbage",
        }
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::Error(text)
            | Answer::Crash(text)
            | Answer::Assertion(text)
            | Answer::Sanitizer(text)
            | Answer::Garbage(text) => write!(f, "{}: {text}", self.word()),
            _ => f.write_str(self.word()),
        }
    }
}

/// The signal at the limit of file sizes. The limit is set here, so this is no crash.
const FILE_LIMIT: i32 = Signal::XFSZ.as_raw();
/// The signal at the limit of processor time, likewise.
const CPU_LIMIT: i32 = Signal::XCPU.as_raw();
/// Longest text of a solver that an answer quotes, in characters.
const QUOTED: usize = 200;

/// The answers to `expected` check-sats, in order. An answer counts wherever it stands
/// among banners, warnings and errors; a position without one says why there is none.
pub fn read(run: &RawRun, expected: usize) -> Vec<Answer> {
    let stdout = String::from_utf8_lossy(&run.stdout);
    let printed = Printed::of(&stdout);
    let mut answers = printed.answers.clone();
    if answers.len() > expected {
        let extra = Answer::Garbage(format!("{} answers to {expected} check-sats", answers.len()));
        // Which answer belongs to which check-sat is lost, but an unsat is an unsat.
        let unsat = answers.contains(&Answer::Unsat);
        answers = vec![if unsat { Answer::Unsat } else { extra }; expected];
    }
    if answers.len() < expected {
        let reason = reason(run, &printed);
        answers.resize(expected, reason);
    }
    answers
}

/// How the process came to harm, if that is a finding by itself even after all its answers.
pub fn death(run: &RawRun) -> Option<Answer> {
    let said = |stream: &[u8], sign: fn(&str) -> bool| {
        String::from_utf8_lossy(stream).lines().map(str::trim).find(|line| sign(line)).map(clip)
    };
    if let Some(report) = said(&run.stderr, is_sanitizer_report) {
        return Some(Answer::Sanitizer(report));
    }
    let signal = match run.exit {
        Exit::Signal(FILE_LIMIT | CPU_LIMIT) | Exit::Code(0) | Exit::TimedOut | Exit::OverMemory => {
            return None;
        }
        Exit::Signal(signal) => Some(signal),
        Exit::Code(_) => None,
    };
    // Text alone is no sign of harm: banners tell of assertions, too.
    let violation = said(&run.stderr, is_violation).or_else(|| said(&run.stdout, is_violation));
    match (violation, signal) {
        (Some(violation), _) => Some(Answer::Assertion(violation)),
        (None, Some(signal)) => {
            Some(Answer::Crash(format!("killed by {}{}", signal_name(signal), quoted_stderr(run))))
        }
        (None, None) => None,
    }
}

/// Whether a line starts the report of a sanitizer of Clang or GCC.
fn is_sanitizer_report(line: &str) -> bool {
    let reported = line.strip_prefix("==").and_then(|rest| rest.split_once("=="));
    let memory = reported.is_some_and(|(process, rest)| {
        process.bytes().all(|byte| byte.is_ascii_digit()) && rest.contains("Sanitizer:")
    });
    // file:line:column: runtime error: what
    let place = line.split_once(": runtime error: ").map(|(place, _)| place.rsplitn(3, ':'));
    let number = |text: Option<&str>| text.is_some_and(|text| text.parse::<u32>().is_ok());
    memory || place.is_some_and(|mut place| number(place.next()) && number(place.next()))
}

/// Whether a line is what a violated assertion prints: that of C, Z3, CVC4 and cvc5, Rust.
fn is_violation(line: &str) -> bool {
    (line.contains("Assertion `") && line.ends_with("failed."))
        || line == "ASSERTION VIOLATION"
        || line == "UNEXPECTED CODE WAS REACHED."
        || line.starts_with("Fatal failure within ")
        || line.contains("' panicked at ")
}

/// Why there is no (further) answer.
fn reason(run: &RawRun, printed: &Printed) -> Answer {
    let stderr = String::from_utf8_lossy(&run.stderr);
    let starved = |text: &str| {
        ["out of memory", "std::bad_alloc", "memory exhausted", "OutOfMemoryError", "memout"]
            .iter()
            .any(|sign| text.contains(sign))
    };
    let first_error = printed.errors.first();
    let endless = || Answer::Garbage("output without end".to_owned());
    if run.flooded {
        return endless();
    }
    if starved(&stderr) || first_error.is_some_and(|error| starved(error)) {
        return Answer::MemoryOut;
    }
    match run.exit {
        Exit::TimedOut | Exit::Signal(CPU_LIMIT) => Answer::Timeout,
        Exit::OverMemory => Answer::MemoryOut,
        Exit::Signal(FILE_LIMIT) => endless(),
        Exit::Signal(_) => death(run).unwrap_or_else(|| Answer::Crash(String::new())),
        Exit::Code(code) => {
            if let Some(death) = death(run) {
                death
            } else if let Some(error) = first_error {
                Answer::Error(clip(error))
            } else if printed.timeout {
                Answer::Timeout
            } else if printed.unsupported {
                Answer::Unsupported
            } else if code != 0 {
                let said =
                    stderr.lines().chain(printed.other.as_deref()).find(|line| !line.trim().is_empty());
                Answer::Error(clip(format!("exit code {code}: {}", said.unwrap_or("no message").trim())))
            } else {
                Answer::Garbage(printed.other.as_deref().map_or("no answer".to_owned(), clip))
            }
        }
    }
}

/// What standard output holds, taken apart.
#[derive(Debug, Default)]
struct Printed {
    answers: Vec<Answer>,
    errors: Vec<String>,
    unsupported: bool,
    /// The word `timeout`, which Z3 prints at its own limit.
    timeout: bool,
    /// The first line that is nothing known.
    other: Option<String>,
}

impl Printed {
    fn of(stdout: &str) -> Printed {
        let mut printed = Printed::default();
        let mut at = 0;
        let mut never_closed = false;
        while at < stdout.len() {
            let rest = &stdout[at..];
            let line = rest.split_inclusive('\n').next().unwrap_or(rest);
            at += line.len();
            let word = line.trim();
            match word {
                "" | "success" => {}
                "sat" => printed.answers.push(Answer::Sat),
                "unsat" => printed.answers.push(Answer::Unsat),
                "unknown" => printed.answers.push(Answer::Unknown),
                "unsupported" => printed.unsupported = true,
                "timeout" => printed.timeout = true,
                _ if word.starts_with("(error") => {
                    // The message may run over several lines. One that is never closed was looked for to
                    // the end of the text, which is enough once.
                    let length = error_length(if never_closed { line } else { rest });
                    never_closed |= length.is_none();
                    let length = length.unwrap_or(line.len());
                    printed.errors.push(message(&rest[..length]));
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
fn error_length(text: &str) -> Option<usize> {
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

fn quoted_stderr(run: &RawRun) -> String {
    let stderr = String::from_utf8_lossy(&run.stderr);
    match stderr.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => format!(": {}", clip(line)),
        None => String::new(),
    }
}

fn clip(text: impl AsRef<str>) -> String {
    let text = text.as_ref();
    let printable: String =
        text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(QUOTED).collect();
    if text.chars().nth(QUOTED).is_some() { format!("{printable}…") } else { printable }
}

/// The name of a signal, as `SIGSEGV`.
pub(crate) fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn answers(stdout: &str, stderr: &str, exit: Exit, expected: usize) -> Vec<Answer> {
        let run = RawRun {
            exit,
            stdout: stdout.as_bytes().to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            flooded: false,
            time: Duration::ZERO,
        };
        read(&run, expected)
    }

    fn one(stdout: &str, stderr: &str, exit: Exit) -> Answer {
        answers(stdout, stderr, exit, 1).remove(0)
    }

    #[test]
    fn an_answer_counts_among_banners_and_errors() {
        let exit = Exit::Code(1);
        assert_eq!(one("Solver 1.0 (assert checks on)\nunsat\n", "", exit), Answer::Unsat);
        assert_eq!(one("unsat\n(error \"line 3: unsat\nsat\")\n", "", exit), Answer::Unsat);
        assert_eq!(one("(error \"bad\")\nsat", "", exit), Answer::Sat);
        assert_eq!(one("(error \"never closed\nsat\n", "", exit), Answer::Sat);
        assert_eq!(one("success\nsuccess\nunknown\r\n", "", Exit::Code(0)), Answer::Unknown);
    }

    #[test]
    fn words_inside_other_lines_are_no_answers() {
        assert_eq!(one("this is unsat\n", "", Exit::Code(0)), Answer::Garbage("this is unsat".into()));
        assert_eq!(one("(error \"\nunsat\n\")\n", "", Exit::Code(1)), Answer::Error("unsat".into()));
    }

    #[test]
    fn no_answer_says_why() {
        assert_eq!(one("", "", Exit::TimedOut), Answer::Timeout);
        assert_eq!(one("", "", Exit::Signal(24)), Answer::Timeout);
        assert_eq!(one("timeout\n", "", Exit::Code(0)), Answer::Timeout);
        assert_eq!(one("unsupported\n", "", Exit::Code(0)), Answer::Unsupported);
        assert_eq!(one("(error \"out of memory\")\n", "", Exit::Code(101)), Answer::MemoryOut);
        assert_eq!(one("", "terminate called: std::bad_alloc", Exit::Signal(6)), Answer::MemoryOut);
        assert_eq!(one("", "a\nb", Exit::Code(2)), Answer::Error("exit code 2: a".into()));
        assert_eq!(
            one("", "x.c:3: f: Assertion `x' failed.", Exit::Signal(6)).to_string(),
            "assertion violation: x.c:3: f: Assertion `x' failed."
        );
        assert_eq!(one("", "Oh", Exit::Signal(11)).to_string(), "crash: killed by SIGSEGV: Oh");
        assert_eq!(one("", "", Exit::Code(0)), Answer::Garbage("no answer".into()));
    }

    #[test]
    fn harm_is_told_from_talk_about_it() {
        let report = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1";
        assert_eq!(one("sat", report, Exit::Code(0)), Answer::Sat);
        let run = |stderr: &str, exit| RawRun {
            exit,
            stdout: b"sat\n".to_vec(),
            stderr: stderr.as_bytes().to_vec(),
            flooded: false,
            time: Duration::ZERO,
        };
        let harm = |stderr, exit| death(&run(stderr, exit)).map(|answer| answer.word());
        assert_eq!(harm(report, Exit::Code(0)), Some("sanitizer report"));
        let undefined = "src/x.cpp:10:3: runtime error: signed integer overflow";
        assert_eq!(harm(undefined, Exit::Code(0)), Some("sanitizer report"));
        assert_eq!(harm("a: runtime error: b", Exit::Code(0)), None);
        assert_eq!(harm("ASSERTION VIOLATION\nFile: x.cpp", Exit::Code(114)), Some("assertion violation"));
        assert_eq!(harm("Assertion checks are on", Exit::Code(1)), None);
        assert_eq!(harm("ASSERTION VIOLATION", Exit::Code(0)), None);
        assert_eq!(harm("", Exit::Signal(11)), Some("crash"));
    }

    #[test]
    fn answers_keep_their_positions() {
        let found = answers("sat\nunsat\n", "", Exit::Signal(11), 3);
        assert_eq!(found[..2], [Answer::Sat, Answer::Unsat]);
        assert_eq!(found[2].word(), "crash");
        assert_eq!(answers("sat\nsat\n", "", Exit::Code(0), 1)[0].word(), "garbage");
        assert_eq!(answers("sat\nunsat\n", "", Exit::Code(0), 1), [Answer::Unsat]);
    }

    #[test]
    fn control_characters_are_not_passed_on() {
        assert_eq!(one("\u{1b}[31mred\n", "", Exit::Code(0)), Answer::Garbage("\u{fffd}[31mred".into()));
    }
}
