//! The state that all cases of a run share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::generate::seed::{PreparedSeed, Seed, SeedCache};
use crate::generate::seed_pools::{BATCHES_KEPT, BatchCache, BatchKey, EvaluatedBatch, SeedPools};
use crate::matrix::case::Case;
use crate::matrix::{self, Bounds, Solver};
use crate::process::workspace::{Workspace, WriteError};
use crate::report::lines::journal::Journal;
use crate::report::lines::record::{Finding, Record};
use crate::report::numbers::counted;
use crate::solver::models::ModelRow;
use crate::solver::presence::Presence;
use crate::solver::session_runner::Sessions;
use crate::suite::base::Base;
use crate::suite::interrupt_handler::InterruptHandler;
use crate::suite::live::Live;
use crate::suite::open_bugs::OpenBugs;
use crate::suite::opinions::Opinions;
use crate::suite::recognise::Recognised;
use crate::suite::setup::Setup;
use crate::suite::untested::Untested;
use crate::witness::{Evaluation, Evaluator, z3};

/// The remedy if results cannot be written.
pub(super) const OTHER_RESULTS: &str = "; STORM_RESULTS names another file for results";

/// A value that the cases of a row share, by the name of the row.
type ByRow<T> = Mutex<BTreeMap<String, Arc<T>>>;

/// The state that all cases of a run share.
#[derive(Debug)]
pub(crate) struct Context {
    /// The settings of the run.
    pub setup: Setup,
    pub workspace: Workspace,
    pub journal: Journal,
    /// The base build, whose failures do not fail a test.
    pub base: Option<Base>,
    /// The bugs accepted as open, read when the first instance fails.
    open_bugs: OnceLock<OpenBugs>,
    /// The failures that a campaign recognised without reducing them.
    pub recognised: Recognised,
    /// The live report.
    pub live: Arc<Live>,
    /// The failures that are being reduced, for an interruption.
    pub unfinished: InterruptHandler,
    /// Whether the solver of each row is present; the first case of a row asks.
    presences: ByRow<OnceLock<Presence>>,
    /// What is known about the sessions of each row.
    sessions: ByRow<Sessions>,
    /// Finds the witnesses of seeds.
    evaluator: Evaluator,
    seeds: SeedCache,
    batches: BatchCache,
    /// Z3's second opinions on values.
    pub opinions: Opinions,
    /// What was not tested, and why.
    pub untested: Untested,
    /// The number of tests in which each known bug showed again, by the name of its snapshot.
    showed: Mutex<BTreeMap<String, usize>>,
    /// The cases whose kept failures from earlier runs were removed.
    cleared: Mutex<BTreeSet<String>>,
    /// How often each bug was met, by the name of its snapshot.
    hits: Mutex<BTreeMap<String, u32>>,
    /// Set once the line of a finding could not be written.
    unwritten: OnceLock<()>,
}

impl Context {
    pub(super) fn new(
        setup: Setup,
        workspace: Workspace,
        journal: Journal,
        live: Arc<Live>,
        base: Option<Base>,
    ) -> Context {
        let evaluator = ModelRow::evaluator(&setup.config, workspace.temporary());
        let unfinished = InterruptHandler::new(setup.config.snapshots.clone(), setup.commands.clone());
        Context {
            setup,
            workspace,
            journal,
            base,
            live,
            open_bugs: OnceLock::new(),
            recognised: Recognised::default(),
            unfinished,
            presences: Mutex::default(),
            sessions: Mutex::default(),
            evaluator,
            seeds: SeedCache::default(),
            batches: BatchCache::new(BATCHES_KEPT),
            opinions: Opinions::default(),
            untested: Untested::default(),
            showed: Mutex::default(),
            cleared: Mutex::default(),
            hits: Mutex::default(),
            unwritten: OnceLock::new(),
        }
    }

    /// Returns the bugs accepted as open.
    pub(super) fn open_bugs(&self) -> &OpenBugs {
        self.open_bugs.get_or_init(|| {
            let Setup { config, pending_is_known, .. } = &self.setup;
            OpenBugs::read(&config.snapshots, *pending_is_known, self.workspace.known_file())
        })
    }

    /// Returns whether the solver of a row is present, and asks it the first time.
    pub(super) fn presence(&self, solver: &Solver) -> Presence {
        let cell = row_entry(&self.presences, solver);
        cell.get_or_init(|| Presence::ask(solver, self.workspace.temporary())).clone()
    }

    /// Returns whether the solver of a row is present, if it has been asked.
    pub(super) fn known_presence(&self, solver: &Solver) -> Option<Presence> {
        row_entry(&self.presences, solver).get().cloned()
    }

    /// Returns what is known about the sessions of a row.
    pub(super) fn sessions(&self, solver: &Solver) -> Arc<Sessions> {
        row_entry(&self.sessions, solver)
    }

    /// Returns a seed, which is read once while it is in use.
    ///
    /// # Errors
    /// The reason why it cannot be used, in words.
    pub(super) fn seed(&self, path: &Path) -> Result<Arc<Seed>, String> {
        self.seeds.load(path).map_err(|error| error.to_string())
    }

