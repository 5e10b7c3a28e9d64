//! The bugs, and the first instance that shows one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Class, Config, Solver, Source, Weights};
use smt_storm::process::workspace::Workspace;
use smt_storm::smtlib::instance::Instance;
use smt_storm::solver::runner::{Judged, Runner};
use smt_storm::solver::session_runner::SessionRunner;
use smt_storm::solver::session_runner::Sessions;
use smt_storm::witness::Evaluator;

/// The solver that has the bugs, and the one that does not.
const BAD: &str = "z3-4.8.7";
const GOOD: &str = "z3";
/// Another one that does not.
const OTHER: &str = "cvc5";

/// A wrong `unsat` of the solver.
pub struct Bug {
    pub number: u32,
    seed: &'static str,
    /// What its row has beside `argv`, as YAML.
    row: &'static str,
    witness: Option<Source>,
}

/// The seed of bug 6 shows it once in 40,000 instances, so the instance that STORM found is its seed.
pub const BUGS: [Bug; 4] = [
    Bug { number: 3, seed: "seed.smt2", row: "mode: incremental, timeout: 10s", witness: None },
    Bug { number: 6, seed: "failing-instance.smt2", row: "timeout: 5s", witness: Some(Source::Paper) },
    Bug {
        number: 9,
        seed: "seed.smt2",
        row: "check_sat: (check-sat-using dom-simplify), timeout: 10s",
        witness: Some(Source::Paper),
    },
    Bug {
        number: 11,
        seed: "seed.smt2",
        row: "mode: incremental, args: [smt.string_solver=z3str3], timeout: 2s",
        witness: Some(Source::Paper),
    },
];

impl Bug {
    /// Where its seed is.
    pub fn seed(&self) -> PathBuf {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/fse");
        corpus.join(format!("bug{}", self.number)).join(self.seed)
    }
}

/// The executables.
pub struct Solvers {
    pub bad: PathBuf,
    pub good: PathBuf,
    pub other: PathBuf,
}

impl Solvers {
    /// Those that are there; the name of one that is not.
    pub fn find() -> Result<Solvers, &'static str> {
        let one = |name| installed(name).ok_or(name);
        let other = one(OTHER)?;
        Ok(Solvers { bad: one(BAD)?, good: one(GOOD)?, other })
    }

    /// The rows for a bug: the solver that has it, and two that do not.
    pub fn rows(&self, bug: &Bug, folder: &Path) -> [Solver; 3] {
        let Solvers { bad, good, other } = self;
        let text = format!(
            "version: 1\ndefaults: {{timeout: 10s}}\nsolvers:\n  bad: {{argv: [{bad:?}, '{{file}}'], session: {{argv: [{bad:?}, -in]}}, {}}}\n  \
             good: {{argv: [{good:?}, '{{file}}']}}\n  \
             other: {{argv: [{other:?}, -i, --strings-exp, '{{file}}']}}\nseeds: [{{glob: '*.smt2'}}]\n",
            bug.row
        );
        let path = folder.join("solvers.yaml");
        std::fs::write(&path, text).unwrap();
        Config::load(&path, None).unwrap().solvers.try_into().unwrap()
    }
}

/// A solver that `storm solvers install --old` installs, or one from PATH, or from /opt/bin.
fn installed(name: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(own).chain(std::env::split_paths(&path)).chain(["/opt/bin".into()]);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// An instance that shows a bug.
pub struct Failing {
    pub pools: SeedPools,
    pub instance: Instance,
    pub judged: Judged,
    /// Runs of the solver until it was found, and how long they took, in seconds.
    pub runs: u32,
    pub seconds: f64,
}

impl Failing {
    /// The first one with an RNG seed and the paper's bounds; none if no instance of the case fails.
    pub fn first(bug: &Bug, rng_seed: u64, row: &Solver, workspace: &Workspace) -> Option<Failing> {
        let started = Instant::now();
        let weights = bug.witness.map_or_else(Weights::default, Weights::only);
        let evaluator = Evaluator::in_child(workspace.temporary());
        let bounds = Bounds::default();
        let pools = SeedPools::build(&bug.seed(), rng_seed, &bounds, &weights, &evaluator).unwrap();
        let sessions = Arc::<Sessions>::default();
        let mut runner = SessionRunner::new(Runner::new(row, workspace), &sessions);
        let mut generator = pools.generator(&row.form);
        let (number, instance, judged) = (0..pools.instances()).find_map(|number| {
            let instance = generator.instance(number);
            let judged = runner.judge(&instance).unwrap();
            (judged.verdict.class == Class::WrongUnsat).then_some((number, instance, judged))
        })?;
        let seconds = started.elapsed().as_secs_f64();
        Some(Failing { pools, instance, judged, runs: number + 1, seconds })
    }
}
