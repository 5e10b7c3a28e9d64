//! Instance → solver process or session → raw run → verdict.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::matrix::{Class, FILE_PLACEHOLDER, Input, Solver};
use crate::process::interrupt;
use crate::process::ourselves;
use crate::process::workspace::Workspace;
use crate::process::{self, Exit, Job, KEPT, RawRun, RunError};
use crate::smtlib::instance::Instance;
use crate::solver::answer;
use crate::solver::model_check;
use crate::solver::model_check::Check;
use crate::solver::session::Session;
use crate::solver::sessions::Sessions;
use crate::solver::verdict::Verdict;
use crate::witness::evaluation::Isolation;

/// Wall-clock limit of a version command: a Java machine takes its time to start.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest version text kept, in characters.
const VERSION_LENGTH: usize = 120;

/// Runs one solver on one instance after the other: in a session where the solver has one
/// that works, else in a process for each.
#[derive(Debug)]
pub struct Runner<'a> {
    solver: &'a Solver,
    sessions: &'a Sessions,
    folder: &'a Path,
    script: PathBuf,
    /// The sessions of this runner, by command line.
    live: BTreeMap<Vec<String>, Session>,
    /// Whether a session missed a deadline: the first time, it may be the session's fault.
    missed: bool,
}

/// What an instance came to.
#[derive(Debug)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// What the solver left.
    pub run: RawRun,
    /// How many models were satisfied, undecided and unreadable, where models are checked.
    pub models: BTreeMap<&'static str, u32>,
    /// For what shows in a session but not in a process of its own: the scripts the session
    /// was asked, this instance's last.
    pub only_after: Option<Vec<String>>,
}

/// Sessions a runner keeps: one for each set of drawn arguments.
const LIVE: usize = 4;

impl<'a> Runner<'a> {
    /// A runner for `solver`, with a script file and sessions of its own; `sessions` is what is
    /// known of sessions with it.
    pub fn new(solver: &'a Solver, sessions: &'a Sessions, workspace: &'a Workspace) -> Self {
        let script = workspace.script_path();
        Runner {
            solver,
            sessions,
            folder: workspace.temporary(),
            script,
            live: BTreeMap::new(),
            missed: false,
        }
    }

    /// Runs the solver, with further arguments, on a script in a process of its own, and
    /// returns what it left.
    ///
    /// # Errors
    /// The solver cannot be started, or the script cannot be written.
    pub fn run(&self, script: &str, args: &[&str]) -> Result<RawRun, RunError> {
        let unwritten = |source| RunError::temporary(self.folder, source);
        interrupt::uninterrupted(|| std::fs::write(&self.script, script)).map_err(unwritten)?;
        let stdin = match self.solver.input {
            Input::File => None,
            Input::Stdin => Some(self.script.as_path()),
        };
        process::run(&Job {
            argv: &argv(self.solver, &self.script, args),
            stdin,
            timeout: self.solver.timeout,
            cpu: self.solver.cpu,
            memory: self.solver.memory,
            folder: self.folder,
            keep: KEPT,
        })
    }

