//! Formulas of unknown truth: `unsat` may be right, and `sat` needs a model that satisfies them.

use std::fs;

use crate::project::Project;
use crate::replay::storm;

crate::tests!(open:
    a_model_of_another_formula_is_red,
    a_model_of_a_contradiction_of_the_seed_is_red,
    a_wrong_model_of_what_has_none_is_a_wrong_sat,
    a_script_without_a_model_stays_one,
    another_solver_that_refutes_the_script_makes_it_a_wrong_sat,
    a_crash_needs_no_witness,
    what_is_no_model_is_not_red,
    a_row_that_cannot_be_asked_for_models_gets_no_such_formulas,
);

/// A model of another formula.
const MODEL: &str =
    "sat\n((define-fun alpha () Int 0)(define-fun beta () Int 7)(define-fun gamma () Bool true))\n";

/// A project with this row, all of whose instances may be of unknown truth.
fn project(rows: &[&str]) -> Project {
    let project = Project::playing(&[]);
    project.write_rows(&rows.concat());
    project.reconfigure("    NM: 10", "    open: 100\n    solvers: [player]\n    NM: 10");
    project
}

fn playing(fault: &[&str]) -> Project {
    let project = Project::playing(&[]);
    let row = project.row("player", fault, "asks: [models]");
    self::project(&[&row])
}

fn a_model_of_another_formula_is_red() {
    let project = playing(&["say-for", "(> alpha 3)", MODEL]);
    // A single assertion has a model.
    project.reconfigure("A_max: 12", "A_max: 1");
    let text = project.finds("invalid model");
    assert!(text.contains("expected    any answer: no witness is known, but sat needs a model"), "{text}");
    let script = project.reduced();
    assert!(script.ends_with("(assert (> alpha 3))\n(check-sat)\n(get-model)\n"), "{script}");
    let certificate = fs::read_to_string(project.kept("model.smt2")).unwrap();
    let expected = "(set-logic ALL)\n(define-fun alpha () Int 0)\n(assert (> alpha 3))\n(check-sat)\n";
    assert_eq!(certificate, expected);
    let pending = project.pending();
    let contents = fs::read_to_string(&pending).unwrap();
    for part in [
        "; Instead: invalid model.\n; Printed model, under which this is false: (assert (> alpha 3))\n",
        "\n; Expected: any answer; sat needs a model that satisfies the script.\n",
    ] {
        assert!(contents.contains(part), "{contents}");
    }
    let file = pending.display().to_string();
    let again = storm(&project, &["replay", &file]);
    assert!(again.code == Some(1) && again.stdout.contains("verdict  invalid model"), "{again:#?}");
    let minimized = storm(&project, &["minimize", &file, "--solver", "player"]);
    assert!(minimized.stdout.contains("witness    none: the failure needs none"), "{minimized:#?}");
    let issue = storm(&project, &["issue", &file]);
    assert!(issue.stdout.starts_with("# `invalid model` ("), "{issue:#?}");
    assert!(issue.stdout.contains("## Why the model is wrong\n"), "{issue:#?}");
    let out = project.path("out").display().to_string();
    let exported = storm(&project, &["export", &file, "--for", "plain", "--out", &out]);
    assert_eq!(exported.code, Some(0), "{exported:#?}");
    let exported = storm(&project, &["export", &file, "--for", "z3test", "--out", &out]);
    assert!(exported.code == Some(2) && exported.stderr.contains("no known witness"), "{exported:#?}");
    project.accept();
    // The snapshot is a test, too.
    project.run(&[]).expect(0, [0, 0, 2]).says(&["ignored (known bug player__invalid-model__"]);
    // A solver that answers `unsat` from now on may be right.
    let row = project.row("player", &["say", "unsat\n", "0"], "asks: [models]");
    project.write_rows(&row);
    let ran = project.run(&["regression::"]);
    ran.expect(101, [0, 1, 0]);
    ran.says(&["\nfixed\n", "answered    what may be right, by player"]);
}

/// The solver is wrong only where all assertions of its seed are in force that contradict each other.
fn a_model_of_a_contradiction_of_the_seed_is_red() {
    let lines = ["(assert (> alpha (* 2 beta)))", "(assert (< alpha 3))", "(assert (> beta 4))"];
    let project = playing(&["say-for", &lines.join(" & "), MODEL]);
    let head = "(set-logic QF_LIA)\n(declare-fun alpha () Int)\n(declare-fun beta () Int)\n";
    let seed = |status: &str| {
        let more = "(declare-fun gamma () Bool)\n(assert (or gamma (< alpha (+ beta 9))))\n(check-sat)\n";
        format!("(set-info :status {status})\n{head}{}\n{more}", lines.join("\n"))
    };
    project.write("seeds/QF_LIA/small.smt2", seed("unknown"));
    project.run(&[]).expect(0, [1, 0, 0]);
    project.write("seeds/QF_LIA/small.smt2", seed("unsat"));
    let text = project.finds("invalid model");
    assert!(text.contains("a contradiction of the seed"), "{text}");
    let script = project.reduced();
    assert!(lines.iter().all(|line| script.contains(line)), "{script}");
    let (_, asserted) = script.split_once("(assert ").unwrap();
    assert_eq!(asserted.matches("(assert ").count(), 2, "{script}");
}

