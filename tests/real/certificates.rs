//! The certificate of an instance, its witness as definitions, is `sat` for solvers that had no
//! part in making it, and none of them answers `unsat` to the instance.
//!
//! STORM_CERTIFY names a folder of other seeds to check: every `.smt2` file below it.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Trial;

use super::matrix::{CVC5, missing, solver, test};

/// Instances of each seed.
const INSTANCES: &str = "2";

pub fn tests() -> Vec<Trial> {
    vec![test("certificates_are_sat_for_other_solvers", missing(&["z3-5.4.0", CVC5], &[]), certify)]
}

fn certify() {
    let folder = std::env::var_os("STORM_CERTIFY").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds"));
    let pattern = folder.join("**/*.smt2");
    let seeds = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap);
    let mut counts = Counts::default();
    for seed in seeds {
        check(&seed, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.wrong.is_empty(), "{:#?}", counts.wrong);
    assert!(counts.confirmed * 10 > counts.certificates * 8, "{counts:?}");
}

#[derive(Debug, Default)]
struct Counts {
    seeds: u32,
    certificates: u32,
    /// Certificates that Z3 answers `sat`.
    confirmed: u32,
    /// Instances or certificates with an answer that must not be.
    wrong: Vec<String>,
}

fn check(seed: &Path, counts: &mut Counts) {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_storm"))
        .args(["generate", "--count", INSTANCES, "--a-max", "8", "--certificates", "--out"])
        .args([folder.path(), seed])
        .output()
        .unwrap();
    if !made.status.success() {
        return;
    }
    counts.seeds += 1;
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| !file.ends_with("witness.smt2")) {
        let is_certificate = file.to_string_lossy().contains("certificate");
        let z3 = first_line(Command::new(solver("z3-5.4.0").unwrap()).arg("-T:5").arg(file));
        let cvc5 = Command::new(solver(CVC5).unwrap())
            .args(["-q", "--strings-exp", "--tlimit=5000"])
            .arg(file)
            .output()
            .unwrap();
        let cvc5 = String::from_utf8_lossy(&cvc5.stdout).trim().to_owned();
        let refused = z3.starts_with("(error");
        if z3 == "unsat" || cvc5 == "unsat" || refused {
            let name = file.file_name().unwrap().to_string_lossy();
            counts.wrong.push(format!("{} {name}: z3 {z3}, cvc5 {cvc5}", seed.display()));
        }
        counts.certificates += u32::from(is_certificate);
        counts.confirmed += u32::from(is_certificate && z3 == "sat");
    }
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned()
}