    /// Returns the pools for a batch of a case's seed; the first case that asks makes them. Rows share them, except a
    /// row that fixes the value of an under-specified application, a row that does not read a name of the seed, and,
    /// with synthesised atoms, a row with other operators or logics.
    ///
    /// # Errors
    /// Explains why there are no pools.
    pub(super) fn pools(&self, case: &Case, batch: u32) -> Result<Arc<SeedPools>, String> {
        self.pools_within(case, batch, &self.setup.config.bounds)
    }

    /// Returns the pools for a batch of a case's seed within bounds other than those of the run.
    ///
    /// # Errors
    /// Explains why there are no pools.
    pub(super) fn pools_within(
        &self,
        case: &Case,
        batch: u32,
        bounds: &Bounds,
    ) -> Result<Arc<SeedPools>, String> {
        let seed = self.seed(&case.seed_path)?;
        let bounds = seed.bounds_for(bounds, &case.solver);
        let (path, rng_seed) = (case.seed_path.clone(), case.name.rng_seed);
        let key = BatchKey { path, rng_seed, number: batch, bounds };
        // Threads that need the same batch wait for the first of them.
        let place = self.batches.place(key.clone());
        let evaluated = place.get_or_init(|| self.evaluate(case, &seed, &key).map(Arc::new)).clone()?;
        evaluated.pools(&case.solver.total_operators, &self.evaluator).map_err(|error| error.to_string())
    }

    /// Evaluates a batch of a case's seed, and asks Z3 for a second opinion on the first batch.
    fn evaluate(&self, case: &Case, seed: &Arc<Seed>, key: &BatchKey) -> Result<EvaluatedBatch, String> {
        let mut written = Ok(());
        let review = |prepared: &PreparedSeed, evaluation: &mut Evaluation| {
            if key.number == 0 {
                written = self.review(case, prepared, evaluation);
            }
        };
        let batch = seed.batch(key.number, key.rng_seed, &key.bounds, &self.setup.config.witness);
        let evaluated = EvaluatedBatch::evaluate(seed, batch, &self.evaluator, review);
        written.map_err(|error| format!("{error}{OTHER_RESULTS}"))?;
        evaluated.map_err(|error| error.to_string())
    }

    /// Asks Z3 for its values if the profile wants a second opinion on the seed of this case.
    fn review(
        &self,
        case: &Case,
        prepared: &PreparedSeed,
        evaluation: &mut Evaluation,
    ) -> Result<(), WriteError> {
        if !z3::IS_LINKED || !self.setup.config.second_opinion.ask_about(&case.name) {
            return Ok(());
        }
        let opinion = self.evaluator.review(&prepared.problem, evaluation);
        self.journal.note(self.opinions.note(&case.name, &prepared.seed, &opinion, &self.journal.stamp()))
    }

    /// Returns the notes at the end that are not failures, a line for each reason: what the base build shows too, what
    /// was not tested, which witnesses should have been models, and where Z3 disagrees.
    pub(super) fn notes(&self) -> Vec<String> {
        let in_base = self.base.iter().flat_map(Base::lines);
        let models = self.evaluator.count_missing_models();
        let unused = matrix::unused(&self.setup.config);
        in_base
            .chain(unused)
            .chain(self.untested.lines())
            .chain(models)
            .chain(self.opinions.lines())
            .collect()
    }

    /// Ends the processes that wait for searches for models, so that the system counts their processor time.
    pub(super) fn end_idle_children(&self) {
        self.evaluator.end_idle_children();
    }

    /// Writes the line of a finding. If the results cannot be written, it says so once: the finding is kept all the same.
    pub(super) fn note_finding(&self, finding: Finding) {
        if let Err(error) = self.journal.note([Record::Finding(Box::new(finding))])
            && self.unwritten.set(()).is_ok()
        {
            self.live.say(&format!("error: {error}{OTHER_RESULTS}"));
        }
    }

    /// Removes the files that earlier runs kept for a failing case, given the name of its folder, before its first
    /// failure is kept. A campaign removes only the files of the same instance: it meets a case in several parts, and
    /// may continue an earlier one.
    ///
    /// # Errors
    /// The files exist and cannot be removed.
    pub(super) fn clear_failures(&self, case: String, instance: &str) -> Result<(), WriteError> {
        if self.setup.pending_is_known {
            return self.workspace.clear_failure(instance);
        }
        let mut cleared = self.cleared.lock().unwrap_or_else(PoisonError::into_inner);
        if cleared.insert(case.clone()) { self.workspace.clear_failure(&case) } else { Ok(()) }
    }

    /// Counts one more test in which a known bug showed again.
    pub(super) fn showed(&self, name: &str) {
        let mut showed = self.showed.lock().unwrap_or_else(PoisonError::into_inner);
        *showed.entry(name.to_owned()).or_default() += 1;
    }

    /// Returns a line for each known bug that showed again.
    pub(super) fn known(&self) -> Vec<String> {
        let showed = self.showed.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |(name, count): (&String, &usize)| {
            format!("known bug {name}: shows in {}", counted(*count, "test"))
        };
        showed.iter().map(line).collect()
    }

    /// Counts one more hit of a bug, and returns its number from 1.
    pub(super) fn hit(&self, name: &str) -> u32 {
        let mut hits = self.hits.lock().unwrap_or_else(PoisonError::into_inner);
        let count = hits.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    }
}

fn row_entry<T: Default>(all: &ByRow<T>, solver: &Solver) -> Arc<T> {
    let mut rows = all.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(rows.entry(solver.name.clone()).or_default())
}
