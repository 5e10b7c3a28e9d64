//! Cases → libtest-mimic trials.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::generate::seed_pools::{Cache, Prepared};
use crate::matrix;
use crate::matrix::Shard;
use crate::matrix::case::{Case, CaseName};
use crate::matrix::{Config, Solver};
use crate::process::interrupt;
use crate::process::workspace::Workspace;
use crate::report::lines::journal::{Identity, Journal};
use crate::report::lines::record::{self, Record};
use crate::solver::runner::{Presence, presence};
use crate::solver::sessions::Sessions;
use crate::suite::account::Account;
use crate::suite::exit;
use crate::suite::hits::Hits;
use crate::suite::regression;
use crate::suite::regression::StoredCase;
use crate::suite::run_case::{Equipment, Outcome, run_case, without_solver};
use crate::witness::evaluation::Isolation;
use crate::witness::z3;

/// Runs the matrix of a folder with arguments of libtest, as words; the first one is the program's
/// name.
pub fn test(folder: &Path, words: impl IntoIterator<Item = String>) -> ExitCode {
    match run(folder, &Arguments::from_iter(words)) {
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
    let (mut cases, stored) = cases(&config, arguments)?;
    // The cases of one seed after each other: it is prepared once for all solvers.
    // Byte by byte, which is far quicker than by the parts of the paths.
    cases.sort_by(|one, two| {
        let paths = one.seed_path.as_os_str().cmp(two.seed_path.as_os_str());
        paths.then(one.rng_seed.cmp(&two.rng_seed))
    });
    if arguments.list {
        let names =
            cases.iter().map(|case| case.name.to_string()).chain(stored.iter().map(ToString::to_string));
        return Ok(conclude(arguments, names.map(listed).collect()));
    }
    interrupt::watch();
    let workspace =
        Workspace::open(&Workspace::default_output(&config.root)).map_err(|error| error.to_string())?;
    let replayed = stored.iter().filter(|case| matches!(case, StoredCase::Replay(_)));
    let names = cases.iter().map(|case| case.name.to_string()).chain(replayed.map(ToString::to_string));
    let planned = names.filter(|name| !arguments.is_filtered_out(&listed(name.clone())));
    let named = variable("STORM_RESULTS").map(PathBuf::from);
    let journal = Journal::open(
        named.as_deref(),
        &workspace.results_folder(),
        Identity::of_this_process(),
        z3::version(),
        &config,
        planned,
    );
    let context = Arc::new(Context {
        journal: journal.map_err(|error| error.to_string())?,
        config,
        workspace,
        presences: Mutex::default(),
        sessions: Mutex::default(),
        prepared: Cache::default(),
        hits: Hits::default(),
    });
    let trials = cases.into_iter().map(|case| {
        let name = case.name.to_string();
        trial(name, &context, move |context| context.run(&case))
    });
    let replays = stored.into_iter().map(|case| {
        let name = case.to_string();
        trial(name, &context, move |context| context.run_stored(&case))
    });
    Ok(conclude(arguments, trials.chain(replays).collect()))
}

/// All cases and stored bugs, or the one that is asked for by its exact name: runners such as
/// nextest start this program once for each test.
fn cases(config: &Config, arguments: &Arguments) -> Result<(Vec<Case>, Vec<StoredCase>), String> {
    if let Some(name) = arguments.filter.as_ref().filter(|_| arguments.exact) {
        let named = name.parse::<CaseName>().ok();
        if let Some(case) = named.and_then(|name| matrix::find(config, &name).ok()) {
            return Ok((vec![case], Vec::new()));
        }
        if let Some(stored) = regression::find(config, name) {
            return Ok((Vec::new(), vec![stored]));
        }
    }
    let mut cases = matrix::cases(config).map_err(|error| error.to_string())?;
    let mut stored = regression::cases(config).map_err(|error| error.to_string())?;
    if let Some(shard) = Shard::from_environment().map_err(|error| error.to_string())? {
        cases.retain(|case| shard.contains(&case.name.to_string()));
        stored.retain(|case| shard.contains(&case.to_string()));
    }
    Ok((cases, stored))
}

fn conclude(arguments: &Arguments, trials: Vec<Trial>) -> ExitCode {
    if libtest_mimic::run(arguments, trials).has_failed() {
        ExitCode::from(exit::TESTS_FAILED)
    } else {
        ExitCode::SUCCESS
    }
}

/// A trial that is only listed.
fn listed(name: String) -> Trial {
    Trial::test(name, || Ok(()))
}

/// Something that the cases of a row share, by the name of the row.
type ByRow<T> = Mutex<BTreeMap<String, Arc<T>>>;

/// What the trials share.
struct Context {
    config: Config,
    workspace: Workspace,
    journal: Journal,
    /// Per row of the matrix, whether its solver is there: asked once, by the first case.
    presences: ByRow<OnceLock<Presence>>,
    /// Per row, what is known of its sessions.
    sessions: ByRow<Sessions>,
    prepared: Cache,
    hits: Hits,
}

impl Context {
    fn run(&self, case: &Case) -> Outcome {
        let started = Instant::now();
        let (outcome, account) = self.outcome(case);
        let version = self.version(&case.solver);
        let line = account.line(self.journal.stamp(), &case.name, version, &outcome, started.elapsed());
        self.noted(line, account, outcome)
    }

    fn run_stored(&self, case: &StoredCase) -> Outcome {
        let regression = match case {
            StoredCase::Replay(regression) => regression,
            StoredCase::Broken(_, error) => return Outcome::Broken(error.to_string()),
        };
        let started = Instant::now();
        let (outcome, account) = match self.presence(&regression.solver) {
            Presence::Present(version) => regression.run(&self.config, &self.workspace, &version),
            // The row's own cases say if that is an error.
            Presence::Missing(reason) => {
                (Outcome::Ignored(format!("solver missing: {reason}")), Account::default())
            }
        };
        let version = self.version(&regression.solver);
        let line =
            account.line(self.journal.stamp(), &regression.found_by, version, &outcome, started.elapsed());
        let (case, solver) = (regression.to_string(), regression.solver.name.clone());
        self.noted(record::Case { case, solver, ..line }, account, outcome)
    }

    /// The outcome, if its lines can be written.
    fn noted(&self, line: record::Case, account: Account, outcome: Outcome) -> Outcome {
        let findings = account.findings.into_iter().map(|finding| Record::Finding(Box::new(finding)));
        match self.journal.note(findings.chain([Record::Case(line)])) {
            Ok(()) => outcome,
            Err(error) => Outcome::Broken(format!("{error}; STORM_RESULTS names another file for results")),
        }
    }

    fn outcome(&self, case: &Case) -> (Outcome, Account) {
        let not_run = |outcome| (outcome, Account::default());
        let version = match self.presence(&case.solver) {
            Presence::Present(version) => version,
            Presence::Missing(reason) => return not_run(without_solver(case, &reason)),
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
                let (config, workspace, journal) = (&self.config, &self.workspace, &self.journal);
                let (version, sessions, hits) = (&version, &sessions, &self.hits);
                let equipment = Equipment { config, workspace, version, journal, sessions, hits };
                run_case(case, &equipment, prepared)
            }
            Some(Err(message)) => not_run(Outcome::Broken(message.clone())),
            None => not_run(Outcome::Broken("the seed could not be prepared".to_owned())),
        }
    }

    /// The version of a solver that is there.
    fn version(&self, solver: &Solver) -> Option<String> {
        match self.presence(solver) {
            Presence::Present(version) => Some(version),
            Presence::Missing(_) => None,
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

/// A trial with what the others share.
fn trial(
    name: String,
    context: &Arc<Context>,
    run: impl FnOnce(&Context) -> Outcome + Send + 'static,
) -> Trial {
    let context = Arc::clone(context);
    Trial::ignorable_test(name, move || match run(&context) {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Ignored(reason) => Ok(Completion::ignored_with(reason)),
        Outcome::Failed(failure) => Err(Failed::from(failure.text())),
        Outcome::Changed { text, .. } => Err(Failed::from(text)),
        Outcome::Broken(message) => Err(Failed::from(message)),
    })
}
