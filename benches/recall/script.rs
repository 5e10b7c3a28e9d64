//! The scripts in `benches/known/scripts`: the release of its bug answers each wrongly, in the way of its class.

use std::path::Path;
use std::process::Command;

use smt_storm::Class;

use crate::known::bugs::Bug;

/// Asks the release about the script of its bug, if there is one, and the release without the bug, if the table names one.
///
/// # Panics
/// If the first is not wrong, or the second is: then searches for this bug measure nothing.
pub fn check(bug: &Bug, executable: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("benches/known/scripts").join(bug.name).with_extension("smt2");
    if !script.is_file() {
        return;
    }
    let shows = |executable: &Path| {
        let output = tempfile::tempdir().unwrap();
        let mut replay = storm(bug, executable, &root.join("solvers.yaml"));
        replay.args(["replay".as_ref(), script.as_os_str()]).args(["--solver", bug.row]);
        replay.args(bug.args.iter().flat_map(|arg| ["--arg", arg])).env("STORM_OUTPUT", output.path());
        let said = String::from_utf8(replay.output().unwrap().stdout).unwrap();
        assert!(said.contains("\nverdict  "), "{} on {}: {said}", executable.display(), script.display());
        match bug.class {
            Class::WrongUnsat => said.contains("\nanswers  unsat\n"),
            Class::WrongSat => said.contains("\nanswers  sat\n"),
            class => said.contains(&format!("\nverdict  {class} ")),
        }
    };
    assert!(shows(executable), "{} is right on {}", bug.release, script.display());
    if let Some(right) = bug.right_release() {
        assert!(!shows(&right), "{} is wrong on {}", right.display(), script.display());
    }
}

/// The command line of smt-storm, with an executable in place of the program of the bug's row.
pub fn storm(bug: &Bug, executable: &Path, config: &Path) -> Command {
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    // The variable that names the program of a row is its name in capitals.
    storm.env("STORM_CONFIG", config).env(bug.solver().0.to_uppercase(), executable);
    storm
}
