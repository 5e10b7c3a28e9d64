//! What running a case leaves besides its outcome.

use super::record::{Finding, Source};
use crate::generate::seed_pools::SeedPools;
use crate::suite::tally::Tally;

/// The account of a case, whatever its outcome; empty for one whose solver is missing.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// What its instances came to.
    pub tally: Tally,
    /// What the seed yields.
    pub source: Option<Source>,
    /// The failures that were reduced, also those of known bugs.
    pub findings: Vec<Finding>,
}

impl Account {
    /// The account of a case before its first instance.
    pub fn of(prepared: &SeedPools) -> Account {
        let SeedPools { seed, initial, pools, .. } = prepared;
        let source = Source {
            seed_sha256: seed.digest.to_string(),
            fragments: pools.initial.len(),
            constructed: pools.construction.len(),
            witness: initial.witness.origin.to_string(),
            grade: initial.grade.to_string(),
        };
        Account { source: Some(source), ..Account::default() }
    }
}
