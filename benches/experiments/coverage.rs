//! How many lines of a solver do instances reach beside those that seeds reach?

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Auto, Config, Solver};
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::runner::Runner;
use smt_storm::witness::Evaluator;

use crate::arguments::Asked;
use crate::known::plot::Plot;
use crate::page::{Page, row};

/// The logics that the solver reads.
const LOGICS: [&str; 3] = ["QF_BV", "QF_ABV", "QF_AUFBV"];
/// Instances of each seed, more and more of them.
const INSTANCES: [u32; 4] = [1, 10, 50, 200];
/// The limit of an instance: one that is killed counts nothing.
const TIMEOUT: Duration = Duration::from_secs(5);

pub fn page(asked: &Asked) -> Option<Page> {
    let build = asked.instrumented.as_deref()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let instances = if asked.is_test { &INSTANCES[..1] } else { &INSTANCES };
    let mut table = vec![row(["profile", "instances of each seed", "lines", "of all"])];
    let mut lines = Vec::new();
    for profile in ["paper", "nightly"] {
        let mut config = Config::load(&root.join("solvers.yaml"), Some(profile)).unwrap();
        config.bounds.nm = Auto::Fixed(*instances.last().unwrap());
        // They come with definitions, which this old solver does not read.
        config.bounds.wrappers = 0;
        let counted = Counted::new(build, &config);
        let seeds = counted.seeds(root);
        for seed in &seeds {
            counted.run(&std::fs::read_to_string(seed).unwrap());
        }
        let mut add = |count: u32, (reached, of_all): (f64, f64)| {
            let cells = [profile, &count.to_string(), &format!("{reached:.0}"), &format!("{of_all:.1} %")];
            table.push(row(cells));
            (f64::from(count.max(1)), of_all)
        };
        add(0, counted.lines());
        let mut line = Vec::new();
        let mut from = 0;
        for &to in instances {
            for seed in &seeds {
                counted.instances(seed, &config, from..to);
            }
            line.push(add(to, counted.lines()));
            from = to;
        }
        lines.push((profile.to_owned(), line));
    }
    Some(Page {
        question: "How many lines of a solver do instances reach?",
        text: format!(
            "Boolector 1.5.118 as Debian has its source, built to count its lines (`benches/experiments/instrumented`), on the seeds \
             of {} and then on instances of them, RNG seed 1, one-shot, without wrappers. 0 instances are the seeds alone.",
            LOGICS.join(", ")
        ),
        table,
        plot: Plot::around(["instances of each seed", "lines of the solver that ran, in percent"], lines)
            .map(|plot| (plot, "Lines reached, by instances of each seed")),
    })
}

/// A solver that counts, and where it counts.
struct Counted<'a> {
    build: &'a Path,
    row: Solver,
    workspace: Workspace,
    evaluator: Evaluator,
    _folder: tempfile::TempDir,
}

impl<'a> Counted<'a> {
    /// The solver, with nothing counted yet.
    fn new(build: &'a Path, config: &Config) -> Counted<'a> {
        let mut row = config.solvers.iter().find(|row| row.name == "boolector").unwrap().clone();
        row.command.argv =
            [build.join("boolector").to_str().unwrap(), "--smt2", "{file}"].map(str::to_owned).into();
        row.session = None;
        row.timeout = TIMEOUT;
        for file in std::fs::read_dir(build).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "gcda") {
                std::fs::remove_file(file).unwrap();
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path()).unwrap();
        let evaluator = Evaluator::in_child(workspace.temporary());
        Counted { build, row, workspace, evaluator, _folder: folder }
    }

    fn seeds(&self, root: &Path) -> Vec<std::path::PathBuf> {
        let folders =
            LOGICS.iter().map(|logic| root.join("seeds").join(logic)).filter(|folder| folder.is_dir());
        let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
        let mut seeds: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
        seeds.sort();
        seeds
    }

    fn run(&self, script: &str) {
        Runner::new(&self.row, &self.workspace).run(script, &[]).unwrap();
    }

    fn instances(&self, seed: &Path, config: &Config, numbers: std::ops::Range<u32>) {
        let bounds = config.bounds.for_row_alone(&self.row);
        let batches = bounds.batches;
        let loaded = Seed::load(seed).ok();
        let mut pools: Option<(u32, Option<SeedPools>)> = None;
        for number in numbers {
            let batch = batches.of_instance(number);
            if pools.as_ref().is_none_or(|(of, _)| *of != batch) {
                let made = loaded.as_ref().and_then(|seed| {
                    let batch = seed.batch(batch, 1, &bounds, &config.witness);
                    SeedPools::build_batch(seed, batch, &self.evaluator).ok()
                });
                pools = Some((batch, made));
            }
            if let Some((_, Some(pools))) = &pools {
                self.run(&pools.generator(&self.row.form).instance(number).text);
            }
        }
    }

    /// How many lines of the solver's own source have run so far, and what share of all that is, in percent.
    fn lines(&self) -> (f64, f64) {
        let counts: Vec<_> = std::fs::read_dir(self.build)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|file| file.extension().is_some_and(|extension| extension == "gcda"))
            .collect();
        let output = Command::new("gcov").arg("-n").args(counts).current_dir(self.build).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        // The last line is that of all files: `Lines executed:41.38% of 29`.
        let last = said.lines().rfind(|line| line.starts_with("Lines executed:")).expect("gcov counts lines");
        let (share, all) = last["Lines executed:".len()..].split_once("% of ").unwrap();
        let (share, all): (f64, f64) = (share.parse().unwrap(), all.trim().parse().unwrap());
        (share * all / 100.0, share)
    }
}
