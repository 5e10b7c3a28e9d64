//! How long a solver took: a small histogram with buckets that double.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most buckets that are told apart; the last one has everything from about nine minutes on.
pub const BUCKETS: usize = 21;

/// How many times fell into each bucket. Bucket 0 is below 1 ms, bucket k from 2^(k-1) ms to below 2^k ms, and bucket 20
/// has no upper end. Buckets after the last one that is not empty are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Times(Vec<u64>);

impl Times {
    /// Counts one time.
    pub fn add(&mut self, time: Duration) {
        let bits = u128::BITS - time.as_millis().leading_zeros();
        let bucket = (bits as usize).min(BUCKETS - 1);
        if self.0.len() <= bucket {
            self.0.resize(bucket + 1, 0);
        }
        self.0[bucket] += 1;
    }

    /// Adds the counts of another histogram. Buckets that there are none of count as the last one.
    pub fn merge(&mut self, other: &Times) {
        for (bucket, count) in other.0.iter().enumerate() {
            let bucket = bucket.min(BUCKETS - 1);
            if self.0.len() <= bucket {
                self.0.resize(bucket + 1, 0);
            }
            self.0[bucket] = self.0[bucket].saturating_add(*count);
        }
    }

    /// The counts, from the fastest bucket on.
    pub fn counts(&self) -> &[u64] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
