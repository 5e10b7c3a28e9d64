//! Which versions of the solver have the failure.

use serde::{Deserialize, Serialize};

use super::trials::Trials;

/// What the versions of a solver do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// Each version that was tried, oldest first.
    pub tried: Vec<Tried>,
    /// The oldest one that fails.
    pub oldest_bad: Option<String>,
    /// The newest one that answers, and not wrongly.
    pub newest_good: Option<String>,
}

/// What one version does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// What it is called in solvers.yaml.
    pub version: String,
    /// Its verdict in a word or two, or `not installed`.
    pub verdict: String,
}

/// Runs each other version of the row; none if there are none.
pub(super) fn try_each(trials: &mut Trials<'_>) -> Option<Versions> {
    let mut versions = Versions { tried: Vec::new(), oldest_bad: None, newest_good: None };
    for version in &trials.solver.versions.clone() {
        let rest = trials.solver.argv.iter().skip(1);
        let argv = version.program.iter().chain(rest).cloned().collect();
        let instance = trials.instance.clone();
        let Ok(outcome) = trials.run(argv, &instance) else { break };
        let name = &version.name;
        if outcome.fails && versions.oldest_bad.is_none() {
            versions.oldest_bad = Some(name.clone());
        }
        if outcome.good {
            versions.newest_good = Some(name.clone());
        }
        versions.tried.push(Tried { version: name.clone(), verdict: outcome.word });
    }
    (!versions.tried.is_empty()).then_some(versions)
}
