//! The settings of a run, which do not change while it runs.

use std::time::{Duration, Instant};

use crate::bugs::snapshot::{State, Status};
use crate::matrix::Config;
use crate::suite::environment::Environment;
use crate::suite::storm_commands::StormCommands;

/// The time for reducing a failing instance when the time of the run is up.
const LEAST_TIME: Duration = Duration::from_secs(5);

/// The settings of a run.
#[derive(Debug)]
pub(crate) struct Setup {
    pub config: Config,
    pub environment: Environment,
    /// The commands that reports name.
    pub commands: StormCommands,
    /// Whether a pending bug counts as known. It does in a campaign, which meets it repeatedly.
    pub pending_is_known: bool,
    /// The time after which no test starts.
    deadline: Option<Instant>,
}

impl Setup {
    /// Creates the settings of a run that starts now.
    pub(super) fn new(mut config: Config, environment: Environment, pending_is_known: bool) -> Setup {
        if environment.no_minimise {
            config.minimise_time = Duration::ZERO;
        }
        let Environment { config: path, profile, focus, .. } = &environment;
        let commands = StormCommands::new(path.as_deref(), profile.as_deref(), focus.as_deref());
        let deadline = config.run_time.and_then(|time| Instant::now().checked_add(time));
        Setup { config, environment, commands, pending_is_known, deadline }
    }

    /// Returns whether the time of the run is up.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns how long reducing a failing instance may take if other instances of its case took `spent`. It may exceed
    /// the time of the run a little: a finding is worth it.
    pub(super) fn minimise_time(&self, spent: Duration) -> Duration {
        let left = self.config.minimise_time.saturating_sub(spent);
        match self.deadline {
            Some(deadline) => left.min(deadline.saturating_duration_since(Instant::now()).max(LEAST_TIME)),
            None => left,
        }
    }

    /// Returns whether this is a campaign, which meets each bug repeatedly and reports it once.
    pub(super) fn is_campaign(&self) -> bool {
        self.pending_is_known && !self.environment.strict
    }

    /// Returns whether a bug is known, so that it does not fail a test.
    pub(super) fn is_known(&self, status: &Status) -> bool {
        is_known(status, self.pending_is_known) && !self.environment.strict
    }
}

/// Returns whether a bug is accepted as open, or is pending where that is enough.
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
