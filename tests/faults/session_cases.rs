//! Sessions under the harness: what a test says, and what is kept.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use smt_storm::bugs::snapshot::Snapshot;

use crate::process::{all_gone, eventually, mentioning, none_mentions};
use crate::project::{CASE, Project};
use crate::{marks, replay};

crate::tests!(session_cases:
    a_case_is_run_in_one_session,
    a_profile_may_do_without_sessions,
    a_session_is_started_anew_after_some_instances,
    sessions_that_do_not_work_are_no_reason_to_fail,
    what_only_a_session_gets_wrong_is_red,
    only_the_scripts_that_it_takes_are_kept,
    what_only_a_session_gets_wrong_can_be_replayed,
    what_only_a_session_gets_wrong_can_be_accepted,
    what_does_not_show_again_is_still_red,
    a_session_that_cannot_be_started_again_is_kept_whole,
    a_crash_of_a_session_alone_is_red,
    sessions_that_die_alike_are_one_bug,
    what_a_process_gets_wrong_too_is_no_matter_of_sessions,
    an_interrupt_ends_sessions_that_hang,
    an_interrupt_keeps_the_whole_session,
);

const RIGHT: [&str; 3] = ["say", "sat\n", "0"];

/// A project with this session (`WHEN FAULT …`); alone its solver plays another fault.
fn project(session: &[&str], alone: &[&str], restart: u32) -> Project {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", alone, &project.session(session, restart)));
    project
}

/// The sessions that were started; all of them have to be gone, with all that they started and wrote.
#[track_caller]
fn started(project: &Project) -> usize {
    let notes = project.notes();
    let sessions = marks::sessions(&notes);
    let processes = [&sessions[..], &marks::processes(&notes)].concat();
    assert!(all_gone(&processes), "of {processes:?}, some still run");
    let folder = project.path("").display().to_string();
    assert!(none_mentions(&folder), "{:?} still run", mentioning(&folder));
    assert!(project.leftovers().is_empty(), "{:?}", project.leftovers());
    sessions.len()
}

/// The scripts of what was kept, and the assertions of each.
fn scripts(project: &Project) -> Vec<usize> {
    let reduced = project.reduced();
    reduced.split("(reset)\n").map(|script| marks::assertions(script).len()).collect()
}

fn a_case_is_run_in_one_session() {
    let project = project(&["0", "none"], &["say", "", "1"], 200);
    project.run(&[]).expect(0, [1, 0, 0]);
    assert_eq!(started(&project), 1);
}

fn a_profile_may_do_without_sessions() {
    let project = project(&["0", "none"], &RIGHT, 200);
    project.reconfigure("    NM: 10", "    NM: 10\n    sessions: false");
    project.run(&[]).expect(0, [1, 0, 0]);
    assert_eq!(started(&project), 0);
}

fn a_session_is_started_anew_after_some_instances() {
    for (restart, sessions) in [(1, 20), (2, 10), (15, 2)] {
        let project = project(&["0", "none"], &["say", "", "1"], restart);
        project.write("seeds/QF_LIA/other.smt2", "(declare-fun p () Bool)\n(assert (or p (not p)))\n");
        project.run(&["--test-threads", "1"]).expect(0, [2, 0, 0]);
        assert_eq!(started(&project), sessions, "{restart}");
    }
}

fn sessions_that_do_not_work_are_no_reason_to_fail() {
    for session in [
        &["0", "no-reset", "(error \"unknown command\")\n"][..],
        &["1+", "answer", ""],
        &["1+", "die", "SEGV", ""],
        &["1+", "say", "usage: player\n", "2"],
    ] {
        let project = project(session, &RIGHT, 200);
        project.run(&[]).expect(0, [1, 0, 0]);
        assert_eq!(started(&project), 1, "{session:?}");
    }
    let project = project(&["0", "buffer"], &RIGHT, 200);
    project.reconfigure("timeout: 9s", "timeout: 3s");
    project.run(&[]).expect(0, [1, 0, 0]);
    assert_eq!(started(&project), 1);
}

