//! Whether a solver is present and in which version, and the remedy if it is not.

use std::path::Path;
use std::time::Duration;

use crate::matrix::{Solver, variable_in, with_defaults};
use crate::process;
use crate::process::invocation::Invocation;
use crate::process::ourselves::with_library;
use crate::process::{Exit, Job, quotation};
use crate::solver::answer;
use crate::solver::releases;
use crate::witness::z3;

/// Wall-clock limit of a version command. A Java virtual machine starts slowly.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest version text to keep, in characters.
const VERSION_LENGTH: usize = 120;

/// Whether a solver is present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// It is present, in this version.
    Present(String),
    /// It is missing, or does not start; with the reason and the remedy if known (see [`remedy`]).
    Missing(String),
}

impl Presence {
    /// Returns the version of the solver, if it is present.
    pub(crate) fn version(&self) -> Option<&str> {
        match self {
            Presence::Present(version) => Some(version),
            Presence::Missing(_) => None,
        }
    }

    /// Asks a solver for its version. A solver without a version command only has to exist. `folder` is for temporary
    /// files.
    pub(crate) fn ask(solver: &Solver, folder: &Path) -> Presence {
        if solver.built_in && !z3::IS_LINKED {
            let remedy = "this program is built without Z3; build it with the default feature `z3`";
            return Presence::Missing(remedy.to_owned());
        }
        if solver.built_in {
            return Presence::Present(format!("libz3 {}", z3::version()));
        }
        let (argv, asks) = match &solver.version_argv {
            Some(argv) => (argv.clone(), true),
            None => (solver.command.argv[..1].to_vec(), false),
        };
        let argv = with_library(argv);
        let run = match process::run(&Job::new(&argv, VERSION_TIMEOUT, folder)) {
            Ok(run) => run,
            Err(error) => return missing(solver, error.to_string()),
        };
        let stdout = String::from_utf8_lossy(&run.stdout);
        let stderr = String::from_utf8_lossy(&run.stderr);
        let said = stdout.lines().chain(stderr.lines()).map(str::trim).find(|line| !line.is_empty());
        let said: String = said.unwrap_or("no version given").chars().take(VERSION_LENGTH).collect();
        let said = quotation::without_controls(&said, char::REPLACEMENT_CHARACTER);
        let how = match run.exit {
            Exit::Code(0) => return Presence::Present(said),
            _ if !asks => return Presence::Present("unknown version".to_owned()),
            Exit::Code(code) => format!("exit code {code}"),
            Exit::TimedOut => format!("no end within {} s", VERSION_TIMEOUT.as_secs()),
            Exit::Signal(signal) => format!("killed by {}", answer::signal_name(signal)),
        };
        missing(solver, format!("`{}` fails ({how}): {said}", argv.join(" ")))
    }
}

fn missing(solver: &Solver, reason: String) -> Presence {
    Presence::Missing(match remedy(solver) {
        Some(remedy) => format!("{reason}: {remedy}"),
        None => reason,
    })
}

/// The folder in which solvers are installed by default.
pub(crate) const INTO: &str = "target/solvers";

/// Returns a short remedy for a missing solver: `storm solvers install cvc5, or set CVC5=…`. It is the same for all
/// rows of a solver, and `None` if only another `argv` helps.
pub(crate) fn remedy(solver: &Solver) -> Option<String> {
    remedy_of(solver, &Invocation::detect())
}

fn remedy_of(solver: &Solver, invocation: &Invocation) -> Option<String> {
    let program = solver.command.written.first().map(|word| with_defaults(word)).unwrap_or_default();
    let install = releases::find_by_program(&program).map(|release| {
        // Install where the configuration looks, wherever that is.
        let into = solver.installed_in.as_ref().filter(|into| **into != invocation.there.join(INTO));
        let into = into.map_or(String::new(), |into| format!(" --into {}", invocation.argument(into)));
        format!("{} solvers install {}{into}", invocation.storm, release.request_name())
    });
    let set =
        solver.command.written.iter().find_map(|word| variable_in(word)).map(|name| format!("set {name}=…"));
    match (install, set) {
        (Some(install), Some(set)) => Some(format!("{install}, or {set}")),
        (install, set) => install.or(set),
    }
}

/// Returns the message for a solver that is required but missing for this reason.
pub(crate) fn required(solver: &Solver, reason: &str) -> String {
    // A remedy, if there is one, is part of the reason.
    let first = if remedy(solver).is_some() { "or" } else { "install it," };
    format!(
        "{reason}; {first} correct `argv` of `{}` in solvers.yaml, or set `missing: ignore` there",
        solver.name
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::matrix::Config;

    use super::{Presence, remedy_of};
    use crate::process::invocation::Invocation;

    /// Returns the invocation of `storm` in this folder.
    fn from(folder: &Path) -> Invocation {
        let (storm, there) = ("storm".to_owned(), folder.to_owned());
        Invocation { storm, there, ..Invocation::default() }
    }

    #[test]
    fn a_remedy_is_an_installation_or_a_variable() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            ("[\"${YICES:-yices-smt2}\", \"{file}\"]", Some("storm solvers install yices, or set YICES=…")),
            ("[z3-4.8.7, \"{file}\"]", Some("storm solvers install z3-4.8.7")),
            ("[java, -jar, \"${JAR:-x.jar}\", \"{file}\"]", Some("set JAR=…")),
            ("[\"${MINE:-build/z3}\", \"{file}\"]", Some("set MINE=…")),
            ("[mine, \"{file}\"]", None),
        ];
        for (argv, expected) in rows {
            let row = Config::example_row(&format!("argv: {argv}"));
            assert_eq!(remedy_of(&row, &from(folder.path())).as_deref(), expected, "{argv}");
        }
    }

    #[test]
    fn a_version_has_no_control_characters() {
        let folder = tempfile::tempdir().unwrap();
        let row = Config::example_row("argv: [sh, \"{file}\"], version: [printf, '\\033[31mred 1.0\\n']");
        let version = Presence::Present("\u{fffd}[31mred 1.0".to_owned());
        assert_eq!(Presence::ask(&row, folder.path()), version);
    }

    #[test]
    fn solvers_are_installed_where_the_configuration_looks() {
        let top = tempfile::tempdir().unwrap();
        let below = top.path().join("storm");
        std::fs::create_dir(&below).unwrap();
        let path = below.join("solvers.yaml");
        let text = "version: 1\npath: [., target/solvers/bin]\nsolvers: {a: {argv: [z3, \"{file}\"]}}\n\
            seeds: [{glob: \"*\"}]\n";
        std::fs::write(&path, text).unwrap();
        let row = Config::load(&path, None).unwrap().solvers.remove(0);
        let told = |folder: &Path| remedy_of(&row, &from(folder)).unwrap();
        assert_eq!(told(&below), "storm solvers install z3");
        assert_eq!(told(top.path()), "storm solvers install z3 --into storm/target/solvers");
    }
}
