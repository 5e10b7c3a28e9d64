//! Names that have several meanings in a script, assertions that are not in force any more, and what cannot be read.

use crate::project::{Project, Ran};

crate::tests!(scopes:
    a_model_is_judged_by_what_is_in_force_at_its_check,
    a_check_is_judged_with_the_definitions_in_force_there,
    a_check_is_judged_with_the_named_terms_in_force_there,
    a_witness_is_judged_by_the_named_terms_in_force,
    a_sort_may_have_the_name_of_a_function,
    an_unknown_sort_takes_only_its_formulas_along,
    a_byte_order_mark_is_read_by_all_commands,
    a_backslash_in_a_quoted_symbol_is_refused,
);

/// Runs `storm check` on a script and a model.
fn check(script: &str, model: &str, arguments: &[&str]) -> Ran {
    let project = Project::playing(&[]);
    project.write("given.smt2", script);
    project.write("given.model", model);
    let path = |name: &str| project.path(name).display().to_string();
    let (script, model) = (path("given.smt2"), path("given.model"));
    project.run(&[&["storm", "check", &script, "--model", &model][..], arguments].concat())
}

fn a_model_is_judged_by_what_is_in_force_at_its_check() {
    let script = "(set-logic QF_LRA)\n(declare-fun r () Real)\n(push 1)\n(assert (< r 1.0))\n(check-sat)\n(pop 1)\n\
        (assert (> r 2.0))\n(check-sat)\n";
    let model = "((define-fun r () Real 3.0))";
    let last = check(script, model, &[]);
    assert!(last.code == Some(0) && last.stderr.contains("1 assertions: 1 true"), "{last:?}");
    assert_eq!(check(script, model, &["--at", "2"]).code, Some(0));
    let first = check(script, model, &["--at", "1"]);
    assert!(
        first.code == Some(1) && first.stdout.contains("given.smt2:4:9: assertion 1 is false"),
        "{first:?}"
    );
    let third = check(script, model, &["--at", "3"]);
    assert!(third.code == Some(2) && third.stderr.contains("the script has 2 check-sats"), "{third:?}");
    // Literals are in force at their own check only.
    let assumed =
        "(declare-const p Bool)\n(check-sat-assuming ((not p)))\n(check-sat-assuming (p))\n(check-sat)\n";
    let at = |number: &str| check(assumed, "((define-fun p () Bool true))", &["--at", number]).code;
    assert_eq!(["1", "2", "3"].map(at), [Some(1), Some(0), Some(0)]);
}

fn a_check_is_judged_with_the_definitions_in_force_there() {
    let script = "(declare-const n Int)\n(push 1)\n(define-fun most () Int 100)\n(assert (< n most))\n(check-sat)\n\
        (pop 1)\n(define-fun most () Int 5)\n(assert (< n most))\n(check-sat)\n";
    let model = "((define-fun n () Int 50))";
    assert_eq!(check(script, model, &["--at", "1"]).code, Some(0));
    let last = check(script, model, &[]);
    assert!(last.code == Some(1) && last.stdout.contains("given.smt2:8:9: assertion 1 is false"), "{last:?}");
}

fn a_check_is_judged_with_the_named_terms_in_force_there() {
    let script = "(declare-const n Int)\n(push 1)\n(assert (or (! (< n 0) :named low) (> n 5)))\n(check-sat)\n(pop 1)\n\
        (assert (! (< n 90) :named low))\n(assert (or (not low) (> n 50)))\n(check-sat)\n";
    let last = check(script, "((define-fun n () Int 8))", &[]);
    assert!(last.code == Some(1) && last.stdout.contains("given.smt2:7:9: assertion 2 is false"), "{last:?}");
    assert_eq!(check(script, "((define-fun n () Int 51))", &[]).code, Some(0));
}

