//! For which seeds Z3 is asked for the values of terms too.

use schemars::JsonSchema;
use serde::Deserialize;

use super::case::CaseName;
use crate::digest::Digest;

/// Of the seeds, with their RNG seeds, one in so many is in the sample.
const ONE_IN: u8 = 16;

/// The seeds for which Z3 gives a second opinion on values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opinions {
    /// For no seed.
    #[default]
    None,
    /// For one in 16, always the same ones.
    Sample,
    /// For every seed.
    All,
}

impl Opinions {
    /// Whether Z3 is asked about the seed of a case, with its RNG seed: whatever the solver, for all have the same pools.
    pub(crate) fn ask_about(self, CaseName { logic, seed, rng_seed, .. }: &CaseName) -> bool {
        match self {
            Opinions::None => false,
            Opinions::Sample => {
                let digest = Digest::of(format!("{logic}::{seed}::{rng_seed}"));
                digest.bytes()[0].is_multiple_of(ONE_IN)
            }
            Opinions::All => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_same_for_every_solver_and_about_a_sixteenth() {
        let name = |solver: &str, rng_seed| CaseName {
            solver: solver.into(),
            logic: "QF_LIA".into(),
            seed: "roster".into(),
            rng_seed,
        };
        let asked = |solver| -> Vec<u64> {
            (0..1600).filter(|&rng_seed| Opinions::Sample.ask_about(&name(solver, rng_seed))).collect()
        };
        let sample = asked("z3");
        assert_eq!(sample, asked("cvc5/fast"));
        assert!((60..140).contains(&sample.len()), "{}", sample.len());
        assert!(Opinions::All.ask_about(&name("z3", 1)) && !Opinions::None.ask_about(&name("z3", 1)));
    }
}
