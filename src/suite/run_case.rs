//! One case from seed to outcome: the arrows of the picture in [`crate`], in order.

use std::fmt::Write;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::Case;
use crate::matrix::{Class, Missing, Solver};
use crate::process::{RunError, interrupt};
use crate::report::lines::record::DECIDED_IN_BASE;
use crate::smtlib::Logic;
use crate::smtlib::instance::Instance;
use crate::solver::presence::required;
use crate::solver::runner::{Judged, Runner};
use crate::solver::session_runner::SessionRunner;
use crate::solver::verdict::Verdict;
use crate::suite::account::Account;
use crate::suite::account::Tally;
use crate::suite::context::Context;
use crate::suite::failure::Confirmed;
use crate::suite::investigate::KnownBugs;
use crate::suite::known_choices::KnownChoices;
use crate::suite::learnt_limits::{Group, LearntLimits};
use crate::suite::live::ProgressHandle;
use crate::suite::live::progress::Doing;
use crate::suite::outcomes::Outcome;

/// The first visit of a seed gives up after this part of the time-outs.
const FIRST: u32 = 3;

/// Runs a case on a solver that is present in this version. Returns its outcome and its account.
pub(crate) fn run_case(
    case: &Case,
    version: &str,
    pools: &SeedPools,
    context: &Context,
    progress: &ProgressHandle<'_>,
) -> (Outcome, Account) {
    let sessions = context.sessions(&case.solver);
    let mut runner = SessionRunner::new(Runner::new(&case.solver, &context.workspace), &sessions);
    let mut running = Running::new(case, version, context, progress);
    let outcome = running.case(pools, &mut runner).unwrap_or_else(Outcome::Broken);
    let outcome = keep_digests(&case.name.file_name(), &running.digests, context, outcome);
    (outcome, running.account)
}

/// Writes the digests of the instances if requested. Returns the outcome, or an error if those of a case that did not
/// fail cannot be written.
pub(super) fn keep_digests(name: &str, digests: &str, context: &Context, outcome: Outcome) -> Outcome {
    if !context.setup.environment.digests {
        return outcome;
    }
    outcome.unless_unwritten(context.workspace.keep_digests(name, digests), "")
}

/// Returns the outcome of a case whose solver is missing.
pub(crate) fn without_solver(case: &Case, reason: &str) -> Outcome {
    match case.solver.missing {
        Missing::Ignore => Outcome::Ignored(format!("solver missing: {reason}")),
        Missing::Error => Outcome::Broken(required(&case.solver, reason)),
    }
}

/// The state of a running case, or of a part of one.
pub(super) struct Running<'a> {
    case: &'a Case,
    version: &'a str,
    context: &'a Context,
    /// Where to report progress.
    progress: &'a ProgressHandle<'a>,
    pub(super) known: KnownBugs,
    pub(super) account: Account,
    /// The digest of each instance, if requested.
    pub(super) digests: String,
    /// The number of the next instance to run.
    pub(super) next: u32,
    /// The time limits that a hunt learns. A test waits as long as its row allows.
    pub(super) limits: Option<&'a LearntLimits>,
    /// Whether a hunt visits the seed for the first time: it gives up sooner, since the other seeds wait.
    pub(super) is_first_visit: bool,
    /// What a hunt knows of the row's layouts and options; a test asks all instances.
    pub(super) choices: Option<&'a KnownChoices>,
    /// How long a hunt lets the instances of a batch take before it goes on to the next one. A test runs them all.
    pub(super) enough: Option<Duration>,
    /// The number of the last batch that instances were drawn from.
    drawn: Option<u32>,
}

