use std::collections::BTreeSet;
use std::num::NonZeroU32;

use super::super::corpus::tests::unit;
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
            weight: NonZeroU32::MIN,
        };
        let cases = rows.iter().flat_map(|row| (0..seeds).map(move |seed| case(row, seed))).collect();
        let schedule = Schedule::new(cases, units(shard), emphasis, NOTHING, earlier);
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
        self.schedule.end(unit, (time, NOTHING), (&material, yields.bugs), case).0
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
    let units = stage
        .run(400, |unit| Yields { seconds: if unit.case.name.solver == "slow" { 4 } else { 1 }, ..ANSWERS });
    let [fast, slow] = ["fast::", "slow::"].map(|row| count(&units, row));
    assert!((190..215).contains(&fast) && (46..54).contains(&slow), "{fast}, {slow}");
    assert!(count(&units, "fast::QF_LIA::s0").abs_diff(count(&units, "fast::QF_LIA::s1")) < 3);
    // No unit twice, and the RNG seed rises.
    let names: BTreeSet<_> = units.iter().map(name).collect();
    assert_eq!(names.len(), units.len());
    assert!(names.contains("slow::QF_LIA::s0::9::5"));
}

#[test]
fn every_seed_is_visited_first_and_then_every_strategy() {
    let mut stage = Stage::with(&["a"], 10, None, many(), &mut BTreeMap::new());
    let units = stage.run(40, |_| ANSWERS);
    let first: BTreeSet<_> = units[..10].iter().map(|unit| &unit.case.name.seed).collect();
    assert_eq!(first.len(), 10);
    assert!(units.iter().enumerate().all(|(at, unit)| (unit.visit == Visit::First) == (at < 10)));
    // As in a test, the first batch of such a seed is one of the authors' tool.
    assert_eq!(count_of(&units[..10], Strategy::Tool), 10);
    for strategy in [Strategy::Tool, Strategy::Plain, Strategy::Atoms, Strategy::Mixed] {
        assert!(count_of(&units[..40], strategy) >= 10, "{strategy}");
    }
}

#[test]
fn rows_with_unvisited_seeds_come_first_and_the_others_catch_up() {
    let mut stage = Stage::new(&["fast", "slow", "other"], 20, None);
    let seconds = |unit: &Unit| if unit.case.name.solver == "slow" { 10 } else { 1 };
    let units = stage.run(4000, |unit| Yields { seconds: seconds(unit), ..ANSWERS });
    let visited = units.iter().rposition(|unit| unit.visit == Visit::First).unwrap();
    let spent: u64 = units[..=visited].iter().map(seconds).sum();
    // One after the other would take 240 seconds, and the same time for all 600.
    assert!((240..270).contains(&spent), "{spent}");
    let [fast, slow] = ["fast::", "slow::"].map(|row| count(&units, row));
    assert!(fast.abs_diff(10 * slow) < 60, "{fast}, {slow}");
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
fn a_seed_gets_time_by_its_weight() {
    let mut stage = Stage::new(&["a"], 2, None);
    let mut cases: Vec<Case> = stage.schedule.positions().map(|(case, _)| case.clone()).collect();
    cases[1].weight = NonZeroU32::new(3).unwrap();
    stage.schedule = Schedule::new(cases, units(None), &Emphasis::default(), NOTHING, &mut BTreeMap::new());
    let units = stage.run(400, |_| ANSWERS);
    let times = count(&units, "::s1::") as f64 / count(&units, "::s0::") as f64;
    assert!((2.5..3.5).contains(&times), "{times}");
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
    assert_eq!(stage.take(now).unwrap(), Unit { visit: Visit::Next, ..one.clone() });
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
    let mut names = BTreeSet::new();
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
            let shares = units.shares(track, many());
            if shares.iter().any(|(strategy, _)| units.has(track, number, many(), strategy)) {
                let (rng, instances) = walk.unit(track, number);
                let name = format!("{track}::{rng}::{}", instances.start);
                assert!(names.contains(&name), "{name} was lost");
            }
        }
    }
}

