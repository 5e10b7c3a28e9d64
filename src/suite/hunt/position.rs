//! The progress on one row and seed: how far the walk of each strategy has come, and what its units yielded.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::generate::strategy::Strategy;
use crate::matrix::Class;
use crate::report::lines::record::{Case, Outcome};

/// How many times more the time of a unit without any answer counts, and that of a unit whose instances all show known
/// bugs: the same options and operators would show them again.
const UNANSWERED: f64 = 4.0;
/// What a walk owes for its first unit without any answer. Each further one in a row doubles it.
const BARREN: Duration = Duration::from_secs(1);
/// How often that doubles, at most.
const DOUBLED: u32 = 12;
/// The longest time that a ledger may name, a century: sums of such times are far from the largest that there is.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

/// The progress on one row and seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Position {
    /// The walk of each strategy that has begun.
    pub walks: BTreeMap<Strategy, Walked>,
    /// The time that units took, with a penalty for instances that were not answered or showed known bugs.
    #[serde(deserialize_with = "possible")]
    pub cost: Duration,
    /// The time that units took.
    #[serde(deserialize_with = "possible")]
    pub time: Duration,
    /// The results of the units, by RNG seed: those that found nothing, together, under that of the first unit, and
    /// those that found something under their own.
    pub cases: BTreeMap<u64, Case>,
    /// The failures that wait, the first of each class: those after it are likely to show the same bug.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// A failure that came when there was no time to look into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub class: Class,
    /// Its unit, and the strategy that made it.
    pub unit: u64,
    pub strategy: Strategy,
    /// The RNG seed of its case, and the number of its instance.
    pub rng: u64,
    pub instance: u32,
    /// How long the campaign had worked when it came.
    pub since: Duration,
}

/// How far the walk of a strategy has come. It passes the units of other strategies and shards, so that it has no holes
/// but for the units that are running.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Walked {
    /// All of its units before this one are done.
    pub next: u64,
    /// Later units that are done.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    ahead: BTreeSet<u64>,
    /// The sum of what its units were charged: of the walks of a row, the one with the least is next.
    #[serde(deserialize_with = "possible")]
    pub charged: Duration,
    /// The time that its units took.
    #[serde(deserialize_with = "possible")]
    pub time: Duration,
    /// The number of units without any answer since the last one with an answer.
    #[serde(default)]
    barren: u32,
}

/// A unit that was run to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    /// Its number.
    pub unit: u64,
    /// The strategy that made it.
    pub strategy: Strategy,
    /// The time that it took.
    #[serde(deserialize_with = "possible")]
    pub time: Duration,
    /// What its walk is charged.
    #[serde(deserialize_with = "possible")]
    pub charge: Duration,
    /// Its results.
    pub case: Case,
    /// The failures of its row and seed that wait once it is done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// Reads a time. A damaged file may name one that is too long to calculate with.
fn possible<'de, D: Deserializer<'de>>(value: D) -> Result<Duration, D::Error> {
    let time = Duration::deserialize(value)?;
    if time > LONGEST { Err(D::Error::custom("a time of more than a century")) } else { Ok(time) }
}

impl Position {
    /// Whether a unit is done.
    pub(super) fn has(&self, strategy: Strategy, unit: u64) -> bool {
        self.walks.get(&strategy).is_some_and(|walk| unit < walk.next || walk.ahead.contains(&unit))
    }

    /// Adds a unit that is done. `first` is the RNG seed of the first unit.
    pub(super) fn add(&mut self, done: Done, first: u64) {
        let Done { unit, strategy, time, charge, case, waiting } = done;
        let walk = self.walks.entry(strategy).or_default();
        walk.charged += charge;
        walk.time += time;
        walk.barren = if tested(&case) > 0 { 0 } else { walk.barren.saturating_add(1).min(DOUBLED) };
        walk.ahead.insert(unit);
        self.waiting = waiting;
        self.add_results(case, time, first);
    }

    /// Adds the results of a unit that took this time. `first` is the RNG seed of the first unit.
    pub(super) fn add_results(&mut self, case: Case, time: Duration, first: u64) {
        self.cost += cost(&case, time);
        self.time += time;
        let rng = if case.outcome == Outcome::Failed { case.rng } else { first };
        match self.cases.get_mut(&rng) {
            Some(known) => known.add(case),
            None => {
                let name = case.case.rsplit_once("::").map_or("", |(name, _)| name);
                let name = format!("{name}::{rng}");
                self.cases.insert(rng, Case { case: name, rng, instances_sha256: None, ..case });
            }
        }
    }

    /// Whether any instance was answered.
    pub(super) fn is_tested(&self) -> bool {
        self.cases.values().any(|case| tested(case) > 0)
    }
}

impl Walked {
    /// Returns the first unit of the walk that is neither done nor taken. `is_ours` says which units the walk has.
    pub(super) fn open(&self, is_taken: impl Fn(u64) -> bool, is_ours: impl Fn(u64) -> bool) -> u64 {
        let is_open = |number: &u64| !self.ahead.contains(number) && !is_taken(*number) && is_ours(*number);
        (self.next..).find(is_open).unwrap_or(u64::MAX)
    }

    /// Passes the units that are done, and those of others.
    pub(super) fn advance(&mut self, is_ours: impl Fn(u64) -> bool) {
        while self.ahead.remove(&self.next) || !is_ours(self.next) {
            self.next += 1;
        }
    }

    /// Returns what it was charged, and a penalty if its last units had no answer.
    pub(super) fn debt(&self) -> Duration {
        self.charged + BARREN * ((1 << self.barren.min(DOUBLED)) - 1)
    }

