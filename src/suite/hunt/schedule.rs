//! Which unit is next. All rows get the same time, and so do all seeds of a row, less where nothing is answered or bugs
//! are known. Strategies divide the time of a seed by their shares of batches. A strategy on a seed gets more while it,
//! or the seed, brings the row something new.
//!
//! This is stride scheduling: when a unit ends, its walk (that of a strategy on a row and seed) is charged the cost of the
//! unit, divided by the walk's share and worth. The walk that was charged least is next. Every seed is visited once
//! before any is visited again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::direction::Emphasis;
use super::position::{Done, Position, Walked, cost, tested, unanswered};
use super::walk::{SeedKind, Units};
use super::worth::{Material, Met, Worth};
use crate::generate::strategy::{Shares, Strategy};
use crate::matrix::Solver;
use crate::matrix::case::Case;
use crate::report::lines::record;

/// How much longer than others a row may run before a worker turns to another one, so that its session lives on.
const SLICE: Duration = Duration::from_secs(2);
/// The share of a row's time that its failures may take, in percent.
const LOOKING: u32 = 25;
/// The share of the time of all rows that failures may take, in percent, after so much work.
const LOOKING_LATER: u32 = 10;
const LATER: Duration = Duration::from_secs(600);

/// All rows and their seeds.
#[derive(Debug)]
pub(super) struct Schedule {
    units: Units,
    rows: Vec<Row>,
    /// The kinds of the seeds that were read.
    seeds: BTreeMap<PathBuf, SeedKind>,
    /// The time of all rows so far.
    worked: Duration,
    /// The same since [`LATER`], and the part of it that went into failures.
    worked_later: Duration,
    looking_later: Duration,
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
    /// Whether it was worked on since its lines were last written.
    is_changed: bool,
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    row: usize,
    track: usize,
    /// The strategy that makes it.
    pub strategy: Strategy,
    /// Its number in the walk.
    pub number: u64,
    /// The case that it is a part of.
    pub case: Case,
    /// The numbers of its instances.
    pub instances: std::ops::Range<u32>,
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
    /// Plans these cases, one for each row and seed, from where earlier runs left them.
    pub(super) fn new(
        cases: Vec<Case>,
        units: Units,
        emphasis: &Emphasis,
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
                times: emphasis.of_seed(&case.seed_path),
                case,
                is_changed: !position.cases.is_empty(),
                position,
                seed: None,
                worth: Worth::default(),
                running: BTreeMap::new(),
            });
        }
        let worked = rows.iter().map(Row::time).sum();
        let (worked_later, looking_later) = (Duration::ZERO, Duration::ZERO);
        Schedule { units, rows, seeds: BTreeMap::new(), worked, worked_later, looking_later }
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
        let walk = found.position.walks.entry(strategy).or_default();
        let is_ours = |number| units.has(&name, number, seed, strategy);
        let number = walk.open(|number| found.running.contains_key(&number), is_ours);
        found.running.insert(number, (strategy, now));
        let (rng_seed, instances) = units.walk.unit(&name, number);
        let mut case = found.case.clone();
        case.name.rng_seed = rng_seed;
        Some(Next::Run(Unit { row: at, track, strategy, number, case, instances }))
    }

    /// Notes the kind of a seed.
    pub(super) fn seed_is_read(&mut self, path: &Path, seed: SeedKind) {
        self.seeds.insert(path.to_owned(), seed);
    }

    /// Ends a unit, and charges its walk. Returns what is to be kept of it.
    pub(super) fn end(
        &mut self,
        unit: &Unit,
        (time, looking): (Duration, Duration),
        (material, bugs): (&Material, u32),
        case: record::Case,
    ) -> Done {
        self.spend(unit, time + looking, looking);
        let row = &mut self.rows[unit.row];
        let track = &mut row.tracks[unit.track];
        track.running.remove(&unit.number);
        let is_new = row.met.add(material, &case) && tested(&case) > 0;
        track.worth.add(time, is_new, bugs);
        row.strategies.entry(unit.strategy).or_default().add(time, is_new, bugs);
        let charge = cost(&case, time).mul_f64(1.0 / row.weight(&row.tracks[unit.track], unit.strategy));
        let done = Done { unit: unit.number, strategy: unit.strategy, time, charge, case };
        let track = &mut row.tracks[unit.track];
        let name = track.case.name.track();
        track.position.add(done.clone(), self.units.walk.first_of(&name));
        if let (Some((seed, _)), Some(walk)) = (track.seed, track.position.walks.get_mut(&unit.strategy)) {
            walk.advance(|number| self.units.has(&name, number, seed, unit.strategy));
        }
        track.is_changed = true;
        done
    }

    /// Opens a unit again that was cut off. Its failures took `looking`.
    pub(super) fn reopen(&mut self, unit: &Unit, looking: Duration) {
        self.spend(unit, looking, looking);
        self.rows[unit.row].tracks[unit.track].running.remove(&unit.number);
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

    /// Whether there is time to look into a failure of a unit's row. A search that has begun runs to its end, and the
    /// others wait until it is paid for.
    pub(super) fn may_look(&self, unit: &Unit, least: Duration) -> bool {
        let row = &self.rows[unit.row];
        row.looking <= least + row.time() * LOOKING / 100
            && self.looking_later <= self.worked_later * LOOKING_LATER / 100
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
        let (tracks, met, strategies) = (Vec::new(), Met::default(), BTreeMap::new());
        Row { solver, tracks, met, strategies, looking: Duration::ZERO, times, is_over: false }
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
        cost.sum::<Duration>().div_f64(self.times)
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

    /// Begins the walks of its strategies, now that its seed was read.
    fn read(&mut self, seed: SeedKind, units: &Units) {
        let (name, shares) = (self.case.name.track(), units.shares(seed));
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
mod tests {
    use super::super::position::tests::done;
    use super::super::walk::Walk;
    use super::*;
    use crate::digest::Digest;
    use crate::generate::strategy::SeedSize;
    use crate::matrix::Config;
    use crate::report::lines::record::Outcome;
    use crate::suite::run_case::tests::row;

    const NOTHING: Duration = Duration::ZERO;

    /// A schedule, whose seeds are all of one kind.
    struct Stage {
        schedule: Schedule,
        seed: SeedKind,
    }

    /// What a unit takes and gives.
    struct Yields {
        seconds: u64,
        word: &'static str,
        operator: &'static str,
        bugs: u32,
        known: u64,
    }

    /// A second of right answers and nothing new.
    const ANSWERS: Yields = Yields { seconds: 1, word: "sat", operator: "and", bugs: 0, known: 0 };

    impl Stage {
        /// Rows with so many seeds each, all of one strategy.
        fn new(rows: &[&str], seeds: usize, shard: Option<&str>) -> Stage {
            Stage::with(rows, seeds, shard, SeedKind::Unreadable, &mut BTreeMap::new())
        }

        fn with(
            rows: &[&str],
            seeds: usize,
            shard: Option<&str>,
            seed: SeedKind,
            earlier: &mut BTreeMap<String, Position>,
        ) -> Stage {
            Stage::directed(rows, seeds, (shard, seed), &Emphasis::default(), earlier)
        }

        fn directed(
            rows: &[&str],
            seeds: usize,
            (shard, seed): (Option<&str>, SeedKind),
            emphasis: &Emphasis,
            earlier: &mut BTreeMap<String, Position>,
        ) -> Stage {
            let solver = Arc::new(row(""));
            let case = |row: &str, seed: usize| Case {
                name: format!("{row}::QF_LIA::s{seed}::1").parse().unwrap(),
                solver: Arc::new(Solver { name: row.to_owned(), ..(*solver).clone() }),
                seed_path: format!("s{seed}.smt2").into(),
            };
            let cases = rows.iter().flat_map(|row| (0..seeds).map(move |seed| case(row, seed))).collect();
            let schedule = Schedule::new(cases, units(shard), emphasis, earlier);
            Stage { schedule, seed }
        }

        fn take(&mut self, now: Instant) -> Option<Unit> {
            loop {
                match self.schedule.take(now)? {
                    Next::Run(unit) => return Some(unit),
                    Next::Read(path) => self.schedule.seed_is_read(&path, self.seed),
                }
            }
        }

        fn take_after(&mut self, unit: &Unit, now: Instant) -> Option<Unit> {
            match self.schedule.take_after(unit, now)? {
                Next::Run(unit) => Some(unit),
                Next::Read(_) => self.take(now),
            }
        }

        fn end(&mut self, unit: &Unit, yields: &Yields) -> Done {
            let mut case = done(unit.number, 1, yields.word, 5, Outcome::Passed).case;
            case.known = (yields.known > 0).then(|| ("bug".to_owned(), yields.known)).into_iter().collect();
            let material = Material { operators: vec![yields.operator], pairs: Vec::new() };
            let time = Duration::from_secs(yields.seconds);
            self.schedule.end(unit, (time, NOTHING), (&material, yields.bugs), case)
        }

        /// Runs units one after the other for so many seconds.
        fn run(&mut self, seconds: u64, yields: impl Fn(&Unit) -> Yields) -> Vec<Unit> {
            let (mut now, start, mut units) = (Instant::now(), Instant::now(), Vec::new());
            let mut last = None;
            while now.duration_since(start) < Duration::from_secs(seconds) {
                let next = last.take().and_then(|last| self.take_after(&last, now));
                let Some(taken) = next.or_else(|| self.take(now)) else { break };
                let yields = yields(&taken);
                now += Duration::from_secs(yields.seconds);
                self.end(&taken, &yields);
                units.push(taken.clone());
                last = Some(taken);
            }
            units
        }
    }

    fn units(shard: Option<&str>) -> Units {
        let keys = "solvers: {a: {argv: [a, \"{file}\"]}}\n\
                    profiles: {p: {NM: 10, batch: 5, synthesis: 12, mutation: 12}}";
        Units::plan(&Config::example(keys, Some("p")), shard.map(|text| text.parse().unwrap()))
    }

    fn many() -> SeedKind {
        SeedKind::Readable(Digest::of("s"), SeedSize::Many)
    }

    fn name(unit: &Unit) -> String {
        format!("{}::{}", unit.case.name, unit.instances.start)
    }

    fn count(units: &[Unit], part: &str) -> usize {
        units.iter().filter(|unit| name(unit).contains(part)).count()
    }

    fn count_of(units: &[Unit], strategy: Strategy) -> usize {
        units.iter().filter(|unit| unit.strategy == strategy).count()
    }

    #[test]
    fn rows_and_seeds_get_the_same_time() {
        let mut stage = Stage::new(&["fast", "slow"], 2, None);
        let units = stage.run(400, |unit| Yields {
            seconds: if unit.case.name.solver == "slow" { 4 } else { 1 },
            ..ANSWERS
        });
        let [fast, slow] = ["fast::", "slow::"].map(|row| count(&units, row));
        assert!((190..215).contains(&fast) && (46..54).contains(&slow), "{fast}, {slow}");
        assert!(count(&units, "fast::QF_LIA::s0").abs_diff(count(&units, "fast::QF_LIA::s1")) < 3);
        // No unit twice, and the RNG seed rises.
        let names: std::collections::BTreeSet<_> = units.iter().map(name).collect();
        assert_eq!(names.len(), units.len());
        assert!(names.contains("slow::QF_LIA::s0::9::5"));
    }

    #[test]
    fn every_seed_is_visited_first_and_then_every_strategy() {
        let mut stage = Stage::with(&["a"], 10, None, many(), &mut BTreeMap::new());
        let units = stage.run(40, |_| ANSWERS);
        let first: std::collections::BTreeSet<_> =
            units[..10].iter().map(|unit| &unit.case.name.seed).collect();
        assert_eq!(first.len(), 10);
        // As in a test, the first batch of such a seed is one of the authors' tool.
        assert_eq!(count_of(&units[..10], Strategy::Tool), 10);
        for strategy in [Strategy::Tool, Strategy::Plain, Strategy::Atoms, Strategy::Mixed] {
            assert!(count_of(&units[..40], strategy) >= 10, "{strategy}");
        }
    }

    #[test]
    fn strategies_share_the_time_and_those_that_bring_news_or_bugs_get_more() {
        let shares = |seconds: u64, yields: &dyn Fn(&Unit) -> Yields| {
            let mut stage = Stage::with(&["a"], 2, None, many(), &mut BTreeMap::new());
            let units = stage.run(seconds, yields);
            [Strategy::Tool, Strategy::Plain, Strategy::Atoms, Strategy::Mixed]
                .map(|strategy| 100 * count_of(&units, strategy) / units.len())
        };
        let near = |shares: [usize; 4], percent: [usize; 4]| {
            shares.iter().zip(percent).all(|(share, percent)| share.abs_diff(percent) <= 3)
        };
        let usual = shares(2000, &|_| ANSWERS);
        assert!(near(usual, [30, 10, 30, 30]), "{usual:?}");
        // One of hundreds of operators after the other.
        let names: Vec<&str> = crate::theory::operators::names().collect();
        let news = shares(300, &|unit| match unit.strategy {
            Strategy::Atoms => {
                let at = 2 * unit.number as usize + usize::from(unit.case.name.seed == "s0");
                Yields { operator: names[at % names.len()], ..ANSWERS }
            }
            _ => ANSWERS,
        });
        assert!(news[2] > 33 && news[0] > 20, "{news:?}");
        let bugs = shares(2000, &|unit| match unit.strategy {
            Strategy::Tool => Yields { bugs: u32::from(unit.number.is_multiple_of(8)), ..ANSWERS },
            _ => ANSWERS,
        });
        assert!(bugs[0] > 36 && bugs[1] >= 5, "{bugs:?}");
        let stuck = shares(2000, &|unit| match unit.strategy {
            Strategy::Tool => Yields { word: "timeout", ..ANSWERS },
            _ => ANSWERS,
        });
        assert!((1..10).contains(&stuck[0]), "{stuck:?}");
        let known = shares(2000, &|unit| match unit.strategy {
            Strategy::Mixed => Yields { known: 5, ..ANSWERS },
            _ => ANSWERS,
        });
        assert!((4..12).contains(&known[3]), "{known:?}");
    }

    #[test]
    fn a_seed_and_a_row_with_emphasis_get_more() {
        let emphasis = Emphasis::example(&[("s1.smt2", 4)], &["b"]);
        let earlier = &mut BTreeMap::new();
        let mut stage = Stage::directed(&["a", "b"], 2, (None, SeedKind::Unreadable), &emphasis, earlier);
        let units = stage.run(800, |_| ANSWERS);
        let times = |much: &str, little: &str| count(&units, much) as f64 / count(&units, little) as f64;
        let (rows, seeds) = (times("b::", "a::"), times("::s1::", "::s0::"));
        assert!((2.7..3.3).contains(&rows) && (3.5..4.5).contains(&seeds), "{rows}, {seeds}");
    }

    #[test]
    fn what_only_times_out_gets_less() {
        let mut stage = Stage::new(&["good", "stuck"], 1, None);
        let units = stage.run(600, |unit| Yields {
            word: if unit.case.name.solver == "stuck" { "timeout" } else { "sat" },
            ..ANSWERS
        });
        let [good, stuck] = ["good::", "stuck::"].map(|row| count(&units, row));
        assert!(stuck > 3 && stuck * 4 < good, "{good}, {stuck}");
    }

    #[test]
    fn a_seed_that_finds_a_bug_gets_more_for_a_while() {
        let mut stage = Stage::new(&["a"], 5, None);
        let first = stage.run(50, |_| ANSWERS);
        assert!((9..12).contains(&count(&first, "::s3::")));
        let unit = stage.take(Instant::now()).unwrap();
        stage.end(&unit, &Yields { bugs: 1, ..ANSWERS });
        let seed = format!("::{}::", unit.case.name.seed);
        let then = stage.run(30, |_| ANSWERS);
        assert!(count(&then, &seed) > 8, "{}", count(&then, &seed));
        let later = stage.run(300, |_| ANSWERS);
        assert!(count(&later, &seed) < 85, "{}", count(&later, &seed));
    }

    #[test]
    fn what_hangs_does_not_hold_every_worker() {
        let mut stage = Stage::new(&["hangs", "good"], 1, None);
        let start = Instant::now();
        stage.take(start).unwrap();
        for second in 0..100 {
            let unit = stage.take(start + Duration::from_secs(second)).unwrap();
            assert_eq!(unit.case.name.solver, "good", "after {second} s");
            stage.end(&unit, &ANSWERS);
        }
    }

    #[test]
    fn workers_share_a_seed_when_there_is_no_other_and_what_was_cut_off_is_open_again() {
        let mut stage = Stage::new(&["a"], 1, None);
        let now = Instant::now();
        let [one, two] = [(), ()].map(|()| stage.take(now).unwrap());
        assert_eq!((one.number, two.number), (0, 1));
        stage.end(&two, &ANSWERS);
        stage.schedule.reopen(&one, NOTHING);
        assert_eq!(stage.take(now).unwrap(), one);
        assert_eq!(stage.schedule.changed().count(), 1);
        assert_eq!(stage.schedule.changed().count(), 0);
        stage.schedule.close(&one);
        assert!(stage.take(now).is_none() && stage.take_after(&one, now).is_none());
    }

    #[test]
    fn shards_do_the_units_of_one_campaign() {
        let names = |shard| {
            let mut stage = Stage::with(&["a", "b"], 3, shard, many(), &mut BTreeMap::new());
            stage.run(120, |_| ANSWERS).iter().map(name).collect::<Vec<_>>()
        };
        let (whole, parts) = (names(None), [names(Some("1/2")), names(Some("2/2"))]);
        assert!(parts[0].iter().all(|name| !parts[1].contains(name)));
        // At least the first third of its work is in what both did in the same time.
        assert!(whole[..whole.len() / 3].iter().all(|name| parts.iter().any(|part| part.contains(name))));
    }

    /// Six workers, whose units end in another order than they begin, are killed now and then.
    #[test]
    fn nothing_is_lost_or_done_twice_and_progress_stays_small() {
        let mut earlier = BTreeMap::new();
        let mut names = std::collections::BTreeSet::new();
        let (mut ended, mut largest) = (0, 0);
        for part in 0..8_u64 {
            let mut stage = Stage::with(&["a", "b"], 2, Some("2/3"), many(), &mut earlier);
            let (mut running, start) = (Vec::new(), Instant::now());
            for step in 0..500 {
                let now = start + Duration::from_millis(step);
                while running.len() < 6 {
                    running.push(stage.take(now).unwrap());
                }
                let unit = running.remove((step * 7 + part) as usize % 6);
                assert!(names.insert(name(&unit)), "{} is done twice", name(&unit));
                let done = stage.end(&unit, &ANSWERS);
                // A resumed campaign has what was written.
                let text = serde_json::to_string(&done).unwrap();
                assert_eq!(serde_json::from_str::<Done>(&text).unwrap(), done);
                ended += 1;
            }
            for (case, position) in stage.schedule.positions() {
                let text = serde_json::to_string(position).unwrap();
                largest = largest.max(text.len());
                assert!(position.walks.values().map(Walked::holes).sum::<usize>() <= 6, "{text}");
                earlier.insert(case.name.track(), serde_json::from_str(&text).unwrap());
            }
        }
        let instances: u64 =
            earlier.values().flat_map(|position| position.cases.values()).map(|case| case.instances).sum();
        assert_eq!((names.len(), instances), (ended, ended as u64 * 5));
        assert!(largest < 2000, "{largest}");
        // Nothing was passed: all units of the shard up to the least progress are done.
        let units = units(Some("2/3"));
        let walk: &Walk = &units.walk;
        for (track, position) in &earlier {
            let next = position.walks.values().map(|walk| walk.next).min().unwrap();
            for number in 0..next {
                let shares = units.shares(many());
                if shares.iter().any(|(strategy, _)| units.has(track, number, many(), strategy)) {
                    let (rng, instances) = walk.unit(track, number);
                    let name = format!("{track}::{rng}::{}", instances.start);
                    assert!(names.contains(&name), "{name} was lost");
                }
            }
        }
    }

    #[test]
    fn failures_are_not_looked_into_for_ever() {
        let mut stage = Stage::new(&["a"], 1, None);
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let unit = stage.take(now).unwrap();
        assert!(stage.schedule.may_look(&unit, second));
        stage.schedule.reopen(&unit, second * 10);
        assert!(!stage.schedule.may_look(&unit, second));
        stage.schedule.rows[0].tracks[0].position.time = second * 40;
        assert!(stage.schedule.may_look(&unit, second));
    }

    #[test]
    fn later_a_tenth_of_the_time_goes_into_failures() {
        let mut stage = Stage::new(&["a", "b", "c"], 2, None);
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let (mut first, mut later) = (NOTHING, NOTHING);
        let mut spent = NOTHING;
        while spent < second * 6000 {
            let unit = stage.take(now).unwrap();
            // Each unit fails, and making it smaller takes long.
            let looking = if stage.schedule.may_look(&unit, second * 120) { second * 30 } else { NOTHING };
            *(if spent < LATER { &mut first } else { &mut later }) += looking;
            spent += second + looking;
            let case = done(unit.number, 1, "wrong unsat", 5, Outcome::Passed).case;
            stage.schedule.end(&unit, (second, looking), (&Material::default(), 0), case);
        }
        assert!(first > second * 120 && later > second * 400, "{first:?}, {later:?}");
        assert!(later * 10 <= spent - LATER + second * 300, "{later:?} of {spent:?}");
    }

    #[test]
    fn what_shows_known_bugs_gets_less() {
        let mut stage = Stage::new(&["a"], 2, None);
        let units = stage
            .run(60, |unit| Yields { known: if unit.case.name.seed == "s0" { 5 } else { 0 }, ..ANSWERS });
        let [bad, good] = ["::s0::", "::s1::"].map(|seed| count(&units, seed));
        assert!(bad > 4 && bad * 3 < good, "{bad}, {good}");
    }
}
