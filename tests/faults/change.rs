//! `storm test --diff`: what a change of the solver's sources is about is tested, and what fails is red.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::life::{RIGHT, WRONG};
use crate::process::eventually;
use crate::project::{Project, Ran};

crate::tests!(change:
    what_a_change_breaks_is_red_and_shows_again_by_its_command,
    a_change_that_breaks_nothing_is_green,
    what_the_base_shows_too_is_no_fault_of_the_change,
    what_is_not_tested_for_a_change_is_told,
    a_path_to_a_changed_file_is_no_range,
    an_interrupt_while_the_list_of_files_is_read_leaves_nothing,
    what_a_hunt_kept_is_asked_first_for_a_change,
);

/// What the solver's sources are about.
const FOCUS: &str = "focus: {orders: {files: [\"src/order*\"], logics: [QF_LIA], operators: [\">=\"]}, \
                     texts: {files: [\"**/*.md\"]}}";

/// A project whose solver plays a fault, with formulas of all sources.
fn project(fault: &[&str]) -> Project {
    let project = Project::playing(&RIGHT);
    play(&project, fault);
    project
}

/// Lets the solver play another fault from now on.
fn play(project: &Project, fault: &[&str]) {
    project.write_rows(&project.row("player", fault, &format!("missing: error\n    {FOCUS}")));
    project.reconfigure("    NM: 10", "    NM: 10\n    batch: 5\n    synthesis: 12");
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
    told(&["--diff", "src/order.c"], 4, "0 of 1 seeds; add seeds of these logics or operators\n");
    let ran = test(&project, &["--diff", "src/order.c"]);
    assert!(ran.stderr.contains("error: topics: orders") && ran.stdout.is_empty(), "{ran:?}");
    project.play(&WRONG);
    told(&["--diff", "src/order.c"], 2, "no row of the profile `faults` says what its sources are about");
}

fn a_path_to_a_changed_file_is_no_range() {
    let project = project(&RIGHT);
    project.write("src/order..c", "");
    for file in ["../src/order.c", "./src/or..der.c", "src/order..c"] {
        let ran = test(&project, &["--diff", file]);
        assert!(ran.code == Some(0) && ran.stderr.contains("seeds\n"), "{file}: {ran:?}");
    }
}

fn an_interrupt_while_the_list_of_files_is_read_leaves_nothing() {
    let project = project(&RIGHT);
    let mut command = project.command(&["storm", "test", "--profile", "faults", "--diff", "-"]);
    let mut waiting =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The list goes on for as long as this is open.
    let _list = waiting.stdin.take().unwrap();
    assert!(eventually(Duration::from_secs(20), || !project.leftovers().is_empty()));
    kill_process(Pid::from_child(&waiting), Signal::INT).unwrap();
    assert_eq!(waiting.wait().unwrap().code(), Some(128 + Signal::INT.as_raw()));
    assert!(project.leftovers().is_empty(), "{:?}", project.leftovers());
}

fn what_a_hunt_kept_is_asked_first_for_a_change() {
    let project = project(&RIGHT);
    // With RNG seeds that the runs below do not come to by themselves, however long this hunt lasts.
    let hunted = project
        .run_with(&[("STORM_RNG", "1000000")], &["storm", "hunt", "--profile", "faults", "--for", "4s"]);
    assert_eq!(hunted.code, Some(0), "{hunted:?}");
    let corpus = project.path("output/kept/faults.jsonl");
    let text = fs::read_to_string(&corpus).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let has_operator = |unit: &&Value| unit["operators"].as_array().unwrap().contains(&">=".into());
    let unit = lines.iter().map(|line| &line["keep"]).rfind(has_operator).unwrap();
    let (rng_seed, first) =
        (unit["rng_seed"].as_u64().unwrap(), unit["instances"]["start"].as_u64().unwrap());
    // A change breaks what only this unit asks: the others are led to the operator of the change.
    play(&project, &["wrong-for-digest", unit["sha256"].as_str().unwrap()]);
    let missed = |ran: &Ran| ran.code == Some(0) && !ran.stderr.contains("wrong unsat");
    fs::remove_file(&corpus).unwrap();
    let ran = test(&project, &["--diff", "src/order.c"]);
    assert!(missed(&ran) && ran.stderr.contains("kept instances: 0 units to run first\n"), "{ran:?}");
    // What cannot be read is dropped, and so is what does not give the same instances.
    let stale = lines[0].to_string().replacen("\"sha256\":\"", "\"sha256\":\"0", 1);
    assert!(lines[0]["keep"] != *unit && has_operator(&&lines[0]["keep"]));
    fs::write(&corpus, format!("no JSON\n{stale}\n{{\"keep\":{unit}}}\n")).unwrap();
    let ran = test(&project, &["--diff", "src/order.c"]);
    assert_eq!(ran.code, Some(101), "{ran:?}");
    assert!(ran.stderr.contains("faults.jsonl: 1 line not of kept units (line 1: "), "{ran:?}");
    let case = format!("player::QF_LIA::small::{rng_seed}, instance {first} (counted from 0) of 10\n");
    assert!(ran.stderr.contains(&case), "{case}: {ran:?}");
    let again = ran.stderr.lines().find_map(|line| line.trim().strip_prefix("test again")).unwrap();
    assert!(!again.contains("--focus"), "{again}");
    assert!(
        ran.stdout.contains("; 1 unit forgotten, whose instances are not the same any more\n"),
        "{ran:?}"
    );
    let name = format!("player::QF_LIA::small::{rng_seed}");
    assert_eq!(project.run(&["storm", "test", "--profile", "faults", "--exact", &name]).code, Some(101));
}
