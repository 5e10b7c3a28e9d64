//! One snapshot for each bug: met by many cases, by other rows, beside other bugs.

use std::collections::BTreeSet;
use std::fs;
use std::process::Child;

use smt_storm::bugs::snapshot::Snapshot;

use crate::life::{RIGHT, WRONG, accepted, bug};
use crate::project::{CASE, Project, Ran, name};
use crate::replay;

crate::tests!(known:
    eight_cases_of_one_bug_leave_one_snapshot,
    eight_processes_leave_one_snapshot,
    two_bugs_leave_two_snapshots,
    a_known_bug_does_not_hide_another_one,
    few_failing_instances_are_reduced,
    many_of_one_class_do_not_hide_another_one,
    the_variants_of_a_solver_share_a_snapshot,
    another_row_is_red_until_it_is_known,
    another_row_is_asked_in_its_own_way,
    another_row_keeps_what_a_reset_needs,
    another_row_that_dies_alike_is_red,
    rows_of_other_logics_are_not_asked,
    a_row_that_fixes_a_chosen_value_is_not_asked,
);

/// Lets a project have so many RNG seeds.
fn with_seeds(project: &Project, seeds: u32) {
    project.reconfigure("    NM: 10", &format!("    rng: 1..={seeds}\n    NM: 10"));
}

/// Which cases say of which bug that they are not the first to meet it.
fn told(ran: &Ran) -> Vec<String> {
    ran.stdout.lines().filter_map(|line| line.split("same bug as ").nth(1)).map(str::to_owned).collect()
}

fn eight_cases_of_one_bug_leave_one_snapshot() {
    let project = Project::playing(&WRONG);
    with_seeds(&project, 8);
    let ran = project.run(&["--test-threads", "8"]);
    ran.expect(101, [0, 8, 0]);
    let pending = project.pending();
    let info = Snapshot::verified(&pending).unwrap().unwrap().info;
    let start = format!("{}, pending since case {} (hit ", info.name(), info.case);
    let told = told(&ran);
    assert!(told.iter().all(|line| line.starts_with(&start)), "{told:?}");
    let hits: BTreeSet<u32> =
        told.iter().map(|line| line[start.len()..].split(' ').next().unwrap().parse().unwrap()).collect();
    // All but the first one, each with its number.
    assert!(hits.len() == 7 && hits.iter().all(|hit| (1..=8).contains(hit)), "{hits:?}");
    // Once more: nothing is written again.
    let before = (fs::read(&pending).unwrap(), fs::metadata(&pending).unwrap().modified().unwrap());
    project.run(&[]).expect(101, [0, 8, 0]);
    assert_eq!(before, (fs::read(&pending).unwrap(), fs::metadata(&pending).unwrap().modified().unwrap()));
    // Accepted once, known everywhere.
    project.accept();
    project.run(&[]).expect(0, [0, 0, 9]);
}

fn eight_processes_leave_one_snapshot() {
    let project = Project::playing(&WRONG);
    with_seeds(&project, 8);
    let start = |rng: u32| {
        let case = CASE.replace("::1", &format!("::{rng}"));
        project.command(&["--exact", &case]).spawn().unwrap()
    };
    let running: Vec<Child> = (1..=8).map(start).collect();
    let outputs = running.into_iter().map(|child| child.wait_with_output().unwrap());
    let outputs: Vec<_> = outputs.map(|output| String::from_utf8(output.stdout).unwrap()).collect();
    assert!(outputs.iter().all(|stdout| stdout.contains("0 passed; 1 failed; 0 ignored;")), "{outputs:#?}");
    let others = outputs.iter().filter(|stdout| stdout.contains("(hit 1 of this run)")).count();
    assert!((7, 1) == (others, project.snapshots("").len()), "{others} {:?}", project.snapshots(""));
    Snapshot::verified(&project.pending()).unwrap().unwrap();
}

/// Violates an assertion for some instances, and is wrong about the others.
const TWO: [&str; 2] = ["two-bugs", "6"];

