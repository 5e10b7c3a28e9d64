//! Whether the failure hangs on the solver's random seed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::trials::Trials;
use crate::matrix::SEED_PLACEHOLDER;

/// Random seeds that are tried: 1 to this number.
const SEEDS: u32 = 10;

/// What the random seeds of a solver do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeds {
    /// How many were tried.
    pub tried: u32,
    /// With how many it fails.
    pub failing: u32,
    /// How many had which verdict.
    pub verdicts: BTreeMap<String, u32>,
}

/// Runs the row with each random seed; none if it is not known how to set it.
pub(super) fn try_each(trials: &mut Trials<'_>) -> Option<Seeds> {
    let mut seeds = Seeds::default();
    let arguments = trials.solver.random_seed.clone();
    if arguments.is_empty() {
        return None;
    }
    for seed in 1..=SEEDS {
        let arguments: Vec<String> =
            arguments.iter().map(|text| text.replace(SEED_PLACEHOLDER, &seed.to_string())).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (argv, instance) = (trials.solver.argv_with(&arguments), trials.instance.clone());
        let Ok(outcome) = trials.run(argv, &instance) else { break };
        seeds.tried += 1;
        seeds.failing += u32::from(outcome.fails);
        *seeds.verdicts.entry(outcome.word).or_default() += 1;
    }
    (seeds.tried > 0).then_some(seeds)
}
