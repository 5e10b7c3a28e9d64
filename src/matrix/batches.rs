//! How the instances of a case differ from batch to batch, and how their formulas are drawn.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Auto;

/// How a case is divided: each batch of instances has a witness, atoms and pools of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batches {
    /// Instances of a batch; none for one batch with all of them, as in the paper.
    pub size: Option<NonZeroU32>,
    /// Of a hundred batches, so many have small instances.
    pub small: u32,
    /// Of a hundred batches, so many are of a wider logic than their seed.
    pub wider: u32,
    /// How formulas are drawn.
    pub drawing: Drawing,
    /// What they are combined with.
    pub connectives: Connectives,
}

impl Batches {
    /// How many batches a case with so many instances has; one where that is not known before its seed is read.
    pub(crate) fn count(&self, instances: Auto) -> u32 {
        match (self.size, instances) {
            (Some(size), Auto::Fixed(instances)) => instances.div_ceil(size.get()).max(1),
            _ => 1,
        }
    }

    /// The batch that an instance is in, from 0.
    pub fn of_instance(&self, number: u32) -> u32 {
        self.size.map_or(0, |size| number / size)
    }

    /// The number of the first instance of the next batch; none after the only one.
    pub fn end(&self, batch: u32) -> Option<u32> {
        self.size.and_then(|size| batch.checked_add(1)?.checked_mul(size.get()))
    }
}

/// How formulas are drawn from a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// All alike, as in the paper. Most are conjunctions that are false, so most assertions say little.
    #[default]
    Uniform,
    /// A true one as often as a false one, as the paper's authors' own tool does.
    Balanced,
    /// Either, by batch.
    Both,
}

/// What formulas are combined with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Connectives {
    /// Conjunction and negation, as in the paper.
    #[default]
    AndNot,
    /// Conjunction and disjunction, as in the paper's authors' own tool.
    AndOr,
}

/// How the assertions, levels and checks of an incremental instance are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Layouts {
    /// Levels that open and close at random, with a check now and then.
    #[default]
    Levels,
    /// One of every way that wrong answers were found with, all equally often: levels at random among them.
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_in_one_batch() {
        let batches = Batches { size: NonZeroU32::new(4), ..Batches::default() };
        assert_eq!([Auto::Fixed(9), Auto::Auto].map(|instances| batches.count(instances)), [3, 1]);
        assert_eq!([0, 3, 4, 11].map(|number| batches.of_instance(number)), [0, 0, 1, 2]);
        assert_eq!((batches.end(0), batches.end(2), batches.end(u32::MAX)), (Some(4), Some(12), None));
        let one = Batches::default();
        assert_eq!((one.of_instance(u32::MAX), one.end(0)), (0, None));
    }
}
