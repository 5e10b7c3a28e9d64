//! What a runner makes of sessions: when it believes them, when it asks alone, and when it gives them up.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use smt_storm::matrix::Class;
use smt_storm::process::Exit;
use smt_storm::smtlib::instance::Drawn;
use smt_storm::solver::runner::Runner;
use smt_storm::solver::session::Session;
use smt_storm::solver::session_runner::SessionRunner;

use crate::marks;
use crate::process::gone;
use crate::project::this_program;
use crate::session_stage::{Stage, instance, verdicts};

crate::tests!(sessions:
    a_good_session_is_one_process,
    the_built_in_solver_is_kept_alive,
    a_session_that_buffers_is_given_up,
    a_session_without_reset_is_given_up,
    a_session_that_never_answers_is_given_up,
    a_solver_that_ends_after_each_answer_is_started_anew,
    a_wrong_answer_of_a_session_alone_is_told,
    a_wrong_answer_of_a_session_to_its_first_script_is_told,
    what_only_a_session_shows_is_not_reported_if_a_row_says_so,
    a_wrong_answer_everywhere_is_one_of_a_process,
    a_wrong_answer_alone_outweighs_a_crash_in_the_session,
    a_timeout_before_any_second_answer_is_not_believed,
    an_error_that_a_fresh_process_repeated_is_believed,
    a_session_may_take_longer_to_start_than_to_answer,
    a_session_that_takes_ever_more_memory_is_started_anew,
    what_is_asked_for_is_asked_again_alone,
    only_a_few_sessions_wait,
);

/// The limit of a small instance, long enough for a session that answers at once.
const SHORT: Duration = Duration::from_secs(2);

const WRONG: &str = "wrong unsat at check-sat 1";

fn the_built_in_solver_is_kept_alive() {
    let argv = [this_program(), "__storm-solve".to_owned()];
    let mut session = Session::start(&argv, None, &std::env::temp_dir()).unwrap();
    let scripts = [
        ("(declare-const a Int)\n(assert (= a\n  1))\n(check-sat)\n(check-sat)\n", "sat\nsat\n"),
        // What was declared and asserted before is gone, and what stands in a text is no bracket.
        ("(declare-const a String)\n(assert (= a \"(\n\"))\n(check-sat)\n", "sat\n"),
        ("(assert false)\n(check-sat)\n", "unsat\n"),
        ("(assert\n  true)\n(check-sat)\n", "sat\n"),
    ];
    for (script, said) in scripts {
        let run = session.ask(script, Duration::from_secs(60));
        assert_eq!(
            (String::from_utf8_lossy(&run.stdout), run.exit),
            (said.into(), Exit::Code(0)),
            "{script}"
        );
    }
    let refused = session.ask("(assert a)\n(check-sat)\n", Duration::from_secs(60));
    let said = String::from_utf8_lossy(&refused.stdout);
    assert!(said.starts_with("(error") && said.ends_with("sat\n"), "{said}");
    assert!(session.is_alive());
    let ends = "(check-sat)\n(exit)\n(assert false)\n(check-sat)\n";
    let run = session.ask(ends, Duration::from_secs(60));
    assert_eq!((&*run.stdout, run.exit, session.is_alive()), (&b"sat\n"[..], Exit::Code(0), false));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ends.smt2"), ends).unwrap();
    let ran = Command::new(&argv[0]).arg(&argv[1]).arg(folder.path().join("ends.smt2")).output().unwrap();
    assert_eq!((&*ran.stdout, ran.status.code()), (&b"sat\n"[..], Some(0)));
}

fn a_good_session_is_one_process() {
    for fault in ["none", "quote"] {
        let stage = Stage::playing(&["0", fault]);
        assert_eq!(verdicts(&stage.judge(20)), ["sat"; 20]);
        assert_eq!(stage.started(), 1);
        // What it was asked before is no matter of the next runner.
        assert_eq!(verdicts(&stage.judge(20)), ["sat"; 20]);
        assert_eq!(stage.started(), 2);
        stage.end();
    }
}

