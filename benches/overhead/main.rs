//! What smt-storm itself costs: its processor time as a share of the solvers', on the default
//! matrix with one process for each instance, and in sessions of small instances.
//! `cargo bench --bench overhead`, or one of both: `-- processes`, `-- sessions`. A third, `-- hunt`, measures how near
//! a hunt comes to what its solver can answer.
//!
//! With processes, the solvers of the matrix are replaced by this program under their names. It runs the real
//! one and notes how much processor time that took, and how much it took itself, which is
//! nobody's. A solver that is killed at its time limit notes nothing, so the share is rather
//! too high than too low. Reading seeds, finding witnesses, evaluating, generating, starting
//! processes and judging answers are all smt-storm's.
//!
//! In sessions, solvers are ended in the midst of what they do, so the system is asked what smt-storm took, and what those
//! that it started. All witnesses are sampled there, as the processes in which Z3 searches models would be taken for solvers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

mod hunt;

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use smt_storm::process::processor_times;

/// Where the solvers note what they took.
const LOG: &str = "STORM_OVERHEAD_LOG";
/// Where the real solvers are.
const PATHS: &str = "STORM_OVERHEAD_PATH";
/// The rows of solvers.yaml that are measured: variable that names the executable, executable.
const SOLVERS: [(&str, &str); 7] = [
    ("STORM", "storm"),
    ("Z3", "z3"),
    ("CVC5", "cvc5"),
    ("CVC4", "cvc4"),
    ("YICES", "yices-smt2"),
    ("BOOLECTOR", "boolector"),
    ("BITWUZLA", "bitwuzla"),
];

/// The seed of a quick measurement.
const ONE: &str = "QF_LIA::nurse-roster";

/// The rows that are kept alive, by the same variables.
const ROWS: &str = "z3,cvc5,yices,boolector,bitwuzla,!*/*";

fn main() {
    if std::env::var_os(LOG).is_some() {
        return play_solver();
    }
    if let Some(folder) = std::env::var_os(hunt::RECORDS) {
        return hunt::record(Path::new(&folder));
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let (quick, either) = (has("--test"), has("processes") || has("sessions") || has("hunt"));
    if has("hunt") || (quick && !either) {
        hunt::measure(quick);
    }
    if has("processes") || !either {
        processes(quick);
    }
    if has("sessions") || !either {
        sessions(quick, &[]);
        sessions(quick, &["--profile", "nightly", "--shard", "1/100", "--no-minimise"]);
    }
}

/// One process for each instance.
fn processes(quick: bool) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    std::fs::write(&log, "").unwrap();
    let mut storm = storm(
        "test",
        folder.path(),
        &[
            ("sessions: true", "sessions: false"),
            // The solver inside this program, as one outside of it.
            ("built_in: true", "argv: [\"${STORM}\", solve, \"{file}\"]"),
        ],
    );
    let path = std::env::var("PATH").unwrap();
    let own = Path::new(env!("CARGO_BIN_EXE_storm")).parent().unwrap().display();
    storm
        .args(quick.then_some(ONE))
        .env(PATHS, format!("{}:{own}:{path}", installed().display()))
        .env(LOG, &log);
    for (variable, name) in SOLVERS {
        let link = folder.path().join(name);
        std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &link).unwrap();
        storm.env(variable, link);
    }
    let unnoted = unnoted_by_a_run(folder.path(), &log);
    let before = used(UsageWho::RUSAGE_CHILDREN);
    let output = storm.stdout(Stdio::piped()).output().unwrap();
    let total = used(UsageWho::RUSAGE_CHILDREN) - before;
    let noted = std::fs::read_to_string(&log).unwrap();
    let (solvers, wrappers) = (column(&noted, 0), column(&noted, 1));
    let wrappers = wrappers + unnoted * noted.lines().count() as u32;
    let own = total.saturating_sub(solvers + wrappers);
    println!("processes: {} runs", noted.lines().count());
    tell(&String::from_utf8_lossy(&output.stdout), own, solvers);
}

/// Sessions of small instances, of the default profile or as more arguments say.
fn sessions(quick: bool, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let mut storm = storm(
        "test",
        folder.path(),
        &[
            ("small: 85", "small: 100"),
            ("small: 80", "small: 100"),
            ("witness: {model: 3, negation: 1, subset: 2, sampled: 34}", "witness: {sampled: 1}"),
            ("witness: {model: 3, negation: 1, subset: 2, sampled: 14}", "witness: {sampled: 1}"),
            ("second_opinion: sample", "second_opinion: none"),
        ],
    );
    storm.args(quick.then_some(ONE)).args(arguments).args(["--rows", ROWS]);
    for (variable, name) in SOLVERS {
        let program = installed().join(name);
        if program.is_file() {
            storm.env(variable, program);
        }
    }
    let mut child = storm.stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let [own, solvers] = used_at_its_end(child.id());
    child.wait().unwrap();
    println!(
        "sessions: {}",
        if arguments.is_empty() { "the default profile" } else { "nightly, a hundredth of its cases" }
    );
    tell(&said, own, solvers);
}

/// Where `storm solvers install` puts solvers.
fn installed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin")
}

/// A command of `storm` with the default matrix, in which something is changed, each once at least.
fn storm(command: &str, folder: &Path, changes: &[(&str, &str)]) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = folder.join("solvers.yaml");
    let absolute = |name: &str| root.join(name).display().to_string();
    let text = std::fs::read_to_string(root.join("solvers.yaml")).unwrap();
    let here =
        |text: String, name| text.replace(&format!("glob: {name}/"), &format!("glob: {}/", absolute(name)));
    let mut text = ["seeds", "signatures"].into_iter().fold(text, here);
    for (from, to) in changes {
        assert!(text.contains(from), "solvers.yaml is not as it was: it has no `{from}`");
        text = text.replace(from, to);
    }
    std::fs::write(&config, text).unwrap();
    std::os::unix::fs::symlink(root.join("options"), folder.join("options")).unwrap();
    // What it finds comes beside copies of what is known.
    std::fs::create_dir(folder.join("snapshots")).unwrap();
    for known in std::fs::read_dir(root.join("snapshots")).unwrap() {
        let known = known.unwrap();
        std::fs::copy(known.path(), folder.join("snapshots").join(known.file_name())).unwrap();
    }
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    storm.arg(command).env("STORM_CONFIG", &config).env("STORM_OUTPUT", folder.join("out"));
    storm
}

/// What a run said last, and both processor times.
fn tell(said: &str, own: Duration, solvers: Duration) {
    println!("{}", said.lines().rfind(|line| line.starts_with("test result")).unwrap_or("no result"));
    println!("solvers    {:>8.1} s of processor time", solvers.as_secs_f64());
    println!("smt-storm  {:>8.1} s", own.as_secs_f64());
    println!("share      {:>8.1} %", 100.0 * own.as_secs_f64() / solvers.as_secs_f64());
}

/// The processor time of a child of ours that comes to its end, and that of all that it started and waited for, once it has
/// ended and before it is waited for.
fn used_at_its_end(pid: u32) -> [Duration; 2] {
    loop {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let state = stat[stat.rfind(')').unwrap() + 1..].trim_start();
        if state.starts_with('Z') {
            return processor_times(&stat).unwrap();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
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
