//! The commands of `storm` that are told: each works where the user stands.

use std::path::Path;

use crate::process::invocation::{Invocation, quoted};

/// How what this program does is done again, as a shell reads it.
#[derive(Clone, Debug)]
pub(crate) struct StormCommands {
    /// ` --config PATH`, if it is another file than `solvers.yaml` where the program is started.
    config: String,
    /// ` --profile NAME`, if one was asked for.
    profile: String,
    invocation: Invocation,
}

impl StormCommands {
    /// The commands for a configuration and a profile, if others than the defaults were asked for.
    pub(crate) fn new(config: Option<&Path>, profile: Option<&str>) -> StormCommands {
        StormCommands::with_invocation(config, profile, Invocation::detect())
    }

    fn with_invocation(
        config: Option<&Path>,
        profile: Option<&str>,
        invocation: Invocation,
    ) -> StormCommands {
        let config = config.filter(|path| *path != Path::new("solvers.yaml"));
        let config = config.map(|path| format!(" --config {}", invocation.argument(path)));
        let profile = profile.map(|name| format!(" --profile {}", quoted(name)));
        StormCommands { config: config.unwrap_or_default(), profile: profile.unwrap_or_default(), invocation }
    }

    /// A path as the user sees it.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        self.invocation.shown(path).display()
    }

    /// Runs a row on a script or snapshot.
    pub(super) fn replay(&self, file: &Path, row: &str) -> String {
        self.storm(&format!("replay {} --solver {}", self.invocation.argument(file), quoted(row)))
    }

    /// Tries the failure of a snapshot again.
    pub(crate) fn again(&self, snapshot: &Path) -> String {
        self.storm(&format!("replay {}", self.invocation.argument(snapshot)))
    }

    /// Goes on making a script smaller.
    pub(super) fn minimize(&self, file: &Path, row: &str) -> String {
        self.storm(&format!("minimize {} --solver {}", self.invocation.argument(file), quoted(row)))
    }

    /// Shows what waits for review.
    pub(crate) fn review(&self) -> String {
        self.storm("review")
    }

    /// Accepts the pending snapshot of this name.
    pub(crate) fn accept(&self, name: &str) -> String {
        self.storm(&format!("accept {}", quoted(name)))
    }

    /// Throws the pending snapshot of this name away.
    pub(crate) fn reject(&self, name: &str) -> String {
        self.storm(&format!("reject {}", quoted(name)))
    }

    /// Lists the tests.
    pub(super) fn list(&self) -> String {
        let StormCommands { config, profile, invocation } = self;
        format!("{}{config}{profile} --list", invocation.tests)
    }

    fn storm(&self, command: &str) -> String {
        format!("{} {command}{}", self.invocation.storm, self.config)
    }

    /// Runs the test of this name.
    pub(super) fn test(&self, name: &str) -> String {
        let StormCommands { config, profile, invocation } = self;
        format!("{}{config}{profile} --exact {}", invocation.tests, quoted(name))
    }
}

#[cfg(test)]
impl StormCommands {
    /// Those of `storm`, whatever program the tests are.
    pub(super) fn example() -> StormCommands {
        let invocation =
            Invocation { storm: "storm".to_owned(), tests: "storm test".to_owned(), ..Invocation::default() };
        StormCommands::with_invocation(Some(Path::new("smt/solvers.yaml")), Some("pr"), invocation)
    }
}
