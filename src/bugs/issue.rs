//! A bug report in Markdown with what maintainers of solvers ask for: how to reproduce the failure, what happens,
//! the smallest script, why the answer is wrong, and what the failure depends on.
//!
//! The report contains only facts from the snapshot. If one is missing, a comment names the command that provides
//! it.

use std::path::Path;

use crate::bugs::bisect::Bisected;
use crate::bugs::cluster::is_telling;
use crate::bugs::evidence::{Evidence, one_line};
use crate::matrix::{Class, FILE_PLACEHOLDER, Solver, Tier, with_defaults};
use crate::process::invocation::quoted;
use crate::process::ourselves::is_library;
use crate::reduce::narrow::{NOT_INSTALLED, Narrowed, NeededOption};
use crate::smtlib::ReadError;
use crate::smtlib::instance::numbered;
use crate::witness::{Claimed, Refutation, Refuted};

/// The name of the script in the report.
const SCRIPT: &str = "bug.smt2";

/// Returns the report on a failure; `snapshot` is its file, and `others` are scripts that most likely show the
/// same bug.
///
/// # Errors
/// The script cannot be parsed.
pub fn issue(evidence: &Evidence, snapshot: &Path, others: &[Evidence]) -> Result<String, ReadError> {
    let snapshot = quoted(&snapshot.to_string_lossy());
    let parts = [
        head(evidence),
        reproduce(evidence),
        certificate(evidence, &snapshot)?,
        versions(evidence),
        solvers(evidence, &snapshot),
        seeds(evidence),
        options(evidence),
        varies(evidence),
        forms(evidence),
        safe_mode(evidence, &snapshot),
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
        Class::WrongSat => "Wrong `sat`".to_owned(),
        _ if !info.refuters().is_empty() => "Wrong `sat`".to_owned(),
        class => code(class.word()),
    };
    let on = match evidence.is_open() {
        true => "",
        false if evidence.is_unsatisfiable() => " on an unsatisfiable formula",
        false => " on a satisfiable formula",
    };
    let did = match info.class {
        Class::WrongUnsat => "answers `unsat` to the script below, which is satisfiable".to_owned(),
        Class::WrongSat => "answers `sat` to the script below, which is unsatisfiable".to_owned(),
        Class::InvalidModel if !info.refuters().is_empty() => {
            "answers `sat` to the script below, to which another solver answers `unsat`, and prints a model that does \
             not satisfy it"
                .to_owned()
        }
        Class::InvalidModel if evidence.is_open() => {
            "answers `sat` to the script below, and prints a model that does not satisfy it".to_owned()
        }
        Class::InvalidCore if evidence.claim.is_some() => {
            "answers `unsat` to the script below, and prints a core that is satisfiable".to_owned()
        }
        Class::InvalidCore => {
            "answers `unsat` to the script below, and prints a core of other things than it asserts".to_owned()
        }
        Class::WrongStep => {
            "answers the script below, and prints a step that does not follow".to_owned()
        }
        Class::WrongOptimum => "answers `sat` to the script below, and prints a wrong optimum".to_owned(),
        Class::InvalidValue => {
            "answers `sat` to the script below, and prints a value that its model does not give to the term".to_owned()
        }
        other if evidence.is_open() => format!("fails on the script below: {}", code(other.word())),
        other if evidence.is_unsatisfiable() => {
            format!("fails on the script below, which is unsatisfiable: {}", code(other.word()))
        }
        other => format!("fails on the script below, which is satisfiable: {}", code(other.word())),
    };
    let how = match info.session {
        Some(_) => "; only a single process that reads all of its scripts in turn shows it",
        None => "",
    };
    let with = telling_options(evidence);
    let with: Vec<String> = with.iter().map(|needed| code(&one_line(&needed.option))).collect();
    let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) };
    format!("# {what}{on}{logic}{with}\n\n{} {did}{how}.\n", code(&info.version))
}

