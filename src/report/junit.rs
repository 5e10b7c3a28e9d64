//! A run → JUnit, which CI systems show case by case.

use std::collections::BTreeMap;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use super::gather::Run;
use super::standing::Missing;
use crate::report::lines::record::{Case, Finding, Outcome, Status};

/// Writes a suite for each row, with a test for each case, and a suite for planned cases without a result.
///
/// # Errors
/// The XML cannot be written.
pub fn write(run: &Run, missing: &Missing) -> Result<String, String> {
    let mut rows: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for case in run.cases.values() {
        let of_case = (case.case.clone(), 0)..=(case.case.clone(), u32::MAX);
        let findings = run.findings.range(of_case).map(|(_, finding)| finding);
        let mut test = TestCase::new(case.case.clone(), status(case, findings));
        test.set_classname(case.logic.clone());
        test.set_time(Duration::try_from_secs_f64(case.seconds).unwrap_or_default());
        rows.entry(&case.solver).or_insert_with(|| TestSuite::new(case.solver.clone())).add_test_case(test);
    }
    let mut suites = Suites::new("smt-storm");
    suites.add_test_suites(rows.into_values());
    if !missing.cases.is_empty() {
        let mut suite = TestSuite::new("missing");
        suite.add_test_cases(missing.cases.iter().map(|name| {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("missing").set_message("planned, but the run ended first");
            TestCase::new(name.clone(), status)
        }));
        suites.add_test_suite(suite);
    }
    suites.to_string().map_err(|error| error.to_string())
}

fn status<'a>(case: &Case, findings: impl Iterator<Item = &'a Finding>) -> TestCaseStatus {
    let reason = case.reason.as_deref().unwrap_or_default();
    let mut status = match case.outcome {
        Outcome::Passed => return TestCaseStatus::success(),
        Outcome::Ignored => TestCaseStatus::skipped(),
        Outcome::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Outcome::Broken => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    status.set_message(reason);
    let what = if case.is_known() { "known" } else { case.outcome.word() };
    status.set_type(if case.outcome == Outcome::Failed { reason } else { what });
    let text: String = findings.map(text).collect();
    if !text.is_empty() {
        status.set_description(text);
    }
    status
}

fn text(finding: &Finding) -> String {
    let Finding { details, solver, solver_version, instance, snapshot, status, files, .. } = finding;
    let bug = match status {
        Status::Base => "the base build shows it too".to_owned(),
        _ => format!("bug {snapshot}, {status}"),
    };
    let files: String = files.iter().map(|file| format!("  {file}\n")).collect();
    format!("instance {instance}: {details}, by {solver} ({solver_version}); {bug}\n{files}")
}
