//! What `storm check` makes of the models that solvers print for instances of this repository's seeds: how many are
//! satisfied, violated, not decided or not read, and why.
//!
//! `cargo bench --bench models -- --instances 2000`; `--solver NAME` takes one solver, `--program NAME=PATH` another build
//! of it, `--storm PATH` lets another build of `storm` check the same models beside this one, and `--keep DIR` keeps what is
//! not satisfied. One process at a time.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a benchmark ends where something is wrong

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A solver, and how it is asked for a model within two seconds.
struct Solver {
    name: &'static str,
    file: &'static str,
    arguments: &'static [&'static str],
}

const SOLVERS: [Solver; 4] = [
    Solver { name: "z3", file: "z3", arguments: &["-T:2"] },
    Solver {
        name: "cvc5",
        file: "cvc5",
        arguments: &["--tlimit=2000", "--strings-exp", "--arrays-exp", "--fp-exp", "--sets-exp"],
    },
    Solver { name: "yices", file: "yices-smt2-2.6.5", arguments: &["--timeout=2"] },
    Solver { name: "bitwuzla", file: "bitwuzla", arguments: &["--time-limit-per=2000"] },
];

/// Instances that are made of a seed at a time, for an RNG seed of their own.
const BATCH: &str = "4";
/// How an instance is made: small ones of every source, as in a hunt.
const MAKING: [&str; 10] =
    ["--small", "80", "--synthesis", "60", "--mutation", "40", "--wrappers", "20", "--drawing", "balanced"];
/// How long a solver may run, whatever it makes of its own limit.
const LONGEST: Duration = Duration::from_secs(5);
/// Reasons that are printed.
const REASONS: usize = 8;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let all = |name: &str| {
        let pairs = arguments.windows(2).filter(move |pair| pair[0] == name);
        pairs.map(|pair| pair[1].clone()).collect::<Vec<_>>()
    };
    // As other benchmarks: `--test` only shows that it runs.
    let quick = arguments.iter().any(|argument| argument == "--test");
    let wanted = all("--instances").pop().map_or(if quick { 3 } else { 2_000 }, |text| text.parse().unwrap());
    let (only, programs) = (all("--solver"), all("--program"));
    let checkers: Vec<String> =
        std::iter::once(env!("CARGO_BIN_EXE_storm").to_owned()).chain(all("--storm")).collect();
    let keep = all("--keep").pop().map(PathBuf::from);
    for solver in
        SOLVERS.iter().filter(|solver| only.is_empty() || only.iter().any(|name| name == solver.name))
    {
        let other = programs.iter().find_map(|pair| pair.strip_prefix(&format!("{}=", solver.name)));
        let path = other.map_or_else(|| installed(solver.file), PathBuf::from);
        if !path.is_file() {
            println!("{}: not here: {}", solver.name, path.display());
            continue;
        }
        measure(solver, &path, wanted, &checkers, keep.as_deref());
    }
}

fn installed(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/solvers/bin").join(file)
}

