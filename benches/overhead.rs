//! What smt-storm itself costs: its processor time as a share of the solvers', on the default
//! matrix with one process for each instance. `cargo bench --bench overhead`
//!
//! The solvers of the matrix are replaced by this program under their names. It runs the real
//! one and notes how much processor time that took, and how much it took itself, which is
//! nobody's. A solver that is killed at its time limit notes nothing, so the share is rather
//! too high than too low. Reading seeds, finding witnesses, evaluating, generating, starting
//! processes and judging answers are all smt-storm's.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};

/// Where the solvers note what they took.
const LOG: &str = "STORM_OVERHEAD_LOG";
/// Where the real solvers are.
const PATHS: &str = "STORM_OVERHEAD_PATH";
/// The rows of solvers.yaml that are measured: variable that names the executable, executable.
const SOLVERS: [(&str, &str); 7] = [
    ("STORM", "storm"),
    ("Z3", "z3-5.4.0"),
    ("CVC5", "cvc5"),
    ("CVC4", "cvc4"),
    ("YICES", "yices-smt2"),
    ("BOOLECTOR", "boolector"),
    ("BITWUZLA", "bitwuzla-0.9.1"),
];

fn main() {
    if std::env::var_os(LOG).is_some() {
        return play_solver();
    }
    let quick = std::env::args().any(|argument| argument == "--test");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    std::fs::write(&log, "").unwrap();
    let text = std::fs::read_to_string(root.join("solvers.yaml")).unwrap();
    let config = folder.path().join("solvers.yaml");
    let absolute = |name: &str| root.join(name).display().to_string();
    let text = text
        .replace("glob: seeds/", &format!("glob: {}/", absolute("seeds")))
        .replace("snapshots: snapshots", &format!("snapshots: {}", absolute("snapshots")))
        .replace("sessions: true", "sessions: false")
        // The solver inside this program, as one outside of it.
        .replace("built_in: true", "argv: [\"${STORM}\", solve, \"{file}\"]");
    assert!(text.contains("sessions: false") && text.contains("${STORM}"), "solvers.yaml is not as it was");
    std::fs::write(&config, text).unwrap();
    std::os::unix::fs::symlink(root.join("options"), folder.path().join("options")).unwrap();
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    storm.arg("test").args(quick.then_some("QF_LIA"));
    storm.env("STORM_CONFIG", &config).env("STORM_OUTPUT", folder.path().join("out"));
    let path = std::env::var("PATH").unwrap();
    let own = Path::new(env!("CARGO_BIN_EXE_storm")).parent().unwrap().display();
    storm.env(PATHS, format!("{}:{own}:{path}", absolute("target/solvers/bin"))).env(LOG, &log);
    for (variable, name) in SOLVERS {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &link).unwrap();
        storm.env(variable, link);
    }
    let unnoted = unnoted_by_a_run(folder.path(), &log);
    let before = used(UsageWho::RUSAGE_CHILDREN);
    let output = storm.stdout(Stdio::piped()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let total = used(UsageWho::RUSAGE_CHILDREN) - before;
    let noted = std::fs::read_to_string(&log).unwrap();
    let (solvers, wrappers) = (column(&noted, 0), column(&noted, 1));
    let wrappers = wrappers + unnoted * noted.lines().count() as u32;
    let own = total.saturating_sub(solvers + wrappers);
    println!("{}", said.lines().rfind(|line| line.starts_with("test result")).unwrap_or("no result"));
    println!(
        "solvers    {:>8.1} s of processor time in {} runs",
        solvers.as_secs_f64(),
        noted.lines().count()
    );
    println!("smt-storm  {:>8.1} s", own.as_secs_f64());
    println!("share      {:>8.1} %", 100.0 * own.as_secs_f64() / solvers.as_secs_f64());
}

/// What this program in a solver's place takes after it has noted what it took: its end.
fn unnoted_by_a_run(folder: &Path, log: &Path) -> Duration {
    const RUNS: u32 = 200;
    let link = folder.join("true");
    std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &link).unwrap();
    let before = used(UsageWho::RUSAGE_CHILDREN);
    for _ in 0..RUNS {
        let path = std::env::var_os("PATH").unwrap();
        Command::new(&link).env(LOG, log).env(PATHS, path).status().unwrap();
    }
    let total = used(UsageWho::RUSAGE_CHILDREN) - before;
    let noted = std::fs::read_to_string(log).unwrap();
    std::fs::write(log, "").unwrap();
    total.saturating_sub(column(&noted, 0) + column(&noted, 1)) / RUNS
}

/// The sum of a column of the log, which is in microseconds.
fn column(noted: &str, at: usize) -> Duration {
    let numbers = noted.lines().map(|line| line.split(' ').nth(at).unwrap().parse::<u64>().unwrap());
    Duration::from_micros(numbers.sum())
}

/// Runs the real solver and notes what it and this program took.
fn play_solver() {
    let mut arguments = std::env::args_os();
    let name = PathBuf::from(arguments.next().unwrap());
    let name = name.file_name().unwrap();
    let paths = std::env::var_os(PATHS).unwrap();
    let real = std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file());
    let Some(real) = real else {
        eprintln!("{} is not installed", name.display());
        std::process::exit(127);
    };
    let status = Command::new(real).args(arguments).status().unwrap();
    let line = format!(
        "{} {}\n",
        used(UsageWho::RUSAGE_CHILDREN).as_micros(),
        used(UsageWho::RUSAGE_SELF).as_micros()
    );
    let mut log = OpenOptions::new().append(true).open(std::env::var_os(LOG).unwrap()).unwrap();
    log.write_all(line.as_bytes()).unwrap();
    std::process::exit(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)));
}

fn used(who: UsageWho) -> Duration {
    let usage = getrusage(who).unwrap();
    let time = |part: nix::sys::time::TimeVal| {
        Duration::new(part.tv_sec().unsigned_abs(), 1000 * part.tv_usec().unsigned_abs() as u32)
    };
    time(usage.user_time()) + time(usage.system_time())
}
