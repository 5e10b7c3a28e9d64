//! One snapshot on one row: run again, and what the test says.

use std::path::{Path, PathBuf};

use super::Regression;
use super::judge::{Other, ReplayVerdict};
use crate::bugs::ask_others::taken_by;
use crate::bugs::snapshot;
use crate::bugs::snapshot::{Info, State};
use crate::matrix::case::file_name;
use crate::matrix::{Config, Solver};
use crate::process::workspace::Workspace;
use crate::smtlib::Logic;
use crate::smtlib::instance::Instance;
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;
use crate::suite::account::Account;
use crate::suite::base;
use crate::suite::context::Context;
use crate::suite::failure_report::FailureReport;
use crate::suite::outcomes::Outcome;

/// What the row makes of the script.
enum Answer {
    Verdict(Verdict),
    /// It was not asked, or did not come to the script that counts; why.
    None(String),
}

impl Regression {
    /// Runs the solver, which is there in this version, on the script once; what it came to, and
    /// what is to be told of it besides.
    pub(crate) fn run(&self, version: &str, context: &Context) -> (Outcome, Account) {
        let mut account = Account::default();
        let outcome = self.try_run(version, context, &mut account);
        (outcome.unwrap_or_else(Outcome::Broken), account)
    }

    /// Whether this is the row that the bug was found in.
    fn is_own(&self) -> bool {
        self.solver.name == self.stored.info.solver
    }

    fn try_run(&self, version: &str, context: &Context, account: &mut Account) -> Result<Outcome, String> {
        let (script, arguments) = self.script(&context.config)?;
        let asked = (&script, arguments.as_slice());
        let verdict = match self.ask(&self.solver, asked, &context.workspace)? {
            Answer::Verdict(verdict) => verdict,
            Answer::None(reason) => return Ok(Outcome::Ignored(reason)),
        };
        account.tally.judged(&verdict);
        let told = Told { regression: self, context, version, verdict: &verdict };
        let in_base = || self.is_in_base(&told, asked);
        if self.is_own() { self.own(&told, in_base) } else { self.other(&told, &script, in_base) }
    }

    /// The script in the form that the row wants, and the arguments that it is given with.
    fn script(&self, config: &Config) -> Result<(Instance, Vec<String>), String> {
        let Info { args, session, .. } = &self.stored.info;
        let script = Instance::read(&self.stored.contents).map_err(|error| error.to_string())?;
        if self.is_own() {
            return Ok((script, args.clone()));
        }
        // Options are those of the other row, and a model of this one proves nothing here.
        let script = script.adapted(|_| false, |line| self.solver.form.check_in_place_of(line)).script;
        Ok(if session.is_some() { (script, Vec::new()) } else { taken_by(&self.solver, script, config) })
    }

