//! Formulas over symbols with few values: both answers may be wrong.

use std::fs;

use crate::project::Project;
use crate::replay::storm;

crate::tests!(finite:
    a_wrong_sat_is_found_reduced_kept_and_replayed,
    a_wrong_sat_keeps_its_mark_while_it_stays_unsatisfiable,
    a_wrong_unsat_has_the_first_model_as_its_witness,
    a_wrong_sat_of_a_session_is_found,
    a_contradiction_among_other_formulas_is_found_reduced_and_kept,
    a_wrong_unsat_after_a_contradiction_has_the_witness,
    an_optimum_that_is_not_the_best_is_found,
    unknown_is_a_failure_of_a_solver_that_is_complete,
    a_given_script_to_which_sat_is_wrong_is_minimised,
    a_solver_that_is_right_is_not_red,
);

/// A project with these rows, most of whose batches are over few values.
fn project(rows: &[String]) -> Project {
    let project = Project::playing(&[]);
    project.write_rows(&rows.concat());
    let more = "    finite: 100\n    synthesis: 12\n    batch: 2\n    solvers: [player]\n    NM: 160";
    project.reconfigure("    NM: 10", more);
    project
}

fn playing(fault: &[&str]) -> Project {
    let rows = Project::playing(&[]);
    let row = |name: &str, fault: &[&str]| rows.row(name, fault, "missing: error");
    project(&[row("player", fault), row("right", &["exhaust"])])
}

fn a_wrong_sat_is_found_reduced_kept_and_replayed() {
    let project = playing(&["say", "sat\n", "0"]);
    let text = project.finds("wrong sat");
    assert!(
        text.contains("expected    unsat: nothing satisfies the formula (exhaustion of 1 points)"),
        "{text}"
    );
    let script = project.reduced();
    assert!(script.ends_with("(assert false)\n(check-sat)\n"), "{script}");
    let certificate = fs::read_to_string(project.kept("expansion.smt2")).unwrap();
    assert!(
        certificate.contains("(define-fun holds () Bool (and true false))\n(assert (or false\nholds))"),
        "{certificate}"
    );
    let pending = project.pending();
    let contents = fs::read_to_string(&pending).unwrap();
    let expected = "; Instead: wrong sat.\n; Expected: unsat at check-sat 1. None of all values of its symbols satisfies it (1 points).\n";
    assert!(contents.contains(expected), "{contents}");
    let file = pending.display().to_string();
    let again = storm(&project, &["replay", &file]);
    assert!(
        again.code == Some(1) && again.stdout.contains("verdict  wrong sat at check-sat 1"),
        "{again:#?}"
    );
    let verified = storm(&project, &["verify", &file, "--with", "right"]);
    assert!(verified.code == Some(0), "{verified:#?}");
    let doubted = storm(&project, &["verify", &file, "--with", "player"]);
    assert!(doubted.code == Some(1), "{doubted:#?}");
    let issue = storm(&project, &["issue", &file]);
    assert!(issue.stdout.starts_with("# Wrong `sat` on an unsatisfiable formula"), "{issue:#?}");
    assert!(issue.stdout.contains("Expected: `unsat` to check-sat 1. Actual: `sat`"), "{issue:#?}");
    assert!(issue.stdout.contains("## Why it is unsatisfiable\n"), "{issue:#?}");
    let out = project.path("out").display().to_string();
    for suite in ["plain", "cvc5"] {
        let exported = storm(&project, &["export", &file, "--for", suite, "--out", &out]);
        assert_eq!(exported.code, Some(0), "{exported:#?}");
    }
    let exported: String =
        fs::read_dir(&out).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    assert!(
        exported.contains("(set-info :status unsat)") && !exported.contains(":status sat)"),
        "{exported}"
    );
    project.accept();
    // The snapshot is a test, too.
    project.run(&[]).expect(0, [0, 0, 2]).says(&["ignored (known bug player__wrong-sat__"]);
    let right = project.row("player", &["exhaust"], "missing: error");
    project.write_rows(&right);
    let ran = project.run(&["regression::"]);
    ran.expect(101, [0, 1, 0]);
    ran.says(&["\nfixed\n"]);
}

