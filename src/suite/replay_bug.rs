//! One snapshot on one row: running it again, and judging the test.

use std::path::PathBuf;

use crate::bugs::snapshot::{self, Info, State};
use crate::bugs::verify::taken_by;
use crate::matrix::case::file_name;
use crate::matrix::{Class, Config, Solver};
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

/// The row's answer to the script.
enum Answer {
    Verdict(Verdict),
    /// The row was not asked, or its session ended before the last script; with the reason.
    None(String),
}

impl Regression {
    /// Runs the script once on the solver, which is present in this version. Returns the outcome and the account for
    /// its line of results.
    pub(crate) fn run(&self, version: &str, context: &Context) -> (Outcome, Account) {
        let mut account = Account::default();
        let outcome = self.try_run(version, context, &mut account);
        (outcome.unwrap_or_else(Outcome::Broken), account)
    }

    /// Returns whether this is the row that the bug was found in.
    fn is_own(&self) -> bool {
        self.solver.name == self.stored.info.solver
    }

    fn try_run(&self, version: &str, context: &Context, account: &mut Account) -> Result<Outcome, String> {
        let (script, arguments) = self.script(&context.setup.config)?;
        let asked = (&script, arguments.as_slice());
        let verdict = match self.ask(&self.solver, asked, &context.workspace)? {
            Answer::Verdict(verdict) => verdict,
            Answer::None(reason) => return Ok(Outcome::Ignored(reason)),
        };
        account.tally.judged(&verdict);
        let replayed = Replayed { regression: self, context, version, verdict: &verdict };
        let in_base = || self.is_in_base(&replayed, asked);
        if self.is_own() {
            self.judge_own_row(&replayed, in_base)
        } else {
            self.judge_other_row(&replayed, &script, in_base)
        }
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

    /// Returns the outcome of the case if the base build behaves the same.
    fn is_in_base(
        &self,
        replayed: &Replayed<'_>,
        asked: (&Instance, &[String]),
    ) -> Result<Option<Outcome>, String> {
        let Replayed { context, verdict, .. } = replayed;
        let Some((base, row)) = context.base.as_ref().and_then(|base| Some((base, base.row(&self.solver)?)))
        else {
            return Ok(None);
        };
        let of_base = self.ask(&row, asked, &context.workspace);
        let of_base = of_base.inspect_err(|error| Base::say_unknown(error, &self.to_string(), &context.live));
        let Ok(Answer::Verdict(of_base)) = of_base else { return Ok(None) };
        let is_alike =
            of_base.class == verdict.class && (verdict.class.is_good() || of_base.is_like(verdict));
        Ok(is_alike.then(|| {
            let what = if verdict.class.is_good() { "fixed".to_owned() } else { base::describe(verdict) };
            base.note(&what, &self.to_string());
            Outcome::Ignored(base.reason(&what))
        }))
    }

    fn ask(
        &self,
        solver: &Solver,
        (script, arguments): (&Instance, &[String]),
        workspace: &Workspace,
    ) -> Result<Answer, String> {
        let args: Vec<&str> = arguments.iter().map(|arg| solver.form.resolved(arg)).collect();
        let runner = Runner::new(solver, workspace);
        if self.stored.info.session.is_none() {
            let judged = runner.judge_with(script, &args).map_err(|error| error.to_string())?;
            return Ok(Answer::Verdict(judged.verdict));
        }
        if solver.session.is_none() {
            return Ok(Answer::None(format!("only a session shows it, and {} has none", solver.name)));
        }
        let mut scripts = script.scripts();
        let last = scripts.pop().unwrap_or_default();
        let before: Vec<&str> = scripts.iter().map(|script| script.text.as_str()).collect();
        let verdict = runner.judge_in_order(&before, &last, &args).map_err(|error| error.to_string())?;
        Ok(verdict.map_or_else(
            || Answer::None("nothing answered: the session ended before the last script".to_owned()),
            Answer::Verdict,
        ))
    }

    /// Judges the test on the row that the bug was found in.
    fn judge_own_row(
        &self,
        replayed: &Replayed<'_>,
        in_base: impl FnOnce() -> Result<Option<Outcome>, String>,
    ) -> Result<Outcome, String> {
        let (info, verdict, context) = (&self.stored.info, replayed.verdict, replayed.context);
        let folder = &context.setup.config.snapshots;
        let own = ReplayVerdict::judge(info, verdict);
        if matches!(own, ReplayVerdict::Graver | ReplayVerdict::Changed(_))
            && let Some(outcome) = in_base()?
        {
            return Ok(outcome);
        }
        let state = match own {
            ReplayVerdict::Untested => return Ok(Outcome::Ignored(format!("nothing answered: {verdict}"))),
            ReplayVerdict::Graver => {
                return Ok(replayed.red(verdict.class.word(), "which says otherwise", None));
            }
            ReplayVerdict::AsStored(state) => {
                // Remove an obsolete pending snapshot that proposes another state.
                let info = &self.stored.info;
                snapshot::drop_pending(folder, &info.name(), |left| {
                    left.sha256 == info.sha256 && left.state != info.state
                });
                return Ok(match state {
                    State::Fixed => Outcome::Passed,
                    State::Open if context.setup.environment.strict => {
                        replayed.red(info.class.word(), "as accepted", None)
                    }
                    State::Open => {
                        context.showed(&info.name());
                        Outcome::Ignored(format!("known bug {}", info.name()))
                    }
                });
            }
            ReplayVerdict::Changed(state) => state,
        };
        let update = self.stored.with_state(state);
        update.write_pending(folder, context.workspace.temporary()).map_err(|error| error.to_string())?;
        let pending = snapshot::pending_path(folder, &info.name());
        let pending = context.setup.commands.shown(&pending);
        Ok(match state {
            State::Fixed => replayed.red(
                "fixed",
                &format!("which says that it is open; {pending} says that it is fixed"),
                None,
            ),
            State::Open => replayed.red(
                "regression",
                &format!("which says that it is fixed; {pending} says that it is open"),
                None,
            ),
        })
    }

    /// Judges the test on another row.
    fn judge_other_row(
        &self,
        replayed: &Replayed<'_>,
        script: &Instance,
        in_base: impl FnOnce() -> Result<Option<Outcome>, String>,
    ) -> Result<Outcome, String> {
        let (info, verdict, context) = (&self.stored.info, replayed.verdict, replayed.context);
        let (row, word) = (&self.solver.name, verdict.class.word());
        let decidable = Logic::parse(&self.found_by.logic).is_some_and(|logic| logic.is_decidable());
        Ok(match Other::judge(info, verdict, &self.solver, decidable) {
            Other::Untested => Outcome::Ignored(format!("nothing answered: {verdict}")),
            Other::Sound => Outcome::Passed,
            Other::Known if context.setup.environment.strict => {
                replayed.red(word, &format!("which lists `{row}` under `known`"), None)
            }
            Other::Known => {
                context.showed(&info.name());
                Outcome::Ignored(format!("known bug {}, also of {row}", info.name()))
            }
            Other::New => {
                if let Some(outcome) = in_base()? {
                    return Ok(outcome);
                }
                let folder = file_name(&self.to_string());
                let kept = context.workspace.keep(&folder, "script.smt2", &script.text);
                let kept = kept.map_err(|error| error.to_string())?;
                let advice = format!(
                    "found with {}; if this is known, add `{row}` to `known` in its header",
                    info.solver
                );
                replayed.red(word, &advice, Some(kept))
            }
        })
    }
}

/// What the report of a failing test needs.
#[derive(Clone, Copy)]
struct Replayed<'a> {
    regression: &'a Regression,
    context: &'a Context,
    version: &'a str,
    verdict: &'a Verdict,
}

