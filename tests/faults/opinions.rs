//! Z3's second opinion on values, where a profile or a command asks for it.

use serde_json::Value;

use crate::project::{Project, Ran};
use crate::replay;

crate::tests!(opinions:
    a_command_says_that_both_agree,
    what_z3_cannot_read_is_told_and_stays_usable,
    a_run_asks_once_for_each_seed_and_tells_where_there_is_no_opinion,
);

/// An operator that only cvc5 knows.
const STRANGE: &str =
    "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (or (> x 3) (= (int.pow2 x) 8)))\n";

fn inspect(project: &Project, more: &[&str]) -> Ran {
    let seed = project.path("seeds/QF_LIA/small.smt2").display().to_string();
    replay::storm(project, &[&["inspect", "--second-opinion", &seed], more].concat())
}

fn a_command_says_that_both_agree() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let ran = inspect(&project, &[]);
    ran.says(&["second opinion on 1 of 1 files: of ", "and differs for 0\n"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let json: Value = serde_json::from_str(&inspect(&project, &["--format", "json"]).stdout).unwrap();
    let given = &json["result"][0]["second_opinion"]["given"];
    assert!(
        given["answered"].as_u64() > Some(5) && given["differences"] == Value::Array(Vec::new()),
        "{json}"
    );
}

fn what_z3_cannot_read_is_told_and_stays_usable() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.write("seeds/QF_LIA/small.smt2", STRANGE);
    let ran = inspect(&project, &[]);
    ran.says(&["small.smt2: Z3 gives no second opinion (", "second opinion on 0 of 1 files: "]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
}

fn a_run_asks_once_for_each_seed_and_tells_where_there_is_no_opinion() {
    let project = Project::playing(&[]);
    let rows = ["one", "two"].map(|name| project.row(name, &["say", "sat\n", "0"], "missing: error"));
    project.write_rows(&rows.concat());
    project.write("seeds/QF_LIA/strange.smt2", STRANGE);
    let none = project.run(&[]);
    none.expect(0, [4, 0, 0]);
    assert!(!none.stderr.contains("evaluation: "), "{}", none.stderr);
    project.reconfigure("    NM: 10", "    second_opinion: all\n    NM: 10");
    let asked = project.run(&[]);
    asked.expect(0, [4, 0, 0]);
    let told: Vec<&str> = asked.stderr.lines().filter(|line| line.starts_with("evaluation: ")).collect();
    let [line] = told[..] else { panic!("{}", asked.stderr) };
    assert!(line.starts_with("evaluation: on 1 of 2 seeds, Z3 gives no second opinion ("), "{line}");
}
