//! The same case gives the same bytes: in any folder, with any number of threads, and (for
//! sampled witnesses) with any version of Z3.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A folder with a configuration.
fn folder_with(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
    folder
}

/// Runs a command in a folder, and returns what it prints.
fn storm_in(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_storm"))
        .args(arguments)
        .current_dir(folder)
        .env("STORM_DIGESTS", "1")
        .env("STORM_OUTPUT", folder.join("out"))
        .env_remove("STORM_CONFIG")
        .env_remove("STORM_PROFILE")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What `storm generate --digests` prints for `seed`.
fn generate(seed: &str, arguments: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    storm_in(root, &[&["generate", seed, "--digests"], arguments].concat())
}

/// The digests of the first instances of `seed`, with what is built.
fn digests(seed: &str, rng: &str, built: &[&str]) -> String {
    generate(seed, &[&["--rng", rng, "--count", "3", "--witness", "sampled"], built].concat())
}

/// Golden: a change here is a change of every instance that users have recorded. It needs a
/// new generator version (`src/rng.rs`) and a line in the change log. In the file, a line with
/// a seed and an RNG seed is before their digests.
fn are_golden(file: &str, built: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let golden = std::fs::read_to_string(&path).unwrap();
    let mut now = String::new();
    for line in golden.lines().filter(|line| line.starts_with("seeds/")) {
        let (seed, rng) = line.split_once(' ').unwrap();
        now.push_str(&format!("{line}\n{}", digests(seed, rng, built)));
    }
    assert!(!now.is_empty(), "{file} has no seeds");
    if std::env::var_os("STORM_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(now, golden, "instances changed; STORM_BLESS=1 writes the new digests");
    }
}

#[test]
fn instances_from_sampled_witnesses_are_those_of_every_earlier_run() {
    are_golden("digests.txt", &[]);
}

/// The same of instances with atoms that were built: the interpreter decides what they are made of.
#[test]
fn instances_with_synthesised_atoms_are_those_of_every_earlier_run() {
    are_golden("synthesis.txt", &["--synthesis", "100"]);
}

/// The same of instances with changed formulas, of the seed and of atoms that were built.
#[test]
fn instances_with_changed_formulas_are_those_of_every_earlier_run() {
    are_golden("mutation.txt", &["--synthesis", "20", "--mutation", "100"]);
}

/// The same of instances with wrapped formulas, quantified ones among them.
#[test]
fn instances_with_wrapped_formulas_are_those_of_every_earlier_run() {
    are_golden("wrappers.txt", &["--wrappers", "100"]);
}

/// The same of instances with sorts that the seed does not have.
#[test]
fn instances_with_other_sorts_are_those_of_every_earlier_run() {
    are_golden("sorts.txt", &["--synthesis", "40", "--own-sorts", "100"]);
}

/// The same of formulas in context, those of atoms that were built among them.
#[test]
fn instances_with_formulas_in_context_are_those_of_every_earlier_run() {
    are_golden("context.txt", &["--synthesis", "20", "--context", "100"]);
}

/// The models of nonlinear integers that Z3 finds depend on what its heap has been through.
#[test]
fn instances_from_models_do_not_depend_on_earlier_searches() {
    let digests = |first, count| {
        let from_models = ["--batch", "3", "--witness", "model", "--first", first, "--count", count];
        generate("seeds/QF_NIA/floor-tiling-offer.smt2", &from_models)
    };
    let (all, last) = (digests("0", "9"), digests("6", "3"));
    assert!(all.lines().count() == 9 && all.ends_with(&last), "{all}\n{last}");
}

/// Returns the digests that tests in a folder recorded, by file.
fn recorded(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("out/digests")).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

/// Runs the matrix of some seeds; returns the digests it recorded by file.
fn run(threads: &str) -> BTreeMap<String, String> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    let config = format!(
        "version: 1\nsolvers:\n  agreeable: {{argv: [echo, sat], input: stdin}}\n\
         seeds: [{{glob: '{}'}}]\nprofiles: {{all: {{rng: [1, 2], NM: 20, timeout: 10s}}}}\n",
        seeds.display()
    );
    let folder = folder_with(&config);
    storm_in(folder.path(), &["test", "--test-threads", threads]);
    recorded(folder.path())
}

/// What a row does not read, fixes or draws is part of its instances, and so is all that a profile builds.
#[test]
fn the_instances_of_a_test_are_generated_without_its_solver() {
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/QF_LIA/nurse-roster.smt2");
    let config = format!(
        "version: 1
solvers:
  agreeable:
    argv: [sh, -c, echo sat]
    input: stdin
    operators: ['!abs']
    fixes: [/, div, mod]
    asks: [models]
    set_logic: [seed, ALL, none]
    options:
      tuning: {{choose: [{{args: [--one]}}, {{args: [--two]}}]}}
seeds: [{{glob: '{}'}}]
profiles:
  all:
    {{NM: 60, NM_of: {{agreeable: 40}}, batch: 5, synthesis: 12, mutation: 12, wrappers: 6, context: 10, own_sorts: 30,
      finite: 10, wider: 15, small: 80, drawing: both, witness: {{sampled: 1}}}}
",
        seed.display()
    );
    let (folder, case) = (folder_with(&config), "agreeable::QF_LIA::nurse-roster::3");
    storm_in(folder.path(), &["test", "--exact", case]);
    let [digests]: [String; 1] =
        recorded(folder.path()).into_values().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(digests.lines().count(), 40);
    let generate = |more: &[&str]| storm_in(folder.path(), &[&["generate", "--case", case], more].concat());
    assert_eq!(generate(&["--digests"]), digests);
    let one = generate(&["--first", "7", "--count", "1"]);
    assert!(one.lines().any(|line| line.starts_with("; arguments: --")), "{one}");
}

#[test]
fn folders_and_threads_make_no_difference() {
    let (one, two) = (run("1"), run("2"));
    assert!(one.len() >= 72, "{} cases", one.len());
    assert!(one.values().all(|digests| digests.lines().count() == 20));
    assert_eq!(one, two);
}
