//! One search: instances of a seed, batch by batch, until one is answered wrongly.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Auto, Class, Config, Solver};
use smt_storm::process::workspace::Workspace;
use smt_storm::smtlib::instance::{Expected, Instance};
use smt_storm::solver::runner::Runner;
use smt_storm::solver::session_runner::SessionRunner;
use smt_storm::solver::session_runner::Sessions;
use smt_storm::solver::verdict::Verdict;
use smt_storm::witness::Evaluator;

use crate::known::bugs::Bug;
use crate::known::{Limits, Setting};

/// Wall-clock limit of one instance: answers that are wrong come at once.
const TIMEOUT: Duration = Duration::from_millis(300);
/// The most instances.
const MOST: u32 = 1_000_000;

/// The searches for a bug with a setting, one for each RNG seed.
pub struct Row {
    pub bug: &'static Bug,
    /// The name of the setting, or of another tool.
    pub setting: &'static str,
    pub searches: Vec<Search>,
}

/// What a search came to.
pub struct Search {
    /// Instances that were asked, the wrong one included.
    pub instances: u32,
    /// Processor time of the solver and of this program, and time on the clock, in seconds.
    pub processor: f64,
    pub clock: f64,
    /// Whether an answer was wrong.
    pub found: bool,
}

/// Runs the searches.
pub fn run(
    bug: &'static Bug,
    setting: &'static Setting,
    executable: &Path,
    seed: &Path,
    limits: &Limits,
) -> Row {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = Config::load(&root.join("solvers.yaml"), Some(setting.profile)).unwrap();
    (setting.change)(&mut config);
    config.bounds.nm = Auto::Fixed(MOST);
    let row = config.solvers.iter().find(|row| row.name == bug.row);
    let row = row.expect("a row of the profile");
    let solver = released(row, bug, executable);
    let right = bug.right_release().map(|right| released(row, bug, &right));
    let to_find = ToFind { bug, setting, solver, right, seed, config, limits };
    Row {
        bug,
        setting: setting.name,
        searches: limits.rng_seeds.iter().map(|&rng_seed| to_find.search(rng_seed)).collect(),
    }
}

/// The row with the release in place of its program.
fn released(row: &Solver, bug: &Bug, executable: &Path) -> Solver {
    let mut solver = row.clone();
    let program = executable.to_str().unwrap();
    solver.timeout = TIMEOUT;
    solver.operators = solver.operators.except(bug.unread());
    solver.command.argv = row.command.argv_with(bug.args);
    program.clone_into(&mut solver.command.argv[0]);
    if let Some(session) = &mut solver.session {
        session.command.argv = session.command.argv_with(bug.args);
        program.clone_into(&mut session.command.argv[0]);
    }
    solver
}

/// What the searches for a bug with a setting have in common.
struct ToFind<'a> {
    bug: &'a Bug,
    setting: &'a Setting,
    solver: Solver,
    /// The row with a release that does not have the bug.
    right: Option<Solver>,
    seed: &'a Path,
    config: Config,
    limits: &'a Limits,
}