fn reproduce(evidence: &Evidence) -> String {
    let info = &evidence.info;
    let in_shell = |command: &str| fence("sh", &format!("{command}\n"));
    let command = match &info.session {
        _ if is_library(&info.argv) => format!("Call the library with {}.\n", code(SCRIPT)),
        Some(argv) => in_shell(&format!("{} < {SCRIPT}", shown(argv))),
        None if info.argv.iter().any(|word| word.contains(FILE_PLACEHOLDER)) => in_shell(&shown(&info.argv)),
        None => in_shell(&format!("{} < {SCRIPT}", shown(&info.argv))),
    };
    let checks = evidence.instance.checks();
    let open = evidence.open();
    let judged: Vec<usize> = (0..checks).filter(|check| !open.contains(check)).collect();
    let (expected, once) = match (checks, open.is_empty()) {
        _ if info.class == Class::InvalidCore => {
            ("an answer; `unsat` with a core that is unsatisfiable".to_owned(), "")
        }
        _ if info.class == Class::WrongStep => {
            ("an answer, and nothing printed that does not follow".to_owned(), "")
        }
        _ if judged.is_empty() => ("an answer; `sat` with a model that satisfies the script".to_owned(), ""),
        _ if evidence.is_unsatisfiable() => (format!("`unsat` to check-sat {}", numbered(&judged)), ""),
        (1, _) => ("`sat`".to_owned(), ""),
        (_, true) => (format!("`sat` {checks} times"), ", to one of the checks"),
        (_, false) => (format!("`sat` to check-sat {}", numbered(&judged)), ", to one of these"),
    };
    // The check in the details refers to the script before reduction.
    let actual = match info.class {
        Class::WrongUnsat => "`unsat`".to_owned(),
        Class::WrongSat => "`sat`".to_owned(),
        class if info.details.is_empty() => code(class.word()),
        _ => match evidence.claim.as_ref().and_then(Refutation::claim) {
            Some(Claimed { noun, term, value, .. }) => {
                format!("`sat`, with the {noun} {} of {}", code(&value), code(&term))
            }
            None => code(&info.details),
        },
    };
    let beside = match info.class {
        Class::InvalidValue => ", with the values that the printed model gives to the terms",
        Class::WrongOptimum => ", with optima that no model beats and that the printed model reaches",
        _ => "",
    };
    format!(
        "## To reproduce\n\n{command}\n{} is\n\n{}\nExpected: {expected}{beside}. Actual: {actual}{once}.\n{}",
        code(SCRIPT),
        fence("smt2", &evidence.instance.text),
        without(evidence),
    )
}

/// Returns the results without each option that the failure needs.
fn without(evidence: &Evidence) -> String {
    let line = |needed: &NeededOption| {
        let rest = |word: &&String| !needed.has(word);
        let argv: Vec<String> = evidence.info.argv.iter().filter(rest).cloned().collect();
        let what = match argv.len() < evidence.info.argv.len() {
            true => code(&shown(&argv)),
            false => format!("without {}", code(&one_line(&needed.option))),
        };
        format!("- {what}: {}\n", code(verdict(evidence, &needed.without)))
    };
    let lines: String = telling_options(evidence).into_iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\nWithout the options that it needs:\n\n{lines}") }
}

/// Returns the section on scripts that most likely show the same bug.
fn other_shapes(others: &[Evidence]) -> String {
    if others.is_empty() {
        return String::new();
    }
    let script = |other: &Evidence| fence("smt2", &other.instance.text);
    format!(
        "## Other scripts\n\nThese scripts most likely show the same bug: they fail where this one does, with \
         the same operators.\n\n\
         <details><summary>{} more</summary>\n\n{}\n</details>\n",
        others.len(),
        others.iter().map(script).collect::<Vec<_>>().join("\n"),
    )
}

