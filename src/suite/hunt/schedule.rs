//! Which unit is next. All rows get the same time, those with unvisited seeds first, and so do all seeds of a row, except
//! that a seed whose instances get no answer, or only show known bugs, gets less. Strategies divide the time of a seed by
//! their shares of batches. A strategy on a seed gets more while it, or the seed, brings the row something new.
//!
//! This is stride scheduling: when a unit ends, its walk (that of a strategy on a row and seed) is charged the cost of the
//! unit, divided by the walk's share and worth. The walk that was charged least is next. Every seed is visited once
//! before any is visited again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::corpus::{KeptUnit, Origin};
use super::direction::Emphasis;
use super::position::{Done, Position, Waiting, Walked, cost, tested, unanswered};
use super::walk::{SeedKind, Units};
use super::worth::{Material, Met, Worth};
use crate::generate::strategy::{Shares, Strategy};
use crate::matrix::case::{Case, CaseName};
use crate::matrix::{Class, FocusOperators, Solver};
use crate::report::lines::record;

/// How much longer than others a row may run before a worker turns to another one, so that its session lives on.
const SLICE: Duration = Duration::from_secs(2);
/// How many times as much time as others a row gets until all its seeds were visited: a bug on a seed that nobody visits
/// is not found. It is not endless, so that a row that hangs on all its seeds does not hold the others.
const UNVISITED: f64 = 16.0;
/// The share of a row's time that its failures may take, in percent.
const LOOKING: u32 = 25;
/// The share of the time of all rows that failures may take, in percent, after so much work: with what they may take in
/// any case, and the ends of searches that have begun, it stays below a tenth. A row may always use this share of its own
/// time, so that the many failures of others do not keep its few from being looked into.
const LOOKING_LATER: u32 = 8;
const LATER: Duration = Duration::from_secs(600);
/// The time that they may take then in any case: a share of what has hardly begun is nothing.
const LEAST_LATER: Duration = Duration::from_secs(30);

/// All rows and their seeds.
#[derive(Debug)]
pub(super) struct Schedule {
    units: Units,
    rows: Vec<Row>,
    /// The kinds of the seeds that were read.
    seeds: BTreeMap<PathBuf, SeedKind>,
    /// The time that failures may take in any case.
    least_looking: Duration,
    /// The time of all rows so far.
    worked: Duration,
    /// The same since [`LATER`], and the part of it that went into failures.
    worked_later: Duration,
    looking_later: Duration,
    /// Until when kept units are run before others.
    replays_until: Option<Instant>,
}

#[derive(Debug)]
struct Row {
    solver: Arc<Solver>,
    tracks: Vec<Track>,
    /// What its instances had, or led to, so far.
    met: Met,
    /// What each strategy is worth to it.
    strategies: BTreeMap<Strategy, Worth>,
    /// The time that its failures took.
    looking: Duration,
    /// How many times as much time it gets as others.
    times: f64,
    /// The kept units to run before all others.
    kept: VecDeque<Unit>,
    /// The number of failures of each class that waited and were looked into.
    looked_into: BTreeMap<Class, u32>,
    /// Whether there is nothing left to do on it.
    is_over: bool,
}

/// One row on one seed.
#[derive(Debug)]
struct Track {
    /// Its case with the first RNG seed.
    case: Case,
    position: Position,
    /// The kind of its seed and the shares of its strategies, once the seed was read.
    seed: Option<(SeedKind, Shares)>,
    /// What the seed is worth to its row.
    worth: Worth,
    /// How many times as much time it gets as others, whatever it is worth.
    times: f64,
    /// The units that are running, each with its strategy and start.
    running: BTreeMap<u64, (Strategy, Instant)>,
    /// The classes whose waiting failure is being looked into.
    under_way: BTreeSet<Class>,
    /// Whether it was worked on since its lines were last written.
    is_changed: bool,
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// The number of its row.
    pub row: usize,
    track: usize,
    /// The strategy that makes it; where units are run again, it may not be known.
    pub strategy: Strategy,
    /// Its number in the walk.
    pub number: u64,
    /// The case that it is a part of.
    pub case: Case,
    /// The numbers of its instances.
    pub instances: Range<u32>,
    /// Why it is run.
    pub visit: Visit,
}

