//! Readers that go away, and disks that are full.

use std::ffi::OsStr;
use std::fs::File;
use std::process::{Command, Stdio};

use crate::life;
use crate::project::{Project, Ran};
use crate::replay;
use crate::signals::expect_nothing_left;

crate::tests!(printing:
    a_command_whose_reader_has_gone_ends_quietly,
    a_command_on_a_full_disk_says_so_in_a_line,
    tests_whose_reader_has_gone_end_at_once,
    tests_on_a_full_disk_say_so_in_a_line,
    where_messages_cannot_be_printed_either_nothing_panics,
);

/// The commands that print, each with what a project has.
fn commands(project: &Project) -> Vec<Vec<String>> {
    let path = |path: &str| project.path(path).display().to_string();
    let bug = format!("snapshots/{}.snap", life::bug(project));
    let (snapshot, seed) = (path(&bug), path("seeds/QF_LIA/small.smt2"));
    let commands = [
        vec!["matrix"],
        vec!["matrix", "--format", "json"],
        vec!["inspect", &seed],
        vec!["inspect", "--format", "json", &seed],
        vec!["doctor"],
        vec!["doctor", "--format", "json"],
        vec!["minimize", &snapshot, "--solver", "player"],
        vec!["replay", &snapshot],
        vec!["verify", &snapshot],
        vec!["issue", &snapshot],
        vec!["export", &snapshot, "--for", "plain", "--out", &seed[..seed.len() - 11]],
        vec!["generate", &seed],
        vec!["report", "--schema"],
        vec!["solvers", "list"],
        vec!["test", "--list"],
    ];
    commands.map(|words| words.into_iter().map(str::to_owned).collect()).into()
}

/// Runs a command of `storm` with this standard output.
fn printing_to(project: &Project, words: &[impl AsRef<OsStr>], stdout: impl Into<Stdio>) -> Ran {
    let mut command = replay::command(project, words);
    Ran::of(command.stdout(stdout))
}

/// A pipe from which nobody reads.
fn closed() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

fn a_command_whose_reader_has_gone_ends_quietly() {
    let (project, _) = life::accepted();
    for words in commands(&project) {
        let ran = printing_to(&project, &words, closed());
        let code = if words[0] == "test" { 141 } else { 0 };
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(code), ""), "{words:?}");
        assert!(project.leftovers().is_empty(), "{words:?}");
    }
}

fn a_command_on_a_full_disk_says_so_in_a_line() {
    let (project, _) = life::accepted();
    for words in commands(&project) {
        let ran = printing_to(&project, &words, full());
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{words:?}: {ran:?}");
        assert!(ran.stderr.starts_with("error: standard output: No space left on device"), "{ran:?}");
        assert!(project.leftovers().is_empty(), "{words:?}");
    }
    let folder = project.path("new");
    std::fs::create_dir(&folder).unwrap();
    let words = ["init", "--solver", "z3", "--path", "/usr/bin/true", "--folder", folder.to_str().unwrap()];
    let ran = printing_to(&project, &words, full());
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{ran:?}");
}

/// A run whose second case hangs until its time limit.
fn hanging() -> Project {
    let project = Project::playing(&[]);
    let quick = project.row("a", &["say", "sat\n", "0"], "");
    project.write_rows(&(quick + &project.row("b", &["hang", "", "{notes}"], "timeout: 1h")));
    project
}

fn tests_with(project: &Project, threads: &str, stdout: impl Into<Stdio>) -> Ran {
    Ran::of(project.command(&["--test-threads", threads]).stdout(stdout))
}

fn tests_whose_reader_has_gone_end_at_once() {
    for threads in ["1", "2"] {
        let project = hanging();
        let ran = tests_with(&project, threads, closed());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(141), ""), "{threads}");
        expect_nothing_left(&project);
    }
    // It goes while a solver runs.
    let project = hanging();
    let mut head =
        Command::new("head").args(["-n", "1"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let ran = tests_with(&project, "2", head.stdin.take().unwrap());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(141), ""));
    head.wait().unwrap();
    expect_nothing_left(&project);
}

fn tests_on_a_full_disk_say_so_in_a_line() {
    for threads in ["1", "2"] {
        let project = hanging();
        let ran = tests_with(&project, threads, full());
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{ran:?}");
        assert!(ran.stderr.starts_with("error: standard output: No space left on device"), "{ran:?}");
        expect_nothing_left(&project);
    }
}

fn where_messages_cannot_be_printed_either_nothing_panics() {
    let (project, _) = life::accepted();
    for words in commands(&project) {
        let mut command = replay::command(&project, &words);
        let ran = Ran::of(command.stdout(full()).stderr(full()));
        assert_eq!(ran.code, Some(2), "{words:?}");
    }
    let refused = ["matrix", "--config", "/no/such/file"];
    let ran = Ran::of(replay::command(&project, &refused).stderr(full()));
    assert_eq!(ran.code, Some(2));
}
