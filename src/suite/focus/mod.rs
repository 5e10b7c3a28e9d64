//! Learning what the sources of a solver are about, from a coverage build: `focus` of its row.
//!
//! | file | what it owns |
//! | --- | --- |
//! | `coverage` | what was reached in the sources, as gcov and llvm-cov say |
//! | `topics` | from what probes reached to topics |

mod coverage;
mod topics;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::Case;
use crate::matrix::{self, Config, Solver};
use crate::process::workspace::Workspace;
use crate::process::{Exit, Job, RunError, run};
use crate::report::numbers::counted;
use crate::solver::models::ModelRow;
use crate::solver::operator_support::{exercises, is_read};
use crate::solver::runner::Runner;

use coverage::Coverage;
use topics::{About, Probes};

/// How long the program may take that prints coverage.
const PATIENCE: Duration = Duration::from_secs(1800);
/// The largest output of that program, in bytes.
const LARGEST: u64 = 1 << 30;
/// The number of seeds of a logic that are used.
const SEEDS: usize = 4;
/// The number of files that are named where the row says something else.
const NAMED: usize = 20;

/// What to learn from.
#[derive(Debug)]
pub(crate) struct Lesson<'a> {
    /// The row of the coverage build, whose processes write coverage when they end.
    pub row: &'a Solver,
    /// The program that prints, as JSON, what was reached since it last ran.
    pub argv: &'a [String],
    /// The top folder of the solver's sources.
    pub root: PathBuf,
    /// The number of instances of each seed.
    pub instances: u32,
}

/// What was learnt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Learnt {
    /// The value of `focus`, in YAML.
    pub focus: String,
    /// The number of files that were reached.
    pub reached: usize,
    /// The number of files that some probes reach much more than others do.
    pub about: usize,
    /// The number of these files that topics of the row have.
    pub covered: usize,
    /// Where the row says something else: a line for each file.
    pub differences: Vec<String>,
}

/// Why nothing was learnt.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LearnError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("{0}")]
    Cases(String),
    #[error("`{program}` failed: {said}; run it by hand after a run of the solver")]
    Failed { program: String, said: String },
    #[error("`{program}` prints no JSON of `gcov --json-format` or `llvm-cov export`: {reason}")]
    Form { program: String, reason: serde_json::Error },
    #[error("`{program}` prints more than {} MiB; let it leave out sources of other projects", LARGEST >> 20)]
    Flood { program: String },
    #[error(
        "`{program}` prints the same again without a run of the solver; let it remove the data that it has printed"
    )]
    Stale { program: String },
    #[error("no file below {} was reached; is `{solver}` a build with coverage, and are its sources there?", root.display())]
    Nothing { solver: String, root: PathBuf },
}

