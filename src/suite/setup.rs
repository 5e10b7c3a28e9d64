//! What a run was asked for: it does not change while the run goes on.

use std::time::{Duration, Instant};

use crate::bugs::snapshot::{State, Status};
use crate::matrix::Config;
use crate::suite::environment::Environment;
use crate::suite::storm_commands::StormCommands;

/// How long a failing instance may be made smaller when the time of the run is up.
const LEAST_TIME: Duration = Duration::from_secs(5);

/// What a run was asked for.
#[derive(Debug)]
pub(crate) struct Setup {
    pub config: Config,
    pub environment: Environment,
    /// The commands that are told.
    pub commands: StormCommands,
    /// Whether a bug that waits for its review is known: a campaign meets it again and again.
    pub pending_is_known: bool,
    /// When no test is started any more.
    deadline: Option<Instant>,
}

impl Setup {
    /// A run that starts now.
    pub(super) fn new(config: Config, environment: Environment, pending_is_known: bool) -> Setup {
        let commands = StormCommands::new(environment.config.as_deref(), environment.profile.as_deref());
        let deadline = config.run_time.and_then(|time| Instant::now().checked_add(time));
        Setup { config, environment, commands, pending_is_known, deadline }
    }

    /// Whether the time of the run is up.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// How long making a failing instance smaller may take, if it took `spent` for others of its case. It may go on a
    /// little after the end of the run: a finding is worth it.
    pub(super) fn minimise_time(&self, spent: Duration) -> Duration {
        let left = self.config.minimise_time.saturating_sub(spent);
        match self.deadline {
            Some(deadline) => left.min(deadline.saturating_duration_since(Instant::now()).max(LEAST_TIME)),
            None => left,
        }
    }

    /// Whether this is a campaign, which meets each bug again and again and tells of it once.
    pub(super) fn is_campaign(&self) -> bool {
        self.pending_is_known && !self.environment.strict
    }

    /// Whether a bug is known, and not to be red.
    pub(super) fn is_known(&self, status: &Status) -> bool {
        is_known(status, self.pending_is_known) && !self.environment.strict
    }
}

/// Whether a bug is accepted as open, or waits for its review where that is enough.
fn is_known(status: &Status, pending_is_known: bool) -> bool {
    match status {
        Status::Accepted(known) => known.info.state == State::Open,
        Status::Pending(_) => pending_is_known,
        Status::New => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bugs::snapshot::Snapshot;

    #[test]
    fn only_what_is_accepted_as_open_is_known() {
        let accepted = |state| Status::Accepted(Box::new(Snapshot::example().with_state(state)));
        let pending = || Status::Pending(Box::new(Snapshot::example()));
        assert!(is_known(&accepted(State::Open), false));
        assert!(is_known(&pending(), true) && !is_known(&Status::New, true));
        for status in [accepted(State::Fixed), pending(), Status::New] {
            assert!(!is_known(&status, false), "{status:?}");
        }
    }
}
