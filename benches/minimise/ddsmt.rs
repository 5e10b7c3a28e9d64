//! ddSMT (`pip install ddsmt`): a minimiser for any SMT-LIB script. It does not know why the instance
//! is satisfiable, so a second solver has to say that of each candidate.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use smt_storm::matrix::{FILE_PLACEHOLDER, Solver};
use smt_storm::smtlib::instance::Instance;

/// Time limits of one run of ddSMT and of one run of a solver, in seconds.
const LIMIT: &str = "1500";
const CANDIDATE_LIMIT: &str = "2";

/// What it makes of an instance on which `bad` answers `unsat` and `good` does not, the runs of `bad`
/// and the time in seconds; none if it is not installed or gives up.
pub fn minimise(
    instance: &Instance,
    [bad, good]: [&Solver; 2],
    folder: &Path,
) -> Option<(Instance, u32, f64)> {
    let [input, output, predicate, runs] =
        ["before.smt2", "after.smt2", "predicate.sh", "runs"].map(|name| folder.join(name));
    std::fs::write(&input, &instance.text).unwrap();
    std::fs::write(&runs, "").unwrap();
    drop(std::fs::remove_file(&output));
    let script = script(&command(bad), &bad.form.check_sat, &command(good), &runs);
    std::fs::write(&predicate, script).unwrap();
    std::fs::set_permissions(&predicate, std::fs::Permissions::from_mode(0o700)).unwrap();
    let started = Instant::now();
    let mut ddsmt = Command::new("timeout");
    ddsmt.args([LIMIT, "ddsmt", "-j", "1", "--timeout", "5"]).args([&input, &output, &predicate]);
    let status = ddsmt.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    let seconds = started.elapsed().as_secs_f64();
    let smaller = status.success().then(|| std::fs::read_to_string(&output).ok())??;
    let runs = std::fs::read_to_string(&runs).unwrap().lines().count();
    Some((Instance::read(&smaller).ok()?, runs as u32, seconds))
}

/// The words of a command, without the file, quoted for a shell.
fn command(solver: &Solver) -> String {
    let words = solver.command.argv_with(&[]);
    let words = words.iter().filter(|word| !word.contains(FILE_PLACEHOLDER));
    words.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
}

/// The predicate: the one answers `unsat`, the other only `sat`, and neither complains.
fn script(bad: &str, check: &str, good: &str, runs: &Path) -> String {
    format!(
        "#!/bin/sh\n\
         for file; do :; done\n\
         echo run >> '{runs}'\n\
         said=$(timeout {CANDIDATE_LIMIT} {bad} \"$file\" 2>&1)\n\
         echo \"$said\" | grep -q -e unsupported -e error && exit 1\n\
         echo \"$said\" | grep -qx unsat || exit 1\n\
         sed 's/{check}/(check-sat)/' \"$file\" > \"$0.smt2\"\n\
         said=$(timeout {CANDIDATE_LIMIT} {good} \"$0.smt2\" 2>&1)\n\
         echo \"$said\" | grep -q -e unsat -e unknown -e error -e unsupported -e timeout && exit 1\n\
         echo \"$said\" | grep -qx sat || exit 1\n\
         echo same\n",
        runs = runs.display()
    )
}
