//! What this program does when it starts itself: the built-in solver, finding witnesses and evaluating
//! under them, and writing a snapshot.
//!
//! Each runs in a process of its own so that it can crash, print and have limits and an
//! environment of its own without touching the tests around it. Every program that links this
//! library as a harness calls [`dispatch`] first.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::bugs::snapshot;
use crate::process::ourselves::{EVALUATE, SNAPSHOT, SOLVE, UNWRITTEN};
use crate::smtlib::Tree;
use crate::witness;
use crate::witness::z3;

/// Does what a parent process of the same program asks for; `None` if there is none.
pub fn dispatch() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next()?.to_str()? {
        SOLVE => Some(match arguments.next() {
            Some(script) => solve(Path::new(&script)),
            None => solve_what_comes(),
        }),
        EVALUATE => Some(evaluate()),
        SNAPSHOT => Some(snapshot::write_from_stdin()),
        _ => None,
    }
}

/// Answers each line of standard input with a line.
fn evaluate() -> ExitCode {
    for request in io::stdin().lock().lines() {
        let Ok(answer) = request.and_then(|request| Ok(witness::answer(&request)?)) else {
            return ExitCode::FAILURE;
        };
        let mut stdout = io::stdout().lock();
        if writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).is_err() {
            return ExitCode::from(UNWRITTEN);
        }
    }
    ExitCode::SUCCESS
}

/// The built-in solver: runs a script with the linked Z3 and prints its answers as they come.
pub fn solve(script: &Path) -> ExitCode {
    let text = match std::fs::read(script) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            let _ = writeln!(io::stdout(), "(error \"cannot read {}: {error}\")", script.display());
            return ExitCode::from(2);
        }
    };
    let Some(session) = z3_session() else { return ExitCode::from(2) };
    // What is no list of commands goes to Z3 whole: it knows best what to say.
    match answer(&session, &text).unwrap_or_else(|| answer_all(&session, [text.as_str()])) {
        Ok(failed) => ExitCode::from(u8::from(failed)),
        Err(_) => ExitCode::FAILURE,
    }
}

/// The built-in solver kept alive: runs commands from standard input, each list of them as soon as its last line is there.
fn solve_what_comes() -> ExitCode {
    let Some(session) = z3_session() else { return ExitCode::from(2) };
    let mut text = String::new();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return ExitCode::FAILURE };
        text.push_str(&String::from_utf8_lossy(&line));
        text.push('\n');
        match answer(&session, &text) {
            Some(Ok(_)) => text.clear(),
            Some(Err(_)) => return ExitCode::from(UNWRITTEN),
            // There is more to come.
            None => {}
        }
    }
    ExitCode::SUCCESS
}

/// The linked Z3, with nothing asserted; if there is none, why is printed.
fn z3_session() -> Option<z3::Session> {
    let session = z3::Session::new();
    session.inspect_err(|error| drop(writeln!(io::stdout(), "(error \"no Z3 context: {error}\")"))).ok()
}

/// Runs a list of commands; whether one failed. None if it is no such list.
fn answer(session: &z3::Session, text: &str) -> Option<io::Result<bool>> {
    let tree = Tree::parse(text.to_owned()).ok()?;
    Some(answer_all(session, tree.roots().iter().map(|&root| tree.text(root))))
}

/// Runs command by command, so that a crash or a time limit loses no earlier answer.
fn answer_all<'a>(session: &z3::Session, commands: impl IntoIterator<Item = &'a str>) -> io::Result<bool> {
    let mut failed = false;
    for command in commands {
        let printed = session.run(command).unwrap_or_else(|error| format!("(error \"{error}\")\n"));
        failed |= printed.starts_with("(error");
        let mut stdout = io::stdout().lock();
        stdout.write_all(printed.as_bytes()).and_then(|()| stdout.flush())?;
    }
    Ok(failed)
}
