//! The units of a row and a seed, as a walk without end: a unit is some instances of a case, all of one batch. After the
//! last instance of a case, the walk continues with the next RNG seed. Each instance of a hunt is also one of the test
//! case of that name.
//!
//! Each strategy has a walk of its own over the units whose batch it makes. Which strategy that is follows from the seed
//! file, the RNG seed and the number of the batch, and takes a microsecond to compute.
//!
//! The variants of a solver begin with different RNG seeds: they share most of its code, and the same instances for all
//! of them would reach less of it in the same time. Failures, not other instances, are tried with several options.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::generate::batch::{self, Batch};
use crate::generate::seed::Seed;
use crate::generate::strategy::{SeedSize, Shares, Strategy};
use crate::matrix::{Bounds, Config, Shard, Weights};
use crate::rng::GENERATOR_VERSION;

/// Instances of a unit where the profile has no batches.
const UNIT: u32 = 25;
/// Number of RNG seeds with which a variant may begin: so many that two variants of a solver hardly ever share one.
const STARTS: u16 = 500;

/// The numbering of units. In another walk, the same numbers stand for other instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Walk {
    /// Version of the generator of instances.
    pub generator: u32,
    /// Digest of the profile's bounds and weights, on which instances depend, too.
    pub bounds: String,
    /// The first RNG seed.
    first: u64,
    /// Number of instances to take from each case: as many as it has for any seed.
    each: u32,
    /// The same for rows that have fewer, by name.
    #[serde(default)]
    few: BTreeMap<String, u32>,
    /// Number of instances in a unit.
    step: u32,
}

impl Walk {
    /// Plans the walk of a profile.
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

    /// Returns the first RNG seed of a row, or of a row and seed.
    pub(super) fn first_of(&self, track: &str) -> u64 {
        let start =
            row_of(track).split_once('/').map_or(0, |(_, variant)| 1 + Digest::of(variant).number() % STARTS);
        self.first.saturating_add(u64::from(start))
    }

    /// Returns the RNG seed of a unit of a row and seed, and the numbers of its instances in the case.
    pub(super) fn unit(&self, track: &str, number: u64) -> (u64, Range<u32>) {
        let (each, units) = (self.each(track), u64::from(self.units_of_case(track)));
        let start = (number % units) as u32 * self.step;
        let end = start.saturating_add(self.step).min(each);
        (self.first_of(track).saturating_add(number / units), start..end)
    }

    /// Returns the number of the unit of a row and seed with these instances; `None` if there is none.
    pub(super) fn number(&self, track: &str, rng_seed: u64, instances: &Range<u32>) -> Option<u64> {
        let cases = rng_seed.checked_sub(self.first_of(track))?;
        let number = cases.checked_mul(u64::from(self.units_of_case(track)))?;
        let number = number.checked_add(u64::from(instances.start / self.step))?;
        (self.unit(track, number) == (rng_seed, instances.clone())).then_some(number)
    }

    /// Returns the number of instances that a row takes from each case.
    fn each(&self, track: &str) -> u32 {
        self.few.get(row_of(track)).copied().unwrap_or(self.each)
    }

    /// Returns the number of units of each case of a row.
    fn units_of_case(&self, track: &str) -> u32 {
        self.each(track).div_ceil(self.step)
    }
}

/// Returns the row in the common name of a row and a seed.
pub(super) fn row_of(track: &str) -> &str {
    track.split("::").next().unwrap_or_default()
}

/// What the strategies of a seed's units depend on.
#[derive(Clone, Copy, Debug)]
pub(super) enum SeedKind {
    /// A seed file of this digest and size.
    Readable(Digest, SeedSize),
    /// A file that cannot be used: whichever unit is run says why.
    Unreadable,
}

impl SeedKind {
    /// Returns the kind of a seed, if there is one.
    pub(super) fn classify(seed: Option<&Seed>) -> SeedKind {
        seed.map_or(SeedKind::Unreadable, |seed| SeedKind::Readable(seed.digest, seed.size))
    }
}

/// The units of a campaign: those of a walk that are in a shard, each with its strategy.
#[derive(Clone, Debug)]
pub(super) struct Units {
    pub walk: Walk,
    shard: Option<Shard>,
    bounds: Bounds,
    weights: Weights,
    /// The units that were run before all others, by row and seed.
    replayed: BTreeMap<String, BTreeSet<u64>>,
}

impl Units {
    /// Plans the units of a profile that are in a shard.
    pub(super) fn plan(config: &Config, shard: Option<Shard>) -> Units {
        let walk = Walk::plan(config);
        let (bounds, weights) = (config.bounds.clone(), config.witness);
        Units { walk, shard, bounds, weights, replayed: BTreeMap::new() }
    }

    /// Returns the number of a kept unit of a row and seed, if it is in the shard.
    pub(super) fn kept(&self, track: &str, rng_seed: u64, instances: &Range<u32>) -> Option<u64> {
        let number = self.walk.number(track, rng_seed, instances)?;
        self.is_in_shard(track, number).then_some(number)
    }

    /// Takes a unit out: it is run before all others.
    pub(super) fn replay(&mut self, track: String, number: u64) {
        self.replayed.entry(track).or_default().insert(number);
    }

