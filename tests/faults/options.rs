//! Options that are drawn: where they go, what is told of them, and how to have them again.

use std::collections::BTreeSet;
use std::fs;

use smt_storm::bugs::snapshot::Snapshot;

use crate::project::{CASE, Project, Ran};
use crate::{marks, replay};

crate::tests!(options:
    arguments_are_drawn_for_each_instance_or_each_case,
    options_stand_at_the_head_of_an_instance,
    a_failure_names_its_options,
    the_same_arguments_are_used_to_reduce,
    an_option_is_left_that_the_failure_needs,
    a_failure_is_replayed_with_its_arguments,
    a_tier_leaves_groups_out,
    each_set_of_options_has_its_own_session,
);

const GROUPS: &str = "options:
      arith: {tier: expert, choose: [{args: [--arith=old]}, {args: [--arith, new way]}]}
      seed: {per: case, choose: [{args: [--seed=1]}, {args: [--seed=2]}, {args: [--seed=3]}]}
      models: {tier: default, choose: [{set_option: [':produce-models true', ':verbosity 1']}, {}]}";

/// A project with options, whose solver is wrong when it has an argument.
fn project(culprit: &str) -> Project {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", &["note-call", "{notes}", culprit], GROUPS));
    project
}

/// Arguments and head of each call.
fn calls(project: &Project) -> Vec<(String, String)> {
    let calls = marks::calls(&project.notes()).into_iter();
    calls
        .map(|call| call.split_once(" | ").map(|(one, two)| (one.to_owned(), two.to_owned())).unwrap())
        .collect()
}

fn failed() -> (Project, Ran) {
    let project = project("--arith=old");
    let ran = project.run(&[]);
    ran.expect(101, [0, 1, 0]);
    (project, ran)
}

fn arguments_are_drawn_for_each_instance_or_each_case() {
    let project = project("none");
    project.run(&[]).expect(0, [1, 0, 0]);
    let calls = calls(&project);
    assert_eq!(calls.len(), 10);
    let seed = calls[0].0.split(' ').next_back().unwrap().to_owned();
    assert!(["--seed=1", "--seed=2", "--seed=3"].contains(&seed.as_str()), "{seed}");
    let seen: BTreeSet<String> = calls.into_iter().map(|(arguments, _)| arguments).collect();
    assert_eq!(seen, [format!("--arith new way {seed}"), format!("--arith=old {seed}")].into());
    // The same the next time.
    let before = marks::calls(&project.notes());
    project.run(&[]).expect(0, [1, 0, 0]);
    assert_eq!(marks::calls(&project.notes())[10..], before);
}

fn options_stand_at_the_head_of_an_instance() {
    let project = project("none");
    project.run(&[]).expect(0, [1, 0, 0]);
    let heads: BTreeSet<String> = calls(&project).into_iter().map(|(_, head)| head).collect();
    let logic = "(set-logic QF_LIA)";
    let set = format!("(set-option :produce-models true) (set-option :verbosity 1) {logic}");
    assert_eq!(heads, [set, logic.to_owned()].into());
}

fn a_failure_names_its_options() {
    let (project, ran) = failed();
    let seed = calls(&project)[0].0.split(' ').next_back().unwrap().to_owned();
    let text = ran.red()[CASE];
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  option      ")).collect();
    assert_eq!(lines[..2], ["arith: --arith=old (expert)".to_owned(), format!("seed: {seed} (common)")]);
    let instance = fs::read_to_string(project.kept("instance.smt2")).unwrap();
    let models = if instance.starts_with("(set-option ") {
        "models: (set-option :produce-models true) (set-option :verbosity 1) (default)"
    } else {
        "models: none (default)"
    };
    assert_eq!(lines[2..], [models]);
    let info = Snapshot::read(&project.pending()).unwrap().unwrap().info;
    assert_eq!(info.options, lines);
    assert_eq!(info.args, ["--arith=old".to_owned(), seed.clone()]);
    assert_eq!(info.argv[info.argv.len() - 3..], ["--arith=old".to_owned(), seed, "{file}".to_owned()]);
}

