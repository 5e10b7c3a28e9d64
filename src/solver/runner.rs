//! Instance → solver process → raw run → verdict.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::matrix::{Class, FILE_PLACEHOLDER, Input, Session, Solver};
use crate::process::interrupt;
use crate::process::ourselves;
use crate::process::workspace::Workspace;
use crate::process::{self, Job, RawRun, RunError};
use crate::smtlib::Expr;
use crate::smtlib::instance::{Expected, Instance};
use crate::solver::answer::{self, Answer};
use crate::solver::oracles;
use crate::solver::verdict::{Opinion, Verdict};
use crate::witness::{Evaluator, Refutation};

/// Runs one solver on one instance after another, each in a fresh process.
#[derive(Debug)]
pub struct Runner<'a> {
    pub(super) solver: &'a Solver,
    /// Evaluates models.
    evaluator: Evaluator,
    pub(super) folder: &'a Path,
    script: PathBuf,
    /// The time limit of an instance.
    pub(super) limit: Duration,
}

/// The result for an instance.
#[derive(Debug)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The solver's output and exit.
    pub run: RawRun,
    /// How often each opinion was formed on what the solver said beside its answers, and how often it gave each answer to a
    /// check whose right answer is not known.
    pub models: BTreeMap<&'static str, u32>,
    /// What refutes the model, core, step, optimum or value that the verdict is about, if values do.
    pub refutation: Option<Refutation>,
    /// For a failure that only a session shows: the scripts that the session was asked, this instance's last.
    pub only_after: Option<Vec<String>>,
}

/// What occurs in reasons for `unknown` that say nothing about the formula: the solver ran out of something.
const RESOURCES: [&str; 7] = ["time", "memory", "memout", "resource", "limit", "cancel", "interrupt"];
/// The beginning of the words with which answers are counted where any answer may be right.
pub(crate) const OPEN: &str = "open: ";

impl<'a> Runner<'a> {
    /// Creates a runner for `solver`, with its own script file.
    pub fn new(solver: &'a Solver, workspace: &'a Workspace) -> Self {
        let evaluator = Evaluator::in_child(workspace.temporary());
        let (folder, script) = (workspace.temporary(), workspace.script_path());
        Runner { solver, evaluator, folder, script, limit: solver.timeout }
    }

    /// Runs the solver with additional arguments on a script in a fresh process.
    ///
    /// # Errors
    /// The solver cannot be started, or the script cannot be written.
    pub fn run(&self, script: &str, args: &[&str]) -> Result<RawRun, RunError> {
        self.run_within(self.limit, script, args)
    }

    fn run_within(&self, limit: Duration, script: &str, args: &[&str]) -> Result<RawRun, RunError> {
        let unwritten = |source| RunError::temporary(self.folder, source);
        interrupt::uninterrupted(|| std::fs::write(&self.script, script)).map_err(unwritten)?;
        process::run(&Job {
            stdin: (self.solver.input == Input::Stdin).then_some(self.script.as_path()),
            cpu: self.solver.cpu,
            memory: self.solver.memory,
            ..Job::new(&argv(self.solver, &self.script, args), limit, self.folder)
        })
    }

