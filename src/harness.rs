//! Cases → libtest-mimic trials: the whole test program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::case::{Case, CaseName};
use crate::config::{Config, Solver};
use crate::evaluation::Isolation;
use crate::matrix::Shard;
use crate::prepared::{Cache, Prepared};
use crate::results::Line;
use crate::run_case::{Equipment, Outcome, run_case, without_solver};
use crate::runner::{Presence, presence};
use crate::sessions::Sessions;
use crate::workspace::Workspace;
use crate::{child, cli, exit, interrupt, matrix};

/// The body of a test target with `harness = false`:
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     smt_storm::harness::main(env!("CARGO_MANIFEST_DIR"))
/// }
/// ```
///
/// Reads `solvers.yaml` in `folder` (or the file STORM_CONFIG names), takes the profile that
/// STORM_PROFILE names, and runs its cases with libtest's arguments, or only those that STORM_RNG,
/// STORM_ROWS and STORM_SHARD leave. Exit codes are those of [`crate::exit`]. With the arguments
/// `storm COMMAND …` it is the command line, see [`cli`].
pub fn main(folder: &str) -> ExitCode {
    if let Some(code) = child::dispatch().or_else(cli::dispatch) {
        return code;
    }
    test(Path::new(folder), &Arguments::from_args())
}

/// Runs the matrix like [`main`], with arguments of libtest given as words; the first one
/// is the program's name.
pub fn test_with(folder: &Path, words: Vec<String>) -> ExitCode {
    test(folder, &Arguments::from_iter(words))
}

fn test(folder: &Path, arguments: &Arguments) -> ExitCode {
    match run(folder, arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(exit::USAGE)
        }
    }
}

fn run(folder: &Path, arguments: &Arguments) -> Result<ExitCode, String> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let path = variable("STORM_CONFIG").map_or_else(|| folder.join("solvers.yaml"), PathBuf::from);
    let profile = variable("STORM_PROFILE");
    let config = Config::load(&path, profile.as_deref()).map_err(|error| error.to_string())?;
    let config = config.with_overrides()?;
    let mut cases = cases(&config, arguments)?;
    // The cases of one seed after each other: it is prepared once for all solvers.
    // Byte by byte, which is far quicker than by the parts of the paths.
    cases.sort_by(|one, two| {
        let paths = one.seed_path.as_os_str().cmp(two.seed_path.as_os_str());
        paths.then(one.rng_seed.cmp(&two.rng_seed))
    });
    if arguments.list {
        return Ok(conclude(arguments, cases.into_iter().map(listed).collect()));
    }
    interrupt::watch();
    let workspace =
        Workspace::open(&Workspace::default_output(&config.root)).map_err(|error| error.to_string())?;
    let context = Arc::new(Context {
        config,
        workspace,
        presences: Mutex::default(),
        sessions: Mutex::default(),
        prepared: Cache::default(),
    });
    let trials = cases.into_iter().map(|case| trial(case, &context)).collect();
    let code = conclude(arguments, trials);
    Ok(code)
}

/// All cases, or the one that is asked for by its exact name: runners such as nextest start
/// this program once for each test.
fn cases(config: &Config, arguments: &Arguments) -> Result<Vec<Case>, String> {
    let exact = arguments.filter.as_ref().filter(|_| arguments.exact);
    let named = exact.and_then(|name| name.parse::<CaseName>().ok());
    if let Some(case) = named.and_then(|name| matrix::find(config, &name).ok()) {
        return Ok(vec![case]);
    }
    let mut cases = matrix::cases(config).map_err(|error| error.to_string())?;
    if let Some(shard) = Shard::from_environment().map_err(|error| error.to_string())? {
        cases.retain(|case| shard.contains(case));
    }
    Ok(cases)
}

fn conclude(arguments: &Arguments, trials: Vec<Trial>) -> ExitCode {
    if libtest_mimic::run(arguments, trials).has_failed() {
        ExitCode::from(exit::TESTS_FAILED)
    } else {
        ExitCode::SUCCESS
    }
}

/// A trial that is only listed.
fn listed(case: Case) -> Trial {
    Trial::test(case.name.to_string(), || Ok(()))
}

/// Something that the cases of a row share, by the name of the row.
type ByRow<T> = Mutex<BTreeMap<String, Arc<T>>>;

/// What the trials share.
struct Context {
    config: Config,
    workspace: Workspace,
    /// Per row of the matrix, whether its solver is there: asked once, by the first case.
    presences: ByRow<OnceLock<Presence>>,
    /// Per row, what is known of its sessions.
    sessions: ByRow<Sessions>,
    prepared: Cache,
}

impl Context {
    fn run(&self, case: &Case) -> Outcome {
        let started = Instant::now();
        let outcome = self.outcome(case);
        if let Some(path) = std::env::var_os("STORM_RESULTS").filter(|path| !path.is_empty()) {
            let version = match self.presence(&case.solver) {
                Presence::Present(version) => Some(version),
                Presence::Missing(_) => None,
            };
            let line = Line::of(case, version.as_deref(), &outcome, started.elapsed());
            if let Err(error) = line.append(Path::new(&path)) {
                let path = Path::new(&path).display();
                return Outcome::Broken(format!("cannot write {path}, which STORM_RESULTS names: {error}"));
            }
        }
        outcome
    }

    fn outcome(&self, case: &Case) -> Outcome {
        let version = match self.presence(&case.solver) {
            Presence::Present(version) => version,
            Presence::Missing(reason) => return without_solver(case, &reason),
        };
        let Config { bounds, witness, .. } = &self.config;
        let isolation = Isolation::Process(self.workspace.temporary());
        let prepare = || Prepared::of(&case.seed_path, case.rng_seed, bounds, witness, isolation);
        let shared = self
            .prepared
            .get(&case.seed_path, case.rng_seed, || prepare().map_err(|error| error.to_string()));
        match shared.get() {
            Some(Ok(prepared)) => {
                let sessions = self.row(&self.sessions, &case.solver);
                let (config, workspace) = (&self.config, &self.workspace);
                let equipment = Equipment { config, workspace, version: &version, sessions: &sessions };
                run_case(case, &equipment, prepared)
            }
            Some(Err(message)) => Outcome::Broken(message.clone()),
            None => Outcome::Broken("the seed could not be prepared".to_owned()),
        }
    }

    fn presence(&self, solver: &Solver) -> Presence {
        let cell = self.row(&self.presences, solver);
        cell.get_or_init(|| presence(solver, self.workspace.temporary())).clone()
    }

    fn row<T: Default>(&self, all: &ByRow<T>, solver: &Solver) -> Arc<T> {
        let mut rows = all.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(rows.entry(solver.name.clone()).or_default())
    }
}

fn trial(case: Case, context: &Arc<Context>) -> Trial {
    let context = Arc::clone(context);
    Trial::ignorable_test(case.name.to_string(), move || match context.run(&case) {
        Outcome::Passed(_) => Ok(Completion::Completed),
        Outcome::Ignored(reason) => Ok(Completion::ignored_with(reason)),
        Outcome::Failed(failure) => Err(Failed::from(failure.text())),
        Outcome::Broken(message) => Err(Failed::from(message)),
    })
}
