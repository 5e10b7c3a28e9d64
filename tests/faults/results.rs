//! The results file of a run: every case that ended is in it, whatever becomes of the run, and reports of parts add up.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use smt_storm::report::gather::Gathered;
use smt_storm::report::lines::record::Status;
use smt_storm::report::missing::Missing;
use smt_storm::report::{Report, html, markdown};

use crate::failures::WRONG;
use crate::marks;
use crate::process::eventually;
use crate::project::{CASE, Project, Ran, VERSION, name};

crate::tests!(results:
    a_run_leaves_a_line_for_itself_and_for_each_case,
    a_failure_has_a_line_and_so_has_an_accepted_one,
    a_killed_run_has_what_ended_and_says_what_is_missing,
    parts_of_a_run_make_the_report_of_the_whole,
    the_processes_of_nextest_share_a_file,
    what_a_later_run_does_not_find_is_no_finding,
    lines_of_another_version_are_refused,
    results_that_cannot_be_written_end_the_run,
    nothing_in_a_report_is_taken_for_markup,
);

/// The files of results that a project's runs left.
fn files(project: &Project) -> Vec<PathBuf> {
    let entries = fs::read_dir(project.path("output/results")).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The lines of all results.
fn lines(project: &Project) -> Vec<Value> {
    let text: String = files(project).iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["record"] == kind).collect()
}

/// The report on what the runs of a project left.
fn report(project: &Project) -> Report {
    let gathered = Gathered::read(&[project.path("output/results")]).unwrap();
    Report::of(gathered, None, Some(&project.path("snapshots")))
}

/// The report on some lines.
fn report_of(project: &Project, name: &str, lines: &[&str]) -> Report {
    project.write(name, lines.concat());
    Report::of(Gathered::read(&[project.path(name)]).unwrap(), None, None)
}

/// Two rows on three seeds with two RNG seeds, of which one row is wrong about one seed.
fn twelve_cases() -> Project {
    let project = Project::playing(&[]);
    let seed = fs::read_to_string(project.path("seeds/QF_LIA/small.smt2")).unwrap();
    for name in ["other", "third"] {
        project.write(&format!("seeds/QF_LIA/{name}.smt2"), seed.replace("alpha", &format!("{name}-alpha")));
    }
    let rows = [("right", &["say", "sat\n", "0"][..]), ("wrong", &["wrong-for", "other-alpha"])];
    project.write_rows(&rows.map(|(name, fault)| project.row(name, fault, "missing: error")).concat());
    let config = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    project.write("solvers.yaml", config.replace("    A_max", "    rng: 1..=2\n    A_max"));
    project
}

fn a_run_leaves_a_line_for_itself_and_for_each_case() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.run(&[]).expect(0, [1, 0, 0]);
    let lines = lines(&project);
    assert_eq!(lines.len(), 2, "{lines:#?}");
    let (run, case) = (&lines[0], &lines[1]);
    assert_eq!((&run["record"], &run["profile"]), (&"run".into(), &"faults".into()));
    assert_eq!(run["planned"], serde_json::json!({"player::QF_LIA::small": ["1"]}));
    assert_eq!((&case["record"], &case["case"], &case["run"]), (&"case".into(), &CASE.into(), &run["run"]));
    assert_eq!(case["solver_version"], VERSION);
    assert_eq!((&case["instances"], &case["counts"]), (&10.into(), &serde_json::json!({"sat": 10})));
    let times: u64 = case["solving_times"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(times, 10);
    // The same instances have the same digest in another run, and others another one.
    project.run(&[]).expect(0, [1, 0, 0]);
    let config = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    project.write("solvers.yaml", config.replace("NM: 10", "NM: 9"));
    project.run(&[]).expect(0, [1, 0, 0]);
    let all = self::lines(&project);
    let digests: Vec<&Value> = of_kind(&all, "case").iter().map(|case| &case["instances_sha256"]).collect();
    assert!(digests.len() == 3 && digests[0] == digests[1] && digests[1] != digests[2], "{digests:?}");
}

