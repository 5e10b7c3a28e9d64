//! The life of a bug: new, open, fixed, back again.

use std::fs;

use serde_json::Value;
use smt_storm::bugs::snapshot::{Snapshot, State};

use crate::project::{CASE, Project, VERSION, name};

crate::tests!(life:
    a_bug_is_found_accepted_fixed_and_comes_back,
    a_bug_that_comes_back_is_red_where_it_is_met,
    a_bug_that_comes_back_may_be_accepted_again,
    what_is_not_answered_proves_nothing,
    a_graver_answer_is_no_known_bug,
    known_bugs_are_red_when_asked_for,
    only_a_session_fixes_what_only_a_session_shows,
    a_stored_bug_is_run_with_the_arguments_that_found_it,
    stored_bugs_are_listed_and_found_by_name,
    stored_bugs_count_in_the_results,
);

/// Wrong about everything.
pub const WRONG: [&str; 3] = ["say", "unsat\n", "0"];
/// Right about everything.
pub const RIGHT: [&str; 3] = ["say", "sat\n", "0"];

/// A project whose bug was accepted, and the name of the case that tries it.
pub fn accepted() -> (Project, String) {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    project.accept();
    let case = format!("regression::{}::player", bug(&project));
    (project, case)
}

/// The name of the one bug that was accepted.
pub fn bug(project: &Project) -> String {
    name(&project.accepted()).strip_suffix(".snap").unwrap().to_owned()
}

/// The same with a bug that was fixed.
fn fixed() -> (Project, String) {
    let (project, case) = accepted();
    project.play(&RIGHT);
    project.run(&[]).expect(101, [1, 1, 0]);
    project.accept();
    (project, case)
}

fn state(project: &Project) -> State {
    Snapshot::verified(&project.accepted()).unwrap().unwrap().info.state
}

fn a_bug_is_found_accepted_fixed_and_comes_back() {
    let (project, case) = accepted();
    let known = format!("ignored (known bug {}", bug(&project));
    project.run(&[]).expect(0, [0, 0, 2]).says(&[&known, "10 wrong unsat)"]);
    assert!(!project.pending().exists());
    // Fixed: the case that found it is green, the bug's own says so.
    project.play(&RIGHT);
    for _ in 0..2 {
        let ran = project.run(&[]);
        ran.expect(101, [1, 1, 0]);
        assert!(ran.red()[case.as_str()].starts_with("fixed\n"), "{}", ran.stdout);
        assert_eq!(ran.line("answered"), format!("sat, by player ({VERSION})"));
        let line = ran.line("snapshot");
        assert!(line.contains(&project.pending().display().to_string()));
        assert!(ran.line("accept with").contains(&format!("storm accept {} --config ", bug(&project))));
    }
    let before = fs::read_to_string(project.accepted()).unwrap();
    let after = fs::read_to_string(project.pending()).unwrap();
    let (before, after) = (before.split("\n---\n").nth(1).unwrap(), after.split("\n---\n").nth(1).unwrap());
    assert_eq!(before.replace("; State: open", "; State: fixed"), after);
    project.accept();
    assert_eq!(state(&project), State::Fixed);
    project.run(&[]).expect(0, [2, 0, 0]);
    // Back again.
    project.play(&WRONG);
    let ran = project.run(&[]);
    ran.expect(101, [0, 2, 0]);
    let red = ran.red();
    assert!(red[case.as_str()].starts_with("regression\n"), "{}", ran.stdout);
    assert!(red[CASE].starts_with("regression: wrong unsat\n"), "{}", ran.stdout);
    // Gone again: nothing is left to review.
    assert!(project.pending().exists());
    project.play(&RIGHT);
    project.run(&[]).expect(0, [2, 0, 0]);
    assert!(!project.pending().exists());
}

fn a_bug_that_comes_back_is_red_where_it_is_met() {
    let (project, _) = fixed();
    project.play(&WRONG);
    let ran = project.run(&[CASE]);
    assert!(ran.only_red(CASE).starts_with("regression: wrong unsat\n"), "{}", ran.stdout);
    let line = format!("{}, which says that this is fixed", project.accepted().display());
    assert_eq!(ran.line("snapshot"), line);
    assert!(!project.pending().exists());
}

fn a_bug_that_comes_back_may_be_accepted_again() {
    let (project, case) = fixed();
    project.play(&WRONG);
    project.run(&["--exact", &case]).only_red(&case);
    project.accept();
    assert_eq!(state(&project), State::Open);
    project.run(&[]).expect(0, [0, 0, 2]);
}

fn what_is_not_answered_proves_nothing() {
    for (project, case) in [accepted(), fixed()] {
        let before = fs::read(project.accepted()).unwrap();
        let hang: &[&str] = &["hang", "", "{notes}"];
        for (fault, reason) in [
            (hang, "nothing answered: timeout"),
            (&["say", "unsupported\n", "0"], "nothing answered: unsupported"),
            (&["say", "(error \"no such term\")\n", "1"], "nothing answered: error (no such term)"),
        ] {
            project.write_rows(&project.row("player", fault, "timeout: 500ms"));
            project.run(&["--exact", &case]).expect(0, [0, 0, 1]).says(&[reason]);
        }
        let program = crate::project::this_program();
        project.reconfigure(&program, "/no/such/solver");
        project.run(&["--exact", &case]).expect(0, [0, 0, 1]).says(&["ignored (solver missing: "]);
        assert_eq!(fs::read(project.accepted()).unwrap(), before);
        assert!(!project.pending().exists());
    }
}

