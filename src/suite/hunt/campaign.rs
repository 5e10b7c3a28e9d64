//! A running campaign: the state that its workers share, and what a worker does with a unit.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::corpus::{Corpus, KeptUnit, Origin};
use super::ledger::Ledger;
use super::position::Waiting;
use super::schedule::{Next, Schedule, Unit, Visit};
use super::walk::SeedKind;
use super::worth::Material;
use crate::bugs::snapshot::pending_path;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::{Bounds, Class};
use crate::process::interrupt;
use crate::process::workspace::WriteError;
use crate::report::lines::record::{self, Record};
use crate::report::numbers::{counted, grouped};
use crate::smtlib::{Problem, TermId};
use crate::solver::presence::Presence;
use crate::solver::runner::Runner;
use crate::solver::session_runner::SessionRunner;
use crate::suite::account::Tally;
use crate::suite::context::Context;
use crate::suite::known_choices::KnownChoices;
use crate::suite::learnt_limits::LearntLimits;
use crate::suite::outcomes::Outcome;
use crate::suite::parallel::guarded;
use crate::suite::run_case::{Running, keep_digests};
use crate::theory::signature::Signature;
use crate::theory::used::of_head;

/// The time until lines of results are first written. From one time to the next, it doubles.
const FIRST_LINES: Duration = Duration::from_secs(60);

/// The instances of a batch take at most this many times as long as the batch took to prepare, and more of them would
/// only repeat its witness and its atoms. Of a batch with slow answers, only a few are run.
const WORTH: u32 = 6;

/// A campaign, which all workers share.
#[derive(Debug)]
pub(super) struct Campaign {
    pub context: Context,
    /// How long answers may take.
    limits: LearntLimits,
    /// The layouts and options with which rows mostly show known bugs.
    choices: KnownChoices,
    /// The origin of its instances.
    origin: Origin,
    /// The bounds of instances whose formulas are led to no operators.
    unfocused: Bounds,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    schedule: Schedule,
    ledger: Ledger,
    corpus: Corpus,
    /// The number of kept units that were run again, and of those that could not be.
    replayed: (usize, usize),
    started: Instant,
    /// The time at which lines of results are written next.
    lines: Duration,
    /// The outcome of the first unit without an answer, by row and seed.
    untested: BTreeMap<String, (Outcome, Tally)>,
    /// The number of units that could not be run to their end, and why the first could not, by row.
    failed: BTreeMap<String, (usize, String)>,
    /// The reason why it cannot continue.
    broken: Option<String>,
}

impl Campaign {
    pub(super) fn new(
        context: Context,
        schedule: Schedule,
        ledger: Ledger,
        (corpus, origin): (Corpus, Origin),
    ) -> Campaign {
        let (started, untested, failed, broken) = (Instant::now(), BTreeMap::new(), BTreeMap::new(), None);
        let (lines, replayed) = (FIRST_LINES, (0, 0));
        for (case, failure) in schedule.waiting() {
            context.recognised.wait((case.track(), failure.class), (case.rng_seed, failure.instance));
        }
        let state = State { schedule, ledger, corpus, replayed, started, lines, untested, failed, broken };
        let (limits, choices) = (LearntLimits::default(), KnownChoices::default());
        let unfocused = context.setup.config.bounds.unfocused();
        Campaign { context, limits, choices, origin, unfocused, state: Mutex::new(state) }
    }

    /// Works until the time is up, or nothing can be done any more.
    pub(super) fn work(&self) {
        while let Some(unit) = self.take(None) {
            let solver = &unit.case.solver;
            match self.context.presence(solver) {
                Presence::Present(version) => self.work_on(unit, &version),
                Presence::Missing(_) => self.state(|state| {
                    state.schedule.reopen(&unit, Duration::ZERO);
                    state.schedule.close(&unit);
                }),
            }
        }
    }

    /// Works on the row of a unit, in one session, until it is the turn of another row.
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

    /// Takes the unit whose turn it is; after another unit, only one of the same row.
    fn take(&self, after: Option<&Unit>) -> Option<Unit> {
        loop {
            if self.context.setup.is_over() {
                return None;
            }
            let next = self.state(|state| match (&state.broken, after) {
                (Some(_), _) => None,
                (None, None) => state.schedule.take(Instant::now()),
                (None, Some(unit)) => state.schedule.take_after(unit, Instant::now()),
            })?;
            match next {
                Next::Run(unit) => return Some(unit),
                // Others work while this one reads.
                Next::Read(path) => {
                    let seed = SeedKind::classify(guarded(|| self.context.seed(&path)).ok().as_deref());
                    self.state(|state| state.schedule.seed_is_read(&path, seed));
                }
            }
        }
    }

