//! Each fault in a session that has answered twice: what it comes to, and that nothing after it suffers.

use std::time::Duration;

use smt_storm::matrix::Class;
use smt_storm::solver::verdict::Verdict;

use crate::session_stage::{Stage, instance, verdicts};

crate::tests!(session_faults:
    a_session_that_hangs_is_ended,
    a_part_of_an_answer_is_none,
    an_answer_without_a_line_end_counts,
    a_session_that_ignores_signals_is_ended,
    drips_do_not_prolong_an_instance,
    a_session_that_takes_no_more_input_is_ended,
    the_wrong_number_of_answers_is_garbage,
    bytes_that_are_no_text_are_garbage,
    messages_are_no_answers,
    output_that_never_ends_is_cut,
    messages_that_never_end_are_cut,
    a_death_is_told,
    a_violated_assertion_is_told,
    a_sanitizer_is_heard,
    a_process_left_behind_does_not_hinder,
    a_process_left_behind_does_not_hide_the_end,
    quotes_around_the_mark_do_not_matter,
    what_comes_late_is_no_answer_to_the_next_instance,
);

/// Enough for a machine that does much else.
const PLENTY: Duration = Duration::from_secs(9);
/// The same for what is known to take all of it.
const LITTLE: Duration = Duration::from_secs(3);

/// Asks a session that misbehaves at its third check, and lets a runner judge five instances with such sessions.
/// Fails unless the third comes to `verdict` and the others are right. What is wrong with a session only, and no
/// harm, is asked again alone and right, too.
#[track_caller]
fn expect(fault: &[&str], verdict: &str, ends: bool) {
    let session = [&["3"], fault].concat();
    let stage = Stage::playing(&session);
    let mut asked = stage.start();
    for number in 0..2 {
        let run = asked.ask(&instance(number).text, PLENTY);
        assert!(Verdict::judge(&run, 1) == Class::Right.into() && asked.is_alive(), "{run:?}");
    }
    let hangs = verdict == "timeout" || fault.iter().any(|word| ["hang", "close-stdin"].contains(word));
    let limit = if hangs { Duration::from_millis(500) } else { PLENTY };
    let run = asked.ask(&instance(2).text, limit);
    assert_eq!(
        (Verdict::judge(&run, 1).to_string().as_str(), asked.is_alive()),
        (verdict, !ends),
        "{fault:?}"
    );
    assert!(run.stdout.len() <= 1 << 20 && run.stderr.len() <= 1 << 20, "output is not cut");
    assert!(hangs || run.time < PLENTY / 2, "took {:?}", run.time);
    if asked.is_alive() {
        let next = asked.ask(&instance(3).text, PLENTY);
        assert_eq!(next.stdout, b"sat\n", "{fault:?}");
    }
    drop(asked);
    stage.end();

    let stage = Stage::playing(&session).within(if hangs { LITTLE } else { PLENTY });
    let judged = stage.judge(5);
    let shown_as_they_are = ["unknown", "wrong unsat", "crash", "assertion violation", "sanitizer report"];
    let shown = if shown_as_they_are.iter().any(|word| verdict.starts_with(word)) { verdict } else { "sat" };
    assert_eq!(verdicts(&judged), ["sat", "sat", shown, "sat", "sat"], "{fault:?}");
    let scripts = judged[2].only_after.as_ref().map(Vec::len);
    assert_eq!(scripts, (!["sat", "unknown"].contains(&shown)).then_some(3), "{fault:?}");
    assert!(judged.iter().enumerate().all(|(at, judged)| at == 2 || judged.only_after.is_none()));
    assert!(stage.sessions.are_usable(), "one fault is no reason to give up sessions");
    assert_eq!(stage.started(), if ends { 2 } else { 1 }, "{fault:?}");
    stage.end();
}

fn a_session_that_hangs_is_ended() {
    expect(&["hang", "", "{notes}"], "timeout", true);
}

fn a_part_of_an_answer_is_none() {
    expect(&["hang", "sa", "{notes}"], "timeout", true);
    expect(&["say", "sa", "0"], "garbage (sa)", true);
}

fn an_answer_without_a_line_end_counts() {
    expect(&["say", "sat", "0"], "sat", true);
    expect(&["say", "unsat", "1"], "wrong unsat at check-sat 1", true);
    expect(&["hang", "unsat", "{notes}"], "wrong unsat at check-sat 1", true);
}

