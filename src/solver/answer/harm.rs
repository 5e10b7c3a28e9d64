//! Harm to a solver's process: crashes, violated assertions, sanitizer reports.

use rustix::process::Signal;

use crate::matrix::Class;
use crate::process::{Exit, RawRun, quotation};
use crate::solver::verdict::Verdict;

/// The signal at the limit of file sizes. smt-storm sets the limit, so this is not a crash.
pub(super) const FILE_LIMIT: i32 = Signal::XFSZ.as_raw();
/// The signal at the limit of processor time, also not a crash.
pub(super) const CPU_LIMIT: i32 = Signal::XCPU.as_raw();

/// The most characters to quote from a solver's output.
pub(in crate::solver) const QUOTED: usize = 200;

/// How the lines begin with which glibc aborts when it notices that its heap is corrupted. Which of them it prints, and
/// whether it notices at all, depends on what is allocated next, not on the bug.
const HEAP_CHECKS: [&str; 8] = [
    "free(): ", "malloc(): ", "realloc(): ", "munmap_chunk(): ", "malloc_consolidate(): ",
    "double free or corruption ", "corrupted size vs. ", "corrupted double-linked list",
];

/// Returns the beginning of what a solver printed.
pub(super) fn quoted(text: &str) -> String {
    quotation::quoted(text, QUOTED)
}

/// Returns how the process failed, if that is a finding even after all its answers.
pub(crate) fn death(run: &RawRun) -> Option<Verdict> {
    let said = |stream: &[u8], sign: fn(&str) -> bool| {
        String::from_utf8_lossy(stream).lines().map(str::trim).find(|line| sign(line)).map(quoted)
    };
    if let Some(report) = said(&run.stderr, is_sanitizer_report) {
        return Some(Verdict::with_details(Class::Sanitizer, report));
    }
    let signal = match run.exit {
        Exit::Signal(FILE_LIMIT | CPU_LIMIT) | Exit::Code(0) | Exit::TimedOut => {
            return None;
        }
        Exit::Signal(signal) => Some(signal),
        Exit::Code(_) => None,
    };
    // The mere word is no sign of harm: banners mention assertions, too.
    let violation = said(&run.stderr, is_violation).or_else(|| said(&run.stdout, is_violation));
    match (violation, signal) {
        (Some(violation), _) => Some(Verdict::with_details(Class::Assertion, violation)),
        (None, Some(signal)) => Some(Verdict::with_details(
            Class::Crash,
            format!("killed by {}{}", signal_name(signal), quoted_stderr(run)),
        )),
        (None, None) => None,
    }
}

/// Returns whether a line begins the report of a Clang or GCC sanitizer.
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

/// Returns whether a line is the message of a violated assertion: of C, Z3, CVC4 and cvc5, or Rust.
fn is_violation(line: &str) -> bool {
    (line.contains("Assertion `") && line.ends_with("failed."))
        || line == "ASSERTION VIOLATION"
        || line == "UNEXPECTED CODE WAS REACHED."
        || line.starts_with("Fatal failure within ")
        || (line.starts_with("thread '") && line.contains(" panicked at "))
}

fn quoted_stderr(run: &RawRun) -> String {
    let stderr = String::from_utf8_lossy(&run.stderr);
    match stderr.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) if HEAP_CHECKS.iter().any(|sign| line.starts_with(sign)) => ": heap corruption".to_owned(),
        Some(line) => format!(": {}", quoted(line)),
        None => String::new(),
    }
}

/// Returns the name of a signal, such as `SIGSEGV`.
pub(crate) fn signal_name(signal: i32) -> String {
    signal_hook::low_level::signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned)
}
