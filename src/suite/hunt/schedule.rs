//! Whose turn it is: rows and, within a row, seeds get the same time, less where nothing is answered, and for a while more
//! where operators come that the row had not met.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::position::{Done, Position, unanswered};
use super::walk::{Walk, is_in};
use crate::matrix::case::Case;
use crate::matrix::{Shard, Solver};
use crate::report::lines::record;

/// How much longer than others a row may run before a worker turns to another one, so that its session lives on.
const SLICE: Duration = Duration::from_secs(2);
/// The share of a row's time that looking into its failures may take, in hundredths.
const LOOKING: u32 = 25;
/// The share of the time of all rows that it may take, in hundredths, once they have been worked on for so long.
const LOOKING_LATER: u32 = 10;
const LATER: Duration = Duration::from_secs(600);
/// Units that do not count for one that brought the row an operator: most operators come with many seeds, others with one
/// alone, and hardly ever in its first units.
const NEW: u32 = 4;

/// All rows and their seeds.
#[derive(Debug)]
pub(super) struct Schedule {
    walk: Walk,
    shard: Option<Shard>,
    rows: Vec<Row>,
    /// The time of all rows so far; and, since it is later, that and how long failures were looked into.
    worked: Duration,
    worked_later: Duration,
    looking_later: Duration,
}

#[derive(Debug)]
struct Row {
    solver: Arc<Solver>,
    tracks: Vec<Track>,
    /// The operators that its instances had, each with its theory.
    reached: BTreeSet<(String, String)>,
    /// How long its failures were looked into.
    looking: Duration,
    /// Whether there is nothing to be done on it any more.
    is_over: bool,
}

/// One row on one seed.
#[derive(Debug)]
struct Track {
    /// Its case with the first RNG seed.
    case: Case,
    position: Position,
    /// The units that are being run, and since when.
    running: BTreeMap<u64, Instant>,
    /// Time that does not count, for what it brought its row.
    credit: Duration,
    /// Whether it was worked on since its lines were written last.
    is_changed: bool,
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    row: usize,
    track: usize,
    /// Its number in the walk.
    pub number: u64,
    /// The case that it is a part of.
    pub case: Case,
    /// The numbers of its instances.
    pub instances: std::ops::Range<u32>,
}

impl Schedule {
    /// That of these cases, one for each row and seed, which have come as far as is known.
    pub(super) fn new(
        cases: Vec<Case>,
        walk: Walk,
        shard: Option<Shard>,
        known: &mut BTreeMap<String, Position>,
    ) -> Schedule {
        let mut rows: Vec<Row> = Vec::new();
        for case in cases {
            let name = case.name.track();
            let mut position = known.remove(&name).unwrap_or_default();
            position.advance(|number| is_in(shard, &name, number));
            let solver = Arc::clone(&case.solver);
            let is_changed = !position.cases.is_empty();
            let at = rows.iter().position(|row| row.solver.name == solver.name).unwrap_or_else(|| {
                rows.push(Row::new(solver));
                rows.len() - 1
            });
            rows[at].reached.extend(position.cases.values().flat_map(operators));
            let (running, credit) = (BTreeMap::new(), Duration::ZERO);
            rows[at].tracks.push(Track { case, position, running, credit, is_changed });
        }
        let worked = rows.iter().flat_map(|row| &row.tracks).map(|track| track.position.time).sum();
        let (worked_later, looking_later) = (Duration::ZERO, Duration::ZERO);
        Schedule { walk, shard, rows, worked, worked_later, looking_later }
    }

    /// The unit whose turn it is, if any is left.
    pub(super) fn take(&mut self, now: Instant) -> Option<Unit> {
        let (row, _) = self.first(now)?;
        self.take_of(row, now)
    }

    /// The next unit of the row of another one, unless it is the turn of another row.
    pub(super) fn take_after(&mut self, unit: &Unit, now: Instant) -> Option<Unit> {
        let (_, least) = self.first(now)?;
        let row = &self.rows[unit.row];
        if row.is_over || row.cost(now) > least + SLICE { None } else { self.take_of(unit.row, now) }
    }

