//! Hunts as they come: `storm hunt` on all seeds of a row, with a release in place of the row's solver, for all bugs of this
//! release in this row.
//!
//! A hunt starts with no known bugs, on one core. It ends when it has kept a finding of each bug, or when its processor time
//! is up. A finding is one of a bug's class; where the table names a release without the bug, only if that release does not
//! show it; and only if its script mentions what the bug is about, where the release has other bugs of the class. For a wrong
//! `sat`, so is a wrong model of a script to which that release answers `unsat`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use smt_storm::process::processor_times;
use smt_storm::{Class, Config};

use crate::known::Limits;
use crate::known::bugs::Bug;
use crate::known::search::{Row, Search, cells};
use crate::script::storm;

/// What asks for hunts.
pub const NAME: &str = "hunt";
/// How often it is looked whether something was found.
const PERIOD: Duration = Duration::from_millis(500);
/// The configuration in the folder of a hunt, and its output.
const CONFIG: &str = "solvers.yaml";
const OUTPUT: &str = "out";
/// What the scripts of bugs mention whose release has other bugs of the class in this row. With a wrong model, the assertion
/// that it violates does, unless a definition has to.
const MENTIONED: [(&str, &str); 6] = [
    ("constant-arrays", "(as const"),
    ("stored-words", "(store "),
    ("subnormal-to-real", "fp.to_real"),
    ("fused-add", "fp.fma"),
    ("short-exponents", "fp.to_real"),
    ("constants-in-recursion", DEFINED),
];
/// What a definition mentions, and not an assertion.
const DEFINED: &str = "-rec ";
/// What stands before the assertion that a printed model violates.
const VIOLATED: &str = "; Printed model, under which this is false: ";
/// The time on the clock that a hunt has at most, as a multiple of its processor time: other programs may be at work.
const CLOCK: f64 = 20.0;

/// A bug and its release.
pub type Hunted = (&'static Bug, PathBuf);

/// Runs the hunts, each in its own part of the campaign. Returns a row for each bug, but for those whose row never has their
/// arguments.
pub fn run(all: &[Hunted], limits: &Limits) -> Vec<Row> {
    let config =
        Config::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers.yaml"), Some("hunt")).unwrap();
    let mut groups: Vec<Vec<&Hunted>> = Vec::new();
    for hunted in all {
        let bug = hunted.0;
        let row = config.solvers.iter().find(|row| row.name == bug.row).expect("a row of the profile");
        let mut drawn = row.form.options.iter().flat_map(|group| &group.alternatives);
        if !bug.args.is_empty() && !drawn.any(|one| one.args == bug.args) {
            continue;
        }
        let same = |group: &&mut Vec<&Hunted>| (group[0].0.release, group[0].0.row) == (bug.release, bug.row);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(hunted),
            None => groups.push(vec![hunted]),
        }
    }
    groups.iter().flat_map(|group| hunt(group, limits)).collect()
}

/// Runs the hunts for the bugs of a release and row.
fn hunt(group: &[&Hunted], limits: &Limits) -> Vec<Row> {
    let mut rows: Vec<Row> =
        group.iter().map(|hunted| Row { bug: hunted.0, setting: NAME, searches: Vec::new() }).collect();
    let parts = limits.rng_seeds.len();
    for part in 1..=parts {
        for (row, search) in rows.iter_mut().zip(search(group, limits, &format!("{part}/{parts}"))) {
            // Each takes a quarter of an hour, and the next ones may be interrupted.
            eprintln!("{}, part {part} of {parts}: {}", row.bug.name, cells(std::slice::from_ref(&search)));
            row.searches.push(search);
        }
    }
    for row in &rows {
        println!("{:<18} {NAME:<14} {}", row.bug.name, cells(&row.searches));
    }
    rows
}