impl Replayed<'_> {
    /// Returns a failed outcome of the kind `what`, with `snapshot` as the advice on its snapshot. `script` is the
    /// script that ran, if it is not the snapshot itself.
    fn red(&self, what: &str, snapshot: &str, script: Option<PathBuf>) -> Outcome {
        let Replayed { regression, context, version, verdict } = self;
        let info = &regression.stored.info;
        let row = &regression.solver.name;
        let path = snapshot::path(&context.setup.config.snapshots, &info.name());
        let mut red = FailureReport::new(what, what.to_owned());
        let mut line = |name, value: &str| red.line(name, value);
        line("expected", &info.expected());
        let answered = match verdict.class {
            Class::Right if info.is_open() => "what may be right".to_owned(),
            _ => verdict.to_string(),
        };
        line("answered", &format!("{answered}, by {row} ({version})"));
        line("before", &format!("{}, by {} ({})", info.details, info.solver, info.version));
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        line("found by", &format!("{}, instance {}", info.case, info.instance));
        line("reproduce", &context.setup.commands.replay(script.as_ref().unwrap_or(&path), row));
        line("test again", &context.setup.commands.test(&regression.to_string(), false));
        line("snapshot", &format!("{}, {snapshot}", context.setup.commands.shown(&path)));
        if ["fixed", "regression"].contains(&what) {
            line("accept with", &context.setup.commands.accept(&info.name()));
        }
        Outcome::Failed(red)
    }
}

