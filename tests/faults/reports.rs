//! What is made of a snapshot: other solvers' answers, tests for other suites, and a report.

use std::fs;
use std::path::Path;

use smt_storm::bugs::snapshot::Snapshot;

use crate::failures::WRONG;
use crate::project::{CASE, Project, name};
use crate::replay::storm;

crate::tests!(reports:
    what_other_solvers_say_is_kept_with_the_snapshot,
    the_exit_code_says_what_the_certificate_is_worth,
    without_names_every_installed_solver_is_asked,
    a_solver_without_levels_is_asked_once,
    what_only_a_session_shows_cannot_be_verified_or_exported,
    a_test_is_written_for_each_suite,
    a_report_is_printed_or_written,
    several_scripts_make_one_report,
    what_is_no_snapshot_is_refused,
);

/// A project with a failure that is not accepted yet, and rows that say one thing each.
fn failed() -> Project {
    let project = Project::playing(&WRONG);
    let says = |name: &str, text: &str| project.row(name, &["say", text, "0"], "");
    let rows = [
        project.row("player", &WRONG, "missing: error"),
        says("right", "sat\n"),
        says("wrong", "unsat\n"),
        says("unsure", "unknown\n"),
        "  absent: {argv: [/no/such/solver, '{file}'], missing: ignore}\n".to_owned(),
        "  other: {argv: [/no/such/solver, '{file}'], missing: ignore, logics: [QF_BV]}\n".to_owned(),
    ];
    project.write_rows(&rows.concat());
    project.run(&["--exact", CASE]).expect(101, [0, 1, 0]);
    project
}

fn pending(project: &Project) -> String {
    project.pending().display().to_string()
}

/// The stored answers: solver, instance, certificate.
fn stored(path: &Path) -> Vec<[String; 3]> {
    let verified = Snapshot::read(path).unwrap().unwrap().info.verified;
    verified.into_iter().map(|one| [one.solver, one.instance, one.certificate]).collect()
}

