//! `storm replay`: runs one script or snapshot on one solver of `solvers.yaml`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use smt_storm::bugs::snapshot::Info;
use smt_storm::matrix::{Class, Solver};
use smt_storm::process::RawRun;
use smt_storm::process::workspace::Workspace;
use smt_storm::reduce::input::InputScript;
use smt_storm::report::numbers::list_counts;
use smt_storm::smtlib::Tree;
use smt_storm::smtlib::instance::{Expected, Questions, numbered};
use smt_storm::solver::answer;
use smt_storm::solver::runner::{OPEN, Runner, session_argv};
use smt_storm::solver::session::Session;
use smt_storm::solver::verdict::Verdict;
use smt_storm::suite::exit;
use smt_storm::witness::{Evaluator, certified_answers, read_certified};

use super::files::{ConfigFile, locate_in, read, read_script, version_of};
use super::print::{self, Failed, Output};

const EXIT_CODES: &str = "Exit codes:
  0  no failure, or the right answer is not known
  1  failure: the one in the snapshot, or any wrong answer; for a script, anything that makes a test fail
  2  wrong usage, configuration or input (with --bisect: 128, which stops `git bisect run`)
  3  the solver could not be tested: missing, no answer, an error (with --bisect: 125, which skips this commit)";

/// Run a solver on a script or snapshot again, and judge its answers.
///
/// The solver is a row of solvers.yaml, with its arguments and limits. For a snapshot, it defaults to the solver that
/// failed, with the options that were drawn, and in a session if only a session showed the failure.
///
/// The right answers come from the certificate of the script in comments after it, from the values in `witness.smt2`
/// beside it, if they satisfy it, or from `(set-info :status …)` before a check-sat. Without either, `storm replay` prints the answers and does not
/// judge them. A row with `models: true` must also print models, which are checked.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Replay {
    /// The script, or the snapshot: a path, or the name of a snapshot.
    #[arg(value_name = "FILE")]
    script: PathBuf,
    /// Row of solvers.yaml, such as `z3` or `z3/dom-simplify`.
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Additional argument for the solver, such as a drawn option; may be given more than once.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// Feed the script to a session of the solver, and judge the answers together.
    #[arg(long)]
    session: bool,
    /// Use the exit codes of `git bisect run`: 0, 1, 125 for a version that cannot be tested, and 128 to stop.
    #[arg(long)]
    bisect: bool,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

/// What JSON has of a replay.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Replayed<'a> {
    /// The row, and the version that its solver printed.
    solver: &'a str,
    version: &'a str,
    /// The answer to each check-sat.
    answers: &'a [String],
    seconds: f64,
    /// The number of models by what became of them, if any were asked for.
    models: BTreeMap<&'static str, u32>,
    /// The class of the answers.
    #[schemars(with = "String")] // its schema has the names of solvers.yaml
    class: Class,
    /// The class with the solver's own words.
    verdict: String,
    /// Whether it is known which answers are right.
    is_known: bool,
    /// The check-sats, from 1, whose right answers are not known.
    open: Vec<usize>,
    /// Whether it is the failure of the snapshot; for a script, whether it fails a test.
    fails: bool,
}

