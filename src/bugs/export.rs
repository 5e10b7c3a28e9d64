//! A failure as a regression test, in the form that a solver's own suite has.
//!
//! Sources, as of 2026: cvc5 `test/regress/README.md` and `cli/run_regression.py`; Yices 2
//! `tests/regress/run_test.sh`; z3test `scripts/util.py`; Bitwuzla `test/regress/run-test-case.py`.
//! All expect `sat` as often as the script asks.

use std::path::Path;

use crate::bugs::evidence::{Evidence, one_line};
use crate::matrix::{FILE_PLACEHOLDER, with_defaults};
use crate::process::invocation::quoted;
use crate::reduce::narrow::is_option;
use crate::smtlib::instance::{Adapted, Instance, Kind, numbered};

/// Whose suite a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// cvc5's: directives in comments.
    Cvc5,
    /// Yices 2's: a file of answers and one of options beside the script.
    Yices,
    /// Z3's, z3test: a file of answers beside the script.
    Z3test,
    /// Bitwuzla's: the answers are the statuses in the script.
    Bitwuzla,
    /// Nobody's: the script as it is, with the witness.
    Plain,
}

/// A file of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// The files of a test that every right solver passes.
pub fn export(evidence: &Evidence, suite: Suite) -> Vec<File> {
    match suite {
        Suite::Cvc5 => cvc5_files(evidence),
        Suite::Yices => yices_files(evidence),
        Suite::Z3test => z3test_files(evidence),
        Suite::Bitwuzla => bitwuzla_files(evidence),
        Suite::Plain => plain_files(evidence),
    }
}

/// The script of a test.
fn smt2(evidence: &Evidence, text: String) -> File {
    File { name: format!("{}.smt2", evidence.name), text }
}

/// The right answers.
fn answers(checks: usize) -> String {
    "sat\n".repeat(checks)
}

/// The arguments for incremental scripts, of which one does.
const INCREMENTAL: [&str; 2] = ["--incremental", "-i"];

/// cvc5: `COMMAND-LINE` and `EXPECT` directives in comments. Its standard error is compared as
/// well, and it warns of a script without a logic.
fn cvc5_files(evidence: &Evidence) -> Vec<File> {
    let logic = match evidence.logic() {
        Some(_) => None,
        None => Some("(set-logic ALL)".to_owned()),
    };
    let mut body = Body::new(evidence, "cvc5", logic.as_slice(), str::to_owned);
    if body.is_incremental && !body.arguments.iter().any(|word| INCREMENTAL.contains(&word.as_str())) {
        body.arguments.push(INCREMENTAL[0].to_owned());
    }
    let words: Vec<String> = body.arguments.iter().map(|word| quoted(word)).collect();
    let mut head = String::new();
    if !words.is_empty() {
        head.push_str(&format!("; COMMAND-LINE: {}\n", words.join(" ")));
    }
    head.push_str(&"; EXPECT: sat\n".repeat(body.checks));
    vec![smt2(evidence, body.finish(evidence, &head))]
}

/// Yices 2: the answers in `NAME.smt2.gold`, the options in `NAME.smt2.options`.
fn yices_files(evidence: &Evidence) -> Vec<File> {
    let mut body = Body::new(evidence, "yices", &[], str::to_owned);
    if body.is_incremental && !body.arguments.iter().any(|word| word == INCREMENTAL[0]) {
        body.arguments.push(INCREMENTAL[0].to_owned());
    }
    let script = smt2(evidence, body.finish(evidence, ""));
    let beside = |extension: &str, text: String| File { name: format!("{}.{extension}", script.name), text };
    let mut files = vec![beside("gold", answers(body.checks))];
    if !body.arguments.is_empty() {
        // The file is split at blanks, whatever quotes there are.
        files.push(beside("options", format!("{}\n", body.arguments.join(" "))));
    }
    files.insert(0, script);
    files
}

/// z3test: the answers in `NAME.expected.out`. Every script is run with the same arguments, so
/// parameters become options in the script.
fn z3test_files(evidence: &Evidence) -> Vec<File> {
    let body = Body::with_options(evidence, "z3", parameter, decided);
    let answers = File { name: format!("{}.expected.out", evidence.name), text: answers(body.checks) };
    vec![smt2(evidence, body.finish(evidence, "")), answers]
}