    /// The row whose turn it is, and what it cost.
    fn first(&self, now: Instant) -> Option<(usize, Duration)> {
        let rows = self.rows.iter().enumerate().filter(|(_, row)| !row.is_over);
        let costs = rows.map(|(at, row)| (at, row.cost(now), row.running()));
        costs.min_by_key(|(_, cost, running)| (*cost, *running)).map(|(at, cost, _)| (at, cost))
    }

    /// The next unit of a row.
    fn take_of(&mut self, row: usize, now: Instant) -> Option<Unit> {
        let tracks = &mut self.rows[row].tracks;
        let key =
            |track: &Track| (track.is_begun(), track.debt(now), track.running.len(), track.position.next);
        let (at, track) = tracks.iter_mut().enumerate().min_by_key(|(_, track)| key(track))?;
        let name = track.case.name.track();
        let taken = |number| track.running.contains_key(&number) || !is_in(self.shard, &name, number);
        let number = track.position.open(taken);
        track.running.insert(number, now);
        let (rng_seed, instances) = self.walk.unit(&name, number);
        let mut case = track.case.clone();
        case.name.rng_seed = rng_seed;
        Some(Unit { row, track: at, number, case, instances })
    }

    /// A unit was run: to its end, or not, and then it is open again. Its failures were looked into for so long.
    pub(super) fn end(&mut self, unit: &Unit, done: Option<Done>, looking: Duration) {
        let time = done.as_ref().map_or(Duration::ZERO, |done| done.time) + looking;
        if self.worked >= LATER {
            self.worked_later += time;
            self.looking_later += looking;
        }
        self.worked += time;
        let row = &mut self.rows[unit.row];
        row.looking += looking;
        let track = &mut row.tracks[unit.track];
        track.running.remove(&unit.number);
        if let Some(done) = done {
            let known = row.reached.len();
            row.reached.extend(operators(&done.case));
            if row.reached.len() > known && done.is_tested() {
                track.credit += done.time * NEW;
            }
            let name = track.case.name.track();
            track.position.take(done, self.walk.first_of(&name));
            track.position.advance(|number| is_in(self.shard, &name, number));
            track.is_changed = true;
        }
    }

    /// Nothing more is to be done on the row of a unit.
    pub(super) fn close(&mut self, unit: &Unit) {
        self.rows[unit.row].is_over = true;
    }

    /// Whether there is time to look into a failure of a unit's row: what was begun is brought to its end, and the others wait
    /// until it is paid for.
    pub(super) fn may_look(&self, unit: &Unit, least: Duration) -> bool {
        let row = &self.rows[unit.row];
        row.looking <= least + row.time() * LOOKING / 100
            && self.looking_later <= self.worked_later * LOOKING_LATER / 100
    }

    /// How far each row and seed has come, with the case that stands for it.
    pub(super) fn positions(&self) -> impl Iterator<Item = (&Case, &Position)> {
        self.rows.iter().flat_map(|row| &row.tracks).map(|track| (&track.case, &track.position))
    }

    /// The same for those that were worked on since this was asked last.
    pub(super) fn changed(&mut self) -> impl Iterator<Item = &Position> {
        let tracks = self.rows.iter_mut().flat_map(|row| &mut row.tracks);
        tracks.filter_map(|track| std::mem::take(&mut track.is_changed).then_some(&track.position))
    }
}

/// The operators that the instances of a case had, each with its theory.
fn operators(case: &record::Case) -> impl Iterator<Item = (String, String)> {
    let theories = case.operators.iter();
    theories.flat_map(|(theory, all)| all.reached.iter().map(|name| (theory.clone(), name.clone())))
}

impl Row {
    fn new(solver: Arc<Solver>) -> Row {
        let (tracks, reached) = (Vec::new(), BTreeSet::new());
        Row { solver, tracks, reached, looking: Duration::ZERO, is_over: false }
    }

    fn cost(&self, now: Instant) -> Duration {
        self.tracks.iter().map(|track| track.position.cost + track.running(now)).sum()
    }

    /// How long its units took.
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

    /// In nanoseconds, less than none where it brought more than it took.
    fn debt(&self, now: Instant) -> i128 {
        let cost = self.position.debt() + self.running(now);
        cost.as_nanos() as i128 - self.credit.as_nanos() as i128
    }