fn a_wrong_sat_keeps_its_mark_while_it_stays_unsatisfiable() {
    let project = playing(&["exhaust-but", "(distinct "]);
    project.finds("wrong sat");
    let script = project.reduced();
    assert!(script.contains("(distinct ") && script.len() < 150, "{script}");
    for file in ["reduced.smt2", "expansion.smt2"] {
        assert_eq!(project.solved(file), "unsat\n", "{file}");
    }
    let file = project.kept("best.smt2").display().to_string();
    let minimized = storm(&project, &["minimize", &file, "--solver", "player"]);
    assert_eq!(minimized.code, Some(0), "{minimized:#?}");
}

fn a_wrong_unsat_has_the_first_model_as_its_witness() {
    let project = playing(&["refute-finite"]);
    let text = project.finds("wrong unsat");
    assert!(
        text.contains("expected    sat: a witness satisfies the formula (first model by exhaustion; "),
        "{text}"
    );
    let contents = fs::read_to_string(project.pending()).unwrap();
    let expected = "; Expected: sat at check-sat 1. Satisfied by this witness (first model by exhaustion):\n";
    assert!(contents.contains(expected), "{contents}");
    for file in ["reduced.smt2", "witness.smt2"] {
        assert_eq!(project.solved(file), "sat\n", "{file}");
    }
    let again = storm(&project, &["replay", &project.pending().display().to_string()]);
    assert!(again.code == Some(1) && again.stdout.contains("verdict  wrong unsat"), "{again:#?}");
}

fn a_wrong_sat_of_a_session_is_found() {
    let rows = Project::playing(&[]);
    let session = rows.session(&["0+", "answer", "sat\n"], 200);
    let project = project(&[rows.row("player", &["exhaust"], &session)]);
    project.finds("wrong sat");
    let contents = fs::read_to_string(project.pending()).unwrap();
    assert!(contents.contains("; Instead: wrong sat.\n; Expected: unsat at check-sat "), "{contents}");
    project.accept();
    project.run(&["regression::"]).expect(0, [0, 0, 1]);
}

fn a_contradiction_among_other_formulas_is_found_reduced_and_kept() {
    let project = playing(&["exhaust-small"]);
    let text = project.finds("wrong sat");
    assert!(text.contains("expected    unsat: nothing satisfies the formula (exhaustion of "), "{text}");
    // The solver needs a symbol with many values to be wrong, and the certificate does not.
    let script = project.reduced();
    assert!(script.contains(" Int)\n") && script.len() < 150, "{script}");
    let certificate = fs::read_to_string(project.kept("expansion.smt2")).unwrap();
    assert!(certificate.contains("(define-fun holds (") && !certificate.contains("Int"), "{certificate}");
    for file in ["reduced.smt2", "expansion.smt2"] {
        assert_eq!(project.solved(file), "unsat\n", "{file}");
    }
    let file = project.pending().display().to_string();
    let again = storm(&project, &["replay", &file]);
    assert!(
        again.code == Some(1) && again.stdout.contains("verdict  wrong sat at check-sat 1"),
        "{again:#?}"
    );
    let verified = storm(&project, &["verify", &file, "--with", "right"]);
    assert!(verified.code == Some(0), "{verified:#?}");
    project.accept();
    let right = project.row("player", &["exhaust"], "missing: error");
    project.write_rows(&right);
    project.run(&["regression::"]).expect(101, [0, 1, 0]).says(&["\nfixed\n"]);
}

fn a_wrong_unsat_after_a_contradiction_has_the_witness() {
    let project = answering_each("stubbornly");
    let text = project.finds("wrong unsat");
    assert!(text.contains("; strategy: refuted; "), "{text}");
    let script = project.reduced();
    // It closes all levels that it opens, before the check that is wrong.
    let levels = script.split_once("\n(push ").and_then(|(_, rest)| rest.split_once(')')).unwrap().0;
    let closes = script.contains(&format!("\n(pop {levels})\n")) && script.matches("(push ").count() == 1;
    assert!(script.ends_with("(check-sat)\n") && closes, "{script}");
    let contents = fs::read_to_string(project.pending()).unwrap();
    let evidence = "; Expected: sat at check-sat 2. Satisfied by this witness (";
    let context = "; Not judged: check-sat 1, of which no witness is known.\n";
    assert!(contents.contains(evidence) && contents.contains(context), "{contents}");
    assert_eq!(project.solved("witness.smt2"), "sat\n", "{contents}");
    let again = storm(&project, &["replay", &project.pending().display().to_string()]);
    assert!(
        again.code == Some(1) && again.stdout.contains("verdict  wrong unsat at check-sat 2"),
        "{again:#?}"
    );
}

