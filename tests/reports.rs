//! Golden: what `storm export` and `storm issue` make of a snapshot, for each suite.
//! `INSTA_UPDATE=always` writes the files anew. `tests/real` runs real solvers on such tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::path::{Path, PathBuf};

use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::export::{Suite, export, prepare};
use smt_storm::bugs::issue::issue;
use smt_storm::reduce::narrow::{Narrowed, NeededOption};
use smt_storm::smtlib::Tree;

const SNAPSHOTS: [&str; 4] = ["one-shot", "levels", "hostile", "unsatisfiable"];
const SUITES: [(&str, Suite); 5] = [
    ("cvc5", Suite::Cvc5),
    ("yices", Suite::Yices),
    ("z3test", Suite::Z3test),
    ("bitwuzla", Suite::Bitwuzla),
    ("plain", Suite::Plain),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/reports")
}

fn evidence(name: &str) -> Evidence {
    Evidence::read(&folder().join(format!("{name}.snap"))).unwrap()
}

#[track_caller]
fn is(name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("golden/reports");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The files of a test in one text, each after its name.
fn exported(evidence: &Evidence, suite: Suite) -> String {
    let files = export(evidence, suite);
    files.iter().map(|file| format!("==> {} <==\n{}", file.name, file.text)).collect()
}

#[test]
fn each_snapshot_makes_the_same_tests() {
    for name in SNAPSHOTS {
        for (word, suite) in SUITES {
            is(&format!("{name}.{word}"), &exported(&evidence(name), suite));
        }
    }
}

#[test]
fn each_snapshot_makes_the_same_report() {
    for name in SNAPSHOTS {
        let report = issue(&evidence(name), Path::new(&format!("snapshots/{name}.snap")), &[]).unwrap();
        is(&format!("{name}.md"), &report);
    }
}

/// Where `unsat` is right, a report says neither `sat` of right answers nor `no` of wrong ones.
#[test]
fn a_wrong_sat_is_told_from_right_answers() {
    let told = |in_safe_mode: &str| {
        let mut wrong = evidence("unsatisfiable");
        let mut safe = wrong.info.verified[0].clone();
        (safe.solver, safe.instance) = ("cvc5-safe".to_owned(), in_safe_mode.to_owned());
        wrong.info.verified.push(safe);
        let narrowed = wrong.info.narrowed.get_or_insert_default();
        narrowed.forms.incremental = Some("sat".to_owned());
        issue(&wrong, Path::new("x.snap"), &[]).unwrap()
    };
    let report = told("sat");
    assert!(report.contains("Also in safe mode (`--safe-mode=safe`): yes\n"), "{report}");
    assert!(report.contains("| `incremental script` | `right answer` |\n"), "{report}");
    for (answer, said) in [("unsat", "no"), ("unknown", "no"), ("error", "no answer")] {
        assert!(told(answer).contains(&format!("(`--safe-mode=safe`): {said}\n")), "{answer}");
    }
}

/// A solver that is a library has no command that its maintainers could run.
#[test]
fn a_library_is_called_and_not_run() {
    let mut evidence = evidence("one-shot");
    evidence.info.argv = ["{library}", "{file}"].map(str::to_owned).into();
    let report = issue(&evidence, Path::new("snapshots/one-shot.snap"), &[]).unwrap();
    assert!(
        report.contains("\nCall the library with `bug.smt2`.\n") && !report.contains("{library}"),
        "{report}"
    );
    assert!(report.contains("\ncargo test --release --test storm -- storm replay snapshots/one-shot.snap\n"));
}

/// The options of the solver that a suite is for are set in the suite's way.
#[test]
fn a_solver_finds_its_own_options_in_its_suite() {
    let with = |solver: &str, words: &[&str]| {
        let mut evidence = evidence("levels");
        evidence.info.solver = solver.to_owned();
        evidence.info.argv =
            [&["program"], words, &["{file}"]].concat().into_iter().map(str::to_owned).collect();
        evidence.info.narrowed = None;
        evidence
    };
    let yices = exported(&with("yices/mcsat", &["--mcsat"]), Suite::Yices);
    assert!(yices.ends_with("==> levels.smt2.options <==\n--mcsat --incremental\n"), "{yices}");
    let bitwuzla = exported(&with("bitwuzla", &["--bv-solver=prop", "-v"]), Suite::Bitwuzla);
    assert!(bitwuzla.contains("; left out: -v\n(set-option :bv-solver prop)\n"), "{bitwuzla}");
    let z3 = exported(&with("z3", &["smt.phase_selection=5", "-st"]), Suite::Z3test);
    assert!(z3.contains("; left out: -st\n(set-option :smt.phase_selection 5)\n"), "{z3}");
    let cvc5 = exported(&with("cvc5", &["-i", "--a=b c"]), Suite::Cvc5);
    assert!(cvc5.contains("; COMMAND-LINE: -i '--a=b c'\n; EXPECT: sat\n; EXPECT: sat\n"), "{cvc5}");
    // Those that are not needed are not set; the value of one that is stays with it.
    let mut narrowed = with("cvc5", &["--limit", "5", "--noise", "-i", "drawn"]);
    let needed = |option: &str| NeededOption {
        option: option.to_owned(),
        group: None,
        tier: None,
        without: "error".to_owned(),
    };
    narrowed.info.args = vec!["drawn".to_owned()];
    let options = Some(vec![needed("--limit"), needed("-i")]);
    narrowed.info.narrowed = Some(Narrowed { options, ..Narrowed::default() });
    let cvc5 = exported(&narrowed, Suite::Cvc5);
    assert!(cvc5.contains("; COMMAND-LINE: --limit 5 -i\n"), "{cvc5}");
}

/// Snapshots of older versions do not hold printed optima and values; a report says how to see them.
#[test]
fn a_report_says_how_to_see_what_an_old_snapshot_does_not_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    for (name, noun) in [("z3__wrong-optimum__03fe519b", "optimum"), ("z3__invalid-value__facbab04", "value")]
    {
        let old = Evidence::read(&folder.join(format!("{name}.snap"))).unwrap();
        let old = issue(&old, Path::new("x.snap"), &[]).unwrap();
        let head = format!("## Why the {noun} is wrong\n\n");
        assert!(old.contains(&head) && old.contains("```sh\nstorm replay x.snap\n```"), "{old}");
    }
}

