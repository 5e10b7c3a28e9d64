//! Time limits that a hunt learns: what answers to instances of a row and seed took so far says how long the next one is
//! worth waiting for.
//!
//! A limit changes no instance, and a time-out is no failure where it is learnt: rows whose time-outs fail keep their own.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many times as long as nearly all answers take an instance may take.
const TIMES: u32 = 8;
/// The share of answers that are as fast as that, in hundredths.
const NEARLY_ALL: usize = 95;
/// So long an instance may take in any case.
const LEAST: Duration = Duration::from_millis(50);
/// Answers before which nothing is known, and answers that are remembered.
const ENOUGH: usize = 32;
const REMEMBERED: usize = 256;
/// Of so many limits one is that of the row: so that what has become slower is learnt again.
const IN_FULL: u32 = 16;

/// What was learnt of each row and seed. It is not kept: a hunt that goes on learns again.
#[derive(Debug, Default)]
pub(super) struct LearntLimits(Mutex<BTreeMap<Group, Answers>>);

/// What is learnt together: a row and seed, and whether its instances are small.
pub(super) type Group = (String, bool);

#[derive(Debug, Default)]
struct Answers {
    /// What the last ones took.
    times: VecDeque<Duration>,
    /// Limits that were asked for.
    limits: u32,
}

impl LearntLimits {
    /// How long the next instances of a group may take, if the row gives them so long.
    pub(super) fn limit(&self, group: &Group, full: Duration) -> Duration {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answers = all.entry(group.clone()).or_default();
        answers.limits = answers.limits.wrapping_add(1);
        if answers.times.len() < ENOUGH || answers.limits.is_multiple_of(IN_FULL) {
            return full;
        }
        let mut times: Vec<Duration> = answers.times.iter().copied().collect();
        let at = times.len() * NEARLY_ALL / 100;
        let (_, nearly_longest, _) = times.select_nth_unstable(at);
        nearly_longest.saturating_mul(TIMES).max(LEAST).min(full)
    }

    /// Notes what an answer took.
    pub(super) fn note(&self, group: &Group, time: Duration) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let times = &mut all.entry(group.clone()).or_default().times;
        if times.len() >= REMEMBERED {
            times.pop_front();
        }
        times.push_back(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn group() -> Group {
        ("a::QF_LIA::small".to_owned(), true)
    }

    /// The limits that follow answers which took so long.
    fn limits(times: impl IntoIterator<Item = u64>) -> Vec<Duration> {
        let learnt = LearntLimits::default();
        times.into_iter().for_each(|time| learnt.note(&group(), ms(time)));
        (0..IN_FULL).map(|_| learnt.limit(&group(), ms(1000))).collect()
    }

    #[test]
    fn nothing_is_cut_off_before_enough_is_known() {
        assert!(limits([1; ENOUGH - 1]).iter().all(|limit| *limit == ms(1000)));
        let learnt = limits([1; ENOUGH]);
        assert_eq!((learnt[0], learnt[IN_FULL as usize - 1]), (LEAST, ms(1000)), "one of many is in full");
        assert_eq!(learnt.iter().filter(|limit| **limit == ms(1000)).count(), 1);
    }

    #[test]
    fn a_limit_follows_what_nearly_all_take_and_is_never_longer_than_that_of_the_row() {
        assert_eq!(limits([20; 40])[0], ms(160));
        assert_eq!(limits([500; 40])[0], ms(1000));
        // One answer of fifty says nothing of the others; one of ten does.
        assert_eq!(limits((0..100).map(|at| if at % 50 == 0 { 100 } else { 10 }))[0], ms(80));
        assert_eq!(limits((0..100).map(|at| if at % 10 == 0 { 100 } else { 10 }))[0], ms(800));
    }

    #[test]
    fn what_has_become_slower_is_learnt_again_and_others_are_not_touched() {
        let learnt = LearntLimits::default();
        (0..REMEMBERED).for_each(|_| learnt.note(&group(), ms(1)));
        assert_eq!(learnt.limit(&group(), ms(1000)), LEAST);
        (0..REMEMBERED).for_each(|_| learnt.note(&group(), ms(30)));
        assert_eq!(learnt.limit(&group(), ms(1000)), ms(240));
        let large = (group().0, false);
        assert_eq!(learnt.limit(&large, ms(1000)), ms(1000));
    }
}