/// Hunts in a part of a campaign. Returns what came of it for each bug.
fn search(group: &[&Hunted], limits: &Limits, shard: &str) -> Vec<Search> {
    let folder = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let (bug, executable) = group[0];
    let mut child = start(bug, executable, limits.seconds * CLOCK, shard, folder.path());
    let mut all: Vec<Findings> = group.iter().map(|hunted| Findings::new(hunted.0, folder.path())).collect();
    let mut processor = 0.0;
    let search = |processor, found| {
        let clock = started.elapsed().as_secs_f64();
        Search { instances: instances(folder.path()), processor, clock, found }
    };
    while child.try_wait().unwrap().is_none() {
        processor = f64::max(processor, processor_time(child.id()));
        for findings in all.iter_mut().filter(|findings| findings.search.is_none()) {
            findings.search = findings.show_the_bug().then(|| search(processor, true));
        }
        if processor > limits.seconds || all.iter().all(|findings| findings.search.is_some()) {
            let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
            break;
        }
        sleep(PERIOD);
    }
    child.wait().unwrap();
    // What it was about to report is reported at its end.
    let end = |findings: &mut Findings| {
        let found = findings.search.take();
        found.unwrap_or_else(|| search(processor, findings.show_the_bug()))
    };
    let searches = all.iter_mut().map(end).collect();
    if let Some(kept) = &limits.keep {
        all.iter().for_each(|findings| findings.keep(kept, shard));
    }
    searches
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
    storm.env("STORM_OUTPUT", folder.join(OUTPUT));
    storm.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// What a hunt has kept so far of a bug's class.
struct Findings<'a> {
    bug: &'static Bug,
    /// The folder of the hunt.
    folder: &'a Path,
    /// Whether findings of the class are the bug, by the names of their snapshots.
    are_the_bug: BTreeMap<String, bool>,
    /// What the hunt was when it had found the bug.
    search: Option<Search>,
}

impl<'a> Findings<'a> {
    fn new(bug: &'static Bug, folder: &'a Path) -> Findings<'a> {
        Findings { bug, folder, are_the_bug: BTreeMap::new(), search: None }
    }

    fn show_the_bug(&mut self) -> bool {
        let Findings { bug, folder, are_the_bug, .. } = self;
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
                is_about(bug, &snapshot) && bug.right_release().is_none_or(is_right)
            });
        }
        // A model is wrong because there is none if the other release answers `unsat` to the script.
        if let Some(right) = bug.right_release().filter(|_| bug.class == Class::WrongSat) {
            for snapshot in pending(&snapshots, Class::InvalidModel) {
                are_the_bug.entry(name(&snapshot)).or_insert_with(|| {
                    let verified = || with_right(&right, "verify", &snapshot, &["--with", bug.solver().0]);
                    is_about(bug, &snapshot)
                        && String::from_utf8_lossy(&verified().stderr).contains("wrong sat:")
                });
            }
        }
        are_the_bug.values().any(|&is_the_bug| is_the_bug)
    }

    /// Copies those that are the bug into a folder.
    fn keep(&self, kept: &Path, shard: &str) {
        for (name, _) in self.are_the_bug.iter().filter(|(_, is_the_bug)| **is_the_bug) {
            let to = format!("{}-{NAME}-{}.{name}", self.bug.name, shard.replace('/', "-"));
            fs::copy(self.folder.join("snapshots").join(name), kept.join(to)).unwrap();
        }
    }
}

/// Whether the script of a snapshot mentions what the bug is about.
fn is_about(bug: &Bug, snapshot: &Path) -> bool {
    let text = fs::read_to_string(snapshot).unwrap();
    let script = text.splitn(3, "---\n").nth(2).unwrap();
    let violated = script.lines().find_map(|line| line.strip_prefix(VIOLATED));
    let is_met = |mentioned: &str| match violated {
        Some(assertion) if mentioned != DEFINED => assertion.contains(mentioned),
        _ => script.contains(mentioned),
    };
    MENTIONED.iter().all(|(name, mentioned)| *name != bug.name || is_met(mentioned))
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

/// How many instances a hunt asked so far: the sum over the lines of its campaign.
fn instances(folder: &Path) -> u32 {
    let files = fs::read_dir(folder.join(OUTPUT).join("hunt")).expect("a hunt that began").flatten();
    let lines = files.map(|file| fs::read_to_string(file.path()).unwrap()).collect::<String>();
    let counts = lines.split("\"instances\":").skip(1);
    let number =
        |text: &str| text.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse::<u32>().unwrap();
    counts.map(number).sum()
}
