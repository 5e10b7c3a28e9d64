//! From one wrong `unsat` among right answers to what a developer reads and keeps.

use std::fs;

use smt_storm::bugs::snapshot::{Snapshot, State};
use smt_storm::digest::Digest;

use crate::marks;
use crate::process::on_one_processor;
use crate::project::{CASE, Project, Ran, VERSION, this_program};
use crate::replay::words;

crate::tests!(failures:
    a_wrong_unsat_is_a_red_test_that_tells_all,
    the_failing_instance_is_found_and_reduced,
    the_snapshot_holds_the_script_and_where_it_came_from,
    the_kept_scripts_are_satisfiable,
    the_reproducing_command_names_what_it_needs,
    a_failure_that_does_not_show_again_is_still_red,
    a_failure_needs_only_the_assertion_that_fails,
    a_failure_is_found_on_standard_input,
);

/// Wrong from the fourth instance on, for the first one with five assertions; then for all that have two.
pub const WRONG: [&str; 5] = ["wrong-from", "3", "5", "2", "{notes}"];

fn failed() -> (Project, Ran) {
    let project = Project::playing(&WRONG);
    let ran = project.run(&[]);
    ran.expect(101, [0, 1, 0]);
    (project, ran)
}

/// How many instances were right before the first wrong one.
fn right_ones(project: &Project) -> usize {
    marks::answers(&project.notes()).iter().position(|answer| answer == "unsat").unwrap()
}

/// The assertions of a script that was kept.
fn assertions(project: &Project, file: &str) -> usize {
    marks::assertions(&fs::read_to_string(project.kept(file)).unwrap()).len()
}

fn a_wrong_unsat_is_a_red_test_that_tells_all() {
    let (project, ran) = failed();
    let red = ran.red();
    let text = red[CASE];
    assert!(text.starts_with("wrong unsat\n"), "{text}");
    assert!(ran.line("expected").starts_with("sat: "));
    assert_eq!(ran.line("answered"), format!("unsat, by player ({VERSION})"));
    assert_eq!(ran.line("case"), format!("{CASE}, instance {} (counted from 0) of 10", right_ones(&project)));
    let bucket = ran.line("bucket").split(',').next().unwrap();
    assert!(project.pending().ends_with(format!("player__wrong-unsat__{bucket}.snap.new")), "{text}");
    assert_eq!(ran.line("instance"), project.kept("instance.smt2").display().to_string());
    assert_eq!(ran.line("script"), project.kept("reduced.smt2").display().to_string());
    assert_eq!(ran.line("witness"), project.kept("witness.smt2").display().to_string());
    assert!(ran.line("snapshot").starts_with(&project.pending().display().to_string()));
    assert!(text.contains("(check-sat)"), "a short script is shown:\n{text}");
    assert_eq!(project.leftovers().len(), 0);
}

fn the_failing_instance_is_found_and_reduced() {
    // With several processors, runs that turn out not to be needed are not counted.
    let (project, ran) = on_one_processor(failed);
    let answers = marks::answers(&project.notes());
    let first = right_ones(&project);
    assert!((3..10).contains(&first), "{first}");
    assert!(assertions(&project, "instance.smt2") >= 5);
    assert_eq!(assertions(&project, "reduced.smt2"), 2);
    assert_eq!(assertions(&project, "witness.smt2"), 2);
    // Narrowing runs it as it is, and in a level.
    let runs = answers.len() - first - 1 - 2;
    if cfg!(target_os = "linux") {
        assert!(ran.line("reduced").ends_with(&format!("in {runs} runs of the solver")), "{runs}");
    }
    // Nor do they matter.
    let (_, with_all) = failed();
    assert_eq!(with_all.line("reduced"), ran.line("reduced"));
}

