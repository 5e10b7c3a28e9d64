//! Records → the last word on each case.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use humantime::parse_rfc3339;

use crate::report::lines::read::{ReadError, read};
use crate::report::lines::record::{Case, Finding, Record, Run};

/// What the results of some runs say, whatever the order of their lines.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// Of each case, by name, the line that ended last.
    pub cases: BTreeMap<String, Case>,
    /// The findings that belong to the cases, by name of the case and number of the instance.
    pub findings: BTreeMap<(String, u32), Finding>,
    /// The runs by name.
    pub runs: BTreeMap<String, RunFacts>,
    /// Lines that were cut off.
    pub torn: usize,
}

/// What is known of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// Its own line; a file may have lost it.
    pub line: Option<Run>,
    /// Cases that ended in it.
    pub cases: usize,
    /// Instances of these.
    pub instances: u64,
    /// When the last of them ended; empty if none did.
    pub ended: String,
}

impl RunFacts {
    /// From the start of the run to the end of its last case; `None` where one of them is not known.
    pub fn time(&self) -> Option<Duration> {
        let started = parse_rfc3339(&self.line.as_ref()?.started).ok()?;
        parse_rfc3339(&self.ended).ok()?.duration_since(started).ok()
    }
}

impl Gathered {
    /// Reads the results in files and folders.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(paths: &[PathBuf]) -> Result<Gathered, ReadError> {
        let mut gathered = Gathered::default();
        let torn = read(paths, |record| gathered.take(record))?;
        gathered.torn = torn;
        gathered.drop_outdated_findings();
        Ok(gathered)
    }

    fn take(&mut self, record: Record) {
        match record {
            Record::Run(run) => {
                let facts = self.runs.entry(run.run.clone()).or_default();
                // The processes of nextest may each have written one.
                if facts.line.as_ref().is_none_or(|known| run.started < known.started) {
                    facts.line = Some(run);
                }
            }
            Record::Case(case) => {
                let facts = self.runs.entry(case.run.clone()).or_default();
                facts.cases += 1;
                facts.instances += case.instances;
                if facts.ended < case.ended {
                    facts.ended.clone_from(&case.ended);
                }
                if self.cases.get(&case.case).is_none_or(|known| is_later(&order(&case), &order(known))) {
                    self.cases.insert(case.case.clone(), case);
                }
            }
            Record::Finding(finding) => {
                let order = |finding: &Finding| (finding.ended.clone(), finding.run.clone());
                let key = (finding.case.clone(), finding.instance);
                if self.findings.get(&key).is_none_or(|known| order(known) <= order(&finding)) {
                    self.findings.insert(key, *finding);
                }
            }
        }
    }

    /// The last finding of a case: the one that turned it red, if one did.
    pub fn finding(&self, case: &str) -> Option<&Finding> {
        let of_case = (case.to_owned(), 0)..=(case.to_owned(), u32::MAX);
        self.findings.range(of_case).next_back().map(|(_, finding)| finding)
    }

    /// Leaves out what a later run of the same case did not find again.
    fn drop_outdated_findings(&mut self) {
        let cases = &self.cases;
        self.findings.retain(|(name, _), finding| {
            let last = cases.get(name);
            last.is_none_or(|case| case.run == finding.run || case.ended < finding.ended)
        });
    }
}

/// What lines of one case are ordered by. The run decides between two of the same millisecond.
fn order(case: &Case) -> (&str, &str) {
    (&case.ended, &case.run)
}