    fn is_in_shard(&self, track: &str, number: u64) -> bool {
        self.shard.is_none_or(|shard| shard.contains(&format!("{track}::{number}")))
    }

    /// Returns the shares of the strategies that the units of a row and seed have.
    pub(super) fn shares(&self, track: &str, seed: SeedKind) -> Shares {
        match seed {
            SeedKind::Readable(_, size) => {
                // Where a profile has batches, each unit is one.
                batch::shares(size, &self.bounds, &self.weights, self.walk.units_of_case(track))
            }
            SeedKind::Unreadable => Shares::only(Strategy::Mixed),
        }
    }

    /// Whether a unit of a row and seed is in the shard, made by this strategy, and not taken out.
    pub(super) fn has(&self, track: &str, number: u64, seed: SeedKind, strategy: Strategy) -> bool {
        let is_replayed = self.replayed.get(track).is_some_and(|replayed| replayed.contains(&number));
        !is_replayed && self.is_in_shard(track, number) && self.strategy(track, number, seed) == strategy
    }

    /// Returns the strategy of a unit of a row and seed.
    fn strategy(&self, track: &str, number: u64, seed: SeedKind) -> Strategy {
        let SeedKind::Readable(digest, size) = seed else { return Strategy::Mixed };
        let (rng_seed, instances) = self.walk.unit(track, number);
        let batch = self.bounds.batches.of_instance(instances.start);
        Batch::new(batch, &digest, size, rng_seed, &self.bounds, &self.weights).strategy
    }
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
        let number = |rng_seed, instances| walk.number("z3::QF_LIA::small", rng_seed, &instances);
        assert!((0..4).all(|at| number(units[at].0, units[at].1.clone()) == Some(at as u64)));
        for (rng_seed, instances) in [(6, 0..4), (7, 0..5), (7, 1..4), (7, 8..12), (u64::MAX, 0..4)] {
            assert_eq!(number(rng_seed, instances), None);
        }
    }

    #[test]
    fn variants_begin_with_rng_seeds_of_their_own() {
        let walk = walk();
        let of = |track| walk.first_of(track);
        assert_eq!((of("z3"), of("cvc5"), of("z3::QF_LIA::a/b")), (7, 7, 7));
        assert!(of("z3/horn") > 7 && of("z3/horn") != of("z3/models"));
        assert_eq!(walk.unit("z3/horn::QF_LIA::small", 4), (of("z3/horn") + 1, 4..8));
    }

    fn units(shard: Option<&str>) -> Units {
        units_of(20, shard)
    }

    /// The units of a profile with so many instances of a case.
    fn units_of(instances: u32, shard: Option<&str>) -> Units {
        let profile = format!("{{NM: {instances}, batch: 5, synthesis: 12, mutation: 12}}");
        let keys = format!("solvers: {{a: {{argv: [a, \"{{file}}\"]}}}}\nprofiles: {{p: {profile}}}");
        Units::plan(&Config::example(&keys, Some("p")), shard.map(|text| text.parse().unwrap()))
    }

    const TRACK: &str = "z3::QF_LIA::small";

    #[test]
    fn every_unit_is_in_one_shard_and_has_one_strategy() {
        let parts = ["1/3", "2/3", "3/3"].map(|shard| units(Some(shard)));
        let seed = SeedKind::Readable(Digest::of("seed"), SeedSize::Many);
        let strategies: Vec<Strategy> = units(None).shares(TRACK, seed).iter().map(|(one, _)| one).collect();
        assert_eq!(strategies.len(), 4);
        for number in 0..100 {
            let times = parts.iter().flat_map(|part| strategies.iter().map(move |one| (part, *one)));
            assert_eq!(times.filter(|(part, one)| part.has(TRACK, number, seed, *one)).count(), 1);
        }
        assert!(units(None).has(TRACK, 7, SeedKind::Unreadable, Strategy::Mixed));
    }

    /// A strategy without units would be looked for without end.
    #[test]
    fn every_strategy_has_units_even_if_a_case_is_one_batch() {
        for units in [5, 6, 20].map(|instances| units_of(instances, None)) {
            for size in [SeedSize::Nothing, SeedSize::Few, SeedSize::Many] {
                let seed = SeedKind::Readable(Digest::of("seed"), size);
                let shares = units.shares(TRACK, seed);
                let has_units = |one| (0..400).any(|number| units.has(TRACK, number, seed, one));
                assert!(shares.iter().all(|(one, _)| has_units(one)), "{size:?}: {shares:?}");
                let has_strategy = |number| shares.iter().any(|(one, _)| units.has(TRACK, number, seed, one));
                assert!((0..400).all(has_strategy), "{size:?}: {shares:?}");
            }
        }
    }

    #[test]
    fn the_strategy_of_a_unit_is_that_of_its_batch() {
        let units = units(None);
        let seed = Seed::from_bytes("x.smt2".as_ref(), b"(declare-fun x () Int)(assert (< x 3))").unwrap();
        for number in 0..50 {
            let (rng_seed, instances) = units.walk.unit(TRACK, number);
            let batch = units.bounds.batches.of_instance(instances.start);
            let batch = seed.batch(batch, rng_seed, &units.bounds, &units.weights);
            assert_eq!(units.strategy(TRACK, number, SeedKind::classify(Some(&seed))), batch.strategy);
        }
    }
}