    /// Runs a unit and notes its results.
    fn run(&self, unit: &Unit, version: &str, runner: &mut SessionRunner<'_>) {
        let (context, case) = (&self.context, &unit.case);
        let (row, started) = (&case.name.solver, Instant::now());
        let progress = context.live.run(row, case.name.to_string(), Some(unit.instances.clone()));
        let mut running = Running::new(case, version, context, &progress);
        running.limits = Some(&self.limits);
        running.choices = unit.visit.is_step().then_some(&self.choices);
        running.is_first_visit = unit.visit == Visit::First;
        running.next = unit.instances.start;
        running.known.is_late = !self.state(|state| state.schedule.may_look(unit.row));
        let batch = context.setup.config.bounds.batches.of_instance(unit.instances.start);
        let (mut material, mut bugs) = (Material::default(), 0);
        let pools = guarded(|| self.pools(unit, batch));
        if let Visit::Kept(kept) = &unit.visit {
            let is_same = |pools| guarded(|| Ok(kept.is_of(pools, &case.solver))) == Ok(true);
            let is_same = pools.as_deref().is_ok_and(is_same);
            if self.note_kept(kept, is_same).is_break() {
                return;
            }
        }
        running.enough = self.enough(&unit.visit, started.elapsed());
        let outcome = match &pools {
            Ok(pools) => guarded(|| {
                material = collect_material(&pools.problem);
                context.live.reached(row, &material.operators, &material.pairs);
                self.instances(unit, &mut running, pools, runner, &mut bugs)
            }),
            Err(message) => Ok(Outcome::Broken(message.clone())),
        };
        // An interruption takes solvers and their files away. What comes of that is no result: wait until it has ended this
        // program.
        interrupt::uninterrupted(|| ());
        let looking = running.known.spent;
        let time = started.elapsed().saturating_sub(looking);
        context.live.spent(row, running.account.tally.solving(), looking);
        let is_begun = running.next > unit.instances.start;
        let is_cut_off = is_begun && running.next < unit.instances.end && !running.is_through();
        let outcome = match outcome {
            Ok(_) if is_cut_off => {
                self.state(|state| {
                    // A failure that waited still does.
                    if !matches!(unit.visit, Visit::Failure(_)) {
                        state.schedule.postpone(unit, &running.known.passed_over);
                    }
                    state.schedule.reopen(unit, looking);
                });
                return;
            }
            Ok(outcome) => {
                let again = match &unit.visit {
                    Visit::First | Visit::Next => "",
                    Visit::Kept(_) => "__kept",
                    Visit::Failure(_) => "__failed",
                };
                let name = format!("{}__{batch}{again}", case.name.file_name());
                keep_digests(&name, &running.digests, context, outcome)
            }
            Err(message) => {
                context.live.say(&format!("error: {}: {message}", case.name));
                self.state(|state| {
                    let new = || (0, message.clone());
                    state.failed.entry(row.clone()).or_insert_with(new).0 += 1;
                });
                Outcome::Broken(message)
            }
        };
        let line = running.account.line(
            context.journal.stamp(),
            &case.name,
            Some(version.to_owned()),
            &outcome,
            time + looking,
        );
        // The counts of all units together are in the line that sums them up.
        let short = |reason: &str| reason.split("; in all: ").next().unwrap_or_default().to_owned();
        let line = record::Case { reason: line.reason.as_deref().map(short), instances_sha256: None, ..line };
        let keep = |results: &record::Case| {
            let (pools, instances) = (pools.as_ref().ok()?, (case, unit.instances.clone()));
            Some(KeptUnit::new(self.origin.clone(), instances, pools, &material, results))
        };
        if running.known.is_empty() && running.account.tally.instances() > 0 {
            self.tell_if_gone(unit);
        }
        self.state(|state| state.schedule.postpone(unit, &running.known.passed_over));
        self.note(unit, (time, looking), (&material, bugs), line, (outcome, running.account.tally), keep);
    }

