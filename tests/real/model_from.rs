//! Witnesses made of the models of real solvers, with or without a linked Z3.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use super::matrix::{Run, missing, solver, test};

/// A folder of seeds for each way in which models differ.
const LOGICS: [&str; 6] = ["QF_ABV", "QF_BV", "QF_DT", "QF_LIA", "QF_SLIA", "QF_UF"];

pub fn tests() -> Vec<Trial> {
    let both = || missing(&["cvc5", "z3"], &[]);
    vec![
        test("a_matrix_has_models_of_cvc5_as_witnesses", both(), || a_matrix("cvc5")),
        test("a_matrix_has_models_of_z3_as_witnesses", both(), || a_matrix("z3")),
        test("a_solver_gives_the_same_models_each_time", both(), the_same),
    ]
}

/// A matrix of both solvers, in which one is asked for models.
fn config_of(model_from: &str) -> String {
    let row = |name: &str| {
        let path = solver(name).unwrap().display().to_string();
        let seed = if name == "z3" { "smt.random_seed={seed}" } else { "--seed={seed}" };
        format!("  {name}: {{argv: ['{path}', '{{file}}'], random_seed: ['{seed}'], timeout: 10s}}\n")
    };
    let seeds = |logic| format!("{{glob: '{}/seeds/{logic}/*.smt2'}}", env!("CARGO_MANIFEST_DIR"));
    format!(
        "version: 1\nmodel_from: {model_from}\nsolvers:\n{}{}seeds: [{}]\n\
         profiles: {{few: {{A_max: 8, NC: 100, NM: 8, batch: 2, witness: {{model: 2, negation: 1, subset: 1}}}}}}\n",
        row("z3"),
        row("cvc5"),
        LOGICS.map(seeds).join(", ")
    )
}

/// Nothing is wrong, and nearly all models are found.
fn a_matrix(model_from: &str) {
    let run = Run::of(&config_of(model_from), &[]);
    assert_eq!((run.code, run.count("failed")), (Some(0), 0), "{}", run.stdout);
    assert!(run.count("passed") >= 20, "{}", run.stdout);
    let told = run.stdout.lines().find(|line| line.starts_with("witness: "));
    let none: usize = told.map_or(0, |line| line.split(' ').nth(1).unwrap().parse().unwrap());
    assert!(none <= 4, "{}", run.stdout);
}

fn the_same() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("solvers.yaml");
    std::fs::write(&config, config_of("z3")).unwrap();
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/QF_LIA/nurse-roster.smt2");
    let made = |source: &str, rng: &str| {
        let made = Command::new(env!("CARGO_BIN_EXE_storm"))
            .args(["generate", "--witness", source, "--model-from", "z3", "--certificates", "--count", "2"])
            .args(["--rng", rng, "--out"])
            .args([&folder.path().join(source).join(rng), Path::new("--config"), &config, &seed])
            .output()
            .unwrap();
        assert!(made.status.success() && made.stderr.is_empty(), "{made:?}");
        let read =
            |name: &str| std::fs::read_to_string(folder.path().join(source).join(rng).join(name)).unwrap();
        (read("witness.smt2"), read("00001.smt2"))
    };
    for source in ["paper", "model", "negation", "subset"] {
        assert_eq!(made(source, "1"), made(source, "1"), "{source}");
    }
    assert_eq!(made("paper", "1").0, made("paper", "2").0, "the solver's own");
    assert_ne!(made("subset", "1").0, made("subset", "2").0);
}