    /// How long its units that are being run have been, as if nothing came of them: what hangs is not for every worker.
    fn running(&self, now: Instant) -> Duration {
        self.running.values().map(|since| unanswered(now.duration_since(*since))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::tests::done;
    use super::*;
    use crate::matrix::Config;
    use crate::report::lines::record::{Outcome, Reached};
    use crate::suite::run_case::tests::row;

    /// Rows with so many seeds each.
    fn schedule(rows: &[&str], seeds: usize, shard: Option<&str>) -> Schedule {
        let solver = Arc::new(row(""));
        let case = |row: &str, seed: usize| Case {
            name: format!("{row}::QF_LIA::s{seed}::1").parse().unwrap(),
            solver: Arc::new(Solver { name: row.to_owned(), ..(*solver).clone() }),
            seed_path: "s.smt2".into(),
        };
        let cases = rows.iter().flat_map(|row| (0..seeds).map(move |seed| case(row, seed))).collect();
        Schedule::new(cases, walk(), shard.map(|text| text.parse().unwrap()), &mut BTreeMap::new())
    }

    fn walk() -> Walk {
        let keys = "solvers: {a: {argv: [a, \"{file}\"]}}\nprofiles: {p: {NM: 10, batch: 5}}";
        Walk::plan(&Config::example(keys, Some("p")))
    }

    /// Runs units one after the other, each of which takes so long and comes to this, until so much time is over; their
    /// names.
    fn run(
        schedule: &mut Schedule,
        seconds: u64,
        unit: impl Fn(&Unit) -> (u64, &'static str),
    ) -> Vec<String> {
        let (mut now, start, mut names) = (Instant::now(), Instant::now(), Vec::new());
        while now.duration_since(start) < Duration::from_secs(seconds) {
            let mut next = schedule.take(now);
            while let Some(taken) = next {
                let (takes, word) = unit(&taken);
                now += Duration::from_secs(takes);
                let done = Done {
                    time: Duration::from_secs(takes),
                    ..done(taken.number, 1, word, 5, Outcome::Passed)
                };
                schedule.end(&taken, Some(done), Duration::ZERO);
                names.push(format!("{}::{}", taken.case.name, taken.instances.start));
                next = schedule.take_after(&taken, now);
            }
        }
        names
    }

    fn count(names: &[String], part: &str) -> usize {
        names.iter().filter(|name| name.contains(part)).count()
    }

    #[test]
    fn rows_and_seeds_get_the_same_time() {
        let mut schedule = schedule(&["fast", "slow"], 2, None);
        let names =
            run(&mut schedule, 400, |unit| (if unit.case.name.solver == "slow" { 4 } else { 1 }, "sat"));
        let [fast, slow] = ["fast::", "slow::"].map(|row| count(&names, row));
        assert!((190..215).contains(&fast) && (46..54).contains(&slow), "{fast}, {slow}");
        assert!(count(&names, "fast::QF_LIA::s0").abs_diff(count(&names, "fast::QF_LIA::s1")) < 3);
        // No unit twice, and the RNG seed rises.
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(names.contains(&"slow::QF_LIA::s0::9::5".to_owned()));
    }

    #[test]
    fn what_only_times_out_gets_less() {
        let mut schedule = schedule(&["good", "stuck"], 1, None);
        let word = |unit: &Unit| (1, if unit.case.name.solver == "stuck" { "timeout" } else { "sat" });
        let names = run(&mut schedule, 600, word);
        let [good, stuck] = ["good::", "stuck::"].map(|row| count(&names, row));
        assert!(stuck > 3 && stuck * 4 < good, "{good}, {stuck}");
    }

    #[test]
    fn what_brings_new_operators_goes_on_for_a_while() {
        let mut schedule = schedule(&["a"], 2, None);
        let start = Instant::now();
        let mut units = |count: u64, operator: &str| {
            let units = (0..count).map(|_| {
                let unit = schedule.take(start).unwrap();
                let mut done = done(unit.number, 1, "sat", 5, Outcome::Passed);
                let is_first = unit.case.name.seed == "s0";
                let reached = Reached { read: 9, reached: [operator.to_owned()].into() };
                done.case.operators = is_first.then(|| ("Core".to_owned(), reached)).into_iter().collect();
                schedule.end(&unit, Some(done), Duration::ZERO);
                u64::from(is_first)
            });
            units.sum::<u64>()
        };
        // The first unit of each; then what brought something has had nothing yet, and three more than the other.
        assert_eq!((units(2, "and"), units(3, "and"), units(4, "and")), (1, 3, 2));
        assert_eq!(units(4, "or"), 4);
    }

    #[test]
    fn what_hangs_does_not_hold_every_worker() {
        let mut schedule = schedule(&["hangs", "good"], 1, None);
        let start = Instant::now();
        schedule.take(start).unwrap();
        for second in 0..100 {
            let now = start + Duration::from_secs(second);
            let unit = schedule.take(now).unwrap();
            assert_eq!(unit.case.name.solver, "good", "after {second} s");
            schedule.end(&unit, Some(done(unit.number, 1, "sat", 5, Outcome::Passed)), Duration::ZERO);
        }
    }

    #[test]
    fn workers_share_a_seed_when_there_is_no_other_and_what_was_cut_off_is_open_again() {
        let mut schedule = schedule(&["a"], 1, None);
        let now = Instant::now();
        let [one, two] = [(), ()].map(|()| schedule.take(now).unwrap());
        assert_eq!((one.number, two.number), (0, 1));
        schedule.end(&two, Some(done(1, 1, "sat", 5, Outcome::Passed)), Duration::ZERO);
        schedule.end(&one, None, Duration::ZERO);
        assert_eq!(schedule.take(now).unwrap(), one);
        assert_eq!(schedule.changed().count(), 1);
        assert_eq!(schedule.changed().count(), 0);
        schedule.close(&one);
        assert!(schedule.take(now).is_none() && schedule.take_after(&one, now).is_none());
    }

    #[test]
    fn shards_do_the_units_of_one_campaign() {
        let names = |shard| run(&mut schedule(&["a", "b"], 3, shard), 120, |_| (1, "sat"));
        let (whole, parts) = (names(None), [names(Some("1/2")), names(Some("2/2"))]);
        assert!(parts[0].iter().all(|name| !parts[1].contains(name)));
        // All of a third of its work, at least, is in what both did in as much time.
        assert!(whole[..whole.len() / 3].iter().all(|name| parts.iter().any(|part| part.contains(name))));
    }

    #[test]
    fn failures_are_not_looked_into_for_ever() {
        let mut schedule = schedule(&["a"], 1, None);
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let unit = schedule.take(now).unwrap();
        assert!(schedule.may_look(&unit, second));
        schedule.end(&unit, None, second * 10);
        assert!(!schedule.may_look(&unit, second));
        schedule.rows[0].tracks[0].position.time = second * 40;
        assert!(schedule.may_look(&unit, second));
    }

    #[test]
    fn later_a_tenth_of_the_time_goes_into_failures() {
        let mut schedule = schedule(&["a", "b", "c"], 2, None);
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let (mut first, mut later) = (Duration::ZERO, Duration::ZERO);
        let mut spent = Duration::ZERO;
        while spent < second * 6000 {
            let unit = schedule.take(now).unwrap();
            // Each unit fails, and making it smaller takes long.
            let looking = if schedule.may_look(&unit, second * 120) { second * 30 } else { Duration::ZERO };
            *(if spent < LATER { &mut first } else { &mut later }) += looking;
            spent += second + looking;
            schedule.end(&unit, Some(done(unit.number, 1, "wrong unsat", 5, Outcome::Passed)), looking);
        }
        assert!(first > second * 120 && later > second * 400, "{first:?}, {later:?}");
        assert!(later * 10 <= spent - LATER + second * 300, "{later:?} of {spent:?}");
    }

    #[test]
    fn what_shows_known_bugs_gets_less() {
        let mut schedule = schedule(&["a"], 2, None);
        let now = Instant::now();
        let mut units = [0_u32; 2];
        for _ in 0..60 {
            let unit = schedule.take(now).unwrap();
            let mut done = done(unit.number, 1, "sat", 5, Outcome::Passed);
            let is_bad = unit.case.name.seed == "s0";
            done.case.known = is_bad.then(|| ("a__wrong-unsat__0".to_owned(), 5)).into_iter().collect();
            schedule.end(&unit, Some(done), Duration::ZERO);
            units[usize::from(is_bad)] += 1;
        }
        assert!(units[1] > 4 && units[1] * 3 < units[0], "{units:?}");
    }
}