    /// Says so if a failure that had to wait does not show again. Another one of its class may wait then.
    fn tell_if_gone(&self, unit: &Unit) {
        let Visit::Failure(class) = unit.visit else { return };
        let (name, number) = (&unit.case.name, unit.instances.start);
        if self.context.recognised.end(&(name.track(), class), (name.rng_seed, number)) {
            let what = format!("{class}, which had to wait, does not show again");
            self.context.live.say(&format!("{name}, instance {number}: {what}"));
        }
    }

    /// Returns how long the instances of a batch may take that took so long to prepare. On a first visit, a few do: the
    /// other seeds wait.
    fn enough(&self, visit: &Visit, preparing: Duration) -> Option<Duration> {
        // Other profiles have a batch for all units of a case.
        self.context.setup.config.bounds.batches.size?;
        match visit {
            Visit::First => Some(Duration::ZERO),
            Visit::Next => Some(preparing * WORTH),
            Visit::Kept(_) | Visit::Failure(_) => None,
        }
    }

    fn pools(&self, unit: &Unit, batch: u32) -> Result<Arc<SeedPools>, String> {
        let bounds = match &unit.visit {
            Visit::Kept(kept) if kept.origin != self.origin => &self.unfocused,
            _ => &self.context.setup.config.bounds,
        };
        self.context.pools_within(&unit.case, batch, bounds)
    }

    /// Counts a kept unit, or forgets it if its instances are not the same any more.
    fn note_kept(&self, kept: &KeptUnit, is_same: bool) -> ControlFlow<()> {
        self.state(|state| {
            if is_same {
                state.replayed.0 += 1;
                return ControlFlow::Continue(());
            }
            state.replayed.1 += 1;
            if let Err(error) = state.corpus.forget(kept) {
                state.broken.get_or_insert(error.to_string());
            }
            ControlFlow::Break(())
        })
    }

    /// Runs the instances of a unit, past those that turn a test red, and counts these new bugs.
    fn instances(
        &self,
        unit: &Unit,
        running: &mut Running<'_>,
        pools: &SeedPools,
        runner: &mut SessionRunner<'_>,
        bugs: &mut u32,
    ) -> Result<Outcome, String> {
        let mut red = None;
        while running.next < unit.instances.end {
            match running.batch(pools, running.next..unit.instances.end, runner)? {
                ControlFlow::Break(Some(outcome)) => {
                    if let Outcome::Failed(found) = &outcome {
                        *bugs += 1;
                        self.context.live.finding(&unit.case.name.solver, &found.text());
                    }
                    red = Some(outcome);
                }
                ControlFlow::Break(None) | ControlFlow::Continue(()) => break,
            }
        }
        Ok(red.unwrap_or_else(|| running.outcome()))
    }

