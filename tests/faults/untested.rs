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
    a_run_ends_with_what_it_did_not_test,
    a_row_that_only_gives_errors_is_told_loudly,
    a_row_that_gives_many_errors_is_told_with_their_share,
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

/// The lines on standard error.
fn said(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().collect()
}

fn a_run_ends_with_what_it_did_not_test() {
    let project = Project::playing(&[]);
    project.write("seeds/QF_LIA/other.smt2", "(declare-fun p () Bool)\n(assert (or p (not p)))\n");
    project.write("seeds/QF_BV/bits.smt2", "(declare-fun p () Bool)\n(assert (or p (not p)))\n");
    let rows = [
        project.row("right", &["say", "sat\n", "0"], ""),
        "  absent: {argv: [\"${FAULTS_NONE:-none}\", \"{file}\"], missing: ignore, variants: {a: {args: [-a]}}}\n".to_owned(),
        "  lost: {argv: [no-such-solver, \"{file}\"], missing: ignore}\n".to_owned(),
        project.row("slow", &["hang", "", "{notes}"], "timeout: 200ms"),
        project.row("unable", &["say", "unsupported\n", "0"], ""),
    ];
    project.write_rows(&rows.concat());
    let ran = project.run(&[]);
    ran.expect(0, [3, 0, 15]).says(&["ignored (solver missing: "]);
    let expected = [
        "not tested: absent (6 cases): set FAULTS_NONE=…",
        "not tested: lost (3 cases): `no-such-solver` is not installed",
        "not tested: slow (3 cases): no answer within its limits; raise `timeout` or `memory`",
        "not tested: unable (3 cases): it does not support QF_BV, QF_LIA; remove that from its `logics`",
    ];
    assert_eq!(said(&ran), expected);
    assert_eq!(
        said(&project.run(&["absent", "--test-threads", "1"])),
        ["not tested: absent (6 cases): set FAULTS_NONE=…"]
    );
    // Nothing to say, or nobody to say it to.
    assert!(project.run(&["right::"]).stderr.is_empty());
    assert!(project.run(&["--list"]).stderr.is_empty());
    assert!(project.run(&["--exact", "lost::QF_LIA::small::1"]).stderr.is_empty());
}

fn a_row_that_only_gives_errors_is_told_loudly() {
    let project = Project::playing(&[]);
    project.write("seeds/QF_BV/bits.smt2", "(declare-fun p () Bool)\n(assert (or p (not p)))\n");
    let fault = ["say", "(error \"no such option\")\n", "1"];
    project.write_rows(&project.row("player", &fault, "missing: ignore"));
    let ran = project.run(&[]);
    ran.expect(0, [0, 0, 2]).says(&["ignored (tested nothing: error (no such option))"]);
    let loud = "warning: nothing of player was tested (2 cases): every answer was an error (no such option); \
                `storm doctor player` says what it reads; correct `argv`, `logics` or `operators` in solvers.yaml";
    assert_eq!(said(&ran), [loud]);
    // Where it answers elsewhere it is a line like others.
    project.write_rows(&project.row("player", &["error-if", "alpha"], "missing: ignore"));
    let ran = project.run(&[]);
    ran.expect(0, [1, 0, 1]);
    let [line] = said(&ran)[..] else { panic!("{ran:#?}") };
    assert!(
        line.starts_with("not tested: player (1 case): every answer was an error (no alpha); "),
        "{line}"
    );
    let fault = ["say", "(error \"a.smt2:1:12: unsupported logic 'QF_BV'\")\n", "1"];
    project.write_rows(&project.row("player", &fault, "missing: ignore"));
    let ran = project.run(&[]);
    let [line] = said(&ran)[..] else { panic!("{ran:#?}") };
    let remedy = "; it does not support QF_BV: remove that from `logics` of `player` in solvers.yaml, or \
        declare another logic with `set_logic`";
    assert!(line.starts_with("warning: nothing of player was tested") && line.ends_with(remedy), "{line}");
    let fault = ["say", "(error \"no such option\")\n", "1"];
    project.write_rows(&project.row("player", &fault, "missing: error"));
    let ran = project.run(&[]);
    ran.expect(101, [0, 2, 0]);
    assert!(!ran.stderr.contains("not tested"), "{}", ran.stderr);
}

fn a_row_that_gives_many_errors_is_told_with_their_share() {
    let project = Project::playing(&[]);
    // Some of the instances have an even length.
    let script = "case $(wc -c < \\\"$1\\\") in *[02468]) echo sat;; *) echo '(error \\\"undefined term: frob\\\")';; esac";
    project.write_rows(&format!("  player: {{argv: [sh, -c, \"{script}\", sh, \"{{file}}\"]}}\n"));
    let ran = project.run(&[]);
    ran.expect(0, [1, 0, 0]);
    let [line] = said(&ran)[..] else { panic!("{ran:#?}") };
    assert!(
        line.starts_with("errors: player answered ") && line.contains(" of 10 instances with an error ("),
        "{line}"
    );
    assert!(line.contains(" %), mostly `undefined term: frob`; it does not read `frob`: "), "{line}");
    assert!(line.ends_with("write \"!frob\" in `operators` of `player` in solvers.yaml"), "{line}");
    let hunted = crate::replay::storm(&project, &["hunt", "--for", "2s", "--profile", "faults"]);
    let said = |text: &str| text.lines().any(|line| line.starts_with("errors: player answered "));
    assert!(said(&hunted.stdout) || said(&hunted.stderr), "{hunted:#?}");
    let report = crate::replay::storm(&project, &["report"]);
    assert!(report.stdout.contains("errors: player answered "), "{report:#?}");
}
