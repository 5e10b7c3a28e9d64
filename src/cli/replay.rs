//! `storm replay`: one script or snapshot on one solver of `solvers.yaml`.

use std::path::PathBuf;

use clap::Args;
use smt_storm::bugs::snapshot::{Info, Snapshot};
use smt_storm::matrix::{Class, Config, Solver};
use smt_storm::process::RawRun;
use smt_storm::process::interrupt;
use smt_storm::process::workspace::Workspace;
use smt_storm::smtlib::instance::Instance;
use smt_storm::smtlib::source;
use smt_storm::solver::answer;
use smt_storm::solver::presence::Presence;
use smt_storm::solver::runner::Runner;
use smt_storm::solver::session::Session;
use smt_storm::solver::verdict::Verdict;
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;

const EXIT_CODES: &str = "Exit codes:
  0  the failure does not show
  1  the failure shows: the one that the snapshot tells of, or any wrong unsat; of a script, whatever turns a test red
  2  wrong usage, configuration or input (with --bisect: 128, at which `git bisect run` stops)
  3  the solver could not be tested: missing, no answer, an error (with --bisect: 125, at which it goes on elsewhere)";

/// Run a solver on a script or snapshot again and judge its answer.
///
/// The file is an instance, or a snapshot of a failure (`.snap` or `.snap.new`). The solver is
/// a row of solvers.yaml, with its arguments and limits; for a snapshot it defaults to the one
/// the failure was found with, with the arguments that were drawn, and in a session if only a
/// session showed it.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Replay {
    /// The script or snapshot.
    file: PathBuf,
    /// Row of solvers.yaml, such as `z3` or `z3/dom-simplify`.
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// A further argument of the solver, as drawn from its options; may be given more than once.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// Feed the script to the solver's session, with the answers judged together.
    #[arg(long)]
    session: bool,
    /// Exit codes for `git bisect run`: 0, 1, 125 for a version that cannot be tested, and 128 to stop.
    #[arg(long)]
    bisect: bool,
    /// The configuration.
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", default_value = "solvers.yaml")]
    config: PathBuf,
}

impl Replay {
    pub(super) fn run(self) -> Result<u8, String> {
        let bisect = self.bisect;
        let done = self.try_run();
        if !bisect {
            return done;
        }
        Ok(match done {
            Ok(exit::NOT_TESTED) => exit::BISECT_SKIP,
            Ok(code) => code,
            Err(message) => {
                note!("error: {message}");
                exit::BISECT_STOP
            }
        })
    }

    fn try_run(mut self) -> Result<u8, String> {
        let (script, found_with) = self.script()?;
        if let Some(info) = &found_with {
            self.arg.splice(0..0, info.args.clone());
            self.session |= info.session.is_some();
        }
        let config = Config::load(&self.config, None).map_err(|error| error.to_string())?;
        let name = self.solver.clone().or_else(|| found_with.as_ref().map(|info| info.solver.clone()));
        let name = name.ok_or("which solver? give `--solver NAME`, a row of solvers.yaml")?;
        let solver = config.row(&name).map_err(|error| error.to_string())?;
        self.arg.iter_mut().for_each(|arg| *arg = solver.form.resolved(arg).to_owned());
        interrupt::watch();
        let workspace =
            Workspace::open(&Environment::read().output(&config.root)).map_err(|error| error.to_string())?;
        match Presence::ask(solver, workspace.temporary()) {
            Presence::Missing(reason) => {
                note!("{reason}");
                Ok(exit::NOT_TESTED)
            }
            Presence::Present(version) => {
                say!("solver   {name} ({version})");
                self.replay(solver, &workspace, &script, found_with.as_ref())
            }
        }
    }

    /// The script, and how it was found if the file is a snapshot.
    fn script(&self) -> Result<(String, Option<Info>), String> {
        let is_snapshot = self.file.to_string_lossy().contains(".snap");
        if is_snapshot {
            let stored = Snapshot::unedited(&self.file).map_err(|error| error.to_string())?;
            let stored = stored.ok_or_else(|| format!("{}: no such file", self.file.display()))?;
            return Ok((stored.contents, Some(stored.info)));
        }
        let text = source::load(&self.file).map_err(|error| format!("{}: {error}", self.file.display()))?;
        Ok((text, None))
    }

    fn replay(
        &self,
        solver: &Solver,
        workspace: &Workspace,
        script: &str,
        told: Option<&Info>,
    ) -> Result<u8, String> {
        let check_sats = check_sats(script)?;
        let args: Vec<&str> = self.arg.iter().map(String::as_str).collect();
        let mut models = None;
        let run = match (&solver.session, self.session) {
            (_, false) => match Instance::read(script).ok().filter(|_| solver.form.models) {
                Some(instance) => Runner::new(solver, workspace).judge_with(&instance, &args).map(|judged| {
                    models = Some(judged.verdict);
                    judged.run
                }),
                None => Runner::new(solver, workspace).run(script, &args),
            },
            (Some(command), true) => {
                let session = Session::start(&command.argv_with(&args), solver.memory, workspace.temporary());
                // The limit is that of one instance; the script may be several.
                let scripts = 1 + script.lines().filter(|line| *line == "(reset)").count() as u32;
                session.map(|mut session| session.ask(script, solver.timeout * scripts))
            }
            (None, true) => {
                return Err(format!("{} has no `session` in {}", solver.name, self.config.display()));
            }
        };
        let run: RawRun = run.map_err(|error| error.to_string())?;
        let answers: Vec<String> = answer::read(&run, check_sats).iter().map(ToString::to_string).collect();
        let verdict = models.unwrap_or_else(|| Verdict::judge(&run, check_sats));
        say!("answers  {}", answers.join(", "));
        say!("time     {:.3} s", run.time.as_secs_f64());
        say!("verdict  {verdict}");
        let shows = match told {
            Some(info) => verdict.is_as_told(info.class, &info.details),
            None => verdict.class.may_fail() && solver.fails_on(verdict.class, false),
        };
        Ok(match verdict.class {
            _ if shows => exit::WRONG_UNSAT,
            Class::WrongUnsat => exit::WRONG_UNSAT,
            class if class.is_tested() => exit::SUCCESS,
            _ => exit::NOT_TESTED,
        })
    }
}

/// How many answers the script asks for.
fn check_sats(script: &str) -> Result<usize, String> {
    let tree = smt_storm::smtlib::Tree::parse(script.to_owned()).map_err(|error| error.to_string())?;
    let asks = |name: &str| matches!(name, "check-sat" | "check-sat-assuming" | "check-sat-using");
    let commands = tree.roots().iter().filter_map(|&root| tree.symbol(*tree.list(root)?.first()?));
    match commands.filter(|name| asks(name)).count() {
        0 => Err("the script asks for no answer: it has no check-sat".to_owned()),
        count => Ok(count),
    }
}
