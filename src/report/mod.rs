//! Results of runs → a report, as Markdown or as a page.
//!
//! [`gather`] takes the last word on each case from the lines, this module sums it up, [`markdown`] and [`html`] write
//! it down. What is in a report depends on the lines, not on their order nor on how they are spread over files; only
//! [`Report::runs`] tells which runs they came from.

pub mod bugs;
pub mod gather;
pub mod grid;
pub mod html;
pub mod lines;
pub mod markdown;
pub mod missing;
pub mod reasons;
pub mod rows;
pub mod totals;
pub mod words;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use bugs::{Bug, bugs};
use gather::{Gathered, RunFacts};
use grid::Grid;
use missing::Missing;
use reasons::{Reason, reasons};
use rows::{Row, rows};
use totals::Totals;

use crate::report::lines::plan::Plan;
use crate::report::lines::record::{Finding, Outcome, Status};

/// What runs came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The numbers at its head.
    pub totals: Totals,
    /// Cases that were planned and have no result.
    pub missing: Missing,
    /// What was tested and found, by logic and row.
    pub grid: Grid,
    /// The rows that were asked something, by name.
    pub rows: BTreeMap<String, Row>,
    /// What was found, the gravest first.
    pub findings: Vec<Finding>,
    /// The snapshots, new ones first.
    pub bugs: Vec<Bug>,
    /// Snapshots that are not shown, for there are too many.
    pub more_bugs: usize,
    /// Why cases were not tested.
    pub reasons: Vec<Reason>,
    /// Lines that were cut off.
    pub torn: usize,
    /// The runs by name.
    pub runs: BTreeMap<String, RunFacts>,
}

impl Report {
    /// Sums up what was gathered. `plan` has the cases that there should be, if the runs are not to say so themselves;
    /// `snapshots` is the folder of snapshots.
    pub fn of(gathered: Gathered, plan: Option<&Plan>, snapshots: Option<&Path>) -> Report {
        let missing = Missing::of(&gathered, plan);
        let mut findings: Vec<Finding> = gathered.findings.values().cloned().collect();
        // The gravest first, and of these, what is new.
        findings.sort_by_key(|finding| (Reverse(finding.class), finding.status == Status::Accepted));
        let (bugs, more_bugs) = snapshots.map(|folder| bugs(folder, &gathered)).unwrap_or_default();
        Report {
            totals: Totals::of(&gathered),
            grid: Grid::of(&gathered, missing.names()),
            missing,
            rows: rows(&gathered),
            reasons: reasons(&gathered),
            bugs,
            more_bugs,
            findings,
            torn: gathered.torn,
            runs: gathered.runs,
        }
    }

    /// The outcome in a sentence.
    pub fn sentence(&self) -> String {
        let Totals { new, known, .. } = &self.totals;
        let found: usize = new.values().sum();
        let mut parts = Vec::new();
        if found > 0 {
            let classes = words::listed(new.iter().map(|(class, count)| (class.as_str(), *count as u64)));
            parts.push(format!("{}: {classes}", words::counted(found, "new finding")));
        }
        if !known.is_empty() {
            parts.push(format!("{} known", words::counted(known.values().sum(), "finding")));
        }
        let broken = self.totals.count(Outcome::Broken);
        if broken > 0 {
            parts.push(format!("{} broken", words::counted(broken, "case")));
        }
        if !self.missing.names().is_empty() {
            parts.push(format!("{} missing", words::counted(self.missing.names().len(), "case")));
        }
        match (parts.is_empty(), self.totals.count(Outcome::Passed)) {
            (true, 0) => "nothing was tested".to_owned(),
            (true, _) => "nothing wrong was found".to_owned(),
            _ => parts.join("; "),
        }
    }
}