fn a_failure_has_a_line_and_so_has_an_accepted_one() {
    let project = Project::playing(&WRONG);
    project.run(&[]).expect(101, [0, 1, 0]);
    let found = lines(&project);
    let (finding, case) = (of_kind(&found, "finding")[0], of_kind(&found, "case")[0]);
    assert_eq!((&finding["class"], &finding["status"]), (&"wrong unsat".into(), &"new".into()));
    assert_eq!(finding["snapshot"], name(&project.pending()).strip_suffix(".snap.new").unwrap());
    assert!(finding["bytes"][0].as_u64() > finding["bytes"][1].as_u64(), "{finding:#}");
    assert_eq!((&case["outcome"], &case["reason"]), (&"failed".into(), &"wrong unsat".into()));
    assert_eq!(case["counts"]["wrong unsat"], 1);
    assert!(markdown::write(&report(&project)).starts_with("# smt-storm: 1 new finding\\: 1 wrong unsat\n"));
    project.accept();
    fs::remove_file(project.notes().join("answers")).unwrap();
    project.run(&["player::"]).expect(0, [0, 0, 1]);
    // It goes on after a known bug, and looks into three failing instances at most.
    let found_again = lines(&project);
    let again = &of_kind(&found_again, "finding")[1..];
    assert_eq!(again.len(), 3);
    for one in again {
        assert_eq!((&one["status"], &one["snapshot"]), (&"accepted".into(), &finding["snapshot"]));
    }
    let instances: BTreeSet<u64> = again.iter().filter_map(|one| one["instance"].as_u64()).collect();
    assert_eq!(instances.len(), 3);
    let report = report(&project);
    assert!(report.findings.iter().map(|finding| finding.status).eq([Status::Accepted; 3]));
    assert_eq!(report.bugs.len(), 1);
    assert_eq!(report.sentence(), "3 findings known");
}

