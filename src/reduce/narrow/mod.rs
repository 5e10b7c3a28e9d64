//! Minimal failing instance → what the failure hangs on: options, random seeds, versions of the
//! solver, whether it is asked once or incrementally, the layout, and the logic that it is told.
//!
//! These are the questions that maintainers ask first. All are answered by a few short runs of
//! the same solver. What only a session shows is not narrowed.

mod forms;
mod layouts;
mod options;
mod seeds;
mod text;
mod trials;
mod versions;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::matrix::Solver;
use crate::process::workspace::Workspace;
use crate::smtlib::instance::Instance;
use crate::solver::verdict::Verdict;

pub use forms::Forms;
pub use options::NeededOption;
pub(crate) use options::is_option;
pub use seeds::Seeds;
use trials::Trials;
pub use versions::{Tried, Versions};

/// What a failure hangs on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Narrowed {
    /// The options without which it goes away. None if there were none to leave out, or not
    /// enough time.
    pub options: Option<Vec<NeededOption>>,
    /// What other random seeds do; none if it is not known how to set them.
    pub seeds: Option<Seeds>,
    /// What other versions do; none if there are none in solvers.yaml.
    pub versions: Option<Versions>,
    /// What other forms of the script do.
    pub forms: Forms,
}

/// A minimal instance that fails, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// What satisfies it, a definition a line.
    pub definitions: &'a str,
    /// What the solver does.
    pub verdict: &'a Verdict,
    /// The logic of the seed.
    pub logic: Option<&'a str>,
    /// The arguments that the solver takes for incremental scripts.
    pub incremental: &'a [String],
}

/// Narrows what `solver` does wrong on a minimal instance, with at most 100 runs, each a small multiple of the failing
/// run's time long, and a minute. `limit` is the time that there is, if that is less. `None` if the failure does not show again.
///
/// But for time limits the result is always the same, as far as the solver's answers are.
pub fn narrow(
    solver: &Solver,
    subject: &Subject<'_>,
    workspace: &Workspace,
    limit: Duration,
) -> Option<Narrowed> {
    let Subject { instance, verdict, .. } = *subject;
    let mut trials = Trials::start(solver, instance, verdict, workspace, limit)?;
    let mut forms = forms::try_other(subject.incremental, &mut trials);
    let versions = versions::try_each(&mut trials);
    let seeds = seeds::try_each(&mut trials);
    let options = options::needed(instance, &mut trials);
    // Last: what a bug is called hangs on the options.
    forms.layouts = layouts::try_each(subject, &mut trials);
    forms.logics = layouts::try_logics(subject, &mut trials);
    Some(Narrowed { options, seeds, versions, forms })
}
