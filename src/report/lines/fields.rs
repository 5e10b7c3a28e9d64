//! Compound fields of lines: the planned cases of a run, in a form that is short for many RNG seeds, and solving times
//! as a histogram.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The separator of the parts of a case's name.
const SEPARATOR: &str = "::";

/// Names of cases: their beginnings, each with the last parts that follow it, as in `{"z3::QF_LIA::nurse-roster": ["1",
/// "2"]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "Plan")]
pub struct PlannedCases(BTreeMap<String, BTreeSet<String>>);

impl PlannedCases {
    /// Collects the cases of these names.
    pub fn collect(names: impl IntoIterator<Item = String>) -> PlannedCases {
        let mut plan = PlannedCases::default();
        for name in names {
            let (start, last) = name.rsplit_once(SEPARATOR).unwrap_or(("", &name));
            plan.0.entry(start.to_owned()).or_default().insert(last.to_owned());
        }
        plan
    }

    /// Adds the cases of another plan.
    pub fn merge(&mut self, other: &PlannedCases) {
        for (start, lasts) in &other.0 {
            self.0.entry(start.clone()).or_default().extend(lasts.iter().cloned());
        }
    }

    /// Returns the names in order.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let name = |start: &str, last: &str| match start {
            "" => last.to_owned(),
            _ => [start, last].join(SEPARATOR),
        };
        self.0.iter().flat_map(move |(start, lasts)| lasts.iter().map(move |last| name(start, last)))
    }

    /// Returns the number of cases.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }
}

/// The number of buckets. The last one has all times from about nine minutes on.
pub const BUCKETS: usize = 21;

/// The number of times in each bucket. Bucket 0 is below 1 ms, bucket k from 2^(k-1) ms to below 2^k ms, and bucket 20
/// is open-ended. Empty buckets at the end are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Times(Vec<u64>);

impl Times {
    /// Counts a time.
    pub fn add(&mut self, time: Duration) {
        let bits = u128::BITS - time.as_millis().leading_zeros();
        self.count(bits as usize, 1);
    }

    /// Adds the counts of another histogram. Excess buckets count as the last one.
    pub fn merge(&mut self, other: &Times) {
        for (bucket, &count) in other.0.iter().enumerate() {
            self.count(bucket, count);
        }
    }

    fn count(&mut self, bucket: usize, more: u64) {
        let bucket = bucket.min(BUCKETS - 1);
        if self.0.len() <= bucket {
            self.0.resize(bucket + 1, 0);
        }
        self.0[bucket] = self.0[bucket].saturating_add(more);
    }

    /// Returns the counts, from the fastest bucket on.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_name_is_kept(names in proptest::collection::btree_set("[a-c]{1,3}(::[a-c/]{1,3}){0,4}", 0..20)) {
            let plan = PlannedCases::collect(names.iter().cloned());
            prop_assert_eq!(plan.count(), names.len());
            prop_assert_eq!(plan.names().collect::<BTreeSet<_>>(), names);
        }

        #[test]
        fn parts_make_the_whole(names in proptest::collection::vec("[a-c]{1,2}::[0-9]", 0..20), cut in 0_usize..20) {
            let cut = cut.min(names.len());
            let mut merged = PlannedCases::collect(names[..cut].iter().cloned());
            merged.merge(&PlannedCases::collect(names[cut..].iter().cloned()));
            prop_assert_eq!(merged, PlannedCases::collect(names));
        }
    }

    #[test]
    fn buckets_double_from_a_millisecond_on() {
        let mut times = Times::default();
        [0, 999, 1_000, 1_999, 2_000, 3_999, 4_000]
            .map(Duration::from_micros)
            .into_iter()
            .for_each(|t| times.add(t));
        assert_eq!(times.counts(), [2, 2, 2, 1]);
        times.add(Duration::MAX);
        assert_eq!((times.counts().len(), times.counts()[BUCKETS - 1]), (BUCKETS, 1));
    }

    #[test]
    fn more_buckets_than_there_are_go_into_the_last() {
        let mut times = Times::default();
        times.merge(&Times(vec![1; BUCKETS + 4]));
        assert_eq!((times.counts().len(), times.counts()[BUCKETS - 1]), (BUCKETS, 5));
    }
}
