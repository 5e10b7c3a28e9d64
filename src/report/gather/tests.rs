//! Lines as runs leave them, in any order and in any number of files.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::report::headline::Mood;
use crate::report::standing::Standing;
use crate::report::{Report, markdown, sections};

fn record(value: serde_json::Value) -> Record {
    serde_json::from_value(value).unwrap()
}

/// Returns the line of a case of run `r0` that ended at this second.
fn line(run: u8, name: &str, second: u8, outcome: &str, reason: Option<&str>) -> Record {
    let parts: Vec<&str> = name.split("::").collect();
    let solver = if parts[0] == "regression" { parts[2] } else { parts[0] };
    record(json!({
        "record": "case", "version": 2, "run": format!("r{run}"), "case": name, "solver": solver,
        "logic": if parts[0] == "regression" { "LIA" } else { parts[1] }, "seed": "s", "rng": 1, "outcome": outcome, "reason": reason,
        "counts": {"sat": 4}, "instances": 4, "solving_seconds": 0.1, "solving_times": [4],
        "generating_seconds": 0.0, "seconds": 0.3, "ended": format!("2026-01-01T00:00:{second:02}.000Z"),
    }))
}

/// Returns a case with this outcome.
pub(crate) fn case(name: &str, outcome: &str, reason: Option<&str>) -> Record {
    line(0, name, 1, outcome, reason)
}

/// Returns the run that has these records.
pub(crate) fn run(records: impl IntoIterator<Item = Record>) -> Run {
    results(records).choose(&Choice::Last).unwrap().0
}

fn results(records: impl IntoIterator<Item = Record>) -> Results {
    let mut results = Results::default();
    records.into_iter().for_each(|record| results.take(record));
    results
}

/// Returns the line of a process, as a part of `group` if there is one.
fn process(
    run: u8,
    second: u8,
    group: Option<&str>,
    shard: Option<&str>,
    config: &str,
    planned: &[&str],
) -> Record {
    record(json!({
        "record": "run", "version": 2, "run": format!("r{run}"), "group": group, "shard": shard,
        "started": format!("2026-01-01T00:00:{second:02}.000Z"), "smt_storm": "0.1.0", "libz3": "4.8.12",
        "profile": "pr", "config": "solvers.yaml", "config_sha256": config, "planned": {"": planned}, "cores": 2, "machine": "linux",
    }))
}

pub(crate) fn finding(run: u8, name: &str, second: u8, class: &str, status: &str) -> Record {
    record(json!({
        "record": "finding", "version": 2, "run": format!("r{run}"), "case": name, "solver": "z3", "solver_version": "1",
        "snapshot": "name", "bucket": "00c0ffee", "status": status, "class": class, "details": "", "options": [],
        "instance": 0, "witness": "", "grade": "", "assertions": [2, 1], "bytes": [20, 10], "runs": 3, "seconds": 1.0,
        "sha256": "", "files": [], "ended": format!("2026-01-01T00:00:{second:02}.000Z"),
    }))
}

/// Returns a ground term for which Z3 has another value.
fn evaluation(run: u8, seed: &str, second: u8, term: &str) -> Record {
    record(json!({
        "record": "evaluation", "version": 2, "run": format!("r{run}"), "logic": "QF_FP", "seed": seed, "rng": 1,
        "seed_sha256": "", "place": "3:14", "term": term, "sort": "Int", "ours": "3", "z3": "4",
        "ended": format!("2026-01-01T00:00:{second:02}.000Z"),
    }))
}

fn report(results: &Results, choice: &Choice) -> Report {
    Report::summarise(results, choice, None, None).unwrap()
}

fn last(records: Vec<Record>) -> Report {
    report(&results(records), &Choice::Last)
}

proptest! {
    /// A run does not run a case twice, and no two runs end a case in the same millisecond with different results.
    #[test]
    fn the_order_of_lines_does_not_matter(
        cases in proptest::collection::btree_map((0_u8..3, 0_u8..5), (0_u8..60, 0_usize..4, any::<bool>()), 0..12),
        keys in proptest::collection::vec(any::<u32>(), 24),
        is_together in any::<bool>(),
    ) {
        let choice = if is_together { Choice::Together } else { Choice::Last };
        let mut records = Vec::new();
        for ((run, number), (second, outcome, found)) in &cases {
            let outcome = ["passed", "ignored", "broken", "failed"][*outcome];
            let name = format!("z3::LIA::s{number}::1");
            records.push(line(*run, &name, *second, outcome, Some("why")));
            records.extend(found.then(|| finding(*run, &name, *second, "crash", "new")));
        }
        let in_order = report(&results(records.clone()), &choice);
        let mut shuffled: Vec<(u32, Record)> = keys.into_iter().zip(records).collect();
        shuffled.sort_by_key(|(key, _)| *key);
        let other = report(&results(shuffled.into_iter().map(|(_, record)| record)), &choice);
        let text = |report: &Report| markdown::write(&sections::document(report));
        prop_assert_eq!(text(&in_order), text(&other));
        let names: BTreeSet<u8> = cases.keys().map(|(_, number)| *number).collect();
        prop_assert!(!is_together || in_order.run.cases.len() == names.len());
    }
}