#[test]
fn kept_units_come_first_for_some_time_and_are_not_done_again() {
    let own = Origin::of(&units(Some("1/2")).walk);
    let other = Origin::unfocused(&Config::example("solvers: {a: {argv: [a, \"{file}\"]}}", None));
    let kept = |origin: &Origin, track: &str, rng_seed, operators: &[&str]| {
        unit(origin.clone(), &format!("{track}::QF_LIA::s0"), rng_seed, operators)
    };
    let mut all: Vec<KeptUnit> = (1..=8).map(|rng_seed| kept(&own, "a", rng_seed, &["bvadd"])).collect();
    all.extend((1..=8).map(|rng_seed| kept(&other, "a", rng_seed, &["bvadd", "bvmul"])));
    all.extend([
        kept(&own, "a", 9, &["and"]),
        kept(&own, "none", 1, &["bvadd"]),
        kept(&own, "a", 0, &["bvadd"]),
    ]);
    let focus = FocusOperators::from_names(&["bvadd", "bvmul"]);
    let is_own = |unit: &Unit| match &unit.visit {
        Visit::Kept(kept) => Some(kept.origin == own),
        _ => None,
    };
    let (now, mut done) = (Instant::now(), BTreeSet::new());
    for shard in ["1/2", "2/2"] {
        let mut stage = Stage::new(&["a"], 1, Some(shard));
        let count = stage.schedule.replay(all.iter(), &focus, now + Duration::from_secs(1));
        let first: Vec<Unit> = (0..count).map(|_| stage.take(now).unwrap()).collect();
        let most: Vec<_> = first.iter().map(|unit| is_own(unit).unwrap()).collect();
        assert!(count > 2 && most.is_sorted(), "those with most operators in focus come first: {most:?}");
        assert!(first.iter().all(|unit| done.insert((is_own(unit), name(unit)))));
        stage.schedule.postpone(&first[0], &[(Class::Crash, 0)]);
        let later: Vec<Unit> = (0..12).map(|_| stage.take(now).unwrap()).collect();
        assert!(later.iter().all(|unit| unit.visit.is_step() && !done.contains(&(Some(true), name(unit)))));
    }
    assert_eq!(done.len(), 16);
    let mut stage = Stage::new(&["a"], 1, None);
    stage.schedule.replay(all.iter(), &focus, now);
    let later: Vec<Unit> = (0..60).map(|_| stage.take(now).unwrap()).collect();
    assert!(later.iter().all(|unit| unit.visit.is_step()), "their time is up");
    let later: BTreeSet<_> = later.iter().map(|unit| (Some(true), name(unit))).collect();
    assert!(done.iter().filter(|(own, _)| *own == Some(true)).all(|unit| later.contains(unit)), "{later:?}");
}

#[test]
fn failures_are_not_looked_into_for_ever() {
    let mut stage = Stage::new(&["a"], 1, None);
    let (now, second) = (Instant::now(), Duration::from_secs(1));
    let unit = stage.take(now).unwrap();
    assert!(stage.schedule.may_look(0));
    stage.schedule.reopen(&unit, second * 10);
    assert!(!stage.schedule.may_look(0));
    stage.schedule.rows[0].tracks[0].position.time = second * 40;
    assert!(stage.schedule.may_look(0));
}

#[test]
fn failures_wait_until_there_is_time_for_them() {
    let mut stage = Stage::new(&["a"], 2, None);
    let (now, second) = (Instant::now(), Duration::from_secs(1));
    let [one, other] = [(); 2].map(|()| stage.take(now).unwrap());
    assert_ne!(one.track, other.track);
    stage.schedule.postpone(&one, &[(Class::Crash, 2), (Class::WrongSat, 3), (Class::WrongSat, 4)]);
    stage.schedule.postpone(&other, &[(Class::WrongSat, 1)]);
    // One of them takes ten seconds.
    stage.schedule.reopen(&one, second * 10);
    stage.schedule.reopen(&other, NOTHING);
    assert!(stage.take(now).is_some_and(|unit| unit.visit.is_step()));
    stage.schedule.rows[0].tracks[0].position.time = second * 40;
    let taken = [(); 4].map(|()| stage.take(now).unwrap());
    let what = |unit: &Unit| (unit.track, unit.instances.clone(), unit.visit.clone());
    let failure = |unit: &Unit, class, number: u32| (unit.track, number..number + 1, Visit::Failure(class));
    let waited = [
        failure(&one, Class::WrongSat, 3),
        failure(&one, Class::Crash, 2),
        failure(&other, Class::WrongSat, 1),
    ];
    assert_eq!(
        taken[..3].iter().map(what).collect::<Vec<_>>(),
        waited,
        "of each class in turn, the gravest first"
    );
    assert!(taken[3].visit.is_step());
}