/// Whatever it is asked, the solver prints a model, so that the smallest script has none at all.
fn a_wrong_model_of_what_has_none_is_a_wrong_sat() {
    let project = playing(&["say", MODEL, "0"]);
    project.finds("wrong sat");
    let script = project.reduced();
    assert_eq!(script, "(set-logic QF_LIA)\n(assert false)\n(check-sat)\n");
    assert!(project.kept("expansion.smt2").exists());
    let pending = project.pending();
    let contents = fs::read_to_string(&pending).unwrap();
    let expected = "; Instead: wrong sat.\n; Expected: unsat at check-sat 1. None of all values of its symbols satisfies it";
    assert!(contents.contains(expected), "{contents}");
    let again = storm(&project, &["replay", &pending.display().to_string()]);
    assert!(again.code == Some(1) && again.stdout.contains("verdict  wrong sat"), "{again:#?}");
}

/// Over all integers, Z3 finds that there is no model. Without the second assertion, there would be one.
fn a_script_without_a_model_stays_one() {
    let project = playing(&["say-for", "(> alpha beta)", MODEL]);
    let file = project.path("wrong.smt2");
    let script = "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-fun alpha () Int)\n(declare-fun beta () Int)\n\
        (assert (> alpha beta))\n(assert (or (< alpha (+ beta 0)) (= alpha beta)))\n(check-sat)\n(get-model)\n\
        ; Expected: any answer; sat needs a model that satisfies the script.\n";
    fs::write(&file, script).unwrap();
    let [file, out] = [file, project.path("out")].map(|path| path.display().to_string());
    let minimized = storm(&project, &["minimize", &file, "--solver", "player", "--out", &out]);
    assert_eq!(minimized.code, Some(0), "{minimized:#?}");
    let smallest = project.path("out/reduced.smt2");
    let text = fs::read_to_string(&smallest).unwrap();
    assert!(text.len() < script.len() && text.contains("(> alpha beta)"), "{text}");
    let solved = storm(&project, &["solve", &smallest.display().to_string()]);
    assert!(solved.stdout.starts_with("unsat\n"), "{solved:#?} on {text}");
}

fn another_solver_that_refutes_the_script_makes_it_a_wrong_sat() {
    let rows = Project::playing(&[]);
    let player = rows.row("player", &["say-for", "(> alpha 3)", MODEL], "asks: [models]");
    let [refuter, believer] = ["unsat\n", "sat\n"].map(|answer| ["say", answer, "0"]);
    let other = |name: &str, fault: &[&str]| rows.row(name, fault, "missing: error");
    let project = project(&[&player, &other("refuter", &refuter), &other("believer", &believer)]);
    project.run(&[]);
    let file = project.pending().display().to_string();
    let verified = storm(&project, &["verify", &file, "--with", "refuter"]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
    assert!(
        verified.stderr.contains("wrong sat: refuter answers unsat to the script itself"),
        "{verified:#?}"
    );
    assert!(storm(&project, &["issue", &file]).stdout.starts_with("# Wrong `sat` ("));
    // The certificate has to be refuted.
    let verified = storm(&project, &["verify", &file, "--with", "believer"]);
    assert!(verified.code == Some(1) && verified.stderr.contains("a solver answered sat"), "{verified:#?}");
}

fn a_crash_needs_no_witness() {
    let project = playing(&["die-if", "line:(get-model)"]);
    project.finds("crash");
    let script = project.reduced();
    assert!(script.matches("(assert ").count() == 1 && script.len() < 120, "{script}");
    let pending = project.pending();
    assert!(fs::read_to_string(&pending).unwrap().contains("\n; Expected: any answer; sat needs a model"));
    let file = pending.display().to_string();
    assert_eq!(storm(&project, &["replay", &file]).code, Some(1));
    let verified = storm(&project, &["verify", &file, "--with", "player"]);
    assert!(verified.code == Some(3) && verified.stderr.contains("no witness is known"), "{verified:#?}");
    assert!(storm(&project, &["issue", &file]).stdout.contains("Expected: an answer; `sat` with a model"));
}

fn what_is_no_model_is_not_red() {
    for said in [
        "unknown\n", "sat\n", "sat\nno model\n", "sat\n(error \"no models here\")\n", "sat\nunsupported\n",
        "sat\n()\n",
    ] {
        playing(&["say", said, "0"]).run(&[]).expect(0, [1, 0, 0]);
    }
}

fn a_row_that_cannot_be_asked_for_models_gets_no_such_formulas() {
    let rows = Project::playing(&[]);
    let row = rows.row("player", &["die-if", "line:(get-model)"], "missing: error");
    project(&[&row]).run(&[]).expect(0, [1, 0, 0]);
}