/// A project whose row answers each check of incremental scripts in this manner.
fn answering_each(manner: &str) -> Project {
    let rows = Project::playing(&[]);
    let project = project(&[rows.row("player", &["exhaust-each", manner], "mode: incremental")]);
    // Few instances have a check to which `sat` is right after one to which it is not.
    project.reconfigure("    NM: 160", "    NM: 400");
    project.reconfigure("    synthesis: 12", "    synthesis: 14");
    project
}

/// A project whose row is asked for optima.
fn optimising(fault: &[&str]) -> Project {
    let rows = Project::playing(&[]);
    let project = project(&[rows.row("player", fault, "asks: [objectives]")]);
    let text = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    let text = text.replace("    finite: 100\n", "    finite: 100\n    questions: 100\n");
    project.write("solvers.yaml", text);
    project
}

fn an_optimum_that_is_not_the_best_is_found() {
    let project = optimising(&["contrary"]);
    let text = project.finds("wrong optimum");
    assert!(text.contains(", which is not the best of all values, by player"), "{text}");
    let script = project.reduced();
    assert!(script.contains("(get-objectives)") && script.len() < 300, "{script}");
    let contents = fs::read_to_string(project.pending()).unwrap();
    let printed = "; Instead: wrong optimum.\n; Printed optimum at check-sat 1, which ";
    assert!(contents.contains(printed) && contents.contains("\n; Expected: sat"), "{contents}");
    project.accept();
    project.run(&["regression::"]).expect(0, [0, 0, 1]);
    let right = project.row("player", &["liar", "nothing"], "asks: [objectives]");
    project.write_rows(&right);
    project.run(&["regression::"]).expect(101, [0, 1, 0]).says(&["\nfixed\n"]);
    optimising(&["liar", "nothing"]).run(&[]).expect(0, [1, 0, 0]);
}

fn unknown_is_a_failure_of_a_solver_that_is_complete() {
    let answering = |reason: &str, more: &str| {
        let rows = Project::playing(&[]);
        project(&[rows.row("player", &["unknown-for", reason], more)])
    };
    for (reason, more) in [("(incomplete quantifiers)", "missing: error"), ("timeout", "complete: true")] {
        answering(reason, more).run(&[]).expect(0, [1, 0, 0]);
    }
    let project = answering("(incomplete quantifiers)", "complete: true");
    let text = project.finds("unknown");
    assert!(text.contains("expected    unsat: nothing satisfies the formula (exhaustion of "), "{text}");
    let script = project.reduced();
    assert!(script.ends_with("(assert false)\n(check-sat)\n"), "{script}");
    project.accept();
    project.run(&["regression::"]).expect(0, [0, 0, 1]);
}

fn a_given_script_to_which_sat_is_wrong_is_minimised() {
    let project = playing(&["say", "sat\n", "0"]);
    let declared = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))\n";
    project.write("given.smt2", format!("{declared}(assert (and p (not p)))\n(check-sat)\n"));
    let given = project.path("given.smt2").display().to_string();
    let out = project.path("out").display().to_string();
    let minimize = |row: &str| storm(&project, &["minimize", &given, "--solver", row, "--out", &out]);
    let small = minimize("player");
    assert!(small.code == Some(0) && small.stdout.contains("witness    none"), "{small:#?}");
    let script = fs::read_to_string(project.path("out/reduced.smt2")).unwrap();
    assert!(script.contains("(assert false)\n(check-sat)\n; Expected: unsat at check-sat 1."), "{script}");
    // A right answer is no failure, and neither is `sat` to a script that is satisfiable.
    assert_eq!(minimize("right").code, Some(2));
    project.write("given.smt2", format!("{declared}(check-sat)\n"));
    assert_eq!(minimize("player").code, Some(2));
}

fn a_solver_that_is_right_is_not_red() {
    playing(&["exhaust"]).run(&[]).expect(0, [1, 0, 0]);
    answering_each("rightly").run(&[]).expect(0, [1, 0, 0]);
}