#[test]
fn a_failure_waits_until_it_was_looked_into_even_in_the_next_campaign() {
    let mut stage = Stage::new(&["a"], 1, None);
    let (now, unit) = (Instant::now(), stage.take(Instant::now()).unwrap());
    stage.schedule.postpone(&unit, &[(Class::Crash, 3)]);
    let done = stage.end(&unit, &ANSWERS);
    let looked_into = stage.take(now).unwrap();
    assert_eq!(looked_into.visit, Visit::Failure(Class::Crash));
    assert!(stage.take(now).unwrap().visit.is_step(), "nobody else looks into it");
    assert_eq!(stage.schedule.waiting().count(), 1, "it is not lost if this campaign is interrupted");
    // It comes again where it was cut off, and no more once it has ended.
    stage.schedule.reopen(&looked_into, NOTHING);
    assert_eq!(stage.take(now), Some(looked_into.clone()));
    stage.schedule.postpone(&looked_into, &[(Class::WrongSat, 3)]);
    let left: Vec<Class> = stage.schedule.waiting().map(|(_, one)| one.class).collect();
    assert_eq!(left, [Class::WrongSat], "it fails in another way");
    // All that is left of a campaign that is killed are its lines.
    let mut position = Position::default();
    position.add(done, 1);
    let earlier = &mut [("a::QF_LIA::s0".to_owned(), position)].into();
    let mut stage = Stage::with(&["a"], 1, None, SeedKind::Unreadable, earlier);
    assert_eq!(stage.take(now), Some(looked_into));
}

#[test]
fn the_failures_of_one_row_do_not_hold_those_of_another() {
    let mut stage = Stage::new(&["noisy", "clean"], 1, None);
    let schedule = &mut stage.schedule;
    let second = Duration::from_secs(1);
    (schedule.least_looking, schedule.worked) = (second * 60, LATER + second * 600);
    (schedule.worked_later, schedule.looking_later) = (second * 600, second * 100);
    for (row, looking) in schedule.rows.iter_mut().zip([100, 40]) {
        row.tracks[0].position.time = second * 500;
        row.looking = second * looking;
    }
    assert!(!schedule.may_look(0) && schedule.may_look(1));
    schedule.rows[1].looking += second;
    assert!(!schedule.may_look(1));
    schedule.looking_later = second * 78;
    assert!(schedule.may_look(0) && schedule.may_look(1), "all rows together have some time");
}

#[test]
fn later_a_tenth_of_the_time_goes_into_failures() {
    let mut stage = Stage::new(&["a", "b", "c"], 2, None);
    let (now, second) = (Instant::now(), Duration::from_secs(1));
    stage.schedule.least_looking = second * 120;
    let (mut first, mut later) = (NOTHING, NOTHING);
    let mut spent = NOTHING;
    while spent < second * 6000 {
        let unit = stage.take(now).unwrap();
        // Each unit fails, and making it smaller takes long.
        let looking = if stage.schedule.may_look(unit.row) { second * 30 } else { NOTHING };
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
    let units =
        stage.run(60, |unit| Yields { known: if unit.case.name.seed == "s0" { 5 } else { 0 }, ..ANSWERS });
    let [bad, good] = ["::s0::", "::s1::"].map(|seed| count(&units, seed));
    assert!(bad > 4 && bad * 3 < good, "{bad}, {good}");
}
