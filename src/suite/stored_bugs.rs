//! Accepted snapshots → cases: every known bug is replayed on the row that it was found in and on every solver that is
//! tested on its logic.
//!
//! A case is named `regression::NAME::ROW`. An invalid snapshot becomes one failing case, `regression::NAME`.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::bugs::composition::collect_operators;
use crate::bugs::snapshot::{self, Snapshot, SnapshotError};
use crate::generate::underspecified::UnderspecifiedOperators;
use crate::matrix::case::CaseName;
use crate::matrix::names::{advice, is_name};
use crate::matrix::{Config, Solver};
use crate::witness::Grade;

/// The prefix of the names of these cases.
const PREFIX: &str = "regression::";

/// A snapshot to replay on a row.
#[derive(Clone, Debug)]
pub(super) struct Regression {
    /// The snapshot.
    pub stored: Arc<Snapshot>,
    /// The case that found the bug.
    pub found_by: CaseName,
    /// The row to replay it on.
    pub solver: Solver,
}

/// A case made of a snapshot.
#[derive(Debug)]
pub(super) enum StoredCase {
    /// A snapshot on a row.
    Replay(Box<Regression>),
    /// The name of an invalid snapshot, and the error.
    Broken(String, SnapshotError),
}

impl fmt::Display for Regression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}::{}", self.stored.info.name(), self.solver.name)
    }
}

impl fmt::Display for StoredCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredCase::Replay(regression) => regression.fmt(f),
            StoredCase::Broken(name, _) => write!(f, "{PREFIX}{name}"),
        }
    }
}

/// Returns all cases, sorted by snapshot, with the row that found the bug first.
pub(super) fn cases(config: &Config) -> Result<Vec<StoredCase>, SnapshotError> {
    let files = snapshot::files_in(&config.snapshots)?;
    let accepted = files.iter().filter(|file| !snapshot::is_pending(file));
    Ok(accepted.flat_map(|file| read_file(config, file)).collect())
}

/// Returns the case of this name without reading other snapshots.
pub(super) fn find(config: &Config, name: &str) -> Option<StoredCase> {
    let rest = name.strip_prefix(PREFIX)?;
    let snapshot = rest.split_once("::").map_or(rest, |(snapshot, _)| snapshot);
    // The name must not lead out of the folder of snapshots.
    let cases = is_name(snapshot).then(|| read_file(config, &snapshot::path(&config.snapshots, snapshot)))?;
    cases.into_iter().find(|case| case.to_string() == name)
}

/// Returns the cases of one snapshot; none if there is no such file.
fn read_file(config: &Config, path: &Path) -> Vec<StoredCase> {
    rows(config, path).unwrap_or_else(|error| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        vec![StoredCase::Broken(name, error)]
    })
}

fn rows(config: &Config, path: &Path) -> Result<Vec<StoredCase>, SnapshotError> {
    let Some(stored) = Snapshot::verified(path)? else { return Ok(Vec::new()) };
    let found_by: CaseName = stored.info.case.parse().map_err(|error| SnapshotError::Broken {
        path: path.to_owned(),
        reason: format!("`case`: {error}"),
    })?;
    let row = &stored.info.solver;
    // Prefer the row as the profile configures it.
    let own = config.solvers.iter().chain(&config.all_solvers).find(|solver| solver.name == *row);
    let own = own.ok_or_else(|| SnapshotError::Row {
        path: path.to_owned(),
        row: row.clone(),
        advice: advice(row, config.all_solvers.iter().map(|solver| solver.name.as_str())),
    })?;
    let operators = stored.problem().map(|problem| collect_operators(&problem)).unwrap_or_default();
    let is_other =
        |solver: &&Solver| solver.is_base() && solver.name != *row && solver.logics.contains(&found_by.logic);
    let choices = choices(&stored);
    // Leave out rows that cannot read the script, and those that fix a value which its witness may have chosen: they may
    // rightly answer otherwise.
    let can = |solver: &&Solver| {
        (stored.info.session.is_none() || solver.session.is_some())
            && operators.iter().all(|operator| solver.operators.contains(operator))
            && !choices.iter().any(|name| solver.total_operators.contains(name))
    };
    let others: Vec<&Solver> = config.solvers.iter().filter(is_other).filter(can).collect();
    let stored = Arc::new(stored.clone());
    let case = |solver: &Solver| {
        let (stored, found_by, solver) = (Arc::clone(&stored), found_by.clone(), solver.clone());
        StoredCase::Replay(Box::new(Regression { stored, found_by, solver }))
    };
    Ok(std::iter::once(own).chain(others).map(case).collect())
}

/// Returns the operators of a script whose values its witness may have chosen; none if its evidence is evaluation alone.
fn choices(stored: &Snapshot) -> BTreeSet<&'static str> {
    let is_chosen = stored.info.grade != Grade::Evaluated.to_string();
    let Some(problem) = stored.problem().ok().filter(|_| is_chosen) else { return BTreeSet::new() };
    let formulas = &problem.formulas;
    let open = UnderspecifiedOperators::collect(&formulas.terms, &problem.script);
    let roots = formulas.assertions.iter().chain(&formulas.assumptions);
    roots.flat_map(|root| open.below(*root)).collect()
}