/// Returns a command line without the folder of its program, which is of no interest elsewhere.
fn shown(argv: &[String]) -> String {
    let words = argv.iter().map(|word| with_defaults(word)).enumerate().map(|(at, word)| {
        let name = Path::new(&word).file_name().filter(|_| at == 0);
        let word = name.map_or_else(|| word.clone(), |name| name.to_string_lossy().into_owned());
        quoted(&one_line(&word.replace(FILE_PLACEHOLDER, SCRIPT)))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn certificate(evidence: &Evidence, snapshot: &str) -> Result<String, ReadError> {
    if evidence.info.session.is_some() {
        return Ok(String::new());
    }
    let info = &evidence.info;
    let why = match info.class {
        _ if evidence.claim.is_some() => String::new(),
        Class::WrongOptimum => untold("optimum", snapshot),
        Class::InvalidValue => untold("value", snapshot),
        Class::InvalidCore => untold("core", snapshot),
        _ => String::new(),
    };
    let Some(certificate) = evidence.certificate()? else { return Ok(why) };
    if let Some((claim, claimed)) = evidence.claim.as_ref().and_then(|claim| Some((claim, claim.claim()?))) {
        return Ok(beside_sat(claim, &claimed, &certificate));
    }
    if let Some(step) = evidence.claim.as_ref().filter(|_| info.class == Class::WrongStep) {
        return Ok(format!(
            "## Why the step is wrong\n\nThe solver printed this step: the rule of a proof or the command that asks for it, \
             the conclusion and the premises.\n\n{}\nThe conclusion is false and each premise is true under\n\n{}\n<details><summary>Certificate: \
             the premises and the negated conclusion with these values</summary>\n\n{}\n</details>\n\nThe certificate \
             defines every symbol that the script declares, so nothing is left to search for: a solver that answers \
             `sat` to it confirms that the step does not follow.\n",
            fence("smt2", &step.of),
            fence("smt2", &step.definitions),
            fence("smt2", &certificate),
        ));
    }
    if let Some(core) = &evidence.claim {
        return Ok(format!(
            "## Why the core is wrong\n\nThe solver printed {}. With all assertions that have no name, it is \
             satisfied by\n\n{}\n<details><summary>Certificate: the same assertions with these values</summary>\n\n{}\n\
             </details>\n\nThe certificate defines every symbol that the script declares, so nothing is left to search \
             for: a solver that answers `sat` to it confirms that these values satisfy the core.\n",
            code(&one_line(&core.of)),
            fence("smt2", &core.definitions),
            fence("smt2", &certificate),
        ));
    }
    if let Some(model) = evidence.model.as_ref().filter(|_| evidence.is_open()) {
        return Ok(format!(
            "## Why the model is wrong\n\nThe model, with a value for each symbol:\n\n{}\n<details><summary>Certificate: \
             the same assertions with these values</summary>\n\n{}\n</details>\n\n\
             The certificate defines every symbol that the script declares, so nothing is left to search for: a \
             solver that answers `unsat` to it confirms that these values do not satisfy every assertion.\n",
            fence("smt2", model),
            fence("smt2", &certificate),
        ));
    }
    if evidence.is_unsatisfiable() {
        return Ok(format!(
            "## Why it is unsatisfiable\n\nNone of all values of its symbols satisfies it: {}.\n\n\
             <details><summary>Certificate: the same assertions at each of these points</summary>\n\n{}\n</details>\n\n\
             The certificate defines the assertions as a predicate, and claims that it holds at one of the listed \
             points, so nothing is left to search for: a solver that answers `unsat` to it confirms that the script is \
             unsatisfiable.\n",
            one_line(&info.witness),
            fence("smt2", &certificate),
        ));
    }
    let last = evidence.instance.last_judged().filter(|_| !evidence.witnesses.is_empty());
    let of = last.map_or(String::new(), |check| format!(" of what is in force at check-sat {}", check + 1));
    let model = match evidence.definitions.is_empty() {
        true => "It declares no symbol, and each of its assertions is true.\n".to_owned(),
        false => format!("A model{of}:\n\n{}", fence("smt2", &evidence.definitions)),
    };
    Ok(format!(
        "{why}## Why it is satisfiable\n\n{model}\n<details><summary>Certificate: the same assertions \
         with a value for each symbol</summary>\n\n{}\n</details>\n\n\
         The certificate defines every symbol that the script declares, so nothing is left to search for: a \
         solver that answers `sat` to it confirms that these values satisfy every assertion. Source of the \
         values: {}. Truth of the assertions: {}.\n",
        fence("smt2", &certificate),
        code(&info.witness),
        code(&info.grade),
    ))
}

/// Returns the section on an optimum or a value that is wrong.
fn beside_sat(claim: &Refutation, claimed: &Claimed, certificate: &str) -> String {
    let Claimed { noun, term, value, formula } = claimed;
    let subject = if noun == "value" { "value" } else { "optimum" };
    let [term, value, formula] = [term, value, formula].map(|text| code(text));
    // A script that declares nothing has no values.
    let values = match claim.definitions.is_empty() {
        true => String::new(),
        false => format!("\n{}", fence("smt2", &claim.definitions)),
    };
    let (why, content, answer, confirmed) = match claim.refuted {
        Refuted::Beaten => (
            format!(
                ". These values satisfy the assertions, and are better: under them, {formula} is true.\n{values}"
            ),
            "the same assertions and the better value, with these values",
            "sat",
            "a better value is allowed",
        ),
        Refuted::Excluded => (
            format!(
                ". It is too good: if it were right, the assertions would allow {formula}, but they exclude that.\n"
            ),
            "the same assertions and what they exclude",
            "unsat",
            "no value that is allowed is as good",
        ),
        _ => (
            format!(
                ". The model that it printed there gives the term another value: under it, {formula} is \
                 false.\n{values}"
            ),
            "the printed value, with the values of the model",
            "unsat",
            "the model and the printed value contradict each other",
        ),
    };
    let any = match claim.refuted {
        Refuted::Excluded => "A",
        _ => {
            "The certificate defines every symbol that the script declares, so nothing is left to search for: a"
        }
    };
    format!(
        "## Why the {subject} is wrong\n\nThe solver printed the {noun} {value} of {term}{why}\n\
         <details><summary>Certificate: {content}</summary>\n\n{}\n</details>\n\n\
         {any} solver that answers `{answer}` to it confirms that {confirmed}.\n",
        fence("smt2", certificate),
    )
}

/// Returns the section on what is wrong beside an answer, where the snapshot does not hold what was printed: an optimum or
/// a value of an older snapshot, and a core that no values refute.
fn untold(noun: &str, snapshot: &str) -> String {
    format!(
        "## Why the {noun} is wrong\n\nThe snapshot does not hold what the solver printed. This command prints it, \
         and says why it is wrong:\n\n{}\n",
        fence("sh", &format!("storm replay {snapshot}\n")),
    )
}

fn found(evidence: &Evidence, snapshot: &str) -> String {
    let info = &evidence.info;
    let ((before, after), (bytes, less)) = (info.assertions, info.bytes);
    let made = match evidence.is_open() {
        _ if info.class == Class::InvalidCore => "which evaluates the cores that solvers print",
        _ if info.class == Class::WrongStep => "which evaluates the formulas that solvers derive",
        true => "which evaluates the models that solvers print",
        false if evidence.is_unsatisfiable() => "which tries all values of symbols that have few",
        false => "which makes formulas that are satisfiable by construction",
    };
    let storm = match is_library(&info.argv) {
        true => "cargo test --release --test storm -- storm",
        false => "storm",
    };
    format!(
        "## How it was found\n\n\
         By smt-storm, {made}; reduced from {before} to {after} \
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
        fence("sh", &format!("{storm} replay {}\n", one_line(snapshot))),
    )
}

/// Returns the findings of narrowing.
fn narrowed(evidence: &Evidence) -> Option<&Narrowed> {
    evidence.info.narrowed.as_ref()
}

/// Returns the command that provides facts that narrowing did not find.
fn rerun_command(evidence: &Evidence) -> String {
    let case = quoted(&one_line(&evidence.info.case));
    format!("STORM_STRICT=1 cargo test --release --test storm -- --exact {case}")
}

fn versions(evidence: &Evidence) -> String {
    let mut text = String::from("## Versions\n\n");
    text.push_str(&format!("- found with {}\n", code(&evidence.info.version)));
    for (name, fact) in evidence.info.bisected.iter().flat_map(Bisected::facts) {
        text.push_str(&format!("- {name}: {}\n", code(&fact)));
    }
    let Some(versions) = narrowed(evidence).and_then(|narrowed| narrowed.versions.as_ref()) else {
        // A failure that only a session shows is not narrowed.
        if evidence.info.bisected.is_some() || evidence.info.session.is_some() {
            return text;
        }
        let how = format!(
            "list some as `versions` of the solver in solvers.yaml, then {}",
            rerun_command(evidence)
        );
        return text + "\n" + &missing("other versions", &how);
    };
    for (what, version) in [("oldest bad", &versions.oldest_bad), ("newest good", &versions.newest_good)] {
        if let Some(version) = version {
            text.push_str(&format!("- {what} version tried: {}\n", code(version)));
        }
    }
    let tried = versions.tried.iter().filter(|one| one.verdict != NOT_INSTALLED);
    let mut rows = tried.map(|one| [&one.version, verdict(evidence, &one.verdict)]).peekable();
    match rows.peek() {
        None => text,
        Some(_) => text + "\n" + &table(["version", "verdict"], rows),
    }
}

fn solvers(evidence: &Evidence, snapshot: &str) -> String {
    let verified = &evidence.info.verified;
    if evidence.info.session.is_some() {
        return String::new();
    }
    if verified.is_empty() {
        return missing("other solvers", &format!("storm verify {snapshot}"));
    }
    let rows = verified.iter().map(|one| [&one.solver, &one.version, &one.instance, &one.certificate]);
    format!("## Other solvers\n\n{}", table(["solver", "version", "script", "certificate"], rows))
}

fn seeds(evidence: &Evidence) -> String {
    if evidence.info.session.is_some() {
        return String::new();
    }
    let Some(seeds) = narrowed(evidence).and_then(|narrowed| narrowed.seeds.as_ref()) else {
        let how =
            format!("set `random_seed` of the solver in solvers.yaml, then {}", rerun_command(evidence));
        return missing("random seeds", &how);
    };
    let rows =
        seeds.verdicts.iter().map(|(word, count)| [verdict(evidence, word).to_owned(), count.to_string()]);
    format!(
        "## Random seeds\n\nIt fails with {} of {} random seeds of the solver.\n\n{}",
        seeds.failing,
        seeds.tried,
        table(["verdict", "random seeds"], rows)
    )
}

fn options(evidence: &Evidence) -> String {
    let head = "## Options\n\n";
    match narrowed(evidence).and_then(|narrowed| narrowed.options.as_ref()) {
        Some(needed) if needed.is_empty() => {
            format!("{head}It needs none of the options it was found with.\n")
        }
        Some(needed) => {
            let rows = needed.iter().map(|one| {
                [
                    one.option.as_str(),
                    one.tier.map_or("always set", Tier::word),
                    verdict(evidence, &one.without),
                ]
            });
            format!("{head}It needs\n\n{}", table(["option", "tier", "without it"], rows))
        }
        None if evidence.info.options.is_empty() => String::new(),
        None => {
            let drawn: Vec<String> =
                evidence.info.options.iter().map(|option| format!("- {}\n", code(option))).collect();
            let how = match evidence.info.session {
                Some(_) => String::new(),
                None => missing("which of them are needed", &rerun_command(evidence)),
            };
            format!("{head}Found with\n\n{}{how}", drawn.concat())
        }
    }
}

/// Returns the parts of the script that may vary, and those that may not.
fn varies(evidence: &Evidence) -> String {
    let lines = evidence.info.varies.iter().map(|varies| format!("- {}\n", varies.written_with(code)));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("## What may vary\n\n{lines}") }
}

/// Returns the options that the failure needs, except for those without which the solver does not run at all.
fn telling_options(evidence: &Evidence) -> Vec<&NeededOption> {
    let needed = evidence.info.narrowed.iter().filter_map(|narrowed| narrowed.options.as_ref()).flatten();
    needed.filter(|needed| is_telling(needed)).collect()
}

/// Says whether cvc5 fails in its safe mode, too: its maintainers label reports accordingly.
fn safe_mode(evidence: &Evidence, snapshot: &str) -> String {
    const ROW: &str = "cvc5-safe";
    let info = &evidence.info;
    let solver = Solver::base_of(&info.solver);
    if solver != ROW && solver != "cvc5" {
        return String::new();
    }
    let in_safe_mode = |said: &str| format!("Also in safe mode (`--safe-mode=safe`): {said}\n");
    if solver == ROW {
        return in_safe_mode("yes");
    }
    let Some(asked) = info.verified.iter().find(|one| one.solver == ROW) else {
        return missing("also in safe mode", &format!("storm verify {snapshot} --with {ROW}"));
    };
    let said = match (info.class, asked.instance.as_str()) {
        (Class::WrongUnsat, "unsat") | (Class::WrongSat, "sat") => Some("yes"),
        (Class::WrongUnsat, "sat" | "unknown") | (Class::WrongSat, "unsat" | "unknown") => Some("no"),
        (class, said) if said == class.word() => Some("yes"),
        // An answer tells nothing of what is wrong beside it.
        (class, "sat" | "unsat" | "unknown") if class.is_beside_the_answer() => None,
        (_, "sat" | "unsat" | "unknown") => Some("no"),
        _ => Some("no answer"),
    };
    said.map(in_safe_mode).unwrap_or_default()
}

/// Returns a stored verdict as it reads in a report. It calls every right answer `sat`, also `unsat` where that is right.
fn verdict<'a>(evidence: &Evidence, word: &'a str) -> &'a str {
    let may_be_unsat = evidence.is_unsatisfiable() || evidence.is_open();
    if word == Class::Right.word() && (may_be_unsat || evidence.info.class == Class::InvalidCore) {
        return "right answer";
    }
    word
}

