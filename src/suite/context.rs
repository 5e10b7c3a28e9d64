//! What all cases of a run share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::generate::seed_pools::{Cache, SeedPools, Shared};
use crate::matrix::case::Case;
use crate::matrix::{Config, Solver};
use crate::process::workspace::Workspace;
use crate::report::lines::journal::Journal;
use crate::solver::presence::Presence;
use crate::solver::sessions::Sessions;
use crate::suite::commands::Commands;
use crate::suite::environment::Environment;
use crate::suite::untested::Untested;
use crate::witness::Evaluator;

/// Something that the cases of a row share, by the name of the row.
type ByRow<T> = Mutex<BTreeMap<String, Arc<T>>>;

/// What all cases of a run share.
#[derive(Debug)]
pub(crate) struct Context {
    pub config: Config,
    pub environment: Environment,
    pub workspace: Workspace,
    pub journal: Journal,
    pub commands: Commands,
    /// Whether the solver of a row is there: asked once, by its first case.
    presences: ByRow<OnceLock<Presence>>,
    /// What is known of the sessions of a row.
    sessions: ByRow<Sessions>,
    /// Finds the witnesses of seeds.
    evaluator: Evaluator,
    pools: Cache,
    /// What was not tested.
    pub untested: Untested,
    /// How often each bug was met, by the name of its snapshot.
    hits: Mutex<BTreeMap<String, u32>>,
}

impl Context {
    pub fn new(config: Config, environment: Environment, workspace: Workspace, journal: Journal) -> Context {
        let commands = Commands::new(&environment, &config.profile);
        let evaluator = Evaluator::in_child(workspace.temporary());
        Context {
            config,
            environment,
            workspace,
            journal,
            commands,
            presences: Mutex::default(),
            sessions: Mutex::default(),
            evaluator,
            pools: Cache::default(),
            untested: Untested::default(),
            hits: Mutex::default(),
        }
    }

    /// Whether the solver of a row is there.
    pub fn presence(&self, solver: &Solver) -> Presence {
        let cell = of_row(&self.presences, solver);
        cell.get_or_init(|| Presence::ask(solver, self.workspace.temporary())).clone()
    }

    /// The version of the solver of a row, if it is there.
    pub fn version(&self, solver: &Solver) -> Option<String> {
        match self.presence(solver) {
            Presence::Present(version) => Some(version),
            Presence::Missing(_) => None,
        }
    }

    /// What is known of the sessions of a row.
    pub fn sessions(&self, solver: &Solver) -> Arc<Sessions> {
        of_row(&self.sessions, solver)
    }

    /// The pools of a case's seed, made by the first case that asks.
    pub fn pools(&self, case: &Case) -> Shared {
        let Config { bounds, witness, .. } = &self.config;
        let (path, rng_seed) = (&case.seed_path, case.name.rng_seed);
        self.pools.get(path, rng_seed, || {
            let pools = SeedPools::build(path, rng_seed, bounds, witness, &self.evaluator);
            pools.map_err(|error| error.to_string())
        })
    }

    /// Counts one more meeting with a bug; which one it is, from 1.
    pub fn hit(&self, name: &str) -> u32 {
        let mut hits = self.hits.lock().unwrap_or_else(PoisonError::into_inner);
        let count = hits.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    }
}

fn of_row<T: Default>(all: &ByRow<T>, solver: &Solver) -> Arc<T> {
    let mut rows = all.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(rows.entry(solver.name.clone()).or_default())
}