/// Why a unit is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// It is the first step on its row and seed.
    First,
    /// It is the next step of a walk.
    Next,
    /// A unit that reached something first, maybe in an earlier campaign.
    Kept(Arc<KeptUnit>),
    /// An instance that failed in this way when there was no time to look into it.
    Failure(Class),
}

impl Visit {
    /// Whether it is a step of a walk: others were run before.
    pub(super) fn is_step(&self) -> bool {
        matches!(self, Visit::First | Visit::Next)
    }
}

/// What a worker does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It runs a unit.
    Run(Unit),
    /// It reads the seed at this path, and calls [`Schedule::seed_is_read`], since strategies depend on the seed.
    Read(PathBuf),
}

impl Schedule {
    /// Plans these cases, one for each row and seed, from where earlier runs left them. Failures may take the time
    /// `least_looking` in any case.
    pub(super) fn new(
        cases: Vec<Case>,
        units: Units,
        emphasis: &Emphasis,
        least_looking: Duration,
        earlier: &mut BTreeMap<String, Position>,
    ) -> Schedule {
        let mut rows: Vec<Row> = Vec::new();
        for case in cases {
            let position = earlier.remove(&case.name.track()).unwrap_or_default();
            let solver = Arc::clone(&case.solver);
            let at = rows.iter().position(|row| row.solver.name == solver.name).unwrap_or_else(|| {
                rows.push(Row::new(emphasis.of_row(&solver), solver));
                rows.len() - 1
            });
            position.cases.values().for_each(|case| rows[at].met.add_earlier(case));
            rows[at].tracks.push(Track {
                times: emphasis.of_seed(&case.seed_path) * f64::from(case.weight.get()),
                case,
                is_changed: !position.cases.is_empty(),
                position,
                seed: None,
                worth: Worth::default(),
                running: BTreeMap::new(),
                under_way: BTreeSet::new(),
            });
        }
        let worked = rows.iter().map(Row::time).sum();
        let (worked_later, looking_later) = (Duration::ZERO, Duration::ZERO);
        let (seeds, replays_until) = (BTreeMap::new(), None);
        Schedule { units, rows, seeds, least_looking, worked, worked_later, looking_later, replays_until }
    }

