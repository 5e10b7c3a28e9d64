//! Hunts as they come: `storm hunt` on all seeds of a bug's row, with the release in place of the row's solver.
//!
//! A hunt starts with no known bugs, on one core. It ends with the first finding of the bug's class that it keeps, or when
//! its processor time is up. Where the table names a release without the bug, a finding counts only if that release does not
//! show it; elsewhere, any finding of the class counts. For a wrong `sat`, so does a wrong model of a script to which that
//! release answers `unsat`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use smt_storm::process::processor_times;
use smt_storm::{Class, Config};

use crate::known::Limits;
use crate::known::bugs::Bug;
use crate::known::search::{Row, Search};
use crate::script::storm;

/// What asks for hunts.
pub const NAME: &str = "hunt";
/// How often it is looked whether something was found.
const PERIOD: Duration = Duration::from_millis(500);
/// The files in the folder of a hunt: its configuration, and what it says.
const CONFIG: &str = "solvers.yaml";
const SAID: &str = "said";
/// The time on the clock that a hunt has at most, as a multiple of its processor time: other programs may be at work.
const CLOCK: f64 = 20.0;

/// Runs the hunts, each in its own part of the campaign; none where the row never has the arguments.
pub fn run(bug: &'static Bug, executable: &Path, limits: &Limits) -> Option<Row> {
    let config =
        Config::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers.yaml"), Some("hunt")).unwrap();
    let row = config.solvers.iter().find(|row| row.name == bug.row).expect("a row of the profile");
    let mut drawn = row.form.options.iter().flat_map(|group| &group.alternatives);
    if !bug.args.is_empty() && !drawn.any(|one| one.args == bug.args) {
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
    let mut findings = Findings { bug, folder: folder.path(), are_the_bug: BTreeMap::new() };
    let (mut processor, mut found) = (0.0, false);
    while child.try_wait().unwrap().is_none() {
        processor = f64::max(processor, processor_time(child.id()));
        found = findings.show_the_bug();
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
    found |= findings.show_the_bug();
    if let (true, Some(kept)) = (found, &limits.keep) {
        keep(&folder.path().join("snapshots"), kept, bug, shard);
    }
    Search { instances: instances(&said), processor, clock, found }
}

/// Starts a hunt in a folder of its own: `solvers.yaml` as it is, but without snapshots.
fn start(bug: &Bug, executable: &Path, seconds: f64, shard: &str, folder: &Path) -> Child {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("solvers.yaml")).unwrap();
    let here = |text: String, seeds| {
        text.replace(&format!("glob: {seeds}/"), &format!("glob: {}/", root.join(seeds).display()))
    };
    fs::write(folder.join(CONFIG), ["seeds", "signatures"].into_iter().fold(text, here)).unwrap();
    symlink(root.join("options"), folder.join("options")).unwrap();
    let (solver, is_variant) = bug.solver();
    let rows = if is_variant { bug.row.to_owned() } else { format!("{solver},!{solver}/*") };
    let mut storm = storm(bug, executable, &folder.join(CONFIG));
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
    storm.env("STORM_OUTPUT", folder.join("out"));
    // It sums up on standard output if it ends by itself, on standard error if it is interrupted.
    let said = File::create(folder.join(SAID)).unwrap();
    storm.stdout(said.try_clone().unwrap()).stderr(said).spawn().unwrap()
}

/// What a hunt has kept so far.
struct Findings<'a> {
    bug: &'a Bug,
    /// The folder of the hunt.
    folder: &'a Path,
    /// Whether findings of the class are the bug, by the names of their snapshots.
    are_the_bug: BTreeMap<String, bool>,
}

impl Findings<'_> {
    fn show_the_bug(&mut self) -> bool {
        let Findings { bug, folder, are_the_bug } = self;
        let snapshots = folder.join("snapshots");
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let with_right = |right: &Path, command: &str, snapshot: &Path, more: &[&str]| {
            let mut storm = storm(bug, right, &folder.join(CONFIG));
            storm.arg(command).arg(snapshot).args(more).env("STORM_OUTPUT", folder.join("again"));
            storm.output().unwrap()
        };
        for snapshot in pending(&snapshots, bug.class) {
            are_the_bug.entry(name(&snapshot)).or_insert_with(|| {
                let is_right = |right: PathBuf| with_right(&right, "replay", &snapshot, &[]).status.success();
                bug.right_release().is_none_or(is_right)
            });
        }
        // A model is wrong because there is none if the other release answers `unsat` to the script.
        if let Some(right) = bug.right_release().filter(|_| bug.class == Class::WrongSat) {
            for snapshot in pending(&snapshots, Class::InvalidModel) {
                are_the_bug.entry(name(&snapshot)).or_insert_with(|| {
                    let verified = with_right(&right, "verify", &snapshot, &["--with", bug.solver().0]);
                    String::from_utf8_lossy(&verified.stderr).contains("wrong sat:")
                });
            }
        }
        are_the_bug.values().any(|&is_the_bug| is_the_bug)
    }
}

/// The snapshots of a class that wait for review.
fn pending(snapshots: &Path, class: Class) -> Vec<PathBuf> {
    let slug = class.word().replace(' ', "-");
    let files = fs::read_dir(snapshots).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_of_class = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".snap.new") && name.split("__").nth(1) == Some(&slug)
    };
    files.filter(is_of_class).collect()
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

/// How many instances a hunt asked, as it says at its end.
fn instances(said: &str) -> u32 {
    let line = said.lines().find_map(|line| line.strip_prefix("campaign: ")).unwrap_or_default();
    let digits: String = line.chars().take_while(|c| *c != ' ').filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// Keeps the findings of the class.
fn keep(snapshots: &Path, kept: &Path, bug: &Bug, shard: &str) {
    fs::create_dir_all(kept).unwrap();
    for snapshot in pending(snapshots, bug.class) {
        let name = snapshot.file_name().unwrap().to_string_lossy();
        let to = format!("{}-{NAME}-{}.{name}", bug.name, shard.replace('/', "-"));
        fs::copy(&snapshot, kept.join(to)).unwrap();
    }
}
