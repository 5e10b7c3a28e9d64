//! Checks of what the solvers of a configuration can really do, before they are blamed for failures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use crate::matrix::{Asked, Class, Mode, SetLogic, Solver};
use crate::process::workspace::Workspace;
use crate::process::{Exit, RawRun};
use crate::smtlib::instance::{Derived, Expected, Instance, Question};
use crate::solver::answer::{self, Answer};
use crate::solver::operator_support::{OperatorSupports, Reading, first_answer};
use crate::solver::oracles;
use crate::solver::presence::Presence;
use crate::solver::probe;
use crate::solver::runner::{Runner, session_argv};
use crate::solver::session::Session;
use crate::solver::verdict::{Opinion, Verdict};
use crate::witness::Evaluator;

/// Time limit of the script that no solver finishes.
const SHORT: Duration = Duration::from_secs(1);
/// How much longer than that a run may take before the limit counts as not enforced.
const SLACK: Duration = Duration::from_secs(2);
/// Memory limit of the run that shows whether the limit is enforced, in bytes: no solver works with less.
const LITTLE: u64 = 4 << 20;

/// The results for one row.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Report {
    /// The row.
    pub solver: String,
    /// Its version; `None` if it is missing.
    pub version: Option<String>,
    /// Why it is missing.
    pub missing: Option<String>,
    /// The answer to a probe for each logic of the seeds that the row claims.
    pub logics: Vec<LogicReport>,
    /// Whether it can push and pop levels.
    pub incremental: Ability,
    /// Whether a session answers one instance after another.
    pub session: Ability,
    /// Whether it replies rightly to questions beside its answer, by their names in `asks`.
    pub asks: BTreeMap<String, Ability>,
    /// Whether a run ends at its time limit.
    pub time_limit: Ability,
    /// Whether a run ends at its memory limit.
    pub memory_limit: Ability,
    /// Which operators it reads.
    pub operators: Reading,
}

/// The result of a probe in one logic.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LogicReport {
    /// The logic.
    pub logic: String,
    /// Whether it answered, and not wrongly.
    pub works: bool,
    /// The answer.
    pub answer: String,
    /// If it does not work: the `set_logic` values with which it does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub works_as: Vec<SetLogic>,
}

/// The result of a probe for one ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ability {
    /// It works.
    Yes,
    /// It does not work; with the reason.
    No(String),
    /// There was nothing to try it on.
    #[default]
    Untried,
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ability::Yes => "yes",
            Ability::No(_) => "no",
            Ability::Untried => "-",
        })
    }
}

/// Examines one row, with a probe for each of `logics` that it claims. `supports` has the results of earlier rows.
pub(crate) fn examine(
    solver: &Solver,
    logics: &BTreeSet<String>,
    supports: &OperatorSupports,
    workspace: &Workspace,
) -> Report {
    let mut report = Report { solver: solver.name.clone(), ..Report::default() };
    match Presence::ask(solver, workspace.temporary()) {
        Presence::Missing(reason) => {
            report.missing = Some(reason);
            return report;
        }
        Presence::Present(version) => report.version = Some(version),
    }
    let set_logic = solver.form.set_logic.first().copied().unwrap_or(SetLogic::Seed);
    let doctor = Doctor { solver, set_logic, workspace };
    let claimed = logics.iter().filter(|logic| solver.logics.contains(logic));
    report.logics = claimed.filter_map(|logic| doctor.logic(logic)).collect();
    let Some(logic) = report.logics.iter().find(|probe| probe.works).map(|probe| probe.logic.clone()) else {
        return report;
    };
    report.incremental = doctor.incremental(&logic);
    report.session = doctor.session(&logic);
    // Models are checked by evaluation, which quantifiers may prevent.
    let working = report.logics.iter().filter(|probe| probe.works).map(|probe| &probe.logic);
    let plain: Option<&String> = working.into_iter().find(|logic| logic.starts_with("QF_"));
    let quantified = report.logics.iter().find(|probe| probe.works && !probe.logic.starts_with("QF_"));
    let quantified = quantified.map(|probe| &probe.logic);
    let ask = |asked: &Asked| {
        let logic = if *asked == Asked::Eliminations { quantified } else { plain };
        (asked.word(), logic.map_or(Ability::Untried, |logic| doctor.asked(*asked, logic)))
    };
    report.asks = Asked::value_variants().iter().map(ask).collect();
    report.time_limit = doctor.time_limit(&logic);
    report.memory_limit = doctor.memory_limit(&logic);
    report.operators = supports.survey(solver, report.session == Ability::Yes, workspace);
    report
}

struct Doctor<'a> {
    solver: &'a Solver,
    /// The `set-logic` of the scripts.
    set_logic: SetLogic,
    workspace: &'a Workspace,
}

