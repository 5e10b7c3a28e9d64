//! A failure as a report in Markdown, with what maintainers of solvers ask for: what was done,
//! what came, the smallest script, why it is wrong, and what it hangs on.
//!
//! It has only facts that the snapshot has. For one that is missing, a comment names the command
//! that provides it.

mod facts;
pub(crate) mod markdown;
pub mod quota;
mod shapes;

use std::path::Path;

use crate::bugs::evidence::{Evidence, one_line};
use crate::matrix::{Class, FILE_PLACEHOLDER, with_defaults};
use crate::process::invocation::quoted;
use crate::reduce::narrow::NeededOption;
use crate::smtlib::ReadError;
use crate::smtlib::instance::numbered;

use markdown::{code, comment, fence};
pub use shapes::shapes;

/// What the script is called in the report.
const SCRIPT: &str = "bug.smt2";

/// The report on a failure; `snapshot` is the file it was kept in, `others` are scripts that most likely show the same bug.
///
/// # Errors
/// The script has commands that are not known.
pub fn issue(evidence: &Evidence, snapshot: &Path, others: &[Evidence]) -> Result<String, ReadError> {
    let snapshot = quoted(&snapshot.to_string_lossy());
    let parts = [
        head(evidence),
        reproduce(evidence),
        certificate(evidence)?,
        facts::versions(evidence),
        facts::solvers(evidence, &snapshot),
        facts::seeds(evidence),
        facts::options(evidence),
        facts::forms(evidence),
        facts::safe_mode(evidence, &snapshot),
        other_shapes(others),
        found(evidence, &snapshot),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Ok(parts.join("\n"))
}

fn head(evidence: &Evidence) -> String {
    let info = &evidence.info;
    let logic = evidence.logic().map(|logic| format!(" ({})", code(logic))).unwrap_or_default();
    let what = match info.class {
        Class::WrongUnsat => "Wrong `unsat`".to_owned(),
        class => code(class.word()),
    };
    let did = match info.class {
        Class::WrongUnsat => "answers `unsat` to the script below, which is satisfiable".to_owned(),
        other => format!("fails on the script below, which is satisfiable: {}", code(other.word())),
    };
    let how = match info.session {
        Some(_) => "; only a process that is kept alive and reads all of its scripts shows it",
        None => "",
    };
    let with = facts::telling_options(evidence);
    let with: Vec<String> = with.iter().map(|needed| code(&one_line(&needed.option))).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) };
    format!("# {what} on a satisfiable formula{logic}{with}\n\n{} {did}{how}.\n", code(&info.version))
}

fn reproduce(evidence: &Evidence) -> String {
    let info = &evidence.info;
    let command = match &info.session {
        Some(argv) => format!("{} < {SCRIPT}", shown(argv)),
        None if info.argv.iter().any(|word| word.contains(FILE_PLACEHOLDER)) => shown(&info.argv),
        None => format!("{} < {SCRIPT}", shown(&info.argv)),
    };
    let checks = evidence.instance.checks();
    let open = evidence.open();
    let judged: Vec<usize> = (0..checks).filter(|check| !open.contains(check)).collect();
    let (times, once) = match (checks, open.is_empty()) {
        (1, _) => (String::new(), ""),
        (_, true) => (format!(" {checks} times"), ", to one of the checks"),
        (_, false) => (format!(" to check-sat {}", numbered(&judged)), ", to one of these"),
    };
    // The check that the details name is one of the script before it was reduced.
    let actual = match info.class {
        Class::WrongUnsat => "`unsat`".to_owned(),
        class if info.details.is_empty() => code(class.word()),
        _ => code(&info.details),
    };
    format!(
        "## To reproduce\n\n{}\n{} is\n\n{}\nExpected: `sat`{times}. Actual: {actual}{once}.\n{}",
        fence("sh", &format!("{command}\n")),
        code(SCRIPT),
        fence("smt2", &evidence.instance.text),
        without(evidence),
    )
}

/// What comes without each of the options that it needs.
fn without(evidence: &Evidence) -> String {
    let line = |needed: &NeededOption| {
        let rest = |word: &&String| !needed.has(word);
        let argv: Vec<String> = evidence.info.argv.iter().filter(rest).cloned().collect();
        let what = match argv.len() < evidence.info.argv.len() {
            true => code(&shown(&argv)),
            false => format!("without {}", code(&one_line(&needed.option))),
        };
        format!("- {what}: {}\n", code(&needed.without))
    };
    let lines: String = facts::telling_options(evidence).into_iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\nWithout what it needs:\n\n{lines}") }
}

/// Scripts that show the same bug, most likely.
fn other_shapes(others: &[Evidence]) -> String {
    if others.is_empty() {
        return String::new();
    }
    let script = |other: &Evidence| fence("smt2", &other.instance.text);
    format!(
        "## Other scripts\n\nThese most likely show the same bug: they fail where this one does, with the same operators.\n\n\
         <details><summary>{} more</summary>\n\n{}\n</details>\n",
        others.len(),
        others.iter().map(script).collect::<Vec<_>>().join("\n"),
    )
}

/// A command line without the folder of its program, which is of no interest elsewhere.
fn shown(argv: &[String]) -> String {
    let words = argv.iter().map(|word| with_defaults(word)).enumerate().map(|(at, word)| {
        let name = Path::new(&word).file_name().filter(|_| at == 0);
        let word = name.map_or_else(|| word.clone(), |name| name.to_string_lossy().into_owned());
        quoted(&one_line(&word.replace(FILE_PLACEHOLDER, SCRIPT)))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn certificate(evidence: &Evidence) -> Result<String, ReadError> {
    if evidence.info.session.is_some() {
        return Ok(String::new());
    }
    let info = &evidence.info;
    let certificate = evidence.certificate()?;
    let last = evidence.instance.last_judged().filter(|_| !evidence.witnesses.is_empty());
    let of = last.map_or(String::new(), |check| format!(" of what is in force at check-sat {}", check + 1));
    Ok(format!(
        "## Why it is satisfiable\n\nA model{of}:\n\n{}\n<details><summary>Certificate: the same assertions under a value for each \
         symbol</summary>\n\n{}\n</details>\n\n\
         Definitions take the place of all declarations, so nothing is left to search for: whoever answers `sat` to \
         this finds that these values satisfy every assertion of the script. Where the values come from: {}. How the \
         truth of the assertions is known: {}.\n",
        fence("smt2", &evidence.definitions),
        fence("smt2", &certificate),
        code(&info.witness),
        code(&info.grade),
    ))
}

fn found(evidence: &Evidence, snapshot: &str) -> String {
    let info = &evidence.info;
    let ((before, after), (bytes, less)) = (info.assertions, info.bytes);
    format!(
        "## How it was found\n\n\
         By smt-storm, which makes formulas that are satisfiable by construction; reduced from {before} to {after} \
         assertions, {bytes} to {less} bytes.\n\n\
         - case {}, instance {}\n\
         - SHA-256 of the seed {}\n\
         - SHA-256 of the instance {}\n\
         - SHA-256 of the script above {}\n\n\
         To see it again with smt-storm:\n\n{}",
        code(&info.case),
        info.instance,
        code(&info.seed_sha256),
        code(&info.instance_sha256),
        code(&info.sha256),
        fence("sh", &format!("storm replay {}\n", one_line(snapshot))),
    )
}

/// The comment that stands for facts that are not known.
fn missing(what: &str, how: &str) -> String {
    comment(&format!("{what}: {how}"))
}
