//! The `storm` commands that reports name. Each works in the user's current folder.

use std::path::Path;

use crate::matrix::Config;
use crate::process::invocation::{Invocation, quoted};

/// Builds commands that repeat what this program does, in the syntax of a shell.
#[derive(Clone, Debug)]
pub(crate) struct StormCommands {
    /// ` --config PATH`, unless the program finds it in the current folder.
    config: String,
    /// ` --profile NAME`, if one was given.
    profile: String,
    /// ` --focus OPERATORS`, if formulas are led to some: then they differ from others under the same names.
    focus: String,
    invocation: Invocation,
}

impl StormCommands {
    /// Creates the commands for the given configuration and profile, if they are not the defaults, and focus.
    pub(crate) fn new(config: Option<&Path>, profile: Option<&str>, focus: Option<&str>) -> StormCommands {
        StormCommands::with_invocation(config, profile, focus, Invocation::detect())
    }

    fn with_invocation(
        config: Option<&Path>,
        profile: Option<&str>,
        focus: Option<&str>,
        invocation: Invocation,
    ) -> StormCommands {
        let config = config.filter(|path| *path != Config::path_in(Path::new("")));
        let config = config.map(|path| format!(" --config {}", invocation.argument(path)));
        let profile = profile.map(|name| format!(" --profile {}", quoted(name)));
        let focus = focus.map(|words| format!(" --focus {}", quoted(words)));
        StormCommands {
            config: config.unwrap_or_default(),
            profile: profile.unwrap_or_default(),
            focus: focus.unwrap_or_default(),
            invocation,
        }
    }

    /// Returns a path as the user sees it.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        self.invocation.shown(path).display()
    }

    /// Returns the command that runs a row on a script or snapshot.
    pub(super) fn replay(&self, file: &Path, row: &str) -> String {
        self.storm(&format!("replay {} --solver {}", self.invocation.argument(file), quoted(row)))
    }

    /// Returns the command that replays a snapshot.
    pub(crate) fn again(&self, snapshot: &Path) -> String {
        self.storm(&format!("replay {}", self.invocation.argument(snapshot)))
    }

    /// Returns the command that continues to minimise a script.
    pub(super) fn minimize(&self, file: &Path, row: &str) -> String {
        self.storm(&format!("minimize {} --solver {}", self.invocation.argument(file), quoted(row)))
    }

    /// Returns the command that shows the pending snapshots.
    pub(crate) fn review(&self) -> String {
        self.storm("review")
    }

    /// Returns the command that accepts a pending snapshot.
    pub(crate) fn accept(&self, name: &str) -> String {
        self.storm(&format!("accept {}", quoted(name)))
    }

    /// Returns the command that rejects a pending snapshot.
    pub(crate) fn reject(&self, name: &str) -> String {
        self.storm(&format!("reject {}", quoted(name)))
    }

    /// Returns the command that lists the tests.
    pub(super) fn list(&self) -> String {
        let StormCommands { config, profile, invocation, .. } = self;
        format!("{}{config}{profile} --list", invocation.tests)
    }

    fn storm(&self, command: &str) -> String {
        format!("{} {command}{}", self.invocation.storm, self.config)
    }

    /// Returns the command that runs the test of this name. `is_led` says whether its formulas are led to the operators
    /// in focus.
    pub(super) fn test(&self, name: &str, is_led: bool) -> String {
        let StormCommands { config, profile, focus, invocation } = self;
        let focus = if is_led { focus.as_str() } else { "" };
        format!("{}{config}{profile}{focus} --exact {}", invocation.tests, quoted(name))
    }
}

#[cfg(test)]
impl StormCommands {
    /// Returns commands of `storm`, whatever program runs the tests.
    pub(super) fn example() -> StormCommands {
        let invocation =
            Invocation { storm: "storm".to_owned(), tests: "storm test".to_owned(), ..Invocation::default() };
        StormCommands::with_invocation(Some(Path::new("smt/solvers.yaml")), Some("pr"), None, invocation)
    }
}
