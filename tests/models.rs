//! Models as solvers print them, and what they are worth: of `tests/models/NAME.smt2`, whose first line says the rule,
//! `NAME.satisfied.model` satisfies each assertion, `NAME.violated.model` makes one false, and `NAME.undecided.model`
//! neither. A further word tells apart what is expected alike.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::path::{Path, PathBuf};

use smt_storm::smtlib::Problem;
use smt_storm::solver::model_check::{Check, check, check_each};
use smt_storm::witness::Evaluator;

/// What a model is worth, in the word of its file's name: by each assertion, and by all of them together.
fn worth(script: &str, model: &str) -> [&'static str; 2] {
    let evaluator = Evaluator::alone();
    let each = check_each(script, None, model, &evaluator).unwrap();
    let is = |truth: Option<bool>| each.iter().any(|checked| checked.truth == truth);
    let of_each = match (is(Some(false)), is(None)) {
        (true, _) => "violated",
        (false, true) => "undecided",
        (false, false) => "satisfied",
    };
    let together = match check(&Problem::read(script).unwrap(), model, &evaluator).unwrap() {
        Check::Satisfied => "satisfied",
        Check::Violated { .. } => "violated",
        Check::Undecided(_) => "undecided",
    };
    [of_each, together]
}

#[test]
fn models_are_worth_what_their_names_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let mut models: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    models.retain(|path| path.extension().is_some_and(|extension| extension == "model"));
    models.sort();
    let mut wrong = Vec::new();
    for path in &models {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut words = name.split('.');
        let (script, expected) = (words.next().unwrap(), words.next().unwrap());
        let script = std::fs::read_to_string(path.with_file_name(format!("{script}.smt2"))).unwrap();
        let found = worth(&script, &std::fs::read_to_string(path).unwrap());
        if found != [expected; 2] {
            wrong.push(format!("{name}: {found:?}"));
        }
    }
    assert!(models.len() > 20, "{}", models.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
