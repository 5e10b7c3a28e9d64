//! One snapshot on one row: running it again, and judging the test.

use std::path::PathBuf;

use crate::bugs::export::with_status;
use crate::bugs::snapshot::{self, Info, State};
use crate::bugs::verify::taken_by;
use crate::matrix::case::file_name;
use crate::matrix::{Class, Config, Solver};
use crate::process::RunError;
use crate::process::invocation::quoted;
use crate::process::workspace::Workspace;
use crate::smtlib::Logic;
use crate::smtlib::instance::Instance;
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;
use crate::suite::account::Account;
use crate::suite::base::{self, Base};
use crate::suite::context::Context;
use crate::suite::failure_report::FailureReport;
use crate::suite::outcomes::Outcome;
use crate::suite::stored_bugs::Regression;

impl Regression {
    /// Runs the script once on the solver, which is present in this version. Returns the outcome and the account for
    /// its line of results.
    pub(crate) fn run(&self, version: &str, context: &Context) -> (Outcome, Account) {
        let mut account = Account::default();
        let outcome = self.try_run(version, context, &mut account);
        (outcome.unwrap_or_else(|without_answer| without_answer), account)
    }

    /// Returns whether this is the row that the bug was found in.
    fn is_own(&self) -> bool {
        self.solver.name == self.stored.info.solver
    }

    /// Runs and judges the script.
    ///
    /// # Errors
    /// The outcome if there is no answer to judge.
    fn try_run(&self, version: &str, context: &Context, account: &mut Account) -> Result<Outcome, Outcome> {
        let (script, arguments) = self.script(&context.setup.config).map_err(Outcome::Broken)?;
        let asked = (&script, arguments.as_slice());
        let verdict = &self.ask(&self.solver, asked, &context.workspace)?;
        account.tally.judged(verdict);
        let replayed = Replayed { regression: self, context, version, verdict, asked };
        let judged = if self.is_own() { replayed.judge_own_row() } else { replayed.judge_other_row() };
        judged.map_err(Outcome::Broken)
    }

    /// Returns the script in the form that the row reads, and the arguments for it.
    fn script(&self, config: &Config) -> Result<(Instance, Vec<String>), String> {
        let Info { args, session, .. } = &self.stored.info;
        let script = self.stored.instance().map_err(|error| error.to_string())?;
        if self.is_own() {
            return Ok((script, args.clone()));
        }
        // The options belong to the row that found the bug, and so does a demand for a model.
        let script = script.adapted(|_| false, |line| self.solver.form.check_in_place_of(line)).script;
        Ok(if session.is_some() { (script, Vec::new()) } else { taken_by(&self.solver, script, config) })
    }

    /// Returns the verdict on the row's answer to the script.
    ///
    /// # Errors
    /// The outcome if the row cannot be run, or its session ended before the last script.
    fn ask(
        &self,
        solver: &Solver,
        (script, arguments): (&Instance, &[String]),
        workspace: &Workspace,
    ) -> Result<Verdict, Outcome> {
        let broken = |error: RunError| Outcome::Broken(error.to_string());
        let args: Vec<&str> = arguments.iter().map(|arg| solver.form.resolved(arg)).collect();
        let runner = Runner::new(solver, workspace);
        if self.stored.info.session.is_none() {
            return Ok(runner.judge_with(script, &args).map_err(broken)?.verdict);
        }
        if solver.session.is_none() {
            return Err(Outcome::Ignored(format!("only a session shows it, and {} has none", solver.name)));
        }
        let mut scripts = script.scripts();
        let last = scripts.pop().unwrap_or_default();
        let before: Vec<&str> = scripts.iter().map(|script| script.text.as_str()).collect();
        let verdict = runner.judge_in_order(&before, &last, &args).map_err(broken)?;
        let ended = "nothing answered: the session ended before the last script";
        verdict.ok_or_else(|| Outcome::Ignored(ended.to_owned()))
    }
}

