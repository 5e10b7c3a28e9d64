//! A solver that is asked for models of seeds (`model_from`), and what becomes of witnesses where it misbehaves.

use std::fs;

use crate::project::{CASE, Project, Ran, VERSION};
use crate::replay;

crate::tests!(models:
    a_model_is_a_witness_even_a_wrong_one,
    what_is_no_model_is_told_once_and_values_are_sampled,
    one_that_hangs_is_ended,
    one_that_is_missing_is_told_or_red_as_its_row_says,
    a_command_asks_the_row_that_is_named,
    minimising_asks_it_too,
);

/// It violates each assertion of the seed.
const WRONG: &str =
    "sat\n((define-fun alpha () Int 0)(define-fun beta () Int 7)(define-fun gamma () Bool true))\n";

/// A project with a sound player, and a row `finder` beside its profile that is asked for models and plays this.
fn asking(fault: &[&str], more: &str) -> Project {
    let project = Project::playing(&[]);
    ask(&project, &project.row("finder", fault, more));
    project
}

/// Has the row `finder` asked from now on, which is written like this.
fn ask(project: &Project, finder: &str) {
    project.write_rows(
        &[project.row("player", &["say", "sat\n", "0"], "missing: error"), finder.to_owned()].concat(),
    );
    let text = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    let profile = "    witness: {model: 1}\n    solvers: [player]\n    NM: 10";
    project.write("solvers.yaml", format!("model_from: finder\n{}", text.replace("    NM: 10", profile)));
}

fn told(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().filter(|line| line.starts_with("witness: ")).collect()
}

fn storm(project: &Project, arguments: &[&str]) -> Ran {
    let seed = project.path("seeds/QF_LIA/small.smt2").display().to_string();
    let words = arguments.iter().map(|&word| if word == "SEED" { seed.clone() } else { word.to_owned() });
    replay::storm(project, &words.collect::<Vec<_>>())
}

fn a_model_is_a_witness_even_a_wrong_one() {
    let project = asking(&["say", WRONG, "0"], "missing: error");
    let ran = project.run(&[CASE]);
    ran.expect(0, [1, 0, 0]);
    assert!(told(&ran).is_empty(), "{ran:#?}");
    let results = fs::read_dir(project.path("output/results")).unwrap().next().unwrap().unwrap();
    let results = fs::read_to_string(results.path()).unwrap();
    assert!(results.contains(&format!("\"model_from\":\"finder ({VERSION})\"")), "{results}");
    let out = project.path("made").display().to_string();
    let arguments = ["generate", "SEED", "--witness", "model", "--model-from", "finder", "--count", "5"];
    let made = storm(&project, &[&arguments[..], &["--certificates", "--out", &out]].concat());
    assert_eq!(made.code, Some(0), "{made:#?}");
    let witness = fs::read_to_string(project.path("made/witness.smt2")).unwrap();
    assert_eq!(
        witness,
        "(define-fun alpha () Int 0)\n(define-fun beta () Int 7)\n(define-fun gamma () Bool true)\n"
    );
    // All that is asserted is true under these values, whatever they are a model of.
    for number in 0..5 {
        let path = |end: &str| project.path(&format!("made/{number:05}{end}")).display().to_string();
        let checked = storm(&project, &["check", &path(".smt2"), "--model", &format!("{out}/witness.smt2")]);
        assert_eq!(checked.code, Some(0), "{checked:#?}");
    }
}