/// The verdict on the row that the bug was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplayVerdict {
    /// The solver gave no answer.
    Untested,
    /// The answer is a wrong `unsat`, which is not the known bug.
    Graver,
    /// The bug is in the recorded state.
    AsStored(State),
    /// The bug is in this state, not in the recorded one.
    Changed(State),
}

/// The verdict on another row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    /// The solver gave no answer.
    Untested,
    /// The row does not have the bug.
    Sound,
    /// The row has the bug, as the header says.
    Known,
    /// The row has the bug, and the header does not say so.
    New,
}

impl ReplayVerdict {
    fn judge(info: &Info, verdict: &Verdict) -> ReplayVerdict {
        let shows = verdict.is_as_recorded(info.class, &info.details);
        let state = if shows { State::Open } else { State::Fixed };
        match verdict.class {
            class if class.is_wrong() && !shows => ReplayVerdict::Graver,
            class if !shows && !class.is_tested() => ReplayVerdict::Untested,
            _ if state == info.state => ReplayVerdict::AsStored(state),
            _ => ReplayVerdict::Changed(state),
        }
    }
}

impl Other {
    /// Judges another row. `decidable` tells whether the logic of the bug is decidable.
    fn judge(info: &Info, verdict: &Verdict, row: &Solver, decidable: bool) -> Other {
        let alike = verdict.class.is_wrong() || verdict.is_as_recorded(info.class, &info.details);
        match alike && row.fails_on(verdict.class, decidable) {
            true if info.known.contains(&row.name) => Other::Known,
            true => Other::New,
            false if verdict.class.is_tested() => Other::Sound,
            false => Other::Untested,
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
        let judge = |state, verdict: Verdict| ReplayVerdict::judge(&info(state, Class::Crash), &verdict);
        let crash = || Verdict::with_details(Class::Crash, "killed by SIGSEGV");
        assert_eq!(judge(Open, crash()), ReplayVerdict::AsStored(Open));
        assert_eq!(judge(Fixed, crash()), ReplayVerdict::Changed(Open));
        assert_eq!(judge(Open, Class::Right.into()), ReplayVerdict::Changed(Fixed));
        assert_eq!(judge(Fixed, Class::Unknown.into()), ReplayVerdict::AsStored(Fixed));
        for state in [Open, Fixed] {
            assert_eq!(judge(state, Class::Timeout.into()), ReplayVerdict::Untested);
            assert_eq!(judge(state, Verdict::wrong_unsat(0)), ReplayVerdict::Graver);
        }
        let wrong = info(Fixed, Class::WrongUnsat);
        assert_eq!(ReplayVerdict::judge(&wrong, &Verdict::wrong_unsat(0)), ReplayVerdict::Changed(Open));
    }

    #[test]
    fn no_answer_may_be_the_bug_itself() {
        let timeout = info(State::Open, Class::Timeout);
        assert_eq!(
            ReplayVerdict::judge(&timeout, &Class::Timeout.into()),
            ReplayVerdict::AsStored(State::Open)
        );
        assert_eq!(ReplayVerdict::judge(&timeout, &Class::MemoryOut.into()), ReplayVerdict::Untested);
    }

    #[test]
    fn another_row_has_the_bug_if_it_fails_alike() {
        let mut info = info(State::Fixed, Class::Crash);
        let mut row = row("");
        let judge = |info: &Info, row: &Solver, class: Class| Other::judge(info, &class.into(), row, true);
        assert_eq!(judge(&info, &row, Class::Crash), Other::New);
        assert_eq!(judge(&info, &row, Class::WrongUnsat), Other::New);
        assert_eq!(judge(&info, &row, Class::Assertion), Other::Untested);
        assert_eq!(judge(&info, &row, Class::Right), Other::Sound);
        info.known.push(row.name.clone());
        assert_eq!(judge(&info, &row, Class::Crash), Other::Known);
        row.fail_on = [Class::WrongUnsat].into();
        assert_eq!(judge(&info, &row, Class::Crash), Other::Untested);
    }

    #[test]
    fn unknown_counts_where_the_logic_is_decidable() {
        let info = info(State::Open, Class::Unknown);
        let mut row = row("");
        row.fail_on.insert(Class::Unknown);
        let judge = |decidable| Other::judge(&info, &Class::Unknown.into(), &row, decidable);
        assert_eq!((judge(true), judge(false)), (Other::New, Other::Sound));
    }
}