    /// Runs the solver on an instance in a process of its own and judges its answers.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_alone(&self, instance: &Instance) -> Result<Judged, RunError> {
        self.judge_with(instance, &self.arguments(instance))
    }

    /// The same with these arguments, whatever was drawn for the instance.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_with(&self, instance: &Instance, args: &[&str]) -> Result<Judged, RunError> {
        let run = self.run(&instance.text, args)?;
        Ok(self.judged(instance, run))
    }

    /// The verdict on a run, models included.
    fn judged(&self, instance: &Instance, run: RawRun) -> Judged {
        let mut verdict = Verdict::judge(&run, instance.checks());
        let mut models = BTreeMap::new();
        if self.solver.form.models && verdict.class.is_tested() {
            let printed = answer::models(&run, instance.checks());
            let printed =
                printed.iter().enumerate().filter_map(|(check, model)| Some((check, model.as_ref()?)));
            for (check, model) in printed {
                let script = instance.at_check(check);
                let isolation = Isolation::Process(self.folder);
                let word = match model_check::check(&script.text, None, model, isolation) {
                    Ok(Check::Satisfied) => "model satisfied",
                    Ok(Check::Undecided(_)) => "model undecided",
                    Err(_) => "model unreadable",
                    Ok(Check::Violated { assertion, .. }) => {
                        let text = script.assertions().nth(assertion).unwrap_or("an assumption").trim();
                        let invalid = Verdict::with_details(Class::InvalidModel, clip(text));
                        verdict = verdict.max(Verdict { check: Some(check), ..invalid });
                        "model violated"
                    }
                };
                *models.entry(word).or_default() += 1;
            }
        }
        Judged { verdict, run, models, only_after: None }
    }

    /// Runs the solver on an instance, in a session if it can, and judges its answers. What a
    /// session says is believed if it is good, or if it is a timeout that is not the first and
    /// sessions have answered before, and if no test turns red for it; everything else is asked again in a
    /// process of its own.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge(&mut self, instance: &Instance) -> Result<Judged, RunError> {
        let Some(command) = self.solver.session.as_ref().filter(|_| self.sessions.are_usable()) else {
            return self.judge_alone(instance);
        };
        let argv = command.argv_with(&self.arguments(instance));
        let mut session = match self.live.remove(&argv) {
            Some(session) => session,
            None => Session::start(&argv, self.solver.memory, self.folder)?,
        };
        let run = session.ask(&instance.text, self.solver.timeout);
        let judged = self.judged(instance, run);
        let verdict = &judged.verdict;
        let good = verdict.class.is_good();
        if good && session.asked().len() > 1 {
            self.sessions.praise();
        }
        let red = self.solver.fails_on(verdict.class, true);
        let late = verdict.class == Class::Timeout;
        let believed = !red && (good || (late && self.missed && self.sessions.are_proven()));
        self.missed |= late;
        if believed {
            self.keep(argv, session, command.restart);
            return Ok(judged);
        }
        let alone = self.judge_alone(instance)?;
        if alone.verdict.class.is_tested() && !verdict.class.is_tested() {
            self.sessions.blame();
        }
        // A session that fails from its first script on may not work at all, but an unsat is an unsat.
        let counts = session.asked().len() > 1 || verdict.class == Class::WrongUnsat;
        let is_graver = verdict.class > alone.verdict.class;
        let only_after =
            (counts && (verdict.class.is_harm() || verdict.class == Class::WrongUnsat) && is_graver)
                .then(|| session.asked().to_vec());
        self.keep(argv, session, command.restart);
        Ok(if only_after.is_some() { Judged { only_after, ..judged } } else { alone })
    }

    /// Asks scripts one after the other in a session of their own, with further arguments;
    /// the verdict on the last, which has so many checks. `None` if it does not come to that one.
    ///
    /// # Errors
    /// See [`Runner::run`].
    pub fn judge_in_order(
        &self,
        scripts: &[&str],
        args: &[&str],
        checks: usize,
    ) -> Result<Option<Verdict>, RunError> {
        let Some(command) = &self.solver.session else { return Ok(None) };
        let argv = command.argv_with(args);
        let mut session = Session::start(&argv, self.solver.memory, self.folder)?;
        let mut last = None;
        for script in scripts {
            if !session.is_alive() {
                return Ok(None);
            }
            last = Some(session.ask(script, self.solver.timeout));
        }
        Ok(last.map(|run| Verdict::judge(&run, checks)))
    }

    /// The arguments drawn for an instance.
    pub fn arguments(&self, instance: &Instance) -> Vec<&'a str> {
        self.solver.form.arguments(&instance.choices)
    }

    fn keep(&mut self, argv: Vec<String>, session: Session, restart: u32) {
        if session.is_alive() && session.asked().len() < restart as usize {
            if self.live.len() >= LIVE {
                self.live.clear();
            }
            self.live.insert(argv, session);
        }
    }
}

/// The beginning of a long text.
fn clip(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.script);
    }
}

/// The command that runs `solver`, with further arguments, on the file `script`.
pub fn argv(solver: &Solver, script: &Path, args: &[&str]) -> Vec<String> {
    if solver.built_in {
        return ourselves::solve_argv(script);
    }
    let script = script.to_string_lossy();
    let argv = solver.argv_with(args);
    argv.iter().map(|argument| argument.replace(FILE_PLACEHOLDER, &script)).collect()
}

/// Whether a solver is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is, in this version.
    Present(String),
    /// It is not, or does not start; why.
    Missing(String),
}

/// Asks a solver for its version. One without a version command only has to exist.
pub fn presence(solver: &Solver, folder: &Path) -> Presence {
    if solver.built_in {
        return Presence::Present(format!("libz3 {}", crate::witness::z3::version()));
    }
    let (argv, asks) = match &solver.version_argv {
        Some(argv) => (argv.clone(), true),
        None => (solver.argv[..1].to_vec(), false),
    };
    let job = Job {
        argv: &argv,
        stdin: None,
        timeout: VERSION_TIMEOUT,
        cpu: None,
        memory: None,
        folder,
        keep: KEPT,
    };
    let run = match process::run(&job) {
        Ok(run) => run,
        Err(error) => return Presence::Missing(error.to_string()),
    };
    let stdout = String::from_utf8_lossy(&run.stdout);
    let stderr = String::from_utf8_lossy(&run.stderr);
    let said = stdout.lines().chain(stderr.lines()).map(str::trim).find(|line| !line.is_empty());
    let said: String = said.unwrap_or("no version given").chars().take(VERSION_LENGTH).collect();
    let how = match run.exit {
        Exit::Code(0) => return Presence::Present(said),
        _ if !asks => return Presence::Present("unknown version".to_owned()),
        Exit::Code(code) => format!("exit code {code}"),
        Exit::TimedOut => format!("no end within {} s", VERSION_TIMEOUT.as_secs()),
        Exit::OverMemory => "out of memory".to_owned(),
        Exit::Signal(signal) => format!("killed by {}", answer::signal_name(signal)),
    };
    Presence::Missing(format!("`{}` fails ({how}): {said}", argv.join(" ")))
}
