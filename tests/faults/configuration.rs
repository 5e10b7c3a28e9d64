//! Mistakes in `solvers.yaml` and around it: told at once, before any test runs.

use std::fs;

use crate::project::{Project, Ran};

crate::tests!(configuration:
    all_mistakes_are_listed,
    a_text_that_is_no_yaml_is_refused,
    a_missing_file_is_named,
    an_unknown_profile_is_refused,
    a_pattern_without_seeds_is_refused,
    mistakes_are_found_when_listing_too,
    any_other_file_can_be_named,
);

/// Fails unless nothing ran and these texts are on standard error.
#[track_caller]
fn refused(ran: &Ran, texts: &[&str]) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    for text in texts {
        assert!(ran.stderr.contains(text), "no `{text}` in\n{}", ran.stderr);
    }
}

const MISTAKES: &str = "version: 1
solvers:
  player:
    argv: [player]
    timout: 2s
    memory: much
    logics: [QF_LAI]
seeds: []
profiles:
  faults:
    NM: -1
    solvers: [plaier]
default_profile: fault
snapshots: [snapshots]
";

fn all_mistakes_are_listed() {
    let project = Project::playing(&[]);
    project.write("solvers.yaml", MISTAKES);
    let path = project.path("solvers.yaml").display().to_string();
    let ran = project.run(&[]);
    refused(&ran, &[&format!("error: {path} has 9 mistakes\n")]);
    for (line, word) in [
        (4, "{file}"),
        (5, "timeout"),
        (6, "`much` is not an amount of memory"),
        (7, "QF_LIA"),
        (8, "no seeds are listed"),
        (11, "solvers.yaml"),
        (12, "player"),
        (13, "faults"),
        (14, "expected a string"),
    ] {
        let start = format!("{path}:{line}:");
        let found = ran.stderr.lines().find(|text| text.starts_with(&start));
        assert!(found.is_some_and(|text| text.contains(word)), "no `{word}` for line {line}\n{}", ran.stderr);
    }
}

fn a_text_that_is_no_yaml_is_refused() {
    let project = Project::playing(&[]);
    for (text, place) in
        [("", "solvers.yaml"), ("version: 1\nsolvers: [\n", "solvers.yaml:"), ("\t", "solvers.yaml:1:")]
    {
        project.write("solvers.yaml", text);
        refused(&project.run(&[]), &[place]);
    }
    project.write("solvers.yaml", b"version: 1 # \xff\n");
    refused(&project.run(&[]), &["solvers.yaml", "UTF-8"]);
}

fn a_missing_file_is_named() {
    let project = Project::playing(&[]);
    fs::remove_file(project.path("solvers.yaml")).unwrap();
    refused(&project.run(&[]), &[&format!("cannot read {}", project.path("solvers.yaml").display())]);
    // Without STORM_CONFIG, it is the one in the folder of the crate.
    let ran = Ran::of(project.command(&[]).env_remove("STORM_CONFIG"));
    refused(&ran, &[&format!("cannot read {}", project.path("solvers.yaml").display())]);
}

fn an_unknown_profile_is_refused() {
    let project = Project::playing(&[]);
    refused(&project.run_with(&[("STORM_PROFILE", "fault")], &[]), &["`fault`", "`faults`"]);
}

fn a_pattern_without_seeds_is_refused() {
    let project = Project::playing(&[]);
    fs::remove_file(project.path("seeds/QF_LIA/small.smt2")).unwrap();
    refused(&project.run(&[]), &["`seeds/*/*.smt2` matches no file", "add seeds or correct the pattern"]);
}

fn mistakes_are_found_when_listing_too() {
    let project = Project::playing(&[]);
    project.write("solvers.yaml", MISTAKES);
    refused(&project.run(&["--list"]), &["has 9 mistakes"]);
    refused(&project.run(&["--exact", crate::project::CASE]), &["has 9 mistakes"]);
}

fn any_other_file_can_be_named() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    fs::create_dir(project.path("other")).unwrap();
    fs::rename(project.path("solvers.yaml"), project.path("other/matrix.yaml")).unwrap();
    let path = project.path("other/matrix.yaml").display().to_string();
    let environment = [("STORM_CONFIG", path.as_str())];
    // Its paths are relative to its own folder.
    refused(&project.run_with(&environment, &[]), &["matches no file", "other/seeds"]);
    fs::rename(project.path("seeds"), project.path("other/seeds")).unwrap();
    project.run_with(&environment, &[]).expect(0, [1, 0, 0]);
    assert!(project.path("output").is_dir());
}
