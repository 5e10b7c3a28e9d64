//! The arguments of libtest, and the name by which the test program is called.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use crate::process::eventually;
use crate::project::{CASE, Project, Ran, this_program};

crate::tests!(arguments:
    listing_prints_names_and_runs_nothing,
    a_filter_takes_what_contains_it,
    a_filter_that_matches_nothing_is_told,
    an_exact_name_takes_one_test,
    skipping_leaves_tests_out,
    ignored_tests_are_not_known_before_they_run,
    the_number_of_threads_changes_nothing,
    no_threads_are_refused,
    terse_output_has_the_same_counts,
    wrong_arguments_are_refused,
    a_program_may_have_any_name,
);

const NAMES: [&str; 6] = [
    "broken::QF_LIA::other::1", "broken::QF_LIA::small::1", "right::QF_LIA::other::1",
    "right::QF_LIA::small::1", "unable::QF_LIA::other::1", "unable::QF_LIA::small::1",
];

/// Two seeds; one solver passes, one fails, one is ignored.
fn project() -> Project {
    let project = Project::playing(&[]);
    project.write("seeds/QF_LIA/other.smt2", "(declare-fun p () Bool)\n(assert (or p (not p)))\n");
    let rows = [
        project.row("right", &["say", "sat\n", "0"], ""),
        project.row("broken", &["say", "(error \"no\")\n", "1"], ""),
        project.row("unable", &["say", "unsupported\n", "0"], ""),
    ];
    project.write_rows(&rows.concat());
    project
}

/// The names that are listed, sorted.
fn listed(ran: &Ran) -> Vec<&str> {
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mut names: Vec<&str> = ran.stdout.lines().map(|line| line.strip_suffix(": test").unwrap()).collect();
    names.sort_unstable();
    names
}

fn filtered(ran: &Ran) -> &str {
    let count = ran.stdout.split("; ").find_map(|part| part.strip_suffix(" filtered out"));
    count.unwrap_or_else(|| panic!("{ran:?}"))
}

fn listing_prints_names_and_runs_nothing() {
    let project = project();
    assert_eq!(listed(&project.run(&["--list"])), NAMES);
    assert_eq!(listed(&project.run(&["--list", "--format", "terse"])), NAMES);
    assert_eq!(listed(&project.run(&["--list", "--format", "terse", "--ignored"])), [""; 0]);
    assert_eq!(listed(&project.run(&["--list", "small", "--skip", "broken"])), [NAMES[3], NAMES[5]]);
    assert!(!project.path("output").exists(), "listing writes nothing");
}

fn a_filter_takes_what_contains_it() {
    let project = project();
    let ran = project.run(&["right::"]);
    assert_eq!(filtered(ran.expect(0, [2, 0, 0])), "4");
    let ran = project.run(&["small"]);
    assert_eq!(filtered(ran.expect(101, [1, 1, 1])), "3");
    let ran = project.run(&["nothing-like-it"]);
    assert_eq!(filtered(ran.expect(4, [0, 0, 0])), "6");
}

