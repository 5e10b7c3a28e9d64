//! The random numbers of a case: named streams, portable and independent of earlier runs.
//!
//! The generator is ChaCha8, with a key derived from the identity of the case. Each use (witness, pool, every instance)
//! has its own stream, so an instance can be generated without earlier ones.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::digest::Digest;

/// The version of the generator, which is part of every key. A release that changes instances increases it.
pub const GENERATOR_VERSION: u32 = 1;

/// The purpose of a stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Choosing and sampling a witness.
    Witness,
    /// Filling the construction pool.
    Pool,
    /// Choosing the formulas that a witness satisfies.
    Subset,
    /// Building the formulas of a source, by the number that `generate::sources` gives it.
    Formulas(u8),
    /// Drawing the properties of a batch.
    Batch,
    /// Adding declarations to those of a seed.
    Additions,
    /// Choosing sorts other than those of a seed.
    Sorts,
    /// Generating an instance, by its number.
    Instance(u32),
    /// Choosing the `set-logic` of an instance, by its number.
    Logic(u32),
    /// Laying out an incremental instance, by its number.
    Levels(u32),
    /// Leaving the truth of an instance open, by its number.
    Open(u32),
    /// Asking for all models of an instance whose truth is open, by its number.
    OpenModels(u32),
    /// Asserting a contradiction of the seed in an instance whose truth is open, by its number.
    Contradictions(u32),
    /// Choosing the assertions of an instance whose models are known, by its number.
    Models(u32),
    /// Asking for more than the answers of an instance, by its number.
    Questions(u32),
    /// Choosing from an option group, by its position (below 2¹⁶), for an instance or for the whole case.
    Options(u16, Option<u32>),
}

/// The key of all streams of a case or of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key([u8; 32]);

impl Key {
    /// Derives the key of a seed file (by its digest) and an RNG seed.
    pub fn new(seed: &Digest, rng_seed: u64) -> Key {
        let mut hash = Sha256::new();
        hash.update(b"smt-storm generator ");
        hash.update(GENERATOR_VERSION.to_le_bytes());
        hash.update(rng_seed.to_le_bytes());
        hash.update(seed.bytes());
        Key(hash.finalize().into())
    }

    /// Derives the key of a batch of the case, from 0. The first batch has the key of the case.
    pub fn batch(&self, number: u32) -> Key {
        if number == 0 {
            return self.clone();
        }
        let mut hash = Sha256::new();
        hash.update(b"batch ");
        hash.update(number.to_le_bytes());
        hash.update(self.0);
        Key(hash.finalize().into())
    }

    /// Returns a stream, from its start.
    pub fn stream(&self, stream: Stream) -> Rng {
        let mut generator = ChaCha8Rng::from_seed(self.0);
        generator.set_stream(match stream {
            Stream::Witness => 0,
            Stream::Pool => 1,
            Stream::Subset => 2,
            Stream::Batch => 6,
            Stream::Additions => 7,
            Stream::Sorts => 8,
            Stream::Formulas(source) => u64::from(source),
            Stream::Instance(number) => 1 << 32 | u64::from(number),
            Stream::Levels(number) => 2 << 32 | u64::from(number),
            Stream::Logic(number) => (1 << 17) << 32 | u64::from(number),
            Stream::Open(number) => (1 << 19) << 32 | u64::from(number),
            Stream::OpenModels(number) => (1 << 21) << 32 | u64::from(number),
            Stream::Contradictions(number) => (1 << 22) << 32 | u64::from(number),
            Stream::Models(number) => (1 << 18) << 32 | u64::from(number),
            Stream::Questions(number) => (1 << 20) << 32 | u64::from(number),
            Stream::Options(group, None) => 3 << 32 | u64::from(group),
            Stream::Options(group, Some(number)) => (1 << 16 | u64::from(group)) << 32 | u64::from(number),
        });
        Rng(generator)
    }
}

/// A stream of random numbers.
#[derive(Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Draws a number below `bound`, uniformly. Returns 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 { 0 } else { self.0.random_range(0..bound) }
    }

    /// Draws an index into a list of `length`; see [`Rng::below`].
    pub fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }

    /// Returns true with a probability of `percent` in 100.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Draws 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.random()
    }

    /// Draws an element of a list, uniformly. Returns `None` if the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.index(list.len()))
    }

    /// Draws one of these, each as often as its weight says. Returns `None` if all weights are 0.
    pub fn pick_weighted<T>(&mut self, weighted: impl Iterator<Item = (T, u32)> + Clone) -> Option<T> {
        let mut at = self.below(weighted.clone().map(|(_, weight)| weight).sum());
        for (one, weight) in weighted {
            match at.checked_sub(weight) {
                Some(rest) => at = rest,
                None => return Some(one),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_streams_are_fixed_for_ever() {
        let key = Key::new(&Digest::of("seed"), 1);
        let first = |stream| key.stream(stream).bits();
        assert_eq!(first(Stream::Witness), first(Stream::Witness));
        assert_ne!(first(Stream::Instance(0)), first(Stream::Instance(1)));
        assert_ne!(first(Stream::Pool), Key::new(&Digest::of("seed"), 2).stream(Stream::Pool).bits());
        // Golden values: the instances of every release with this generator version depend on them.
        let mut rng = key.stream(Stream::Instance(7));
        let numbers: Vec<u32> = (0..6).map(|_| rng.below(1000)).collect();
        assert_eq!(numbers, [467, 507, 634, 722, 11, 144]);
    }

    #[test]
    fn weights_decide_how_often_each_is_drawn() {
        let mut rng = Key::new(&Digest::of("seed"), 1).stream(Stream::Pool);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            let drawn = rng.pick_weighted([(0, 1), (1, 0), (2, 3)].into_iter()).unwrap();
            counts[drawn] += 1;
        }
        assert!(
            (900..1100).contains(&counts[0]) && counts[1] == 0 && counts[0] + counts[2] == 4000,
            "{counts:?}"
        );
        assert_eq!(rng.pick_weighted([((), 0)].into_iter()), None);
    }
}