fn the_same_arguments_are_used_to_reduce() {
    let (project, ran) = failed();
    let mut calls = calls(&project);
    let first = calls.iter().position(|(arguments, _)| arguments.starts_with("--arith=old")).unwrap();
    // Afterwards, it is narrowed with fewer arguments.
    let runs = ran.line("reduced").split(", in ").nth(1).unwrap();
    let runs: usize = runs.split(' ').next().unwrap().parse().unwrap();
    assert!(runs > 0, "nothing was reduced");
    calls.truncate(first + 1 + runs);
    let arguments = &calls[first].0;
    assert!(calls[first..].iter().all(|call| call.0 == *arguments), "{calls:?}");
    let reduced = project.reduced();
    assert_eq!(marks::assertions(&reduced).len(), 1, "{reduced}");
}

fn an_option_is_left_that_the_failure_needs() {
    let project = Project::playing(&[]);
    let line = "(set-option :verbosity 1)";
    project.write_rows(&project.row("player", &["wrong-if", &format!("line:{line}")], GROUPS));
    project.run(&[]).only_red(CASE);
    let [instance, reduced] =
        ["instance.smt2", "reduced.smt2"].map(|file| fs::read_to_string(project.kept(file)).unwrap());
    assert!(instance.starts_with(&format!("(set-option :produce-models true)\n{line}\n")), "{instance}");
    assert!(reduced.starts_with(&format!("{line}\n(set-logic QF_LIA)\n")), "{reduced}");
    // One that needs none of them has none of them left.
    let (project, _) = failed();
    let reduced = project.reduced();
    assert!(reduced.starts_with("(set-logic QF_LIA)\n"), "{reduced}");
}

fn a_failure_is_replayed_with_its_arguments() {
    for culprit in ["--arith=old", "new way"] {
        let project = project(culprit);
        let ran = project.run(&[]);
        ran.expect(101, [0, 1, 0]);
        let mut arguments = replay::arguments(&ran);
        let replayed = replay::storm(&project, &arguments);
        assert_eq!(replayed.code, Some(1), "{replayed:?}");
        assert!(replayed.stdout.contains("verdict  wrong unsat"), "{replayed:?}");
        let calls = calls(&project);
        let found = calls.iter().find(|(arguments, _)| arguments.contains(culprit)).unwrap();
        assert_eq!(calls.last().unwrap().0, found.0);
        arguments.retain(|argument| !argument.starts_with("--arg"));
        assert_eq!(replay::storm(&project, &arguments).code, Some(0), "{arguments:?}");
    }
}

fn a_tier_leaves_groups_out() {
    for (tier, arguments, option) in
        [("default", false, true), ("common", true, true), ("expert", true, true)]
    {
        let project = project("none");
        project.reconfigure("    NM: 10", &format!("    NM: 10\n    tier: {tier}"));
        project.run(&[]).expect(0, [1, 0, 0]);
        let calls = calls(&project);
        assert_eq!(calls.iter().any(|call| call.0.contains("--seed")), arguments, "{tier}");
        assert_eq!(calls.iter().any(|call| call.0.contains("--arith")), tier == "expert", "{tier}");
        assert_eq!(calls.iter().any(|call| call.1.contains(":verbosity")), option, "{tier}");
    }
}

fn each_set_of_options_has_its_own_session() {
    let project = Project::playing(&[]);
    let session = project.session(&["0", "none"], 200);
    project.write_rows(&project.row("player", &["say", "", "1"], &format!("{GROUPS}\n    {session}")));
    project.run(&[]).expect(0, [1, 0, 0]);
    // Two sets of arguments, each with and without an option in the script.
    assert_eq!(marks::sessions(&project.notes()).len(), 4);
    // What only one of them gets wrong is found and told with its arguments.
    let project = Project::playing(&[]);
    let session = project.session(&["3+", "answer", "unsat\n"], 200);
    let alone = ["say", "sat\n", "0"];
    project.write_rows(&project.row("player", &alone, &format!("{GROUPS}\n    {session}")));
    let ran = project.run(&[]);
    ran.expect(101, [0, 1, 0]);
    let info = Snapshot::read(&project.pending()).unwrap().unwrap().info;
    let session = info.session.unwrap();
    assert!(info.args.len() >= 2 && session.ends_with(&info.args), "{session:?} {:?}", info.args);
    assert_eq!(replay::storm(&project, &replay::arguments(&ran)).code, Some(1));
}