#[test]
fn the_last_run_is_reported_apart_from_all_others() {
    let name = "z3::LIA::s::1";
    let all = results([
        process(0, 10, None, None, "a", &[name]),
        line(0, name, 11, "failed", Some("wrong unsat")),
        process(1, 20, None, None, "a", &[name]),
        line(1, name, 21, "passed", None),
    ]);
    let newest = report(&all, &Choice::Last);
    assert_eq!((newest.run.name(), newest.headline.failed(), newest.others.len()), ("r1", 0, 1));
    assert_eq!(newest.others[0].1.failed(), 1);
    let text = markdown::write(&sections::document(&newest));
    assert!(text.contains("There is 1 other run in these results; it failed."), "{text}");
    let older = report(&all, &Choice::Named("r0".to_owned()));
    assert_eq!((older.run.name(), older.headline.failed()), ("r0", 1));
    let unknown = Report::summarise(&all, &Choice::Named("r7".to_owned()), None, None).unwrap_err();
    assert_eq!(unknown.to_string(), "no run is named `r7` (known runs, the latest first: r1, r0)");
}

#[test]
fn only_parts_of_one_run_are_merged() {
    let part = |run: u8, second: u8, group, config, seed: &str, version: &str| {
        let name = format!("z3::LIA::{seed}::1");
        let mut case = line(run, &name, second + 1, "passed", None);
        if let Record::Case(case) = &mut case {
            case.solver_version = Some(version.to_owned());
        }
        vec![process(run, second, Some(group), None, config, &[&name]), case]
    };
    let parts = |others: Vec<Record>| {
        let one = part(0, 10, "77", "a", "one", "4.8");
        let report = last(one.into_iter().chain(others).collect());
        (report.run.parts.len(), report.others.len())
    };
    assert_eq!(parts(part(1, 12, "77", "a", "two", "4.8")), (2, 0));
    assert_eq!(parts(part(1, 12, "78", "a", "two", "4.8")), (1, 1), "another group");
    assert_eq!(parts(part(1, 12, "77", "b", "two", "4.8")), (1, 1), "another configuration");
    assert_eq!(parts(part(1, 12, "77", "a", "two", "5.4")), (1, 1), "another version of the solver");
    assert_eq!(parts(part(1, 12, "77", "a", "one", "4.8")), (1, 1), "the same case again");
}

#[test]
fn a_shard_without_results_is_missing() {
    let shard = |run: u8, shard: &str| {
        let name = format!("z3::LIA::s{run}::1");
        vec![process(run, run, Some("77"), Some(shard), "a", &[&name]), line(run, &name, 30, "passed", None)]
    };
    let report = last([shard(1, "1/4"), shard(2, "3/4")].concat());
    assert_eq!(report.missing.shards, ["shard 2/4", "shard 4/4"]);
    let told = "incomplete: 2 shards missing; nothing wrong was found in 2 of 2 cases";
    assert_eq!(report.headline.text, told);
    // A single job reports on itself only.
    assert!(last(shard(1, "1/4")).missing.is_empty());
}

#[test]
fn when_results_are_merged_the_line_that_ended_last_counts() {
    let name = "z3::LIA::s::1";
    let all = results([
        line(1, name, 20, "passed", None),
        line(0, name, 10, "failed", None),
        finding(0, name, 10, "crash", "new"),
    ]);
    let together = report(&all, &Choice::Together);
    assert_eq!((together.run.cases[name].run.as_str(), together.bugs.len()), ("r1", 0));
}

#[test]
fn a_finding_without_its_case_still_counts() {
    // The run was killed between the two lines.
    let name = "z3::LIA::s::1";
    let report =
        last(vec![process(0, 1, None, None, "a", &[name]), finding(0, name, 10, "wrong unsat", "new")]);
    assert_eq!(
        report.headline.text,
        "1 of 1 cases failed: new wrong unsat; incomplete: 1 of 1 cases did not end"
    );
}

