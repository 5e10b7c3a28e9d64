//! Which cases a run means to run, in a form that is short for many RNG seeds.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What separates the parts of a case's name.
const SEPARATOR: &str = "::";

/// Names of cases: what they begin with, and the last parts that follow it, as in
/// `{"z3::QF_LIA::nurse-roster": ["1", "2"]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(rename = "Plan")]
pub struct PlannedCases(BTreeMap<String, BTreeSet<String>>);

impl PlannedCases {
    /// The cases of these names.
    pub fn of(names: impl IntoIterator<Item = String>) -> PlannedCases {
        let mut plan = PlannedCases::default();
        for name in names {
            let (start, last) = name.rsplit_once(SEPARATOR).unwrap_or(("", &name));
            plan.0.entry(start.to_owned()).or_default().insert(last.to_owned());
        }
        plan
    }

    /// Adds the cases of another plan.
    pub fn merge(&mut self, other: &PlannedCases) {
        for (start, lasts) in &other.0 {
            self.0.entry(start.clone()).or_default().extend(lasts.iter().cloned());
        }
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let name = |start: &str, last: &str| match start {
            "" => last.to_owned(),
            _ => [start, last].join(SEPARATOR),
        };
        self.0.iter().flat_map(move |(start, lasts)| lasts.iter().map(move |last| name(start, last)))
    }

    /// How many cases there are.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_name_is_kept(names in proptest::collection::btree_set("[a-c]{1,3}(::[a-c/]{1,3}){0,4}", 0..20)) {
            let plan = PlannedCases::of(names.iter().cloned());
            prop_assert_eq!(plan.count(), names.len());
            prop_assert_eq!(plan.names().collect::<BTreeSet<_>>(), names);
        }

        #[test]
        fn parts_make_the_whole(names in proptest::collection::vec("[a-c]{1,2}::[0-9]", 0..20), cut in 0_usize..20) {
            let cut = cut.min(names.len());
            let mut merged = PlannedCases::of(names[..cut].iter().cloned());
            merged.merge(&PlannedCases::of(names[cut..].iter().cloned()));
            prop_assert_eq!(merged, PlannedCases::of(names));
        }
    }
}
