//! `Config -> cases`: every solver, on every seed of a logic that it supports, with every RNG seed.
//!
//! Only the names of files are read here; no seed is opened and no solver is started.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::case::{Case, CaseName};
use super::names::advice;
use super::seeds::{Seed, Source};
use super::{Config, MatrixError, Problem, Solver};

/// All cases, ordered by row as in the file, then by logic, seed and RNG seed.
///
/// # Errors
///
/// [`MatrixError::Problems`] with every pattern that is malformed or matches no file, every pair of seeds that cannot
/// be told apart by their names, and a matrix without any case.
pub fn cases(config: &Config) -> Result<Vec<Case>, MatrixError> {
    let mut problems = Vec::new();
    let seeds = all_seeds(config, &mut problems);
    let rows: Vec<Arc<Solver>> = config.solvers.iter().cloned().map(Arc::new).collect();
    let mut cases = Vec::new();
    for row in &rows {
        for seed in seeds.iter().filter(|seed| row.logics.contains(&seed.logic)) {
            let rng_seeds = config.rng_seeds.iter();
            cases.extend(rng_seeds.map(|rng_seed| case(row, seed.clone(), *rng_seed)));
        }
    }
    check_files(&cases, &mut problems);
    if cases.is_empty() && problems.is_empty() {
        problems.push(no_cases(config, &seeds));
    }
    if problems.is_empty() { Ok(cases) } else { Err(error(config, problems)) }
}

/// The case of this name, found without walking the patterns: what takes time in a big matrix is left out.
///
/// Any RNG seed will do, also one that the profile does not have.
///
/// # Errors
///
/// [`MatrixError`] when the profile has no such row, when the row does not support the logic, and when there is no
/// file that one of the patterns matches and that has this name.
pub fn find(config: &Config, name: &CaseName) -> Result<Case, MatrixError> {
    let row = config.solvers.iter().find(|row| row.name == name.solver).ok_or_else(|| {
        let known = config.solvers.iter().map(|row| row.name.as_str());
        MatrixError::Solver {
            solver: name.solver.clone(),
            profile: config.profile.clone(),
            advice: advice(&name.solver, known),
        }
    })?;
    if !row.logics.contains(&name.logic) {
        return Err(MatrixError::Logic { solver: name.solver.clone(), logic: name.logic.clone() });
    }
    for glob in &config.seeds {
        let source = Source::new(glob, &config.root).map_err(|problem| error(config, vec![problem]))?;
        if let Some(seed) = source.named(&name.logic, &name.seed) {
            return Ok(case(&Arc::new(row.clone()), seed, name.rng_seed));
        }
    }
    Err(MatrixError::Seed {
        logic: name.logic.clone(),
        seed: name.seed.clone(),
        patterns: config.seeds.iter().map(|glob| config.root.join(&glob.pattern)).collect(),
    })
}

fn case(row: &Arc<Solver>, seed: Seed, rng_seed: u64) -> Case {
    let name = CaseName { solver: row.name.clone(), logic: seed.logic, seed: seed.name, rng_seed };
    Case { name, solver: Arc::clone(row), seed_path: seed.path }
}

/// The seeds of all patterns, by logic and name. Patterns may overlap: a file that two of them give the same
/// name is one seed.
fn all_seeds(config: &Config, problems: &mut Vec<Problem>) -> Vec<Seed> {
    let mut seeds: BTreeMap<(String, String), Seed> = BTreeMap::new();
    for glob in &config.seeds {
        let found = match Source::new(glob, &config.root) {
            Ok(source) => source.seeds(problems),
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        for seed in found {
            let key = (seed.logic.clone(), seed.name.clone());
            match seeds.get(&key) {
                None => {
                    seeds.insert(key, seed);
                }
                Some(first) if first.path == seed.path => {}
                Some(first) => problems.push(Problem::SameName {
                    logic: seed.logic,
                    name: seed.name,
                    first: first.path.clone(),
                    second: seed.path,
                }),
            }
        }
    }
    seeds.into_values().collect()
}

/// Two cases with one file name would overwrite each other's.
fn check_files(cases: &[Case], problems: &mut Vec<Problem>) {
    let mut names: BTreeMap<String, &CaseName> = BTreeMap::new();
    for case in cases {
        let file = case.name.file_name();
        match names.get(&file) {
            Some(first) => problems.push(Problem::SameFiles {
                file,
                first: first.to_string(),
                second: case.name.to_string(),
            }),
            None => {
                names.insert(file, &case.name);
            }
        }
    }
}

fn no_cases(config: &Config, seeds: &[Seed]) -> Problem {
    let mut logics: Vec<String> = seeds.iter().map(|seed| seed.logic.clone()).collect();
    logics.dedup();
    Problem::NoCases {
        profile: config.profile.clone(),
        solvers: config.solvers.iter().map(|row| row.name.clone()).collect(),
        logics,
    }
}

fn error(config: &Config, list: Vec<Problem>) -> MatrixError {
    MatrixError::Problems { config: config.path.clone(), list }
}
