//! smt-storm in the repository of somebody else: `storm init` in an empty folder, and the tests of what it wrote, which
//! cargo builds and runs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]

mod repository;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use repository::{Repository, solver};

fn main() -> std::process::ExitCode {
    let trial =
        |name: &str, test: fn() -> Completion| Trial::ignorable_test(name, move || Ok::<_, Failed>(test()));
    let tests = vec![
        trial("the_crate_in_an_empty_folder_finds_a_wrong_unsat", finds_a_wrong_unsat),
        trial("the_crate_stands_in_one_of_the_user", in_a_crate),
    ];
    // Both crates have the same name and target folder, so one would run what cargo built for the other.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// z3 4.8.7 with `dom-simplify` answers unsat to the first seed's instances; the newest z3 does not.
fn finds_a_wrong_unsat() -> Completion {
    let (Some(bad), Some(good)) = (solver("z3-4.8.7"), solver("z3")) else {
        return Completion::ignored_with("not here: z3-4.8.7 or z3 (run storm solvers install --old)");
    };
    let repository = Repository::empty();
    let written = repository.init(&["--solver", "z3", "--program", &bad, "--logic", "AUFLIRA"]);
    assert!(written.contains(&format!("export Z3={bad}")), "{written}");
    assert!(written.contains("storm/solvers.yaml") && !written.contains(".github"), "{written}");
    repository.edit("storm/solvers.yaml", "A_max: 16", "A_max: 64");
    repository.edit("storm/solvers.yaml", "NM: 4 #", "NM: 200 #");
    repository
        .edit("storm/solvers.yaml", "solvers: [\"!*/experimental*\"]", "solvers: [z3/then-dom-simplify-smt]");

    let case = "z3/then-dom-simplify-smt::AUFLIRA::temperature-field-relaxation::3";
    let rng = ("STORM_RNG", "3");
    let red = repository.cargo_test("storm", &[rng, ("Z3", &bad)], &[]);
    assert_eq!(red.code, Some(101), "{red:?}");
    assert!(red.stdout.contains(&format!("test {case} ... FAILED")), "{red:?}");
    assert!(red.line("snapshot").starts_with("snapshots/"), "{red:?}");
    let again = red.line("test again");
    assert!(again.ends_with(&format!("cargo test --release --test storm -- --exact {case}")), "{again}");
    let start = "cargo test --release --test storm -- storm replay ";
    let replay = red.line("reproduce").strip_prefix(start).expect(start).to_owned();

    let words: Vec<&str> = ["storm", "replay"].into_iter().chain(replay.split(' ')).collect();
    let replayed = repository.cargo_test("storm", &[("Z3", &bad)], &words);
    assert!(replayed.stdout.contains("verdict  wrong unsat"), "{replayed:?}");
    let green = repository.cargo_test("storm", &[rng, ("Z3", &good)], &[]);
    assert!(green.code == Some(0) && green.stdout.contains(" 2 passed; 0 failed;"), "{green:?}");
    Completion::Completed
}

fn in_a_crate() -> Completion {
    let repository = Repository::empty();
    repository.write("Cargo.toml", "[package]\nname = \"theirs\"\nedition = \"2024\"\n");
    repository.write("src/lib.rs", "");
    repository.init(&["--solver", "mine", "--program", "build/mine", "--logic", "QF_LIA,UF"]);
    let listed = repository.cargo_test("storm", &[], &["--list"]);
    assert_eq!(listed.code, Some(0), "{listed:?}");
    assert!(listed.stdout.contains("mine::QF_LIA::nurse-roster::1: test"), "{listed:?}");
    // The executable is not built yet, which is no green test.
    let run = repository.cargo_test("storm", &[], &["UF::"]);
    assert!(run.code == Some(101) && run.stdout.contains("build/mine"), "{run:?}");
    Completion::Completed
}
