//! Asking many small scripts one after another, within time limits.

use std::time::{Duration, Instant};

use crate::matrix::{Class, Solver};
use crate::process::RawRun;
use crate::process::workspace::Workspace;
use crate::solver::answer::{self, Answer};
use crate::solver::runner::{Runner, session_argv};
use crate::solver::session::Session;
use crate::solver::verdict::Verdict;

/// The time limit of one script.
const EACH: Duration = Duration::from_secs(1);
/// The time limit of all scripts of a row. The rest is not asked.
const ALL: Duration = Duration::from_secs(60);

/// Asks a solver.
pub(super) struct Interviewer<'a> {
    solver: Solver,
    workspace: &'a Workspace,
    /// Whether sessions are used.
    sessions: bool,
    session: Option<Session>,
    until: Instant,
}

impl<'a> Interviewer<'a> {
    /// Prepares to ask in sessions if they work, otherwise in a process for each script.
    pub(super) fn new(solver: &Solver, sessions: bool, workspace: &'a Workspace) -> Interviewer<'a> {
        let solver = Solver { timeout: EACH.min(solver.timeout), ..solver.clone() };
        Interviewer { solver, workspace, sessions, session: None, until: Instant::now() + ALL }
    }

    /// Returns the answer to a script in a logic; `None` if no time is left. The script has no `set-logic`.
    pub(super) fn answer(&mut self, logic: &str, script: &str) -> Option<Answer> {
        if Instant::now() > self.until {
            return None;
        }
        // The row's own check-sat command does not matter for what it reads.
        let script = format!("(set-logic {logic})\n{script}");
        let in_session = self.in_session(&script).map(|run| first_answer(&run));
        Some(match in_session {
            // Without an answer or an error, the session may be at fault: ask again.
            Some(answer) if answer.is_real() || refusal(&answer).is_some() => answer,
            _ => self.ask_alone(&script),
        })
    }

    fn in_session(&mut self, script: &str) -> Option<RawRun> {
        let command = self.solver.session.as_ref().filter(|_| self.sessions)?;
        let spent =
            |session: &Session| !session.is_alive() || session.asked().len() >= command.restart as usize;
        let mut session = match self.session.take().filter(|session| !spent(session)) {
            Some(session) => session,
            None => {
                let argv = session_argv(&self.solver, command, &[]);
                Session::start(&argv, self.solver.memory, self.workspace.temporary()).ok()?
            }
        };
        let run = session.ask(script, self.solver.timeout);
        self.session = Some(session);
        Some(run)
    }

    fn ask_alone(&self, script: &str) -> Answer {
        match Runner::new(&self.solver, self.workspace).run(script, &[]) {
            Ok(run) => first_answer(&run),
            Err(error) => Answer::None(Verdict::with_details(Class::Error, error.to_string())),
        }
    }
}

/// Returns why a script was refused, if it was.
pub(super) fn refusal(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::None(Verdict {
            class: Class::Error | Class::Garbage | Class::Unsupported, details, ..
        }) => Some(details),
        _ => None,
    }
}

/// Returns the first answer, or an error if there is one: some solvers skip what they do not understand, and continue.
pub(in crate::solver) fn first_answer(run: &RawRun) -> Answer {
    let stdout = String::from_utf8_lossy(&run.stdout);
    match stdout.lines().find(|line| line.contains("(error")) {
        Some(error) => Answer::None(Verdict::with_details(Class::Error, error)),
        None => answer::read(run, 1).swap_remove(0),
    }
}
