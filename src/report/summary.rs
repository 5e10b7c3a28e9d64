//! Report → what programs need of it, as JSON: the outcome, the findings, and what was not tested.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Report;
use super::findings::Bug;
use super::reasons::Reason;
use crate::report::lines::record::Finding;

/// A report in short.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Summary<'a> {
    /// The name of the run.
    pub run: &'a str,
    /// The outcome: `bad`, `unsure` or `good`, and in a sentence.
    pub mood: &'static str,
    /// The outcome in a sentence.
    pub headline: &'a str,
    /// The number of cases, and of those that passed, failed and so on.
    pub cases: BTreeMap<&'static str, usize>,
    /// The number of instances.
    pub instances: u64,
    /// Each bug, the gravest first.
    pub findings: Vec<ReportedBug<'a>>,
    /// Why cases were not tested.
    pub not_tested: Vec<Untested<'a>>,
    /// The planned cases without a result.
    pub missing: &'a [String],
    /// The planned parts of the run without a result.
    pub missing_shards: &'a [String],
    /// The names of the other runs in these results, the last one first.
    pub others: Vec<&'a str>,
}

/// A bug.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReportedBug<'a> {
    /// The name of its snapshot; empty if it was not kept.
    pub name: &'a str,
    /// Its status, such as `new`, `pending` or `known`.
    pub status: &'static str,
    /// What the status means.
    pub meaning: &'static str,
    /// Whether it fails tests.
    pub fails: bool,
    /// The class of the failure.
    pub class: &'static str,
    /// The cases that met it, each with its number of findings.
    pub cases: &'a BTreeMap<String, usize>,
    /// The other bugs of these results that are most likely the same, by name.
    pub cluster: Vec<&'a str>,
    /// The smallest finding, as in the lines of results; `null` for a stored script.
    pub example: Option<&'a Finding>,
}

/// A reason why cases were not tested.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Untested<'a> {
    /// `broken` or `ignored`.
    pub outcome: &'a str,
    /// The reason, with `…` for what differs between the cases.
    pub reason: &'a str,
    /// The cases.
    pub cases: &'a [String],
}

impl<'a> Summary<'a> {
    /// Summarises a report.
    pub fn new(report: &'a Report) -> Summary<'a> {
        let Report { headline, missing, run, .. } = report;
        let cases = headline.cases.iter().map(|(standing, count)| (standing.word(), *count));
        let untested = |reason: &'a Reason| Untested {
            outcome: &reason.what,
            reason: &reason.text,
            cases: &reason.cases,
        };
        Summary {
            run: run.name(),
            mood: headline.mood.word(),
            headline: &headline.text,
            cases: cases.chain([("all", headline.total())]).collect(),
            instances: run.instances(),
            findings: (0..report.bugs.len()).filter_map(|at| describe_bug(report, at)).collect(),
            not_tested: report.reasons.iter().map(untested).collect(),
            missing: &missing.cases,
            missing_shards: &missing.shards,
            others: report.others.iter().map(|(run, _)| run.name()).collect(),
        }
    }
}

fn describe_bug(report: &Report, at: usize) -> Option<ReportedBug<'_>> {
    let (bug, _) = report.bugs.get(at)?;
    let cluster = report.clusters.iter().find(|cluster| cluster.contains(&at)).into_iter().flatten();
    let others = cluster.filter(|&&other| other != at).filter_map(|&other| report.bugs.get(other));
    let Bug { life, name, cases, example, .. } = bug;
    Some(ReportedBug {
        name,
        status: life.word().trim_end_matches(':'),
        meaning: life.meaning(),
        fails: life.fails(),
        class: bug.class_word(),
        cases,
        cluster: others.map(|(other, _)| other.name.as_str()).collect(),
        example: example.as_ref(),
    })
}
