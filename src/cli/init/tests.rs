//! Setting up folders made for these tests. `tests/adoption` runs the results.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{Init, init};
use crate::matrix::{self, Config, Solver};

fn request(folder: &TempDir, solver: &str, logics: &[&str]) -> Init {
    Init {
        folder: folder.path().to_owned(),
        solver: solver.to_owned(),
        program: None,
        build: None,
        logics: logics.iter().map(|&logic| logic.to_owned()).collect(),
        git: Some("https://github.com/o/smt-storm".to_owned()),
        rev: None,
        path: None,
        registry: false,
    }
}

/// Requests the same for a solver that is built in the repository.
fn built(folder: &TempDir, solver: &str, logics: &[&str]) -> Init {
    let program = Some(folder.path().join("build").join(solver).display().to_string());
    Init { program, build: Some("make".to_owned()), ..request(folder, solver, logics) }
}

fn names(folder: &TempDir, paths: &[PathBuf]) -> Vec<String> {
    let root = folder.path().canonicalize().unwrap();
    paths.iter().map(|path| path.strip_prefix(&root).unwrap().display().to_string()).collect()
}

#[test]
fn an_empty_folder_gets_a_crate_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let done = init(&built(&folder, "mine", &["BV"])).unwrap();
    let expected = [
        "storm/Cargo.toml",
        "storm/.gitignore",
        "storm/tests/storm.rs",
        "storm/solvers.schema.json",
        "storm/solvers.yaml",
        "storm/seeds/BV/divide-by-multiply-constant.smt2",
        "storm/seeds/BV/gray-code-neighbours.smt2",
        ".github/workflows/soundness.yml",
    ];
    assert_eq!(names(&folder, &done.written), expected);
    assert!(done.left.is_empty() && done.no_workflow.is_none());
    let workflow = fs::read_to_string(folder.path().join(expected.last().unwrap())).unwrap();
    for part in [
        "uses: o/smt-storm/.github/workflows/soundness.yml@main",
        "uses: o/smt-storm/.github/workflows/publish.yml@main",
        "config: storm/solvers.yaml",
        "build: |\n        make\n      keep: build/mine\n",
        "compare: mine=build/mine\n",
    ] {
        assert!(workflow.contains(part), "no {part} in\n{workflow}");
    }
}

#[test]
fn a_workflow_knows_where_the_solver_comes_from() {
    let workflow = |solver: &str, file: Option<&str>, build: Option<&str>, program: Option<&str>| {
        let folder = tempfile::tempdir().unwrap();
        file.iter().for_each(|file| fs::write(folder.path().join(file), "").unwrap());
        let program = program.map(|path| folder.path().join(path).display().to_string());
        let build = build.map(str::to_owned);
        let done = init(&Init { program, build, ..request(&folder, solver, &["UF"]) }).unwrap();
        let text = fs::read_to_string(folder.path().join(".github/workflows/soundness.yml"));
        text.map_err(|_| done.no_workflow.unwrap())
    };
    let found = workflow("mine", Some("CMakeLists.txt"), None, Some("build/mine")).unwrap();
    assert!(found.contains("cmake --build build --parallel\n      keep: build/mine"), "{found}");
    let given = workflow("z3", Some("CMakeLists.txt"), Some("a\nb"), Some("build/z3")).unwrap();
    assert!(given.contains("build: |\n        a\n        b\n      keep: build/z3"), "{given}");
    // A release can be tested before the first build. An unknown solver has no release.
    let released = workflow("yices-smt2", None, None, None).unwrap();
    assert!(
        released.contains("setup: storm solvers install yices --into storm/target/solvers"),
        "{released}"
    );
    let unknown = workflow("mine", Some("CMakeLists.txt"), None, None).unwrap_err();
    assert!(unknown.contains("`--program build/SOLVER`") && unknown.contains("--build"), "{unknown}");
}

#[test]
fn an_executable_that_is_not_built_yet_counts_as_part_of_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    fs::create_dir(folder.path().join("real")).unwrap();
    std::os::unix::fs::symlink("real", &link).unwrap();
    let program = Some(link.join("build/bin/z3").display().to_string());
    let done = init(&Init { program, folder: link, ..request(&folder, "z3", &["UF"]) }).unwrap();
    let config = fs::read_to_string(done.package.join("solvers.yaml")).unwrap();
    assert!(config.contains("${Z3:-../build/bin/z3}") && done.elsewhere.is_none(), "{config}");
}

#[test]
fn no_file_depends_on_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let program = "/opt/solvers/z3".to_owned();
    let done = init(&Init { program: Some(program), ..request(&folder, "z3", &["UF"]) }).unwrap();
    assert_eq!(done.elsewhere, Some(("Z3".to_owned(), "/opt/solvers/z3".into())));
    for file in &done.written {
        let text = fs::read_to_string(file).unwrap();
        let path = folder.path().display().to_string();
        assert!(!text.contains("/opt/") && !text.contains(&path), "{}:\n{text}", file.display());
        assert!(!text.contains("{solver}") && !text.contains("{program}"), "{}:\n{text}", file.display());
    }
}

