//! The results file of a run: every case that ended is in it, whatever becomes of the run, and reports of parts add up.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use smt_storm::report::findings::Life;
use smt_storm::report::gather::{Choice, Results};
use smt_storm::report::headline::Mood;
use smt_storm::report::{Report, html, markdown, sections};

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
    runs_are_beside_each_other_and_never_merged,
    lines_of_another_version_are_refused,
    results_that_cannot_be_written_end_the_run,
    nothing_in_a_report_is_taken_for_markup,
    a_snapshot_that_cannot_be_believed_is_told,
    a_regression_and_a_fixed_bug_are_told,
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

/// The report on the last run of a project, or on all of them as one.
fn report(project: &Project) -> Report {
    read(&project.path("output/results"), &Choice::Last, Some(&project.path("snapshots")))
}

fn report_together(project: &Project) -> Report {
    read(&project.path("output/results"), &Choice::Together, Some(&project.path("snapshots")))
}

fn read(results: &Path, choice: &Choice, snapshots: Option<&Path>) -> Report {
    Report::summarise(&Results::read(&[results.to_owned()]).unwrap(), choice, None, snapshots).unwrap()
}

/// The report on some lines.
fn report_of(project: &Project, name: &str, lines: &[&str]) -> Report {
    project.write(name, lines.concat());
    read(&project.path(name), &Choice::Last, None)
}

fn page(report: &Report) -> String {
    html::write(&sections::document(report))
}

fn text(report: &Report) -> String {
    markdown::write(&sections::document(report))
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
    project.reconfigure("    A_max", "    rng: 1..=2\n    A_max");
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
    project.reconfigure("NM: 10", "NM: 9");
    project.run(&[]).expect(0, [1, 0, 0]);
    let all = self::lines(&project);
    let digests: Vec<&Value> = of_kind(&all, "case").iter().map(|case| &case["instances_sha256"]).collect();
    assert!(digests.len() == 3 && digests[0] == digests[1] && digests[1] != digests[2], "{digests:?}");
}

