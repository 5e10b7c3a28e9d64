//! What happened on one row, or on all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use indicatif::HumanCount;

use crate::matrix::Class;

/// What happened on one row.
#[derive(Clone, Debug, Default)]
pub(in crate::suite) struct Row {
    /// Instances by verdict.
    pub verdicts: BTreeMap<Class, u64>,
    /// Bugs that were not known.
    pub new: u64,
    /// Instances that showed known ones.
    pub known: u64,
    /// Operators of the formulas that instances were drawn from.
    pub operators: BTreeSet<&'static str>,
    /// How long it was being worked on.
    pub(super) busy: Duration,
}

impl Row {
    pub(super) fn add(&mut self, class: Class) {
        *self.verdicts.entry(class).or_default() += 1;
    }

    pub(super) fn instances(&self) -> u64 {
        self.verdicts.values().sum()
    }

    /// `1,024 sat, 3 timeout`
    pub(super) fn answers(&self) -> String {
        let answers: Vec<String> =
            self.verdicts.iter().map(|(class, count)| format!("{} {class}", HumanCount(*count))).collect();
        answers.join(", ")
    }

    pub(super) fn merge(&mut self, other: &Row) {
        other.verdicts.iter().for_each(|(class, count)| *self.verdicts.entry(*class).or_default() += count);
        self.operators.extend(&other.operators);
        self.new += other.new;
        self.known += other.known;
        self.busy += other.busy;
    }

    /// Instances a second of what it was worked on, `running` of it not over yet.
    pub(super) fn rate(&self, running: Duration) -> f64 {
        self.instances() as f64 / (self.busy + running).as_secs_f64().max(0.001)
    }

    /// Bugs that were found, if there are any.
    pub(super) fn found(&self) -> String {
        match (self.new, self.known) {
            (0, 0) => String::new(),
            (new, 0) => format!("; {new} new"),
            (new, known) => format!("; {new} new, {} times a known one", HumanCount(known)),
        }
    }
}
