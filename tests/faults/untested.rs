//! Solvers that answer nothing: no test passes without an answer.

use crate::project::{CASE, Project, Ran};

crate::tests!(untested:
    crashes_alone_are_red,
    garbage_alone_is_red,
    errors_alone_are_red_unless_the_solver_may_be_missing,
    what_is_unsupported_is_ignored,
    a_solver_that_only_hangs_is_ignored_after_a_few_instances,
    want_of_memory_is_ignored,
    an_unknown_is_an_answer,
);

fn played(fault: &[&str], missing: &str) -> Ran {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", fault, &format!("missing: {missing}")));
    let ran = project.run(&[]);
    assert_eq!(project.leftovers().len(), 0);
    assert!(!project.pending().exists());
    ran
}

/// Fails unless this is red, with these texts, whether the solver may be missing or not.
#[track_caller]
fn red(fault: &[&str], texts: &[&str]) {
    for missing in ["ignore", "error"] {
        let ran = played(fault, missing);
        ran.expect(101, [0, 1, 0]).says(texts);
        assert!(ran.red()[CASE].starts_with("tested nothing: player gave no answer"), "{}", ran.stdout);
    }
}

/// Fails unless this is ignored, with these texts, whether the solver may be missing or not.
#[track_caller]
fn ignored(fault: &[&str], texts: &[&str]) {
    for missing in ["ignore", "error"] {
        played(fault, missing).expect(0, [0, 0, 1]).says(&["ignored (tested nothing: "]).says(texts);
    }
}

fn crashes_alone_are_red() {
    for (signal, text) in [("SEGV", ""), ("ABRT", "sat\n")] {
        let fault = ["die", signal, text];
        let crash = format!("crash (killed by SIG{signal})");
        // Where they are no failures by themselves, they are no answers either.
        let ran = played(&fault, "error\n    fail_on: [wrong-unsat]");
        ran.expect(101, [0, 1, 0]).says(&["tested nothing: player gave no answer", "(10 crash)", &crash]);
        let project = Project::playing(&fault);
        let ran = project.run(&[]);
        ran.expect(101, [0, 1, 0]).says(&[&crash]);
        assert!(ran.red()[CASE].starts_with("crash\n") && project.pending().exists(), "{}", ran.stdout);
    }
}

fn garbage_alone_is_red() {
    red(&["say", "usage: player FILE\n", "0"], &["(10 garbage)", "garbage (usage: player FILE)"]);
    red(&["garbage"], &["(10 garbage)"]);
    red(&["say", "", "0"], &["(10 garbage)", "garbage (no answer)"]);
}

fn errors_alone_are_red_unless_the_solver_may_be_missing() {
    let fault = ["say", "(error \"no such option\")\n", "1"];
    let ran = played(&fault, "error");
    ran.expect(101, [0, 1, 0]).says(&["tested nothing", "(10 error)", "error (no such option)"]);
    let ran = played(&fault, "ignore");
    ran.expect(0, [0, 0, 1]).says(&["ignored (tested nothing: error (no such option))"]);
}

fn what_is_unsupported_is_ignored() {
    ignored(&["say", "unsupported\n", "0"], &["QF_LIA is unsupported"]);
}

fn a_solver_that_only_hangs_is_ignored_after_a_few_instances() {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["hang", "", "{notes}"], "timeout: 1s"));
    let ran = project.run(&[]);
    ran.expect(0, [0, 0, 1]).says(&["ignored (tested nothing: 1 timeout; raise `timeout`"]);
}

fn want_of_memory_is_ignored() {
    ignored(&["say", "(error \"out of memory\")\n", "1"], &["10 memory-out", "raise `timeout` or `memory`"]);
}

fn an_unknown_is_an_answer() {
    played(&["say", "unknown\n", "0"], "error").expect(0, [1, 0, 0]);
}