/// Judges instances with sessions that never work. Fails unless one is tried at most, and all is right.
#[track_caller]
fn given_up(session: &[&str], limit: u64) {
    let stage = Stage::playing(session).within(Duration::from_secs(limit));
    assert_eq!(verdicts(&stage.judge(5)), ["sat"; 5], "{session:?}");
    assert!(!stage.sessions.are_usable() && !stage.sessions.are_proven(), "{session:?}");
    assert_eq!(stage.started(), 1, "{session:?}");
    assert_eq!(verdicts(&stage.judge(5)), ["sat"; 5], "{session:?}");
    assert_eq!(stage.started(), 1, "{session:?}");
    stage.end();
}

fn a_session_that_buffers_is_given_up() {
    given_up(&["0", "buffer"], 3);
}

fn a_session_without_reset_is_given_up() {
    // The second instance contradicts the first one.
    for complaint in ["(error \"unknown command\")\n", "unsupported\n", "sat\n", "unsat\n", "What?\n"] {
        given_up(&["0", "no-reset", complaint], 9);
    }
}

fn a_session_that_never_answers_is_given_up() {
    given_up(&["1", "hang", "sa", "{notes}"], 3);
    for fault in [
        &["answer", ""][..],
        &["answer", "sat\nsat\n"],
        &["answer", "usage: player FILE\n"],
        &["say", "", "0"],
        &["garbage"],
        &["flood", "stdout", "sat"],
        &["die", "SEGV", ""],
    ] {
        given_up(&[&["1+"], fault].concat(), 9);
    }
}

fn a_solver_that_ends_after_each_answer_is_started_anew() {
    let stage = Stage::playing(&["1", "say", "sat\n", "0"]);
    assert_eq!(verdicts(&stage.judge(4)), ["sat"; 4]);
    assert_eq!(stage.started(), 4);
    stage.end();
}

fn a_wrong_answer_of_a_session_alone_is_told() {
    let stage = Stage::playing(&["3+", "answer", "unsat\n"]);
    let judged = stage.judge(4);
    assert_eq!(verdicts(&judged), ["sat", "sat", WRONG, WRONG]);
    let asked = judged[2].only_after.as_ref().unwrap();
    assert_eq!(*asked, [0, 1, 2].map(|number| instance(number).text));
    assert!(judged[0].only_after.is_none() && judged[3].only_after.is_some());
    stage.end();
}

fn a_wrong_answer_of_a_session_to_its_first_script_is_told() {
    let stage = Stage::playing(&["1+", "answer", "unsat\n"]);
    let judged = stage.judge(2);
    assert_eq!(verdicts(&judged), [WRONG, WRONG]);
    assert_eq!(judged[0].only_after.as_deref(), Some(&[instance(0).text][..]));
    stage.end();
}

fn what_only_a_session_shows_is_not_reported_if_a_row_says_so() {
    for fault in [&["3+", "answer", "unsat\n"][..], &["3+", "die", "SEGV", ""]] {
        let mut stage = Stage::playing(fault);
        stage.solver.session.as_mut().unwrap().fresh_only = true;
        let judged = stage.judge(7);
        assert_eq!(verdicts(&judged), ["sat"; 7]);
        assert!(judged.iter().all(|judged| judged.only_after.is_none()));
        // Each failing session ended with its third script.
        assert_eq!(stage.started(), 3);
        stage.end();
    }
    let mut stage = Stage::with(&["2+", "answer", "unsat\n"], &["say", "unsat\n", "0"]);
    stage.solver.session.as_mut().unwrap().fresh_only = true;
    assert_eq!(verdicts(&stage.judge(2)), ["sat", WRONG], "a fresh process shows it");
    stage.end();
}

fn a_wrong_answer_everywhere_is_one_of_a_process() {
    let stage = Stage::with(&["2+", "answer", "unsat\n"], &["say", "unsat\n", "0"]);
    let judged = stage.judge(2);
    // The first one was only asked in a session, which was right.
    assert_eq!(verdicts(&judged), ["sat", WRONG]);
    assert!(judged[1].only_after.is_none());
    stage.end();
}

