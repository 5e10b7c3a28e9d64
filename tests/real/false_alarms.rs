//! Every solver that is installed, on every seed of a logic that it supports, with every variant
//! of `solvers.yaml`: no wrong `unsat`. Prints how many instances had which verdict, by solver and
//! logic.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use super::matrix::{missing, solver, test};

/// Two versions of each solver, where there are two: variable of `solvers.yaml` and executable.
const NEW: [(&str, &str); 5] = [
    ("Z3", "z3"),
    ("CVC5", "cvc5"),
    ("YICES", "yices-smt2"),
    ("BOOLECTOR", "boolector-3.2.4"),
    ("BITWUZLA", "bitwuzla"),
];
const OLD: [(&str, &str); 4] = [
    ("Z3", "/usr/bin/z3"),
    ("CVC5", "/usr/bin/cvc5"),
    ("CVC4", "/usr/bin/cvc4"),
    ("BOOLECTOR", "/usr/bin/boolector"),
];

pub fn tests() -> Vec<Trial> {
    let names = |solvers: &[(&'static str, &'static str)]| -> Vec<&str> {
        solvers.iter().map(|(_, name)| *name).collect()
    };
    vec![
        test("new_solvers_never_answer_unsat", missing(&names(&NEW), &[]), || no_unsat(&NEW, &["cvc4"])),
        test("old_solvers_never_answer_unsat", missing(&names(&OLD), &[]), || {
            no_unsat(&OLD, &["yices", "bitwuzla", "built-in"]);
        }),
    ]
}

fn no_unsat(solvers: &[(&str, &str)], skipped: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results.jsonl");
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    storm.arg("test").current_dir(root);
    for name in skipped {
        storm.args(["--skip".to_owned(), format!("{name}::"), "--skip".to_owned(), format!("{name}/")]);
    }
    storm.env("STORM_PROFILE", "variants").env("STORM_RESULTS", &results);
    storm.env("STORM_OUTPUT", folder.path());
    for (variable, name) in solvers {
        storm.env(variable, solver(name).unwrap());
    }
    // Failures are to be told of, not to be reviewed: the matrix is run from a copy.
    let config = std::fs::read_to_string(root.join("solvers.yaml")).unwrap();
    let config = config
        .replace("glob: seeds/", &format!("glob: {}/seeds/", root.display()))
        .replace("snapshots: snapshots", "snapshots: here");
    std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
    std::os::unix::fs::symlink(root.join("options"), folder.path().join("options")).unwrap();
    storm.env("STORM_CONFIG", folder.path().join("solvers.yaml"));
    let output = storm.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let text = std::fs::read_to_string(&results).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines: Vec<Value> = lines.filter(|line| line["record"] == "case").collect();
    print!("{}", table(&lines));
    // Crashes are findings too, but no false alarms; and so are the models that Yices 2.6.5 prints for some
    // functions and arrays, whose certificates other solvers answer `unsat`.
    let known = |line: &Value| match line["reason"].as_str() {
        Some("crash" | "assertion violation") => true,
        Some("invalid model") => line["solver"].as_str().is_some_and(|solver| solver.starts_with("yices")),
        _ => false,
    };
    let alarm = |line: &&Value| match line["outcome"].as_str() {
        Some("failed") => !known(line),
        Some("broken") => true,
        _ => false,
    };
    let alarms: Vec<&Value> = lines.iter().filter(alarm).collect();
    assert!(alarms.is_empty(), "{alarms:#?}\n{said}");
    assert!(lines.iter().filter(|line| line["outcome"] == "passed").count() > 500, "{said}");
}

/// Instances by verdict for each row and logic.
fn table(lines: &[Value]) -> String {
    let mut cells: BTreeMap<(String, String), BTreeMap<String, u64>> = BTreeMap::new();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for line in lines.iter().filter(|line| !line["solver_version"].is_null()) {
        let row = format!("{} ({})", word(&line["solver"]), word(&line["solver_version"]));
        let cell = cells.entry((row, word(&line["logic"]))).or_default();
        for (verdict, count) in line["counts"].as_object().unwrap() {
            *cell.entry(verdict.clone()).or_default() += count.as_u64().unwrap();
        }
        if line["outcome"] != "passed" {
            let reason: String = word(&line["reason"]).chars().take(60).collect();
            *cell.entry(format!("{} [{reason}]", word(&line["outcome"]))).or_default() += 1;
        }
    }
    let mut text = String::new();
    for ((row, logic), verdicts) in cells {
        let verdicts: Vec<String> =
            verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
        text += &format!("{row} | {logic} | {}\n", verdicts.join(", "));
    }
    text
}