fn what_only_a_session_gets_wrong_is_red() {
    let project = project(&["4+", "answer", "unsat\n"], &RIGHT, 200);
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
    assert!(
        ran.line("answered").starts_with("unsat in a session, as script 4 of 4; a fresh process "),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.line("case"), format!("{CASE}, instance 3 (counted from 0) of 10"));
    // Three before it, of which all are needed, but not what they say.
    assert_eq!(scripts(&project), [1; 4]);
    let reduced = project.reduced();
    assert_eq!(reduced.matches("(assert true)\n(check-sat)\n").count(), 4, "{reduced}");
    assert!(!reduced.contains("(declare-fun "), "{reduced}");
    let header = fs::read_to_string(project.pending()).unwrap();
    assert!(header.contains("\n  session:\n"), "{header}");
    let session = Snapshot::read(&project.pending()).unwrap().unwrap().info.session.unwrap();
    assert!(session.contains(&"session".to_owned()), "{session:?}");
    started(&project);
}

fn only_the_scripts_that_it_takes_are_kept() {
    let project = project(&["0", "tainted", "8"], &RIGHT, 200);
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
    assert!(ran.line("answered").contains("as script 2 of 2"), "{}", ran.stdout);
    let reduced = scripts(&project);
    assert!(reduced.len() == 2 && reduced[0] >= 8, "{reduced:?}");
    let witness = fs::read_to_string(project.kept("witness.smt2")).unwrap();
    assert_eq!(witness, "(set-logic ALL)\n(assert true)\n(check-sat)\n");
    started(&project);
}

fn what_only_a_session_gets_wrong_can_be_replayed() {
    let project = project(&["0", "tainted", "8"], &RIGHT, 200);
    let ran = project.run(&[]);
    ran.only_red(CASE);
    let mut arguments = replay::arguments(&ran);
    let replayed = replay::storm(&project, &arguments);
    assert_eq!(replayed.code, Some(1), "{replayed:?}");
    replayed.says(&["answers  sat, unsat\n", "verdict  wrong unsat at check-sat 2\n"]);
    arguments.retain(|argument| argument != "--session");
    assert!(arguments.len() == 6, "{arguments:?}");
    started(&project);
}

fn what_only_a_session_gets_wrong_can_be_accepted() {
    let project = project(&["0", "tainted", "8"], &RIGHT, 200);
    project.run(&[]).only_red(CASE);
    project.accept();
    project.run(&[]).expect(0, [0, 0, 2]).says(&["ignored (known bug player__wrong-unsat__"]);
    started(&project);
}

fn what_does_not_show_again_is_still_red() {
    // Wrong in the first process only.
    let project = project(&["3+", "once", "{notes}", "answer", "unsat\n"], &RIGHT, 200);
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
    assert!(ran.line("answered").starts_with("unsat in a session, once: neither "), "{}", ran.stdout);
    assert_eq!(scripts(&project).len(), 3);
    assert!(project.pending().exists());
    started(&project);
}

fn a_session_that_cannot_be_started_again_is_kept_whole() {
    let project = project(&["4+", "answer", "unsat\n"], &RIGHT, 200);
    let row = project.session(&["4+", "answer", "unsat\n"], 200);
    let words = row.split(['[', ']']).nth(1).unwrap();
    let words: Vec<String> = serde_json::from_str(&format!("[{words}]")).unwrap();
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    // Its program goes once it has been started.
    project.write("once", format!("#!/bin/sh\nrm \"$0\"\nexec {}\n", quoted.join(" ")));
    fs::set_permissions(project.path("once"), fs::Permissions::from_mode(0o755)).unwrap();
    project.write_rows(&project.row("player", &RIGHT, "session: {argv: [./once], restart: 200}"));
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
    assert!(project.pending().exists() && scripts(&project).len() == 4, "{}", project.reduced());
    started(&project);
}

fn a_crash_of_a_session_alone_is_red() {
    let project = project(&["3", "die", "SEGV", ""], &RIGHT, 200);
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("crash\n"), "{}", ran.stdout);
    assert!(ran.line("answered").starts_with("crash (killed by SIGSEGV) in a session, as script 3 of 3;"));
    assert_eq!(scripts(&project).len(), 3);
    started(&project);
}