fn what_is_no_model_is_told_once_and_values_are_sampled() {
    for (fault, reason) in [
        (&["say", "unknown\n", "0"][..], "unknown"),
        (&["say", "unsat\n", "0"], "unsat"),
        (&["say", "(error \"no models here\")\n", "1"], "error (no models here)"),
        (&["say", "sat\n", "0"], "unreadable model (no model was printed)"),
        (&["say", "sat\n(error \"no models here\")\n", "0"], "unreadable model (the solver printed an error"),
        (&["say", "sat\n((define-fun alpha () Int #b1))", "0"], "unreadable model ("),
        (&["garbage"], "garbage ("),
        (&["flood", "stdout", "blah"], "garbage (output without end)"),
        (&["die", "SEGV", ""], "crash (killed by SIGSEGV"),
        (&["die", "SEGV", "sat\n"], "unreadable model (no model was printed)"),
    ] {
        let project = asking(fault, "missing: error");
        let ran = project.run(&[CASE]);
        ran.expect(0, [1, 0, 0]);
        let expected = format!("witness: 1 of 1 use sampled values instead of a model of finder: 1 {reason}");
        let [line] = told(&ran)[..] else { panic!("{fault:?}: {ran:#?}") };
        assert!(line.starts_with(&expected), "{fault:?}: {line}");
    }
}

fn one_that_hangs_is_ended() {
    let project = asking(&["hang", "", "{notes}"], "timeout: 500ms");
    let ran = project.run(&[CASE]);
    ran.expect(0, [1, 0, 0]);
    let [line] = told(&ran)[..] else { panic!("{ran:#?}") };
    assert!(line.ends_with("1 timeout (raise `timeout` of `finder` in solvers.yaml)"), "{line}");
    assert!(project.leftovers().is_empty(), "{:?}", project.leftovers());
}

fn one_that_is_missing_is_told_or_red_as_its_row_says() {
    let project = Project::playing(&[]);
    let row = |missing| format!("  finder: {{argv: [no-such-solver, \"{{file}}\"], missing: {missing}}}\n");
    ask(&project, &row("ignore"));
    let ignored = project.run(&[CASE]);
    ignored.expect(0, [1, 0, 0]);
    let [line] = told(&ignored)[..] else { panic!("{ignored:#?}") };
    assert!(line.ends_with("1 solver missing (`no-such-solver` is not installed)"), "{line}");
    ask(&project, &row("error"));
    let red = project.run(&[CASE]);
    red.expect(101, [0, 1, 0]);
    red.says(&["finder is asked for models: `no-such-solver` is not installed; install it, correct `argv` of `finder`"]);
}

fn a_command_asks_the_row_that_is_named() {
    let project = asking(&["say", WRONG, "0"], "missing: error");
    let inspected = storm(&project, &["inspect", "SEED", "--witness", "model", "--model-from", "finder"]);
    inspected.says(&["witness: model of the assertions"]);
    let digests = |more: &[&str]| {
        let made = storm(&project, &[&["generate", "SEED", "--digests", "--count", "5"], more].concat());
        assert_eq!(made.code, Some(0), "{made:#?}");
        made.stdout
    };
    let asked = ["--witness", "model", "--model-from", "finder"];
    assert_eq!(digests(&asked), digests(&asked));
    assert_ne!(digests(&asked), digests(&["--witness", "sampled"]));
    let unknown = storm(&project, &["generate", "SEED", "--model-from", "findr"]);
    assert_eq!(unknown.code, Some(2), "{unknown:#?}");
    assert!(unknown.stderr.contains("did you mean `finder`?"), "{unknown:#?}");
}

fn minimising_asks_it_too() {
    let values =
        "sat\n((define-fun alpha () Int 11)(define-fun beta () Int (- 1))(define-fun gamma () Bool true))\n";
    let project = asking(&["say", values, "0"], "missing: error");
    let text = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    project.write("solvers.yaml", text.replacen("\"sat\\n\"", "\"unsat\\n\"", 1));
    let out = project.path("small").display().to_string();
    let made = storm(&project, &["minimize", "SEED", "--solver", "player", "--out", &out]);
    assert_eq!(made.code, Some(0), "{made:#?}");
    let kept = fs::read_to_string(project.path("small/reduced.smt2")).unwrap();
    assert!(kept.contains("(model printed by the solver)"), "{kept}");
}
