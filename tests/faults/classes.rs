//! What turns a test red besides a wrong `unsat`: each class of failures, if it is asked for.

use std::fs;

use crate::marks;
use crate::project::{CASE, Project};

crate::tests!(classes:
    each_class_is_red_if_it_is_asked_for,
    no_class_is_red_unless_it_is_asked_for,
    a_profile_may_ask_for_other_classes,
    a_failure_is_reduced_to_the_same_failure,
    numbers_in_a_message_do_not_matter,
    an_accepted_failure_is_known,
    a_report_before_hanging_is_no_timeout,
    unknown_is_red_where_the_logic_is_decidable,
    a_wrong_model_is_red_where_models_are_checked,
    a_malformed_value_is_an_invalid_model,
);

const ASSERTION: &str = "x.cpp:3: f: Assertion `x > 0' failed.";
const REPORT: &str = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60200000eff4";
const ALL: [&str; 9] = [
    "wrong-unsat", "invalid-model", "sanitizer", "assertion", "crash", "error", "garbage", "memory-out",
    "timeout",
];

/// Faults, the class of each, and what a red test calls it.
const FAULTS: [(&[&str], &str, &str); 12] = [
    (&["say", "unsat\n", "0"], "wrong-unsat", "wrong unsat"),
    (&["die", "SEGV", ""], "crash", "crash (killed by SIGSEGV)"),
    (&["die", "ABRT", "sat\n"], "crash", "crash (killed by SIGABRT)"),
    (&["complain", ASSERTION, "die", "ABRT", ""], "assertion", "assertion violation (x.cpp:3: f: Assertion "),
    (
        &["say", "ASSERTION VIOLATION\nFile: x.cpp\n", "114"],
        "assertion",
        "assertion violation (ASSERTION VIOLATION)",
    ),
    (&["complain", REPORT, "say", "", "1"], "sanitizer", "sanitizer report (==1==ERROR: AddressSanitizer: "),
    (
        &["complain", REPORT, "say", "sat\n", "0"],
        "sanitizer",
        "sanitizer report (==1==ERROR: AddressSanitizer: ",
    ),
    (&["say", "(error \"no such term\")\n", "1"], "error", "error (no such term)"),
    (&["say", "usage: player FILE\n", "0"], "garbage", "garbage (usage: player FILE)"),
    (&["garbage"], "garbage", "garbage ("),
    (&["say", "(error \"out of memory\")\n", "101"], "memory-out", "memory-out"),
    (&["hang", "", "{notes}"], "timeout", "timeout"),
];

/// A project whose solver plays a fault and fails on these classes.
fn project(fault: &[&str], fail_on: &[&str]) -> Project {
    let project = Project::playing(&[]);
    let more = format!("timeout: {}\n    fail_on: [{}]", limit(fault), fail_on.join(", "));
    project.write_rows(&project.row("player", fault, &more));
    project
}

fn limit(fault: &[&str]) -> &'static str {
    if fault[0] == "hang" { "500ms" } else { "9s" }
}

/// The assertions of a script that was kept.
fn assertions(project: &Project, file: &str) -> usize {
    marks::assertions(&fs::read_to_string(project.kept(file)).unwrap()).len()
}

fn each_class_is_red_if_it_is_asked_for() {
    for (fault, class, told) in FAULTS {
        let project = project(fault, &[class]);
        let ran = project.run(&[]);
        let text = ran.only_red(CASE);
        let word = told.split(" (").next().unwrap();
        assert!(text.starts_with(&format!("{word}\n")), "{fault:?}: {text}");
        let answered = if class == "wrong-unsat" { "unsat" } else { told };
        assert!(ran.line("answered").starts_with(answered), "{fault:?}: {text}");
        let reduced = project.reduced();
        assert_eq!(marks::assertions(&reduced).len(), 1, "{fault:?}: {reduced}");
        let pending = fs::read_to_string(project.pending()).unwrap();
        assert!(pending.contains(&format!("\n  class: {word}\n")), "{fault:?}: {pending}");
        assert!(pending.contains("(check-sat)") && pending.contains("; Expected: sat."), "{pending}");
        assert!(project.leftovers().is_empty());
    }
}

fn no_class_is_red_unless_it_is_asked_for() {
    for (fault, class, told) in FAULTS {
        let others: Vec<&str> = ALL.into_iter().filter(|&other| other != class).collect();
        let project = project(fault, &others);
        let ran = project.run(&[]);
        let word = told.split(" (").next().unwrap();
        assert!(!ran.stdout.contains(&format!("\n{word}\n")), "{fault:?}: {}", ran.stdout);
        assert!(!project.pending().exists() && !project.kept("instance.smt2").exists(), "{fault:?}");
    }
}

fn a_profile_may_ask_for_other_classes() {
    let project = project(&["say", "(error \"no such term\")\n", "1"], &["wrong-unsat"]);
    project.reconfigure("    NM: 10", "    NM: 10\n    fail_on: [error]");
    project.finds("error");
}

