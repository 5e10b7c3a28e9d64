//! Why cases were ignored or are broken, grouped.

use std::collections::BTreeMap;

use super::gather::Gathered;
use crate::report::lines::record::Outcome;

/// A reason that some cases share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What they came to.
    pub outcome: Outcome,
    /// The reason.
    pub text: String,
    /// The cases, by name; at least one.
    pub cases: Vec<String>,
}

/// The reasons for what was not tested, broken cases first, then those with most cases.
pub fn reasons(gathered: &Gathered) -> Vec<Reason> {
    let mut groups: BTreeMap<(Outcome, &str), Vec<String>> = BTreeMap::new();
    for case in gathered.cases.values() {
        if let (Outcome::Ignored | Outcome::Broken, Some(reason)) = (case.outcome, &case.reason) {
            groups.entry((case.outcome, common(reason))).or_default().push(case.case.clone());
        }
    }
    let group =
        |((outcome, text), cases): ((Outcome, &str), _)| Reason { outcome, text: text.to_owned(), cases };
    let mut reasons: Vec<Reason> = groups.into_iter().map(group).collect();
    reasons.sort_by_key(|reason| (std::cmp::Reverse(reason.outcome), std::cmp::Reverse(reason.cases.len())));
    reasons
}

/// The reason without the file of the snapshot, which each case has its own of.
fn common(reason: &str) -> &str {
    reason.split_once(", accepted in ").map_or(reason, |(start, _)| start)
}
