//! Runs as people see them who sit before a terminal.

use crate::life::{RIGHT, WRONG};
use crate::project::{CASE, Project, this_program};
use crate::replay;
use crate::signals::expect_nothing_left;
use crate::terminal::Terminal;

crate::tests!(terminals:
    a_run_shows_how_far_it_has_come_and_leaves_its_result,
    what_is_red_stays,
    control_c_leaves_a_clean_screen,
    a_missing_solver_is_one_line,
);

/// The last line of a run that was not interrupted, without its time.
fn result(screen: &str) -> &str {
    let last = screen.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
    last.rsplit_once("; finished in ").map_or(last, |(counts, _)| counts)
}

fn storm(project: &Project, words: &[&str]) -> Terminal {
    Terminal::start(&replay::command(project, words))
}

fn a_run_shows_how_far_it_has_come_and_leaves_its_result() {
    let project = Project::playing(&RIGHT);
    let slow = project.row("slow", &["hang", "", "{notes}"], "timeout: 3s");
    project.write_rows(&[project.row("player", &RIGHT, ""), slow].concat());
    let run = storm(&project, &["test", "--test-threads", "1"]);
    let shown = run.until(&["1 of 2 cases"]);
    assert!(shown.lines().all(|line| line.is_empty() || line.starts_with("1 of 2 cases")), "{shown}");
    let (code, left) = run.end();
    assert_eq!(code, Some(0), "{left}");
    assert_eq!(result(&left), "test result: ok. 1 passed; 0 failed; 1 ignored; 0 filtered out", "{left}");
    assert!(left.starts_with("not tested: slow (1 case): no answer within its limits"), "{left}");
    assert!(!left.contains("of 2 cases"), "{left}");
}

fn what_is_red_stays() {
    let project = Project::playing(&WRONG);
    let (code, left) = storm(&project, &["test"]).end();
    assert_eq!(code, Some(101), "{left}");
    let parts = [
        format!("wrong unsat: {CASE}, instance "),
        format!("FAILED {CASE}: wrong unsat\n  answered    unsat, by player (Player 1.0)\n"),
        format!("\nfailures:\n    {CASE}: wrong unsat\n      script      "),
    ];
    let places =
        parts.iter().map(|part| left.find(part.as_str()).unwrap_or_else(|| panic!("{part}: {left}")));
    assert!(places.collect::<Vec<_>>().is_sorted(), "{left}");
    assert_eq!(result(&left), "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 filtered out", "{left}");
}

fn control_c_leaves_a_clean_screen() {
    let project = Project::playing(&["hang", "", "{notes}"]);
    let mut run = storm(&project, &["test"]);
    run.until(&["0 of 1 cases"]);
    run.press("\x03");
    let (code, left) = run.end();
    assert_eq!(code, Some(130), "{left}");
    let lines: Vec<&str> = left.lines().filter(|line| !line.is_empty() && *line != "^C").collect();
    assert_eq!(lines, ["interrupted: 0 of 1 tests ended: 0 passed; 0 failed; 0 ignored"], "{left}");
    expect_nothing_left(&project);
}

fn a_missing_solver_is_one_line() {
    let project = Project::playing(&RIGHT);
    let absent = project.row("player", &RIGHT, "missing: ignore").replace(&this_program(), "/no/such");
    project.write_rows(&absent);
    let (code, left) = storm(&project, &["test"]).end();
    assert_eq!(code, Some(0), "{left}");
    assert!(left.starts_with("not tested: player (1 case): ") && left.contains("/no/such"), "{left}");
    assert_eq!(result(&left), "test result: ok. 0 passed; 0 failed; 1 ignored; 0 filtered out", "{left}");
}