fn two_bugs_leave_two_snapshots() {
    let project = Project::playing(&TWO);
    with_seeds(&project, 12);
    project.run(&["--test-threads", "8"]).expect(101, [0, 12, 0]);
    let names: Vec<String> = project.snapshots(".snap.new").iter().map(|path| name(path)).collect();
    let expected = ["player__assertion-violation__", "player__wrong-unsat__"];
    assert!(names.len() == 2 && names.iter().zip(expected).all(|(name, start)| name.starts_with(start)));
}

fn a_known_bug_does_not_hide_another_one() {
    let project = Project::playing(&TWO);
    let first = project.run(&[]).only_red(CASE).split('\n').next().unwrap().to_owned();
    project.accept();
    // The same case meets the other one.
    let ran = project.run(&["player::"]);
    let second = ran.only_red(CASE).split('\n').next().unwrap();
    let both = BTreeSet::from([first.as_str(), second]);
    assert_eq!(both, BTreeSet::from(["assertion violation", "wrong unsat"]));
    project.accept();
    let ran = project.run(&["player::"]);
    ran.expect(0, [0, 0, 1])
        .says(&["ignored (known bugs player__assertion-violation__", ", player__wrong-unsat__"]);
}

fn few_failing_instances_are_reduced() {
    let (project, _) = accepted();
    let ran = project.run(&["player::"]);
    let told = format!("(known bug {} (4x); 6 more failing instances were not reduced", bug(&project));
    ran.expect(0, [0, 0, 1]).says(&[&told, "in all: 10 wrong unsat"]);
    // What the solver's own words tell is known without.
    let project = Project::playing(&["two-bugs", "1"]);
    project.run(&[]).only_red(CASE);
    project.accept();
    project.run(&["player::"]).expect(0, [0, 0, 1]).says(&[" (10x); in all: 10 assertion violation"]);
}

fn many_of_one_class_do_not_hide_another_one() {
    // None of the first ten instances has as many assertions as there may be, and one of the others does.
    let project = Project::playing(&["two-bugs", "12"]);
    project.reconfigure("    NM: 10", "    NM: 40");
    project.finds("wrong unsat");
    project.accept();
    let ran = project.run(&["player::"]);
    assert!(ran.only_red(CASE).starts_with("assertion violation\n"), "{}", ran.stdout);
}

fn the_variants_of_a_solver_share_a_snapshot() {
    let (project, case) = accepted();
    let more = "variants:\n      more:\n        args: [--more]";
    project.write_rows(&project.row("player", &WRONG, more));
    project.run(&[]).expect(0, [0, 0, 3]).says(&["player/more::QF_LIA::small::1 "]);
    // Not one of its own for the variant, which only has other arguments.
    assert_eq!(project.run(&["--list", "regression"]).stdout, format!("{case}: test\n"));
}

/// A project whose bug was accepted, with another row that plays a fault; the case of the other row.
fn with_other(found: &[&str], fault: &[&str], more: &str) -> (Project, String) {
    let project = Project::playing(found);
    project.run(&[]).only_red(CASE);
    project.accept();
    let rows = project.row("player", found, "missing: error") + &project.row("other", fault, more);
    project.write_rows(&rows);
    let case = format!("regression::{}::other", bug(&project));
    (project, case)
}

fn another_row_is_red_until_it_is_known() {
    let (project, case) = with_other(&WRONG, &WRONG, "missing: error");
    let ran = project.run(&["regression::"]);
    ran.expect(101, [0, 1, 1]);
    assert!(ran.red()[case.as_str()].starts_with("wrong unsat\n"), "{}", ran.stdout);
    let line = ran.line("snapshot");
    assert!(
        line.ends_with("found with player; if this is known, add `other` to `known` in its header"),
        "{line}"
    );
    assert!(!project.pending().exists());
    let replayed = replay::storm(&project, &replay::arguments(&ran));
    assert!(replayed.code == Some(1) && replayed.stdout.contains("verdict  wrong unsat"), "{replayed:#?}");
    // What it says to do helps.
    let text = fs::read_to_string(project.accepted()).unwrap();
    fs::write(project.accepted(), text.replace("known: []", "known: [other]")).unwrap();
    let ran = project.run(&["regression::"]);
    ran.expect(0, [0, 0, 2]).says(&[", also of other)"]);
    project.run_with(&[("STORM_STRICT", "1")], &["regression::"]).expect(101, [0, 2, 0]);
    // It stays known when the other one is fixed, and right answers are right.
    let rows = |fault: &[&str]| {
        project.row("player", fault, "missing: error") + &project.row("other", &RIGHT, "missing: error")
    };
    project.write_rows(&rows(&RIGHT));
    project.run(&["regression::"]).expect(101, [1, 1, 0]);
    let text = fs::read_to_string(project.pending()).unwrap();
    assert_eq!(Snapshot::verified(&project.pending()).unwrap().unwrap().info.known, ["other"], "{text}");
}