fn what_other_solvers_say_is_kept_with_the_snapshot() {
    let project = failed();
    let before = Snapshot::read(&project.pending()).unwrap().unwrap();
    let ran = storm(&project, &["verify", &pending(&project), "--with", "right", "unsure"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<Vec<&str>> = ran.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["solver", "version", "instance", "certificate"]);
    assert_eq!(lines[1], ["right", "Player", "1.0", "sat", "sat"]);
    assert_eq!(lines[2], ["unsure", "Player", "1.0", "unknown", "unknown"]);
    // What is said again takes the place of what was said before.
    let row = project.row("right", &["say", "timeout\n", "0"], "");
    project.write_rows(&row);
    storm(&project, &["verify", &pending(&project), "--with", "right"]);
    let answers = stored(&project.pending());
    assert_eq!(answers[0], ["unsure", "unknown", "unknown"]);
    assert_eq!((answers.len(), answers[1][0].as_str(), answers[1][1] == "sat"), (2, "right", false));
    let after = Snapshot::read(&project.pending()).unwrap().unwrap();
    assert_eq!(after.contents, before.contents);
    // Accepted, it is no other failure than before.
    project.accept();
    fs::remove_file(project.notes().join("answers")).unwrap();
    project.play(&WRONG);
    project.run(&[CASE]).expect(0, [0, 0, 1]).says(&["ignored (known bug player__wrong-unsat__"]);
    assert_eq!(stored(&project.accepted()), answers);
}

fn the_exit_code_says_what_the_certificate_is_worth() {
    let project = failed();
    for (with, code, message) in [
        (vec!["right"], 0, ""),
        (vec!["right", "wrong"], 1, "the certificate is in doubt"),
        (vec!["unsure"], 3, "no solver could decide"),
        (vec!["absent"], 3, "absent: `/no/such/solver` does not exist"),
        (vec!["rigth"], 2, "did you mean `right`?"),
    ] {
        let snapshot = pending(&project);
        let words = [vec!["verify", snapshot.as_str(), "--with"], with].concat();
        let ran = storm(&project, &words);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        assert!(ran.stderr.contains(message), "{ran:?}");
    }
}

fn without_names_every_installed_solver_is_asked() {
    let project = failed();
    let ran = storm(&project, &["verify", &pending(&project)]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let solvers: Vec<String> = stored(&project.pending()).into_iter().map(|[solver, ..]| solver).collect();
    assert_eq!(solvers, ["player", "right", "wrong", "unsure"]);
    assert!(!ran.stderr.contains("absent"), "{ran:?}");
}

fn a_solver_without_levels_is_asked_once() {
    let project = Project::playing(&[]);
    let rows = [
        project.row("player", &["wrong-after-pop", "gamma"], "mode: incremental"),
        project.row("flat", &["wrong-if", "flat"], ""),
        project.row(
            "levels",
            &["wrong-if", "has:--inc"],
            "variants: {i: {mode: incremental, args: [--inc]}}",
        ),
    ];
    project.write_rows(&rows.concat());
    project.run(&["--exact", CASE]).expect(101, [0, 1, 0]);
    storm(&project, &["verify", &pending(&project), "--with", "flat", "levels"]);
    let answers = stored(&project.pending());
    assert_eq!([&answers[0][1], &answers[1][1]], ["unsat", "unsat"]);
    assert_eq!([&answers[0][2], &answers[1][2]], ["unsat", "sat"]);
}

fn what_only_a_session_shows_cannot_be_verified_or_exported() {
    let project = Project::playing(&[]);
    let session = project.session(&["3+", "answer", "unsat\n"], 200);
    project.write_rows(&project.row("player", &["say", "sat\n", "0"], &session));
    project.run(&[]).expect(101, [0, 1, 0]);
    assert_eq!(Snapshot::read(&project.pending()).unwrap().unwrap().info.narrowed, None);
    for words in [vec!["verify"], vec!["export", "--for", "cvc5"]] {
        let snapshot = pending(&project);
        let ran = storm(&project, &[words, vec![snapshot.as_str()]].concat());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("only a session shows"), "{ran:?}");
    }
    let ran = storm(&project, &["issue", &pending(&project)]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("only a single process that reads all of its scripts"), "{}", ran.stdout);
}

fn a_test_is_written_for_each_suite() {
    let project = failed();
    let name = name(&project.pending());
    let name = name.strip_suffix(".snap.new").unwrap();
    for (suite, extensions) in [
        ("cvc5", vec!["smt2"]),
        ("yices", vec!["smt2", "smt2.gold"]),
        ("z3test", vec!["smt2", "expected.out"]),
        ("bitwuzla", vec!["smt2"]),
        ("plain", vec!["smt2"]),
    ] {
        let out = project.path(&format!("out/{suite}")).display().to_string();
        let ran = storm(&project, &["export", &pending(&project), "--for", suite, "--out", &out]);
        let expected: String =
            extensions.iter().map(|extension| format!("{out}/{name}.{extension}\n")).collect();
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), expected.as_str()), "{ran:?}");
        for path in ran.stdout.lines() {
            assert!(fs::read_to_string(path).unwrap().contains("sat\n"), "{path}");
        }
    }
}

fn a_report_is_printed_or_written() {
    let project = failed();
    let printed = storm(&project, &["issue", &pending(&project)]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.stdout.contains("<!-- other solvers: storm verify "), "{}", printed.stdout);
    let out = project.path("report.md").display().to_string();
    storm(&project, &["issue", &pending(&project), "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), printed.stdout);
    storm(&project, &["verify", &pending(&project), "--with", "right"]);
    let now = storm(&project, &["issue", &pending(&project)]);
    assert!(now.stdout.contains("| `right` | `Player 1.0` | `sat` | `sat` |"), "{}", now.stdout);
}

fn several_scripts_make_one_report() {
    let project = failed();
    let copy = |name: &str| {
        let path = project.path(name);
        fs::copy(project.pending(), &path).unwrap();
        path.display().to_string()
    };
    let [a, b] = ["a.snap", "b.snap"].map(copy);
    let ran = storm(&project, &["issue", &a, &b]);
    assert!(ran.code == Some(0) && ran.stdout.contains("<summary>1 more</summary>"), "{ran:?}");
    // All are called as their headers say, so they are one.
    let ran = storm(&project, &["issue", "--cluster", &a]);
    assert!(!ran.stdout.contains("## Other scripts"), "{ran:?}");
}

fn what_is_no_snapshot_is_refused() {
    let project = failed();
    project.write("x.snap", "---\nno header\n");
    for (file, message) in [("x.snap", "not a readable snapshot"), ("y.snap", "no such file")] {
        for command in [vec!["verify"], vec!["export", "--for", "plain"], vec!["issue"]] {
            let file = project.path(file).display().to_string();
            let ran = storm(&project, &[command, vec![file.as_str()]].concat());
            assert!(ran.code == Some(2) && ran.stderr.contains(message), "{ran:?}");
        }
    }
}