fn a_graver_answer_is_no_known_bug() {
    let project = Project::playing(&["die", "SEGV", ""]);
    project.run(&[]).only_red(CASE);
    project.accept();
    let case = format!("regression::{}::player", bug(&project));
    project.run(&[]).expect(0, [0, 0, 2]).says(&["known bug player__crash__"]);
    project.play(&WRONG);
    let ran = project.run(&["--exact", &case]);
    assert!(ran.only_red(&case).starts_with("wrong unsat\n"), "{}", ran.stdout);
}

fn known_bugs_are_red_when_asked_for() {
    let (project, case) = accepted();
    let ran = project.run_with(&[("STORM_STRICT", "1")], &[]);
    ran.expect(101, [0, 2, 0]);
    for test in [CASE, &case] {
        assert!(ran.red()[test].starts_with("wrong unsat\n"), "{}", ran.stdout);
        assert!(ran.red()[test].contains(&format!("{}, as accepted", project.accepted().display())));
    }
    assert!(!project.pending().exists());
    for not_set in ["", "0"] {
        project.run_with(&[("STORM_STRICT", not_set)], &[]).expect(0, [0, 0, 2]);
    }
}

fn only_a_session_fixes_what_only_a_session_shows() {
    let project = Project::playing(&[]);
    let rows = |session: &[&str]| project.row("player", &RIGHT, &project.session(session, 200));
    project.write_rows(&rows(&["0", "tainted", "8"]));
    project.run(&[]).only_red(CASE);
    project.accept();
    let case = format!("regression::{}::player", bug(&project));
    project.run(&[]).expect(0, [0, 0, 2]);
    project.write_rows(&project.row("player", &RIGHT, "missing: error"));
    project.run(&[]).expect(0, [1, 0, 1]).says(&["only a session shows it, and player has none"]);
    project.write_rows(&rows(&["1+", "die", "SEGV", ""]));
    project.run(&["--exact", &case]).expect(0, [0, 0, 1]).says(&["the session ended before the last script"]);
    project.write_rows(&rows(&["0", "none"]));
    assert!(project.run(&["--exact", &case]).only_red(&case).starts_with("fixed\n"));
}

fn a_stored_bug_is_run_with_the_arguments_that_found_it() {
    let options = "options:\n      arith: {choose: [{args: [--arith=old]}, {args: [--arith=new]}]}";
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["note-call", "{notes}", "--arith=old"], options));
    project.run(&[]).only_red(CASE);
    project.accept();
    // Whatever is drawn from now on.
    let options = "options:\n      arith: {choose: [{args: [--arith=new]}]}";
    project.write_rows(&project.row("player", &["note-call", "{notes}", "--arith=old"], options));
    project.run(&[]).expect(0, [1, 0, 1]).says(&["ignored (known bug player__wrong-unsat__"]);
}

fn stored_bugs_are_listed_and_found_by_name() {
    let (project, case) = accepted();
    let listed = project.run(&["--list"]);
    assert_eq!(listed.stdout, format!("{CASE}: test\n{case}: test\n"));
    project.run(&["regression::"]).expect(0, [0, 0, 1]);
    project.run(&["player::"]).expect(0, [0, 0, 1]);
    // Found by its name, whatever else is in the folder, and without a look at the seeds.
    project.write("snapshots/other.snap", "broken");
    fs::remove_dir_all(project.path("seeds")).unwrap();
    project.run(&["--exact", &case]).expect(0, [0, 0, 1]);
    assert_eq!(project.run(&["--exact", "regression::no-such-bug::player"]).code, Some(2));
    assert_eq!(project.run(&["--exact", "regression::../seeds/x::player"]).code, Some(2));
}

fn stored_bugs_count_in_the_results() {
    let (project, case) = accepted();
    let path = project.path("results.jsonl");
    let run = |fault: &[&str]| {
        project.play(fault);
        let _ = fs::remove_file(&path);
        project.run_with(&[("STORM_RESULTS", path.to_str().unwrap())], &["--exact", &case]);
        let text = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.retain(|line| line["record"] == "case");
        assert_eq!(lines.len(), 1, "{text}");
        lines.remove(0)
    };
    let line = run(&WRONG);
    assert_eq!((line["case"].as_str(), line["outcome"].as_str()), (Some(case.as_str()), Some("ignored")));
    let place =
        (line["solver"].as_str(), line["logic"].as_str(), line["seed"].as_str(), line["rng"].as_u64());
    assert_eq!(place, (Some("player"), Some("QF_LIA"), Some("small"), Some(1)));
    assert_eq!(line["solver_version"], VERSION);
    let line = run(&RIGHT);
    assert_eq!((line["outcome"].as_str(), line["reason"].as_str()), (Some("failed"), Some("fixed")));
    project.accept();
    let line = run(&RIGHT);
    assert_eq!((line["outcome"].as_str(), &line["counts"]), (Some("passed"), &serde_json::json!({"sat": 1})));
}