fn another_row_is_asked_in_its_own_way() {
    // It dies of the first one's command, and of options that it does not know.
    let found = |more: &str| {
        let project = Project::playing(&[]);
        project.write_rows(&project.row("player", &WRONG, more));
        project.run(&[]).only_red(CASE);
        project.accept();
        project
    };
    let option = "options:\n      x: {choose: [{set_option: [':x 1']}]}";
    for (more, command) in
        [("check_sat: (check-sat-using x)", "(check-sat-using x)"), (option, "(set-option :x 1)")]
    {
        let project = found(more);
        let case = format!("regression::{}::other", bug(&project));
        let other = project.row("other", &["die-if", &format!("line:{command}")], "missing: error");
        project.write_rows(&(project.row("player", &WRONG, more) + &other));
        project.run(&["--exact", &case]).expect(0, [1, 0, 0]);
    }
}

/// Without `:global-declarations` a reset forgets what was declared, and the answer is an error.
fn another_row_keeps_what_a_reset_needs() {
    let project = Project::playing(&[]);
    let found = project.row(
        "player",
        &["wrong-if", "line:(reset-assertions),line:(declare-fun gamma () Bool)"],
        "mode: incremental\n    commands: [reset-assertions]",
    );
    project.write_rows(&found);
    project.run(&[]).only_red(CASE);
    project.accept();
    let script = fs::read_to_string(project.accepted()).unwrap();
    assert!(script.contains("(reset-assertions)"), "{script}");
    let needs = "line:(set-option :global-declarations true)";
    project.write_rows(&(found + &project.row("other", &["wrong-if", needs], "missing: error")));
    let case = format!("regression::{}::other", bug(&project));
    project.run(&["--exact", &case]).only_red(&case);
}

fn another_row_that_dies_alike_is_red() {
    let die = ["die", "SEGV", ""];
    let (project, case) = with_other(&die, &die, "missing: error");
    assert!(project.run(&["--exact", &case]).only_red(&case).starts_with("crash\n"));
    // Unless nobody asks for that, or it is something else.
    let (project, case) = with_other(&die, &die, "fail_on: [wrong-unsat]");
    project.run(&["--exact", &case]).expect(0, [0, 0, 1]).says(&["nothing answered: crash"]);
    let (project, case) = with_other(&WRONG, &die, "missing: error");
    project.run(&["--exact", &case]).expect(0, [0, 0, 1]).says(&["nothing answered: crash"]);
}

fn rows_of_other_logics_are_not_asked() {
    let (project, _) = with_other(&WRONG, &WRONG, "logics: [QF_BV]");
    project.run(&["regression::"]).expect(0, [0, 0, 1]);
}

fn a_row_that_fixes_a_chosen_value_is_not_asked() {
    let project = Project::playing(&[]);
    let seed = "(set-logic QF_LIA)\n(declare-fun alpha () Int)\n(assert (= (div alpha 0) 7))\n(check-sat)\n";
    project.write("seeds/QF_LIA/small.smt2", seed);
    let row = |name: &str, more: &str| project.row(name, &["wrong-for", "(div"], more);
    project.write_rows(&[row("player", ""), row("open", ""), row("total", "fixes: [div]")].concat());
    project.reconfigure("    NM: 10", "    keep_underspecified: true\n    NM: 10");
    project.run(&["player::"]).expect(101, [0, 1, 0]);
    let info = Snapshot::verified(&project.pending()).unwrap().unwrap().info;
    assert_eq!(info.grade, "evaluated, with values chosen where SMT-LIB leaves them open");
    project.accept();
    let listed = project.run(&["--list", "regression::"]);
    listed.says(&["::player: test", "::open: test"]);
    assert!(!listed.stdout.contains("::total"), "{}", listed.stdout);
}
