//! The commands that a red test names.

use std::path::Path;

use crate::process::invocation::{Invocation, quoted};
use crate::suite::environment::Environment;

/// How what this program does is done again, as a shell reads it.
#[derive(Clone, Debug)]
pub(crate) struct Commands {
    /// `STORM_CONFIG=PATH ` where that is set.
    config: String,
    profile: String,
    invocation: Invocation,
}

impl Commands {
    /// The commands for a run of this profile.
    pub(super) fn new(environment: &Environment, profile: &str) -> Commands {
        let config = environment.config.as_ref();
        let config = config.map(|path| format!("STORM_CONFIG={} ", quoted(&path.to_string_lossy())));
        let invocation = Invocation::of_this_program();
        Commands { config: config.unwrap_or_default(), profile: profile.to_owned(), invocation }
    }

    /// Runs a row on a script or snapshot.
    pub(super) fn replay(&self, file: &Path, row: &str) -> String {
        let Commands { config, invocation, .. } = self;
        format!("{config}{} replay {} --solver {row}", invocation.storm, quoted(&file.to_string_lossy()))
    }

    /// Goes on making a script smaller.
    pub(super) fn minimize(&self, file: &Path, row: &str) -> String {
        let Commands { config, invocation, .. } = self;
        format!("{config}{} minimize {} --solver {row}", invocation.storm, quoted(&file.to_string_lossy()))
    }

    /// Runs the test of this name.
    pub(super) fn test(&self, name: &str) -> String {
        let Commands { config, profile, invocation } = self;
        format!("{config}STORM_PROFILE={profile} {} --exact {}", invocation.tests, quoted(name))
    }
}

#[cfg(test)]
impl Commands {
    /// Those of a test target called `storm`, whatever program the tests are.
    pub(super) fn example() -> Commands {
        let tests = "cargo test --release --test storm --".to_owned();
        let invocation = Invocation { storm: format!("{tests} storm"), tests };
        Commands { config: String::new(), profile: "pr".to_owned(), invocation }
    }
}
