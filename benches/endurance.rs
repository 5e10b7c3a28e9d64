//! 100,000 instances in one run, in sessions and (with `--processes`) in a process for each:
//! memory of the test program, its open descriptors, and children it has not waited for, sampled
//! while it runs. `cargo bench --bench endurance`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn main() {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let instances = if has("--test") { 1_000 } else { 100_000 };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let yices = root.join("target/solvers/bin/yices-smt2");
    if !yices.exists() {
        println!("yices-smt2 is not installed: run storm solvers install");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "version: 1\nsolvers:\n  yices:\n    argv: [{yices:?}, '{{file}}']\n    args: [--incremental]\n    \
         session: {{argv: [{yices:?}]}}\nseeds: [{{glob: '{seeds}', logic: QF_LIA}}]\n\
         profiles: {{long: {{A_max: 4, NM: {instances}, sessions: {sessions}, max_timeouts: {instances}}}}}\n",
        seeds = root.join("seeds/QF_LIA/nurse-roster.smt2").display(),
        sessions = !has("--processes"),
    );
    std::fs::write(folder.path().join("solvers.yaml"), text).unwrap();
    let mut storm = Command::new(env!("CARGO_BIN_EXE_storm"));
    // The table is what is told as it goes.
    storm.args(["test", "--quiet"]).current_dir(folder.path());
    storm.env_remove("STORM_CONFIG").env_remove("STORM_PROFILE");
    let results = folder.path().join("results.jsonl");
    storm.env("STORM_OUTPUT", folder.path().join("out")).env("STORM_RESULTS", &results);
    let started = Instant::now();
    let mut child = storm.stdout(Stdio::null()).spawn().unwrap();
    println!("seconds  memory KiB  descriptors  zombies");
    let mut pause = Duration::from_secs(1);
    while child.try_wait().unwrap().is_none() {
        let process = format!("/proc/{}", child.id());
        let status = std::fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = memory.map_or("-", |text| text.trim().trim_end_matches(" kB"));
        let descriptors = std::fs::read_dir(format!("{process}/fd")).map_or(0, Iterator::count);
        let seconds = started.elapsed().as_secs();
        println!("{seconds:>7}  {memory:>10}  {descriptors:>11}  {:>7}", zombies(child.id()));
        sleep(pause);
        // Ten lines a minute are enough.
        pause = (pause * 2).min(Duration::from_secs(8));
    }
    let lines = std::fs::read_to_string(results).unwrap();
    let case = lines.lines().last().unwrap_or_default();
    println!("{} instances in {:.0} s\n{case}", instances, started.elapsed().as_secs_f64());
}

/// Children of a process that ended and were not waited for.
fn zombies(parent: u32) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    stats.filter(|stat| stat.contains(&format!(") Z {parent} "))).count()
}
