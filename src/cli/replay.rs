//! `storm replay`: one script or snapshot on one solver of `solvers.yaml`.

use std::path::{Path, PathBuf};

use clap::Args;
use smt_storm::bugs::snapshot::{Info, Snapshot};
use smt_storm::matrix::{Class, Config, Solver};
use smt_storm::process::RawRun;
use smt_storm::process::interrupt;
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::answer;
use smt_storm::solver::presence::Presence;
use smt_storm::solver::runner::Runner;
use smt_storm::solver::session::Session;
use smt_storm::solver::verdict::Verdict;
use smt_storm::suite::environment::Environment;
use smt_storm::suite::exit;

use super::EXIT_CODES;

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
    /// The configuration.
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", default_value = "solvers.yaml")]
    config: PathBuf,
}

impl Replay {
    pub(super) fn run(mut self) -> Result<u8, String> {
        let (script, found_with) = self.script()?;
        let found_with = found_with.map(|info| {
            self.arg.splice(0..0, info.args);
            self.session |= info.session.is_some();
            info.solver
        });
        let config = Config::load(&self.config, None).map_err(|error| error.to_string())?;
        let name = self.solver.clone().or(found_with);
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
                self.replay(solver, &workspace, &script)
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
        let read = |path: &Path| std::fs::read_to_string(path);
        let text =
            read(&self.file).map_err(|error| format!("{}: cannot be read ({error})", self.file.display()))?;
        Ok((text, None))
    }

    fn replay(&self, solver: &Solver, workspace: &Workspace, script: &str) -> Result<u8, String> {
        let check_sats = check_sats(script)?;
        let args: Vec<&str> = self.arg.iter().map(String::as_str).collect();
        let run = match (&solver.session, self.session) {
            (_, false) => Runner::new(solver, workspace).run(script, &args),
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
        let verdict = Verdict::judge(&run, check_sats);
        say!("answers  {}", answers.join(", "));
        say!("time     {:.3} s", run.time.as_secs_f64());
        say!("verdict  {verdict}");
        Ok(match verdict.class {
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
