//! What a failure hangs on: options, random seeds, versions, and the form of the script.

use std::time::{Duration, Instant};

use smt_storm::bugs::snapshot::Snapshot;
use smt_storm::matrix::Tier;
use smt_storm::reduce::narrow::{Narrowed, NeededOption};

use crate::project::{Project, Ran, this_program};

crate::tests!(narrowing:
    options_that_are_needed_are_told_with_their_tiers,
    a_failure_may_need_no_option,
    an_option_without_which_nothing_runs_is_told_as_that,
    a_run_that_takes_longer_than_the_failing_one_is_cut_short,
    a_spent_budget_leaves_the_options_open,
    the_random_seeds_that_fail_are_counted,
    the_oldest_bad_and_the_newest_good_version_are_told,
    a_one_shot_failure_is_tried_in_a_level,
    an_incremental_failure_is_tried_alone,
    a_later_check_is_tried_alone,
);

/// A project whose one row is wrong under these conditions, and what its failure was narrowed to.
fn narrowed(conditions: &str, more: &str) -> (Narrowed, Ran) {
    narrowed_of(&["wrong-if", conditions], more)
}

fn narrowed_of(fault: &[&str], more: &str) -> (Narrowed, Ran) {
    let project = Project::playing(&[]);
    project.write_rows(&project.row("player", fault, more));
    let ran = project.run(&["--exact", crate::project::CASE]);
    ran.expect(101, [0, 1, 0]);
    let stored = Snapshot::read(&project.pending()).unwrap().unwrap();
    (stored.info.narrowed.unwrap_or_else(|| panic!("{ran:?}")), ran)
}

/// An option that the failure needs, drawn from a group.
fn needed(option: &str, group: &str, tier: Tier, without: &str) -> NeededOption {
    let [option, group, without] = [option, group, without].map(str::to_owned);
    NeededOption { option, group: Some(group), tier: Some(tier), without }
}

const GROUPS: &str = "args: [--plain]
    options:
      arith: {tier: expert, choose: [{args: [--old, --noise]}]}
      words: {choose: [{args: [--way, new way]}]}
      lines: {tier: default, choose: [{set_option: [':verbosity 1', ':verbosity 2']}]}";

fn options_that_are_needed_are_told_with_their_tiers() {
    let (narrowed, ran) = narrowed("has:--old,has:--way,has:new way,line:(set-option :verbosity 1)", GROUPS);
    let expected = [
        needed("--old", "arith", Tier::Expert, "sat"),
        needed("--way new way", "words", Tier::Common, "sat"),
        needed("(set-option :verbosity 1)", "lines", Tier::Default, "sat"),
    ];
    assert_eq!(narrowed.options.as_deref(), Some(expected.as_slice()));
    ran.says(&[
        "\n  needs       --old (arith, expert); without it: sat\n",
        "\n  needs       (set-option :verbosity 1) (lines, default); without it: sat\n",
    ]);
}

fn a_failure_may_need_no_option() {
    let (narrowed, ran) = narrowed("flat", GROUPS);
    assert_eq!(narrowed.options, Some(Vec::new()));
    assert_eq!(ran.line("needs"), "none of its options");
    // Where there are none, nothing is said of them.
    let (narrowed, ran) = self::narrowed("flat", "");
    assert_eq!((narrowed.options, narrowed.seeds, narrowed.versions), (None, None, None));
    assert!(!ran.stdout.contains("\n  needs "), "{}", ran.stdout);
}

fn an_option_without_which_nothing_runs_is_told_as_that() {
    let (narrowed, _) = narrowed("needs:--strict", "args: [--strict, --plain]");
    let [needed] = narrowed.options.unwrap().try_into().unwrap();
    assert_eq!((needed.option.as_str(), needed.without.as_str()), ("--strict", "assertion violation"));
    assert_eq!((needed.group, needed.tier), (None, None));
}