fn a_failure_has_a_line_and_so_has_an_accepted_one() {
    let project = Project::playing(&WRONG);
    project.run(&[]).expect(101, [0, 1, 0]);
    let found = lines(&project);
    let (lines_of_it, case) = (of_kind(&found, "finding"), of_kind(&found, "case")[0]);
    // One at once, and one when it is as small as it gets.
    let [confirmed, finding] = lines_of_it[..] else { panic!("{lines_of_it:#?}") };
    assert_eq!((&confirmed["status"], &confirmed["runs"]), (&"confirmed".into(), &0.into()));
    assert_eq!((&finding["class"], &finding["status"]), (&"wrong unsat".into(), &"new".into()));
    assert_eq!(finding["snapshot"], name(&project.pending()).strip_suffix(".snap.new").unwrap());
    assert!(finding["bytes"][0].as_u64() > finding["bytes"][1].as_u64(), "{finding:#}");
    assert_eq!((&case["outcome"], &case["reason"]), (&"failed".into(), &"wrong unsat".into()));
    assert_eq!(case["counts"]["wrong unsat"], 1);
    let red = report(&project);
    assert!(text(&red).starts_with("# smt-storm: 1 of 1 cases failed: new wrong unsat\n"), "{}", text(&red));
    // The script, which its snapshot has too, its certificate, and how to see it again.
    let titles = |report: &Report| -> Vec<&str> {
        report.bugs[0].1.texts.iter().map(|(title, ..)| title.split(':').next().unwrap()).collect()
    };
    assert_eq!(titles(&red), ["script", "certificate"]);
    for part in ["(check-sat)", "storm replay ", " --profile faults --exact player::QF_LIA::small::1"] {
        assert!(text(&red).contains(part) && page(&red).contains(part), "{part}: {}", text(&red));
    }
    // What another case left there since is not its script.
    let failures = project.kept("reduced.smt2");
    let kept = fs::read_to_string(&failures).unwrap();
    fs::write(&failures, "(check-sat)\n").unwrap();
    let of_others = report(&project);
    assert!(text(&of_others).contains("the file there is of another run"));
    assert_eq!(titles(&of_others), ["certificate", "snapshot"]);
    fs::write(&failures, kept).unwrap();
    project.accept();
    fs::remove_file(project.notes().join("answers")).unwrap();
    project.run(&["player::"]).expect(0, [0, 0, 1]);
    // It goes on after a known bug, and looks into three failing instances at most.
    let found_again = lines(&project);
    let again: Vec<_> =
        of_kind(&found_again, "finding").into_iter().filter(|one| one["status"] == "accepted").collect();
    assert_eq!(again.len(), 3);
    for one in &again {
        assert_eq!((&one["status"], &one["snapshot"]), (&"accepted".into(), &finding["snapshot"]));
    }
    let instances: BTreeSet<u64> = again.iter().filter_map(|one| one["instance"].as_u64()).collect();
    assert_eq!(instances.len(), 3);
    let report = report(&project);
    let [(bug, _)] = &report.bugs[..] else { panic!("{:?}", report.bugs) };
    assert_eq!((bug.life, bug.cases[CASE]), (Life::Known, 3));
    assert_eq!(report.others.len(), 1);
    assert_eq!(report.headline.text, "1 of 1 cases fail with known bugs");
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
    let missing = &report_on_killed.missing.cases;
    let ended: Vec<String> = of_kind(&lines(&project), "case")
        .iter()
        .map(|case| case["case"].as_str().unwrap().to_owned())
        .collect();
    assert!(!ended.is_empty() && ended.len() + missing.len() == 6, "{ended:?}, {missing:?}");
    assert!(missing.contains(&"hangs::QF_LIA::other::1".to_owned()), "{missing:?}");
    let text = text(&report_on_killed);
    assert!(text.starts_with("# smt-storm: incomplete: 5 of 6 cases missing; "), "{text}");
    assert!(text.contains("## Missing cases") && text.contains("\n- hangs"), "{text}");
    // A line that was being written is cut off, wherever that is; the cases before it stay.
    let file = files(&project).remove(0);
    let whole = fs::read(&file).unwrap();
    let torn = [&whole[..], br#"{"record":"case","version":2,"run":"caf"#, "é".as_bytes()].concat();
    for cut in [torn.len(), torn.len() - 1, torn.len() - 20, whole.len() + 1] {
        fs::write(&file, &torn[..cut]).unwrap();
        let torn = report(&project);
        assert_eq!((torn.torn, torn.run.cases.len()), (1, ended.len()), "cut at {cut}");
    }
    // Who writes to the file next begins a line of its own, which also ends the one that was cut off.
    project.play(&["say", "sat\n", "0"]);
    let number = [&whole[..], br#"{"record":"case","version":2,"seconds":1."#].concat();
    let cuts = [torn.len(), torn.len() - 1, torn.len() - 20, whole.len() + 1].map(|cut| &torn[..cut]);
    for cut in cuts.into_iter().chain([&number[..]]) {
        fs::write(&file, cut).unwrap();
        project.run_with(&[("STORM_RESULTS", file.to_str().unwrap())], &["small"]).expect(0, [1, 0, 0]);
        let all = report_together(&project);
        assert_eq!((all.torn, all.run.cases.len()), (1, ended.len() + 1), "cut at {}", cut.len());
    }
}

/// All of a report but its runs and what hangs on the clock.
fn without_clock(report: &Report) -> String {
    let mut report = report.clone();
    report.others.clear();
    report.run.parts.clear();
    report.run.cases.values_mut().for_each(|case| case.seconds = 0.0);
    for row in report.rows.values_mut() {
        row.solving_seconds = 0.0;
        row.times = Default::default();
    }
    for (bug, evidence) in &mut report.bugs {
        bug.example.as_mut().unwrap().seconds = 0.0;
        // Which of two scripts of the same size is kept hangs on the order of the cases, and commands name the profile
        // of a run.
        *evidence = Default::default();
    }
    let mut document = sections::document(&report);
    document.head.truncate(1);
    format!("{}{}", html::write(&document), markdown::write(&document))
}

fn parts_of_a_run_make_the_report_of_the_whole() {
    let project = twelve_cases();
    project.run(&[]).expect(101, [10, 2, 0]);
    let whole = report(&project);
    assert_eq!((whole.headline.failed(), whole.missing.cases.len()), (2, 0));
    // Its lines in another order, and in four files, whose own lines about the run they share.
    let text = fs::read_to_string(&files(&project)[0]).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let same = report_of(&project, "same.jsonl", &lines);
    let reversed: Vec<&str> = lines.iter().rev().copied().collect();
    assert_eq!(page(&report_of(&project, "reversed.jsonl", &reversed)), page(&same));
    for part in 0..4 {
        let of_part = lines.iter().enumerate().filter(|(at, _)| at % 4 == part).map(|(_, line)| *line);
        project.write(&format!("parts/{part}.jsonl"), of_part.collect::<String>());
    }
    assert_eq!(page(&read(&project.path("parts"), &Choice::Last, None)), page(&same));
    // Four processes with a part each, in a run of CI, or shards that nothing says are of one run: all but the times is
    // as in one process. What yesterday left beside them is not taken in.
    let yesterday = project.path("output/yesterday.jsonl");
    fs::rename(&files(&project)[0], &yesterday).unwrap();
    for variable in ["STORM_RUN", "GITHUB_RUN_ID", "UNKNOWN_RUN_ID"] {
        fs::remove_dir_all(project.path("output/results")).unwrap();
        fs::remove_dir_all(project.path("snapshots")).unwrap();
        for part in 1..=4 {
            let shard = format!("{part}/4");
            let folder = project.path(&format!("output/results/{part}"));
            fs::create_dir_all(&folder).unwrap();
            let results = folder.join("results.jsonl").display().to_string();
            project.run_with(&[(variable, "77"), ("STORM_SHARD", &shard), ("STORM_RESULTS", &results)], &[]);
        }
        fs::copy(&yesterday, project.path("output/results/yesterday.jsonl")).unwrap();
        if variable != "UNKNOWN_RUN_ID" {
            let parts = report(&project);
            assert_eq!((parts.run.name(), parts.run.parts.len(), parts.others.len()), ("77", 4, 1));
            assert_eq!(without_clock(&parts), without_clock(&whole));
            // A part that left nothing is told.
            fs::remove_dir_all(project.path("output/results/3")).unwrap();
            assert!(report(&project).headline.text.contains("incomplete: 1 shard missing"));
        } else {
            assert_eq!(report(&project).others.len(), 4);
            fs::remove_file(project.path("output/results/yesterday.jsonl")).unwrap();
            assert_eq!(without_clock(&report_together(&project)), without_clock(&whole));
        }
    }
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
    let open = report(&project);
    assert_eq!((open.missing.is_open, open.headline.mood), (true, Mood::Unsure));
    assert!(
        open.headline.text.ends_with("; the number of planned cases is unknown"),
        "{}",
        open.headline.text
    );
    // What is planned, the configuration says.
    let ran = storm(&project, &["--config", "solvers.yaml", "--profile", "faults"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.says(&["9 of 12 cases were planned and have no result"]);
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

fn runs_are_beside_each_other_and_never_merged() {
    let project = Project::playing(&WRONG);
    project.run(&[]).expect(101, [0, 1, 0]);
    assert_eq!(report(&project).headline.failed(), 1);
    project.play(&["say", "sat\n", "0"]);
    project.run(&[]).expect(0, [1, 0, 0]);
    let last = report(&project);
    assert_eq!((last.bugs.len(), last.run.cases.len(), last.others.len()), (0, 1, 1));
    assert!(text(&last).contains("There is 1 other run in these results; it failed."));
    // What a later part does not find again is no finding.
    assert_eq!(report_together(&project).bugs.len(), 0);
    storm(&project, &["--run", last.others[0].0.name()]).says(&["1 of 1 cases failed"]);
    assert_eq!(storm(&project, &["--run", "nosuch"]).code, Some(2));
    // Results that nobody names are those of runs of the configuration in this folder.
    let mut unnamed = Command::new(env!("CARGO_BIN_EXE_storm"));
    unnamed.current_dir(project.path("")).env_remove("STORM_CONFIG").arg("report");
    assert_eq!(Ran::of(unnamed.env("STORM_OUTPUT", "output")).stdout, storm(&project, &[]).stdout);
    let nothing = Ran::of(unnamed.env("STORM_OUTPUT", "nosuch"));
    assert!(
        nothing.code == Some(2) && nothing.stderr.contains("nosuch/results: No such file"),
        "{nothing:?}"
    );
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
    refused(newer, &[".jsonl:1: written in version 3 of the format, but this smt-storm reads version 2"]);
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
    let page = page(&report);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    let text = text(&report);
    assert!(!text.replace("\\<", "").contains("<script") && text.contains("\\<script\\>alert(1)"), "{text}");
}

fn a_snapshot_that_cannot_be_believed_is_told() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.write("snapshots/other.snap", "broken");
    project.run(&[]).expect(101, [1, 1, 0]);
    let report = report(&project);
    assert_eq!(report.headline.text, "1 of 2 cases broken; 1 of 2 passed");
    assert_eq!((report.missing.cases.len(), report.reasons[0].cases[0].as_str()), (0, "regression::other"));
}

fn a_regression_and_a_fixed_bug_are_told() {
    let project = Project::playing(&WRONG);
    project.run(&[]).expect(101, [0, 1, 0]);
    project.accept();
    project.play(&["say", "sat\n", "0"]);
    project.run(&[]).expect(101, [1, 1, 0]);
    assert_eq!(report(&project).headline.text, "1 of 2 cases failed: fixed: wrong unsat; 1 of 2 passed");
    project.accept();
    project.play(&WRONG);
    project.run(&["regression::"]).expect(101, [0, 1, 0]);
    let back = report(&project);
    assert_eq!(back.headline.text, "1 of 1 cases failed: regression: wrong unsat");
    // No case has a finding, and the script is there all the same.
    let (bug, evidence) = &back.bugs[0];
    assert!(bug.example.is_none() && evidence.texts[0].0 == "snapshot", "{evidence:?}");
}
