//! `hunt` beside the limit of its solver: instances per second of processor time, all of smt-storm's included, and those
//! that the solver alone answers when it reads the same kind of scripts one after the other.
//!
//! Each pair of a row and a logic is hunted twice for the same time, on one core and with its witnesses, bounds and layouts.
//! The first hunt is measured. In the second one this program stands in for the solver and records what its sessions
//! read. Each record is then replayed through one process of the solver. The last script of a record may have been cut
//! off by a time limit, so it is left out. A hunt pays for its time-outs, and the limit does not: so the share of the hunt's
//! time in which it waited for the solver stands beside it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::UsageWho;

/// The folder of records; set where this program stands in for a solver.
pub const RECORDS: &str = "STORM_OVERHEAD_RECORDS";

/// Rows with the variable and the name of their executables, and the logics that they read.
const ROWS: [(&str, &str, &str, &[&str]); 5] = [
    ("z3", "Z3", "z3", &["QF_BV", "QF_LIA", "QF_FP", "QF_SLIA"]),
    ("cvc5", "CVC5", "cvc5", &["QF_BV", "QF_LIA", "QF_FP", "QF_SLIA"]),
    ("yices", "YICES", "yices-smt2", &["QF_BV", "QF_LIA"]),
    ("bitwuzla", "BITWUZLA", "bitwuzla", &["QF_BV", "QF_FP"]),
    ("boolector", "BOOLECTOR", "boolector", &["QF_BV"]),
];

/// Hunts and replays, and prints a line for each pair of a row and a logic. A quick measurement has one, of a fast solver.
pub fn measure(quick: bool) {
    let seconds = if quick { 2 } else { 30 };
    println!(
        "{:<20} {:>10} {:>10} {:>8} {:>12} {:>8}",
        "instances/s", "hunt", "limit", "share", "smt-storm ms", "solver"
    );
    let rows = if quick { &ROWS[2..3] } else { &ROWS };
    for &(row, variable, name, logics) in rows {
        let program = super::installed().join(name);
        if !program.exists() {
            println!("{row}: {} does not exist; run `storm solvers install`", program.display());
            continue;
        }
        for logic in logics.iter().take(if quick { 1 } else { logics.len() }) {
            let folder = tempfile::tempdir().unwrap();
            let [instances, own, children, waiting] =
                hunt(&folder.path().join("plain"), seconds, row, logic, &[(variable, &program)]);
            let records = folder.path().join("records");
            std::fs::create_dir(&records).unwrap();
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &link).unwrap();
            let replaced =
                [(variable, link.as_path()), (RECORDS, &records), (super::PATHS, &super::installed())];
            hunt(&folder.path().join("recorded"), seconds, row, logic, &replaced);
            let (scripts, time) = replay(&program, &records);
            let (ours, limit) = (instances / (own + children), scripts / time);
            println!(
                "{:<20} {ours:>10.0} {limit:>10.0} {:>6.0} % {:>12.2} {waiting:>6.0} %",
                format!("{row} {logic}"),
                100.0 * ours / limit,
                1000.0 * own / instances
            );
        }
    }
}

/// Hunts on one row and logic with these variables set; the number of instances, the seconds of processor time that
/// smt-storm and its children took, and the percentage of the hunt in which it waited for the solver.
fn hunt(folder: &Path, seconds: u32, row: &str, logic: &str, variables: &[(&str, &Path)]) -> [f64; 4] {
    std::fs::create_dir(folder).unwrap();
    let mut storm = super::storm("hunt", folder, &[]);
    storm.args(["--for", &format!("{seconds}s"), "--jobs", "1", "--rows", &format!("{row},!{row}/*"), logic]);
    storm.envs(variables.iter().copied());
    let mut child = storm.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let [own, children] = super::used_at_its_end(child.id());
    child.wait().unwrap();
    let number = |start: &str| {
        let (_, number) = said.split_once(start).unwrap_or_else(|| panic!("{said}"));
        let digits: String = number.chars().take_while(|c| *c != ' ').filter(|&c| c != ',').collect();
        digits.parse::<f64>().unwrap_or_else(|error| panic!("{error}: {said}"))
    };
    [number("campaign: "), own.as_secs_f64(), children.as_secs_f64(), 100.0 - number("; own ")]
}

/// Replays each record through one process of the solver; the number of scripts, and the seconds of processor time that it
/// took.
fn replay(program: &Path, records: &Path) -> (f64, f64) {
    let (mut scripts, mut time) = (0, Duration::ZERO);
    for file in std::fs::read_dir(records).unwrap() {
        let file = file.unwrap().path();
        let record = std::fs::read_to_string(&file).unwrap();
        let (arguments, record) = record.split_once('\n').unwrap();
        let Some((answered, _)) = record.trim_end().trim_end_matches("(reset)").rsplit_once("(reset)") else {
            continue;
        };
        let replayed = file.with_extension("replayed");
        std::fs::write(&replayed, answered).unwrap();
        let before = super::used(UsageWho::RUSAGE_CHILDREN);
        let mut solver = Command::new(program);
        solver.args(arguments.split_terminator('\t')).stdin(File::open(&replayed).unwrap());
        solver.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        time += super::used(UsageWho::RUSAGE_CHILDREN) - before;
        scripts += answered.matches("(reset)").count() + 1;
    }
    (f64::from(u32::try_from(scripts).unwrap()), time.as_secs_f64())
}

/// Stands in for a solver: passes on what it reads, and records it. A process for one script becomes the solver.
pub fn record(folder: &Path) {
    let mut arguments = std::env::args();
    let name = PathBuf::from(arguments.next().unwrap());
    let arguments: Vec<String> = arguments.collect();
    let real = PathBuf::from(std::env::var_os(super::PATHS).unwrap()).join(name.file_name().unwrap());
    let mut solver = Command::new(real);
    solver.args(&arguments);
    if arguments.iter().any(|argument| argument.ends_with(".smt2") || argument.ends_with("version")) {
        panic!("{}", solver.exec());
    }
    let path = folder.join(std::process::id().to_string());
    let mut record = OpenOptions::new().create_new(true).append(true).open(path).unwrap();
    writeln!(record, "{}", arguments.join("\t")).unwrap();
    let mut child = solver.stdin(Stdio::piped()).spawn().unwrap();
    let (mut input, mut chunk) = (child.stdin.take().unwrap(), vec![0; 1 << 16]);
    loop {
        let read = std::io::stdin().read(&mut chunk).unwrap();
        if read == 0 {
            break;
        }
        record.write_all(&chunk[..read]).unwrap();
        if input.write_all(&chunk[..read]).is_err() {
            break;
        }
    }
    drop(input);
    child.wait().unwrap();
}
