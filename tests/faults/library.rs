//! A solver that is a library of the test program, and what becomes of it if it is wrong, panics, aborts or never ends.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::project::{CASE, Project};

crate::tests!(library:
    a_right_library_is_green,
    a_wrong_library_is_red_and_says_so_again,
    a_library_that_fails_ends_a_process_and_no_test_program,
    a_script_that_cannot_be_read_is_an_error,
);

/// The file with what the library does.
const FAULT: &str = "fault";

/// The library: answers each check as its fault says.
pub fn answer(folder: &Path, script: &str, out: &mut dyn Write) -> io::Result<()> {
    let fault = fs::read_to_string(folder.join(FAULT))?;
    for _ in script.lines().filter(|line| line.starts_with("(check-sat")) {
        match fault.as_str() {
            "panic" => panic!("not a clause"),
            "abort" => std::process::abort(),
            "spin" => loop {
                std::thread::yield_now();
            },
            word => writeln!(out, "{word}")?,
        }
    }
    Ok(())
}

/// A project whose solver is the library, with and without sessions.
fn project(fault: &str, more: &str) -> Project {
    let project = Project::playing(&[]);
    let row = "argv: [\"{library}\", \"{file}\"]\n    version: [\"{library}\", --version]\n    missing: error\n    timeout: 1s";
    project.write_rows(&format!("  player:\n    {row}\n    {more}\n"));
    project.write(FAULT, fault);
    project
}

const SESSION: &str = "session: {argv: [\"{library}\"]}";

fn a_right_library_is_green() {
    for more in ["", SESSION] {
        project("sat", more).run(&[]).expect(0, [1, 0, 0]);
    }
}

fn a_wrong_library_is_red_and_says_so_again() {
    for more in ["", SESSION] {
        let project = project("unsat", more);
        let ran = project.run(&[]);
        let text = ran.only_red(CASE);
        assert!(text.contains("wrong unsat") && text.contains("(Library 1.0)"), "{text}");
        project.accept();
        let snapshot = project.accepted().display().to_string();
        let again = project.run(&["storm", "replay", &snapshot]);
        assert!(again.code == Some(1) && again.stdout.contains("verdict  wrong unsat"), "{again:?}");
        // The program without the library says what is missing.
        let words = ["replay", &snapshot];
        let alone = crate::project::Ran::of(&mut crate::replay::command(&project, &words));
        assert!(alone.code == Some(3) && alone.stderr.contains("no solver as a library"), "{alone:?}");
    }
}

fn a_library_that_fails_ends_a_process_and_no_test_program() {
    for (fault, told) in [("panic", "assertion violation"), ("abort", "crash (killed by SIGABRT)")] {
        for more in ["", SESSION] {
            let ran = project(fault, more).run(&[]);
            let text = ran.only_red(CASE);
            assert!(text.contains(told), "{fault}: {text}");
        }
    }
    let endless = project("spin", SESSION).run(&["--format", "pretty"]);
    assert!(endless.stdout.contains("timeout"), "{endless:?}");
}

fn a_script_that_cannot_be_read_is_an_error() {
    let project = project("sat", "");
    project.write("latin.smt2", b"; caf\xe9\n(check-sat)\n");
    let ask = |script: &str| project.run(&["__storm-library", &project.path(script).display().to_string()]);
    let (read, missing) = (ask("latin.smt2"), ask("none.smt2"));
    assert_eq!((read.code, read.stdout.as_str()), (Some(0), "sat\n"), "{read:?}");
    assert!(missing.code == Some(2) && missing.stdout.starts_with("(error \""), "{missing:?}");
    missing.says(&["none.smt2: ", "No such file"]);
}
