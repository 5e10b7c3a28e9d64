//! The tasks of this program as its own child process: the built-in solver, a solver that is a library, and the search
//! for witnesses and evaluation under them.
//!
//! Each task has its own process, so that it can crash and print, with its own limits and environment, without
//! affecting the tests around it. Every program that links this library as a harness calls [`dispatch`] first.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::process::ourselves::{EVALUATE, LIBRARY, SOLVE, UNWRITTEN};
use crate::smtlib::{NodeId, Tree, source};
use crate::witness;
use crate::witness::z3;

/// What a program without a library answers.
const NO_LIBRARY: &str = "(error \"this program has no solver as a library; run the test target that has it, as in \
     `cargo test --release --test storm -- storm replay`\")";

/// The exit code after a script that cannot be read.
const UNREAD: u8 = 2;

/// Performs the task that a parent process of the same program requests. Returns `None` if there is no such request.
pub fn dispatch() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next()?.to_str()? {
        SOLVE => Some(match arguments.next() {
            Some(script) => solve(Path::new(&script)),
            None => solve_what_comes(),
        }),
        LIBRARY => {
            let _ = writeln!(io::stdout(), "{NO_LIBRARY}");
            Some(ExitCode::from(2))
        }
        EVALUATE => Some(ExitCode::from(witness::serve())),
        _ => None,
    }
}

/// Runs a script with the linked Z3, as the built-in solver, and prints each answer at once.
pub(crate) fn solve(script: &Path) -> ExitCode {
    let Some(text) = load(script, &mut io::stdout()) else { return ExitCode::from(UNREAD) };
    let Some(mut solver) = Solver::new() else { return ExitCode::from(2) };
    // Text that is not a list of commands goes to Z3 as a whole, because Z3 reports the error best.
    let run = match Tree::parse(text.clone()) {
        Ok(tree) => solver.take(&tree),
        Err(_) => solver.run(&text),
    };
    let run = run.and_then(|()| solver.catch_up());
    match run {
        Ok(()) => ExitCode::from(u8::from(solver.failed)),
        Err(_) => ExitCode::FAILURE,
    }
}

/// Reads a script. If it cannot be read, prints the reason as a solver does, and returns `None`.
fn load(script: &Path, out: &mut impl Write) -> Option<String> {
    let read = source::load(script);
    read.inspect_err(|error| drop(writeln!(out, "(error \"{}: {error}\")", script.display()))).ok()
}

/// Runs commands from standard input, as a session with the built-in solver. Each list of commands runs as soon as its
/// last line arrives.
fn solve_what_comes() -> ExitCode {
    let Some(mut solver) = Solver::new() else { return ExitCode::from(2) };
    take_what_comes(|commands, is_last| {
        commands.map_or(Ok(()), |tree| solver.take(tree))?;
        // A parent that waits for the output of silent commands sends nothing else meanwhile.
        if is_last { solver.catch_up() } else { Ok(()) }
    })
}

/// Answers a script, or the scripts of a session, with a solver that is a library. Returns `None` if this process is
/// not asked to.
///
/// A session gets a script as a whole at the `echo` that ends it, so that the library reads text as it does elsewhere.
pub(crate) fn serve_library(
    version: &str,
    mut solve: impl FnMut(&str, &mut dyn Write) -> io::Result<()>,
) -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != LIBRARY {
        return None;
    }
    let mut stdout = io::stdout().lock();
    let done = match arguments.next() {
        Some(word) if word == "--version" => writeln!(stdout, "{version}"),
        Some(script) => match load(Path::new(&script), &mut stdout) {
            Some(text) => solve(&text, &mut stdout),
            None => return Some(ExitCode::from(UNREAD)),
        },
        None => {
            let mut script = String::new();
            return Some(take_what_comes(|commands, _| {
                let Some(tree) = commands else { return Ok(()) };
                for &root in tree.roots() {
                    let items = tree.list(root).unwrap_or_default();
                    let word = |at: usize| items.get(at).map_or("", |&item| tree.text(item));
                    match word(0) {
                        "reset" => script.clear(),
                        "echo" => {
                            if !script.is_empty() {
                                solve(&std::mem::take(&mut script), &mut stdout)?;
                            }
                            writeln!(stdout, "{}", word(1).trim_matches('"'))?;
                        }
                        _ => script.extend([tree.text(root), "\n"]),
                    }
                }
                stdout.flush()
            }));
        }
    };
    Some(if done.and_then(|()| stdout.flush()).is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(UNWRITTEN)
    })
}

/// Reads standard input to its end, or to `(exit)`. Passes on a list of commands once its last line has arrived and nothing
/// more, and `None` at each line before; and whether nothing more has arrived.
fn take_what_comes(mut take: impl FnMut(Option<&Tree>, bool) -> io::Result<()>) -> ExitCode {
    let mut input = BufReader::with_capacity(AHEAD, io::stdin().lock());
    let (mut line, mut text) = (Vec::new(), String::new());
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => text.push_str(&String::from_utf8_lossy(&line)),
            Err(_) => return ExitCode::FAILURE,
        }
        // A list over thousands of lines is not parsed anew at each of them.
        let is_last = input.buffer().is_empty();
        let commands = is_last.then(|| Tree::parse(text.clone()).ok()).flatten();
        if commands.is_some() {
            text.clear();
        }
        if take(commands.as_ref(), is_last).is_err() {
            return ExitCode::from(UNWRITTEN);
        }
        let last = commands.as_ref().and_then(|tree| tree.head(*tree.commands().last()?));
        if last == Some("exit") {
            return ExitCode::SUCCESS;
        }
    }
}

/// The size of the input buffer in bytes, large enough for a small script.
const AHEAD: usize = 1 << 16;

/// A session with the linked Z3, and its pending commands.
struct Solver {
    session: z3::Session,
    /// Pending commands without an answer. They run together, because a call of Z3 for each would take longer than the
    /// commands do.
    silent: String,
    /// Whether a command failed.
    failed: bool,
}

impl Solver {
    /// Creates a solver without assertions. If Z3 provides no context, prints the reason and returns `None`.
    fn new() -> Option<Solver> {
        let session = z3::Session::new();
        let session = session
            .inspect_err(|error| drop(writeln!(io::stdout(), "(error \"no Z3 context: {error}\")")))
            .ok()?;
        Some(Solver { session, silent: String::new(), failed: false })
    }

    /// Runs a list of commands up to each command with an answer, so that a crash or a time limit loses no earlier
    /// answer. Silent commands at the end stay pending.
    fn take(&mut self, tree: &Tree) -> io::Result<()> {
        tree.commands().iter().try_for_each(|&root| {
            self.silent.push_str(tree.text(root));
            self.silent.push('\n');
            if is_silent(tree, root) { Ok(()) } else { self.catch_up() }
        })
    }

    /// Runs the pending commands.
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

/// Whether a command prints nothing except for success or an error.
fn is_silent(tree: &Tree, root: NodeId) -> bool {
    tree.head(root).is_some_and(|head| {
        matches!(head, "assert" | "push" | "pop" | "set-info" | "set-logic" | "set-option")
            || head.starts_with("declare-")
            || head.starts_with("define-")
    })
}
