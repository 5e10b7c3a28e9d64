//! Failures that were seen before: accepted, changed, gone, or no longer readable.

use std::fs;

use crate::failures::WRONG;
use crate::project::{CASE, Project, Ran, VERSION};

crate::tests!(snapshots:
    an_accepted_failure_is_known,
    an_accepted_failure_is_red_when_asked_for,
    another_failure_is_red_and_shows_the_difference,
    an_accepted_failure_that_is_gone_is_stale,
    a_new_version_may_have_fixed_an_accepted_failure,
    a_broken_snapshot_is_red_whatever_the_solver_answers,
    a_snapshot_is_written_without_cargo,
);

/// A project whose failure was accepted.
fn accepted() -> Project {
    let project = Project::playing(&WRONG);
    project.run(&[]).expect(101, [0, 1, 0]);
    project.accept();
    forget(&project);
    project
}

/// Lets the player start anew.
fn forget(project: &Project) {
    fs::remove_file(project.notes().join("answers")).unwrap();
}

/// The text of the one red test.
#[track_caller]
fn red(ran: &Ran) -> &str {
    ran.expect(101, [0, 1, 0]);
    ran.red()[CASE]
}

fn an_accepted_failure_is_known() {
    let project = accepted();
    let ran = project.run(&[]);
    ran.expect(0, [0, 0, 1]);
    ran.says(&["ignored (known wrong unsat, accepted in ", &project.accepted().display().to_string()]);
    assert!(!project.pending().exists());
}

fn an_accepted_failure_is_red_when_asked_for() {
    let project = accepted();
    let ran = project.run_with(&[("STORM_STRICT", "1")], &[]);
    assert!(red(&ran).starts_with("wrong unsat\n"));
    assert_eq!(ran.line("snapshot"), format!("{}, as accepted", project.accepted().display()));
    assert!(!project.pending().exists());
    for not_set in ["", "0"] {
        forget(&project);
        project.run_with(&[("STORM_STRICT", not_set)], &[]).expect(0, [0, 0, 1]);
    }
}

fn another_failure_is_red_and_shows_the_difference() {
    let project = accepted();
    let before = fs::read(project.accepted()).unwrap();
    // Three assertions are left instead of two.
    project.play(&["wrong-from", "3", "5", "3", "{notes}"]);
    let ran = project.run(&[]);
    let text = red(&ran);
    assert!(text.contains("\n--- accepted\n+++ now\n@@ ") && text.contains("\n+(assert "), "{text}");
    assert!(project.pending().exists());
    assert_eq!(fs::read(project.accepted()).unwrap(), before);
}

fn an_accepted_failure_that_is_gone_is_stale() {
    let project = accepted();
    project.play(&["say", "sat\n", "0"]);
    let ran = project.run(&[]);
    let text = red(&ran);
    assert!(text.starts_with("stale snapshot: "), "{text}");
    for part in
        [project.accepted().to_str().unwrap(), VERSION, "10 sat", "if the bug is fixed, delete the file"]
    {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    // That nothing was answered proves nothing.
    project.play(&["say", "unsupported\n", "0"]);
    project.run(&[]).expect(0, [0, 0, 1]);
    // What the message says to do helps.
    project.play(&["say", "sat\n", "0"]);
    fs::remove_file(project.accepted()).unwrap();
    project.run(&[]).expect(0, [1, 0, 0]);
}

fn a_new_version_may_have_fixed_an_accepted_failure() {
    let project = accepted();
    let row = project.row("player", &["say", "sat\n", "0"], "missing: error");
    project.write_rows(&row.replace(VERSION, "Player 1.1"));
    project.run(&[]).expect(0, [1, 0, 0]);
}

fn a_broken_snapshot_is_red_whatever_the_solver_answers() {
    let project = accepted();
    let whole = fs::read_to_string(project.accepted()).unwrap();
    let conflict = whole.replacen("info:", "<<<<<<< ours\ninfo:\n=======\n>>>>>>> theirs", 1);
    let broken: [&[u8]; 5] =
        [b"", b"unsat\n", &whole.as_bytes()[..whole.len() / 3], conflict.as_bytes(), b"---\n\xff\n---\n"];
    for contents in broken {
        fs::write(project.accepted(), contents).unwrap();
        for fault in [&WRONG[..], &["say", "sat\n", "0"]] {
            project.play(fault);
            let ran = project.run(&[]);
            let text = red(&ran);
            let file = format!("{}: not a readable snapshot (", project.accepted().display());
            assert!(text.contains(&file) && text.contains("restore it from version control"), "{text}");
            assert_eq!(fs::read(project.accepted()).unwrap(), contents);
        }
        forget(&project);
    }
}

fn a_snapshot_is_written_without_cargo() {
    let project = Project::playing(&WRONG);
    let nowhere = project.notes().display().to_string();
    let ran = project.run_with(&[("PATH", &nowhere), ("CARGO", "/no/such/cargo")], &[]);
    red(&ran);
    assert!(project.pending().exists(), "{}", ran.stdout);
}