impl Replay {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("replay", &self.output);
        let bisect = self.bisect;
        let done = self.try_run();
        if !bisect {
            return done;
        }
        Ok(match done {
            Ok(exit::NOT_TESTED) => exit::BISECT_SKIP,
            Ok(code) => code,
            Err(message) => {
                note!("error: {message}");
                exit::BISECT_STOP
            }
        })
    }

    fn try_run(mut self) -> Result<u8, Failed> {
        let (config, workspace) = self.file.open()?;
        self.script = locate_in(&config, &self.script)?;
        let (script, found_with) = read_script(&self.script)?;
        let script = without_echoes(script)?;
        if let Some(info) = &found_with {
            self.arg.splice(0..0, info.args.clone());
            self.session |= info.session.is_some();
        }
        let name = self.solver.clone().or_else(|| found_with.as_ref().map(|info| info.solver.clone()));
        let name = name.ok_or("which solver? give `--solver NAME`, a row of solvers.yaml")?;
        let solver = config.row(&name)?;
        self.arg.iter_mut().for_each(|arg| *arg = solver.form.resolved(arg).to_owned());
        let Some(version) = version_of(solver, &workspace) else { return Ok(exit::NOT_TESTED) };
        say!("solver   {name} ({version})");
        self.replay(solver, &workspace, &script, found_with.as_ref(), &version)
    }

    fn replay(
        &self,
        solver: &Solver,
        workspace: &Workspace,
        script: &str,
        recorded: Option<&Info>,
        version: &str,
    ) -> Result<u8, Failed> {
        let asked = self.asked(script, recorded.is_some(), workspace)?;
        let Ran { run, questions, models } = self.run_script(solver, workspace, script, &asked)?;
        let answers = answer::read(&run, questions.clone());
        let words: Vec<String> = answers.iter().map(ToString::to_string).collect();
        say!("answers  {}", words.join(", "));
        say!("time     {:.3} s", run.time.as_secs_f64());
        let mut verdict = Verdict::judge_where(&run, questions, |check| asked.expected(check));
        let mut counts = BTreeMap::new();
        if let Some(models) = models {
            counts = models.counts;
            counts.retain(|word, _| !word.starts_with(OPEN));
            let listed = list_counts(counts.iter().map(|(&word, &count)| (word, u64::from(count))));
            say!("models   {}", if listed.is_empty() { "none" } else { &listed });
            if let Some(claim) = models.verdict.false_claim() {
                say!("wrong    {claim}");
                verdict = verdict.max(models.verdict);
            }
        }
        say!("verdict  {}", asked.describe(&verdict));
        let open = asked.open();
        if asked.certified.is_some() && !open.is_empty() {
            say!("open     check-sat {} is not judged: it has no known witness", numbered(&open));
        }
        let shows = match recorded {
            Some(info) => verdict.is_as_recorded(info.class, &info.details),
            None => verdict.class.may_fail() && solver.fails_on(verdict.class, false),
        };
        print::result(&Replayed {
            solver: &solver.name,
            version,
            answers: &words,
            seconds: run.time.as_secs_f64(),
            models: counts,
            class: verdict.class,
            verdict: verdict.to_string(),
            is_known: asked.is_known(),
            open: open.iter().map(|check| check + 1).collect(),
            fails: shows,
        })?;
        Ok(match verdict.class {
            _ if shows => exit::WRONG_UNSAT,
            class if class.is_wrong() => exit::WRONG_UNSAT,
            class if class.is_tested() => exit::SUCCESS,
            _ => exit::NOT_TESTED,
        })
    }

    /// Runs the solver on the script. Models that it is asked for are judged, too.
    fn run_script(
        &self,
        solver: &Solver,
        workspace: &Workspace,
        script: &str,
        asked: &Asked,
    ) -> Result<Ran, Failed> {
        let args: Vec<&str> = self.arg.iter().map(String::as_str).collect();
        let without_models = |run| Ran { run, questions: asked.questions.clone(), models: None };
        if !self.session {
            let runner = Runner::new(solver, workspace);
            let certified = read_certified(script).ok().filter(|script| solver.form.models || script.asks());
            let Some(mut instance) = certified else { return Ok(without_models(runner.run(script, &args)?)) };
            for check in 0..instance.checks() {
                instance.expect(asked.expected(check), &[check]);
            }
            let asking = if instance.asks() { instance } else { instance.asking_for_models() };
            let judged = runner.judge_with(&asking, &args)?;
            let models = Some(JudgedModels { verdict: judged.verdict, counts: judged.models });
            return Ok(Ran { run: judged.run, questions: Questions::from(&asking), models });
        }
        let Some(command) = &solver.session else {
            let file = self.file.config.display();
            return Err(format!("{} has no `session` in {file}", solver.name).into());
        };
        let argv = session_argv(solver, command, &args);
        let mut session = Session::start(&argv, solver.memory, workspace.temporary())?;
        // The limit is meant for one instance, but a session may have several scripts.
        let scripts = 1 + script.lines().filter(|line| *line == "(reset)").count() as u32;
        Ok(without_models(session.ask(script, solver.timeout * scripts)))
    }

    /// Returns the check-sats of the script, and what is known about their answers.
    fn asked(&self, script: &str, is_snapshot: bool, workspace: &Workspace) -> Result<Asked, Failed> {
        let tree = Tree::parse(script.to_owned())?;
        let questions = Questions::collect(&tree);
        if questions.checks() == 0 {
            return Err("the script has no check-sat, so there is nothing to answer".into());
        }
        let statuses = statuses(&tree);
        // A certificate in the script itself may cover only some of its checks.
        let elsewhere = || match is_snapshot {
            true => Some(vec![Expected::Sat; questions.checks()]),
            false => self.proved_beside(script, &statuses, workspace),
        };
        let certified = certified_answers(script, questions.checks()).or_else(elsewhere);
        let asked = Asked { certified, statuses, questions };
        if self.bisect && !asked.is_known() {
            return Err(format!(
                "{}: the right answer is not known; write `(set-info :status sat)` before its check-sat",
                self.script.display()
            )
            .into());
        }
        Ok(asked)
    }

    /// Returns what the values in `witness.smt2` beside the script prove: `sat` where they satisfy what is asserted. The
    /// other checks keep their status, because the file may belong to another script. Returns `None` if it proves nothing.
    fn proved_beside(
        &self,
        script: &str,
        statuses: &[Expected],
        workspace: &Workspace,
    ) -> Option<Vec<Expected>> {
        let beside = self.script.with_file_name("witness.smt2");
        if !beside.is_file() || beside == self.script {
            return None;
        }
        let given = InputScript::read(script).ok()?;
        let witnesses = given.witnesses(&read(&beside).ok()?).ok()?;
        let evaluator = Evaluator::in_child(workspace.temporary());
        let without = given.without_witness(&witnesses, &evaluator).ok()?;
        let expected = |check| match without.contains(&check) {
            true => statuses.get(check).copied().unwrap_or(Expected::Open),
            false => Expected::Sat,
        };
        let checks = given.instance.checks();
        (without.len() < checks).then(|| (0..checks).map(expected).collect())
    }
}

