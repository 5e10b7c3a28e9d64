//! Hunts as they come: `storm hunt` on all seeds of a bug's row, with the release in place of the row's solver.
//!
//! A hunt starts with no known bugs, on one core. It ends with the first wrong `unsat` that it reports, which includes that
//! it has confirmed and minimised it, or when its processor time is up. Any wrong `unsat` of the release on that row counts:
//! nobody compares it with the one that the table describes.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use smt_storm::process::processor_times;

use crate::known::Limits;
use crate::known::bugs::Bug;
use crate::known::search::{Row, Search};

/// What asks for hunts.
pub const NAME: &str = "hunt";
/// How often it is looked whether something was found.
const PERIOD: Duration = Duration::from_millis(500);
/// The file for what a hunt says, in its folder.
const SAID: &str = "said";
/// The time on the clock that a hunt has at most, as a multiple of its processor time: other programs may be at work.
const CLOCK: f64 = 20.0;

/// Runs the hunts, each in its own part of the campaign; none where the row has arguments that no row has.
pub fn run(bug: &'static Bug, executable: &Path, limits: &Limits) -> Option<Row> {
    if !bug.args.is_empty() {
        return None;
    }
    let parts = limits.rng_seeds.len();
    let searches = (1..=parts).map(|part| search(bug, executable, limits, &format!("{part}/{parts}")));
    Some(Row { bug, setting: NAME, searches: searches.collect() })
}

fn search(bug: &Bug, executable: &Path, limits: &Limits, shard: &str) -> Search {
    let folder = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let mut child = start(bug, executable, limits.seconds * CLOCK, shard, folder.path());
    let results = folder.path().join("out/results");
    let (mut processor, mut found) = (0.0, false);
    while child.try_wait().unwrap().is_none() {
        processor = f64::max(processor, processor_time(child.id()));
        found = reports_wrong_unsat(&results);
        if found || processor > limits.seconds {
            let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
            break;
        }
        sleep(PERIOD);
    }
    let clock = started.elapsed().as_secs_f64();
    child.wait().unwrap();
    let said = fs::read_to_string(folder.path().join(SAID)).unwrap();
    // What it was about to report is reported at its end.
    found |= reports_wrong_unsat(&results);
    if let (true, Some(kept)) = (found, &limits.keep) {
        keep(&folder.path().join("snapshots"), kept, bug, shard);
    }
    Search { instances: instances(&said), processor, clock, found }
}

/// Starts a hunt in a folder of its own: `solvers.yaml` as it is, but without snapshots.
fn start(bug: &Bug, executable: &Path, seconds: f64, shard: &str, folder: &Path) -> Child {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("solvers.yaml")).unwrap();
    let seeds = format!("glob: {}/", root.join("seeds").display());
    let config = folder.join("solvers.yaml");
    fs::write(&config, text.replace("glob: seeds/", &seeds)).unwrap();
    symlink(root.join("options"), folder.join("options")).unwrap();
    let (solver, variant) =
        bug.row.split_once('/').map_or((bug.row, None), |(solver, name)| (solver, Some(name)));
    let rows = if variant.is_some() { bug.row.to_owned() } else { format!("{solver},!{solver}/*") };
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    storm.args([
        "hunt",
        "--jobs",
        "1",
        "--rows",
        &rows,
        "--shard",
        shard,
        "--for",
        &format!("{seconds:.0}s"),
    ]);
    storm.env("STORM_CONFIG", &config).env("STORM_OUTPUT", folder.join("out"));
    // The variable that names the program of a row is its name in capitals.
    storm.env(solver.to_uppercase(), executable);
    // It sums up on standard output if it ends by itself, on standard error if it is interrupted.
    let said = File::create(folder.join(SAID)).unwrap();
    storm.stdout(said.try_clone().unwrap()).stderr(said).spawn().unwrap()
}

/// Processor time of a process, of those that it started, and of theirs, in seconds.
fn processor_time(root: u32) -> f64 {
    let stats = fs::read_dir("/proc").unwrap().flatten();
    let stats: Vec<(u32, u32, f64)> = stats.filter_map(|entry| read_stat(&entry.path())).collect();
    let mut family = vec![root];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        family.extend(stats.iter().filter(|stat| stat.1 == parent).map(|stat| stat.0));
        next += 1;
    }
    stats.iter().filter(|stat| family.contains(&stat.0)).map(|stat| stat.2).sum()
}

/// The number of a process, that of its parent, and the processor time of it and of its children that have ended.
fn read_stat(folder: &Path) -> Option<(u32, u32, f64)> {
    let process = folder.file_name()?.to_str()?.parse().ok()?;
    let stat = fs::read_to_string(folder.join("stat")).ok()?;
    let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
    Some((process, parent, processor_times(&stat)?.iter().sum::<Duration>().as_secs_f64()))
}

/// Whether the results so far have a wrong `unsat`.
fn reports_wrong_unsat(results: &Path) -> bool {
    let files = fs::read_dir(results).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read_to_string(file.path()).ok()).any(|text| {
        text.lines()
            .any(|line| line.contains(r#""record":"finding""#) && line.contains(r#""class":"wrong unsat""#))
    })
}

/// How many instances a hunt asked, as it says at its end.
fn instances(said: &str) -> u32 {
    let line = said.lines().find_map(|line| line.strip_prefix("campaign: ")).unwrap_or_default();
    let digits: String = line.chars().take_while(|c| *c != ' ').filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// Keeps the wrong `unsat`s that wait for review.
fn keep(snapshots: &Path, kept: &Path, bug: &Bug, shard: &str) {
    for snapshot in fs::read_dir(snapshots).into_iter().flatten().flatten() {
        let name = snapshot.file_name().into_string().unwrap();
        if name.contains("wrong-unsat") {
            let to = format!("{}-{NAME}-{}.{name}", bug.name, shard.replace('/', "-"));
            fs::copy(snapshot.path(), kept.join(to)).unwrap();
        }
    }
}
