//! Report → annotations of a job on GitHub: workflow commands, a line each.

use super::Report;
use super::findings::Life;
use super::sarif::message;

/// GitHub shows so many of a kind for each step.
const SHOWN: usize = 10;
/// Longest message, in characters.
const LONGEST: usize = 2000;

/// An error for each bug that is red and each reason for broken cases, and a notice for each that the base build shows too.
pub fn write(report: &Report) -> String {
    let (mut errors, mut notices) = (Vec::new(), Vec::new());
    for (bug, evidence) in &report.bugs {
        let again = evidence.commands.iter().find(|(what, _)| *what == "test again");
        let again = again.map_or(String::new(), |(_, command)| format!("\n{command}"));
        let line = |level| command(level, &format!("{} {}", bug.title(), bug.name), &(message(bug) + &again));
        match bug.life {
            Life::Known => {}
            Life::Base => notices.push(line("notice")),
            _ => errors.push(line("error")),
        }
    }
    for reason in report.reasons.iter().filter(|reason| reason.what == "broken") {
        let cases = format!("{}\n{}", reason.text, reason.cases.join(", "));
        errors.push(command("error", "could not be run", &cases));
    }
    if !report.missing.is_empty() {
        errors.push(command("error", "incomplete", &report.headline.text));
    }
    [errors, notices].into_iter().flat_map(first).collect()
}

/// As many as are shown; the last one says how many are not.
fn first(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > SHOWN {
        let more = lines.split_off(SHOWN - 1).len();
        let level = if lines[0].starts_with("::error") { "error" } else { "notice" };
        lines.push(command(level, "more", &format!("{more} more; the report has all")));
    }
    lines
}

fn command(level: &str, title: &str, message: &str) -> String {
    let message: String = message.chars().take(LONGEST).collect();
    let data = |text: &str| text.trim().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={}::{}\n", property(title), data(&message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_but_its_end() {
        let line = command("error", "new: a, b", "100 %\n::stop-commands::x");
        assert_eq!(line, "::error title=new%3A a%2C b::100 %25%0A::stop-commands::x\n");
    }

    #[test]
    fn those_that_are_not_shown_are_counted() {
        let lines = |count: usize| first(vec![command("error", "x", "y"); count]);
        assert_eq!(lines(10).len(), 10);
        assert!(lines(11).len() == 10 && lines(11)[9].contains("2 more"));
    }
}