fn sessions_that_die_alike_are_one_bug() {
    let project = project(&["0", "haunted", " Int)", "1"], &RIGHT, 200);
    // Two tests on different scripts, and one pending snapshot.
    let other = "(declare-fun a () Int)\n(declare-fun p () Bool)\n(assert (= p (> a 2)))\n";
    project.write("seeds/QF_LIA/other.smt2", other);
    project.run(&["--test-threads", "1"]).expect(101, [0, 2, 0]);
    assert_eq!(project.snapshots(".snap.new").len(), 1);
    project.accept();
    let known = Snapshot::verified(&project.snapshots(".snap")[0]).unwrap().unwrap();
    let row = |session: &[&str]| project.row("player", &RIGHT, &project.session(session, 200));
    project.write_rows(&row(&["0", "haunted", " Bool)", "1"]));
    let ran = project.run(&["player::"]);
    ran.expect(0, [0, 0, 2]).says(&[&format!("ignored (known bug {}", known.info.name())]);
    // Not so if somebody asks for all.
    let strict = project.command(&["player::"]).env("STORM_STRICT", "1").output().unwrap();
    assert_eq!(strict.status.code(), Some(101));
    // Another death is another bug.
    project.write_rows(&row(&["3+", "die", "ABRT", ""]));
    project.run(&["player::"]).expect(101, [0, 2, 0]);
    assert_eq!(project.snapshots(".snap.new").len(), 1);
    assert!(project.leftovers().is_empty(), "{:?}", project.leftovers());
}

fn what_a_process_gets_wrong_too_is_no_matter_of_sessions() {
    let project = project(&["3+", "answer", "unsat\n"], &["wrong-for", "gamma"], 200);
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
    assert!(ran.line("answered").starts_with("unsat, by player "), "{}", ran.stdout);
    assert_eq!(scripts(&project), [1]);
    assert!(Snapshot::read(&project.pending()).unwrap().unwrap().info.session.is_none());
    assert!(!ran.line("reproduce").contains("--session"));
    started(&project);
}

fn an_interrupt_ends_sessions_that_hang() {
    for (fault, signal) in
        [("hang-on", Signal::TERM), ("hang-on", Signal::INT), ("leave-child-and-hang", Signal::TERM)]
    {
        let fault: &[&str] = if fault == "hang-on" {
            &["3", "hang-on", "{notes}"]
        } else {
            &["3", "leave-child-and-hang", "", "{notes}"]
        };
        let project = project(fault, &RIGHT, 200);
        project.reconfigure("timeout: 9s", "timeout: 10m");
        let mut harness = project.command(&[]).spawn().unwrap();
        let hangs = eventually(Duration::from_secs(20), || !marks::processes(&project.notes()).is_empty());
        kill_process(Pid::from_child(&harness), signal).unwrap();
        let mut status = None;
        let ended = eventually(Duration::from_secs(5), || {
            status = harness.try_wait().unwrap();
            status.is_some()
        });
        if !ended {
            harness.kill().unwrap();
        }
        assert!(hangs && ended, "hangs: {hangs}, ended: {ended}");
        assert_eq!(status.unwrap().code(), Some(128 + signal.as_raw()));
        assert_eq!(started(&project), 1);
    }
}

/// Nothing has been left out yet, and the last script alone would show nothing.
fn an_interrupt_keeps_the_whole_session() {
    let project = project(&["4+", "hang-later", "unsat\n"], &RIGHT, 200);
    project.reconfigure("timeout: 9s", "timeout: 10m");
    let mut harness = project.command(&[]).spawn().unwrap();
    let hangs = eventually(Duration::from_secs(20), || !marks::processes(&project.notes()).is_empty());
    kill_process(Pid::from_child(&harness), Signal::INT).unwrap();
    assert_eq!((hangs, harness.wait().unwrap().code()), (true, Some(128 + Signal::INT.as_raw())));
    let kept = fs::read_to_string(project.pending()).unwrap();
    assert_eq!((kept.matches("(reset)\n").count(), kept.matches("(check-sat)\n").count()), (3, 4), "{kept}");
    started(&project);
}
