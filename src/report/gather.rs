//! Records → the last word on each case.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use humantime::parse_rfc3339;

use crate::results::read::{ReadError, read};
use crate::results::record::{Case, Finding, Record, Run};

/// What the results of some runs say, whatever the order of their lines.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// Of each case, by name, the line that ended last.
    pub cases: BTreeMap<String, Case>,
    /// Of each case, by name, the finding that belongs to it.
    pub findings: BTreeMap<String, Finding>,
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
                if self.findings.get(&finding.case).is_none_or(|known| order(known) <= order(&finding)) {
                    self.findings.insert(finding.case.clone(), *finding);
                }
            }
        }
    }

    /// Leaves out what a later run of the same case did not find again.
    fn drop_outdated_findings(&mut self) {
        let cases = &self.cases;
        self.findings.retain(|name, finding| {
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
