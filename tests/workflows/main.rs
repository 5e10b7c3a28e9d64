//! Every command of the workflows, also of the one that `storm init` writes, as it stands in the file: on a machine where
//! only what changes the system or needs the network is a stub, with the real `storm`, and a solver that is a script.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

mod actions;
mod binstall;
mod expressions;
mod machine;
mod runner;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use machine::Machine;
use runner::{Run, read, texts};
use serde_json::{Map, Value, json};

/// A solver that is built by being copied: every answer is the word in a file.
const SOLVER: &str = "#!/bin/sh
case $1 in --version) echo mine 1.0 ;; *) echo WORD ;; esac
";
/// Two logics of two seeds each are enough.
const LOGICS: &str = "QF_RDL,UFDT";
/// One of the tests.
const CASE: &str = "mine::QF_RDL::bus-access-deadlines::1";

fn main() -> ExitCode {
    let test = |name: &str, body: fn()| {
        Trial::test(name, move || {
            body();
            Ok(())
        })
    };
    let tests = vec![
        test("a_pull_request_that_breaks_nothing_is_green", green),
        test("a_pull_request_is_red_only_for_what_is_new", compared),
        test("a_pull_request_is_tested_in_what_it_changes", directed),
        test("a_night_opens_an_issue_and_keeps_its_results", night),
        test("one_test_is_run_again_by_its_name", one_case),
        test("a_command_that_fails_and_a_variable_that_is_not_set_are_seen", what_is_wrong_is_seen),
        test("every_command_of_our_own_workflows", ours),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// The repository of a solver that says this to everything, with what `storm init` writes.
fn adopted(machine: &Machine, word: &str) -> Value {
    let repository = machine.path("repository");
    // The solver is of this commit: `git` has it, and the base's job checks out the same one here.
    machine.program(&repository.join("solver.in"), &SOLVER.replace("WORD", word));
    let mut init = Command::new(env!("CARGO_BIN_EXE_storm"));
    init.args(["init", "--solver", "mine", "--logic", LOGICS, "--program", "build/mine"]);
    init.args([
        "--build",
        "mkdir -p build\ncp solver.in build/mine",
        "--git",
        "https://github.com/o/smt-storm",
    ]);
    let output = init.current_dir(&repository).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let config = repository.join("storm/solvers.yaml");
    // Seconds instead of minutes.
    let text = fs::read_to_string(&config).unwrap().replace("NC: 200", "NC: 20").replace("NM: 4 ", "NM: 2 ");
    fs::write(&config, text).unwrap();
    machine.commit();
    read(&repository.join(".github/workflows/soundness.yml"))
}

fn run<'a>(machine: &'a Machine, event: &str) -> Run<'a> {
    let github = json!({
        "event_name": event, "run_id": "77", "run_attempt": "1", "repository": "o/solver", "sha": "HEAD", "ref": "main",
        "server_url": "https://github.com", "token": "no-token", "workspace": machine.path("job"), "actor": "somebody",
        "event": {"pull_request": {"base": {"sha": "HEAD"}, "head": {"repo": {"full_name": "o/solver"}}}},
        "ref_name": "v0.1.0",
    });
    let environment = vec![("STORM_FOR".to_owned(), "5s".to_owned())];
    Run { machine, github, instead: Map::new(), environment, seen: BTreeSet::new(), failed: Vec::new() }
}

fn artifact(machine: &Machine, path: &str) -> String {
    fs::read_to_string(machine.path("artifacts").join(path)).unwrap_or_default()
}

fn pending(machine: &Machine) -> Vec<PathBuf> {
    let pattern = machine.path("artifacts/pending-snapshots/**/*.snap.new");
    glob::glob(pattern.to_str().unwrap()).unwrap().map(|path| path.unwrap()).collect()
}

fn green() {
    let machine = Machine::new();
    let workflow = adopted(&machine, "sat");
    let mut run = run(&machine, "pull_request");
    let is_good = run.workflow(&workflow, Map::new());
    assert!(is_good && run.failed.is_empty(), "{:?}", run.failed);
    let report = artifact(&machine, "report/report.md");
    assert!(report.contains("nothing wrong was found in 4 of 4 cases"), "{report}");
    assert!(pending(&machine).is_empty() && !machine.calls().contains("gh "), "{}", machine.calls());
    assert_eq!(artifact(&machine, "report/issue.md"), "");
}

