//! The certificate of an instance, its witness as definitions, is `sat` for solvers that had no
//! part in making it, and none of them answers `unsat` to the instance.
//!
//! STORM_CERTIFY names a folder of other seeds to check: every `.smt2` file below it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Trial;
use smt_storm::matrix::{Config, Solver};
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::runner::Runner;

use super::matrix::{missing, test};

/// Instances of each seed.
const INSTANCES: &str = "2";
/// What each solver has for an instance or a certificate.
const LIMIT: Duration = Duration::from_secs(5);

pub fn tests() -> Vec<Trial> {
    vec![test("certificates_are_sat_for_other_solvers", missing(&["z3", "cvc5"], &[]), certify)]
}

fn certify() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::var_os("STORM_CERTIFY").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| root.join("seeds"));
    let pattern = folder.join("**/*.smt2");
    let seeds = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap);
    // cvc5 has every logic of the seeds, but not every operator of them.
    let config = Config::load(&root.join("solvers.yaml"), Some("variants")).unwrap();
    let [z3, cvc5] = ["z3", "cvc5/sets"].map(|name| quick(config.row(name).unwrap()));
    let output = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(output.path()).unwrap();
    let [ask_z3, ask_cvc5] = [&z3, &cvc5].map(|row| Runner::new(row, &workspace));
    // The logics of its own sets are those of a row of their own.
    let of_z3 = [&z3, config.row("z3/experimental-set-sizes").unwrap()];
    let mut counts = Counts::default();
    for seed in seeds {
        check(&seed, [&ask_z3, &ask_cvc5], &of_z3, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.wrong.is_empty(), "{:#?}", counts.wrong);
    assert!(counts.confirmed * 10 > counts.certificates * 8, "{counts:?}");
}

fn quick(row: &Solver) -> Solver {
    Solver { timeout: LIMIT, ..row.clone() }
}

#[derive(Debug, Default)]
struct Counts {
    seeds: u32,
    certificates: u32,
    /// Certificates that Z3 answers `sat`, or cvc5 where Z3 has not the logic.
    confirmed: u32,
    /// Instances or certificates with an answer that must not be.
    wrong: Vec<String>,
}

fn check(seed: &Path, [ask_z3, ask_cvc5]: [&Runner; 2], of_z3: &[&Solver], counts: &mut Counts) {
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
    let text = std::fs::read_to_string(seed).unwrap();
    let z3_has_the_logic = of_z3.iter().any(|row| names_logic_of(row, &text));
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| !file.ends_with("witness.smt2")) {
        let is_certificate = file.to_string_lossy().contains("certificate");
        let script = std::fs::read_to_string(file).unwrap();
        let said_by_z3 = first_line(ask_z3, &script);
        let said_by_cvc5 = first_line(ask_cvc5, &script);
        let judge = if z3_has_the_logic { &said_by_z3 } else { &said_by_cvc5 };
        let is_unsat = [&said_by_z3, &said_by_cvc5].iter().any(|said| *said == "unsat");
        if is_unsat || judge.starts_with("(error") {
            let name = file.file_name().unwrap().to_string_lossy();
            counts.wrong.push(format!("{} {name}: z3 {said_by_z3}, cvc5 {said_by_cvc5}", seed.display()));
        }
        counts.certificates += u32::from(is_certificate);
        counts.confirmed += u32::from(is_certificate && judge == "sat");
    }
}

/// Whether the row has the logic that a seed names, as it has where the seed names none.
fn names_logic_of(row: &Solver, seed: &str) -> bool {
    let named = seed.lines().find_map(|line| line.strip_prefix("(set-logic ")?.strip_suffix(')'));
    named.is_none_or(|logic| row.logics.contains(logic))
}

fn first_line(ask: &Runner, script: &str) -> String {
    let run = ask.run(script, &[]).unwrap();
    String::from_utf8_lossy(&run.stdout).lines().next().unwrap_or_default().to_owned()
}
