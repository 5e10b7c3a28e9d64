//! The units of a row and a seed, in the order of a walk without end: so many instances of a case, all of one batch, then
//! the next ones, then those of the next RNG seed. Each instance is one that the test case of its name has too.
//!
//! The variants of a solver begin with different RNG seeds: they share most of its code, and the same instances for all
//! of them would reach less of it in the same time. Failures, not other instances, are tried with several options.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::matrix::{Config, Shard};
use crate::rng::GENERATOR_VERSION;

/// Instances of a unit where the profile has no batches.
const UNIT: u32 = 25;
/// RNG seeds among which the one is that a variant begins with: so many that two of a solver hardly ever have the same.
const STARTS: u16 = 500;

/// How units are numbered. Numbers of another walk stand for other instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Walk {
    /// Version of what makes instances.
    generator: u32,
    /// Digest of what else they depend on: the profile's bounds and weights.
    bounds: String,
    /// The first RNG seed.
    first: u64,
    /// Instances that are taken of each case: as many as it has whatever its seed yields.
    each: u32,
    /// How many of the rows that have fewer.
    #[serde(default)]
    few: BTreeMap<String, u32>,
    /// Instances of a unit.
    step: u32,
}

impl Walk {
    /// The walk of a profile.
    pub(super) fn plan(config: &Config) -> Walk {
        let bounds = Digest::of(format!("{:?} {:?} {STARTS}", config.bounds, config.witness)).short();
        let each = config.bounds.instances(0).max(1);
        let few = config.solvers.iter().map(|row| (row.name.clone(), row.instances_of(each)));
        Walk {
            generator: GENERATOR_VERSION,
            bounds,
            first: config.rng_seeds.first().copied().unwrap_or(1),
            each,
            few: few.filter(|(_, most)| *most < each).collect(),
            step: config.bounds.batches.size.map_or(UNIT, std::num::NonZero::get),
        }
    }

    /// The first RNG seed of a row, or of a row and seed.
    pub(super) fn first_of(&self, track: &str) -> u64 {
        let start =
            row_of(track).split_once('/').map_or(0, |(_, variant)| 1 + Digest::of(variant).number() % STARTS);
        self.first.saturating_add(u64::from(start))
    }

    /// The RNG seed of a unit of a row and seed, and the numbers of its instances in the case.
    pub(super) fn unit(&self, track: &str, number: u64) -> (u64, Range<u32>) {
        let each = self.few.get(row_of(track)).copied().unwrap_or(self.each);
        let units = u64::from(each.div_ceil(self.step));
        let start = (number % units) as u32 * self.step;
        let end = start.saturating_add(self.step).min(each);
        (self.first_of(track).saturating_add(number / units), start..end)
    }
}

fn row_of(track: &str) -> &str {
    track.split("::").next().unwrap_or_default()
}

/// Whether a unit of a row and seed is in a part of all units.
pub(super) fn is_in(shard: Option<Shard>, track: &str, number: u64) -> bool {
    shard.is_none_or(|shard| shard.contains(&format!("{track}::{number}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk() -> Walk {
        let few = [("yices/mcsat".to_owned(), 5)].into();
        Walk { generator: 1, bounds: String::new(), first: 7, each: 10, few, step: 4 }
    }

    #[test]
    fn a_row_that_is_asked_less_goes_on_sooner() {
        let of = |number| walk().unit("yices/mcsat::QF_BV::small", number);
        let first = walk().first_of("yices/mcsat");
        assert_eq!([0, 1, 2].map(of), [(first, 0..4), (first, 4..5), (first + 1, 0..4)]);
    }

    #[test]
    fn every_instance_is_in_one_unit() {
        let walk = walk();
        let units: Vec<_> = (0..4).map(|number| walk.unit("z3::QF_LIA::small", number)).collect();
        assert_eq!(units, [(7, 0..4), (7, 4..8), (7, 8..10), (8, 0..4)]);
        assert_eq!(walk.unit("z3", u64::MAX).0, 7 + u64::MAX / 3);
    }

    #[test]
    fn variants_begin_with_rng_seeds_of_their_own() {
        let walk = walk();
        let of = |track| walk.first_of(track);
        assert_eq!((of("z3"), of("cvc5"), of("z3::QF_LIA::a/b")), (7, 7, 7));
        assert!(of("z3/horn") > 7 && of("z3/horn") != of("z3/models"));
        assert_eq!(walk.unit("z3/horn::QF_LIA::small", 4), (of("z3/horn") + 1, 4..8));
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
