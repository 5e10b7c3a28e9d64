//! The same case gives the same bytes: in any folder, with any number of threads, and (for
//! sampled witnesses) with any version of Z3.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What `storm generate --digests` prints for `seed`.
fn generate(seed: &str, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_storm"))
        .args(["generate", seed, "--digests"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
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

/// Runs the matrix of some seeds; returns the digests it recorded by file.
fn run(threads: &str) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/*/*.smt2");
    let config = format!(
        "version: 1\nsolvers:\n  agreeable: {{argv: [echo, sat], input: stdin}}\n\
         seeds: [{{glob: '{}'}}]\nprofiles: {{all: {{rng: [1, 2], NM: 20, timeout: 10s}}}}\n",
        seeds.display()
    );
    std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_storm"))
        .args(["test", "--test-threads", threads])
        .current_dir(folder.path())
        .env("STORM_DIGESTS", "1")
        .env("STORM_OUTPUT", folder.path().join("out"))
        .env_remove("STORM_CONFIG")
        .env_remove("STORM_PROFILE")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let entries = std::fs::read_dir(folder.path().join("out/digests")).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn folders_and_threads_make_no_difference() {
    let (one, two) = (run("1"), run("2"));
    assert!(one.len() >= 72, "{} cases", one.len());
    assert!(one.values().all(|digests| digests.lines().count() == 20));
    assert_eq!(one, two);
}
