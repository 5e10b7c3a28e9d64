//! Models that good solvers print for instances of this repository's seeds: read, and true.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Trial;
use smt_storm::smtlib::Problem;
use smt_storm::solver::model_check::{Check, check};
use smt_storm::witness::Evaluator;

use super::matrix::{CVC5, missing, solver, test};

/// Instances of each seed.
const INSTANCES: &str = "2";
/// The logics, one for each way in which models differ.
const LOGICS: [&str; 16] = [
    "ALIA", "AUFLIRA", "LRA", "NONE", "QF_ABV", "QF_AUFNIA", "QF_AX", "QF_BVFP", "QF_DT", "QF_FP", "QF_NRA",
    "QF_SLIA", "QF_UF", "QF_UFLRA", "UFDTLIA", "UFLIA",
];

pub fn tests() -> Vec<Trial> {
    let z3 = || satisfied("z3", &["-T:5"]);
    let cvc5 = || satisfied(CVC5, &["-q", "--strings-exp", "--tlimit=5000"]);
    vec![
        test("models_of_z3_satisfy_their_instances", missing(&["z3"], &[]), z3),
        test("models_of_cvc5_satisfy_their_instances", missing(&[CVC5], &[]), cvc5),
        test("a_wrong_model_of_yices_is_found", missing(&["yices-smt2"], &[]), wrong),
    ]
}

/// What `name` prints for a script.
fn printed(name: &str, arguments: &[&str], script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.smt2");
    std::fs::write(&file, script).unwrap();
    let output = Command::new(solver(name).unwrap()).args(arguments).arg(&file).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn satisfied(name: &str, arguments: &[&str]) {
    let evaluator = Evaluator::in_child(&std::env::temp_dir());
    let (mut models, mut satisfied) = (0, 0);
    let mut wrong = Vec::new();
    for (instance, script) in LOGICS.iter().flat_map(|logic| instances(logic)) {
        let asked = script.replace("(check-sat)", "(check-sat)\n(get-model)");
        let printed = printed(name, arguments, &format!("(set-option :produce-models true)\n{asked}"));
        let Some(model) = printed.strip_prefix("sat\n") else { continue };
        models += 1;
        match check(&Problem::read(script).unwrap(), model, &evaluator) {
            Ok(Check::Satisfied) => satisfied += 1,
            Ok(Check::Undecided(reason)) => println!("{instance}: {reason}"),
            found => wrong.push(format!("{instance}: {found:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(models >= 50 && satisfied * 10 > models * 8, "{satisfied} of {models}");
}

/// The names and texts of instances of the seeds of a logic.
fn instances(logic: &str) -> Vec<(String, String)> {
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(logic).join("*.smt2");
    let seeds = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap);
    seeds.flat_map(|seed| instances_of(&seed)).collect()
}

fn instances_of(seed: &Path) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_storm"))
        .args(["generate", "--count", INSTANCES, "--a-max", "6", "--out"])
        .args([folder.path(), seed])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let pattern = folder.path().join("0*.smt2");
    let files = glob::glob(&pattern.to_string_lossy()).unwrap().map(Result::unwrap);
    let named = |file: PathBuf| {
        let number = file.file_stem().unwrap().to_string_lossy().into_owned();
        (format!("{} {number}", seed.display()), std::fs::read_to_string(&file).unwrap())
    };
    files.map(named).collect()
}

/// Yices 2.6.5 on a script of two assertions.
fn wrong() {
    let script = "(set-option :produce-models true)(set-logic QF_UFNIA)\
        (declare-fun f (Int) Int)(declare-fun a () Int)(assert (= (mod a 6) 3))(assert (= (f 3) 7))";
    let asked = format!("{script}(check-sat)(get-model)");
    let evaluator = Evaluator::in_child(&std::env::temp_dir());
    let checked = |arguments| {
        let printed = printed("yices-smt2", arguments, &asked);
        check(&Problem::read(script).unwrap(), &printed, &evaluator).unwrap()
    };
    let found = checked(&["--smt2-model-format"]);
    assert!(matches!(found, Check::Violated { assertion: 1, .. }), "{found:?}");
    // In its own format it does not say what `f` is.
    let found = checked(&[]);
    assert!(matches!(&found, Check::Undecided(reason) if reason.contains("(f)")), "{found:?}");
}