    /// What the case comes to if the base build does the same.
    fn is_in_base(&self, told: &Told<'_>, asked: (&Instance, &[String])) -> Result<Option<Outcome>, String> {
        let Told { context, verdict, .. } = told;
        let Some((base, row)) = context.base.as_ref().and_then(|base| Some((base, base.row(&self.solver)?)))
        else {
            return Ok(None);
        };
        let Answer::Verdict(of_base) = self.ask(&row, asked, &context.workspace)? else { return Ok(None) };
        let is_alike =
            of_base.class == verdict.class && (verdict.class.is_good() || of_base.is_like(verdict));
        Ok(is_alike.then(|| {
            let what = if verdict.class.is_good() { "fixed".to_owned() } else { base::what(verdict) };
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
        let scripts = script.scripts();
        let checks = scripts.last().map_or(0, Instance::checks);
        let texts: Vec<&str> = scripts.iter().map(|script| script.text.as_str()).collect();
        let verdict = runner.judge_in_order(&texts, &args, checks).map_err(|error| error.to_string())?;
        Ok(verdict.map_or_else(
            || Answer::None("nothing answered: the session ended before the last script".to_owned()),
            Answer::Verdict,
        ))
    }

    /// What a test says where the bug was found.
    fn own(
        &self,
        told: &Told<'_>,
        in_base: impl FnOnce() -> Result<Option<Outcome>, String>,
    ) -> Result<Outcome, String> {
        let (info, verdict, context) = (&self.stored.info, told.verdict, told.context);
        let folder = &context.config.snapshots;
        let own = ReplayVerdict::judge(info, verdict);
        if matches!(own, ReplayVerdict::Graver | ReplayVerdict::Changed(_))
            && let Some(outcome) = in_base()?
        {
            return Ok(outcome);
        }
        let state = match own {
            ReplayVerdict::Untested => return Ok(Outcome::Ignored(format!("nothing answered: {verdict}"))),
            ReplayVerdict::Graver => return Ok(told.red(verdict.class.word(), "which says otherwise", None)),
            ReplayVerdict::AsStored(state) => {
                self.drop_pending(folder);
                return Ok(match state {
                    State::Fixed => Outcome::Passed,
                    State::Open if context.environment.strict => {
                        told.red(info.class.word(), "as accepted", None)
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
        let pending = context.commands.shown(&pending);
        Ok(match state {
            State::Fixed => told.red(
                "fixed",
                &format!("which says that it is open; {pending} says that it is fixed"),
                None,
            ),
            State::Open => told.red(
                "regression",
                &format!("which says that it is fixed; {pending} says that it is open"),
                None,
            ),
        })
    }

    /// What a test says elsewhere.
    fn other(
        &self,
        told: &Told<'_>,
        script: &Instance,
        in_base: impl FnOnce() -> Result<Option<Outcome>, String>,
    ) -> Result<Outcome, String> {
        let (info, verdict, context) = (&self.stored.info, told.verdict, told.context);
        let (row, word) = (&self.solver.name, verdict.class.word());
        let decidable = Logic::parse(&self.found_by.logic).is_some_and(|logic| logic.is_decidable());
        Ok(match Other::judge(info, verdict, &self.solver, decidable) {
            Other::Untested => Outcome::Ignored(format!("nothing answered: {verdict}")),
            Other::Sound => Outcome::Passed,
            Other::Known if context.environment.strict => {
                told.red(word, &format!("which lists `{row}` under `known`"), None)
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
                told.red(word, &advice, Some(kept))
            }
        })
    }

    /// Takes back a pending snapshot that says of the state what is no longer so.
    fn drop_pending(&self, folder: &Path) {
        let info = &self.stored.info;
        let path = snapshot::pending_path(folder, &info.name());
        let stale = snapshot::Snapshot::verified(&path).ok().flatten();
        if stale.is_some_and(|stale| stale.info.sha256 == info.sha256 && stale.info.state != info.state) {
            // If it stays, it is only one more thing to review.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// What a red test tells of.
#[derive(Clone, Copy)]
struct Told<'a> {
    regression: &'a Regression,
    context: &'a Context,
    version: &'a str,
    verdict: &'a Verdict,
}

impl Told<'_> {
    /// A red test that says `what` is the case, and of the `snapshot` what to do; `script` is what was run, if not the
    /// snapshot itself.
    fn red(&self, what: &str, snapshot: &str, script: Option<PathBuf>) -> Outcome {
        let Told { regression, context, version, verdict } = self;
        let info = &regression.stored.info;
        let row = &regression.solver.name;
        let path = snapshot::path(&context.config.snapshots, &info.name());
        let mut red = FailureReport::new(what, what.to_owned());
        let mut line = |name, value: &str| red.line(name, value);
        line("expected", &format!("sat: a witness satisfies the formula ({}; {})", info.witness, info.grade));
        line("answered", &format!("{verdict}, by {row} ({version})"));
        line("before", &format!("{}, by {} ({})", info.details, info.solver, info.version));
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        line("found by", &format!("{}, instance {}", info.case, info.instance));
        line("reproduce", &context.commands.replay(script.as_ref().unwrap_or(&path), row));
        line("test again", &context.commands.test(&regression.to_string()));
        line("snapshot", &format!("{}, {snapshot}", context.commands.shown(&path)));
        if ["fixed", "regression"].contains(&what) {
            line("accept with", &context.commands.accept(&info.name()));
        }
        Outcome::Failed(red)
    }
}
