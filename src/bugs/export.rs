//! Export of a failure as a regression test in the format of a solver's own suite.
//!
//! Sources, as of 2026: cvc5 `test/regress/README.md` and `cli/run_regression.py`; Yices 2
//! `tests/regress/run_test.sh`; z3test `scripts/util.py`; Bitwuzla `test/regress/run-test-case.py`. All compare
//! one answer for each check.

use std::path::Path;

use crate::bugs::evidence::{Evidence, one_line};
use crate::matrix::{Class, FILE_PLACEHOLDER, with_defaults};
use crate::process::invocation::quoted;
use crate::reduce::narrow::is_option;
use crate::smtlib::instance::{Adapted, Expected, Instance, Kind, numbered};
use crate::witness::{Claimed, Refutation, Refuted, exhaustive};

/// The target suite of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Suite {
    /// `; COMMAND-LINE:` and `; EXPECT:` in the script.
    Cvc5,
    /// `.gold` and `.options` beside the script.
    Yices,
    /// `.expected.out` beside the script.
    Z3test,
    /// `(set-info :status …)` before each check.
    Bitwuzla,
    /// The script itself, with the witness in comments.
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

/// The reason why a suite can have no test of a failure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untestable {
    /// A right answer is not known.
    #[error("check-sat {0} has no known witness, so a test cannot state its answer; use `--for plain`")]
    Open(usize),
    /// The answer may be right.
    #[error(
        "the suite compares the answers to checks, and a test of them would not show this failure: {0}, which is about what \
         the solver prints beside its answer; use `--for plain`"
    )]
    BesideTheAnswer(Class),
}

/// Prepares the evidence for a test: where the symbols have few values, the right answers to checks before the failing one
/// become known.
///
/// # Errors
/// The suite has no way to say what is wrong.
pub fn prepare(evidence: &mut Evidence, suite: Suite) -> Result<(), Untestable> {
    if suite == Suite::Plain {
        return Ok(());
    }
    let class = evidence.info.class;
    // Some suites check the models of all tests.
    if class.is_beside_the_answer() && class != Class::InvalidModel {
        return Err(Untestable::BesideTheAnswer(class));
    }
    if !evidence.is_open() {
        for check in evidence.open() {
            let decision = exhaustive::decide(&evidence.instance, check);
            let expected = match decision.and_then(|decision| decision.is_satisfiable()) {
                Some(true) => Expected::Sat,
                Some(false) => Expected::Unsat,
                None => Expected::Open,
            };
            evidence.instance.expect(expected, &[check]);
        }
    }
    evidence.open().first().map_or(Ok(()), |check| Err(Untestable::Open(check + 1)))
}

/// Returns the files of a test that every correct solver passes, of evidence that [`prepare`] accepts.
pub fn export(evidence: &Evidence, suite: Suite) -> Vec<File> {
    match suite {
        Suite::Cvc5 => cvc5_files(evidence),
        Suite::Yices => yices_files(evidence),
        Suite::Z3test => z3test_files(evidence),
        Suite::Bitwuzla => bitwuzla_files(evidence),
        Suite::Plain => plain_files(evidence),
    }
}

/// Returns the script of a test.
fn smt2(evidence: &Evidence, text: String) -> File {
    File { name: format!("{}.smt2", evidence.name), text }
}

/// The arguments for incremental scripts, each of which suffices.
const INCREMENTAL: [&str; 2] = ["--incremental", "-i"];

/// cvc5: `COMMAND-LINE` and `EXPECT` directives in comments. The suite also compares standard error, and cvc5
/// warns of a script without a logic.
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
    head.push_str(&body.answers("; EXPECT: "));
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
    let mut files = vec![beside("gold", body.answers(""))];
    if !body.arguments.is_empty() {
        // The suite splits the file at blanks, regardless of quotes.
        files.push(beside("options", format!("{}\n", body.arguments.join(" "))));
    }
    files.insert(0, script);
    files
}

