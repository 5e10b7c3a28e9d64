//! The tools of the package yinyang as a baseline: on the same seed, with the newest z3 as the second solver that they need.
//!
//! They are looked for in `target/yinyang/bin`, where `python3 -m venv target/yinyang` and
//! `target/yinyang/bin/pip install yinyang` put them. They take no RNG seed; each search starts them anew.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use smt_storm::matrix::Config;

use crate::known::Limits;
use crate::known::bugs::Bug;
use crate::known::search::{Row, Search};

/// Fusion of two seeds, exchange of operators, and exchange of terms.
pub const TOOLS: [&str; 3] = ["yinyang", "opfuzz", "typefuzz"];
/// Mutants of a seed: more than there is time for.
const MUTANTS: &str = "1000000";
/// Limit of an instance, in seconds, the least that the tools take.
const TIMEOUT: &str = "1";
/// How often it is looked whether something was found.
const PERIOD: Duration = Duration::from_millis(50);
/// Parts of a second in which the system counts processor time, for programs: fixed on Linux.
const TICKS: f64 = 100.0;

/// Runs the searches; none where the tool is not there.
pub fn run(
    bug: &'static Bug,
    tool: &'static str,
    executable: &Path,
    seed: &Path,
    limits: &Limits,
) -> Option<Row> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = root.join("target/yinyang/bin").join(tool);
    let config = Config::load(&root.join("solvers.yaml"), Some("nightly")).unwrap();
    let row = config.solvers.iter().find(|row| row.name == bug.row)?;
    let mut argv: Vec<String> =
        row.command.argv_with(bug.args).into_iter().filter(|word| !word.contains("{file}")).collect();
    executable.to_str()?.clone_into(&mut argv[0]);
    let solvers = format!("{};{}", argv.join(" "), root.join("target/solvers/bin/z3").display());
    let to_run = ToRun { tool, program: program.is_file().then_some(program)?, solvers, seed };
    let searches = limits.rng_seeds.iter().map(|_| to_run.search(limits.seconds)).collect();
    Some(Row { bug, setting: tool, searches })
}

struct ToRun<'a> {
    tool: &'static str,
    program: PathBuf,
    solvers: String,
    seed: &'a Path,
}

impl ToRun<'_> {
    /// A tool ends before its time with what it finds, and with seeds that it gave up: it is started again then.
    fn search(&self, seconds: f64) -> Search {
        let mut whole = Search { instances: 0, processor: 0.0, clock: 0.0, found: false };
        loop {
            let part = self.search_once(seconds - whole.processor);
            whole.instances += part.instances;
            whole.processor += part.processor;
            whole.clock += part.clock;
            whole.found = part.found;
            if part.found || part.instances == 0 || whole.processor >= seconds {
                return whole;
            }
        }
    }

    fn search_once(&self, seconds: f64) -> Search {
        let folder = tempfile::tempdir().unwrap();
        let seeds = folder.path().join("seeds");
        fs::create_dir(&seeds).unwrap();
        // Fusion wants two.
        for name in ["one.smt2", "two.smt2"] {
            fs::copy(self.seed, seeds.join(name)).unwrap();
        }
        let said = folder.path().join("said");
        let mut command = Command::new(&self.program);
        if self.tool == "yinyang" {
            command.args(["-o", "sat"]);
        }
        command.args(["-i", MUTANTS, "-t", TIMEOUT, &self.solvers]).arg(&seeds).current_dir(folder.path());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&said).unwrap())
            .process_group(0);
        let (bugs, logs) = (folder.path().join("bugs"), folder.path().join("logs"));
        let started = Instant::now();
        let mut child = command.spawn().unwrap();
        let mut processor = 0.0;
        while child.try_wait().unwrap().is_none() {
            processor = processor_time(&child).unwrap_or(processor);
            if processor > seconds || has_found(&bugs) {
                let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
            }
            sleep(PERIOD);
        }
        let clock = started.elapsed().as_secs_f64();
        let said = fs::read_to_string(said).unwrap_or_default();
        let instances = until_stops(&texts(&logs)).max(mutants(&said));
        Search { instances, processor, clock, found: has_found(&bugs) }
    }
}

/// Processor time of a process and of its children that have ended, in seconds.
fn processor_time(child: &Child) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // After the name, which may have anything in it: the 14th to the 17th field of all.
    let fields = text.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
    Some(fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / TICKS)
}

/// Whether an answer was wrong: crashes and the like are kept in the same folder, under other names.
fn has_found(bugs: &Path) -> bool {
    let names = fs::read_dir(bugs).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.into_iter().any(|name| name.to_string_lossy().contains("incorrect"))
}

/// What the files of a folder say.
fn texts(folder: &Path) -> String {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}

/// How many mutants it had made of the seeds that it stopped at: at a wrong answer, a crash, or what it has seen before.
fn until_stops(logs: &str) -> u32 {
    let stops = logs.lines().filter(|line| line.contains("Stop testing on this seed"));
    let numbers =
        stops.filter_map(|line| line.split_once(&format!("/{MUTANTS} "))?.0.rsplit(' ').next()?.parse().ok());
    numbers.fold(0, u32::saturating_add)
}

/// How many mutants it had tried when it told last, every two seconds: each is given to two solvers.
fn mutants(said: &str) -> u32 {
    let calls = said
        .rsplit_once("Performed ")
        .and_then(|(_, rest)| rest.split(' ').next()?.replace(',', "").parse::<u32>().ok());
    calls.unwrap_or(0) / 2
}
