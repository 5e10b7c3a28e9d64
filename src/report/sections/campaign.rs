//! The time of a campaign, and when it found what.

use std::collections::{BTreeMap, BTreeSet};

use humantime::parse_rfc3339;

use crate::report::Report;
use crate::report::document::{Block, Cell, Chart, Kind, Section, cell};
use crate::report::lines::record::{Case, Finding, Status};
use crate::report::numbers::{grouped, percent, time};

/// The most findings to plot against time.
const MOST: usize = 200;

/// The time of a row's cases.
#[derive(Debug, Default)]
struct Spent {
    instances: u64,
    errors: u64,
    seconds: f64,
    solving: f64,
    failures: f64,
}

impl Spent {
    fn add(&mut self, case: &Case) {
        self.instances += case.instances;
        self.errors += case.counts.get("error").copied().unwrap_or_default();
        self.seconds += case.seconds;
        self.solving += case.solving_seconds;
        self.failures += case.looking_seconds;
    }

    fn row(&self, name: &str) -> Vec<Cell> {
        let rate = self.instances as f64 / self.seconds.max(0.001);
        let own = (self.seconds - self.solving - self.failures).max(0.0);
        vec![
            cell(name),
            cell(grouped(self.instances)),
            cell(format!("{rate:.1}")),
            cell(percent(self.errors as f64, self.instances as f64)),
            cell(time(self.seconds)),
            cell(percent(self.solving, self.seconds)),
            cell(percent(own, self.seconds)),
            cell(percent(self.failures, self.seconds)),
        ]
    }
}

/// Returns the time of each row, and the findings against time; nothing for a run of tests.
pub(super) fn section(report: &Report) -> Option<Section> {
    let mut rows: BTreeMap<&str, Spent> = BTreeMap::new();
    let mut all = Spent::default();
    for case in report.run.cases.values().filter(|case| case.campaign.is_some() && case.instances > 0) {
        rows.entry(&case.solver).or_default().add(case);
        all.add(case);
    }
    if rows.is_empty() {
        return None;
    }
    let columns = [
        ("row", Kind::Words),
        ("instances", Kind::Number),
        ("per second", Kind::Number),
        ("errors", Kind::Number),
        ("time", Kind::Number),
        ("solver", Kind::Number),
        ("smt-storm", Kind::Number),
        ("failures", Kind::Number),
    ];
    let sum = (rows.len() > 1).then(|| all.row("all"));
    let rows = rows.into_iter().map(|(name, spent)| spent.row(name)).chain(sum);
    let spent = Block::table("time of each row", columns, rows);
    let about = "Time of the workers: waiting for the solver's answers, making instances and their witnesses, and comparing and minimising failures. Below, each new bug at its time since the start of the run.";
    Section::build("campaign", "The campaign", about, [spent, tabulate_findings(report)])
}

/// Returns the new bugs in the order in which they were found, each with its time.
fn tabulate_findings(report: &Report) -> Block {
    let start = parse_rfc3339(report.run.started()).ok();
    let since = |finding: &Finding| {
        let ended = parse_rfc3339(&finding.ended).ok()?;
        Some(ended.duration_since(start?).ok()?.as_secs_f64())
    };
    let findings = report.run.findings.values().filter(|finding| finding.status == Status::New);
    let mut found: Vec<(f64, &Finding)> =
        findings.filter_map(|finding| Some((since(finding)?, finding))).collect();
    found.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut seen = BTreeSet::new();
    found.retain(|(_, finding)| seen.insert(&finding.snapshot));
    let last = found.last().map_or(0.0, |(at, _)| *at);
    let whole = report.run.time().map_or(last, |time| time.as_secs_f64().max(last));
    let columns = [
        ("bugs", Kind::Number),
        ("after", Kind::Number),
        ("time since the start", Kind::Chart),
        ("snapshot", Kind::Words),
        ("row", Kind::Words),
    ];
    let row = |(number, (at, finding)): (usize, &(f64, &Finding))| {
        vec![
            cell(grouped(number as u64 + 1)),
            cell(time(*at)),
            Cell::Chart(Chart::Moment([*at, whole])),
            cell(&finding.snapshot),
            cell(&finding.solver),
        ]
    };
    Block::table("findings against time", columns, found.iter().take(MOST).enumerate().map(row))
}