#[test]
fn each_known_solver_gets_a_matrix_with_cases() {
    for solver in
        ["z3", "cvc5", "cvc5-safe", "cvc4", "yices", "yices-smt2", "boolector", "mathsat", "stp", "bitwuzla"]
    {
        let folder = tempfile::tempdir().unwrap();
        let done = init(&request(&folder, solver, &[])).unwrap();
        let config = Config::load(&done.package.join("solvers.yaml"), None).unwrap();
        let cases = matrix::cases(&config).unwrap();
        let is_own = |name: &str| Solver::base_of(name) == solver && !name.contains("/experimental");
        assert!(!cases.is_empty() && cases.iter().all(|case| is_own(&case.name.solver)), "{solver}");
        // Variants for tactics and engines run on every commit, not only at night.
        let has_variants = config.all_solvers.iter().any(|row| !row.is_base() && is_own(&row.name));
        assert_eq!(cases.iter().any(|case| case.name.solver.contains('/')), has_variants, "{solver}");
        assert!(Config::load(&done.package.join("solvers.yaml"), Some("nightly")).is_ok(), "{solver}");
    }
}

#[test]
fn a_pull_request_is_tested_in_what_it_changes_where_that_is_known() {
    for (solver, parts) in [
        ("stp", ["profile: hunt\n", "focus: true\n", "&& 240 || 10 }}\n"]),
        ("mine", ["&& 'hunt' || 'pr' }}\n", "focus: false\n", "&& 240 || 20 }}\n"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        init(&built(&folder, solver, &["QF_BV"])).unwrap();
        let workflow = fs::read_to_string(folder.path().join(".github/workflows/soundness.yml")).unwrap();
        assert!(parts.iter().all(|part| workflow.contains(part)), "{workflow}");
        let config = fs::read_to_string(folder.path().join("storm/solvers.yaml")).unwrap();
        assert_eq!(config.contains("\n    focus:\n"), solver == "stp", "{config}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let mine = [".github/workflows/soundness.yml", "storm/Cargo.toml", "storm/solvers.yaml"];
    for file in mine {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "mine").unwrap();
    }
    let done = init(&request(&folder, "z3", &["UF"])).unwrap();
    let mut left = names(&folder, &done.left);
    left.sort();
    assert_eq!(left, mine);
    assert!(mine.iter().all(|file| fs::read_to_string(folder.path().join(file)).unwrap() == "mine"));
    let again = init(&request(&folder, "z3", &["UF"])).unwrap();
    assert!(again.written.is_empty() && again.left.len() == done.left.len() + done.written.len());
}

#[test]
fn the_crate_stands_beside_the_users_own() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("Cargo.toml");
    fs::write(&manifest, "[package]\nname = \"solver\"\n").unwrap();
    let done = init(&built(&folder, "solver", &["UF"])).unwrap();
    assert_eq!(fs::read_to_string(&manifest).unwrap(), "[package]\nname = \"solver\"\n");
    let ours = fs::read_to_string(done.package.join("Cargo.toml")).unwrap();
    for part in [
        "\n[workspace]\n",
        "\n[dev-dependencies.smt-storm]\ngit = \"https://github.com/o/smt-storm\"\n",
        "\n[[test]]\nname = \"storm\"\nharness = false\n",
    ] {
        assert!(ours.contains(part), "{ours}");
    }
    let config = fs::read_to_string(done.package.join("solvers.yaml")).unwrap();
    assert!(config.contains("argv: [\"${SOLVER:-../build/solver}\", \"{file}\"]"), "{config}");
}

#[test]
fn errors_are_reported_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let told =
        |solver: &str, logics: &[&str]| init(&request(&folder, solver, logics)).unwrap_err().to_string();
    assert!(told("mine", &[]).contains("`--logic QF_LIA`"));
    assert!(told("my/solver", &["UF"]).contains("not a valid name for a solver"));
    assert!(told("mine", &["QF_LAI"]).contains("did you mean `QF_LIA`?"));
    let odd = Init { program: Some("a}\"b".into()), ..request(&folder, "z3", &["UF"]) };
    assert!(init(&odd).unwrap_err().to_string().contains("use another path"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_local_folder_gets_no_workflow() {
    let folder = tempfile::tempdir().unwrap();
    let path = Some(folder.path().to_owned());
    let done = init(&Init { git: None, path, ..request(&folder, "z3", &["UF"]) }).unwrap();
    assert!(done.no_workflow.is_some_and(|reason| reason.contains("--git")));
    assert!(!folder.path().join(".github").exists());
}