impl<'a> Running<'a> {
    /// Starts a case whose solver is present in this version.
    pub(super) fn new(
        case: &'a Case,
        version: &'a str,
        context: &'a Context,
        progress: &'a ProgressHandle<'a>,
    ) -> Running<'a> {
        let (known, account) = (KnownBugs::default(), Account::default());
        Running {
            case,
            version,
            context,
            progress,
            known,
            account,
            digests: String::new(),
            next: 0,
            limits: None,
            is_first_visit: false,
            choices: None,
            enough: None,
            drawn: None,
        }
    }

    /// Runs all instances, or runs until the case fails. Returns the outcome.
    ///
    /// # Errors
    /// The solver cannot be run.
    fn case(&mut self, pools: &SeedPools, runner: &mut SessionRunner<'_>) -> Result<Outcome, String> {
        let all = self.case.solver.instances_of(pools.instances());
        let batches = self.context.setup.config.bounds.batches;
        while self.next < all {
            let batch = batches.of_instance(self.next);
            let numbers = self.next..batches.end(batch).unwrap_or(all).min(all);
            let flow = if batch == pools.batch.number {
                self.batch(pools, numbers.clone(), runner)?
            } else {
                match self.context.pools(self.case, batch) {
                    Ok(pools) => self.batch(&pools, numbers.clone(), runner)?,
                    // Nothing in this batch evaluates under its witness. Other batches have other witnesses.
                    Err(_) => ControlFlow::Continue(()),
                }
            };
            match flow {
                ControlFlow::Continue(()) => self.next = numbers.end,
                ControlFlow::Break(Some(red)) => return Ok(red),
                ControlFlow::Break(None) => break,
            }
        }
        Ok(self.outcome())
    }

    /// Returns whether more instances would tell nothing, or have taken as long as those of a batch should.
    pub(super) fn is_through(&self) -> bool {
        let tally = &self.account.tally;
        tally.is_hopeless(self.max_timeouts()) || self.enough.is_some_and(|enough| tally.has_taken(enough))
    }

    fn max_timeouts(&self) -> u32 {
        let all = self.context.setup.config.max_timeouts;
        if self.is_first_visit { all.div_ceil(FIRST) } else { all }
    }

    /// Returns the outcome of a case without a failing instance.
    pub(super) fn outcome(&self) -> Outcome {
        match self.known.summary(self.context.base.as_ref()) {
            Some(bugs) => Outcome::Ignored(format!("{bugs}; in all: {}", self.account.tally)),
            None => judge(&self.case.solver, &self.case.name.logic, &self.account.tally),
        }
    }

    /// Runs the instances of these numbers, all of one batch. Breaks with the outcome if the case fails, and with
    /// `None` if its time is up, more instances would tell nothing, or there were enough of them.
    ///
    /// # Errors
    /// The solver cannot be run.
    pub(super) fn batch(
        &mut self,
        pools: &SeedPools,
        numbers: Range<u32>,
        runner: &mut SessionRunner<'_>,
    ) -> Result<ControlFlow<Option<Outcome>>, String> {
        let (case, context, progress) = (self.case, self.context, self.progress);
        let logic = pools.additions.logic.unwrap_or(&case.name.logic);
        let decidable = Logic::parse(logic).is_some_and(|logic| logic.is_decidable());
        // If a time-out is a failure of the row, the row gets its full time.
        let is_red = case.solver.fails_on(Class::Timeout, decidable);
        let short = context.setup.config.small_timeout.filter(|_| pools.batch.is_small && !is_red);
        let full = short.unwrap_or(case.solver.timeout);
        let limits = self.limits.filter(|_| !is_red);
        let group = Group::new(&case.name, pools.batch.is_small);
        let limit = limits.map_or(full, |limits| limits.limit(&group, full, self.is_first_visit));
        runner.limit(limit);
        let must_decide = case.solver.complete && decidable && pools.are_exhausted();
        let may_surrender = !must_decide && !case.solver.fails_on(Class::Unknown, decidable);
        let mut generator = pools.generator(&case.solver.form);
        let mut instance = Instance::default();
        if self.drawn.replace(pools.batch.number) != Some(pools.batch.number) {
            self.account.draws_from(pools, &case.solver);
        }
        let first = numbers.start;
        progress.doing(Doing::Asking(first));
        for number in numbers {
            let started = Instant::now();
            generator.write(number, &mut instance);
            let generating = started.elapsed();
            let (row, layout) = (case.name.solver.as_str(), generator.provenance().layout);
            // A unit asks at least its first instance.
            let admits = |choices: &KnownChoices| choices.admits(row, layout, &instance.drawn);
            if number > first && self.choices.is_some_and(|choices| !admits(choices)) {
                self.next = number + 1;
                continue;
            }
            let digest = instance.digest();
            self.account.tally.generated(&digest, generating);
            if context.setup.environment.digests {
                let _ = writeln!(self.digests, "{digest}  {number}");
            }
            let mut judged = judge_within(limit, &instance, runner, &case.solver)?;
            if let Some(limits) = limits.filter(|_| judged.verdict.class.is_tested()) {
                limits.note(&group, judged.run.time);
            }
            // An interruption of this program also ends the solver, which is no failure: wait until the interruption
            // has ended this program.
            interrupt::uninterrupted(|| ());
            if let Some(base) = context.base.as_ref().filter(|_| may_surrender)
                && judged.verdict.class == Class::Unknown
            {
                let both = (runner.alone(), &context.workspace);
                // A base build that cannot be asked decides nothing.
                let is_decided = base.decides((case, number), &instance, &judged, both).unwrap_or(false);
                judged.models.extend(is_decided.then_some((DECIDED_IN_BASE, 1)));
            }
            self.account.tally.add(&judged, generator.provenance());
            self.next = number + 1;
            progress.judged(number, judged.verdict.class);
            if must_decide && judged.verdict.class == Class::Unknown {
                let surrendered = runner.alone().surrenders_at(&instance, &judged);
                judged.verdict.check = surrendered.map_err(|error| error.to_string())?;
            }
            let fails = case.solver.fails_on(judged.verdict.class, decidable)
                || (must_decide && judged.verdict.is_surrender());
            let drawn = self.choices.map(|choices| (choices, instance.drawn.clone()));
            if fails {
                let instance = std::mem::take(&mut instance);
                let of_claim = runner.alone().confirm_claim(&instance, &judged);
                let (instance, judged) =
                    of_claim.map_err(|error| error.to_string())?.unwrap_or((instance, judged));
                let (version, provenance) = (self.version, generator.provenance().clone());
                let failure =
                    Confirmed { case, version, number, instance, provenance, judged, pools, progress };
                let found = self.known.investigate(&failure, runner.alone(), context)?;
                (self.account.known, self.account.looking) = (self.known.met(), self.known.spent);
                if let Some(red) = found {
                    return Ok(ControlFlow::Break(Some(red)));
                }
            }
            // A failure that is not red is a known bug, or was not looked into.
            if let Some((choices, drawn)) = drawn {
                choices.note(row, layout, &drawn, fails);
            }
            if self.is_through() || context.setup.is_over() {
                return Ok(ControlFlow::Break(None));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Judges an instance within a time limit. A failure in a session is tried alone with the row's full time: a short
/// limit must not make it look as if only a session shows it.
fn judge_within(
    limit: Duration,
    instance: &Instance,
    runner: &mut SessionRunner<'_>,
    row: &Solver,
) -> Result<Judged, String> {
    let text = |error: RunError| error.to_string();
    let judged = runner.judge(instance).map_err(text)?;
    if judged.only_after.is_none() || limit >= row.timeout {
        return Ok(judged);
    }
    runner.limit(row.timeout);
    let alone = runner.alone().judge_alone(instance).map_err(text)?;
    runner.limit(limit);
    Ok(if alone.verdict.is_like(&judged.verdict) { alone } else { judged })
}

/// Judges a case without a failing instance.
fn judge(solver: &Solver, logic: &str, tally: &Tally) -> Outcome {
    if tally.tested() > 0 {
        return Outcome::Passed;
    }
    let trouble = tally.first_trouble().map(Verdict::to_string).unwrap_or_default();
    let optional = solver.missing == Missing::Ignore;
    match tally.first_trouble().map(|verdict| verdict.class) {
        Some(Class::Timeout | Class::MemoryOut) => Outcome::Ignored(format!(
            "tested nothing: {tally}; raise `timeout` or `memory` for `{}`",
            solver.name
        )),
        Some(Class::Unsupported) => Outcome::Ignored(format!("tested nothing: {logic} is unsupported")),
        Some(Class::Error) if optional => Outcome::Ignored(format!("tested nothing: {trouble}")),
        _ => Outcome::Broken(format!(
            "tested nothing: {} gave no answer to any of its instances ({tally}); the first verdict was {trouble}",
            solver.name
        )),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::matrix::Config;

    /// Parses a row with these keys besides its command line.
    pub(crate) fn row(more: &str) -> Solver {
        Config::example_row(&format!("argv: [a, \"{{file}}\"]{more}"))
    }

    fn judged(row: &Solver, verdicts: impl IntoIterator<Item = Verdict>) -> Outcome {
        let mut tally = Tally::default();
        verdicts.into_iter().for_each(|verdict| tally.judged(&verdict));
        judge(row, "QF_LIA", &tally)
    }

    #[test]
    fn one_answer_is_a_test() {
        let row = row("");
        assert_eq!(judged(&row, [Class::Timeout.into(), Class::Unknown.into()]), Outcome::Passed);
        assert_eq!(judged(&row, [Class::Right.into(), Class::Error.into()]), Outcome::Passed);
    }

    #[test]
    fn a_case_without_answers_tests_nothing_and_says_why() {
        let ignored = |classes: &[Class]| match judged(&row(""), classes.iter().map(|&class| class.into())) {
            Outcome::Ignored(reason) => reason,
            other => panic!("{other:?}"),
        };
        let reason = ignored(&[Class::Timeout, Class::Timeout, Class::MemoryOut]);
        assert_eq!(reason, "tested nothing: 1 memory-out, 2 timeout; raise `timeout` or `memory` for `a`");
        // The first verdict without an answer decides the advice.
        assert_eq!(ignored(&[Class::Unsupported, Class::Timeout]), "tested nothing: QF_LIA is unsupported");
    }

    #[test]
    fn a_case_that_is_never_read_is_given_up() {
        let mut tally = Tally::default();
        for number in 0..25 {
            assert_eq!(tally.is_hopeless(1), number >= 20, "{number}");
            tally.judged(&if number % 2 == 0 { Class::Error } else { Class::Unsupported }.into());
        }
        tally.judged(&Class::Unknown.into());
        assert!(!tally.is_hopeless(1));
        tally.judged(&Class::Timeout.into());
        assert!(tally.is_hopeless(1) && !tally.is_hopeless(2));
    }

    #[test]
    fn a_few_instances_are_run_whatever_they_take() {
        let [two, three, four] = [2, 3, 4].map(Duration::from_secs);
        let mut tally = Tally::default();
        tally.generated(&Digest::of("(check-sat)"), three);
        for number in 1..=6 {
            tally.judged(&Class::Right.into());
            assert_eq!([two, four].map(|enough| tally.has_taken(enough)), [number >= 5, false], "{number}");
        }
    }

    #[test]
    fn nothing_but_errors_is_broken_unless_the_solver_is_optional() {
        let error = || [Verdict::with_details(Class::Error, "no such logic")];
        assert!(
            matches!(judged(&row(""), error()), Outcome::Broken(text) if text.contains("error (no such logic)"))
        );
        let optional = row(", missing: ignore");
        let reason = "tested nothing: error (no such logic)".to_owned();
        assert_eq!(judged(&optional, error()), Outcome::Ignored(reason));
        assert!(matches!(judged(&optional, [Class::Garbage.into()]), Outcome::Broken(_)));
        assert!(matches!(judged(&optional, []), Outcome::Broken(_)));
    }
}