    /// Returns the number of units that are done out of order.
    #[cfg(test)]
    pub(super) fn holes(&self) -> usize {
        self.ahead.len()
    }
}

/// Returns the time of a unit, and a penalty for its instances that were not answered, or only with `unknown`, or showed
/// known bugs.
pub(super) fn cost(case: &Case, time: Duration) -> Duration {
    let unknown = case.counts.get(Class::Unknown.word()).copied().unwrap_or_default();
    let unanswered = case.instances.saturating_sub(tested(case)) + unknown;
    let known = case.known.values().sum::<u64>();
    let idle = unanswered.max(known).min(case.instances) as f64;
    penalised(time, idle / case.instances.max(1) as f64)
}

/// Returns the cost of a unit without any answer.
pub(super) fn unanswered(time: Duration) -> Duration {
    penalised(time, 1.0)
}

fn penalised(time: Duration, unanswered: f64) -> Duration {
    time.mul_f64(1.0 + UNANSWERED * unanswered)
}

/// Returns the number of instances of a case that the solver said something about.
pub(super) fn tested(case: &Case) -> u64 {
    let tested = |word: &str| word.parse().is_ok_and(Class::is_tested);
    case.counts.iter().filter(|(word, _)| tested(word)).map(|(_, count)| count).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A unit with so many instances of one verdict.
    pub(in super::super) fn done(unit: u64, rng: u64, word: &str, instances: u64, outcome: Outcome) -> Done {
        let case = Case {
            version: crate::report::lines::record::VERSION,
            run: "r".to_owned(),
            case: format!("a::QF_LIA::small::{rng}"),
            solver: "a".to_owned(),
            solver_version: None,
            logic: "QF_LIA".to_owned(),
            seed: "small".to_owned(),
            rng,
            outcome,
            reason: None,
            counts: [(word.to_owned(), instances)].into(),
            texts: BTreeMap::new(),
            known: BTreeMap::new(),
            instances,
            sources: BTreeMap::new(),
            layouts: BTreeMap::new(),
            strategies: BTreeMap::new(),
            strategy_counts: BTreeMap::new(),
            operators: BTreeMap::new(),
            instances_sha256: Some("0".to_owned()),
            solving_seconds: 1.0,
            solving_times: Default::default(),
            generating_seconds: 0.0,
            looking_seconds: 0.0,
            seconds: 1.0,
            campaign: None,
            source: None,
            ended: String::new(),
        };
        let time = Duration::from_secs(1);
        Done { unit, strategy: Strategy::Mixed, time, charge: cost(&case, time), case, waiting: Vec::new() }
    }

    #[test]
    fn what_found_nothing_is_one_case_and_what_did_its_own() {
        let mut position = Position::default();
        position.add(done(0, 1, "sat", 10, Outcome::Passed), 1);
        position.add(Done { strategy: Strategy::Tool, ..done(2, 2, "sat", 10, Outcome::Passed) }, 1);
        position.add(done(1, 2, "wrong unsat", 3, Outcome::Failed), 1);
        assert_eq!(position.walks.len(), 2);
        assert!(position.has(Strategy::Tool, 2) && !position.has(Strategy::Mixed, 2));
        let all: Vec<_> =
            position.cases.values().map(|case| (case.case.as_str(), case.instances, case.outcome)).collect();
        assert_eq!(
            all,
            [("a::QF_LIA::small::1", 20, Outcome::Passed), ("a::QF_LIA::small::2", 3, Outcome::Failed)]
        );
    }

    #[test]
    fn units_of_others_are_passed_and_gaps_are_not() {
        let mut position = Position::default();
        let is_ours = |number: u64| !number.is_multiple_of(2);
        position.add(done(3, 1, "sat", 1, Outcome::Passed), 1);
        let walk = |position: &mut Position| {
            let walk = position.walks.get_mut(&Strategy::Mixed).unwrap();
            walk.advance(is_ours);
            walk.clone()
        };
        let gap = walk(&mut position);
        assert_eq!(gap.next, 1);
        assert!(position.has(Strategy::Mixed, 0) && !position.has(Strategy::Mixed, 1));
        assert!(position.has(Strategy::Mixed, 3));
        assert_eq!((gap.open(|_| false, is_ours), gap.open(|number| number == 1, is_ours)), (1, 5));
        position.add(done(1, 1, "sat", 1, Outcome::Passed), 1);
        let filled = walk(&mut position);
        assert_eq!((filled.next, filled.holes()), (5, 0));
    }

    #[test]
    fn what_is_not_answered_costs_more_and_more() {
        let debt = |word, times| {
            let mut position = Position::default();
            (0..times).for_each(|unit| position.add(done(unit, 1, word, 4, Outcome::Passed), 1));
            position.walks[&Strategy::Mixed].debt().as_secs()
        };
        assert_eq!((debt("sat", 3), debt("timeout", 1), debt("timeout", 3)), (3, 6, 22));
        assert_eq!((debt("unknown", 1), debt("unknown", 3)), (5, 15));
    }

    #[test]
    fn damaged_numbers_are_told_or_bounded() {
        let read = |text: &str| serde_json::from_str::<Walked>(text);
        let text = |secs: u64, barren: u32| {
            let time = format!("{{\"secs\":{secs},\"nanos\":0}}");
            format!("{{\"next\":1,\"charged\":{time},\"time\":{time},\"barren\":{barren}}}")
        };
        let most = Duration::from_secs(7) + BARREN * ((1 << DOUBLED) - 1);
        assert_eq!(read(&text(7, 40)).unwrap().debt(), most);
        let wrong = read(&text(u64::MAX, 0)).unwrap_err().to_string();
        assert!(wrong.starts_with("a time of more than a century"), "{wrong}");
    }
}
