//! The scripts in `benches/known/scripts`: each is satisfiable, and the release of its bug answers `unsat`.

use std::path::Path;
use std::process::Command;

use smt_storm::matrix::Config;

use crate::known::bugs::Bug;

/// Asks the release about the script of its bug, if there is one.
///
/// # Panics
/// If the answer is not `unsat`: then searches for this bug measure nothing.
pub fn check(bug: &Bug, executable: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("benches/known/scripts").join(bug.name).with_extension("smt2");
    if !script.is_file() {
        return;
    }
    let config = Config::load(&root.join("solvers.yaml"), Some("nightly")).unwrap();
    let row = config.solvers.iter().find(|row| row.name == bug.row).expect("a row of the profile");
    let argv = row.argv_with(bug.args);
    let words = argv.iter().skip(1).map(|word| word.replace("{file}", script.to_str().unwrap()));
    let output = Command::new(executable).args(words).output().unwrap();
    let answers = String::from_utf8_lossy(&output.stdout);
    assert_eq!(answers.trim(), "unsat", "{} on {}", bug.release, script.display());
}
