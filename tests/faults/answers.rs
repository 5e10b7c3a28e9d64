//! What a player prints, and the verdict.

use smt_storm::matrix::{Class, Input};
use smt_storm::process::Exit;

use crate::project::Project;
use crate::stage::{SCRIPT, play, play_solver, solver};

crate::tests!(answers:
    what_is_printed_has_its_verdict,
    a_solver_that_does_not_read_its_input_can_answer,
);

fn what_is_printed_has_its_verdict() {
    let lines = include_str!("answers.txt").lines().filter(|line| line.starts_with('['));
    let mut count = 0;
    for line in lines {
        let (fault, expected) = line.split_once("  =>  ").unwrap();
        let words: Vec<String> = serde_json::from_str(fault).unwrap();
        let verdict = play(&words.iter().map(String::as_str).collect::<Vec<_>>()).verdict.to_string();
        let is_it = match expected.strip_suffix("*)") {
            Some(start) => verdict.starts_with(start),
            None => verdict == expected,
        };
        assert!(is_it && !verdict.contains(char::is_control), "{line}\n{verdict}");
        count += 1;
    }
    assert!(count > 30, "{count}");
}

fn a_solver_that_does_not_read_its_input_can_answer() {
    // More than a pipe holds.
    let script = SCRIPT.replace("(assert p)\n", &"(assert p)\n".repeat(100_000));
    for (fault, expected) in [("say", "unsat\n"), ("nibble", "unsat\n")] {
        let code: &[&str] = if fault == "say" { &["0"] } else { &[] };
        let project = Project::playing(&[&[fault, expected], code].concat());
        let mut solver = solver(&project);
        solver.input = Input::Stdin;
        solver.command.argv.pop();
        let played = play_solver(project, &solver, &script);
        assert_eq!((played.run.exit, played.verdict.class), (Exit::Code(0), Class::WrongUnsat), "{fault}");
    }
}