impl Doctor<'_> {
    fn run(&self, solver: &Solver, script: &str) -> Result<RawRun, String> {
        let run = Runner::new(solver, self.workspace).run(&self.adapt(script), &[]);
        run.map_err(|error| error.to_string())
    }

    /// Adapts a script to the form of the row.
    fn adapt(&self, script: &str) -> String {
        probe::replace_logic(script, self.set_logic).replace("(check-sat)", &self.solver.form.check_sat)
    }

    fn logic(&self, logic: &str) -> Option<LogicReport> {
        let script = probe::script(logic)?;
        let answer = self.answer(&script);
        let works = is_good(&answer);
        let others = [SetLogic::Seed, SetLogic::All, SetLogic::None].into_iter();
        let others = others.filter(|logic| !works && *logic != self.set_logic);
        let works_as =
            others.filter(|&set_logic| is_good(&Doctor { set_logic, ..*self }.answer(&script))).collect();
        let answer = match answer {
            Answer::Unsat => "unsat, which is wrong".to_owned(),
            answer => answer.to_string(),
        };
        Some(LogicReport { logic: logic.to_owned(), works, answer, works_as })
    }

    fn answer(&self, script: &str) -> Answer {
        match self.run(self.solver, script) {
            Ok(run) => first_answer(&run),
            Err(error) => Answer::None(Verdict::with_details(Class::Error, error)),
        }
    }

    /// Uses the row's arguments: a row for one-shot instances may reject incremental scripts.
    fn incremental(&self, logic: &str) -> Ability {
        let Some(script) = probe::incremental(logic) else { return Ability::Untried };
        self.run(self.solver, &script).and_then(|run| is_sat_unsat_sat(&run)).into()
    }

    /// Asks two scripts in one session.
    fn session(&self, logic: &str) -> Ability {
        let (Some(command), Some(script)) = (&self.solver.session, probe::script(logic)) else {
            return Ability::Untried;
        };
        let argv = session_argv(self.solver, command, &[]);
        let script = self.adapt(&script);
        let asked = || {
            let session = Session::start(&argv, self.solver.memory, self.workspace.temporary());
            let mut session = session.map_err(|error| error.to_string())?;
            for number in 1..=2 {
                let run = session.ask(&script, self.solver.timeout.min(10 * SHORT));
                let answer = first_answer(&run);
                if !is_good(&answer) {
                    return Err(format!("script {number} is answered {answer}"));
                }
            }
            Ok(())
        };
        asked().into()
    }

    /// Checks whether it replies rightly to a question.
    fn asked(&self, asked: Asked, logic: &str) -> Ability {
        let sample = || Instance::read(&probe::script(logic)?).ok();
        let at_end = |question, command: &str| Some(sample()?.asking_at_end(question, &[command.to_owned()]));
        let derived = |derived, command: &str| at_end(Question::Derived(derived), command);
        let of_unsat = |question| self.replies(unsatisfiable(question, logic), &Answer::Unsat);
        let asking = match asked {
            Asked::Models => sample().map(|script| script.asking_for_models()),
            Asked::Values => {
                sample().map(|script| script.asking_for_values(&probe::TERMS.map(str::to_owned)))
            }
            Asked::Assignments => sample().and_then(|script| script.asking_for_assignments(|| true)),
            Asked::Objectives => sample().and_then(|script| {
                let soft = "(assert-soft (xor c d) :weight 2 :id soft)".to_owned();
                script.asking_for_optima("lex", &[soft], |_| 0)
            }),
            Asked::Cores => return of_unsat(Question::Core),
            Asked::Assumptions => return of_unsat(Question::FailedAssumptions),
            Asked::Proofs => return of_unsat(Question::Proof),
            // Between the first assertion and the others.
            Asked::Interpolants => return of_unsat(Question::Interpolant),
            Asked::Conjectures => {
                at_end(Question::Interpolant, "(get-interpolant I (or (xor c d) (and c d)))")
            }
            Asked::Literals => derived(Derived::Literals, "(get-learned-literals :input)"),
            Asked::Consequences => derived(Derived::Consequences, "(get-consequences (c) (d))"),
            Asked::Eliminations => derived(Derived::Elimination, "(get-qe (exists ((c Bool)) (xor c d)))"),
            Asked::Abducts => derived(Derived::Abduct, "(get-abduct A c)"),
        };
        self.replies(asking, &Answer::Sat)
    }

    /// Checks whether it answers a script with one check as expected, and replies rightly to the questions after it.
    fn replies(&self, script: Option<Instance>, expected: &Answer) -> Ability {
        let Some(script) = script else { return Ability::Untried };
        let evaluator = Evaluator::in_child(self.workspace.temporary());
        let replied = self.run(self.solver, &script.text).and_then(|run| {
            let said = answer::said(&run, &script).pop().flatten();
            let Some((answer, said)) = said.filter(|(answer, _)| answer == expected) else {
                return Err(first_answer(&run).to_string());
            };
            let opinions = oracles::judge(&script, 0, (&answer, &said), &evaluator, &|_| None);
            let is_bad = |opinion: &&Opinion| opinion.is_bad() || opinion.word == "model undecided";
            match opinions.iter().find(is_bad) {
                Some(opinion) => Err(opinion.word.to_owned()),
                None => Ok(()),
            }
        });
        replied.into()
    }

    fn time_limit(&self, logic: &str) -> Ability {
        let Some(script) = probe::hard(logic) else { return Ability::Untried };
        let solver = Solver { timeout: SHORT, ..self.solver.clone() };
        match self.run(&solver, &script) {
            Ok(run) if run.exit == Exit::TimedOut && run.time < SHORT + SLACK => Ability::Yes,
            Ok(run) if run.time < SHORT => Ability::Untried,
            Ok(run) => Ability::No(format!("ended after {:.1} s", run.time.as_secs_f64())),
            Err(error) => Ability::No(error),
        }
    }

    /// Uses the script that no solver finishes: a fast solver may answer an easy script before its memory limit
    /// matters.
    fn memory_limit(&self, logic: &str) -> Ability {
        let Some(script) = probe::hard(logic) else { return Ability::Untried };
        let solver = Solver { memory: Some(LITTLE), timeout: SHORT, ..self.solver.clone() };
        match self.run(&solver, &script) {
            Ok(run) if run.exit == Exit::TimedOut => {
                Ability::No(format!("keeps working with {} MiB", LITTLE >> 20))
            }
            Ok(_) => Ability::Yes,
            Err(error) => Ability::No(error),
        }
    }
}