/// Base and pull request are wrong alike.
fn compared() {
    let machine = Machine::new();
    let workflow = adopted(&machine, "unsat");
    let mut run = run(&machine, "pull_request");
    let is_good = run.workflow(&workflow, Map::new());
    assert!(is_good && run.failed.is_empty(), "{:?}", run.failed);
    let report = artifact(&machine, "report/report.md");
    assert!(report.contains("fail with known bugs") && report.contains("compared with BASE"), "{report}");
    assert!(machine.path("artifacts/solver-base/solver-base.tar").is_file());

    // The base's build says `sat`, so all of it is new.
    let machine = Machine::new();
    let mut workflow = adopted(&machine, "unsat");
    let build = "mkdir -p build\nif [ $OF = base ]; then word=sat; else word=unsat; fi\nsed s/unsat/$word/ solver.in > build/mine\nchmod +x build/mine\n";
    workflow["jobs"]["soundness"]["with"]["build"] = json!(build);
    let mut run = self::run(&machine, "pull_request");
    assert!(!run.workflow(&workflow, Map::new()));
    let failed: Vec<(&str, &str)> =
        run.failed.iter().map(|(job, step, _)| (job.as_str(), step.as_str())).collect();
    assert!(!failed.is_empty() && failed.iter().all(|step| *step == ("test", "Test")), "{:?}", run.failed);
    assert!(run.failed[0].2.contains("wrong unsat: "), "{}", run.failed[0].2);
}

fn directed() {
    let machine = Machine::new();
    let mut workflow = adopted(&machine, "unsat");
    let config = machine.path("repository/storm/solvers.yaml");
    let text = fs::read_to_string(&config).unwrap();
    let focus =
        "  mine:\n    focus: {sources: {files: [\"*.in\"], logics: [all]}, texts: {files: [\"*.md\"]}}\n";
    fs::write(&config, text.replacen("  mine:\n", focus, 1)).unwrap();
    machine.commit();
    let with = &mut workflow["jobs"]["soundness"]["with"];
    (with["focus"], with["profile"], with["compare"]) = (json!(true), json!("hunt"), json!(""));
    for (file, topic) in [("notes.md", None), ("other.in", Some("topics: sources (1 changed file)"))] {
        fs::write(machine.path("repository").join(file), "new\n").unwrap();
        machine.commit();
        let mut run = run(&machine, "pull_request");
        let is_good = run.workflow(&workflow, Map::new());
        assert_eq!(is_good, topic.is_none(), "{:?}", run.failed);
        let said = run.failed.iter().map(|(_, _, said)| said.as_str()).collect::<String>();
        assert!(topic.is_none_or(|topic| said.contains(topic) && said.contains("wrong unsat: ")), "{said}");
    }
    // The next push has what this one kept.
    let mut run = run(&machine, "pull_request");
    run.github["run_id"] = json!("78");
    run.workflow(&workflow, Map::new());
    let said = run.failed.iter().map(|(_, _, said)| said.as_str()).collect::<String>();
    assert!(said.contains(" to run first") && !said.contains(": 0 units to run first"), "{said}");
}

fn night() {
    let machine = Machine::new();
    let workflow = adopted(&machine, "unsat");
    let mut run = run(&machine, "schedule");
    assert!(!run.workflow(&workflow, Map::new()));
    let failed: Vec<(&str, &str)> =
        run.failed.iter().map(|(job, step, _)| (job.as_str(), step.as_str())).collect();
    assert!(!failed.is_empty() && failed.iter().all(|step| *step == ("test", "Test")), "{:?}", run.failed);

    let report = artifact(&machine, "report/report.md");
    assert!(report.contains("new wrong unsat"), "{report}");
    let found = pending(&machine);
    let start = machine.path("artifacts/pending-snapshots/storm/snapshots");
    assert!(!found.is_empty() && found.iter().all(|path| path.starts_with(&start)), "{found:?}");
    let summary = fs::read_to_string(machine.path("summary")).unwrap();
    let take = "gh run download 77 --repo o/solver --name pending-snapshots && storm review --config storm/solvers.yaml";
    assert!(summary.contains(take), "{summary}");
    let sarif: Value = serde_json::from_str(&artifact(&machine, "report/report.sarif")).unwrap();
    let place =
        &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(place.as_str().unwrap().starts_with("storm/snapshots/mine__wrong-unsat"), "{place}");
    let issue = artifact(&machine, "report/issue.md");
    assert!(
        issue.contains("Findings") && issue.contains("https://github.com/o/solver/actions/runs/77"),
        "{issue}"
    );
    assert!(issue.len() < 65_000);
    let calls = machine.calls();
    assert_eq!(
        calls.matches("gh issue create --title Findings of smt-storm --label smt-storm").count(),
        1,
        "{calls}"
    );

    // The next night has the results of this one, and goes on with the hunt.
    let history = artifact(&machine, "report/history.md");
    assert!(history.contains("1 run"), "{history}");
    machine.program(
        &machine.path("bin/gh"),
        "#!/bin/sh\necho \"gh $*\" >> \"$STUB_LOG\"\n[ \"$2\" != list ] || echo 12\n",
    );
    let mut run = self::run(&machine, "schedule");
    run.github["run_id"] = json!("78");
    run.workflow(&workflow, Map::new());
    assert!(machine.calls().contains("gh issue edit 12 --body-file report/issue.md"), "{}", machine.calls());
    assert!(
        artifact(&machine, "report/history.md").contains("2 runs"),
        "{}",
        artifact(&machine, "report/history.md")
    );

    // A pull request is split by what the nights took; the base is as wrong.
    let mut run = self::run(&machine, "pull_request");
    assert!(run.workflow(&workflow, Map::new()), "{:?}", run.failed);
}