/// A snapshot that was run on a row: what its judgement and its report need.
#[derive(Clone, Copy)]
struct Replayed<'a> {
    regression: &'a Regression,
    context: &'a Context,
    version: &'a str,
    verdict: &'a Verdict,
    /// The script that the row was asked, and the arguments for it.
    asked: (&'a Instance, &'a [String]),
}

impl Replayed<'_> {
    /// Judges the test on the row that the bug was found in.
    fn judge_own_row(&self) -> Result<Outcome, String> {
        let (info, verdict, context) = (&self.regression.stored.info, self.verdict, self.context);
        let folder = &context.setup.config.snapshots;
        let own = OwnRowVerdict::judge(info, verdict);
        if matches!(own, OwnRowVerdict::OtherWrongAnswer | OwnRowVerdict::Changed(_))
            && let Some(outcome) = self.find_in_base()
        {
            return Ok(outcome);
        }
        let state = match own {
            OwnRowVerdict::Untested => return Ok(Outcome::Ignored(format!("nothing answered: {verdict}"))),
            OwnRowVerdict::OtherWrongAnswer => {
                return Ok(self.fail(verdict.class.word(), "which says otherwise", None));
            }
            OwnRowVerdict::AsStored(state) => {
                // Remove an obsolete pending snapshot that proposes another state.
                snapshot::drop_pending(folder, &info.name(), |left| {
                    left.sha256 == info.sha256 && left.state != info.state
                });
                return Ok(match state {
                    State::Fixed => Outcome::Passed,
                    State::Open if context.setup.environment.strict => {
                        self.fail(info.class.word(), "as accepted", None)
                    }
                    State::Open => {
                        context.showed(&info.name());
                        Outcome::Ignored(format!("known bug {}", info.name()))
                    }
                });
            }
            OwnRowVerdict::Changed(state) => state,
        };
        let update = self.regression.stored.with_state(state);
        update.write_pending(folder).map_err(|error| error.to_string())?;
        let pending = snapshot::pending_path(folder, &info.name());
        let pending = context.setup.commands.shown(&pending);
        let (what, before) = match state {
            State::Fixed => ("fixed", State::Open),
            State::Open => ("regression", State::Fixed),
        };
        let advice = format!("which says that it is {before}; {pending} says that it is {state}");
        Ok(self.fail(what, &advice, None))
    }

    /// Judges the test on another row.
    fn judge_other_row(&self) -> Result<Outcome, String> {
        let (regression, verdict, context) = (self.regression, self.verdict, self.context);
        let (info, row, word) = (&regression.stored.info, &regression.solver, verdict.class.word());
        let decidable = Logic::parse(&regression.found_by.logic).is_some_and(|logic| logic.is_decidable());
        Ok(match OtherRowVerdict::judge(info, verdict, row, decidable) {
            OtherRowVerdict::Untested => Outcome::Ignored(format!("nothing answered: {verdict}")),
            OtherRowVerdict::Sound => Outcome::Passed,
            OtherRowVerdict::Known if context.setup.environment.strict => {
                self.fail(word, &format!("which lists `{}` under `known`", row.name), None)
            }
            OtherRowVerdict::Known => {
                context.showed(&info.name());
                Outcome::Ignored(format!("known bug {}, also of {}", info.name(), row.name))
            }
            OtherRowVerdict::New => {
                if let Some(outcome) = self.find_in_base() {
                    return Ok(outcome);
                }
                let (script, folder) = (with_status(self.asked.0), file_name(&regression.to_string()));
                let kept = context.workspace.keep(&folder, "script.smt2", &script.text);
                let kept = kept.map_err(|error| error.to_string())?;
                let advice = format!(
                    "found with {}; if this is known, add `{}` to `known` in its header",
                    info.solver, row.name
                );
                self.fail(word, &advice, Some(kept))
            }
        })
    }

    /// Returns the outcome of the test if the base build behaves the same.
    fn find_in_base(&self) -> Option<Outcome> {
        let Replayed { regression, context, verdict, asked, .. } = *self;
        let base = context.base.as_ref()?;
        let of_base = match regression.ask(&base.row(&regression.solver)?, asked, &context.workspace) {
            Ok(of_base) => of_base,
            Err(outcome) => {
                if let Outcome::Broken(error) = outcome {
                    Base::say_unknown(&error, &regression.to_string(), &context.live);
                }
                return None;
            }
        };
        let is_alike =
            of_base.class == verdict.class && (verdict.class.is_good() || of_base.is_like(verdict));
        is_alike.then(|| {
            let what = if verdict.class.is_good() { "fixed".to_owned() } else { base::describe(verdict) };
            base.note(&what, &regression.to_string());
            Outcome::Ignored(base.reason(&what))
        })
    }

    /// Returns a failed outcome of the kind `what`, with `snapshot` as the advice on its snapshot. `script` is the
    /// script that ran, if it is not the snapshot itself.
    fn fail(&self, what: &str, snapshot: &str, script: Option<PathBuf>) -> Outcome {
        let Replayed { regression, context, version, verdict, .. } = self;
        let info = &regression.stored.info;
        let row = &regression.solver.name;
        let path = snapshot::path(&context.setup.config.snapshots, &info.name());
        let mut report = FailureReport::new(what, what.to_owned());
        let mut line = |name, value: &str| report.line(name, value);
        line("expected", &info.expected());
        let answered = match verdict.class {
            Class::Right if info.is_open() => "what may be right".to_owned(),
            _ => verdict.to_string(),
        };
        line("answered", &format!("{answered}, by {row} ({version})"));
        line("before", &format!("{}, by {} ({})", info.details, info.solver, info.version));
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        line("found by", &format!("{}, instance {}", info.case, info.instance));
        let mut reproduce = context.setup.commands.replay(script.as_ref().unwrap_or(&path), row);
        if script.is_some() {
            // The snapshot itself says what it needs.
            self.asked.1.iter().for_each(|arg| reproduce += &format!(" --arg={}", quoted(arg)));
            reproduce += if info.session.is_some() { " --session" } else { "" };
        }
        line("reproduce", &reproduce);
        line("test again", &context.setup.commands.test(&regression.to_string(), false));
        line("snapshot", &format!("{}, {snapshot}", context.setup.commands.shown(&path)));
        if ["fixed", "regression"].contains(&what) {
            line("accept with", &context.setup.commands.accept(&info.name()));
        }
        Outcome::Failed(report)
    }
}