impl Lesson<'_> {
    /// Runs the solver on instances of each logic, on scripts for each operator, and with each option group. `say` is told
    /// what comes next.
    pub(crate) fn learn(
        &self,
        config: &Config,
        workspace: &Workspace,
        say: &mut dyn FnMut(&str),
    ) -> Result<Learnt, LearnError> {
        // What earlier runs left.
        self.reached(workspace)?;
        if !self.reached(workspace)?.is_empty() {
            return Err(LearnError::Stale { program: self.argv.join(" ") });
        }
        let plain = self.with_options(|_| false);
        let seeds = self.seeds(config)?;
        let mut logics = Probes::new();
        for (logic, cases) in &seeds {
            say(&format!("logic {logic}"));
            cases.iter().try_for_each(|case| self.run_case(case, &plain, config, workspace))?;
            logics.push((logic.clone(), self.reached(workspace)?));
        }
        let mut operators = Probes::new();
        for (operator, scripts) in exercises(&plain) {
            say(&format!("operator {}", operator.name));
            let runner = Runner::new(&plain, workspace);
            let mut is_known = false;
            for script in scripts {
                is_known |= is_read(&runner.run(&script, &[])?);
            }
            let coverage = self.reached(workspace)?;
            // What the solver refuses tells only of its errors.
            if is_known {
                operators.push((operator.name.to_owned(), coverage));
            }
        }
        let mut options = Probes::new();
        let groups = self.row.form.options.iter().map(|group| Some(&group.name));
        for name in std::iter::once(None).chain(groups) {
            say(&format!("option group {}", name.map_or("none", String::as_str)));
            let row = self.with_options(|group| Some(group) == name);
            let mut first = seeds.values().filter_map(|cases| cases.first());
            first.try_for_each(|case| self.run_case(case, &row, config, workspace))?;
            options.push((name.cloned().unwrap_or_default(), self.reached(workspace)?));
        }
        let (mut about, reached) = topics::learn(&logics, &operators, &options);
        if reached == 0 {
            return Err(LearnError::Nothing { solver: self.row.name.clone(), root: self.root.clone() });
        }
        // What no option reaches more than some do is no news.
        about.values_mut().for_each(|about| about.options.retain(|name| !name.is_empty()));
        about.retain(|_, about| *about != About::default());
        Ok(self.compare(&about, reached))
    }

    /// Returns the row with those of its option groups that a function selects.
    fn with_options(&self, has: impl Fn(&String) -> bool) -> Solver {
        let mut row = self.row.clone();
        row.form.options.retain(|group| has(&group.name));
        row
    }

    /// Returns a few cases of each logic, spread over its seeds.
    fn seeds(&self, config: &Config) -> Result<BTreeMap<String, Vec<Case>>, LearnError> {
        let cases = matrix::cases(config).map_err(|error| LearnError::Cases(error.to_string()))?;
        let mut logics: BTreeMap<String, Vec<Case>> = BTreeMap::new();
        let mut known = BTreeSet::new();
        for case in cases.into_iter().filter(|case| case.name.solver == self.row.name) {
            if known.insert(case.seed_path.clone()) {
                logics.entry(case.name.logic.clone()).or_default().push(case);
            }
        }
        for cases in logics.values_mut() {
            let step = cases.len().div_ceil(SEEDS);
            *cases = cases.drain(..).step_by(step).collect();
        }
        Ok(logics)
    }

    /// Runs a row on the first instances of a case. A seed without instances is left out: the tests say why.
    fn run_case(
        &self,
        case: &Case,
        row: &Solver,
        config: &Config,
        workspace: &Workspace,
    ) -> Result<(), LearnError> {
        let evaluator = ModelRow::evaluator(config, workspace.temporary());
        let bounds = config.bounds.for_row_alone(row);
        let pools =
            SeedPools::build(&case.seed_path, case.name.rng_seed, &bounds, &config.witness, &evaluator);
        let Ok(pools) = pools else { return Ok(()) };
        let runner = Runner::new(row, workspace);
        let mut generator = pools.generator(&row.form);
        for number in 0..self.instances.min(pools.instances()) {
            let instance = generator.instance(number);
            runner.run(&instance.text, &instance.arguments())?;
        }
        Ok(())
    }

    /// Returns what was reached since the last call.
    fn reached(&self, workspace: &Workspace) -> Result<Coverage, LearnError> {
        let program = self.argv.join(" ");
        let job = Job { keep: LARGEST, ..Job::new(self.argv, PATIENCE, workspace.temporary()) };
        let done = run(&job)?;
        if done.exit != Exit::Code(0) {
            let said = String::from_utf8_lossy(&done.stderr);
            let said = said.lines().next().unwrap_or("it says nothing").to_owned();
            return Err(LearnError::Failed { program, said });
        }
        if done.flooded {
            return Err(LearnError::Flood { program });
        }
        coverage::read(&done.stdout, &self.root).map_err(|reason| LearnError::Form { program, reason })
    }

    /// Compares what was learnt with the topics of the row.
    fn compare(&self, about: &BTreeMap<String, About>, reached: usize) -> Learnt {
        let (mut covered, mut differences) = (0, Vec::new());
        for (file, about) in about {
            let topics: Vec<_> = self.row.focus.iter().filter(|topic| topic.covers(file)).collect();
            covered += usize::from(!topics.is_empty());
            let names = topics.iter().map(|topic| topic.name.as_str()).collect::<Vec<_>>().join(", ");
            let is_open = topics.iter().any(|topic| topic.logics.is_none() && topic.needs_test());
            let has = |logic: &&String| {
                is_open
                    || topics.iter().any(|topic| topic.logics.as_ref().is_some_and(|all| all.contains(logic)))
            };
            let others: Vec<&str> =
                about.logics.iter().filter(|logic| !has(logic)).map(String::as_str).collect();
            match topics.is_empty() {
                true => differences.push(format!("{file}: in no topic")),
                false if !others.is_empty() => {
                    differences.push(format!("{file}: {} reach it, but not by {names}", others.join(", ")));
                }
                false => {}
            }
        }
        let all = differences.len();
        if all > NAMED {
            differences.truncate(NAMED);
            differences.push(format!("and {} more", counted(all - NAMED, "file")));
        }
        Learnt { focus: topics::write(about), reached, about: about.len(), covered, differences }
    }
}