/// A check with a tactic that may leave something open, made to decide: else `unknown` would be
/// as right an answer as `sat`.
fn decided(check: &str) -> String {
    let tactic = check.strip_prefix("(check-sat-using ").and_then(|rest| rest.strip_suffix(')'));
    tactic.map_or_else(|| check.to_owned(), |tactic| format!("(check-sat-using (then {tactic} smt))"))
}

/// The argument `NAME=VALUE` as a command.
fn parameter(argument: &str) -> Option<String> {
    let (name, value) = argument.split_once('=')?;
    set_option(name, value, "._")
}

/// Bitwuzla: the answers are the statuses, one before each check. Options of the command line
/// are options of scripts as well.
fn bitwuzla_files(evidence: &Evidence) -> Vec<File> {
    let body = Body::with_options(evidence, "bitwuzla", long_option, str::to_owned);
    vec![smt2(evidence, body.finish(evidence, ""))]
}

/// The argument `--NAME=VALUE` or `--NAME` as a command.
fn long_option(argument: &str) -> Option<String> {
    let argument = argument.strip_prefix("--")?;
    let (name, value) = argument.split_once('=').unwrap_or((argument, "true"));
    set_option(name, value, "-_")
}

/// No suite: the script as it is, with its status, and the witness as comments.
fn plain_files(evidence: &Evidence) -> Vec<File> {
    let mut text = found(evidence);
    text.push_str(&with_status(&evidence.instance).text);
    let origin = one_line(&evidence.info.witness);
    let mut add = |of: &str, definitions: &str| {
        text.push_str(&format!("; {of}satisfied by this witness ({origin}):\n"));
        definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    };
    match evidence.witnesses.as_slice() {
        [] => add("", &evidence.definitions),
        each => each.iter().for_each(|(checks, definitions)| {
            add(&format!("at check-sat {} ", numbered(checks)), definitions);
        }),
    }
    vec![smt2(evidence, text)]
}

/// The body of a test for one suite.
#[derive(Debug)]
struct Body {
    /// The commands, each after what is said of it; with statuses.
    text: String,
    /// Its checks.
    checks: usize,
    /// Whether it needs a solver's incremental mode.
    is_incremental: bool,
    /// The arguments that the failure needs; none for another solver's suite.
    arguments: Vec<String>,
    /// What was left out, a line each.
    left_out: Vec<String>,
}

impl Body {
    /// The script for the suite of the solver called `solver`, with `lines` at its head and with
    /// what `check` makes of that solver's own commands for checks.
    fn new(evidence: &Evidence, solver: &str, lines: &[String], check: fn(&str) -> String) -> Body {
        let is_own = is_of(evidence, solver);
        let own_words = |line: &str| match !is_own && line.starts_with("(check-sat-using") {
            true => "(check-sat)".to_owned(),
            false => check(line),
        };
        let keeps_option = |line: &str| is_own && is_needed(evidence, line);
        let Adapted { script: adapted, mut left_out } = evidence.instance.adapted(keeps_option, own_words);
        // What the solver itself does not need is not missed.
        left_out.retain(|line| !is_own || line == "(get-model)");
        let mut script = Instance::default();
        lines.iter().for_each(|line| script.add(Kind::Setup, |text| text.push_str(line)));
        for command in &adapted.commands {
            script.add(command.kind, |text| text.push_str(adapted.line(command).trim_end()));
        }
        let words = arguments(evidence);
        let arguments = if is_own {
            words
        } else {
            left_out.extend(words);
            Vec::new()
        };
        left_out.dedup();
        Body {
            text: with_status(&script).text,
            checks: script.checks(),
            is_incremental: script.is_incremental(),
            arguments,
            left_out,
        }
    }

    /// The same for a suite without arguments: what `option` makes commands of stands in the script, the rest is left out.
    fn with_options(
        evidence: &Evidence,
        solver: &str,
        option: fn(&str) -> Option<String>,
        check: fn(&str) -> String,
    ) -> Body {
        let own = if is_of(evidence, solver) { arguments(evidence) } else { Vec::new() };
        let options: Vec<String> = own.iter().filter_map(|word| option(word)).collect();
        let mut body = Body::new(evidence, solver, &options, check);
        body.arguments.retain(|word| option(word).is_none());
        body.left_out.append(&mut body.arguments);
        body
    }