/// Returns whether a solver may answer a probe like this.
fn is_good(answer: &Answer) -> bool {
    matches!(answer, Answer::Sat | Answer::Unknown)
}

fn is_sat_unsat_sat(run: &RawRun) -> Result<(), String> {
    let answers = answer::read(run, 3);
    if answers == [Answer::Sat, Answer::Unsat, Answer::Sat] {
        return Ok(());
    }
    let words: Vec<&str> = answers.iter().map(Answer::word).collect();
    Err(answers.iter().find(|one| !one.is_real()).map_or(words.join(", "), ToString::to_string))
}

impl From<Result<(), String>> for Ability {
    fn from(result: Result<(), String>) -> Ability {
        result.map_or_else(Ability::No, |()| Ability::Yes)
    }
}

impl LogicReport {
    /// Returns the answer and, if another `set_logic` improves it, that line for the row.
    fn describe(&self) -> String {
        let words: Vec<&str> = self.works_as.iter().map(|said| said.word()).collect();
        match words.as_slice() {
            [] => self.answer.clone(),
            words => format!("{}; for its row: set_logic: [{}]", self.answer, words.join(", ")),
        }
    }
}

impl Report {
    /// Returns the wrong claims of the row about operators, and the lines to write instead; none if it is right.
    pub(crate) fn operator_lines(&self) -> Vec<String> {
        self.operators.lines()
    }

    /// Returns what the solver can be asked, as `asks` has it.
    pub(crate) fn working_asks(&self) -> String {
        let works = |word: &String| self.asks.get(word) == Some(&Ability::Yes);
        let words = Asked::value_variants().iter().map(|asked| asked.word());
        words.filter(works).collect::<Vec<_>>().join(", ")
    }

    /// Returns a line for each wrong claim of the row; logics with the same answer share one.
    pub(crate) fn complaints(&self, solver: &Solver) -> Vec<String> {
        let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
        for probe in self.logics.iter().filter(|probe| !probe.works) {
            let says = probe.describe();
            match lines.iter_mut().find(|(known, _)| *known == says) {
                Some((_, logics)) => logics.push(&probe.logic),
                None => lines.push((says, vec![&probe.logic])),
            }
        }
        let mut complaints: Vec<String> =
            lines.into_iter().map(|(says, logics)| format!("{}: {says}", logics.join(", "))).collect();
        let is_incremental = solver.form.mode == Mode::Incremental;
        let claims = |asked: Asked| match asked {
            Asked::Models => solver.form.prints_models(),
            // One-shot instances have no assumptions.
            Asked::Assumptions => is_incremental && solver.form.asks.contains(&asked),
            // No tactic finds optima.
            Asked::Objectives if solver.form.check_sat != "(check-sat)" => false,
            _ => solver.form.asks.contains(&asked),
        };
        let asks = Asked::value_variants()
            .iter()
            .filter_map(|asked| Some((asked.word(), self.asks.get(&asked.word())?, claims(*asked))));
        let abilities = [
            ("incremental", &self.incremental, is_incremental),
            ("session", &self.session, true),
            ("time limit", &self.time_limit, true),
            ("memory limit", &self.memory_limit, solver.memory.is_some()),
        ];
        let abilities = abilities.map(|(name, finding, claimed)| (name.to_owned(), finding, claimed));
        for (name, finding, claimed) in abilities.into_iter().chain(asks) {
            if let (Ability::No(why), true) = (finding, claimed) {
                complaints.push(format!("{name}: {why}"));
            }
        }
        complaints
    }
}

/// Returns an unsatisfiable script of a logic that asks about its answer.
fn unsatisfiable(question: Question, logic: &str) -> Option<Instance> {
    let mut names = question != Question::Interpolant;
    let script = probe::contradiction(logic, question == Question::FailedAssumptions)?;
    let mut script = Instance::read(&script).ok()?;
    script.expect(Expected::Unsat, &[0]);
    script.asking_about_unsat(question, || std::mem::replace(&mut names, true))
}
