//! Verification of a failure with other solvers: they answer the instance and the certificate, which is decisive.
//! The answers are stored in the header of the snapshot.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use crate::bugs::bisect::Bisected;
use crate::bugs::evidence::Evidence;
use crate::bugs::snapshot::{self, Info, Snapshot, SnapshotError, Verified};
use crate::matrix::{self, Config, Solver};
use crate::process::RunError;
use crate::process::workspace::{Workspace, write_atomically};
use crate::reduce::explain::Varies;
use crate::smtlib::ReadError;
use crate::smtlib::instance::Instance;
use crate::solver::answer;
use crate::solver::answer::Answer;
use crate::solver::runner::Runner;

/// The reason why a solver cannot be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VerifyError {
    #[error("the script cannot be read: {0}")]
    Script(#[from] ReadError),
    /// The solver cannot be started.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The conclusion about a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Conclusion {
    /// At least one solver gave the right answer, and none the opposite one.
    Confirmed,
    /// A solver gave the opposite answer: the certificate is in doubt, or that solver is wrong, too.
    InDoubt,
    /// No solver could decide it.
    Open,
}

impl Conclusion {
    /// Draws a conclusion from the answers of several solvers to a certificate with this right answer.
    pub(crate) fn draw(said: &[Verified], right: &Answer) -> Conclusion {
        let wrong = if *right == Answer::Sat { Answer::Unsat } else { Answer::Sat };
        let answered = |answer: &Answer| said.iter().any(|one| one.certificate == answer.word());
        match (answered(&wrong), answered(right)) {
            (true, _) => Conclusion::InDoubt,
            (false, true) => Conclusion::Confirmed,
            (false, false) => Conclusion::Open,
        }
    }
}

/// Adapts a script to a solver, and returns the arguments for it. If the solver takes no incremental scripts, the
/// script becomes one-shot for its last judged check, or its last one, which is the failing one.
pub(crate) fn taken_by(solver: &Solver, script: Instance, config: &Config) -> (Instance, Vec<String>) {
    if !script.is_incremental() {
        return (script, Vec::new());
    }
    match config.incremental_arguments(solver) {
        Some(arguments) => (script, arguments),
        None => {
            let last = script.last_judged().unwrap_or_else(|| script.last_check());
            (script.one_shot(last), Vec::new())
        }
    }
}

/// Runs one solver with its own arguments and its own check command.
pub(crate) fn verify(
    evidence: &Evidence,
    solver: &Solver,
    version: &str,
    config: &Config,
    workspace: &Workspace,
) -> Result<Verified, VerifyError> {
    let runner = Runner::new(solver, workspace);
    let (script, more) = taken_by(solver, in_the_words_of(solver, evidence), config);
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let answers = answer::read(&runner.run(&script.text, &more)?, &script).into_iter().enumerate();
    // An answer to a check without a known witness does not count, unless there are no others. Then the last check is the
    // failing one.
    let last = script.last_judged().is_none().then(|| script.last_check());
    let counts = |(check, answer): &(usize, Answer)| {
        !answer.is_real() || script.is_judged(*check) || last == Some(*check)
    };
    let instance = word(&answers.filter(counts).map(|(_, answer)| answer).collect::<Vec<_>>());
    let certificate = match evidence.certificate()? {
        Some(certificate) => word(&answers_to(&certificate, &runner, evidence)?),
        None => NOT_ASKED.to_owned(),
    };
    let (solver, version) = (solver.name.clone(), version.to_owned());
    Ok(Verified { solver, version, instance, certificate })
}

/// What stands in place of the answer to a certificate if there is none.
const NOT_ASKED: &str = "-";

/// Returns a solver's answers to a certificate.
fn answers_to(certificate: &str, runner: &Runner<'_>, evidence: &Evidence) -> Result<Vec<Answer>, RunError> {
    let ask = |text: &str| runner.run(text, &[]).map(|run| answer::read(&run, 1));
    let mut answers = ask(certificate)?;
    // Not every solver knows the logic ALL.
    if let Some(logic) = evidence.logic().filter(|_| !answers.iter().all(Answer::is_real)) {
        answers = ask(&certificate.replacen("(set-logic ALL)", &format!("(set-logic {logic})"), 1))?;
    }
    Ok(answers)
}

