//! A campaign progress way: what its workers share, and what becomes of their units.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ledger::Ledger;
use super::position::Done;
use super::schedule::{Schedule, Unit};
use crate::generate::seed_pools::SeedPools;
use crate::matrix::Class;
use crate::process::workspace::WriteError;
use crate::report::lines::record::{self, Record};
use crate::report::numbers::grouped;
use crate::smtlib::{Problem, TermId};
use crate::solver::presence::Presence;
use crate::solver::runner::Runner;
use crate::solver::session_runner::SessionRunner;
use crate::suite::account::{Account, Tally};
use crate::suite::context::Context;
use crate::suite::learnt_limits::LearntLimits;
use crate::suite::outcomes::Outcome;
use crate::suite::run_case::{Running, keep_digests};
use crate::theory::signature::Signature;
use crate::theory::used::of_head;

/// When lines of results are written first; the time from one writing to the next doubles.
const FIRST_LINES: Duration = Duration::from_secs(60);

/// What the workers share.
#[derive(Debug)]
pub(super) struct Campaign {
    pub context: Context,
    /// How long answers take.
    limits: LearntLimits,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    schedule: Schedule,
    ledger: Ledger,
    started: Instant,
    /// When lines of results are written next.
    lines: Duration,
    /// What the first unit without an answer came to, by row and seed.
    untested: BTreeMap<String, (Outcome, Tally)>,
    /// Why it cannot go on.
    broken: Option<String>,
}

impl Campaign {
    pub(super) fn new(context: Context, schedule: Schedule, ledger: Ledger) -> Campaign {
        let (started, untested) = (Instant::now(), BTreeMap::new());
        let state = State { schedule, ledger, started, lines: FIRST_LINES, untested, broken: None };
        Campaign { context, limits: LearntLimits::default(), state: Mutex::new(state) }
    }

    /// Works until the time is up, or nothing can be done any more.
    pub(super) fn work(&self) {
        while let Some(unit) = self.take(None) {
            let solver = &unit.case.solver;
            match self.context.presence(solver) {
                Presence::Present(version) => self.work_on(unit, &version),
                Presence::Missing(_) => self.state(|state| {
                    state.schedule.end(&unit, None, Duration::ZERO);
                    state.schedule.close(&unit);
                }),
            }
        }
    }

    /// Works on the row of a unit, with one session, until it is the turn of another one.
    fn work_on(&self, first: Unit, version: &str) {
        let (context, solver) = (&self.context, Arc::clone(&first.case.solver));
        let sessions = context.sessions(&solver);
        let mut runner = SessionRunner::new(Runner::new(&solver, &context.workspace), &sessions);
        let mut next = Some(first);
        while let Some(unit) = next {
            self.run(&unit, version, &mut runner);
            next = self.take(Some(&unit));
        }
    }

    /// The unit whose turn it is; after another one, only if it is of the same row.
    fn take(&self, after: Option<&Unit>) -> Option<Unit> {
        if self.context.setup.is_over() {
            return None;
        }
        self.state(|state| match (&state.broken, after) {
            (Some(_), _) => None,
            (None, None) => state.schedule.take(Instant::now()),
            (None, Some(unit)) => state.schedule.take_after(unit, Instant::now()),
        })
    }

