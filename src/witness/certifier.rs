//! Formulas under definitions → whether they are true: what a smaller instance is asked before any
//! solver is.
//!
//! Z3 evaluates in a child process that stays alive, for it is asked thousands of times and may
//! crash on any of them. Questions and answers are lines of JSON.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::generate::seed::Seed;
use crate::process::ourselves;
use crate::process::pipes::{Pipes, Received};
use crate::process::{self, Process, RunError};
use crate::smtlib::Script;
use crate::witness::evaluation;
use crate::witness::evaluation::Isolation;
use crate::witness::valuation::Grade;
use crate::witness::z3;
use crate::witness::{self, Witness};

/// Bound of one model search, in Z3's resource units.
const RLIMIT: u32 = 100_000;
/// Wall-clock limit of one question.
const TIMEOUT: Duration = Duration::from_secs(4);
/// The same bounds where all hangs on one search.
const PATIENT_RLIMIT: u32 = 20_000_000;
const PATIENT_TIMEOUT: Duration = Duration::from_secs(60);

/// Formulas under definitions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Claim {
    /// Logic and declarations.
    pub declarations: String,
    /// One SMT-LIB command for each declaration, in order.
    pub definitions: Vec<String>,
    /// The formulas, of which each is answered by itself.
    pub formulas: Vec<String>,
}

impl Claim {
    /// For each formula, what its truth rests on; none if it is not true, or if it is refused.
    fn grades(&self) -> Vec<Option<Grade>> {
        let mut grades = Vec::new();
        // One formula that is refused makes for the refusal of all that stand beside it.
        let mut parts = vec![self.formulas.as_slice()];
        while let Some(formulas) = parts.pop() {
            match self.grades_of(formulas) {
                Some(found) => grades.extend(found),
                None if formulas.len() < 2 => grades.push(None),
                None => {
                    let (first, second) = formulas.split_at(formulas.len() / 2);
                    parts.extend([second, first]);
                }
            }
        }
        grades
    }

    /// Definitions under which all formulas are true, from a model that Z3 finds, a command each;
    /// what their truth rests on is no worse than `allowed`. None if there is no such model, or
    /// if Z3 does not find it.
    fn definitions(&self, allowed: Grade, rlimit: u32) -> Option<Vec<String>> {
        let assertions = self.formulas.iter().map(|formula| format!("(assert {formula})\n"));
        let script = self.declarations.clone() + &assertions.collect::<String>();
        let seed = Seed::from_bytes(Path::new("candidate"), script.as_bytes()).ok()?;
        let definitions = z3::fresh(|| witness::satisfying(&seed, rlimit)).ok()??.definitions;
        let definitions: Vec<String> = definitions.into_iter().map(|line| line + "\n").collect();
        let claim = Claim { definitions, ..self.clone() };
        let is_true = |grade: &Option<Grade>| grade.is_some_and(|grade| grade <= allowed);
        claim.grades().iter().all(is_true).then_some(claim.definitions)
    }

    /// The same of some formulas; none if one of them is refused.
    fn grades_of(&self, formulas: &[String]) -> Option<Vec<Option<Grade>>> {
        let assertions = formulas.iter().map(|formula| format!("(assert {formula})\n"));
        let script = self.declarations.clone() + &assertions.collect::<String>();
        let seed = Seed::from_bytes(Path::new("candidate"), script.as_bytes()).ok()?;
        let definitions = Script::parse(self.definitions.concat()).ok()?;
        let witness = Witness::of_definitions(&seed.script, self.definitions.clone(), &definitions);
        let valuation = evaluation::under(&seed, &witness, false, Isolation::Thread).ok()?;
        let grade = |&id| valuation.truth(id)?.grade_if_true();
        let assertions = &seed.formulas.assertions;
        (assertions.len() == formulas.len()).then(|| assertions.iter().map(grade).collect())
    }
}

/// Definitions of what a script declares, a command each, under which all that it asserts evaluates
/// to true, from a model that Z3 takes some time to find; none if it finds none.
pub(crate) fn model(script: &str, isolation: Isolation<'_>) -> Option<Vec<String>> {
    let script = Script::parse(script.to_owned()).ok()?;
    let text = |node| script.tree.canonical_text(node);
    let logic = script.logic.iter().map(|logic| format!("(set-logic {logic})\n"));
    let declarations = script.declarations.iter().map(|line| format!("{}\n", text(line.node)));
    let claim = Claim {
        declarations: logic.chain(declarations).collect(),
        definitions: Vec::new(),
        formulas: script.assertions.iter().map(|&node| text(node)).collect(),
    };
    match isolation {
        Isolation::Thread => claim.definitions(Grade::Evaluated, PATIENT_RLIMIT),
        Isolation::Process(folder) => {
            let question = Question::Definitions(claim, Grade::Evaluated, PATIENT_RLIMIT);
            Certifier::new(isolation).ask_for(&question, folder, PATIENT_TIMEOUT)?
        }
    }
}

/// What the child process is asked.
#[derive(Serialize, Deserialize)]
enum Question {
    /// See [`Certifier::grades`].
    Grades(Claim),
    /// See [`Certifier::definitions`].
    Definitions(Claim, Grade, u32),
}

/// Answers claims, where `isolation` says.
#[derive(Debug)]
pub(crate) struct Certifier<'a> {
    isolation: Isolation<'a>,
    child: Option<(Process, Pipes)>,
}