/// Returns the script with the solver's own check command, and without what only the failing solver is known to
/// understand.
fn in_the_words_of(solver: &Solver, evidence: &Evidence) -> Instance {
    let is_kin = Solver::base_of(&solver.name) == Solver::base_of(&evidence.info.solver);
    evidence.instance.adapted(|_| is_kin, |line| solver.form.check_in_place_of(line)).script
}

/// Returns the worst of the answers: `unsat`, else the first that is no answer, else `unknown`, else `sat`.
fn word(answers: &[Answer]) -> String {
    let is = |wanted: &Answer| answers.iter().find(|answer| *answer == wanted);
    let none = answers.iter().find(|answer| !answer.is_real());
    let worst = is(&Answer::Unsat).or(none).or(is(&Answer::Unknown));
    worst.unwrap_or(&Answer::Sat).word().to_owned()
}

/// Stores the answers of solvers in the snapshot at `path`, in place of earlier ones of the same solvers. Every
/// other byte of the file stays.
pub(crate) fn store_answers(path: &Path, said: &[Verified]) -> Result<(), SnapshotError> {
    store_key(path, "verified", |info| {
        info.verified.retain(|old| said.iter().all(|new| new.solver != old.solver));
        info.verified.extend_from_slice(said);
        matrix::to_yaml(&BTreeMap::from([("verified", &info.verified)]))
    })
}

/// Stores the result of a bisection in the snapshot at `path`. Every other byte of the file stays.
pub(crate) fn store_bisected(path: &Path, found: &Bisected) -> Result<(), SnapshotError> {
    store_key(path, "bisected", |info| {
        info.bisected = Some(found.clone());
        matrix::to_yaml(&BTreeMap::from([("bisected", found)]))
    })
}

/// Stores what may vary in the script of the snapshot at `path`. Every other byte of the file stays.
pub(crate) fn store_varies(path: &Path, found: &[Varies]) -> Result<(), SnapshotError> {
    store_key(path, "varies", |info| {
        info.varies = found.to_vec();
        if found.is_empty() {
            Ok(String::new())
        } else {
            matrix::to_yaml(&BTreeMap::from([("varies", found)]))
        }
    })
}

/// Replaces a key in the header of a snapshot. `change` changes its value, and returns it as YAML with the key.
fn store_key(
    path: &Path,
    key: &str,
    change: impl FnOnce(&mut Info) -> Result<String, String>,
) -> Result<(), SnapshotError> {
    let broken = |reason: String| SnapshotError::broken(path, reason);
    let bytes = snapshot::bytes(path).map_err(|error| SnapshotError::broken(path, error))?;
    let text = String::from_utf8(bytes).map_err(|error| SnapshotError::broken(path, error))?;
    let mut wanted = Snapshot::parse(path, &text)?;
    let block = change(&mut wanted.info).map_err(broken)?;
    // Each line is indented by two blanks, and ends as in the file.
    let end = if text.starts_with("---\r\n") { "\r\n" } else { "\n" };
    let block: String = block.lines().map(|line| format!("  {line}{end}")).collect();
    let text = with_block(&text, key, &block);
    // Only a readable snapshot is written.
    let after = Snapshot::parse(path, &text)?;
    if after.contents != wanted.contents || after.info != wanted.info {
        return Err(broken("its header has no key `info`".to_owned()));
    }
    write_atomically(path, &text).map_err(|error| SnapshotError::unwritable(path, error))
}