    /// The whole script, with what was left out at its head.
    fn finish(&self, evidence: &Evidence, head: &str) -> String {
        let mut text = head.to_owned();
        text.push_str(&found(evidence));
        for line in &self.left_out {
            text.push_str(&format!("; left out: {}\n", one_line(line)));
        }
        text.push_str(&self.text);
        text
    }
}

/// Where a test comes from, as a comment.
fn found(evidence: &Evidence) -> String {
    let info = &evidence.info;
    let said = format!("{}, {}: {}", info.case, info.version, info.class);
    format!("; found by smt-storm: {}\n", one_line(&said))
}

/// The script with its status before each check, or at its head if there is one check only.
fn with_status(script: &Instance) -> Instance {
    let head = script.commands.iter().take_while(|command| command.kind == Kind::Setup).count();
    let is_one = script.checks() == 1;
    let mut out = Instance::default();
    for (at, command) in script.commands.iter().enumerate() {
        if (is_one && at == head) || (!is_one && command.kind.is_check()) {
            let status = if command.kind == Kind::OpenCheck { "unknown" } else { "sat" };
            out.add(Kind::Setup, |text| text.extend(["(set-info :status ", status, ")"]));
        }
        out.add(command.kind, |text| text.push_str(script.line(command).trim_end()));
    }
    out
}

/// Whether the failure is one of the solver called `name`: its row or its program is called
/// like that, with a version perhaps.
fn is_of(evidence: &Evidence, name: &str) -> bool {
    let info = &evidence.info;
    let program = info.argv.first().map(|word| with_defaults(word)).unwrap_or_default();
    let program = Path::new(&program).file_name().unwrap_or_default().to_string_lossy();
    info.solver.starts_with(name) || program.starts_with(name)
}

/// The arguments that a test has to have: those that are needed, or all if that is not known.
fn arguments(evidence: &Evidence) -> Vec<String> {
    let info = &evidence.info;
    let arguments = info.argv.iter().skip(1).filter(|word| !word.contains(FILE_PLACEHOLDER));
    // What was neither drawn nor looks like an option was never left out.
    let stays = |word: &String| !is_option(word) && !info.args.contains(word);
    arguments
        .filter(|word| stays(word) || is_needed(evidence, word))
        .map(|word| with_defaults(word))
        .collect()
}

/// Whether the failure needs an argument or a line of the script, as far as is known.
fn is_needed(evidence: &Evidence, option: &str) -> bool {
    let needed = evidence.info.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_ref());
    needed.is_none_or(|needed| needed.iter().any(|one| one.has(option)))
}

/// The command that sets an option, if its name and value consist of letters, digits and these signs.
fn set_option(name: &str, value: &str, signs: &str) -> Option<String> {
    let plain =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(c));
    (plain(name) && plain(value)).then(|| format!("(set-option :{name} {value})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_options_become_options_of_the_script() {
        assert_eq!(long_option("--bv-solver=prop").as_deref(), Some("(set-option :bv-solver prop)"));
        assert_eq!(long_option("--pp-only").as_deref(), Some("(set-option :pp-only true)"));
        for other in ["-v", "x", "--", "--a=b)(exit", "--a="] {
            assert_eq!(long_option(other), None, "{other}");
        }
    }

    #[test]
    fn a_tactic_is_made_to_decide() {
        assert_eq!(decided("(check-sat)"), "(check-sat)");
        let simplify = "(check-sat-using dom-simplify)";
        assert_eq!(decided(simplify), "(check-sat-using (then dom-simplify smt))");
    }

    #[test]
    fn parameters_become_options() {
        assert_eq!(parameter("smt.arith.solver=2").as_deref(), Some("(set-option :smt.arith.solver 2)"));
        for other in ["-st", "-T:5", "a=", "a=b)(exit", "--x=1", "a=b c"] {
            assert_eq!(parameter(other), None, "{other}");
        }
    }
}
