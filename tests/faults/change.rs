//! `storm test --diff`: what a change of the solver's sources is about is tested, and what fails is red.

use std::fs;

use crate::life::{RIGHT, WRONG};
use crate::project::{Project, Ran};

crate::tests!(change:
    what_a_change_breaks_is_red_and_shows_again_by_its_command,
    a_change_that_breaks_nothing_is_green,
    what_the_base_shows_too_is_no_fault_of_the_change,
    what_is_not_tested_for_a_change_is_told,
);

/// What the solver's sources are about.
const FOCUS: &str = "focus: {orders: {files: [\"src/order*\"], logics: [QF_LIA], operators: [\">=\"]}, \
                     texts: {files: [\"**/*.md\"]}}";

/// A project whose solver plays a fault, with formulas of all sources.
fn project(fault: &[&str]) -> Project {
    let project = Project::playing(&RIGHT);
    project.write_rows(&project.row("player", fault, &format!("missing: error\n    {FOCUS}")));
    let path = project.path("solvers.yaml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("    NM: 10", "    NM: 10\n    batch: 5\n    synthesis: 12")).unwrap();
    project
}

fn test(project: &Project, change: &[&str]) -> Ran {
    project.run(&[&["storm", "test", "--profile", "faults", "--for", "6s"], change].concat())
}

fn what_a_change_breaks_is_red_and_shows_again_by_its_command() {
    let project = project(&["wrong-for", "(>= "]);
    let ran = test(&project, &["--diff", "src/order.c"]);
    assert_eq!(ran.code, Some(101), "{ran:?}");
    for part in ["topics: orders (1 changed file)\n", "formulas are led to >=\n", "wrong unsat"] {
        assert!(ran.stderr.contains(part), "{part}: {ran:?}");
    }
    let again = ran.stderr.lines().find_map(|line| line.trim().strip_prefix("test again")).unwrap();
    assert!(again.contains(" --focus '>=' --exact "), "{again}");
    let name = again.split_whitespace().last().unwrap();
    let again = ["storm", "test", "--profile", "faults", "--focus", ">=", "--exact", name];
    assert_eq!(project.run(&again).code, Some(101));
    // It is pending now, and the change is no better.
    let ran = test(&project, &["--diff", "src/order.c"]);
    assert!(ran.code == Some(101) && ran.stdout.contains("to be reviewed: "), "{ran:?}");
    assert!(project.path("output/hunt/faults-diff.jsonl").exists());
}

fn a_change_that_breaks_nothing_is_green() {
    let ran = test(&project(&RIGHT), &["--diff", "src/order.c", "--diff", "src/new.c"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let told = "1 changed file in no topic (src/new.c): one seed of every other logic is tested too\n";
    assert!(ran.stderr.contains(told) && ran.stderr.contains("1 of 1 seeds\n"), "{ran:?}");
}

fn what_the_base_shows_too_is_no_fault_of_the_change() {
    let project = project(&WRONG);
    let base = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    let argv = base.lines().find_map(|line| line.trim().strip_prefix("argv: ")).unwrap();
    let words: Vec<String> = serde_json::from_str(argv).unwrap();
    // The same program under another name.
    let link = project.path("base");
    std::os::unix::fs::symlink(&words[0], &link).unwrap();
    let ran = test(&project, &["--diff", "src/order.c", "--against", link.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("also in BASE ("), "{ran:?}");
}

fn what_is_not_tested_for_a_change_is_told() {
    let project = project(&WRONG);
    let told = |change: &[&str], code: i32, text: &str| {
        let ran = test(&project, change);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(ran.code == Some(code) && said.contains(text), "{text}: {ran:?}");
    };
    told(&["--diff", "doc/x.md"], 0, "nothing to test: 1 changed file in topics that need no test\n");
    told(&["--diff", "a..b"], 2, "error: --diff: git cannot compare `a..b` in ");
    told(&["--diff", "src/order.c", "--exact", "x"], 2, "cannot be used with");
    project.write("seeds/QF_LRA/other.smt2", fs::read(project.path("seeds/QF_LIA/small.smt2")).unwrap());
    fs::remove_file(project.path("seeds/QF_LIA/small.smt2")).unwrap();
    told(&["--diff", "src/order.c"], 4, "0 of 1 seeds; add seeds of these logics or operators");
    project.play(&WRONG);
    told(&["--diff", "src/order.c"], 2, "no row of the profile `faults` says what its sources are about");
}
