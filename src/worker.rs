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
        SOLVE => Some(solve(Path::new(&arguments.next()?))),
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
    let session = match z3::Session::new() {
        Ok(session) => session,
        Err(error) => {
            let _ = writeln!(io::stdout(), "(error \"no Z3 context: {error}\")");
            return ExitCode::from(2);
        }
    };
    let mut failed = false;
    // Command by command, so that a crash or a time limit loses no earlier answer. What is
    // no list of commands goes to Z3 whole: it knows best what to say.
    let commands = match Tree::parse(text.clone()) {
        Ok(tree) => tree.roots().iter().map(|&root| tree.text(root).to_owned()).collect(),
        Err(_) => vec![text],
    };
    for command in commands {
        let printed = session.run(&command).unwrap_or_else(|error| format!("(error \"{error}\")\n"));
        failed |= printed.starts_with("(error");
        let mut stdout = io::stdout().lock();
        if stdout.write_all(printed.as_bytes()).and_then(|()| stdout.flush()).is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::from(u8::from(failed))
}