/// The verdict on the row that the bug was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OwnRowVerdict {
    /// The solver gave no answer.
    Untested,
    /// The answer is wrong, and is not the known bug.
    OtherWrongAnswer,
    /// The bug is in the recorded state.
    AsStored(State),
    /// The bug is in this state, not in the recorded one.
    Changed(State),
}

/// The verdict on another row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherRowVerdict {
    /// The solver gave no answer.
    Untested,
    /// The row does not have the bug.
    Sound,
    /// The row has the bug, as the header says.
    Known,
    /// The row has the bug, and the header does not say so.
    New,
}

impl OwnRowVerdict {
    fn judge(info: &Info, verdict: &Verdict) -> OwnRowVerdict {
        let shows = verdict.is_as_recorded(info.class, &info.details);
        let state = if shows { State::Open } else { State::Fixed };
        match verdict.class {
            class if class.is_wrong() && !shows => OwnRowVerdict::OtherWrongAnswer,
            class if !shows && !class.is_tested() => OwnRowVerdict::Untested,
            _ if state == info.state => OwnRowVerdict::AsStored(state),
            _ => OwnRowVerdict::Changed(state),
        }
    }
}

impl OtherRowVerdict {
    /// Judges another row. `decidable` tells whether the logic of the bug is decidable.
    fn judge(info: &Info, verdict: &Verdict, row: &Solver, decidable: bool) -> OtherRowVerdict {
        let alike = verdict.class.is_wrong() || verdict.is_as_recorded(info.class, &info.details);
        match alike && row.fails_on(verdict.class, decidable) {
            true if info.known.contains(&row.name) => OtherRowVerdict::Known,
            true => OtherRowVerdict::New,
            false if verdict.class.is_tested() => OtherRowVerdict::Sound,
            false => OtherRowVerdict::Untested,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bugs::snapshot::Snapshot;
    use crate::suite::run_case::tests::row;

    fn info(state: State, class: Class) -> Info {
        Info { state, class, ..Snapshot::example().info }
    }

    #[test]
    fn the_row_that_found_the_bug_shows_it_or_not() {
        use State::{Fixed, Open};
        let judge = |state, verdict: Verdict| OwnRowVerdict::judge(&info(state, Class::Crash), &verdict);
        let crash = || Verdict::with_details(Class::Crash, "killed by SIGSEGV");
        assert_eq!(judge(Open, crash()), OwnRowVerdict::AsStored(Open));
        assert_eq!(judge(Fixed, crash()), OwnRowVerdict::Changed(Open));
        assert_eq!(judge(Open, Class::Right.into()), OwnRowVerdict::Changed(Fixed));
        assert_eq!(judge(Fixed, Class::Unknown.into()), OwnRowVerdict::AsStored(Fixed));
        for state in [Open, Fixed] {
            assert_eq!(judge(state, Class::Timeout.into()), OwnRowVerdict::Untested);
            assert_eq!(judge(state, Verdict::wrong_unsat(0)), OwnRowVerdict::OtherWrongAnswer);
        }
        let wrong = info(Fixed, Class::WrongUnsat);
        assert_eq!(OwnRowVerdict::judge(&wrong, &Verdict::wrong_unsat(0)), OwnRowVerdict::Changed(Open));
    }

    #[test]
    fn no_answer_may_be_the_bug_itself() {
        let timeout = info(State::Open, Class::Timeout);
        assert_eq!(
            OwnRowVerdict::judge(&timeout, &Class::Timeout.into()),
            OwnRowVerdict::AsStored(State::Open)
        );
        assert_eq!(OwnRowVerdict::judge(&timeout, &Class::MemoryOut.into()), OwnRowVerdict::Untested);
    }

    #[test]
    fn another_row_has_the_bug_if_it_fails_alike() {
        let mut info = info(State::Fixed, Class::Crash);
        let mut row = row("");
        let judge =
            |info: &Info, row: &Solver, class: Class| OtherRowVerdict::judge(info, &class.into(), row, true);
        assert_eq!(judge(&info, &row, Class::Crash), OtherRowVerdict::New);
        assert_eq!(judge(&info, &row, Class::WrongUnsat), OtherRowVerdict::New);
        assert_eq!(judge(&info, &row, Class::Assertion), OtherRowVerdict::Untested);
        assert_eq!(judge(&info, &row, Class::Right), OtherRowVerdict::Sound);
        info.known.push(row.name.clone());
        assert_eq!(judge(&info, &row, Class::Crash), OtherRowVerdict::Known);
        row.fail_on = [Class::WrongUnsat].into();
        assert_eq!(judge(&info, &row, Class::Crash), OtherRowVerdict::Untested);
    }

    #[test]
    fn unknown_counts_where_the_logic_is_decidable() {
        let info = info(State::Open, Class::Unknown);
        let mut row = row("");
        row.fail_on.insert(Class::Unknown);
        let judge = |decidable| OtherRowVerdict::judge(&info, &Class::Unknown.into(), &row, decidable);
        assert_eq!((judge(true), judge(false)), (OtherRowVerdict::New, OtherRowVerdict::Sound));
    }
}