fn a_session_that_ignores_signals_is_ended() {
    expect(&["hang-on", "{notes}"], "timeout", true);
}

fn drips_do_not_prolong_an_instance() {
    expect(&["drip", &"blah\n".repeat(100)], "timeout", true);
    expect(&["drip", "sat\n"], "sat", true);
}

fn a_session_that_takes_no_more_input_is_ended() {
    expect(&["close-stdin", ""], "timeout", true);
    expect(&["close-stdin", "sat\n"], "sat", true);
}

fn the_wrong_number_of_answers_is_garbage() {
    expect(&["answer", "sat\nsat\n"], "garbage (2 answers to 1 check-sats)", false);
    expect(&["answer", ""], "garbage (no answer)", false);
    expect(&["say", "", "0"], "garbage (no answer)", true);
    expect(&["answer", "(error \"no such logic\")\n"], "error (no such logic)", false);
    expect(&["answer", "unknown\n"], "unknown", false);
}

fn bytes_that_are_no_text_are_garbage() {
    let garbage: String = (0..32).map(|_| '\u{fffd}').take(9).collect();
    expect(&["garbage"], &format!("garbage ({garbage})"), true);
}

fn messages_are_no_answers() {
    expect(&["say-stderr", "unsat\n"], "garbage (no answer)", true);
    expect(&["mutter", "unsat\n", ""], "garbage (no answer)", false);
    expect(&["mutter", "unsat\n", "sat\n"], "sat", false);
}

fn output_that_never_ends_is_cut() {
    expect(&["flood", "stdout", "blah"], "garbage (output without end)", true);
    expect(&["flood", "stdout", "sat"], "garbage (262144 answers to 1 check-sats)", true);
    expect(&["flood", "stdout", "unsat"], "wrong unsat at check-sat 1", true);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 256 << 10, "{peak} kB");
    }
}

fn messages_that_never_end_are_cut() {
    // Elsewhere, nothing stops it but the time limit.
    if cfg!(target_os = "linux") {
        expect(&["flood", "stderr", "warning"], "garbage (output without end)", true);
    }
}

fn a_death_is_told() {
    expect(&["die", "SEGV", ""], "crash (killed by SIGSEGV)", true);
    expect(&["die", "SEGV", "sat\n"], "crash (killed by SIGSEGV)", true);
    expect(&["die", "ABRT", "unsat\n"], "wrong unsat at check-sat 1", true);
}

fn a_violated_assertion_is_told() {
    let complaint = "x.c:3: f: Assertion `x' failed.";
    let verdict = format!("assertion violation ({complaint})");
    expect(&["complain", complaint, "die", "ABRT", ""], &verdict, true);
}

fn a_sanitizer_is_heard() {
    let report = "==1==ERROR: AddressSanitizer: heap-use-after-free";
    let verdict = format!("sanitizer report ({report})");
    expect(&["complain", report, "say", "", "1"], &verdict, true);
    expect(&["mutter", report, "sat\n"], &verdict, false);
    expect(&["complain", report, "hang", "", "{notes}"], &verdict, true);
}

fn a_process_left_behind_does_not_hinder() {
    expect(&["child"], "sat", false);
    expect(&["leave-child-and-hang", "", "{notes}"], "timeout", true);
}

fn a_process_left_behind_does_not_hide_the_end() {
    expect(&["leave-child", "sat\n", "{notes}"], "sat", true);
    expect(&["leave-child", "", "{notes}"], "garbage (no answer)", true);
}

fn quotes_around_the_mark_do_not_matter() {
    expect(&["quote"], "sat", false);
}

fn what_comes_late_is_no_answer_to_the_next_instance() {
    for text in ["sat\n", "unsat\n", "(error \"no more\")\n"] {
        let stage = Stage::playing(&["2", "late", text]);
        let mut session = stage.start();
        for number in 0..2 {
            assert_eq!(session.ask(&instance(number).text, PLENTY).stdout, b"sat\n");
        }
        let next = session.ask(&instance(2).text, PLENTY);
        assert!(next.stdout.is_empty() && !session.is_alive(), "{next:?}");
        drop(session);
        assert_eq!(verdicts(&stage.judge(4)), ["sat"; 4]);
        stage.end();
    }
}
