//! One snapshot on one row: what it means that the bug is still there, or is not.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::Regression;
use crate::bugs::snapshot;
use crate::bugs::snapshot::State;
use crate::matrix::Class;
use crate::matrix::case::file_name;
use crate::process::workspace::Workspace;
use crate::smtlib::Logic;
use crate::smtlib::instance::Instance;
use crate::solver::runner::Runner;
use crate::solver::verdict::Verdict;
use crate::suite::account::Account;
use crate::suite::context::Context;
use crate::suite::run_case::Outcome;

/// What the row makes of the script.
enum Answer {
    Verdict(Verdict),
    /// It was not asked, or did not come to the script that counts; why.
    None(String),
}

impl Regression {
    /// Runs the solver, which is there in this version, on the script once; what it came to, and
    /// what is to be told of it besides.
    pub fn run(&self, version: &str, context: &Context) -> (Outcome, Account) {
        let mut account = Account::default();
        let outcome = self.try_run(version, context, &mut account);
        (outcome.unwrap_or_else(Outcome::Broken), account)
    }

    /// Whether this is the row that the bug was found in.
    fn is_own(&self) -> bool {
        self.solver.name == self.stored.info.solver
    }

    fn try_run(&self, version: &str, context: &Context, account: &mut Account) -> Result<Outcome, String> {
        let script = self.script()?;
        let verdict = match self.ask(&script, &context.workspace)? {
            Answer::Verdict(verdict) => verdict,
            Answer::None(reason) => return Ok(Outcome::Ignored(reason)),
        };
        account.tally.judged(&verdict);
        let told = Told { regression: self, context, version, verdict: &verdict };
        if self.is_own() { self.own(&told) } else { self.other(&told, &script) }
    }

    /// The script in the form that the row wants.
    fn script(&self) -> Result<Instance, String> {
        let script = Instance::read(&self.stored.contents).map_err(|error| error.to_string())?;
        if self.is_own() {
            return Ok(script);
        }
        // Options are those of the other row, and a model of this one proves nothing here.
        Ok(script.adapted(|_| false, |line| self.solver.form.check_in_place_of(line)).script)
    }

    fn ask(&self, script: &Instance, workspace: &Workspace) -> Result<Answer, String> {
        let info = &self.stored.info;
        let drawn = info.args.iter().filter(|_| self.is_own());
        let args: Vec<&str> = drawn.map(|arg| self.solver.form.resolved(arg)).collect();
        let runner = Runner::new(&self.solver, workspace);
        if info.session.is_none() {
            let judged = runner.judge_with(script, &args).map_err(|error| error.to_string())?;
            return Ok(Answer::Verdict(judged.verdict));
        }
        if self.solver.session.is_none() {
            return Ok(Answer::None(format!("only a session shows it, and {} has none", self.solver.name)));
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

    /// What it means where the bug was found.
    fn own(&self, told: &Told<'_>) -> Result<Outcome, String> {
        let (info, verdict) = (&self.stored.info, told.verdict);
        let shows = verdict.is_as_told(info.class, &info.details);
        let is_wrong = shows || verdict.class == Class::WrongUnsat;
        let state = if is_wrong { State::Open } else { State::Fixed };
        if !is_wrong && !verdict.class.is_tested() {
            return Ok(Outcome::Ignored(format!("nothing answered: {verdict}")));
        }
        if !shows && is_wrong {
            // Not the bug that is known, and graver.
            return Ok(told.changed(verdict.class.word(), "which says otherwise"));
        }
        if state == info.state {
            self.drop_pending(&told.context.config.snapshots);
            return Ok(match state {
                State::Fixed => Outcome::Passed,
                State::Open if told.context.environment.strict => {
                    told.changed(info.class.word(), "as accepted")
                }
                State::Open => Outcome::Ignored(format!("known bug {}", info.name())),
            });
        }
        let (folder, temporary) = (&told.context.config.snapshots, told.context.workspace.temporary());
        let update = self.stored.with_state(state);
        update.write_pending(folder, temporary).map_err(|error| error.to_string())?;
        let pending = snapshot::pending_path(folder, &info.name());
        Ok(match state {
            State::Fixed => told.changed(
                "fixed",
                &format!("which says that it is open; accept {} with `cargo insta review`", pending.display()),
            ),
            State::Open => told.changed(
                "regression",
                &format!(
                    "which says that it is fixed; if it is to be known as open again, accept {} with `cargo insta review`",
                    pending.display()
                ),
            ),
        })
    }

    /// What it means elsewhere.
    fn other(&self, told: &Told<'_>, script: &Instance) -> Result<Outcome, String> {
        let (info, verdict, row) = (&self.stored.info, told.verdict, &self.solver);
        let decidable = Logic::parse(&self.found_by.logic).is_some_and(|logic| logic.is_decidable());
        let fails = row.fails_on(verdict.class, decidable);
        let alike = verdict.class == Class::WrongUnsat || verdict.is_as_told(info.class, &info.details);
        if !(fails && alike) {
            return Ok(match verdict.class.is_tested() {
                true => Outcome::Passed,
                false => Outcome::Ignored(format!("nothing answered: {verdict}")),
            });
        }
        if info.known.contains(&row.name) {
            return Ok(match told.context.environment.strict {
                true => {
                    told.changed(verdict.class.word(), &format!("which lists `{}` under `known`", row.name))
                }
                false => Outcome::Ignored(format!("known bug {}, also of {}", info.name(), row.name)),
            });
        }
        let folder = file_name(&self.to_string());
        let kept = told
            .context
            .workspace
            .keep(&folder, "script.smt2", &script.text)
            .map_err(|error| error.to_string())?;
        let advice = format!(
            "found with {}; if this is known, add `{}` to `known` in its header",
            info.solver, row.name
        );
        Ok(told.changed_as(verdict.class.word(), &advice, Some(kept)))
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
    fn changed(&self, what: &str, snapshot: &str) -> Outcome {
        self.changed_as(what, snapshot, None)
    }

    /// `script` is what was run, if not the snapshot itself.
    fn changed_as(&self, what: &str, snapshot: &str, script: Option<PathBuf>) -> Outcome {
        let Told { regression, context, version, verdict } = self;
        let info = &regression.stored.info;
        let row = &regression.solver.name;
        let path = snapshot::path(&context.config.snapshots, &info.name());
        let mut text = what.to_owned();
        let mut line = |name: &str, value: &str| {
            let _ = write!(text, "\n  {name:<10} {value}");
        };
        line("expected", &format!("sat: a witness satisfies the formula ({}; {})", info.witness, info.grade));
        line("answered", &format!("{verdict}, by {row} ({version})"));
        line("before", &format!("{}, by {} ({})", info.details, info.solver, info.version));
        line("bucket", &format!("{}, of the bug {}", info.bucket, info.name()));
        line("found by", &format!("{}, instance {}", info.case, info.instance));
        line("reproduce", &context.commands.replay(script.as_ref().unwrap_or(&path), row));
        line("test again", &context.commands.test(&regression.to_string()));
        line("snapshot", &format!("{}, {snapshot}", path.display()));
        text.push('\n');
        Outcome::Failed { what: what.to_owned(), text }
    }
}