fn forms(evidence: &Evidence) -> String {
    let forms = narrowed(evidence).map(|narrowed| narrowed.forms.clone()).unwrap_or_default();
    let known = [("one-shot script", &forms.one_shot), ("incremental script", &forms.incremental)];
    let known =
        known.into_iter().filter_map(|(form, word)| Some([form, verdict(evidence, word.as_deref()?)]));
    let rows: Vec<[&str; 2]> = known.collect();
    let more = [("layout of the same assertions", &forms.layouts), ("set-logic", &forms.logics)];
    let more = more.iter().filter(|(_, words)| !words.is_empty());
    let more = more.map(|(what, words)| {
        let rows = words.iter().map(|(name, word)| [name, verdict(evidence, word)]);
        format!("\n{}", table([what, "verdict"], rows))
    });
    let more: String = more.collect();
    match (rows.is_empty(), evidence.info.session.is_some()) {
        (false, _) => format!("## One-shot and incremental\n\n{}{more}", table(["form", "verdict"], rows)),
        (true, true) => String::new(),
        (true, false) => missing("one-shot and incremental scripts", &rerun_command(evidence)),
    }
}

/// Returns a fenced code block. The fence is longer than any in the text.
pub(crate) fn fence(language: &str, text: &str) -> String {
    let marks = "`".repeat((longest_run(text) + 1).max(3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{marks}{language}\n{text}{end}{marks}\n")
}

/// Returns a code span.
pub(crate) fn code(text: &str) -> String {
    let text = one_line(text);
    let marks = "`".repeat(longest_run(&text) + 1);
    // A blank separates backticks in the text from the delimiters.
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{blank}{text}{blank}{marks}")
}

/// Returns a table whose cells are code.
fn table<const N: usize>(heads: [&str; N], rows: impl IntoIterator<Item = [impl AsRef<str>; N]>) -> String {
    let line = |cells: [String; N]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(heads.map(str::to_owned));
    text.push_str(&line(heads.map(|_| "---".to_owned())));
    for row in rows {
        text.push_str(&line(row.map(|cell| code(cell.as_ref()).replace('|', "\\|"))));
    }
    text
}

/// Returns a comment in place of facts that are not known.
fn missing(what: &str, how: &str) -> String {
    comment(&format!("{what}: {how}"))
}

/// Returns a comment on its own line.
fn comment(text: &str) -> String {
    format!("<!-- {} -->\n", one_line(text).replace("-->", "-- >"))
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// No line of a text ends its block.
        #[test]
        fn nothing_gets_out_of_a_block(text in "[`a\n]{0,40}") {
            let block = fence("smt2", &text);
            let marks = block.lines().last().unwrap();
            let inside = block.lines().skip(1).filter(|line| *line == marks).count();
            prop_assert!(marks.len() >= 3 && inside == 1, "{}", block);
        }

        #[test]
        fn code_comments_and_cells_stay_in_their_line(text in "[`|a>!\n-]{0,20}") {
            prop_assert_eq!(code(&text).lines().count(), 1);
            let comment = comment(&text);
            prop_assert!(comment.matches("-->").count() == 1 && comment.lines().count() == 1);
            let table = table(["a", "b"], [[text.as_str(), "c"]]);
            let bars = table.lines().last().unwrap().replace("\\|", "").matches('|').count();
            prop_assert!(table.lines().count() == 3 && bars == 3, "{}", table);
        }
    }

    #[test]
    fn marks_in_a_span_are_outnumbered() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`\n`"), "`` ` ` ``");
    }
}