fn a_run_that_takes_longer_than_the_failing_one_is_cut_short() {
    // The row itself may take 9 s.
    let start = Instant::now();
    let (narrowed, _) = narrowed("waits:--fast", "args: [--fast]");
    let [needed] = narrowed.options.unwrap().try_into().unwrap();
    assert_eq!((needed.option.as_str(), needed.without.as_str()), ("--fast", "timeout"));
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

fn a_spent_budget_leaves_the_options_open() {
    let options: Vec<String> = (0..120).map(|number| format!("--x{number}")).collect();
    let conditions: Vec<String> = options.iter().map(|option| format!("has:{option}")).collect();
    let args = format!("args: [{}]", options.join(", "));
    let (narrowed, ran) = narrowed(&conditions.join(","), &args);
    assert_eq!(narrowed.options, None);
    assert_eq!(narrowed.forms.incremental.as_deref(), Some("wrong unsat"));
    assert!(!ran.stdout.contains("\n  needs "), "{}", ran.stdout);
}

fn the_random_seeds_that_fail_are_counted() {
    let (narrowed, ran) = narrowed("random:3", "random_seed: ['--random={seed}']");
    let seeds = narrowed.seeds.unwrap();
    assert_eq!((seeds.failing, seeds.tried), (3, 10));
    assert_eq!(seeds.verdicts, [("sat".to_owned(), 7), ("wrong unsat".to_owned(), 3)].into());
    assert_eq!(ran.line("seeds"), "fails with 3 of 10 random seeds (7 sat, 3 wrong unsat)");
}

fn the_oldest_bad_and_the_newest_good_version_are_told() {
    let player = |text: &str| format!("['{}', play, say, \"{text}\", '0']", this_program());
    let versions = format!(
        "versions: {{'0.8': {}, '0.9': {}, '1.0': {}, '1.1': [/no/such/player], '1.2': {}, '1.3': {}}}",
        player("sat\\n"),
        player("unsat\\n"),
        player("unsat\\n"),
        player("unknown\\n"),
        player("what?\\n"),
    );
    let (narrowed, ran) = narrowed("flat", &versions);
    let versions = narrowed.versions.unwrap();
    let tried: Vec<(&str, &str)> =
        versions.tried.iter().map(|one| (one.version.as_str(), one.verdict.as_str())).collect();
    assert_eq!(
        tried,
        [
            ("0.8", "sat"),
            ("0.9", "wrong unsat"),
            ("1.0", "wrong unsat"),
            ("1.1", "not installed"),
            ("1.2", "unknown"),
            ("1.3", "garbage"),
        ]
    );
    assert_eq!((versions.oldest_bad.as_deref(), versions.newest_good.as_deref()), (Some("0.9"), Some("1.2")));
    assert!(ran.line("versions").starts_with("0.8 sat, 0.9 wrong unsat, "));
}

fn a_one_shot_failure_is_tried_in_a_level() {
    let forms = |conditions: &str, more: &str| {
        let forms = narrowed(conditions, more).0.forms;
        (forms.one_shot.unwrap(), forms.incremental.unwrap())
    };
    let [bad, good] = ["wrong unsat", "sat"].map(str::to_owned);
    assert_eq!(forms("flat", ""), (bad.clone(), good));
    // With the arguments of the variant for it.
    let variant = "variants: {inc: {mode: incremental, args: [--inc]}}";
    assert_eq!(forms("flat|has:--inc", variant), (bad.clone(), bad));
}

fn an_incremental_failure_is_tried_alone() {
    let (narrowed, ran) =
        narrowed_of(&["wrong-after-pop", "gamma"], "mode: incremental\n    set_logic: [seed, ALL, none]");
    let forms = narrowed.forms;
    let layout = |name: &str| forms.layouts.get(name).map(String::as_str);
    assert_eq!((layout("one-shot"), layout("push first")), (Some("sat"), Some("sat")), "{forms:?}");
    assert_eq!(layout("level redone"), Some("wrong unsat"), "{forms:?}");
    assert!(ran.line("layouts").ends_with("wrong unsat: level redone"), "{}", ran.line("layouts"));
    assert_eq!(ran.line("set-logic"), "wrong unsat: ALL, QF_LIA, none");
    assert_eq!((forms.one_shot.as_deref(), forms.incremental.as_deref()), (Some("sat"), Some("wrong unsat")));
    assert_eq!(ran.line("forms"), "one-shot sat, incremental wrong unsat");
}

/// The failing check has another number in the reduced script.
fn a_later_check_is_tried_alone() {
    let (narrowed, ran) = narrowed_of(&["wrong-about", "3"], "mode: incremental");
    assert!(!ran.line("answered").starts_with("unsat at check 1 "), "{ran:?}");
    assert_eq!(narrowed.forms.one_shot.as_deref(), Some("wrong unsat"), "{ran:?}");
}