    /// Runs the solver on an instance in a fresh process, and judges its answers.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_alone(&self, instance: &Instance) -> Result<Judged, RunError> {
        self.judge_with(instance, &instance.arguments())
    }

    /// Judges an instance with these arguments instead of those drawn for it.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_with(&self, instance: &Instance, args: &[&str]) -> Result<Judged, RunError> {
        let run = self.run(&instance.text, args)?;
        Ok(self.judged(instance, run, args))
    }

    /// Returns the verdict on a run with these arguments, including what is said beside the answers. Whatever of that is
    /// asked again takes at most the time limit once more.
    pub(super) fn judged(&self, instance: &Instance, run: RawRun, args: &[&str]) -> Judged {
        let mut verdict = Verdict::judge_where(&run, instance, |check| instance.expected(check));
        let (mut models, mut refutation) = (BTreeMap::new(), None);
        if instance.asks() {
            let answers = answer::read(&run, instance).into_iter().enumerate();
            for (_, answer) in answers.filter(|(check, _)| instance.expected(*check) == Expected::Open) {
                let word = match answer {
                    Answer::Sat => "open: sat",
                    Answer::Unsat => "open: unsat",
                    Answer::Unknown => "open: unknown",
                    Answer::None(_) => continue,
                };
                *models.entry(word).or_default() += 1;
            }
            let end = Instant::now().checked_add(self.limit);
            let again = |script: &Instance| self.ask_again(script, args, end);
            let said = answer::said(&run, instance);
            let said = said.iter().enumerate().filter_map(|(check, said)| Some((check, said.as_ref()?)));
            for (check, (answer, said)) in said {
                for opinion in oracles::judge(instance, check, (answer, said), &self.evaluator, &again) {
                    let Opinion { word, wrong, refutation: refuted } = opinion;
                    // Of what is equally wrong, the first counts, with its own values.
                    if let Some((class, how)) = wrong.filter(|(class, _)| *class > verdict.class) {
                        verdict = Verdict { check: Some(check), ..Verdict::with_details(class, how) };
                        refutation = refuted.map(|refuted| Refutation { check, ..refuted });
                    }
                    *models.entry(word).or_default() += 1;
                }
            }
        }
        Judged { verdict, run, models, refutation, only_after: None }
    }

    /// Asks the solver another script with one check, also for the model if it prints models: returns its answer, and what it
    /// says after that. `None` if it gives no answer until the time ends.
    fn ask_again(&self, script: &Instance, args: &[&str], end: Option<Instant>) -> Option<(Answer, String)> {
        let left = end.map_or(self.limit, |end| end.saturating_duration_since(Instant::now()));
        let asking = self.solver.form.prints_models().then(|| script.asking_for_models());
        let asking = asking.as_ref().unwrap_or(script);
        let run = (!left.is_zero()).then(|| self.run_within(left, &asking.text, args).ok())??;
        answer::said(&run, asking).into_iter().next()?
    }

    /// Returns the first check, counted from 0, at which the solver gave up, unless it ran out of time, memory or the like,
    /// or gives no reason. A fresh process has to do so again.
    ///
    /// # Errors
    /// The solver cannot be started.
    pub fn surrenders_at(&self, instance: &Instance, judged: &Judged) -> Result<Option<usize>, RunError> {
        let unknown = |answers: Vec<Answer>| answers.iter().position(|answer| *answer == Answer::Unknown);
        let Some(check) = unknown(answer::read(&judged.run, instance)) else { return Ok(None) };
        let asking = instance.asking_for_reason(check);
        let run = self.run(&asking.text, &asking.arguments())?;
        let gave_up = unknown(answer::read(&run, &asking)) == Some(check)
            && reason(&String::from_utf8_lossy(&run.stdout)).is_some_and(|reason| is_of_formula(&reason));
        Ok(gave_up.then_some(check))
    }

    /// Returns what a wrong core or step claims to be unsatisfiable, if the solver says so of that script alone, too: then its
    /// `unsat` is wrong, and not only what it printed. The witness of the instance satisfies the script.
    ///
    /// # Errors
    /// The solver cannot be started.
    pub fn confirm_claim(
        &self,
        instance: &Instance,
        judged: &Judged,
    ) -> Result<Option<(Instance, Judged)>, RunError> {
        let refutation = judged.refutation.as_ref().filter(|_| judged.verdict.class.is_wrong_claim());
        let witnessed = refutation.filter(|claim| instance.witness() == Some(claim.definitions.as_str()));
        let Some(mut claimed) = witnessed.and_then(|claim| claim.claimed(instance)) else {
            return Ok(None);
        };
        claimed.expect(Expected::Sat, &[0]);
        let alone = self.judge_alone(&claimed)?;
        Ok((alone.verdict.class == Class::WrongUnsat).then_some((claimed, alone)))
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        // An error is ignored: the file may never have been written.
        let _ = std::fs::remove_file(&self.script);
    }
}

