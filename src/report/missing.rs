//! Which planned cases have no result.

use std::collections::{BTreeMap, BTreeSet};

use super::gather::Run;
use crate::matrix::Shard;
use crate::report::lines::plan::Plan;

/// What a run has not, although it should.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Cases that were planned, by name.
    pub cases: Vec<String>,
    /// Parts of the run that left nothing at all, such as `shard 2/4 of z3`.
    pub shards: Vec<String>,
    /// Whether a part did not say what it planned, so that there may be more.
    pub is_open: bool,
}

impl Missing {
    /// What is missing of `plan`, or without one, of what the parts of the run planned.
    pub fn of(run: &Run, plan: Option<&Plan>) -> Missing {
        let mut planned = plan.cloned().unwrap_or_default();
        let mut is_open = false;
        if plan.is_none() {
            let plans = run.parts.values().map(|line| line.as_ref().and_then(|line| line.planned.as_ref()));
            plans.for_each(|plan| plan.map_or_else(|| is_open = true, |plan| planned.merge(plan)));
        }
        let cases = planned.names().filter(|name| !run.cases.contains_key(name)).collect();
        Missing { cases, shards: shards(run), is_open }
    }

    /// Whether nothing is known to be missing.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.shards.is_empty()
    }
}

/// The shards of which there is no part although there is one of another. A run that is one part alone is not
/// incomplete: the others are elsewhere.
fn shards(run: &Run) -> Vec<String> {
    let mut there: BTreeMap<(&str, u32), BTreeSet<u32>> = BTreeMap::new();
    for line in run.lines().filter(|_| run.parts.len() > 1) {
        if let Some(Ok(Shard { number, count: of })) = line.shard.as_deref().map(str::parse) {
            there.entry((line.rows.as_deref().unwrap_or_default(), of)).or_default().insert(number);
        }
    }
    let missing = there.iter().flat_map(|((rows, of), numbers)| {
        let of_rows = if rows.is_empty() { String::new() } else { format!(" of {rows}") };
        let absent = (1..=*of).filter(|number| !numbers.contains(number));
        absent.map(move |number| format!("shard {number}/{of}{of_rows}"))
    });
    // A line may claim any number of shards.
    missing.take(1000).collect()
}