fn the_snapshot_holds_the_script_and_where_it_came_from() {
    let (project, _) = failed();
    assert!(!project.accepted().exists());
    let stored = Snapshot::read(&project.pending()).unwrap().unwrap();
    let kept = fs::read_to_string(project.kept("reduced.smt2")).unwrap();
    let reduced = project.reduced();
    let instance = fs::read_to_string(project.kept("instance.smt2")).unwrap();
    let seed = fs::read(project.path("seeds/QF_LIA/small.smt2")).unwrap();
    let info = stored.info;
    assert_eq!((info.case.as_str(), info.solver.as_str(), info.version.as_str()), (CASE, "player", VERSION));
    assert_eq!(info.instance as usize, right_ones(&project));
    assert_eq!((info.argv.first(), info.argv.last()), (Some(&this_program()), Some(&"{file}".to_owned())));
    assert_eq!(info.assertions, (assertions(&project, "instance.smt2"), 2));
    assert_eq!(info.bytes, (instance.len(), reduced.len()));
    let (body, state) = stored.contents.trim_end().rsplit_once('\n').unwrap();
    assert_eq!((info.sha256, state), (Digest::of(body).to_string(), "; State: open"));
    assert_eq!((info.state, info.known.len(), info.bucket.len()), (State::Open, 0, 8));
    let name = format!("player__wrong-unsat__{}.snap.new", info.bucket);
    assert_eq!(project.pending(), project.path("snapshots").join(&name));
    assert_eq!(info.instance_sha256, Digest::of(&instance).to_string());
    assert_eq!(info.seed_sha256, Digest::of(&seed).to_string());
    assert_eq!(stored.contents, format!("{kept}; State: open\n"));
    let comments = stored.contents.strip_prefix(&reduced).expect("the script comes first");
    assert!(comments.lines().all(|line| line.starts_with(';')), "{comments}");
    // Whatever its assertions say, it fails: they are reduced to nothing that needs a definition.
    assert!(reduced.contains("(assert true)\n(assert true)\n"), "{reduced}");
    assert!(comments.contains("; Expected: sat. Satisfied by this witness ("), "{comments}");
}

fn the_kept_scripts_are_satisfiable() {
    let (project, _) = failed();
    for file in ["instance.smt2", "reduced.smt2", "witness.smt2"] {
        assert_eq!(project.solved(file), "sat\n", "{file}");
    }
    let witness = fs::read_to_string(project.kept("witness.smt2")).unwrap();
    assert!(!witness.contains("(declare-"), "{witness}");
}

fn the_reproducing_command_names_what_it_needs() {
    let (project, ran) = failed();
    let config = project.path("solvers.yaml").display().to_string();
    let reproduce = words(ran.line("reproduce"));
    for word in ["--config", &config, project.kept("reduced.smt2").to_str().unwrap(), "player"] {
        assert!(reproduce.iter().any(|other| other == word), "no `{word}` in {reproduce:?}");
    }
    let again = words(ran.line("test again"));
    assert!(again.contains(&config) && !again.contains(&"--profile".to_owned()), "{again:?}");
    assert!(again.ends_with(&["--exact".to_owned(), CASE.to_owned()]), "{again:?}");
    // As it says, the one case fails again.
    fs::remove_file(project.pending()).unwrap();
    project.run_with(&[("STORM_PROFILE", "faults")], &["--exact", CASE]).expect(101, [0, 1, 0]);
    assert!(project.pending().exists());
}

fn a_failure_that_does_not_show_again_is_still_red() {
    let project = Project::playing(&["wrong-from", "3", "2", "1000", "{notes}"]);
    let ran = project.run(&[]);
    ran.expect(101, [0, 1, 0]);
    assert_eq!(fs::read_to_string(project.kept("instance.smt2")).unwrap(), project.reduced());
    assert_eq!(Snapshot::read(&project.pending()).unwrap().unwrap().info.narrowed, None);
}

fn a_failure_needs_only_the_assertion_that_fails() {
    let project = Project::playing(&["wrong-for", "gamma"]);
    project.run(&[]).expect(101, [0, 1, 0]);
    let reduced = project.reduced();
    let left = marks::assertions(&reduced);
    assert!(left.len() == 1 && left[0].contains("gamma"), "{reduced}");
    for symbol in ["alpha", "beta"] {
        let declared = reduced.contains(&format!("(declare-fun {symbol} "));
        assert_eq!(declared, left[0].contains(symbol), "{reduced}");
    }
}

fn a_failure_is_found_on_standard_input() {
    let project = Project::playing(&WRONG);
    let config = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    let config = config.replace(",\"{file}\"]", "]").replace("missing: error", "input: stdin");
    project.write("solvers.yaml", config);
    project.run(&[]).expect(101, [0, 1, 0]);
    assert_eq!(assertions(&project, "reduced.smt2"), 2);
}