impl ToFind<'_> {
    fn search(&self, rng_seed: u64) -> Search {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path()).unwrap();
        let evaluator = Evaluator::in_child(workspace.temporary());
        let sessions = Arc::<Sessions>::default();
        let (started, before) = (Instant::now(), processor_time());
        let mut runner = SessionRunner::new(Runner::new(&self.solver, &workspace), &sessions);
        let (mut instances, mut found) = (0, false);
        let batches = self.config.bounds.batches;
        let seed = Seed::load(self.seed).unwrap();
        let mut end = 0;
        'search: for batch in 0.. {
            let numbers = end..batches.end(batch).unwrap_or(MOST);
            if numbers.is_empty() {
                break;
            }
            end = numbers.end;
            // A witness under which nothing has a known value: the others have theirs.
            let Some(pools) = self.pools(&seed, rng_seed, batch, &evaluator) else { continue };
            let mut generator = pools.generator(&self.solver.form);
            for number in numbers {
                let instance = generator.instance(number);
                let judged = runner.judge(&instance).unwrap();
                instances += 1;
                let is_wrong = judged.verdict.class == self.bug.class;
                found = (is_wrong && !self.shows_without_the_bug(&instance, &workspace))
                    || self.is_wrong_sat(&instance, &judged.verdict, &workspace);
                if found {
                    self.keep(rng_seed, &instance);
                }
                if found || processor_time() - before > self.limits.seconds {
                    break 'search;
                }
            }
        }
        drop(runner);
        let clock = started.elapsed().as_secs_f64();
        Search { instances, processor: processor_time() - before, clock, found }
    }

    /// Whether a release that does not have the bug fails alike.
    fn shows_without_the_bug(&self, instance: &Instance, workspace: &Workspace) -> bool {
        let judged = |solver| Runner::new(solver, workspace).judge_alone(instance).unwrap();
        self.right.as_ref().is_some_and(|right| judged(right).verdict.class == self.bug.class)
    }

    /// Whether a model is wrong because there is none: a release that does not have the bug answers `unsat`.
    fn is_wrong_sat(&self, instance: &Instance, verdict: &Verdict, workspace: &Workspace) -> bool {
        let is_model = verdict.class == Class::InvalidModel && self.bug.class == Class::WrongSat;
        let Some(right) = self.right.as_ref().filter(|_| is_model) else { return false };
        let mut asked = instance.clone();
        asked.expect(Expected::Sat, &[verdict.check.unwrap_or_else(|| instance.checks() - 1)]);
        Runner::new(right, workspace).judge_alone(&asked).unwrap().verdict.class == Class::WrongUnsat
    }

    /// The pools of a batch, as a test of the row has them; none where nothing of the seed has a known value.
    fn pools(&self, seed: &Arc<Seed>, rng_seed: u64, batch: u32, evaluator: &Evaluator) -> Option<SeedPools> {
        let bounds = self.config.bounds.for_row_alone(&self.solver);
        let batch = seed.batch(batch, rng_seed, &bounds, &self.config.witness);
        SeedPools::build_batch(seed, batch, evaluator).ok()
    }

    fn keep(&self, rng_seed: u64, instance: &Instance) {
        if let Some(folder) = &self.limits.keep {
            let name = format!("{}-{}-{rng_seed}.smt2", self.bug.name, self.setting.name);
            std::fs::write(folder.join(name), &instance.text).unwrap();
        }
    }
}

/// How many searches there were with a setting, and the processor time of those that found something, in order.
pub fn times(rows: &[Row], setting: &str) -> (usize, Vec<f64>) {
    let of = || rows.iter().filter(|row| row.setting == setting).flat_map(|row| &row.searches);
    let mut times: Vec<f64> = of().filter(|search| search.found).map(|search| search.processor).collect();
    times.sort_by(f64::total_cmp);
    (of().count(), times)
}

/// The median of what was found, in instances; none if half of the searches or more found nothing.
pub fn median(searches: &[Search]) -> Option<u32> {
    let mut sorted: Vec<u32> =
        searches.iter().map(|search| if search.found { search.instances } else { u32::MAX }).collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().filter(|&median| median != u32::MAX)
}

/// Instances to the wrong answer, processor time, and time on the clock, of each RNG seed.
pub fn cells(searches: &[Search]) -> String {
    let cell = |search: &Search| match search.found {
        true => format!("{} ({:.1} s of {:.1} s)", search.instances, search.processor, search.clock),
        false => format!("- ({} in {:.0} s)", search.instances, search.processor),
    };
    searches.iter().map(cell).collect::<Vec<_>>().join(", ")
}

/// Processor time of this program and of its children that have ended, in seconds.
fn processor_time() -> f64 {
    let seconds = |who| {
        let usage = getrusage(who).unwrap();
        (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
    };
    seconds(UsageWho::RUSAGE_SELF) + seconds(UsageWho::RUSAGE_CHILDREN)
}
