//! What a player takes, and that it gets no more.

use std::time::Duration;

use smt_storm::matrix::{Class, Solver};
use smt_storm::process::Exit;
use smt_storm::solver::verdict::Verdict;

use crate::marks;
use crate::process::all_gone;
use crate::project::Project;
use crate::stage::{self, Played, SCRIPT, play, play_a_second, play_solver};

crate::tests!(limits:
    a_solver_that_hangs_is_killed,
    a_solver_that_ignores_signals_is_killed,
    what_was_answered_before_hanging_counts,
    output_that_never_ends_is_cut,
    an_unsat_before_endless_output_counts,
    endless_errors_are_read_in_time,
    endless_messages_are_no_crash,
    a_solver_that_writes_on_past_the_limit_is_killed,
    output_in_drips_does_not_prolong_the_run,
    a_process_left_behind_is_killed,
    a_process_left_behind_by_a_solver_that_hangs_is_killed,
    processor_time_is_limited,
    memory_is_limited,
    memory_that_is_taken_at_once_is_limited,
    small_instances_have_little_time_but_where_that_is_red,
);

/// Fails unless every process that was noted, and at least `count`, is gone.
#[track_caller]
fn nothing_runs(played: &Played, count: usize) {
    let processes = marks::processes(&played.project.notes());
    assert_eq!(processes.len(), count);
    assert!(all_gone(&processes), "of {processes:?}, some still run");
}

fn a_solver_that_hangs_is_killed() {
    let played = play_a_second(&["hang", "", "{notes}"]);
    assert_eq!((&played.verdict, played.run.exit), (&Class::Timeout.into(), Exit::TimedOut));
    assert!(played.run.time >= Duration::from_secs(1));
    nothing_runs(&played, 1);
}

fn a_solver_that_ignores_signals_is_killed() {
    let played = play_a_second(&["hang-on", "{notes}"]);
    assert_eq!(played.verdict.class, Class::Timeout);
    nothing_runs(&played, 1);
}

fn what_was_answered_before_hanging_counts() {
    assert_eq!(play_a_second(&["hang", "unsat\n", "{notes}"]).verdict, Verdict::wrong_unsat(0));
    assert_eq!(play_a_second(&["hang", "sat\n", "{notes}"]).verdict.class, Class::Right);
}

fn output_that_never_ends_is_cut() {
    let played = play(&["flood", "stdout", "blah"]);
    assert!(played.run.flooded);
    assert_eq!(played.verdict, Verdict::with_details(Class::Garbage, "output without end"));
    if cfg!(target_os = "linux") {
        assert_ne!(played.run.exit, Exit::TimedOut, "nothing stops it but the time limit");
    }
    assert_eq!(play(&["flood", "stdout", "sat"]).verdict.class, Class::Garbage);
}

fn an_unsat_before_endless_output_counts() {
    assert_eq!(play(&["flood", "stdout", "unsat"]).verdict, Verdict::wrong_unsat(0));
}

fn endless_errors_are_read_in_time() {
    // Neither parenthesis nor quote is ever closed.
    assert_eq!(play(&["flood", "stdout", "(error (\"it\"s"]).verdict.class, Class::Garbage);
    for line in ["(error \"no\")", "(error (\"no\")", "(error \""] {
        assert_eq!(play(&["flood", "stdout", line]).verdict.class, Class::Garbage, "{line}");
    }
}

fn endless_messages_are_no_crash() {
    let verdict = play(&["flood", "stderr", "warning"]).verdict;
    // Elsewhere than on Linux, nothing stops it but the time limit.
    let timeout = cfg!(not(target_os = "linux")) && verdict.class == Class::Timeout;
    assert!(timeout || verdict == Verdict::with_details(Class::Garbage, "output without end"), "{verdict}");
}

fn a_solver_that_writes_on_past_the_limit_is_killed() {
    let played = play_a_second(&["flood-on", "blah"]);
    assert_eq!(played.verdict, Verdict::with_details(Class::Garbage, "output without end"));
    assert_eq!(played.run.exit, Exit::TimedOut);
}

fn output_in_drips_does_not_prolong_the_run() {
    let played = play_a_second(&["drip", &"blah\n".repeat(100)]);
    assert_eq!((&played.verdict, played.run.exit), (&Class::Timeout.into(), Exit::TimedOut));
    assert!(played.run.stdout.starts_with(b"blah\n"));
}

fn a_process_left_behind_is_killed() {
    let played = play(&["leave-child", "unsat\n", "{notes}"]);
    assert_eq!((&played.verdict, played.run.exit), (&Verdict::wrong_unsat(0), Exit::Code(0)));
    nothing_runs(&played, 1);
}

fn a_process_left_behind_by_a_solver_that_hangs_is_killed() {
    let played = play_a_second(&["leave-child-and-hang", "", "{notes}"]);
    assert_eq!(played.verdict.class, Class::Timeout);
    nothing_runs(&played, 2);
}

fn processor_time_is_limited() {
    let project = Project::playing(&["spin", "{notes}"]);
    let solver = Solver { cpu: Some(1), ..stage::solver(&project) };
    let played = play_solver(project, &solver, SCRIPT);
    assert_eq!(played.verdict, Class::Timeout.into());
    if cfg!(target_os = "linux") {
        assert_ne!(played.run.exit, Exit::TimedOut, "nothing stops it but the clock on the wall");
    }
}

fn memory_is_limited() {
    if cfg!(not(target_os = "linux")) {
        // There is no such limit elsewhere.
        return;
    }
    let played = play(&["hoard", "{notes}"]);
    assert!(matches!(played.verdict.class, Class::MemoryOut | Class::Crash), "{}", played.verdict);
    let hoarded = marks::hoarded(&played.project.notes());
    assert!(hoarded < 512, "{hoarded} MiB with a limit of 512 MiB");
}

fn memory_that_is_taken_at_once_is_limited() {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    for _ in 0..20 {
        let verdict = play(&["reserve", "{notes}"]).verdict;
        assert!(matches!(verdict.class, Class::MemoryOut | Class::Crash), "{verdict}");
    }
}

fn small_instances_have_little_time_but_where_that_is_red() {
    let project = Project::playing(&[]);
    let hang = ["hang", "", "{notes}"];
    project.write_rows(
        &[
            project.row("plain", &hang, "timeout: 3s"),
            project.row("prompt", &hang, "timeout: 3s\n    fail_on: [timeout]"),
        ]
        .concat(),
    );
    let small = "max_timeouts: 1\n    batch: 10\n    small: 100\n    small_timeout: 200ms";
    project.reconfigure("max_timeouts: 1", small);
    project.run(&["storm", "test", "--no-minimise"]);
    let folder = std::fs::read_dir(project.path("output/results")).unwrap();
    let lines: String = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let took = |row: &str| {
        let cases = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let mut of_row = cases.filter(|line| line["solver"] == row && line["solving_seconds"].is_number());
        of_row.next().unwrap()["solving_seconds"].as_f64().unwrap()
    };
    let (plain, prompt) = (took("plain"), took("prompt"));
    assert!((0.2..2.9).contains(&plain) && prompt >= 3.0, "{plain}, {prompt}");
}