/// z3test: the answers in `NAME.expected.out`. The suite runs every script with the same arguments, so parameters
/// become options in the script.
fn z3test_files(evidence: &Evidence) -> Vec<File> {
    let body = Body::with_options(evidence, "z3", parameter, decided);
    let answers = File { name: format!("{}.expected.out", evidence.name), text: body.answers("") };
    vec![smt2(evidence, body.finish(evidence, "")), answers]
}

/// Makes a check with a tactic decide, because otherwise `unknown` would be as correct as the answer.
fn decided(check: &str) -> String {
    let tactic = check.strip_prefix("(check-sat-using ").and_then(|rest| rest.strip_suffix(')'));
    tactic.map_or_else(|| check.to_owned(), |tactic| format!("(check-sat-using (then {tactic} smt))"))
}

/// Converts the argument `NAME=VALUE` to a command.
fn parameter(argument: &str) -> Option<String> {
    let (name, value) = argument.split_once('=')?;
    set_option(name, value, "._")
}

/// Bitwuzla: the answers are the statuses, one before each check. Every command-line option is also an option of
/// scripts.
fn bitwuzla_files(evidence: &Evidence) -> Vec<File> {
    let body = Body::with_options(evidence, "bitwuzla", long_option, str::to_owned);
    vec![smt2(evidence, body.finish(evidence, ""))]
}

/// Converts the argument `--NAME=VALUE` or `--NAME` to a command.
fn long_option(argument: &str) -> Option<String> {
    let argument = argument.strip_prefix("--")?;
    let (name, value) = argument.split_once('=').unwrap_or((argument, "true"));
    set_option(name, value, "-_")
}

/// No suite: the unchanged script with its status, and the witness in comments.
fn plain_files(evidence: &Evidence) -> Vec<File> {
    let mut text = found(evidence);
    text.push_str(&with_status(&evidence.instance).text);
    let origin = one_line(&evidence.info.witness);
    let comments =
        |definitions: &str| -> String { definitions.lines().map(|line| format!("; {line}\n")).collect() };
    let of = |of: &str, definitions: &str| {
        format!("; {of}satisfied by this witness ({origin}):\n{}", comments(definitions))
    };
    if let Some(claim) = &evidence.claim {
        text.push_str(&format!("; the solver printed {}\n", one_line(&printed(claim))));
        text.push_str(&comments(&claim.definitions));
        if claim.refuted.is_about_unsat() {
            return vec![smt2(evidence, text)];
        }
    }
    match (evidence.witnesses.as_slice(), &evidence.model) {
        ([], Some(model)) if evidence.is_open() => {
            text.push_str("; not satisfied by this model, which the solver printed:\n");
            text.push_str(&comments(model));
        }
        ([], None) if evidence.is_open() => {}
        ([], _) if evidence.is_unsatisfiable() => {
            text.push_str(&format!("; nothing satisfies it ({origin})\n"));
        }
        ([], _) => text.push_str(&of("", &evidence.definitions)),
        (each, _) => each.iter().for_each(|(checks, definitions)| {
            text.push_str(&of(&format!("at check-sat {} ", numbered(checks)), definitions));
        }),
    }
    vec![smt2(evidence, text)]
}

/// Returns what the solver printed beside its answer, and what the definitions after it are.
fn printed(claim: &Refutation) -> String {
    let Refutation { refuted, of, .. } = claim;
    let (what, formula) = match claim.claim() {
        Some(Claimed { noun, term, value, formula }) => (format!("the {noun} {value} of {term}"), formula),
        None => (of.clone(), String::new()),
    };
    match refuted {
        Refuted::Core => format!("the core {of}, which these values satisfy:"),
        Refuted::Step => format!("the step {of}, which these values refute:"),
        Refuted::Beaten => format!("{what}; these values are better, because they satisfy {formula}:"),
        Refuted::Excluded => format!("{what}; what is asserted excludes {formula}"),
        Refuted::Model | Refuted::Missed | Refuted::Value => {
            format!("{what}; {formula} is false under this model, which it printed there:")
        }
    }
}

