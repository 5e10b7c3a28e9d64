//! What is found is kept the moment it is confirmed, and making it smaller has an end.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use smt_storm::bugs::snapshot::Snapshot;
use smt_storm::report::Report;
use smt_storm::report::gather::{Choice, Results};

use crate::life::{RIGHT, WRONG};
use crate::process::eventually;
use crate::project::{CASE, Project, name};

crate::tests!(kept:
    a_finding_is_kept_before_it_is_made_smaller,
    an_interrupt_leaves_the_best_so_far,
    interrupts_at_any_moment_lose_nothing,
    minimising_ends_in_time_and_says_so,
    what_is_not_minimal_is_known_all_the_same,
    a_known_bug_is_not_made_smaller_again,
    scripts_of_earlier_runs_go,
    each_failure_of_a_case_has_its_own_files,
    a_run_ends_in_time,
);

/// A long time for a test, during which the player is wrong about everything, slowly.
const SLOW: [&str; 3] = ["wrong-slowly", "40", "1"];

fn start(project: &Project) -> Child {
    project.command(&[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(child: &Child, signal: Signal) {
    // One that has just ended is as good.
    let _ = kill_process(Pid::from_child(child), signal);
}

/// The lines of findings, over all runs.
fn findings(project: &Project) -> Vec<Value> {
    let files = fs::read_dir(project.path("output/results")).into_iter().flatten();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let lines: Vec<String> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let lines = lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["record"] == "finding").collect()
}

/// The report's headline on the last run.
fn headline(project: &Project) -> String {
    let results = Results::read(&[project.path("output/results")]).unwrap();
    Report::summarise(&results, &Choice::Last, None, None).unwrap().headline.text
}

fn wait_for_finding(project: &Project) {
    assert!(eventually(Duration::from_secs(60), || !findings(project).is_empty()));
}

fn a_finding_is_kept_before_it_is_made_smaller() {
    let project = Project::playing(&SLOW);
    let mut child = start(&project);
    wait_for_finding(&project);
    send(&child, Signal::KILL);
    child.wait().unwrap();
    let finding = &findings(&project)[0];
    assert_eq!((&finding["status"], &finding["class"]), (&"confirmed".into(), &"wrong unsat".into()));
    for file in ["instance.smt2", "reduced.smt2", "witness.smt2"] {
        assert!(fs::read_to_string(project.kept(file)).unwrap().contains("(check-sat)"), "{file}");
    }
    let headline = headline(&project);
    assert!(headline.contains("unreduced wrong unsat") && headline.contains("incomplete"), "{headline}");
    // What a killed program leaves goes with the next one.
    project.play(&RIGHT);
    project.run(&[]).expect(0, [1, 0, 0]);
    assert!(project.leftovers().is_empty());
}

fn an_interrupt_leaves_the_best_so_far() {
    for signal in [Signal::INT, Signal::TERM] {
        let project = Project::playing(&SLOW);
        let child = start(&project);
        assert!(eventually(Duration::from_secs(60), || project.kept("best.smt2").is_file()));
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(128 + signal.as_raw()));
        let stderr = String::from_utf8(output.stderr).unwrap();
        let said = format!("found before the interruption, not minimal: wrong unsat, {CASE}, instance 0");
        assert!(stderr.contains(&said), "{stderr}");
        let pending = project.pending();
        assert!(name(&pending).starts_with("player__wrong-unsat__unreduced-"), "{}", pending.display());
        let snapshot = Snapshot::verified(&pending).unwrap().unwrap();
        assert!(snapshot.info.bytes.1 < snapshot.info.bytes.0, "{:?}", snapshot.info.bytes);
        assert!(
            stderr.contains(&pending.display().to_string()) && project.leftovers().is_empty(),
            "{stderr}"
        );
        // When it is minimal it is kept under its own name, and not twice.
        project.play(&WRONG);
        project.run(&[]).only_red(CASE);
        assert!(!name(&project.pending()).contains("unreduced"), "{}", project.pending().display());
    }
}

/// Thirty of them, each at another moment.
fn interrupts_at_any_moment_lose_nothing() {
    let project = Project::playing(&["wrong-slowly", "5", "1"]);
    for number in 0_u64..30 {
        let _ = fs::remove_dir_all(project.path("output/results"));
        let mut child = start(&project);
        wait_for_finding(&project);
        sleep(Duration::from_millis(number * 7919 % 400));
        send(&child, [Signal::INT, Signal::TERM, Signal::KILL][number as usize % 3]);
        child.wait().unwrap();
        let found = findings(&project);
        assert!(found.iter().all(|finding| finding["class"] == "wrong unsat") && !found.is_empty());
        let headline = headline(&project);
        assert!(headline.contains("wrong unsat"), "{number}: {headline}");
        for path in project.snapshots(".snap.new") {
            Snapshot::verified(&path).unwrap().unwrap();
        }
    }
    project.play(&RIGHT);
    let _ = fs::remove_dir_all(project.path("snapshots"));
    project.run(&[]).expect(0, [1, 0, 0]);
    assert!(project.leftovers().is_empty(), "{:?}", project.leftovers());
}

/// Puts a key into the profile.
fn with_key(project: &Project, key: &str) {
    project.reconfigure("    NM: 10", &format!("    {key}\n    NM: 10"));
}

/// One run takes longer than there is time: however fast this program is, it does not come to an end.
fn minimising_ends_in_time_and_says_so() {
    let project = Project::playing(&["wrong-slowly", "1500", "1"]);
    with_key(&project, "minimise_time: 1s");
    let ran = project.run(&[]);
    let text = ran.only_red(CASE);
    assert!(text.contains("; not minimal: the time was up\n"), "{text}");
    let script = project.kept("reduced.smt2").display().to_string();
    assert!(ran.line("go on").contains(&format!(" minimize '{script}' --solver player")), "{text}");
    let last = findings(&project).pop().unwrap();
    assert_eq!((&last["status"], &last["unfinished"]), (&"new".into(), &"the time was up".into()));
    let info = Snapshot::verified(&project.pending()).unwrap().unwrap().info;
    assert_eq!(info.unfinished.as_deref(), Some("the time was up"));
    // The same name each time: it does not hang on how far the search came.
    let before = name(&project.pending());
    project.run(&[]).only_red(CASE);
    assert_eq!(name(&project.pending()), before);
}

fn what_is_not_minimal_is_known_all_the_same() {
    let project = Project::playing(&["wrong-slowly", "1500", "1"]);
    with_key(&project, "minimise_time: 1s");
    project.run(&[]).only_red(CASE);
    project.accept();
    // The instance is known; others of the case may show another bug.
    project.reconfigure("NM: 10", "NM: 1");
    project.run(&["player::"]).expect(0, [0, 0, 1]).says(&["known bug player__wrong-unsat__unreduced-"]);
}

fn a_known_bug_is_not_made_smaller_again() {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    project.accept();
    project.run(&["player::"]).expect(0, [0, 0, 1]);
    let _ = fs::remove_dir_all(project.path("output/results"));
    // Its instances were looked into: none is asked for again, not even the few that are reduced at most.
    project.run(&["player::"]).expect(0, [0, 0, 1]).says(&["(7x); 3 more failing instances"]);
    let reduced: Vec<u64> =
        findings(&project).iter().filter_map(|finding| finding["runs"].as_u64()).collect();
    assert!(reduced.len() <= 6, "{reduced:?}");
    // One that comes to a local minimum of the bug is not searched to the end.
    let minimal = Snapshot::verified(&project.accepted()).unwrap().unwrap().info;
    assert!(!minimal.minima.is_empty());
}

fn scripts_of_earlier_runs_go() {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    project.write(&format!("output/failures/{}/of-before.smt2", CASE.replace("::", "__")), "(check-sat)");
    project.run(&[]).only_red(CASE);
    assert!(project.kept("instance.smt2").is_file() && !project.kept("of-before.smt2").exists());
}

fn each_failure_of_a_case_has_its_own_files() {
    // Known bugs are looked into as often as a case may.
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    project.accept();
    fs::remove_dir_all(project.path("output")).unwrap();
    project.run(&["player::"]).expect(0, [0, 0, 1]);
    let files: BTreeSet<String> = findings(&project)
        .iter()
        .flat_map(|finding| finding["files"].as_array().unwrap().clone())
        .map(|path| path.as_str().unwrap().to_owned())
        .collect();
    assert!(files.len() >= 6 && files.iter().all(|path| Path::new(path).is_file()), "{files:?}");
    let scripts: BTreeSet<String> = files
        .iter()
        .filter(|path| path.ends_with("/instance.smt2"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    assert_eq!(scripts.len(), files.len() / 3, "one instance each");
}

fn a_run_ends_in_time() {
    let project = Project::playing(&["wrong-slowly", "300", "1000"]);
    let seeds = |config: &str| config.replace("    NM: 10", "    rng: 1..=8\n    NM: 10");
    let config = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    project.write("solvers.yaml", seeds(&config));
    for (environment, arguments) in
        [(&[][..], &["--for", "1s"][..]), (&[][..], &["--for=1s"]), (&[("STORM_FOR", "1s")][..], &[])]
    {
        let ran = project.run_with(environment, &[arguments, &["--test-threads=1"]].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.says(&["ignored (not run: the run reached its time limit", "1 passed"]);
    }
    let ran = project.run(&["--for", "soon"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("--for (STORM_FOR): "), "{ran:?}");
    with_key(&project, "for: 1s");
    project.run(&["--test-threads=1"]).says(&["ignored (not run: the run reached its time limit"]);
}
