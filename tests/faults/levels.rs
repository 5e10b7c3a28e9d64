//! Instances with many checks, of which a solver gets one wrong.

use std::fs;

use crate::project::{CASE, Project, Ran};
use crate::{marks, replay};

crate::tests!(levels:
    a_wrong_check_is_told_with_what_was_in_force,
    a_wrong_check_is_reduced_to_what_it_takes,
    a_wrong_check_is_replayed,
    too_few_answers_are_no_pass,
    a_session_answers_many_checks,
);

/// A project with instances of many checks.
fn project(fault: &[&str], more: &str) -> Project {
    let project = Project::playing(&[]);
    let more = format!("mode: incremental\n    {more}");
    project.write_rows(&project.row("player", fault, &more));
    project
}

/// One whose solver is wrong about `gamma` once something was popped.
fn failed(commands: &str) -> (Project, Ran) {
    let project = project(&["wrong-after-pop", "gamma"], &format!("commands: [{commands}]"));
    let ran = project.run(&[]);
    ran.expect(101, [0, 1, 0]);
    (project, ran)
}

/// The checks of a script that was kept: how many assertions are in force, and whether the answer is wrong.
fn checks(project: &Project, file: &str) -> Vec<(usize, bool)> {
    marks::wrong_after_pop(&fs::read_to_string(project.kept(file)).unwrap(), "gamma")
}

fn a_wrong_check_is_told_with_what_was_in_force() {
    let (project, ran) = failed("");
    assert!(ran.red()[CASE].starts_with("wrong unsat\n"), "{}", ran.stdout);
    let checks = checks(&project, "instance.smt2");
    let first = checks.iter().position(|check| check.1).unwrap();
    let place = format!(
        "unsat at check {} of {}, with {} assertions in force, by player ",
        first + 1,
        checks.len(),
        checks[first].0
    );
    assert!(ran.line("answered").starts_with(&place), "not `{place}`\n{}", ran.stdout);
}

fn a_wrong_check_is_reduced_to_what_it_takes() {
    for commands in ["", "check-sat-assuming"] {
        let (project, ran) = failed(commands);
        let reduced = project.reduced();
        // One level that is opened and closed, one assertion, one check.
        let count = |command: &str| reduced.lines().filter(|line| line.starts_with(command)).count();
        assert_eq!(checks(&project, "reduced.smt2"), [(1, true)], "{reduced}");
        assert_eq!((count("(push "), count("(pop "), count("(assert ")), (1, 1, 1), "{reduced}");
        assert!(reduced.contains("gamma") && ran.red()[CASE].contains("(pop "), "{}", ran.stdout);
        let witness = fs::read_to_string(project.kept("witness.smt2")).unwrap();
        assert!(marks::assertions(&witness).len() == 1 && !witness.contains("(declare-"), "{witness}");
        assert_eq!(project.solved("witness.smt2"), "sat\n", "{witness}");
    }
}

fn a_wrong_check_is_replayed() {
    let (project, ran) = failed("");
    let replayed = replay::storm(&project, &replay::arguments(&ran));
    assert_eq!(replayed.code, Some(1), "{replayed:?}");
}

fn too_few_answers_are_no_pass() {
    // One answer, whatever the number of checks.
    let faulty = project(&["say", "sat\n", "0"], "missing: error");
    let ran = faulty.run(&[]);
    assert!(ran.code == Some(0), "{ran:?}");
    let silent = project(&["say", "sat\n", "0"], "fail_on: [garbage]");
    let ran = silent.run(&[]);
    ran.expect(101, [0, 1, 0]);
    assert!(ran.red()[CASE].starts_with("garbage\n"), "{}", ran.stdout);
}

fn a_session_answers_many_checks() {
    let project = Project::playing(&[]);
    let row = |when: &str| {
        let session = project.session(&[when, "answer", "unsat\n"], 200);
        let more = format!("mode: incremental\n    {session}");
        project.row("player", &["wrong-after-pop", "no such symbol"], &more)
    };
    project.write_rows(&row("0"));
    project.run(&[]).expect(0, [1, 0, 0]);
    assert_eq!(marks::sessions(&project.notes()).len(), 1);
    project.write_rows(&row("20+"));
    let ran = project.run(&[]);
    ran.expect(101, [0, 1, 0]);
    let answered = ran.line("answered");
    assert!(answered.starts_with("unsat at check ") && answered.contains(" in a session, as script "));
    assert_eq!(replay::storm(&project, &replay::arguments(&ran)).code, Some(1));
}