fn one_case() {
    let machine = Machine::new();
    let workflow = adopted(&machine, "sat");
    let mut run = run(&machine, "workflow_dispatch");
    let inputs = [("case".to_owned(), json!(CASE))].into_iter().collect();
    assert!(run.workflow(&workflow, inputs), "{:?}", run.failed);
    let report = artifact(&machine, "report/report.md");
    assert!(report.contains("nothing wrong was found in 1 of 1 cases"), "{report}");
    // A name that there is not is told before anything is run.
    let inputs = [("case".to_owned(), json!("mine::QF_RDL::bus::1"))].into_iter().collect();
    let mut run = self::run(&machine, "workflow_dispatch");
    assert!(!run.workflow(&workflow, inputs));
    assert!(run.failed.len() == 1 && run.failed[0].2.contains("no seed of the logic"), "{:?}", run.failed);
}

fn what_is_wrong_is_seen() {
    let machine = Machine::new();
    for (text, is_good) in [
        ("true", true),
        ("false\ntrue", false),
        ("false | cat", false),
        ("echo $nothing_of_this_name", false),
        ("echo \"$HOSTNAME_OF_THE_TEST\"", false),
        ("[ -n \"$GITHUB_OUTPUT\" ] && echo a=b >> \"$GITHUB_OUTPUT\"", true),
    ] {
        machine.next_job();
        assert_eq!(machine.bash(text, &[]).is_good, is_good, "{text}");
    }
    assert_eq!(machine.take_outputs()["a"], "b");
}

/// All of them, each with the event that it is for; then none is left that was not run.
fn ours() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows");
    let machine = Machine::new();
    let theirs = adopted(&machine, "unsat");
    let repository = machine.path("repository");
    machine.copy(&repository.join("storm"), &repository);
    // At the top, as in our own repository.
    let config = repository.join("solvers.yaml");
    fs::write(&config, fs::read_to_string(&config).unwrap().replace("../build/mine", "./solver.in")).unwrap();
    fs::write(repository.join("Cargo.toml"), "version = \"0.1.0\"\n").unwrap();
    machine.program(&repository.join(".ci/run"), "#!/bin/sh\n");
    let pins = "#!/bin/sh\nmkdir -p target && echo '# New' > target/new-releases.md && echo '# new' >> solvers.yaml\n";
    machine.program(&repository.join(".ci/new-releases"), pins);
    fs::write(repository.join("CHANGELOG.md"), "# Changelog\n\n## [0.1.0]\n\nThe first.\n").unwrap();
    machine.commit();
    let mut seen = BTreeSet::new();
    for (file, event) in [
        ("ci.yml", "push"),
        ("solvers.yml", "schedule"),
        ("release.yml", "push"),
        ("new-releases.yml", "schedule"),
    ] {
        let path = folder.join(file);
        let mut run = run(&machine, event);
        // It would download solvers.
        run.instead = [("setup".to_owned(), json!("storm --version")), ("shards".to_owned(), json!(1))]
            .into_iter()
            .collect();
        run.workflow(&read(&path), Map::new());
        let failed = run.failed.iter().filter(|(_, step, _)| step != "Test").collect::<Vec<_>>();
        assert!(failed.is_empty(), "{file}: {failed:?}");
        seen.extend(run.seen);
    }
    let calls = machine.calls();
    // `cargo binstall` finds each, and the program in it.
    for (archive, program) in binstall::wanted("0.1.0") {
        assert!(calls.contains(&format!("packed/{archive} ")), "{archive}: {calls}");
        assert!(calls.contains(&format!("packed/{archive}.sha256")), "{archive}: {calls}");
        let folder = archive.strip_suffix(".tar.gz").unwrap();
        assert_eq!(program, format!("{folder}/storm"));
    }
    let mut run = run(&machine, "pull_request");
    run.workflow(&theirs, Map::new());
    seen.extend(run.seen);
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        for text in texts(&read(&path)) {
            assert!(seen.contains(&text), "{}: never run:\n{text}", path.display());
        }
    }
}