fn is_later(one: &(&str, &str), other: &(&str, &str)) -> bool {
    one >= other
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::report::Report;
    use crate::report::grid::Standing;
    use crate::report::markdown;

    /// A case of one of three runs, which ended at this second; what it came to hangs on the numbers.
    fn case(run: u8, number: u8, second: u8, outcome: u8) -> Record {
        let outcome = ["passed", "ignored", "broken", "failed"][usize::from(outcome)];
        record(json!({
            "record": "case", "version": 2, "run": format!("r{run}"), "case": format!("z3::LIA::s{number}::1"),
            "solver": "z3", "logic": "LIA", "seed": format!("s{number}"), "rng": 1, "outcome": outcome, "reason": "why",
            "counts": {"sat": number}, "instances": number, "solving_seconds": 0.1, "solving_times": [number],
            "generating_seconds": 0.0, "seconds": 0.3, "ended": format!("2026-01-01T00:00:{second:02}.000Z"),
        }))
    }

    /// The finding of such a case.
    fn finding(run: u8, number: u8, second: u8, class: &str) -> Record {
        record(json!({
            "record": "finding", "version": 2, "run": format!("r{run}"), "case": format!("z3::LIA::s{number}::1"),
            "solver": "z3", "solver_version": "1", "snapshot": "name", "bucket": "00c0ffee", "status": "new", "class": class, "details": "",
            "options": [], "instance": 0, "witness": "", "grade": "", "assertions": [2, 1], "bytes": [20, 10], "runs": 3,
            "seconds": 1.0, "sha256": "", "files": [], "ended": format!("2026-01-01T00:00:{second:02}.000Z"),
        }))
    }

    fn record(value: serde_json::Value) -> Record {
        serde_json::from_value(value).unwrap()
    }

    fn gathered(records: impl IntoIterator<Item = Record>) -> Gathered {
        let mut gathered = Gathered::default();
        records.into_iter().for_each(|record| gathered.take(record));
        gathered.drop_outdated_findings();
        gathered
    }

    proptest! {
        /// A run does not run a case twice, and no two runs end a case in the same millisecond with other results.
        #[test]
        fn the_order_of_lines_does_not_matter(
            cases in proptest::collection::btree_map((0_u8..3, 0_u8..5), (0_u8..60, 0_u8..4, any::<bool>()), 0..12),
            keys in proptest::collection::vec(any::<u32>(), 24),
        ) {
            let mut records = Vec::new();
            for ((run, number), (second, outcome, found)) in &cases {
                records.push(case(*run, *number, *second, *outcome));
                records.extend(found.then(|| finding(*run, *number, *second, "crash")));
            }
            let in_order = Report::of(gathered(records.clone()), None, None);
            let mut shuffled: Vec<(u32, Record)> = keys.into_iter().zip(records).collect();
            shuffled.sort_by_key(|(key, _)| *key);
            let other = Report::of(gathered(shuffled.into_iter().map(|(_, record)| record)), None, None);
            prop_assert_eq!(markdown::write(&in_order), markdown::write(&other));
            let names: BTreeSet<u8> = cases.keys().map(|(_, number)| *number).collect();
            prop_assert_eq!(in_order.totals.ended(), names.len());
        }
    }

    #[test]
    fn the_line_that_ended_last_counts() {
        let gathered = gathered([case(1, 7, 20, 0), case(0, 7, 10, 3), finding(0, 7, 10, "crash")]);
        assert_eq!(gathered.cases["z3::LIA::s7::1"].run, "r1");
        assert!(gathered.findings.is_empty());
    }

    #[test]
    fn a_finding_without_its_case_is_one_all_the_same() {
        // The run was killed between the two lines.
        let gathered = gathered([finding(0, 7, 10, "wrong unsat")]);
        assert_eq!(gathered.findings.len(), 1);
    }

    #[test]
    fn a_cell_has_the_standing_of_its_worst_case() {
        let standing = |records: Vec<Record>| {
            let grid = Report::of(gathered(records), None, None).grid;
            grid.cell("LIA", "z3").map(|cell| (cell.standing, cell.cases, cell.instances))
        };
        assert_eq!(standing(vec![case(0, 1, 1, 0), case(0, 2, 1, 1)]), Some((Standing::Passed, 2, 3)));
        assert_eq!(standing(vec![case(0, 1, 1, 0), case(0, 2, 1, 2)]), Some((Standing::Broken, 2, 3)));
        let known = vec![case(0, 1, 1, 1), finding(0, 1, 1, "crash")];
        assert_eq!(standing(known), Some((Standing::Known, 1, 1)));
        let wrong = vec![case(0, 1, 1, 3), finding(0, 1, 1, "wrong unsat"), case(0, 2, 1, 3)];
        assert_eq!(standing(wrong), Some((Standing::WrongUnsat, 2, 3)));
        assert_eq!(standing(Vec::new()), None);
    }
}