    /// Plans to run kept units of its rows and seeds before all others, until some time: those with most operators in
    /// focus first. Returns their number.
    pub(super) fn replay<'a>(
        &mut self,
        kept: impl Iterator<Item = &'a KeptUnit>,
        focus: &FocusOperators,
        until: Instant,
    ) -> usize {
        self.replays_until = Some(until);
        let mut units: BTreeMap<&str, Vec<&KeptUnit>> = BTreeMap::new();
        for unit in kept.filter(|unit| unit.in_focus(focus).is_some()) {
            units.entry(&unit.track).or_default().push(unit);
        }
        let mut all = 0;
        for (at, row) in self.rows.iter_mut().enumerate() {
            let mut of_row: Vec<(&KeptUnit, Unit)> = Vec::new();
            for (track, found) in row.tracks.iter().enumerate() {
                let name = found.case.name.track();
                for unit in units.get(name.as_str()).into_iter().flatten() {
                    let number = self.units.kept(&name, unit.rng_seed, &unit.instances);
                    let Some(number) = number else { continue };
                    let (mut case, instances) = (found.case.clone(), unit.instances.clone());
                    case.name.rng_seed = unit.rng_seed;
                    let (strategy, visit) = (Strategy::Mixed, Visit::Kept(Arc::new((*unit).clone())));
                    of_row.push((unit, Unit { row: at, track, strategy, number, case, instances, visit }));
                }
            }
            of_row.sort_by_key(|(unit, _)| Reverse(unit.in_focus(focus)));
            row.kept = of_row.into_iter().map(|(_, unit)| unit).collect();
            all += row.kept.len();
        }
        all
    }

    /// Returns what to do next; `None` if nothing is left.
    pub(super) fn take(&mut self, now: Instant) -> Option<Next> {
        let (row, _) = self.first(now)?;
        self.take_of(row, now)
    }

    /// Returns what to do next on the row of a unit, unless it is the turn of another row.
    pub(super) fn take_after(&mut self, unit: &Unit, now: Instant) -> Option<Next> {
        let (_, least) = self.first(now)?;
        let row = &self.rows[unit.row];
        if row.is_over || row.cost(now) > least + SLICE { None } else { self.take_of(unit.row, now) }
    }

    /// Returns the row whose turn it is, and its cost.
    fn first(&self, now: Instant) -> Option<(usize, Duration)> {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| !row.is_over);
        let costs = rows.map(|(at, row)| (at, row.cost(now), row.running()));
        costs.min_by_key(|(_, cost, running)| (*cost, *running)).map(|(at, cost, _)| (at, cost))
    }

    /// Takes the next unit of a row.
    fn take_of(&mut self, at: usize, now: Instant) -> Option<Next> {
        if self.replays_until.is_some_and(|until| now < until)
            && let Some(unit) = self.rows[at].kept.pop_front()
        {
            // Those for which no time is left are ordinary units.
            if let Visit::Kept(kept) = &unit.visit
                && kept.origin == Origin::of(&self.units.walk)
            {
                self.units.replay(unit.case.name.track(), unit.number);
            }
            return Some(Next::Run(unit));
        }
        if self.may_look(at)
            && let Some(unit) = self.rows[at].next_waiting(at)
        {
            return Some(Next::Run(unit));
        }
        let row = &self.rows[at];
        let (_, track, strategy) = row
            .tracks
            .iter()
            .enumerate()
            .flat_map(|(at, track)| row.walks(track, now).map(move |(strategy, key)| (key, at, strategy)))
            .min()?;
        let (units, found) = (&self.units, &mut self.rows[at].tracks[track]);
        let name = found.case.name.track();
        let Some((seed, _)) = found.seed else {
            let path = found.case.seed_path.clone();
            let Some(seed) = self.seeds.get(&path) else { return Some(Next::Read(path)) };
            found.read(*seed, units);
            return self.take_of(at, now);
        };
        let visit = if found.is_begun() { Visit::Next } else { Visit::First };
        let walk = found.position.walks.entry(strategy).or_default();
        let is_ours = |number| units.has(&name, number, seed, strategy);
        let number = walk.open(|number| found.running.contains_key(&number), is_ours);
        found.running.insert(number, (strategy, now));
        let (rng_seed, instances) = units.walk.unit(&name, number);
        let mut case = found.case.clone();
        case.name.rng_seed = rng_seed;
        Some(Next::Run(Unit { row: at, track, strategy, number, case, instances, visit }))
    }

    /// Notes the kind of a seed.
    pub(super) fn seed_is_read(&mut self, path: &Path, seed: SeedKind) {
        self.seeds.insert(path.to_owned(), seed);
    }

    /// Ends a unit, and charges its walk. Returns what is to be noted of it, and whether it reached something new.
    pub(super) fn end(
        &mut self,
        unit: &Unit,
        (time, looking): (Duration, Duration),
        (material, bugs): (&Material, u32),
        case: record::Case,
    ) -> (Done, bool) {
        self.spend(unit, time + looking, looking);
        let row = &mut self.rows[unit.row];
        let track = &mut row.tracks[unit.track];
        track.running.remove(&unit.number);
        let is_new = row.met.add(material, &case) && tested(&case) > 0;
        track.worth.add(time, is_new, bugs);
        row.strategies.entry(unit.strategy).or_default().add(time, is_new, bugs);
        let charge = cost(&case, time).mul_f64(1.0 / row.weight(&row.tracks[unit.track], unit.strategy));
        let track = &mut row.tracks[unit.track];
        let waiting = track.position.waiting.clone();
        let done = Done { unit: unit.number, strategy: unit.strategy, time, charge, case, waiting };
        let name = track.case.name.track();
        track.position.add(done.clone(), self.units.walk.first_of(&name));
        if let (Some((seed, _)), Some(walk)) = (track.seed, track.position.walks.get_mut(&unit.strategy)) {
            walk.advance(|number| self.units.has(&name, number, seed, unit.strategy));
        }
        track.is_changed = true;
        (done, is_new)
    }

    /// Ends a unit that was run again, and charges no walk.
    pub(super) fn end_again(
        &mut self,
        unit: &Unit,
        (time, looking): (Duration, Duration),
        material: &Material,
        case: record::Case,
    ) {
        self.spend(unit, time + looking, looking);
        let row = &mut self.rows[unit.row];
        row.met.add(material, &case);
        let track = &mut row.tracks[unit.track];
        let first = self.units.walk.first_of(&track.case.name.track());
        track.position.add_results(case, time, first);
        track.is_changed = true;
    }

    /// Opens a unit again that was cut off. Its failures took `looking`.
    pub(super) fn reopen(&mut self, unit: &Unit, looking: Duration) {
        self.spend(unit, looking, looking);
        let track = &mut self.rows[unit.row].tracks[unit.track];
        match &unit.visit {
            Visit::First | Visit::Next => drop(track.running.remove(&unit.number)),
            Visit::Failure(class) => drop(track.under_way.remove(class)),
            Visit::Kept(_) => (),
        }
    }

    /// Lets failures of a unit wait that has ended, each with its class and the number of its instance. If the unit was a
    /// failure that waited, it waits no longer. A kept unit comes again in the next campaign anyway.
    pub(super) fn postpone(&mut self, unit: &Unit, failures: &[(Class, u32)]) {
        let track = &mut self.rows[unit.row].tracks[unit.track];
        let waiting = &mut track.position.waiting;
        match &unit.visit {
            Visit::First | Visit::Next => {}
            Visit::Failure(class) => {
                track.under_way.remove(class);
                waiting.retain(|one| one.class != *class);
            }
            Visit::Kept(_) => return,
        }
        for &(class, instance) in failures {
            if waiting.iter().all(|one| one.class != class) {
                let (rng, since) = (unit.case.name.rng_seed, self.worked);
                waiting.push(Waiting {
                    class,
                    unit: unit.number,
                    strategy: unit.strategy,
                    rng,
                    instance,
                    since,
                });
            }
        }
    }

    /// Iterates over the failures that wait, each with the name of its case.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (CaseName, &Waiting)> {
        let tracks = self.rows.iter().flat_map(|row| &row.tracks);
        tracks.flat_map(|track| track.position.waiting.iter().map(|one| (track.case_of(one).name, one)))
    }

    /// Notes the time of a unit, and the part of it that its failures took.
    fn spend(&mut self, unit: &Unit, time: Duration, looking: Duration) {
        if self.worked >= LATER {
            self.worked_later += time;
            self.looking_later += looking;
        }
        self.worked += time;
        self.rows[unit.row].looking += looking;
    }

    /// Closes the row of a unit: nothing is left to do on it.
    pub(super) fn close(&mut self, unit: &Unit) {
        self.rows[unit.row].is_over = true;
    }

    /// Whether there is time to look into a failure of a row. A search that has begun runs to its end, and the
    /// others wait until it is paid for.
    pub(super) fn may_look(&self, row: usize) -> bool {
        let row = &self.rows[row];
        let [much, little] = [LOOKING, LOOKING_LATER].map(|share| row.time() * share / 100);
        let has_time = self.looking_later <= LEAST_LATER + self.worked_later * LOOKING_LATER / 100;
        row.looking <= self.least_looking + much && (has_time || row.looking <= little)
    }

    /// Iterates over the progress on each row and seed, with the case that stands for it.
    pub(super) fn positions(&self) -> impl Iterator<Item = (&Case, &Position)> {
        self.rows.iter().flat_map(|row| &row.tracks).map(|track| (&track.case, &track.position))
    }

    /// Iterates over the progress that changed since the last call.
    pub(super) fn changed(&mut self) -> impl Iterator<Item = &Position> {
        let tracks = self.rows.iter_mut().flat_map(|row| &mut row.tracks);
        tracks.filter_map(|track| std::mem::take(&mut track.is_changed).then_some(&track.position))
    }
}