#[test]
fn a_cell_has_the_standing_of_its_worst_case() {
    let standing = |records: Vec<Record>| {
        let grid = last(records).grid;
        grid.cell("LIA", "z3").map(|cell| (cell.standing, cell.cases, cell.instances))
    };
    let case =
        |number: u8, outcome: &str| line(0, &format!("z3::LIA::s{number}::1"), 1, outcome, Some("why"));
    let finding = |class: &str, status: &str| finding(0, "z3::LIA::s1::1", 1, class, status);
    assert_eq!(standing(vec![case(1, "passed"), case(2, "ignored")]), Some((Standing::Passed, 2, 8)));
    assert_eq!(standing(vec![case(1, "passed"), case(2, "broken")]), Some((Standing::Broken, 2, 8)));
    let known = vec![case(1, "ignored"), finding("crash", "accepted")];
    assert_eq!(standing(known), Some((Standing::Known, 1, 4)));
    let wrong = vec![case(1, "failed"), finding("wrong unsat", "new"), case(2, "failed")];
    assert_eq!(standing(wrong), Some((Standing::WrongUnsat, 2, 8)));
    assert_eq!(standing(Vec::new()), None);
}

/// Combines every outcome of a case with every status of a finding: none with a failure reads as clean.
#[test]
fn no_run_with_a_red_case_reads_as_clean() {
    let names = ["z3::LIA::s::1", "regression::z3__wrong-unsat__00c0ffee::z3"];
    let reasons =
        [None, Some("wrong unsat"), Some("regression"), Some("fixed"), Some("known bug x"), Some("why")];
    let statuses = ["new", "pending", "accepted", "regression", "unwritten"];
    let findings = std::iter::once(None).chain(statuses.into_iter().map(Some));
    for (name, reason, status) in triples(&names, &reasons, findings.collect()) {
        for outcome in ["passed", "ignored", "broken", "failed"] {
            let mut records = vec![line(0, name, 1, outcome, reason)];
            records.extend(status.map(|status| finding(0, name, 1, "crash", status)));
            // Passed cases beside it do not hide it.
            records.extend((0..50).map(|at| line(0, &format!("z3::LIA::green{at}::1"), 1, "passed", None)));
            let report = last(records);
            let is_red =
                matches!(outcome, "broken" | "failed") || status.is_some_and(|status| status != "accepted");
            let text = &report.headline.text;
            let reads_red = report.headline.mood == crate::report::headline::Mood::Bad;
            assert_eq!(reads_red, is_red, "{name} {outcome} {reason:?} {status:?}: {text}");
            let says = ["1 of 51 cases failed: ", "1 of 51 cases broken"]
                .iter()
                .any(|start| text.starts_with(start));
            assert_eq!(says, is_red, "{name} {outcome} {reason:?} {status:?}: {text}");
            assert!(!is_red || !text.contains("nothing"), "{text}");
            assert!(!is_red || outcome == "broken" || !report.bugs.is_empty(), "{text}");
        }
    }
}

/// Returns all triples.
fn triples<'a, T: Copy>(
    names: &'a [&'a str],
    reasons: &'a [Option<&'a str>],
    statuses: Vec<T>,
) -> Vec<(&'a str, Option<&'a str>, T)> {
    let pairs = names.iter().flat_map(|name| reasons.iter().map(move |reason| (*name, *reason)));
    pairs
        .flat_map(|(name, reason)| statuses.clone().into_iter().map(move |status| (name, reason, status)))
        .collect()
}

#[test]
fn values_in_doubt_are_reported_once_and_fail_no_case() {
    let passed = case("z3::QF_FP::s::1", "passed", None);
    let terms = [(1, "(+ 1 2)"), (2, "(+ 1 2)"), (3, "(+ 2 2)")];
    let doubts = terms.map(|(second, term)| evaluation(0, "s", second, term));
    let report = last(doubts.into_iter().chain([passed]).collect());
    assert_eq!(report.headline.failed(), 0);
    assert_eq!(report.headline.mood, Mood::Unsure);
    assert!(report.headline.text.contains("Z3 disagrees on 2 ground terms"), "{}", report.headline.text);
    assert!(report.headline.text.contains("nothing else wrong was found"), "{}", report.headline.text);
    let text = markdown::write(&sections::document(&report));
    assert!(text.contains("## Values in doubt") && text.contains("`(+ 2 2)`"), "{text}");
    assert_eq!(text.matches("`(+ 1 2)`").count(), 1, "{text}");
}

