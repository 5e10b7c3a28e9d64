//! Solvers that do not read all of SMT-LIB: what `storm doctor` says of them, and of rows that say it themselves.

use serde_json::Value;

use crate::project::{Project, Ran};
use crate::replay;

crate::tests!(dialects:
    the_doctor_prints_the_line_of_a_row,
    the_doctor_asks_a_missing_solver_for_no_options,
    a_list_of_options_names_the_release,
    the_doctor_tells_what_may_stand_for_a_logic,
    a_misspelt_operator_is_told_with_its_line,
    what_a_solver_fixes_is_no_bug_of_it,
    a_seed_is_said_in_the_names_that_a_row_reads,
);

/// `storm doctor` in a project with one row.
fn doctor(row: &str, words: &[&str]) -> Ran {
    let project = Project::playing(&[]);
    project.write_rows(row);
    replay::storm(&project, &[&["doctor"], words].concat())
}

fn the_doctor_asks_a_missing_solver_for_no_options() {
    let row = "  player:\n    argv: [/no/such/solver, \"{file}\"]\n    version: [/no/such/solver]\n";
    let ran = doctor(row, &["--options", "player"]);
    assert!(ran.code == Some(3) && ran.stderr.contains("player: missing: "), "{ran:?}");
    let unknown = doctor(row, &["--options", "plaier"]);
    assert!(unknown.code == Some(2) && unknown.stderr.contains("did you mean `player`?"), "{unknown:?}");
}

/// A list of options goes to a file that outlives the release it was read from.
fn a_list_of_options_names_the_release() {
    let project = Project::playing(&[]);
    let says = "case $1 in --version) echo toy 1.0;; --help) echo '  --fast  be quick';; -pd) ;; *) echo sat;; esac\n";
    project.write("toy", says);
    let toy = project.path("toy").display().to_string();
    project.write_rows(&format!(
        "  toy:\n    argv: [sh, '{toy}', \"{{file}}\"]\n    version: [sh, '{toy}', --version]\n"
    ));
    let ran = replay::storm(&project, &["doctor", "--options", "toy"]);
    let list = "# Options of toy 1.0: 1 settings that it takes, of 1 that were tried, of 1 options.\n\
        # Written by `storm doctor --options toy`.\n\
        fast: {\"tier\":\"common\",\"per\":\"case\",\"choose\":[{},{\"args\":[\"--fast\"]}]}\n";
    assert!(ran.code == Some(0) && ran.stdout == list, "{ran:?}");
}

/// A row that reads nothing of this.
fn row(texts: &str, more: &str) -> String {
    Project::playing(&[]).row("player", &["reads-not", texts], &format!("logics: [QF_LIA]\n    {more}"))
}

fn the_doctor_prints_the_line_of_a_row() {
    let ran = doctor(&row("abs", ""), &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for line in ["\nplayer:\n  does not read: abs\n", "\n  for its row: operators: [\"!abs\"]\n"] {
        assert!(ran.stdout.contains(line), "{ran:?}");
    }
    let ran = doctor(&row("abs", ""), &["--format", "json"]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let operators = &report["result"][0]["operators"];
    assert_eq!(operators["refused"][0][0], "abs", "{report}");
    assert_eq!(
        (operators["words"][0].as_str(), operators["missing"][0].as_str()),
        (Some("!abs"), Some("abs"))
    );
    assert!(operators["asked"].as_u64() > Some(10), "{report}");
    let ran = doctor(&row("abs", "operators: [\"!abs\"]"), &[]);
    assert!(!ran.stdout.contains("\nplayer:"), "{ran:?}");
}

/// A solver that does not know the name of a logic.
fn the_doctor_tells_what_may_stand_for_a_logic() {
    let refuses = |more: &str| doctor(&row("QF_LIA", more), &[]);
    let ran = refuses("set_logic: [seed, ALL]");
    let complaint = "\nplayer does not do all that its row claims:\n  QF_LIA: error";
    assert!(ran.stdout.contains(complaint), "{ran:?}");
    assert!(ran.stdout.contains("; for its row: set_logic: [ALL, none]\n"), "{ran:?}");
    let ran = refuses("set_logic: [ALL, none]");
    assert!(ran.code == Some(0) && !ran.stdout.contains("QF_LIA: error"), "{ran:?}");
}

fn a_misspelt_operator_is_told_with_its_line() {
    let ran = doctor(&row("abs", "operators: [\"!fp.rme\"]"), &[]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let message = "solvers.player.operators[0]: unknown operator `fp.rme`; did you mean `fp.rem`?";
    assert!(ran.stderr.contains(message) && ran.stderr.contains("solvers.yaml:10:17"), "{ran:?}");
}

/// A solver for which division by zero is not what was chosen.
fn what_a_solver_fixes_is_no_bug_of_it() {
    let row = |more: &str| {
        let more = format!("logics: [QF_NIA]\n    {more}");
        Project::playing(&[]).row("player", &["fixes", "(div"], &more)
    };
    let ran = doctor_on_nia(&row(""));
    let line = "\nplayer:\n  fixes values that SMT-LIB leaves open: div\n  for its row: fixes: [\"div\"]\n";
    assert!(ran.stdout.contains(line), "{ran:?}");
    assert!(!doctor_on_nia(&row("fixes: [div]")).stdout.contains("\nplayer:"));

    let project = nia(&row(""));
    assert_eq!(project.run(&[]).code, Some(101));
    let ran = nia(&row("fixes: [div]")).run(&[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// A project whose seed has a formula that hangs on division by zero, in a profile that keeps such formulas.
fn nia(row: &str) -> Project {
    let project = Project::playing(&[]);
    project.write_rows(row);
    std::fs::remove_dir_all(project.path("seeds/QF_LIA")).unwrap();
    let seed = "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (= (div x 0) y))\n(assert (> x 3))\n(assert (< y x))\n";
    project.write("seeds/QF_NIA/small.smt2", seed);
    project.reconfigure("    A_max: 12\n", "    A_max: 12\n    keep_underspecified: true\n");
    project
}

fn doctor_on_nia(row: &str) -> Ran {
    replay::storm(&nia(row), &["doctor"])
}

fn a_seed_is_said_in_the_names_that_a_row_reads() {
    let project = Project::playing(&[]);
    let seed = "(declare-fun s () String)\n(assert (str.in.re s (re.* (str.to.re \"ab\"))))\n";
    project.write("seeds/QF_S/old.smt2", seed);
    let row = |name: &str, more: &str| {
        project.row(name, &["reads-not", "str.in.re"], &format!("logics: [QF_S]\n    {more}"))
    };
    // Another one reads them: its instances stay as the seed has it.
    let other = project.row("other", &["reads-not", "str.in_re"], "logics: [QF_S]");
    project.write_rows(&[row("silent", ""), row("telling", "operators: [\"!str.in.re\"]"), other].concat());
    let ran = project.run(&["QF_S"]);
    ran.expect(101, [2, 1, 0]).says(&["silent gave no answer to any of its instances (10 error)"]);
}
