//! What a run leaves for CI systems: JUnit, SARIF.

use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::life::{RIGHT, WRONG};
use crate::project::{CASE, Project};
use crate::replay::storm;

crate::tests!(forms:
    a_run_writes_junit,
    a_report_has_sarif_at_the_snapshot,
    an_interrupted_run_is_no_green_one,
);

fn a_run_writes_junit() {
    let project = Project::playing(&WRONG);
    let path = project.path("reports/junit.xml");
    let ran = project.run(&["--junit", path.to_str().unwrap()]);
    ran.expect(101, [0, 1, 0]);
    let junit = fs::read_to_string(&path).unwrap();
    for part in [
        "<testsuite name=\"player\" tests=\"1\"",
        &format!("<testcase name=\"{CASE}\" classname=\"QF_LIA\""),
        "<failure message=\"wrong unsat\" type=\"wrong unsat\">",
    ] {
        assert!(junit.contains(part), "{part} in {junit}");
    }
    // The results may be in a file that other runs write to.
    let results = project.path("all.jsonl");
    for (fault, failures) in [(&WRONG, 1), (&RIGHT, 0)] {
        project.play(fault);
        let variables = [("STORM_RESULTS", results.to_str().unwrap())];
        project.run_with(&variables, &["--junit", path.to_str().unwrap()]);
        let junit = fs::read_to_string(&path).unwrap();
        assert!(
            junit.contains(&format!(
                "<testsuites name=\"smt-storm\" tests=\"1\" skipped=\"0\" failures=\"{failures}\""
            )),
            "{junit}"
        );
    }
    let refused = project.run(&["--junit", "/dev/null/junit.xml"]);
    assert!(
        refused.code == Some(2) && refused.stderr.contains("--junit: /dev/null/junit.xml: "),
        "{refused:?}"
    );
}

fn a_report_has_sarif_at_the_snapshot() {
    let project = Project::playing(&WRONG);
    project.run(&[]);
    let [results, snapshots, sarif] =
        ["output/results", "snapshots", "x.sarif"].map(|path| project.path(path).display().to_string());
    let words = ["report", &results, "--snapshots", &snapshots, "--sarif", &sarif];
    let told = storm(&project, &words);
    assert_eq!((told.code, told.stdout.as_str()), (Some(0), ""), "{told:?}");
    let log: Value = serde_json::from_str(&fs::read_to_string(&sarif).unwrap()).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["baselineState"]), (&"wrong-unsat".into(), &"new".into()));
    let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("file:///") && uri.ends_with(".snap.new") && uri.contains("storm%20faults"),
        "{uri}"
    );
}

fn an_interrupted_run_is_no_green_one() {
    let project = Project::playing(&["hang", "", "{notes}"]);
    let junit = project.path("junit.xml");
    let run = project.command(&["--junit", junit.to_str().unwrap()]).spawn().unwrap();
    let results = project.path("output/results");
    while results.read_dir().map_or(0, Iterator::count) == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = fs::read_to_string(&junit).unwrap();
    assert!(text.contains("<error message=\"planned, but the run ended first\""), "{text}");
}
