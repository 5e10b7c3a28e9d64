//! What this program does when it starts itself: the built-in solver, finding witnesses and evaluating
//! under them, and writing a snapshot.
//!
//! Each runs in its own process, so that it can crash, print, and have its own limits and environment without affecting
//! the tests around it. Every program that links this library as a harness calls [`dispatch`] first.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::bugs::snapshot;
use crate::process::ourselves::{EVALUATE, SNAPSHOT, SOLVE, UNWRITTEN};
use crate::smtlib::{NodeId, Tree, source};
use crate::witness;
use crate::witness::z3;

/// Does what a parent process of the same program asks for. Returns `None` if this process has no such parent.
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
    let mut is_written = true;
    let served = witness::serve(io::stdin().lock().lines(), |answer| {
        let mut stdout = io::stdout().lock();
        let written = writeln!(stdout, "{answer}").and_then(|()| stdout.flush());
        is_written = written.is_ok();
        written
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) if is_written => ExitCode::FAILURE,
        Err(_) => ExitCode::from(UNWRITTEN),
    }
}

/// The built-in solver: runs a script with the linked Z3 and prints its answers as they come.
pub(crate) fn solve(script: &Path) -> ExitCode {
    let text = match source::load(script) {
        Ok(text) => text,
        Err(error) => {
            let _ = writeln!(io::stdout(), "(error \"{}: {error}\")", script.display());
            return ExitCode::from(2);
        }
    };
    let Some(mut solver) = Solver::new() else { return ExitCode::from(2) };
    // What is no list of commands goes to Z3 whole: it knows best what to say.
    let run = solver.take(&text).unwrap_or_else(|| solver.run(&text)).and_then(|()| solver.catch_up());
    match run {
        Ok(()) => ExitCode::from(u8::from(solver.failed)),
        Err(_) => ExitCode::FAILURE,
    }
}

/// The built-in solver kept alive: runs commands from standard input, each list of them as soon as its last line is there.
fn solve_what_comes() -> ExitCode {
    let Some(mut solver) = Solver::new() else { return ExitCode::from(2) };
    let mut input = BufReader::with_capacity(AHEAD, io::stdin().lock());
    let (mut line, mut text) = (Vec::new(), String::new());
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => text.push_str(&String::from_utf8_lossy(&line)),
            Err(_) => return ExitCode::FAILURE,
        }
        let mut run = match solver.take(&text) {
            Some(taken) => {
                text.clear();
                taken
            }
            // There is more to come.
            None => Ok(()),
        };
        // Whoever waits for what silent commands say sends no more before.
        if input.buffer().is_empty() {
            run = run.and_then(|()| solver.catch_up());
        }
        if run.is_err() {
            return ExitCode::from(UNWRITTEN);
        }
    }
}

/// What is read of standard input at once, in bytes: a small script is there whole.
const AHEAD: usize = 1 << 16;

/// The linked Z3 with what it was told.
struct Solver {
    session: z3::Session,
    /// Commands that answer nothing, not yet run: a call of Z3 for each of them takes longer than they do.
    silent: String,
    /// Whether a command failed.
    failed: bool,
}

impl Solver {
    /// A solver with nothing asserted. If Z3 gives no context, prints the reason.
    fn new() -> Option<Solver> {
        let session = z3::Session::new();
        let session = session
            .inspect_err(|error| drop(writeln!(io::stdout(), "(error \"no Z3 context: {error}\")")))
            .ok()?;
        Some(Solver { session, silent: String::new(), failed: false })
    }

    /// Runs a list of commands, answer by answer, so that a crash or a time limit loses no earlier one; none if it is no such
    /// list. Silent ones at its end wait for what comes.
    fn take(&mut self, text: &str) -> Option<io::Result<()>> {
        let tree = Tree::parse(text.to_owned()).ok()?;
        Some(tree.roots().iter().try_for_each(|&root| {
            self.silent.push_str(tree.text(root));
            self.silent.push('\n');
            if is_silent(&tree, root) { Ok(()) } else { self.catch_up() }
        }))
    }

    /// Runs what waits.
    fn catch_up(&mut self) -> io::Result<()> {
        let commands = std::mem::take(&mut self.silent);
        if commands.is_empty() { Ok(()) } else { self.run(&commands) }
    }

    fn run(&mut self, commands: &str) -> io::Result<()> {
        let printed = self.session.run(commands).unwrap_or_else(|error| format!("(error \"{error}\")\n"));
        self.failed |= printed.lines().any(|line| line.starts_with("(error"));
        let mut stdout = io::stdout().lock();
        stdout.write_all(printed.as_bytes()).and_then(|()| stdout.flush())
    }
}

/// Whether a command prints no more than that it was carried out or why not.
fn is_silent(tree: &Tree, root: NodeId) -> bool {
    let head = tree.list(root).and_then(|parts| tree.symbol(*parts.first()?));
    head.is_some_and(|head| {
        matches!(head, "assert" | "push" | "pop" | "set-info" | "set-logic" | "set-option")
            || head.starts_with("declare-")
            || head.starts_with("define-")
    })
}