/// The body of a test for one suite.
#[derive(Debug)]
struct Body {
    /// The commands, with statuses.
    text: String,
    /// The right answer to each check.
    expected: Vec<&'static str>,
    /// Whether it needs the solver's incremental mode.
    is_incremental: bool,
    /// The arguments that the failure needs; none for another solver's suite.
    arguments: Vec<String>,
    /// What was left out, one item per line.
    left_out: Vec<String>,
}

impl Body {
    /// Adapts the script for the suite of the solver called `solver`, with `lines` at its head. `check` converts
    /// that solver's own check commands.
    fn new(evidence: &Evidence, solver: &str, lines: &[String], check: fn(&str) -> String) -> Body {
        let is_own = is_of(evidence, solver);
        let own_words = |line: &str| match !is_own && line.starts_with("(check-sat-using") {
            true => "(check-sat)".to_owned(),
            false => check(line),
        };
        let keeps_option = |line: &str| is_own && is_needed(evidence, line);
        let Adapted { script: adapted, mut left_out } = evidence.instance.adapted(keeps_option, own_words);
        // The solver's own unneeded options need not be reported.
        left_out.retain(|line| !is_own || line.starts_with("(get-"));
        let mut script = Instance::default();
        lines.iter().for_each(|line| script.add(Kind::Setup, line));
        adapted.commands.iter().for_each(|command| script.copy(command, &adapted));
        let mut arguments = arguments(evidence);
        if !is_own {
            left_out.append(&mut arguments);
        }
        left_out.dedup();
        Body {
            text: with_status(&script).text,
            expected: (0..script.checks()).map(|check| script.expected(check).word()).collect(),
            is_incremental: script.is_incremental(),
            arguments,
            left_out,
        }
    }

    /// Adapts the script for a suite without arguments: those that `option` converts to commands go into the
    /// script, and the rest is left out.
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

    /// Returns the right answers, one a line, each after a prefix.
    fn answers(&self, prefix: &str) -> String {
        self.expected.iter().map(|answer| format!("{prefix}{answer}\n")).collect()
    }

    /// Returns the whole script, with a list of what was left out at its head.
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

/// Returns a comment on the origin of a test.
fn found(evidence: &Evidence) -> String {
    let info = &evidence.info;
    let said = format!("{}, {}: {}", info.case, info.version, info.class);
    format!("; found by smt-storm: {}\n", one_line(&said))
}

/// Adds the status before each check, or at the head if there is only one.
pub(crate) fn with_status(script: &Instance) -> Instance {
    let head = script.commands.iter().take_while(|command| command.kind == Kind::Setup).count();
    let is_one = script.checks() == 1;
    let mut out = Instance::default();
    let mut checks = 0..;
    for (at, command) in script.commands.iter().enumerate() {
        if (is_one && at == head) || (!is_one && command.kind.is_check()) {
            let status = checks.next().map_or(Expected::Open, |check| script.expected(check)).word();
            out.add(Kind::Setup, &format!("(set-info :status {status})"));
        }
        out.copy(command, script);
    }
    out
}

/// Whether the failure belongs to the solver `name`: its row or program has this name, perhaps with a version.
fn is_of(evidence: &Evidence, name: &str) -> bool {
    let info = &evidence.info;
    let program = info.argv.first().map(|word| with_defaults(word)).unwrap_or_default();
    let program = Path::new(&program).file_name().unwrap_or_default().to_string_lossy();
    info.solver.starts_with(name) || program.starts_with(name)
}

/// Returns the arguments of a test: those that the failure needs, or all if that is not known.
fn arguments(evidence: &Evidence) -> Vec<String> {
    let info = &evidence.info;
    let arguments = info.argv.iter().skip(1).filter(|word| !word.contains(FILE_PLACEHOLDER));
    // Only drawn arguments and words that look like options were candidates for leaving out.
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

/// Returns the command that sets an option, if name and value consist of letters, digits and these signs.
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