fn a_wrong_answer_alone_outweighs_a_crash_in_the_session() {
    let stage = Stage::with(&["2", "die", "SEGV", ""], &["say", "unsat\n", "0"]);
    let judged = stage.judge(2);
    assert_eq!(verdicts(&judged), ["sat", WRONG]);
    assert!(judged[1].only_after.is_none());
    stage.end();
}

fn a_timeout_before_any_second_answer_is_not_believed() {
    let stage = Stage::playing(&["2", "hang", "", "{notes}"]).within(Duration::from_secs(3));
    assert_eq!(verdicts(&stage.judge(4)), ["sat"; 4]);
    assert_eq!(stage.started(), 1, "what fails at the second instance may not know how to start anew");
    stage.end();
}

fn an_error_that_a_fresh_process_repeated_is_believed() {
    let error = |line: u32, word: &str| format!("(error \"line {line}: unknown {word}\")\n");
    let stage = Stage::with(&["2+", "answer", &error(7, "frob")], &["say", &error(3, "frob"), "0"]);
    assert_eq!(stage.judge(3)[2].verdict.class, Class::Error);
    for (word, expected) in [("frob", Class::Error), ("sort", Class::Right)] {
        // What it says alone shows whether it was asked.
        let mut right = Stage::playing(&["2+", "answer", &error(9, word)]);
        right.sessions = Arc::clone(&stage.sessions);
        assert_eq!(right.judge(2)[1].verdict.class, expected, "{word}");
        right.solver.fail_on.insert(Class::Error);
        assert_eq!(verdicts(&right.judge(2)), ["sat"; 2], "{word}: what fails a test is asked alone");
        right.end();
    }
    stage.end();
}

fn a_session_may_take_longer_to_start_than_to_answer() {
    let pause = (2 * SHORT.as_millis()).to_string();
    let judge = |when: &str| {
        let stage = Stage::with(&[when, "pause", &pause], &["hang", "", "{notes}"]);
        let mut runner = SessionRunner::new(Runner::new(&stage.solver, &stage.workspace), &stage.sessions);
        runner.limit(SHORT);
        let judged: Vec<_> = (0..4).map(|number| runner.judge(&instance(number)).unwrap()).collect();
        drop(runner);
        stage.end();
        verdicts(&judged)
    };
    assert_eq!(judge("1"), ["sat"; 4]);
    assert_eq!(judge("3"), ["sat", "sat", "timeout", "sat"]);
}

fn a_session_that_takes_ever_more_memory_is_started_anew() {
    if cfg!(not(target_os = "linux")) {
        // There is no such limit elsewhere.
        return;
    }
    let stage = Stage::playing(&["1+", "leak", "150"]);
    assert_eq!(verdicts(&stage.judge(20)), ["sat"; 20]);
    // A few times; then each instance is asked alone.
    assert!((2..=3).contains(&stage.started()), "{}", stage.started());
    assert!(!stage.sessions.are_usable());
    stage.end();
}

fn what_is_asked_for_is_asked_again_alone() {
    for (class, fault) in
        [(Class::Unknown, &["answer", "unknown\n"][..]), (Class::Timeout, &["hang", "", "{notes}"])]
    {
        let session = [&["3"], fault].concat();
        let mut stage = Stage::playing(&session).within(Duration::from_secs(3));
        stage.solver.fail_on.insert(class);
        assert_eq!(verdicts(&stage.judge(4)), ["sat"; 4], "{class:?}");
        stage.end();
    }
}

fn only_a_few_sessions_wait() {
    let stage = Stage::playing(&["0", "none"]);
    let mut runner = SessionRunner::new(Runner::new(&stage.solver, &stage.workspace), &stage.sessions);
    for number in 0..24 {
        let mut instance = instance(number);
        instance.drawn = vec![Arc::new(Drawn { args: vec![format!("--seed={number}")], ..Drawn::default() })];
        assert_eq!(runner.judge(&instance).unwrap().verdict.class, Class::Right);
        let started = marks::sessions(&stage.project.notes());
        let waiting = started.iter().filter(|&&process| !gone(process)).count();
        assert!(started.len() == number + 1 && waiting <= 4, "{waiting} of {} wait", started.len());
    }
    drop(runner);
    stage.end();
}