    /// Runs a unit, and notes what it came to.
    fn run(&self, unit: &Unit, version: &str, runner: &mut SessionRunner<'_>) {
        let (context, case) = (&self.context, &unit.case);
        let (row, started) = (&case.name.solver, Instant::now());
        let progress = context.live.run(row, case.name.to_string(), Some(unit.instances.clone()));
        let mut running = Running::new(case, version, context, &progress);
        (running.next, running.limits) = (unit.instances.start, Some(&self.limits));
        let least = context.setup.config.minimise_time;
        if !self.state(|state| state.schedule.may_look(unit, least)) {
            running.known.patience = 0;
        }
        let batch = context.setup.config.bounds.batches.of_instance(unit.instances.start);
        let outcome = match context.pools(case, batch) {
            Ok(pools) => {
                let (operators, pairs) = operators_and_pairs(&pools.problem);
                context.live.reached(row, &operators, &pairs);
                self.instances(unit, &mut running, &pools, runner)
            }
            Err(message) => Ok(Outcome::Broken(message)),
        };
        let looking = running.known.spent;
        let time = started.elapsed().saturating_sub(looking);
        context.live.spent(row, running.account.tally.solving(), looking);
        let gave_up = running.account.tally.count(Class::Timeout) >= context.setup.config.max_timeouts;
        let is_cut_off = running.next < unit.instances.end && !gave_up && running.next > unit.instances.start;
        let done = match outcome {
            Ok(_) if is_cut_off => None,
            Ok(outcome) => {
                let name = format!("{}__{batch}", case.name.file_name());
                Some((keep_digests(&name, &running.digests, context, outcome), &running.account))
            }
            Err(message) => {
                context.live.say(&format!("error: {}: {message}", case.name));
                Some((Outcome::Broken(message), &running.account))
            }
        };
        self.end(unit, done, time, looking, version);
    }

    /// Runs the instances of a unit, past those that turn a test red; what it comes to.
    fn instances(
        &self,
        unit: &Unit,
        running: &mut Running<'_>,
        pools: &SeedPools,
        runner: &mut SessionRunner<'_>,
    ) -> Result<Outcome, String> {
        let mut red = None;
        while running.next < unit.instances.end {
            match running.batch(pools, running.next..unit.instances.end, runner)? {
                ControlFlow::Break(Some(outcome)) => {
                    if let Outcome::Failed(found) = &outcome {
                        self.context.live.finding(&unit.case.name.solver, &found.text());
                    }
                    red = Some(outcome);
                }
                ControlFlow::Break(None) | ControlFlow::Continue(()) => break,
            }
        }
        Ok(red.unwrap_or_else(|| running.outcome()))
    }

    /// Notes what a unit came to; nothing if it was cut off.
    fn end(
        &self,
        unit: &Unit,
        done: Option<(Outcome, &Account)>,
        time: Duration,
        looking: Duration,
        version: &str,
    ) {
        let stamp = self.context.journal.stamp();
        let done = done.map(|(outcome, account)| {
            let line =
                account.line(stamp, &unit.case.name, Some(version.to_owned()), &outcome, time + looking);
            // What all of its units came to is told by the counts.
            let short = |reason: &str| reason.split("; in all: ").next().unwrap_or_default().to_owned();
            let case =
                record::Case { reason: line.reason.as_deref().map(short), instances_sha256: None, ..line };
            (Done { unit: unit.number, time, case }, outcome, account)
        });
        let noted = self.state(|state| {
            let mut is_full = false;
            if let Some((done, outcome, account)) = &done {
                let track = unit.case.name.track();
                is_full = state.ledger.note(track.clone(), done.clone())?;
                if account.tally.tested() == 0 {
                    state.untested.entry(track).or_insert_with(|| (outcome.clone(), account.tally.clone()));
                }
            }
            state.schedule.end(unit, done.map(|(done, ..)| done), looking);
            if is_full {
                state.sum_up()?;
            }
            if state.started.elapsed() >= state.lines {
                state.lines *= 2;
                state.write_lines(&self.context)?;
            }
            Ok::<_, WriteError>(())
        });
        if let Err(error) = noted {
            self.state(|state| state.broken.get_or_insert(error.to_string()).len());
        }
    }

    /// Writes what it came to so far, at its end or when it is interrupted; why it could not go on, if that is so.
    pub(super) fn conclude(&self) -> Result<(), String> {
        self.state(|state| {
            let written = state.write_lines(&self.context).and_then(|()| state.sum_up());
            state.broken.clone().map_or(written.map_err(|error| error.to_string()), Err)
        })
    }

