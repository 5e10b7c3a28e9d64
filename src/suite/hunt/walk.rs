//! The units of a row and a seed, in the order of a walk without end: so many instances of a case, all of one batch, then
//! the next ones, then those of the next RNG seed. Each instance is one that the test case of its name has too.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::matrix::{Config, Shard};
use crate::rng::GENERATOR_VERSION;

/// Instances of a unit where the profile has no batches.
const UNIT: u32 = 25;

/// How units are numbered. Numbers of another walk stand for other instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Walk {
    /// Version of what makes instances.
    generator: u32,
    /// Digest of what else they hang on: the profile's bounds and weights.
    bounds: String,
    /// The first RNG seed.
    pub first: u64,
    /// Instances that are taken of each case: as many as it has whatever its seed yields.
    each: u32,
    /// Instances of a unit.
    step: u32,
}

impl Walk {
    /// The walk of a profile.
    pub(super) fn of(config: &Config) -> Walk {
        let bounds = Digest::of(format!("{:?} {:?}", config.bounds, config.witness)).short();
        Walk {
            generator: GENERATOR_VERSION,
            bounds,
            first: config.rng_seeds.first().copied().unwrap_or(1),
            each: config.bounds.instances(0).max(1),
            step: config.bounds.batches.size.map_or(UNIT, std::num::NonZero::get),
        }
    }

    /// The RNG seed of a unit, and the numbers of its instances in the case.
    pub(super) fn unit(&self, number: u64) -> (u64, Range<u32>) {
        let units = u64::from(self.each.div_ceil(self.step));
        let start = (number % units) as u32 * self.step;
        let end = start.saturating_add(self.step).min(self.each);
        (self.first.saturating_add(number / units), start..end)
    }
}

/// Whether a unit of a row and seed is in a part of all units.
pub(super) fn is_in(shard: Option<Shard>, track: &str, number: u64) -> bool {
    shard.is_none_or(|shard| shard.contains(&format!("{track}::{number}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_in_one_unit() {
        let walk = Walk { generator: 1, bounds: String::new(), first: 7, each: 10, step: 4 };
        let units: Vec<_> = (0..4).map(|number| walk.unit(number)).collect();
        assert_eq!(units, [(7, 0..4), (7, 4..8), (7, 8..10), (8, 0..4)]);
        assert_eq!(walk.unit(u64::MAX).0, 7 + u64::MAX / 3);
    }

    #[test]
    fn shards_are_disjoint_and_all_together() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
        for number in 0..100 {
            let of_it = |shard: &&Shard| is_in(Some(**shard), "z3::QF_LIA::small", number);
            assert_eq!(parts.iter().filter(of_it).count(), 1);
        }
    }
}