/// A mistyped name must not look like a passed test.
fn a_filter_that_matches_nothing_is_told() {
    let project = project();
    let whole = "; did you mean `right::QF_LIA::small::1`?";
    for (words, near) in [(&["nothing-like-it"][..], ""), (&["--exact", "right::QF_LIA::small"], whole)] {
        let ran = project.run(words);
        ran.expect(4, [0, 0, 0]);
        let filter = words.last().unwrap();
        assert_eq!(ran.stderr, format!("error: no test matches `{filter}`{near}; `--list` shows all\n"));
        assert!(!project.path("output").exists(), "it leaves no results");
        let listed = project.run(&[&["--list"], words].concat());
        assert_eq!((listed.code, listed.stderr.as_str()), (Some(0), ""));
    }
    // What is left out otherwise is meant to be, and another shard may have what matches.
    project.run(&["right::", "--skip", "right"]).expect(0, [0, 0, 0]);
    for shard in ["1/2", "2/2"] {
        let ran = project.run_with(&[("STORM_SHARD", shard)], &["right::QF_LIA::small"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
}

fn an_exact_name_takes_one_test() {
    let project = project();
    for (name, code, counts) in
        [(NAMES[0], 101, [0, 1, 0]), (NAMES[3], 0, [1, 0, 0]), (NAMES[4], 0, [0, 0, 1])]
    {
        project.run(&["--exact", name]).expect(code, counts).says(&["running 1 test\n", name]);
        // As nextest asks for it.
        project.run(&[name, "--nocapture", "--exact"]).expect(code, counts);
    }
    project.run(&["--exact", "right::QF_LIA::small"]).expect(4, [0, 0, 0]);
    // Any RNG seed will do.
    project.run(&["--exact", "right::QF_LIA::small::77"]).expect(0, [1, 0, 0]);
}

fn skipping_leaves_tests_out() {
    let project = project();
    let ran = project.run(&["--skip", "broken", "--skip", "other"]);
    assert_eq!(filtered(ran.expect(0, [1, 0, 1])), "4");
    // With --exact, what is skipped has to match exactly, too.
    project.run(&["--exact", NAMES[3], "--skip", "small"]).expect(0, [1, 0, 0]);
    project.run(&["--exact", NAMES[3], "--skip", NAMES[3]]).expect(0, [0, 0, 0]);
}

fn ignored_tests_are_not_known_before_they_run() {
    let project = project();
    project.run(&["--ignored"]).expect(0, [0, 0, 0]);
    project.run(&["--include-ignored"]).expect(101, [2, 2, 2]);
}

fn the_number_of_threads_changes_nothing() {
    let project = project();
    for threads in ["1", "2"] {
        let ran = project.run(&["--test-threads", threads]);
        assert_eq!(filtered(ran.expect(101, [2, 2, 2])), "0");
        for name in NAMES {
            assert!(ran.stdout.contains(name), "{name} in {}", ran.stdout);
        }
        assert_eq!(ran.red().into_keys().collect::<Vec<_>>(), NAMES[..2]);
    }
}

fn no_threads_are_refused() {
    let project = project();
    for words in [&["--test-threads", "0"][..], &["--test-threads=0", "--list"]] {
        let mut harness = project.command(words).spawn().unwrap();
        let mut status = None;
        let ended = eventually(Duration::from_secs(20), || {
            status = harness.try_wait().unwrap();
            status.is_some()
        });
        if !ended {
            harness.kill().unwrap();
        }
        let output = harness.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((status.and_then(|status| status.code()), output.stdout.as_slice()), (Some(2), &b""[..]));
        assert_eq!(said, "error: `--test-threads 0` leaves no thread to run tests; give 1 or more\n");
    }
}

fn terse_output_has_the_same_counts() {
    let project = project();
    let ran = project.run(&["--format", "terse", "--test-threads", "1"]);
    ran.expect(101, [2, 2, 2]);
    let letters = ran.stdout.lines().find(|line| line.len() == 6).unwrap_or_default();
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    assert_eq!(letters, ['.', '.', 'F', 'F', 'i', 'i'], "{}", ran.stdout);
}

fn wrong_arguments_are_refused() {
    let ran = project().run(&["--no-such-argument"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("--no-such-argument"), "{}", ran.stderr);
}

fn a_program_may_have_any_name() {
    // Elsewhere, names of files are Unicode.
    if !cfg!(target_os = "linux") {
        return;
    }
    let project = Project::playing(&["say", "unsat\n", "0"]);
    let program = project.path("notes").join(OsStr::from_bytes(b"m\xfcller"));
    fs::copy(this_program(), &program).unwrap();
    let mut command = project.command_of(&program, &[]);
    let mut status = None;
    // Processes that other tests start just now may hold the copy open for writing, which keeps it from being run.
    let runs = eventually(Duration::from_secs(10), || {
        status = command.output().ok();
        status.is_some()
    });
    assert!(runs);
    let output = status.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(101) && text.contains("wrong unsat"), "{output:?}");
    assert!(text.contains(CASE) && project.pending().exists(), "its own process writes the snapshot");
}