/// What decides between walks: whether the seed was visited, the walk's debt, the number of units of the seed that are
/// running, and the walk's next unit.
type Turn = (bool, Duration, usize, u64);

impl Row {
    fn new(times: f64, solver: Arc<Solver>) -> Row {
        Row {
            solver,
            tracks: Vec::new(),
            met: Met::default(),
            strategies: BTreeMap::new(),
            looking: Duration::ZERO,
            times,
            kept: VecDeque::new(),
            looked_into: BTreeMap::new(),
            is_over: false,
        }
    }

    /// Takes a failure that waits, if there is one: of a class of which the fewest were looked into, the gravest of these,
    /// the oldest. `row` is the number of this row.
    fn next_waiting(&mut self, row: usize) -> Option<Unit> {
        let looked_into = |class| self.looked_into.get(&class).copied().unwrap_or_default();
        let turn = |one: &Waiting| (looked_into(one.class), Reverse(one.class), one.since);
        let all = self.tracks.iter().enumerate().flat_map(|(at, track)| {
            let open = track.position.waiting.iter().filter(|one| !track.under_way.contains(&one.class));
            open.map(move |one| (at, *one))
        });
        let (track, one) = all.min_by_key(|(_, one)| turn(one))?;
        *self.looked_into.entry(one.class).or_default() += 1;
        let found = &mut self.tracks[track];
        found.under_way.insert(one.class);
        let (case, instances) = (found.case_of(&one), one.instance..one.instance.saturating_add(1));
        let (strategy, number, visit) = (one.strategy, one.unit, Visit::Failure(one.class));
        Some(Unit { row, track, strategy, number, case, instances, visit })
    }