    /// What was not tested, and why, in lines.
    pub(super) fn untested(&self) -> Vec<String> {
        let context = &self.context;
        self.state(|state| {
            for (case, position) in state.schedule.positions() {
                // Others were not come to.
                let Some(presence) = context.known_presence(&case.solver) else { continue };
                let passed = || (Outcome::Passed, Tally::default());
                let (outcome, tally) = match (&presence, state.untested.get(&case.name.track())) {
                    (Presence::Missing(reason), _) => (Outcome::Ignored(reason.clone()), Tally::default()),
                    (_, Some(untested)) if !position.is_tested() => untested.clone(),
                    _ => passed(),
                };
                let outcome = match outcome {
                    // A seed of which nothing can be made.
                    Outcome::Broken(reason) => Outcome::Ignored(reason),
                    outcome => outcome,
                };
                context.untested.note(&case.solver, &case.name.logic, &presence, &outcome, &tally);
                position.cases.values().for_each(|case| context.untested.note_errors(case));
            }
        });
        context.untested.lines()
    }

    /// How far the campaign has come, with what it did before it went on.
    pub(super) fn extent(&self) -> String {
        self.state(|state| {
            let (mut all, mut reached, mut instances) = (0, 0, 0);
            for (_, position) in state.schedule.positions() {
                all += 1;
                reached += usize::from(!position.cases.is_empty());
                instances += position.cases.values().map(|case| case.instances).sum::<u64>();
            }
            let instances = grouped(instances);
            format!("campaign: {instances} instances; {reached} of {all} pairs of a row and a seed reached")
        })
    }

    fn state<R>(&self, work: impl FnOnce(&mut State) -> R) -> R {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn sum_up(&mut self) -> Result<(), WriteError> {
        let positions = self.schedule.positions();
        self.ledger.sum_up(positions.map(|(case, position)| (case.name.track(), position)))
    }

    /// Writes lines of results of what has changed.
    fn write_lines(&mut self, context: &Context) -> Result<(), WriteError> {
        let (run, campaign) = (context.journal.stamp().run, self.ledger.campaign.clone());
        let cases = self.schedule.changed().flat_map(|position| position.cases.values());
        context.journal.note(cases.map(|case| {
            let (run, campaign) = (run.clone(), Some(campaign.clone()));
            Record::Case(Box::new(record::Case { run, campaign, ..case.clone() }))
        }))
    }
}

/// The operators of a problem's terms, and the pairs of one and of an argument of it, without those that bind nothing and
/// mean nothing of their own.
fn operators_and_pairs(problem: &Problem) -> (Vec<&'static str>, Vec<[&'static str; 2]>) {
    let (terms, signature) = (&problem.formulas.terms, Signature::collect(&problem.script));
    let mut known: HashMap<&str, Option<&'static str>> = HashMap::new();
    let mut name = |id: TermId| {
        let (head, _) = terms.as_app(id)?;
        *known.entry(head).or_insert_with(|| Some(of_head(head, &signature)?.name))
    };
    let (mut operators, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for id in terms.ids() {
        let Some(above) = name(id) else { continue };
        operators.insert(above);
        let arguments = terms.as_app(id).map(|(_, arguments)| arguments).unwrap_or_default();
        pairs.extend(arguments.iter().filter_map(|argument| Some([above, name(*argument)?])));
    }
    (operators.into_iter().collect(), pairs.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_meet_where_one_is_an_argument() {
        let source = "(declare-fun a () (_ BitVec 4))(declare-fun bvnot ((_ BitVec 4)) (_ BitVec 4))\
                      (assert (= ((_ extract 3 0) (bvadd a (bvnot a))) a))";
        let (operators, pairs) = operators_and_pairs(&Problem::read(source).unwrap());
        assert_eq!(operators, ["=", "bvadd", "extract"]);
        assert_eq!(pairs, [["=", "extract"], ["extract", "bvadd"]]);
    }
}
