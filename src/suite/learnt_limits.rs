//! Time limits that a hunt learns: the times of earlier answers for a row and seed tell how long an answer is worth
//! waiting for. Until a seed has enough of them, those of all seeds of its logic tell, and until then, those of the row:
//! the first visit of a seed must not cost many answers of others, and takes no longer than most answers of the row.
//!
//! A limit changes no instance. A row whose time-outs are failures keeps its own limit, so a learnt one never fails a
//! test.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::matrix::case::CaseName;

/// The limit is this many times the time within which most answers come.
const TIMES: u32 = 3;
/// The share of the answers that counts as most, in percent.
const MOST: usize = 80;
/// The shortest limit.
const LEAST: Duration = Duration::from_millis(50);
/// The number of answers before a limit is learnt, and the number of answers that are remembered.
const ENOUGH: usize = 32;
const REMEMBERED: usize = 256;
/// One in this many limits is longer, to learn again when answers become slower, and this many times as long. What a row
/// tells of a seed that it does not know is as uncertain.
const LONGER: u32 = 16;
const LONGER_TIMES: u32 = 4;
/// One in this many limits is the row's own: a few bugs only show in answers that take long.
const IN_FULL: u32 = 128;

/// The times learnt for each row and seed, each row and logic, and each row. They are not stored: a hunt that continues
/// learns again.
#[derive(Debug, Default)]
pub(super) struct LearntLimits(Mutex<BTreeMap<Key, Answers>>);

/// A row, with a seed, a logic or neither, and whether instances are small.
type Key = (String, bool);

/// Instances with a common limit: those of a row and seed that are small, or those that are not. They have the keys of
/// the seed, of its logic and of the row.
#[derive(Clone, Debug)]
pub(super) struct Group([Key; 3]);

impl Group {
    pub(super) fn new(case: &CaseName, is_small: bool) -> Group {
        let names = [case.track(), format!("{}::{}", case.solver, case.logic), case.solver.clone()];
        Group(names.map(|name| (name, is_small)))
    }
}

#[derive(Debug, Default)]
struct Answers {
    /// The times of the latest answers.
    times: VecDeque<Duration>,
    /// The number of limits given out.
    limits: u32,
}

impl LearntLimits {
    /// Returns the time limit for the next instances of a group, given the limit of the row, and whether a hunt visits the
    /// seed for the first time.
    pub(super) fn limit(&self, group: &Group, full: Duration, is_first_visit: bool) -> Duration {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let are_enough = |key: &&Key| all.get(key).is_some_and(|answers| answers.times.len() >= ENOUGH);
        let Some(key) = group.0.iter().find(are_enough) else { return full };
        let is_of_row = Some(key) == group.0.last();
        let Some(answers) = all.get_mut(key) else { return full };
        answers.limits = answers.limits.wrapping_add(1);
        if answers.limits.is_multiple_of(IN_FULL) && !is_first_visit {
            return full;
        }
        let is_longer = !is_first_visit && (answers.limits.is_multiple_of(LONGER) || is_of_row);
        let mut times: Vec<Duration> = answers.times.iter().copied().collect();
        let at = times.len() * MOST / 100;
        let (_, most, _) = times.select_nth_unstable(at);
        let limit = most.saturating_mul(TIMES).max(LEAST);
        limit.saturating_mul(if is_longer { LONGER_TIMES } else { 1 }).min(full)
    }

    /// Records the time of an answer.
    pub(super) fn note(&self, group: &Group, time: Duration) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &group.0 {
            let times = &mut all.entry(key.clone()).or_default().times;
            if times.len() >= REMEMBERED {
                times.pop_front();
            }
            times.push_back(time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn group_of(logic: &str, seed: &str, is_small: bool) -> Group {
        let (solver, logic, seed) = ("a".to_owned(), logic.to_owned(), seed.to_owned());
        Group::new(&CaseName { solver, logic, seed, rng_seed: 1 }, is_small)
    }

    fn group() -> Group {
        group_of("QF_LIA", "sums", true)
    }

    /// Returns the limits after answers with these times.
    fn limits(times: impl IntoIterator<Item = u64>) -> Vec<Duration> {
        let learnt = LearntLimits::default();
        times.into_iter().for_each(|time| learnt.note(&group(), ms(time)));
        (0..IN_FULL).map(|_| learnt.limit(&group(), ms(1000), false)).collect()
    }

    #[test]
    fn limits_start_after_enough_answers() {
        assert!(limits([1; ENOUGH - 1]).iter().all(|limit| *limit == ms(1000)));
        let learnt = limits([1; ENOUGH]);
        assert_eq!((learnt[0], learnt[IN_FULL as usize - 1]), (LEAST, ms(1000)), "one of many is in full");
        assert_eq!(learnt.iter().filter(|limit| **limit == ms(1000)).count(), 1);
        let longer = learnt.iter().filter(|limit| **limit == LEAST * LONGER_TIMES).count();
        assert_eq!(longer, (IN_FULL / LONGER - 1) as usize, "and a few are longer");
    }

    #[test]
    fn a_limit_follows_most_answers_and_never_exceeds_that_of_the_row() {
        assert_eq!(limits([20; 40])[0], ms(60));
        assert_eq!(limits([500; 40])[0], ms(1000));
        // One slow answer in ten does not change the limit, one in three does.
        assert_eq!(limits((0..100).map(|at| if at % 10 == 0 { 200 } else { 30 }))[0], ms(90));
        assert_eq!(limits((0..100).map(|at| if at % 3 == 0 { 200 } else { 30 }))[0], ms(600));
    }

    #[test]
    fn slower_answers_are_learnt_again_and_other_groups_stay() {
        let learnt = LearntLimits::default();
        (0..REMEMBERED).for_each(|_| learnt.note(&group(), ms(1)));
        assert_eq!(learnt.limit(&group(), ms(1000), false), LEAST);
        (0..REMEMBERED).for_each(|_| learnt.note(&group(), ms(30)));
        assert_eq!(learnt.limit(&group(), ms(1000), false), ms(90));
        assert_eq!(learnt.limit(&group_of("QF_LIA", "sums", false), ms(1000), false), ms(1000));
    }

    #[test]
    fn a_seed_with_few_answers_has_the_limit_of_its_logic_or_a_longer_one_of_its_row() {
        let learnt = LearntLimits::default();
        (0..ENOUGH).for_each(|_| learnt.note(&group(), ms(20)));
        let next = group_of("QF_LIA", "products", true);
        let other = group_of("QF_BV", "sums", true);
        assert_eq!(learnt.limit(&next, ms(1000), false), ms(60));
        assert_eq!(learnt.limit(&other, ms(1000), false), ms(240));
        assert_eq!(learnt.limit(&other, ms(200), false), ms(200));
        assert_eq!(learnt.limit(&other, ms(1000), true), ms(60), "a first visit is short");
        (0..ENOUGH).for_each(|_| learnt.note(&next, ms(90)));
        assert_eq!(learnt.limit(&next, ms(1000), false), ms(270));
        assert_eq!(learnt.limit(&group(), ms(1000), false), ms(60));
    }
}
