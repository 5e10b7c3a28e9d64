//! Minimal failing instance → what the failure needs: options, random seeds, versions of the solver, the one-shot
//! or incremental form, the layout, and the logic.
//!
//! Maintainers ask these questions first, and a few short runs of the same solver answer them. A failure that
//! only a session shows is not narrowed.

mod findings;
mod layouts;
mod options;
mod variants;

use std::time::Duration;

use crate::matrix::Solver;
use crate::process::workspace::Workspace;

pub(crate) use super::trials::NOT_INSTALLED;
pub use super::trials::Subject;
use super::trials::{Effort, Trials};
pub use findings::{Forms, Narrowed, NeededOption, Seeds, Tried, Versions};
pub(crate) use options::is_option;

/// The most effort to narrow one failure.
const EFFORT: Effort = Effort { runs: 100, time: Duration::from_secs(60) };

/// Narrows a failure of `solver` on a minimal instance, with at most 100 runs in at most a minute. Each run may
/// take a small multiple of the failing run's time. `limit` is the available time, if that is less. Returns
/// `None` if the failure does not recur.
///
/// Except for time limits, the result is as deterministic as the solver's answers.
pub fn narrow(
    solver: &Solver,
    subject: &Subject<'_>,
    workspace: &Workspace,
    limit: Duration,
) -> Option<Narrowed> {
    let Subject { instance, verdict, .. } = *subject;
    let effort = Effort { time: EFFORT.time.min(limit), ..EFFORT };
    let mut trials = Trials::start(solver, instance, verdict, workspace, effort)?;
    let mut forms = variants::try_forms(subject.incremental, &mut trials);
    let versions = variants::try_versions(&mut trials);
    let seeds = variants::try_seeds(&mut trials);
    let options = options::needed(instance, &mut trials);
    // These come last, because the bucket of a bug depends on the options, which must not miss the budget.
    forms.layouts = layouts::try_layouts(subject, &mut trials);
    forms.logics = layouts::try_logics(subject, &mut trials);
    Some(Narrowed { options, seeds, versions, forms })
}