/// A run of the solver.
struct Ran {
    run: RawRun,
    /// What was asked, models among it if there are some.
    questions: Questions,
    models: Option<JudgedModels>,
}

/// What the solver said beside its answers.
struct JudgedModels {
    verdict: Verdict,
    /// The number of models by what became of them.
    counts: BTreeMap<&'static str, u32>,
}

/// The check-sats of a script, and what is known about their answers.
struct Asked {
    questions: Questions,
    /// The right answer to each check-sat, by the certificate; `None` without one.
    certified: Option<Vec<Expected>>,
    /// The right answer to each check-sat, by its `:status`.
    statuses: Vec<Expected>,
}

impl Asked {
    /// Returns what is known about the right answer to a check-sat.
    fn expected(&self, check: usize) -> Expected {
        let known = self.certified.as_ref().unwrap_or(&self.statuses);
        known.get(check).copied().unwrap_or(Expected::Open)
    }

    /// Returns the check-sats, from 0, whose answers are unknown.
    fn open(&self) -> Vec<usize> {
        (0..self.questions.checks()).filter(|&check| self.expected(check) == Expected::Open).collect()
    }

    /// Returns whether the answers of all check-sats, or of those that the certificate covers, are known.
    fn is_known(&self) -> bool {
        self.certified.as_ref().is_some_and(|all| all.iter().any(|one| *one != Expected::Open))
            || self.open().is_empty()
    }

    /// Describes a verdict, and how it is known which answer is right.
    fn describe(&self, verdict: &Verdict) -> String {
        match (verdict.class, &self.certified) {
            (class, _) if class.is_good() && !self.is_known() => {
                "unknown: neither a certificate nor a `:status` says which answer is right".to_owned()
            }
            (Class::Right, None) => "right, as `:status` says".to_owned(),
            _ => verdict.to_string(),
        }
    }
}

/// Removes `echo` commands, because what they print may look like an answer. Lines keep their numbers.
fn without_echoes(script: String) -> Result<String, Failed> {
    let tree = Tree::parse(script)?;
    let mut script = tree.source().to_owned();
    for &root in tree.roots().iter().rev().filter(|&&root| tree.head(root) == Some("echo")) {
        let (start, end) = tree.span(root);
        let command = start as usize..end as usize;
        script.replace_range(command.clone(), &"\n".repeat(script[command].matches('\n').count()));
    }
    Ok(script)
}

/// Returns the `:status` of each check-sat, which stands before it.
fn statuses(tree: &Tree) -> Vec<Expected> {
    let (mut statuses, mut next) = (Vec::new(), Expected::Open);
    for &root in tree.commands() {
        let words: Vec<&str> =
            tree.list(root).unwrap_or_default().iter().map(|&item| tree.text(item)).collect();
        match words[..] {
            ["set-info", ":status", status] => {
                next = match status {
                    "sat" => Expected::Sat,
                    "unsat" => Expected::Unsat,
                    _ => Expected::Open,
                };
            }
            ["check-sat" | "check-sat-assuming" | "check-sat-using", ..] => {
                statuses.push(std::mem::replace(&mut next, Expected::Open));
            }
            _ => {}
        }
    }
    statuses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn echoes_are_removed_and_lines_keep_their_numbers() {
        let script = "(echo \"unsat\")(assert\n p) ; (echo \"\n(echo \"a\n\nb\")(check-sat)\n";
        assert_eq!(
            without_echoes(script.to_owned()).unwrap_or_else(|error| panic!("{error:?}")),
            "(assert\n p) ; (echo \"\n\n\n(check-sat)\n"
        );
        assert!(without_echoes("(echo".to_owned()).is_err());
    }
}
