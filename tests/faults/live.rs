//! `storm test`: what it tells as it goes, and at its end.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::life::WRONG;
use crate::marks;
use crate::process::eventually;
use crate::project::{CASE, Project, Ran};
use crate::replay;
use crate::signals::expect_nothing_left;

crate::tests!(live:
    what_is_red_is_told_at_once_and_repeated_in_short,
    cases_that_are_not_run_have_one_line_for_all,
    what_is_told_can_be_libtests,
    libtests_tests_tell_what_is_red_at_once,
    an_interrupt_says_what_the_tests_came_to,
    known_bugs_are_summed_up,
    a_reader_that_has_gone_is_no_red_test,
);

/// `storm test` on a project.
fn storm_test(project: &Project, arguments: &[&str]) -> Ran {
    replay::storm(project, &[&["test"], arguments].concat())
}

fn what_is_red_is_told_at_once_and_repeated_in_short() {
    let project = Project::playing(&WRONG);
    let ran = storm_test(&project, &[]);
    ran.expect(101, [0, 1, 0]);
    let told = &ran.stderr;
    for part in [
        &format!("wrong unsat: {CASE}, instance "),
        &format!("\nFAILED {CASE}: wrong unsat\n  answered    unsat, by player (Player 1.0)\n"),
        "\n  snapshot ",
        "(check-sat)\n; Expected: sat.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let whole = told.lines().find_map(|line| line.strip_prefix("  all of it   ")).unwrap();
    let whole = fs::read_to_string(whole).unwrap();
    assert!(whole.starts_with("wrong unsat\n  expected ") && whole.contains("\n  bucket "), "{whole}");
    let short = format!("\nfailures:\n    {CASE}: wrong unsat\n      script      ");
    assert!(ran.stdout.starts_with(&short) && !ran.stdout.contains("(check-sat)"), "{}", ran.stdout);
    for name in ["reproduce", "test again", "accept with"] {
        assert!(!ran.line(name).is_empty());
    }
    // Nobody is told what is red twice.
    assert_eq!(told.matches("FAILED ").count(), 1, "{told}");
}

fn cases_that_are_not_run_have_one_line_for_all() {
    let project = Project::playing(&[]);
    for number in 0..4 {
        project.write(&format!("seeds/QF_LIA/other-{number}.smt2"), "(declare-fun p () Bool)\n(assert p)\n");
    }
    let absent = |more| project.row("player", &[], more).replace(&crate::project::this_program(), "/no/such");
    project.write_rows(&absent("missing: error"));
    let ran = storm_test(&project, &[]);
    ran.expect(101, [0, 5, 0]).says(&["::1, and 2 more: not run\n      "]);
    assert_eq!(ran.stderr.matches("FAILED ").count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stdout.matches("/no/such").count(), 1, "{}", ran.stdout);
    project.write_rows(&absent("missing: ignore"));
    let ran = storm_test(&project, &["other"]);
    ran.expect(0, [0, 0, 4]).says(&["not tested: player (4 cases): ", "; 1 filtered out; "]);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str()), (3, ""), "{ran:?}");
}

fn what_is_told_can_be_libtests() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let ran = storm_test(&project, &["--format", "pretty"]);
    ran.expect(0, [1, 0, 0]).says(&["running 1 test\n", &format!("test {CASE} ... ok\n")]);
    let ran = storm_test(&project, &["--quiet"]);
    ran.expect(0, [1, 0, 0]).says(&["\n.\n"]);
    let ran = storm_test(&project, &[]);
    assert!(
        ran.stdout.starts_with("test result: ok. 1 passed; 0 failed; 0 ignored; 0 filtered out; "),
        "{ran:?}"
    );
    let none = storm_test(&project, &["nosuch"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(4), ""), "{none:?}");
    assert!(none.stderr.starts_with("error: no test matches `nosuch`"), "{none:?}");
    assert_eq!(storm_test(&project, &["--skip", CASE]).expect(0, [0, 0, 0]).stderr, "");
}

fn libtests_tests_tell_what_is_red_at_once() {
    let project = Project::playing(&WRONG);
    let ran = project.run(&[]);
    ran.only_red(CASE);
    assert!(ran.stderr.contains(&format!("\nFAILED {CASE}: wrong unsat\n")), "{}", ran.stderr);
    // It is the only one, and is told in a moment.
    let one = project.run(&["--exact", CASE]);
    one.only_red(CASE);
    assert_eq!(one.stderr, "");
}

fn an_interrupt_says_what_the_tests_came_to() {
    let project = Project::playing(&[]);
    let rows = [
        project.row("a", &["say", "sat\n", "0"], ""),
        project.row("b", &["say", "(error \"no\")\n", "1"], ""),
        project.row("c", &["hang", "", "{notes}"], "timeout: 10m"),
    ];
    project.write_rows(&rows.concat());
    let words = ["test", "--test-threads", "1"];
    let mut command = replay::command(&project, &words);
    let run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let hangs = eventually(Duration::from_secs(20), || !marks::processes(&project.notes()).is_empty());
    kill_process(Pid::from_child(&run), Signal::INT).unwrap();
    let output = run.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(hangs && output.status.code() == Some(130), "{told}");
    let last = "\nfailures:\n    b::QF_LIA::small::1: not run\n      ";
    assert!(told.contains(last), "{told}");
    let last = "\n\ninterrupted: 2 of 3 tests ended: 1 passed; 1 failed; 0 ignored\n";
    assert!(told.ends_with(last), "{told}");
    expect_nothing_left(&project);
}

fn known_bugs_are_summed_up() {
    let project = Project::playing(&WRONG);
    storm_test(&project, &[]).expect(101, [0, 1, 0]);
    project.accept();
    let ran = storm_test(&project, &[]);
    ran.expect(0, [0, 0, 2]).says(&["known bug player__wrong-unsat__", ": shows in 2 tests\n"]);
}

fn a_reader_that_has_gone_is_no_red_test() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let closed: Stdio = std::io::pipe().unwrap().1.into();
    let ran = Ran::of(replay::command(&project, &["test".to_owned()]).stdout(closed));
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(141), ""));
    expect_nothing_left(&project);
}