    /// Iterates over the walks of a track, each with what decides its turn. Before its seed is read, the walks that it
    /// has are not known, and one stands for all.
    fn walks<'a>(&'a self, track: &'a Track, now: Instant) -> impl Iterator<Item = (Strategy, Turn)> + 'a {
        let begun = |strategy| track.position.walks.get(&strategy);
        let turn = move |strategy, debt| {
            let next = begun(strategy).map_or(0, |walk| walk.next);
            (strategy, (track.is_begun(), debt, track.running.len(), next))
        };
        let unread = track.seed.is_none().then(|| {
            let least = track.position.walks.values().map(Walked::debt).min();
            turn(Strategy::Mixed, least.unwrap_or_default())
        });
        let read = track.seed.iter().flat_map(|(_, shares)| shares.iter()).map(move |(strategy, _)| {
            let mut debt = begun(strategy).map(Walked::debt).unwrap_or_default();
            let running = track.running(Some(strategy), now);
            if !running.is_zero() {
                debt += running.mul_f64(1.0 / self.weight(track, strategy));
            }
            turn(strategy, debt)
        });
        unread.into_iter().chain(read)
    }

    /// Returns the weight of a walk: the share of its strategy, times what seed and strategy are worth, times the emphasis
    /// on the seed.
    fn weight(&self, track: &Track, strategy: Strategy) -> f64 {
        let shares = track.seed.iter().flat_map(|(_, shares)| shares.iter());
        let share = shares.filter(|(one, _)| *one == strategy).map(|(_, share)| share).sum::<u32>();
        let of_strategy = self.strategies.get(&strategy).copied().unwrap_or_default();
        f64::from(share.max(1)) / 100.0 * Worth::times(track.worth, of_strategy) * track.times
    }

    fn cost(&self, now: Instant) -> Duration {
        let cost = self.tracks.iter().map(|track| track.position.cost + track.running(None, now));
        let visits = if self.tracks.iter().all(Track::is_begun) { 1.0 } else { UNVISITED };
        cost.sum::<Duration>().div_f64(self.times * visits)
    }

    /// Returns the time of its units.
    fn time(&self) -> Duration {
        self.tracks.iter().map(|track| track.position.time).sum()
    }

    fn running(&self) -> usize {
        self.tracks.iter().map(|track| track.running.len()).sum()
    }
}

impl Track {
    fn is_begun(&self) -> bool {
        self.position.cost > Duration::ZERO || !self.running.is_empty()
    }

    /// Returns the case of a failure that waits.
    fn case_of(&self, failure: &Waiting) -> Case {
        let mut case = self.case.clone();
        case.name.rng_seed = failure.rng;
        case
    }

    /// Begins the walks of its strategies, now that its seed was read.
    fn read(&mut self, seed: SeedKind, units: &Units) {
        let name = self.case.name.track();
        let shares = units.shares(&name, seed);
        for (strategy, _) in shares.iter() {
            let walk = self.position.walks.entry(strategy).or_default();
            walk.advance(|number| units.has(&name, number, seed, strategy));
        }
        self.seed = Some((seed, shares));
    }

    /// Returns the time of running units of one strategy or of all, as if they brought nothing: a unit that hangs must
    /// not hold every worker.
    fn running(&self, strategy: Option<Strategy>, now: Instant) -> Duration {
        let running =
            self.running.values().filter(|(one, _)| strategy.is_none_or(|strategy| *one == strategy));
        running.map(|(_, since)| unanswered(now.duration_since(*since))).sum()
    }
}

#[cfg(test)]
mod tests;