fn a_killed_run_has_what_ended_and_says_what_is_missing() {
    let project = twelve_cases();
    let rows = ["aa", "hangs"].map(|name| {
        let fault: &[&str] = if name == "aa" { &["say", "sat\n", "0"] } else { &["hang", "", "{notes}"] };
        project.row(name, fault, "timeout: 10m")
    });
    project.write_rows(&rows.concat());
    let mut harness = project.command(&["--test-threads", "1"]).spawn().unwrap();
    let hangs = eventually(Duration::from_secs(20), || !marks::processes(&project.notes()).is_empty());
    harness.kill().unwrap();
    harness.wait().unwrap();
    // Nobody was left to kill the solver.
    for process in marks::processes(&project.notes()) {
        let pid = rustix::process::Pid::from_raw(i32::try_from(process).unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }
    assert!(hangs, "no case hangs");
    let report_on_killed = report(&project);
    let Missing::Cases(missing) = &report_on_killed.missing else { panic!("the run did not say its plan") };
    let ended: Vec<String> = of_kind(&lines(&project), "case")
        .iter()
        .map(|case| case["case"].as_str().unwrap().to_owned())
        .collect();
    assert!(!ended.is_empty() && ended.len() + missing.len() == 6, "{ended:?}, {missing:?}");
    assert!(missing.contains(&"hangs::QF_LIA::other::1".to_owned()), "{missing:?}");
    let text = markdown::write(&report_on_killed);
    assert!(text.contains("## Missing cases") && text.contains("\n- hangs"), "{text}");
    // A line that was being written is cut off, wherever that is; the cases before it stay.
    let file = files(&project).remove(0);
    let whole = fs::read(&file).unwrap();
    let torn = [&whole[..], br#"{"record":"case","version":2,"run":"caf"#, "é".as_bytes()].concat();
    for cut in [torn.len(), torn.len() - 1, torn.len() - 20, whole.len() + 1] {
        fs::write(&file, &torn[..cut]).unwrap();
        let torn = report(&project);
        assert_eq!((torn.torn, torn.totals.ended()), (1, ended.len()), "cut at {cut}");
    }
    // Who writes to the file next begins a line of its own.
    project.play(&["say", "sat\n", "0"]);
    project.run_with(&[("STORM_RESULTS", file.to_str().unwrap())], &["small"]).expect(0, [1, 0, 0]);
    let all = report(&project);
    assert_eq!((all.torn, all.totals.ended()), (1, ended.len() + 1));
}

/// All of a report but the runs and what hangs on the clock.
fn without_clock(report: &Report) -> String {
    let mut report = report.clone();
    report.runs.clear();
    report.totals.seconds = 0.0;
    for row in report.rows.values_mut() {
        row.solving_seconds = 0.0;
        row.times = Default::default();
    }
    for finding in &mut report.findings {
        finding.run.clear();
        finding.ended.clear();
        finding.seconds = 0.0;
    }
    format!("{}{}", html::write(&report), markdown::write(&report))
}

fn parts_of_a_run_make_the_report_of_the_whole() {
    let project = twelve_cases();
    project.run(&[]).expect(101, [10, 2, 0]);
    let whole = report(&project);
    assert_eq!((whole.findings.len(), whole.missing.names().len()), (2, 0));
    // Its lines in another order, and in four files, whose own lines about the run they share.
    let text = fs::read_to_string(&files(&project)[0]).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let page = |report: &Report| html::write(report);
    let same = report_of(&project, "same.jsonl", &lines);
    let reversed: Vec<&str> = lines.iter().rev().copied().collect();
    assert_eq!(page(&report_of(&project, "reversed.jsonl", &reversed)), page(&same));
    for part in 0..4 {
        let of_part = lines.iter().enumerate().filter(|(at, _)| at % 4 == part).map(|(_, line)| *line);
        project.write(&format!("parts/{part}.jsonl"), of_part.collect::<String>());
    }
    let parts = Gathered::read(&[project.path("parts")]).unwrap();
    assert_eq!(page(&Report::of(parts, None, None)), page(&same));
    // Four runs of a part each: all but the times is as in one run.
    fs::remove_dir_all(project.path("output/results")).unwrap();
    fs::remove_dir_all(project.path("snapshots")).unwrap();
    for filters in [
        &["right", "--skip", "small"][..],
        &["right::QF_LIA::small"],
        &["wrong", "--skip", "::1"],
        &["wrong", "--skip", "::2"],
    ] {
        project.run(filters);
    }
    assert_eq!(files(&project).len(), 4);
    assert_eq!(without_clock(&report(&project)), without_clock(&whole));
}

fn the_processes_of_nextest_share_a_file() {
    let project = twelve_cases();
    let names = ["right::QF_LIA::small::1", "right::QF_LIA::other::1", "right::QF_LIA::third::2"];
    for name in names {
        project.run_with(&[("NEXTEST_RUN_ID", "01-ab")], &["--exact", name]).expect(0, [1, 0, 0]);
    }
    assert_eq!(files(&project), [project.path("output/results/01-ab.jsonl")]);
    let lines = lines(&project);
    assert_eq!((of_kind(&lines, "run").len(), of_kind(&lines, "case").len()), (1, 3));
    assert_eq!(report(&project).missing, Missing::Unknown);
    // What is planned, the configuration says.
    let ran = storm(&project, &["--config", "solvers.yaml", "--profile", "faults"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.says(&["9 cases were planned and have no result"]);
    // A name that could be a path is none.
    project.run_with(&[("NEXTEST_RUN_ID", "../x")], &["--exact", names[0]]).expect(0, [1, 0, 0]);
    assert_eq!(files(&project).len(), 2);
    assert!(!project.path("output/x.jsonl").exists());
}

/// `storm report` on the results of a project.
fn storm(project: &Project, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.current_dir(project.path("")).env_remove("STORM_CONFIG");
    Ran::of(command.args(["report", "output/results"]).args(arguments))
}

fn what_a_later_run_does_not_find_is_no_finding() {
    let project = Project::playing(&WRONG);
    project.run(&[]).expect(101, [0, 1, 0]);
    assert_eq!(report(&project).totals.new.values().sum::<usize>(), 1);
    project.play(&["say", "sat\n", "0"]);
    project.run(&[]).expect(0, [1, 0, 0]);
    let report = report(&project);
    assert_eq!((report.findings.len(), report.totals.ended(), report.runs.len()), (0, 1, 2));
}

fn lines_of_another_version_are_refused() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.run(&[]).expect(0, [1, 0, 0]);
    let file = files(&project).remove(0);
    let text = fs::read_to_string(&file).unwrap();
    let refused = |text: String, parts: &[&str]| {
        fs::write(&file, text).unwrap();
        let ran = storm(&project, &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(parts.iter().all(|part| ran.stderr.contains(part)), "{}", ran.stderr);
    };
    let newer = text.replace("\"version\":2", "\"version\":3");
    refused(newer, &[".jsonl:1: written in version 3 of the form; this smt-storm reads version 2"]);
    refused(text.replace("\"outcome\":\"passed\"", "\"outcome\":7"), &[".jsonl:2: not a line of results ("]);
    refused(format!("{text}hello\n"), &[".jsonl:3: not a line of results ("]);
    // A field that is not known is passed over.
    fs::write(&file, text.replace("\"rng\":1", "\"rng\":1,\"phase\":\"moon\"")).unwrap();
    assert_eq!(storm(&project, &[]).code, Some(0));
    fs::remove_file(&file).unwrap();
    let ran = storm(&project, &[]);
    assert!(ran.code == Some(2) && ran.stderr.contains("no .jsonl file in this folder"), "{ran:?}");
}

fn results_that_cannot_be_written_end_the_run() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let ran = project.run_with(&[("STORM_RESULTS", "/dev/null/results.jsonl")], &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("cannot write to /dev/null/results.jsonl"), "{}", ran.stderr);
    // Nor does a run go on when the disk is full from the start.
    if cfg!(target_os = "linux") {
        let ran = project.run_with(&[("STORM_RESULTS", "/dev/full")], &[]);
        assert!(ran.code == Some(2) && ran.stderr.contains("cannot write to /dev/full"), "{ran:?}");
    }
}

fn nothing_in_a_report_is_taken_for_markup() {
    let project = Project::playing(&["say", "<script>alert(1)</script>|`*x*`\n", "0"]);
    project.run(&[]).expect(101, [0, 1, 0]);
    let report = report(&project);
    let page = html::write(&report);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    let text = markdown::write(&report);
    assert!(!text.replace("\\<", "").contains("<script") && text.contains("\\<script\\>alert(1)"), "{text}");
}