/// Replaces a key in the `info` of a snapshot by this block, at the end.
fn with_block(text: &str, key: &str, block: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = lines.iter().position(|line| line.trim_end() == "info:").map_or(lines.len(), |at| at + 1);
    let (before, rest) = lines.split_at(start);
    let is_inside = |line: &&&str| line.starts_with("  ") || line.trim_end().is_empty();
    let (info, after) = rest.split_at(rest.iter().take_while(is_inside).count());
    let key = format!("{key}:");
    let (mut others, mut is_old) = (String::new(), false);
    for line in info {
        // A value continues on lines that are blank, indented further, or items of a list.
        if line.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic) {
            is_old = line[2..].starts_with(&key);
        }
        if !is_old {
            others.push_str(line);
        }
    }
    [before.concat(), others, block.to_owned(), after.concat()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Class;
    use crate::solver::verdict::Verdict;

    #[test]
    fn one_unsat_casts_doubt_and_one_sat_confirms() {
        let said = |words: &[&str]| -> Vec<Verified> {
            let one = |word: &&str| Verified {
                solver: (*word).to_owned(),
                version: String::new(),
                instance: String::new(),
                certificate: (*word).to_owned(),
            };
            words.iter().map(one).collect()
        };
        assert_eq!(
            Conclusion::draw(&said(&["error", "sat", "unknown"]), &Answer::Sat),
            Conclusion::Confirmed
        );
        assert_eq!(Conclusion::draw(&said(&["sat", "unsat"]), &Answer::Sat), Conclusion::InDoubt);
        assert_eq!(Conclusion::draw(&said(&["unknown", "timeout"]), &Answer::Sat), Conclusion::Open);
        assert_eq!(Conclusion::draw(&[], &Answer::Sat), Conclusion::Open);
        // A wrong model has to be refuted.
        assert_eq!(Conclusion::draw(&said(&["unsat"]), &Answer::Unsat), Conclusion::Confirmed);
        assert_eq!(Conclusion::draw(&said(&["sat", "unsat"]), &Answer::Unsat), Conclusion::InDoubt);
    }

    #[test]
    fn the_worst_answer_counts() {
        let error = Answer::None(Verdict::with_details(Class::Error, "x"));
        assert_eq!(word(&[Answer::Sat, Answer::Unknown]), "unknown");
        assert_eq!(word(&[Answer::Sat, error.clone(), Answer::Unknown]), "error");
        assert_eq!(word(&[error, Answer::Unsat]), "unsat");
        assert_eq!(word(&[Answer::Sat]), "sat");
    }

    fn said(solver: &str, certificate: &str) -> Verified {
        let [solver, certificate] = [solver, certificate].map(str::to_owned);
        Verified { solver, version: "a: \"b\"\tc #".to_owned(), instance: "sat".to_owned(), certificate }
    }

    #[test]
    fn answers_are_stored_and_replaced_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.snap");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/z3__crash__bd5ff6a7.snap");
        let text = std::fs::read_to_string(source).unwrap();
        std::fs::write(&path, &text).unwrap();
        store_answers(&path, &[said("one", "sat"), said("two", "unknown")]).unwrap();
        store_answers(&path, &[said("two", "sat")]).unwrap();
        let stored = Snapshot::read(&path).unwrap().unwrap();
        assert_eq!(stored.info.verified, [said("one", "sat"), said("two", "sat")]);
        let now = std::fs::read_to_string(&path).unwrap();
        let at = now.find("  verified:").unwrap();
        assert_eq!(now[..at], text[..at]);
        assert!(text[at..].starts_with("---\n") && now.ends_with(&text[at..]));
    }

    #[test]
    fn values_with_empty_lines_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.snap");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/z3__crash__bd5ff6a7.snap");
        std::fs::copy(source, &path).unwrap();
        let mode = std::fs::metadata(&path).unwrap().permissions();
        let lines = |solver: &str| Verified { version: "one\n\ntwo\n".to_owned(), ..said(solver, "sat") };
        for solver in ["one", "two", "one"] {
            store_answers(&path, &[lines(solver)]).unwrap();
        }
        let stored = Snapshot::read(&path).unwrap().unwrap();
        assert_eq!(stored.info.verified, [lines("two"), lines("one")]);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions(), mode);
    }

    #[test]
    fn what_is_no_snapshot_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.snap");
        for text in ["", "---\nsource: x\n---\n(check-sat)\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(store_answers(&path, &[said("one", "sat")]).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