fn a_failure_is_reduced_to_the_same_failure() {
    let project = project(&["die-by-size", "3"], &["crash"]);
    let ran = project.run(&[]);
    let text = ran.only_red(CASE);
    assert!(text.starts_with("crash\n"), "{text}");
    // It may be the one or the other that comes first.
    let with_term = ran.line("answered").contains("trouble with a term");
    let expected = if with_term { 3 } else { 1 };
    assert_eq!(assertions(&project, "reduced.smt2"), expected, "{text}");
    assert!(assertions(&project, "instance.smt2") >= expected);
    assert!(with_term, "the first instance is larger: {text}");
}

fn numbers_in_a_message_do_not_matter() {
    let report = "=={pid}==ERROR: AddressSanitizer: heap-use-after-free on address 0x60{pid}f";
    let project = project(&["complain", report, "say", "sat\n", "0"], &["sanitizer"]);
    project.run(&[]).only_red(CASE);
    assert_eq!(assertions(&project, "reduced.smt2"), 1);
    // They are in no snapshot either: another run has others.
    project.accept();
    project.run(&[]).expect(0, [0, 0, 2]).says(&["ignored (known bug player__sanitizer-report__"]);
}

fn an_accepted_failure_is_known() {
    for (fault, class, told) in FAULTS {
        let project = project(fault, &[class]);
        project.run(&[]).only_red(CASE);
        project.accept();
        let word = told.split(" (").next().unwrap();
        let ran = project.run(&[]);
        let name = format!("player__{}__", word.replace(' ', "-"));
        ran.expect(0, [0, 0, 2]).says(&[&format!("ignored (known bug {name}")]);
        let ran = project.run_with(&[("STORM_STRICT", "1")], &["player::"]);
        assert!(ran.only_red(CASE).starts_with(&format!("{word}\n")), "{}", ran.stdout);
    }
}

fn a_report_before_hanging_is_no_timeout() {
    let project = Project::playing(&[]);
    let fault = ["complain", REPORT, "hang", "", "{notes}"];
    project.write_rows(&project.row("player", &fault, "timeout: 500ms"));
    project.finds("sanitizer report");
}

fn unknown_is_red_where_the_logic_is_decidable() {
    let unknown = ["say", "unknown\n", "0"];
    let ran = project(&unknown, &["unknown"]).run(&[]);
    assert!(ran.only_red(CASE).starts_with("unknown\n"), "{}", ran.stdout);
    project(&unknown, &ALL).run(&[]).expect(0, [1, 0, 0]);
    let project = project(&unknown, &["unknown"]);
    fs::remove_dir_all(project.path("seeds/QF_LIA")).unwrap();
    let seed = "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n\
                (assert (> (* x y y) 3))\n(assert (not (= (* x x y) 7)))\n(check-sat)\n";
    project.write("seeds/QF_NIA/small.smt2", seed);
    project.run(&[]).expect(0, [1, 0, 0]);
}

fn a_wrong_model_is_red_where_models_are_checked() {
    let model =
        "sat\n((define-fun alpha () Int 0)(define-fun beta () Int 7)(define-fun gamma () Bool true))\n";
    let fault = ["say", model, "0"];
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &fault, "models: true"));
    let text = project.finds("invalid model");
    assert!(text.contains("answered    sat, with a model in which this is false: (assert "), "{text}");
    let script = project.reduced();
    assert_eq!(assertions(&project, "reduced.smt2"), 1, "{script}");
    assert!(script.starts_with("(set-option :produce-models true)\n") && script.ends_with("(get-model)\n"));
    let pending = fs::read_to_string(project.pending()).unwrap();
    assert!(pending.contains("; Instead: invalid model.\n"), "{pending}");
    // Not asked for, the same answers are right.
    project.write_rows(&project.row("player", &fault, "models: false"));
    fs::remove_file(project.pending()).unwrap();
    project.run(&[]).expect(0, [1, 0, 0]);
    // What is no model is counted, not believed.
    project.write_rows(&project.row("player", &["say", "sat\nno model\n", "0"], "models: true"));
    project.run(&[]).expect(0, [1, 0, 0]);
}

/// What is no value of its sort is the solver's mistake. What may be one, in words that are not read here, is not.
fn a_malformed_value_is_an_invalid_model() {
    let model = |value: &str| {
        let others = "(define-fun beta () Int 0)(define-fun gamma () Bool true)";
        format!("sat\n((define-fun alpha () Int {value}){others})\n")
    };
    for (value, what) in [
        ("#x-1", "`#x-1` is no literal of SMT-LIB"),
        ("#b1010", "`#b1010` is no value of sort Int"),
        ("eleven", "`eleven` is declared nowhere"),
    ] {
        let project = Project::playing(&[]);
        project.write_rows(&project.row("player", &["say", &model(value), "0"], "models: true"));
        let text = project.finds("invalid model");
        let told =
            format!("answered    sat, with a model in which the value of `alpha` is none: {what}, by player");
        assert!(text.contains(&told), "{text}");
        let script = project.reduced();
        assert!(script.contains("alpha") && assertions(&project, "reduced.smt2") == 1, "{script}");
    }
    for value in ["@int_1", "alpha!0", "(root-obj (+ x 1) 1)"] {
        let alone = format!("sat\n((define-fun alpha () Int {value}))\n");
        let project = Project::playing(&[]);
        project.write_rows(&project.row("player", &["say", &alone, "0"], "models: true"));
        project.run(&[]).expect(0, [1, 0, 0]);
    }
}
