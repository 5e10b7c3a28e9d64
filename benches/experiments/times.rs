//! How long do solvers take for instances, compared with their seeds?

use std::collections::BTreeMap;
use std::path::Path;

use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::case::Case;
use smt_storm::matrix::{Auto, Config, cases};
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::runner::Runner;
use smt_storm::witness::Evaluator;

use crate::arguments::Asked;
use crate::minimise::measured::median;
use crate::page::{Page, row};

/// Rows whose solvers read every logic.
const ROWS: [&str; 2] = ["z3", "cvc5"];
const PROFILES: [&str; 2] = ["paper", "nightly"];
/// Instances of each seed.
const INSTANCES: u32 = 5;

pub fn page(asked: &Asked) -> Option<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // In milliseconds: those of seeds, then those of instances by profile.
    let mut times: BTreeMap<(String, String), [Vec<f64>; 3]> = BTreeMap::new();
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    let evaluator = Evaluator::in_child(workspace.temporary());
    for (at, profile) in PROFILES.into_iter().enumerate() {
        let mut config = Config::load(&root.join("solvers.yaml"), Some(profile)).unwrap();
        config.bounds.nm = Auto::Fixed(INSTANCES);
        config.rng_seeds = vec![1];
        config.solvers.retain(|row| ROWS.contains(&row.name.as_str()));
        let all = cases(&config).unwrap();
        for case in all.iter().take(if asked.is_test { 2 } else { all.len() }) {
            let runner = Runner::new(&case.solver, &workspace);
            let time = |script: &str| runner.run(script, &[]).ok().map(|run| run.time.as_secs_f64() * 1000.0);
            let row = times.entry((case.name.solver.clone(), case.name.logic.clone())).or_default();
            if at == 0 {
                row[0].extend(time(&std::fs::read_to_string(&case.seed_path).unwrap()));
            }
            let texts = texts(case, &config, &evaluator);
            row[1 + at].extend(texts.iter().filter_map(|text| time(text)));
        }
    }
    let mut table = vec![row([
        "solver", "logic", "seeds, ms", "paper, ms", "slowest tenth", "nightly, ms", "slowest tenth",
    ])];
    for ((solver, logic), [seeds, paper, nightly]) in times {
        let [slow_paper, slow_nightly] = [tenth(&paper), tenth(&nightly)].map(|time| format!("{time:.0}"));
        let [seeds, paper, nightly] = [seeds, paper, nightly].map(|all| format!("{:.0}", median(all)));
        table.push(row([&solver, &logic, &seeds, &paper, &slow_paper, &nightly, &slow_nightly]));
    }
    (table.len() > 1).then(|| Page {
        question: "How long do solvers take for instances?",
        text: format!(
            "Milliseconds on the clock for a process each, medians by logic: the seeds as they are, and the first {INSTANCES} \
             instances of each with RNG seed 1 and the limits of the profile; with the time that a tenth of the instances took or \
             more."
        ),
        table,
        plot: None,
    })
}

/// The first instances of a case; none where its seed cannot be used.
fn texts(case: &Case, config: &Config, evaluator: &Evaluator) -> Vec<String> {
    let solver = &case.solver;
    let bounds = config.bounds.for_row_alone(solver);
    let pools = SeedPools::build(&case.seed_path, case.name.rng_seed, &bounds, &config.witness, evaluator);
    let Ok(pools) = pools else { return Vec::new() };
    let mut generator = pools.generator(&solver.form);
    (0..INSTANCES).map(|number| generator.instance(number).text).collect()
}

/// What a tenth of the figures is not below.
fn tenth(figures: &[f64]) -> f64 {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() * 9 / 10).copied().unwrap_or(f64::NAN)
}
