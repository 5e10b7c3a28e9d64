//! What a player prints, and the verdict.

use smt_storm::matrix::{Class, Input};
use smt_storm::process::Exit;

use crate::project::Project;
use crate::stage::{SCRIPT, play, play_solver, solver};

crate::tests!(answers:
    an_unsat_counts_whatever_stands_around_it,
    an_answer_after_an_error_is_no_test,
    what_is_no_answer_is_named,
    a_solver_that_says_it_cannot_is_believed,
    an_error_is_quoted,
    an_exit_code_is_no_crash,
    a_death_is_a_crash_also_after_the_answer,
    an_unsat_outweighs_the_death_after_it,
    bytes_that_are_no_text_are_garbage,
    a_slow_answer_counts,
    a_solver_that_does_not_read_its_input_can_answer,
);

/// The verdict as it is told.
#[track_caller]
fn verdict(fault: &[&str]) -> String {
    play(fault).verdict.to_string()
}

fn an_unsat_counts_whatever_stands_around_it() {
    for text in [
        "unsat\n",
        "unsat",
        "Player 1.0 (built with assertions)\nunsat\n",
        "unsat\n(error \"line 5 column 1: no model\")\n",
        "unsat\n(error \"first line\nsat\nlast line\")\n",
        "sat\nunsat\n",
    ] {
        for code in ["0", "1"] {
            assert_eq!(verdict(&["say", text, code]), "wrong unsat at check-sat 1", "{text:?}, {code}");
        }
    }
}

fn an_answer_after_an_error_is_no_test() {
    assert_eq!(verdict(&["say", "sat\n", "0"]), "sat");
    assert_eq!(verdict(&["say", "(error \"unknown option\")\nsat\n", "1"]), "error (unknown option)");
    assert_eq!(verdict(&["say", "(error \"over\ntwo lines\")\nsat\n", "1"]), "error (over two lines)");
    // What is asked without a refused `push`, `pop` or declaration may be unsatisfiable, or too hard.
    for answer in ["unsat", "unknown"] {
        let printed = format!("(error \"no \\\" push\")\n{answer}\n(error \"no \\\" there\")\n");
        assert_eq!(verdict(&["say", &printed, "0"]), "error (no \\\" push)");
    }
    assert_eq!(verdict(&["say", "unsupported\nunknown\n", "0"]), "unknown");
}

fn what_is_no_answer_is_named() {
    assert_eq!(verdict(&["say", "uns", "0"]), "garbage (uns)");
    assert_eq!(verdict(&["say", "", "0"]), "garbage (no answer)");
    assert_eq!(verdict(&["say", "sat\nsat\n", "0"]), "garbage (2 answers to 1 check-sats)");
    assert_eq!(play(&["say-stderr", "unsat\n"]).verdict.class, Class::Garbage);
}

fn a_solver_that_says_it_cannot_is_believed() {
    assert_eq!(verdict(&["say", "unknown\n", "0"]), "unknown");
    assert_eq!(verdict(&["say", "timeout\n", "0"]), "timeout");
    assert_eq!(verdict(&["say", "unsupported\n", "0"]), "unsupported");
}

fn an_error_is_quoted() {
    assert_eq!(verdict(&["say", "(error \"no such logic\")\n", "1"]), "error (no such logic)");
    assert_eq!(verdict(&["say", "(error \"unsat\nsat\")\n", "0"]), "error (unsat sat)");
}

fn an_exit_code_is_no_crash() {
    for code in ["134", "139"] {
        assert_eq!(verdict(&["say", "", code]), format!("error (exit code {code}: no message)"));
        assert_eq!(verdict(&["say", "sat\n", code]), "sat");
    }
}

fn a_death_is_a_crash_also_after_the_answer() {
    for signal in ["SEGV", "ABRT"] {
        for text in ["", "sat\n", "unknown\n", "Player 1.0\n"] {
            assert_eq!(verdict(&["die", signal, text]), format!("crash (killed by SIG{signal})"), "{text:?}");
        }
    }
}

fn an_unsat_outweighs_the_death_after_it() {
    for signal in ["SEGV", "ABRT"] {
        assert_eq!(verdict(&["die", signal, "unsat\n"]), "wrong unsat at check-sat 1");
    }
}

fn bytes_that_are_no_text_are_garbage() {
    let verdict = play(&["garbage"]).verdict;
    assert_eq!(verdict.class, Class::Garbage);
    assert!(!verdict.to_string().contains(char::is_control), "{verdict}");
}

fn a_slow_answer_counts() {
    assert_eq!(verdict(&["drip", "sat\n"]), "sat");
    assert_eq!(verdict(&["drip", "unsat"]), "wrong unsat at check-sat 1");
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