/// Asks one solver for models of `wanted` instances, and each of the `checkers` what they are worth.
fn measure(solver: &Solver, path: &Path, wanted: usize, checkers: &[String], keep: Option<&Path>) {
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    let mut seeds: Vec<PathBuf> =
        glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap).collect();
    let folder = tempfile::tempdir().unwrap();
    let mut counts = vec![BTreeMap::<&str, usize>::new(); checkers.len()];
    let mut reasons = vec![BTreeMap::<String, usize>::new(); checkers.len()];
    let mut models = 0;
    for rng in 1_u32.. {
        // Seeds that the solver does not read, or has no model of, are not asked again.
        seeds.retain(|seed| {
            if models >= wanted {
                return true;
            }
            let mut has_models = false;
            for instance in instances(seed, rng, folder.path()) {
                let Some(model) = model(solver, path, &instance, folder.path()) else { continue };
                has_models = true;
                if models >= wanted {
                    break;
                }
                models += 1;
                let files = [folder.path().join("script.smt2"), folder.path().join("model")];
                std::fs::write(&files[0], &instance).unwrap();
                std::fs::write(&files[1], &model).unwrap();
                for (at, checker) in checkers.iter().enumerate() {
                    let (word, reason) = checked(checker, &files);
                    *counts[at].entry(word).or_default() += 1;
                    if word != "satisfied" {
                        *reasons[at].entry(format!("{word}: {reason}")).or_default() += 1;
                    }
                    if let Some(keep) = keep.filter(|_| at == 0 && word != "satisfied") {
                        std::fs::create_dir_all(keep).unwrap();
                        let name = format!("{}-{word}-{models}", solver.name);
                        std::fs::copy(&files[0], keep.join(format!("{name}.smt2"))).unwrap();
                        std::fs::copy(&files[1], keep.join(format!("{name}.model"))).unwrap();
                    }
                }
            }
            has_models
        });
        if models >= wanted || seeds.is_empty() {
            break;
        }
    }
    println!("\n| {} {models} models | satisfied | violated | undecided | refused |", solver.name);
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (checker, counts) in checkers.iter().zip(&counts) {
        let count = |word: &str| counts.get(word).copied().unwrap_or(0);
        let words = ["satisfied", "violated", "undecided", "refused"].map(count);
        println!("| {checker} | {} | {} | {} | {} |", words[0], words[1], words[2], words[3]);
    }
    for (checker, reasons) in checkers.iter().zip(reasons) {
        let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        println!("\n{checker}");
        reasons.iter().take(REASONS).for_each(|(reason, count)| println!("  {count:5} {reason}"));
    }
}

/// Instances of a seed, as `storm generate` makes them.
fn instances(seed: &Path, rng: u32, folder: &Path) -> Vec<String> {
    let out = folder.join("instances");
    let _ = std::fs::remove_dir_all(&out);
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.arg("generate").arg(seed).args(["--rng", &rng.to_string(), "--count", BATCH]).args(MAKING);
    let done = command.arg("--out").arg(&out).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    if !done.success() {
        return Vec::new();
    }
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| !file.to_string_lossy().contains("witness"));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// What a solver prints after `sat`.
fn model(solver: &Solver, path: &Path, instance: &str, folder: &Path) -> Option<String> {
    let file = folder.join("asked.smt2");
    let asked = instance.replace("(check-sat)", "(check-sat)\n(get-model)");
    std::fs::write(&file, format!("(set-option :produce-models true)\n{asked}")).unwrap();
    let printed = folder.join("printed");
    let (output, errors) = (std::fs::File::create(&printed).unwrap(), Stdio::null());
    let mut run =
        Command::new(path).args(solver.arguments).arg(&file).stdout(output).stderr(errors).spawn().unwrap();
    // cvc5 does not always keep the limit that it is given.
    let deadline = Instant::now() + LONGEST;
    while run.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            run.kill().unwrap();
            run.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let printed = String::from_utf8_lossy(&std::fs::read(printed).unwrap()).into_owned();
    let model = printed.strip_prefix("sat\n")?;
    (!model.starts_with("(error")).then(|| model.to_owned())
}

/// What a build of `storm` says of a model, in a word, and why.
fn checked(checker: &str, [script, model]: &[PathBuf; 2]) -> (&'static str, String) {
    let output = Command::new(checker).arg("check").arg(script).arg("--model").arg(model).output().unwrap();
    let (said, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let word = match output.status.code() {
        Some(0) => "satisfied",
        Some(1) => "violated",
        Some(3) => "undecided",
        _ => "refused",
    };
    let line = if word == "refused" { error.lines().next() } else { said.lines().next() };
    let line = line.unwrap_or_default().replace(&*script.to_string_lossy(), "");
    // Without numbers and names, reasons are alike.
    let plain = line.split('`').step_by(2).collect::<Vec<_>>().join("…");
    (word, plain.chars().filter(|character| !character.is_ascii_digit()).collect())
}
