//! How far the walk of one row and seed has come, and what that came to.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::report::lines::record::{Case, Outcome};

/// Time that is spent on a unit without any answer counts so many times more, and so does that of a unit whose instances
/// all show bugs that are known: the same options and operators would show them again.
const UNANSWERED: f64 = 4.0;
/// What a row and seed owes for its first unit without any answer; twice as much for the next one, and so on.
const BARREN: Duration = Duration::from_secs(1);
/// How often that is doubled, at most.
const DOUBLED: u32 = 12;

/// How far the walk of one row and seed has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Position {
    /// All units before this one are done.
    pub next: u64,
    /// Units after it that are.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    ahead: BTreeSet<u64>,
    /// The time that it took, with a penalty for what was not answered or is known.
    pub cost: Duration,
    /// The time that it took.
    #[serde(default)]
    pub time: Duration,
    /// Units in a row, the last ones, that had no answer.
    #[serde(default)]
    barren: u32,
    /// What the units came to, by RNG seed: under that of the first unit those that found nothing, all together; under
    /// their own, those that did.
    #[serde(default)]
    pub cases: BTreeMap<u64, Case>,
}

/// A unit that was run to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    /// Its number.
    pub unit: u64,
    /// How long it took.
    pub time: Duration,
    /// What it came to.
    pub case: Case,
}

impl Done {
    /// Whether any instance was answered.
    pub(super) fn is_tested(&self) -> bool {
        tested(&self.case) > 0
    }

    /// Its time, and more for what was not answered in it, or showed a known bug.
    fn cost(&self) -> Duration {
        let unanswered = self.case.instances.saturating_sub(tested(&self.case));
        let known = self.case.known.values().sum::<u64>();
        let idle = unanswered.max(known).min(self.case.instances) as f64;
        penalised(self.time, idle / self.case.instances.max(1) as f64)
    }
}

impl Position {
    /// The first unit from `next` on that is nobody's yet.
    pub(super) fn open(&self, is_taken: impl Fn(u64) -> bool) -> u64 {
        (self.next..).find(|number| !self.ahead.contains(number) && !is_taken(*number)).unwrap_or(u64::MAX)
    }

    /// Goes past units that are done, or that are in another part.
    pub(super) fn advance(&mut self, is_ours: impl Fn(u64) -> bool) {
        while self.ahead.remove(&self.next) || !is_ours(self.next) {
            self.next += 1;
        }
    }

    /// Whether a unit is done.
    pub(super) fn has(&self, unit: u64) -> bool {
        unit < self.next || self.ahead.contains(&unit)
    }

    /// Takes a unit in; `first` is the RNG seed of the first one.
    pub(super) fn take(&mut self, done: Done, first: u64) {
        self.cost += done.cost();
        self.time += done.time;
        self.barren = if done.is_tested() { 0 } else { self.barren.saturating_add(1).min(DOUBLED) };
        let Done { unit, case, .. } = done;
        let rng = if case.outcome == Outcome::Failed { case.rng } else { first };
        match self.cases.get_mut(&rng) {
            Some(known) => known.add(case),
            None => {
                let name = case.case.rsplit_once("::").map_or("", |(name, _)| name);
                let name = format!("{name}::{rng}");
                self.cases.insert(rng, Case { case: name, rng, instances_sha256: None, ..case });
            }
        }
        self.ahead.insert(unit);
    }

    /// What it cost, and more if nothing comes of it: of the seeds of a row, the one with the least has its turn.
    pub(super) fn debt(&self) -> Duration {
        self.cost + BARREN * ((1 << self.barren) - 1)
    }

    /// Whether any instance was answered.
    pub(super) fn is_tested(&self) -> bool {
        self.cases.values().any(|case| tested(case) > 0)
    }
}

/// What a time counts if nothing was answered in it.
pub(super) fn unanswered(time: Duration) -> Duration {
    penalised(time, 1.0)
}

fn penalised(time: Duration, unanswered: f64) -> Duration {
    time.mul_f64(1.0 + UNANSWERED * unanswered)
}

/// Instances of a case that the solver said something about.
fn tested(case: &Case) -> u64 {
    let tested = |word: &str| word.parse().is_ok_and(|class: crate::matrix::Class| class.is_tested());
    case.counts.iter().filter(|(word, _)| tested(word)).map(|(_, count)| count).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A unit of so many instances that came to this.
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
        Done { unit, time: Duration::from_secs(1), case }
    }

    #[test]
    fn what_found_nothing_is_one_case_and_what_did_its_own() {
        let mut position = Position::default();
        position.take(done(0, 1, "sat", 10, Outcome::Passed), 1);
        position.take(done(2, 2, "sat", 10, Outcome::Passed), 1);
        position.take(done(1, 2, "wrong unsat", 3, Outcome::Failed), 1);
        position.advance(|_| true);
        assert_eq!((position.next, position.ahead.len()), (3, 0));
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
        position.take(done(3, 1, "sat", 1, Outcome::Passed), 1);
        position.advance(|number| number % 2 == 1);
        assert_eq!(position.next, 1);
        assert!(position.has(0) && !position.has(1) && position.has(3));
        assert_eq!((position.open(|_| false), position.open(|number| number == 1)), (1, 2));
        position.take(done(1, 1, "sat", 1, Outcome::Passed), 1);
        position.advance(|number| number % 2 == 1);
        assert_eq!((position.next, position.ahead.len()), (5, 0));
    }

    #[test]
    fn what_is_not_answered_costs_more_and_more() {
        let cost = |word, times| {
            let mut position = Position::default();
            (0..times).for_each(|unit| position.take(done(unit, 1, word, 4, Outcome::Passed), 1));
            position.debt().as_secs()
        };
        assert_eq!((cost("sat", 3), cost("timeout", 1), cost("timeout", 3)), (3, 6, 22));
    }
}