/// A suite compares answers. Where symbols have few values, those of the checks before the failing one are known, too.
#[test]
fn a_suite_has_tests_of_wrong_answers_only() {
    let stored = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
        Evidence::read(&folder.join(format!("{name}.snap"))).unwrap()
    };
    for (name, first) in [
        ("z3__wrong-sat__02df3b12", "sat"),
        ("z3__wrong-sat__33c86d26", "sat"),
        ("yices__wrong-sat__ac9345f8", "unsat"),
    ] {
        for (word, suite) in SUITES.into_iter().filter(|(_, suite)| *suite != Suite::Plain) {
            let mut evidence = stored(name);
            assert_eq!(prepare(&mut evidence, suite), Ok(()), "{name} {word}");
            if suite == Suite::Z3test {
                assert_eq!(export(&evidence, suite)[1].text, format!("{first}\nunsat\n"), "{name}");
            }
        }
    }
    for name in ["z3__wrong-optimum__03fe519b", "z3__invalid-value__facbab04", "z3__invalid-core__022ccbf8"] {
        for (word, suite) in SUITES {
            let error = prepare(&mut stored(name), suite).map_err(|error| error.to_string());
            let refused = error.is_err_and(|error| error.contains("beside its answer; use `--for plain`"));
            assert_eq!(refused, suite != Suite::Plain, "{name} {word}");
        }
    }
}

/// Whatever is in a snapshot, each file is a script with as many statuses as checks.
#[test]
fn exported_scripts_are_scripts() {
    for name in SNAPSHOTS {
        for (word, suite) in SUITES {
            let files = export(&evidence(name), suite);
            let tree = Tree::parse(files[0].text.clone()).unwrap();
            let commands: Vec<&str> = tree.roots().iter().map(|&root| tree.text(root)).collect();
            let count = |start: &str| commands.iter().filter(|command| command.starts_with(start)).count();
            let checks = count("(check-sat");
            let answer = if name == "unsatisfiable" { "unsat" } else { "sat" };
            let status = format!("(set-info :status {answer})");
            assert!(checks > 0 && count(&status) == checks, "{name} {word}: {commands:?}");
        }
    }
}