impl<'a> Certifier<'a> {
    pub(crate) fn new(isolation: Isolation<'a>) -> Self {
        Certifier { isolation, child: None }
    }

    /// For each formula of a claim, what its truth rests on; none for what is not true, or not
    /// evaluated.
    pub(crate) fn grades(&mut self, claim: &Claim) -> Vec<Option<Grade>> {
        let Isolation::Process(folder) = self.isolation else { return claim.grades() };
        let mut ask = |claim: &Claim| {
            let grades: Option<Vec<Option<Grade>>> = self.ask(&Question::Grades(claim.clone()), folder);
            grades.filter(|grades| grades.len() == claim.formulas.len())
        };
        if let Some(grades) = ask(claim) {
            return grades;
        }
        // One of them is to blame: the others shall not suffer.
        let mut alone = |formula: &String| ask(&Claim { formulas: vec![formula.clone()], ..claim.clone() });
        claim.formulas.iter().map(|formula| alone(formula)?.first().copied().flatten()).collect()
    }

    /// Other definitions under which all formulas of a claim are true, a command each; what their
    /// truth rests on is no worse than `allowed`. None if no such are found.
    pub(crate) fn definitions(&mut self, claim: &Claim, allowed: Grade) -> Option<Vec<String>> {
        match self.isolation {
            Isolation::Thread => claim.definitions(allowed, RLIMIT),
            Isolation::Process(folder) => {
                self.ask(&Question::Definitions(claim.clone(), allowed, RLIMIT), folder)?
            }
        }
    }

    /// The answer to a question; none if there is none in time, and then the child is ended.
    fn ask<T: DeserializeOwned>(&mut self, question: &Question, folder: &Path) -> Option<T> {
        self.ask_for(question, folder, TIMEOUT)
    }

    fn ask_for<T: DeserializeOwned>(
        &mut self,
        question: &Question,
        folder: &Path,
        timeout: Duration,
    ) -> Option<T> {
        let mut question = serde_json::to_string(question).ok()?;
        question.push('\n');
        let (process, mut pipes) = match self.child.take() {
            Some(child) => child,
            None => start(folder).ok()?,
        };
        pipes.send(&[&question]);
        let deadline = Instant::now() + timeout;
        let mut answer = Vec::new();
        while answer.last() != Some(&b'\n') {
            let left = deadline.saturating_duration_since(Instant::now());
            if pipes.receive(&mut answer, left) != Received::Bytes {
                process.end();
                return None;
            }
        }
        self.child = Some((process, pipes));
        serde_json::from_slice(&answer).ok()
    }
}

impl Drop for Certifier<'_> {
    fn drop(&mut self) {
        if let Some((process, _)) = self.child.take() {
            process.end();
        }
    }
}

fn start(folder: &Path) -> Result<(Process, Pipes), RunError> {
    // What it says there is of no interest, but has to go somewhere.
    let stderr = tempfile::tempfile_in(folder).map_err(|source| RunError::temporary(folder, source))?;
    process::converse(&ourselves::certify_argv(), stderr, Some(evaluation::MEMORY), folder)
}

/// The child process: one answer for each line of standard input.
pub(crate) fn serve() -> ExitCode {
    let answer = |line: std::io::Result<String>| -> std::io::Result<()> {
        let answer = match serde_json::from_str(&line?)? {
            Question::Grades(claim) => serde_json::to_string(&claim.grades()),
            Question::Definitions(claim, allowed, rlimit) => {
                serde_json::to_string(&claim.definitions(allowed, rlimit))
            }
        };
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{}", answer?)?;
        stdout.flush()
    };
    match std::io::stdin().lock().lines().try_for_each(answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_true_has_a_grade() {
        let claim = |formulas: &[&str]| Claim {
            declarations: "(declare-fun x () Int)(declare-sort S 0)(declare-fun s () S)".to_owned(),
            definitions: [
                "(define-fun x () Int 3)\n",
                "(declare-datatypes ((S 0)) (((S!0) (S!1))))\n",
                "(define-fun s () S S!1)\n",
            ]
            .map(str::to_owned)
            .to_vec(),
            formulas: formulas.iter().map(|&formula| formula.to_owned()).collect(),
        };
        let cases = [
            ("(> x 2)", Some(Grade::Evaluated)),
            ("(= s s)", Some(Grade::Evaluated)),
            ("(> x 3)", None),
            ("(>= (div x 0) (div x 0))", Some(Grade::Underspecified)),
            ("(+ x 2)", None),
            ("(> y 2)", None),
            ("(> x 2", None),
            ("(> x 1)", Some(Grade::Evaluated)),
        ];
        let mut certifier = Certifier::new(Isolation::Thread);
        assert_eq!(
            certifier.grades(&claim(&cases.map(|(formula, _)| formula))),
            cases.map(|(_, grade)| grade)
        );
        let found = certifier.definitions(&claim(&["(> x 7)", "(= s s)"]), Grade::Evaluated).unwrap();
        assert_eq!(
            certifier.grades(&Claim { definitions: found, ..claim(&["(> x 7)"]) }),
            [Some(Grade::Evaluated)]
        );
        assert_eq!(certifier.definitions(&claim(&["(> x 7)", "(< x 7)"]), Grade::Evaluated), None);
        // What closes the assertion and opens another one is not two formulas.
        assert_eq!(certifier.grades(&claim(&["(> x 2)) (assert (> x 2)"])), [None]);
    }
}