/// Returns the line of a part of a campaign that has asked this many instances of a row and seed.
fn summed(run: u8, second: u8, campaign: &str, instances: u64) -> Record {
    let Record::Case(case) = line(run, "a::QF_LIA::s::1", second, "passed", None) else { panic!() };
    Record::Case(Box::new(Case { campaign: Some(campaign.to_owned()), instances, ..*case }))
}

#[test]
fn shards_of_a_campaign_are_added_up_and_a_continued_one_is_not_counted_twice() {
    let group = |run, second, shard| process(run, second, Some("g"), Some(shard), "c", &[]);
    let shards = [group(0, 0, "1/2"), summed(0, 1, "x", 10), group(1, 0, "2/2"), summed(1, 1, "y", 7)];
    let run = run(shards.clone());
    assert_eq!((run.parts.len(), run.instances(), run.cases.len()), (2, 17, 1));
    // The first campaign continues.
    let went_on = [process(2, 9, None, Some("1/2"), "c", &[]), summed(2, 10, "x", 15)];
    let all = results(shards.into_iter().chain(went_on));
    assert_eq!(all.choose(&Choice::Together).unwrap().0.instances(), 22);
    assert_eq!(all.choose(&Choice::Last).unwrap().0.instances(), 15);
}

#[test]
fn a_part_whose_failures_the_base_build_shows_too_outweighs_one_that_passed() {
    let name = "a::QF_LIA::s::1";
    for reason in ["also in BASE (4.8): crash", "known bug z3__crash__00c0ffee"] {
        let known = case(name, "ignored", Some(reason));
        let passed = case(name, "passed", None);
        for parts in [[known.clone(), passed.clone()], [passed, known]] {
            let [Record::Case(mut all), Record::Case(more)] = parts else { panic!() };
            all.add(*more);
            assert!(all.is_known(), "{reason}: {all:?}");
        }
    }
}

#[test]
fn the_name_of_a_solver_may_have_two_underscores() {
    use crate::matrix::Class;
    use crate::report::findings::bugs;

    let stored = "my__z3__wrong-unsat__00c0ffee";
    let name = format!("regression::{stored}::my__z3");
    let bugs = bugs(&run([case(&name, "failed", Some("regression"))]));
    assert_eq!((bugs[0].name.as_str(), bugs[0].class), (stored, Some(Class::WrongUnsat)));
}

#[test]
fn an_analysis_is_successful_if_nothing_is_missing_or_broken() {
    for (outcome, is_successful) in [("passed", true), ("failed", true), ("broken", false)] {
        let report = last(vec![case("z3::LIA::s::1", outcome, Some("why"))]);
        let log = crate::report::sarif::write(&report, None, std::path::Path::new("/"));
        let log: serde_json::Value = serde_json::from_str(&log).unwrap();
        let told = &log["runs"][0]["invocations"][0]["executionSuccessful"];
        assert_eq!(told, &json!(is_successful), "{outcome}");
    }
}

#[test]
fn shapes_of_one_bug_are_one_finding_and_default_configurations_come_first() {
    use crate::bugs::cluster::Traits;
    use crate::matrix::Tier;
    use crate::report::findings::{bugs, clusters};

    let found = |seed: &str, snapshot: &str, size: usize, tier: Tier, words: &[&str]| {
        let name = format!("z3::LIA::{seed}::1");
        let Record::Finding(mut finding) = finding(0, &name, 1, "wrong unsat", "new") else { panic!() };
        finding.snapshot = snapshot.to_owned();
        finding.bytes[1] = size;
        let words = words.iter().map(|&word| word.to_owned()).collect();
        finding.traits = Some(Traits { tier, words, ..Traits::default() });
        [case(&name, "failed", Some("wrong unsat")), Record::Finding(finding)]
    };
    let records = [
        found("a", "a", 9, Tier::Expert, &["div"]),
        found("b", "b", 8, Tier::Default, &["+", "mod"]),
        found("c", "c", 7, Tier::Default, &["mod"]),
        found("d", "d", 6, Tier::Common, &["abs"]),
    ];
    let bugs = bugs(&run(records.into_iter().flatten()));
    let names = |all: &Vec<usize>| all.iter().map(|&at| bugs[at].name.as_str()).collect::<Vec<_>>();
    let found: Vec<Vec<&str>> = clusters(&bugs).iter().map(names).collect();
    assert_eq!(found, [vec!["c", "b"], vec!["d"], vec!["a"]]);
}