fn a_witness_is_judged_by_the_named_terms_in_force() {
    let project = Project::playing(&["wrong-slowly", "0", "1"]);
    let script = "(set-logic QF_LIA)\n(declare-const n Int)\n(push 1)\n(assert (or (! (< n 0) :named low) (> n 5)))\n\
        (check-sat)\n(pop 1)\n(push 1)\n(assert (! (< n 90) :named low))\n(assert (not low))\n(check-sat)\n(pop 1)\n";
    project.write("given.smt2", script);
    project.write("witness.smt2", "(define-fun n () Int 8)\n");
    let path = |name: &str| project.path(name).display().to_string();
    let (script, witness) = (path("given.smt2"), path("witness.smt2"));
    let out = project.path("out").display().to_string();
    let words = ["storm", "minimize", &script, "--solver", "player", "--witness", &witness, "--out", &out];
    let ran = project.run(&words);
    // `low` is (< n 90) at the second check, so the witness says nothing of it, and nothing is claimed.
    assert!(ran.code == Some(0) && ran.stderr.contains("check-sat 2 is not judged"), "{ran:?}");
    let reduced = std::fs::read_to_string(project.path("out/reduced.smt2")).unwrap();
    assert!(!reduced.contains("low") && reduced.matches("(check-sat)").count() == 1, "{reduced}");
}

fn a_sort_may_have_the_name_of_a_function() {
    let script = "(push 1)\n(declare-sort T 0)\n(declare-fun T () T)\n(pop 1)\n(declare-datatype T ((one) (two)))\n\
        (declare-fun T () T)\n(assert (= T two))\n(check-sat)\n";
    assert_eq!(check(script, "((define-fun T () T two))", &[]).code, Some(0));
    assert_eq!(check(script, "((define-fun T () T one))", &[]).code, Some(1));
}

fn an_unknown_sort_takes_only_its_formulas_along() {
    let project = Project::playing(&[]);
    let script = "(set-logic ALL)\n(define-fun differ ((a E) (b E)) Bool (not (= a b)))\n(declare-const n Int)\n\
        (assert (differ n 3))\n(assert (exists ((o Odd)) (< n 4)))\n(assert (or (< n 4) (> n 8)))\n(check-sat)\n";
    project.write("given.smt2", script);
    let given = project.path("given.smt2").display().to_string();
    let ran = project.run(&["storm", "inspect", "--witness", "sampled", &given]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.says(&["3 fragments", "2:24: the sort `E` is not known", "5:9: the sort `Odd` is not known"]);
    // What goes along has no fault of its own.
    assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("do not fit"), "{ran:?}");
    let out = project.path("out").display().to_string();
    let made =
        project.run(&["storm", "generate", &given, "--witness", "sampled", "--count", "2", "--out", &out]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let instance = std::fs::read_to_string(project.path("out/00000.smt2")).unwrap();
    assert!(instance.contains("(declare-fun n () Int)") && !instance.contains("differ"), "{instance}");
}

fn a_byte_order_mark_is_read_by_all_commands() {
    let project = Project::playing(&["wrong-slowly", "0", "1"]);
    let script = "\u{feff}(set-logic QF_LIA)\n(declare-const n Int)\n(assert (> n 2))\n(check-sat)\n";
    project.write("given.smt2", script);
    project.write("given.model", "\u{feff}(define-fun n () Int 7)\n");
    let path = |name: &str| project.path(name).display().to_string();
    let (given, model, out) = (path("given.smt2"), path("given.model"), path("out"));
    for words in [
        &["inspect", &given][..],
        &["generate", &given, "--count", "1", "--out", &out],
        &["check", &given, "--model", &model],
        &["minimize", &given, "--solver", "player", "--witness", &model, "--out", &out],
    ] {
        let ran = project.run(&[&["storm"], words].concat());
        assert_eq!(ran.code, Some(0), "{words:?} {ran:?}");
    }
    let replayed = project.run(&["storm", "replay", &given, "--solver", "player"]);
    assert!(replayed.code != Some(2) && replayed.stdout.contains("verdict"), "{replayed:?}");
}

fn a_backslash_in_a_quoted_symbol_is_refused() {
    let project = Project::playing(&[]);
    project.write("given.smt2", "(declare-fun |p\\q| () Bool)\n(assert |p\\q|)\n(check-sat)\n");
    let given = project.path("given.smt2").display().to_string();
    for command in ["inspect", "generate", "check"] {
        let ran = project.run(&["storm", command, &given]);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(ran.code == Some(2) && said.contains("rename the symbol"), "{command} {ran:?}");
    }
}