/// Returns the command that runs `solver` with additional arguments on the file `script`.
pub fn argv(solver: &Solver, script: &Path, args: &[&str]) -> Vec<String> {
    if solver.built_in {
        return ourselves::solve_argv(Some(script));
    }
    let script = script.to_string_lossy();
    let argv = solver.command.argv_with(args);
    let argv = argv.iter().map(|argument| argument.replace(FILE_PLACEHOLDER, &script));
    ourselves::with_library(argv.collect())
}

/// Returns the command that starts a `session` of `solver` with additional arguments.
pub fn session_argv(solver: &Solver, session: &Session, args: &[&str]) -> Vec<String> {
    if solver.built_in {
        return ourselves::solve_argv(None);
    }
    ourselves::with_library(session.command.argv_with(args))
}

/// Reads the reply to `(get-info :reason-unknown)`, after other output.
fn reason(printed: &str) -> Option<String> {
    let reply = &printed[printed.find("(:reason-unknown")?..];
    let reply = Expr::read(reply.lines().next()?)?;
    Some(reply.first()?.children().get(1)?.to_string())
}

/// Whether a reason is about the formula.
fn is_of_formula(reason: &str) -> bool {
    let reason = reason.to_lowercase();
    !RESOURCES.iter().any(|word| reason.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::Config;
    use crate::process::Exit;

    #[test]
    fn a_lack_of_resources_is_not_about_the_formula() {
        let is_of_formula = |printed: &str| reason(printed).map(|reason| is_of_formula(&reason));
        for (printed, expected) in [
            ("unknown\n(:reason-unknown \"(incomplete (theory arithmetic))\")\n", Some(true)),
            ("unknown\n(:reason-unknown incomplete)\n(error \"x", Some(true)),
            ("unknown\n(:reason-unknown \"smt tactic failed to show goal to be sat/unsat\")\n", Some(true)),
            ("unknown\n(:reason-unknown \"timeout\")\n", Some(false)),
            ("unknown\n(:reason-unknown \"max. resource limit exceeded\")\n", Some(false)),
            ("unknown\n(:reason-unknown \"canceled\")\n", Some(false)),
            ("unknown\n(:reason-unknown memout)\n", Some(false)),
            ("unknown\nunsupported\n", None),
            ("unknown\n", None),
        ] {
            assert_eq!(is_of_formula(printed), expected, "{printed}");
        }
    }

    /// Judges what a solver printed for a script, all of whose checks are satisfiable.
    fn judged(script: &str, printed: &str) -> Judged {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path()).unwrap();
        let solver = Config::example_row("argv: [none, \"{file}\"]");
        let mut instance = Instance::read(script).unwrap();
        instance.expect(Expected::Sat, &[0, 1]);
        let stdout = printed.as_bytes().to_vec();
        let run =
            RawRun { exit: Exit::Code(0), stdout, stderr: Vec::new(), flooded: false, time: Duration::ZERO };
        Runner::new(&solver, &workspace).judged(&instance, run, &[])
    }

    /// The values that are kept with a verdict belong to its check.
    #[test]
    fn a_verdict_comes_with_its_own_refutation() {
        let script = "(declare-fun x () Int)(assert (> x 3))(check-sat)(get-model)\
            (assert (> x 5))(check-sat)(get-model)";
        let model = |value: u32| format!("((define-fun x () Int {value}))\n");
        let both = judged(script, &format!("sat\n{}sat\n{}", model(1), model(2)));
        assert_eq!((both.verdict.class, both.verdict.check), (Class::InvalidModel, Some(0)));
        let refutation = both.refutation.unwrap();
        assert_eq!((refutation.check, refutation.definitions.trim()), (0, "(define-fun x () Int 1)"));
        let second = judged(script, &format!("sat\n{}sat\n{}", model(7), model(2)));
        assert_eq!((second.verdict.check, second.refutation.unwrap().check), (Some(1), 1));
        let answer = judged(script, &format!("sat\n{}unsat\n(error \"none\")\n", model(1)));
        assert_eq!(answer.verdict, Verdict::wrong_unsat(1));
        assert!(answer.refutation.is_none() && answer.models["model violated"] == 1);
    }
}
