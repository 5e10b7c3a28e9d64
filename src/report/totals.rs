//! The numbers at the head of a report.

use std::collections::BTreeMap;

use super::gather::Gathered;
use crate::report::lines::record::{Outcome, Status};

/// Sums over all cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Cases by what they came to.
    pub cases: BTreeMap<Outcome, usize>,
    /// Instances that solvers were asked.
    pub instances: u64,
    /// Wall-clock time of the cases, one after the other, in seconds.
    pub seconds: f64,
    /// Findings that are new or differ from what was accepted, by class.
    pub new: BTreeMap<String, usize>,
    /// Findings that were accepted before, by class.
    pub known: BTreeMap<String, usize>,
}

impl Totals {
    /// The sums of what was gathered.
    pub fn of(gathered: &Gathered) -> Totals {
        let mut totals = Totals::default();
        for case in gathered.cases.values() {
            *totals.cases.entry(case.outcome).or_default() += 1;
            totals.instances += case.instances;
            totals.seconds += case.seconds;
        }
        for finding in gathered.findings.values() {
            let known = finding.status == Status::Accepted;
            let classes = if known { &mut totals.known } else { &mut totals.new };
            *classes.entry(finding.class.to_string()).or_default() += 1;
        }
        totals
    }

    /// Number of cases with this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.cases.get(&outcome).copied().unwrap_or(0)
    }

    /// Number of cases that ended.
    pub fn ended(&self) -> usize {
        self.cases.values().sum()
    }

    /// Instances a second, with one case at a time; `None` where there are none.
    pub fn rate(&self) -> Option<f64> {
        (self.instances > 0 && self.seconds > 0.0).then(|| self.instances as f64 / self.seconds)
    }
}