    /// Notes the results of a unit: in the schedule, in the ledger and, from time to time, in the lines of results.
    fn note(
        &self,
        unit: &Unit,
        times: (Duration, Duration),
        yielded: (&Material, u32),
        case: record::Case,
        (outcome, tally): (Outcome, Tally),
        keep: impl FnOnce(&record::Case) -> Option<KeptUnit>,
    ) {
        let noted = self.state(|state| {
            let track = unit.case.name.track();
            // A first visit that was cut short tells nothing of the row's limits.
            let is_cut_short = unit.visit == Visit::First && tally.count(Class::Timeout) > 0;
            if tally.tested() == 0 && !is_cut_short {
                state.untested.entry(track.clone()).or_insert((outcome, tally));
            }
            if unit.visit.is_step() {
                let (done, is_new) = state.schedule.end(unit, times, yielded, case);
                if let Some(kept) = is_new.then(|| keep(&done.case)).flatten() {
                    state.corpus.keep(kept)?;
                }
                if state.ledger.note(track, done)? {
                    state.sum_up()?;
                }
            } else {
                state.schedule.end_again(unit, times, yielded.0, case);
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

    /// Writes all results so far, at the end or when it is interrupted.
    ///
    /// # Errors
    /// The reason why it could not continue, or why the results cannot be written.
    pub(super) fn conclude(&self) -> Result<(), String> {
        self.state(|state| {
            let written = state.write_lines(&self.context).and_then(|()| state.sum_up());
            state.broken.clone().map_or(written.map_err(|error| error.to_string()), Err)
        })
    }

    /// Returns a line for each row with units that could not be run to their end.
    pub(super) fn failed(&self) -> Vec<String> {
        let line = |(row, (count, reason)): (&String, &(usize, String))| {
            format!("not run to the end: {} of {row}: {reason}", counted(*count, "unit"))
        };
        self.state(|state| state.failed.iter().map(line).collect())
    }

    /// Notes what was not tested, and why.
    pub(super) fn note_untested(&self) {
        let context = &self.context;
        self.state(|state| {
            for (case, position) in state.schedule.positions() {
                // Other rows were not reached.
                let Some(presence) = context.known_presence(&case.solver) else { continue };
                let passed = || (Outcome::Passed, Tally::default());
                let (outcome, tally) = match (&presence, state.untested.get(&case.name.track())) {
                    (Presence::Missing(reason), _) => (Outcome::Ignored(reason.clone()), Tally::default()),
                    (_, Some(untested)) if !position.is_tested() => untested.clone(),
                    _ => passed(),
                };
                let outcome = match outcome {
                    // The seed is unusable.
                    Outcome::Broken(reason) => Outcome::Ignored(reason),
                    outcome => outcome,
                };
                context.untested.note(&case.solver, &case.name.logic, &presence, &outcome, &tally);
                position.cases.values().for_each(|case| context.untested.note_errors(case));
            }
        });
    }

    /// Returns whether a bug showed whose snapshot is pending: one that an earlier run found, and nobody has reviewed.
    pub(super) fn shows_pending(&self) -> bool {
        let folder = &self.context.setup.config.snapshots;
        self.state(|state| {
            let cases = state.schedule.positions().flat_map(|(_, position)| position.cases.values());
            let mut names = cases.flat_map(|case| case.known.keys());
            names.any(|name| pending_path(folder, name).is_file())
        })
    }

    /// Says which kept units were run again, if there were any.
    pub(super) fn replayed(&self) -> Option<String> {
        let (run, gone) = self.state(|state| state.replayed);
        let forgotten = match gone {
            0 => String::new(),
            _ => format!("; {} forgotten, whose instances are not the same any more", counted(gone, "unit")),
        };
        (run + gone > 0).then(|| format!("kept instances: {} run first{forgotten}", counted(run, "unit")))
    }

    /// Says which failures there was no time to look into, if there are any: the gravest, and how many others.
    pub(super) fn postponed(&self) -> Option<String> {
        let (setup, profile) = (&self.context.setup, &self.context.setup.config);
        self.state(|state| {
            let (case, Waiting { class, .. }) = state.schedule.waiting().max_by_key(|(_, one)| one.class)?;
            let again = setup.commands.test(&case.to_string(), !profile.bounds.focus.is_empty());
            let more = match state.schedule.waiting().count() - 1 {
                0 => String::new(),
                count => format!("; and {} of other seeds or classes", counted(count, "failure")),
            };
            Some(format!(
                "no time to look into: {class}, which `{again}` may find again{more}; `--resume` looks into all of them"
            ))
        })
    }

    /// Returns the extent of the campaign in words, from before it was resumed, too.
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

    /// Writes lines of results for each row and seed that changed.
    fn write_lines(&mut self, context: &Context) -> Result<(), WriteError> {
        let (run, campaign) = (context.journal.stamp().run, self.ledger.campaign.clone());
        let cases = self.schedule.changed().flat_map(|position| position.cases.values());
        context.journal.note(cases.map(|case| {
            let (run, campaign) = (run.clone(), Some(campaign.clone()));
            Record::Case(Box::new(record::Case { run, campaign, ..case.clone() }))
        }))
    }
}

/// Collects the operators of a problem's terms, and the pairs of one and one of its arguments.
fn collect_material(problem: &Problem) -> Material {
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
    Material { operators: operators.into_iter().collect(), pairs: pairs.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_meet_where_one_is_an_argument() {
        let source = "(declare-fun a () (_ BitVec 4))(declare-fun bvnot ((_ BitVec 4)) (_ BitVec 4))\
                      (assert (= ((_ extract 3 0) (bvadd a (bvnot a))) a))";
        let Material { operators, pairs } = collect_material(&Problem::read(source).unwrap());
        assert_eq!(operators, ["=", "bvadd", "extract"]);
        assert_eq!(pairs, [["=", "extract"], ["extract", "bvadd"]]);
    }
}
