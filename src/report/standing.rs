//! What each case of a run stands for, from its line, its findings, and what was planned.

use std::collections::BTreeMap;

use super::findings::{Bug, Life};
use super::gather::Run;
use super::missing::Missing;
use crate::matrix::Class;
use crate::report::lines::record::{Case, IN_BASE, Outcome};

/// What is worst about the cases of one row and logic, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Not tested: why is told with the reasons.
    #[default]
    Ignored,
    /// Tested, and nothing was wrong.
    Passed,
    /// Planned, but the run ended before.
    Missing,
    /// Fails as was accepted.
    Known,
    /// Could not be run.
    Broken,
    /// Something is wrong that is no wrong `unsat`.
    Failed,
    /// `unsat` to a satisfiable formula.
    WrongUnsat,
}

impl Standing {
    /// All of them, the worst first.
    pub const ALL: [Standing; 7] = [
        Standing::WrongUnsat,
        Standing::Failed,
        Standing::Broken,
        Standing::Known,
        Standing::Missing,
        Standing::Passed,
        Standing::Ignored,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Ignored => "ignored",
            Standing::Passed => "passed",
            Standing::Missing => "missing",
            Standing::Known => "known",
            Standing::Broken => "broken",
            Standing::Failed => "failed",
            Standing::WrongUnsat => "unsat",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Standing::Ignored => "not tested",
            Standing::Passed => "tested, nothing wrong",
            Standing::Missing => "planned, but the run ended before",
            Standing::Known => "fails as is known",
            Standing::Broken => "could not be run",
            Standing::Failed => "another failure",
            Standing::WrongUnsat => "wrong unsat",
        }
    }
}

/// Every case of a run, by name: those that ended, those that only have a finding, for the run ended before they did,
/// and those that are missing.
pub(crate) fn standings(run: &Run, bugs: &[Bug], missing: &Missing) -> BTreeMap<String, Standing> {
    let mut standings: BTreeMap<String, Standing> = BTreeMap::new();
    let ended = run.cases.iter().map(|(name, case)| (name, of_outcome(case)));
    let found = bugs.iter().flat_map(|bug| bug.cases.keys().map(|name| (name, of_bug(bug))));
    let missing = missing.cases.iter().map(|name| (name, Standing::Missing));
    for (name, standing) in ended.chain(found).chain(missing) {
        let worst = standings.entry(name.clone()).or_default();
        *worst = standing.max(*worst);
    }
    standings
}

fn of_outcome(case: &Case) -> Standing {
    match case.outcome {
        Outcome::Passed => Standing::Passed,
        Outcome::Ignored if is_known(case) => Standing::Known,
        Outcome::Ignored => Standing::Ignored,
        Outcome::Broken => Standing::Broken,
        Outcome::Failed => Standing::Failed,
    }
}

fn of_bug(bug: &Bug) -> Standing {
    match bug.life {
        Life::Known | Life::Base => Standing::Known,
        Life::Fixed => Standing::Failed,
        _ if bug.class == Some(Class::WrongUnsat) => Standing::WrongUnsat,
        _ => Standing::Failed,
    }
}

/// Whether a case was ignored because its solver fails as is known.
pub(crate) fn is_known(case: &Case) -> bool {
    let is_told = |reason: &String| reason.starts_with("known bug");
    case.outcome == Outcome::Ignored && (case.reason.as_ref().is_some_and(is_told) || is_in_base(case))
}

/// Whether a case was ignored because the base build fails alike.
pub(crate) fn is_in_base(case: &Case) -> bool {
    case.outcome == Outcome::Ignored && case.reason.as_ref().is_some_and(|reason| reason.starts_with(IN_BASE))
}
