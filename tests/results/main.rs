//! Golden: reports of runs that are green, red, back again, fixed, interrupted and half ignored, as Markdown. The page
//! is made of the same sections; `tests/page` looks at it in a browser. `INSTA_UPDATE=always` writes the goldens anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

mod fixture;

use std::path::Path;

use smt_storm::report::findings::Life;
use smt_storm::report::gather::Results;
use smt_storm::report::history::{History, Night};
use smt_storm::report::lines::record::{Outcome, Reached, Record, Status};
use smt_storm::report::{html, junit, markdown, sarif, sections};

use fixture::{BUG, Fixture, STORED, golden, name};

#[test]
fn a_green_run() {
    let mut fixture = Fixture::new();
    (0..4).for_each(|at| fixture.passes(&name(at)));
    fixture.case(STORED, Outcome::Passed, None, &[("sat", 1)]);
    fixture.is("green", "nothing wrong was found in 5 of 5 cases");
}

#[test]
fn a_red_run_beside_those_of_other_nights() {
    let mut fixture = Fixture::new();
    (0..4).for_each(|at| fixture.passes(&name(at)));
    fixture.case(STORED, Outcome::Passed, None, &[("sat", 1)]);
    fixture.start("2026-11-21", 4);
    (1..3).for_each(|at| fixture.passes(&name(at)));
    for at in [0, 3] {
        fixture.fails(&name(at), Status::New, 309);
    }
    fixture.case(STORED, Outcome::Ignored, Some(&format!("known bug {BUG}")), &[("wrong unsat", 1)]);
    let told = "2 of 5 cases failed: 2 new wrong unsat; 1 of 5 cases fail with known bugs; 2 of 5 passed";
    fixture.is("red", told);
}

/// However many bugs a night finds, people read one page about them.
#[test]
fn five_hundred_findings_are_one_page() {
    const FINDINGS: usize = 500;
    let mut fixture = Fixture::new();
    fixture.start("2026-11-21", FINDINGS);
    for at in 0..FINDINGS {
        fixture.finding(&name(at), Status::New);
        if let Some(Record::Finding(finding)) = fixture.lines.last_mut() {
            finding.snapshot = format!("z3__wrong-unsat__{at:08x}");
            finding.bucket = format!("{at:08x}");
        }
        fixture.case(&name(at), Outcome::Failed, Some("wrong unsat"), &[("wrong unsat", 1)]);
    }
    let report = fixture.report();
    assert_eq!(report.bugs.len(), FINDINGS);
    let text = markdown::issue(&sections::issue(&report).unwrap());
    assert!(text.lines().count() < 200, "{}", text.lines().count());
    assert!(text.contains("The first 40 of 500 rows.") && text.contains("pieces are left out"), "{text}");
    // Those that fit are whole.
    assert!(text.matches("<details>").count() > 2, "{text}");
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}

#[test]
fn a_bug_that_is_back() {
    let mut fixture = Fixture::new();
    (1..4).for_each(|at| fixture.passes(&name(at)));
    fixture.fails(&name(0), Status::Regression, 0);
    // The case of the stored bug has no finding.
    fixture.case(STORED, Outcome::Failed, Some("regression"), &[("wrong unsat", 1)]);
    fixture.is("regression", "2 of 5 cases failed: 2 regression: wrong unsat; 3 of 5 passed");
}

#[test]
fn a_bug_that_is_fixed() {
    let mut fixture = Fixture::new();
    (0..4).for_each(|at| fixture.passes(&name(at)));
    fixture.case(STORED, Outcome::Failed, Some("fixed"), &[("sat", 1)]);
    fixture.is("fixed", "1 of 5 cases failed: fixed: wrong unsat; 4 of 5 passed");
}

#[test]
fn a_run_that_was_interrupted() {
    let mut fixture = Fixture::new();
    fixture.passes(&name(1));
    // It was being minimised.
    fixture.finding(&name(0), Status::New);
    let told = "1 of 5 cases failed: new wrong unsat; incomplete: 3 of 5 cases missing, 1 of 5 cases did not end; 1 of 5 passed";
    fixture.is("interrupted", told);
}

#[test]
fn a_run_of_which_half_was_ignored() {
    let mut fixture = Fixture::new();
    fixture.passes(&name(0));
    let case = fixture.case(&name(2), Outcome::Passed, None, &[("sat", 1), ("error", 9)]);
    let text = "error (line 3 column 7: unknown constant bvnego)".to_owned();
    case.texts.insert("error".to_owned(), text);
    for (strategy, word, count) in [("atoms", "error", 9), ("plain", "sat", 1)] {
        case.strategies.insert(strategy.to_owned(), count);
        case.strategy_counts.insert(strategy.to_owned(), [(word.to_owned(), count)].into());
    }
    for at in [1, 3] {
        let reason =
            format!("solver missing: cannot run /x/target/storm/tmp-aB{at}/cvc5; set `CVC5` for `cvc5`");
        fixture.case(&name(at), Outcome::Ignored, Some(&reason), &[]);
    }
    fixture.case(STORED, Outcome::Ignored, Some("nothing answered: timeout"), &[("timeout", 1)]);
    let told = "nothing wrong was found in 2 of 5 cases; 3 of 5 not tested";
    fixture.is("half-ignored", told);
}

#[test]
fn a_run_that_tested_nothing() {
    let mut fixture = Fixture::new();
    (0..4).for_each(|at| {
        fixture.case(&name(at), Outcome::Ignored, Some("solver missing: no z3"), &[]);
    });
    fixture.case(STORED, Outcome::Ignored, Some("solver missing: no z3"), &[]);
    fixture.is("untested", "nothing was tested; 5 of 5 not tested");
}

/// Two releases: a bug is found and accepted, the next release has not got it, and then it is back.
#[test]
fn four_nights() {
    let mut fixture = Fixture::new();
    for (night, version) in ["4.8.7", "4.8.7", "5.4.0", "5.4.0"].into_iter().enumerate() {
        fixture.lines.truncate(if night == 0 { 0 } else { fixture.lines.len() });
        fixture.start(&format!("2026-11-2{night}"), 2);
        let from = fixture.lines.len();
        fixture.case(&name(1), Outcome::Passed, None, &[("sat", 90), ("unknown", 10)]);
        let known = format!("known bug {BUG}");
        match night {
            0 => fixture.fails(&name(0), Status::New, 309),
            1 => {
                fixture.passes(&name(0));
                fixture.case(STORED, Outcome::Ignored, Some(&known), &[("wrong unsat", 1)]);
            }
            2 => {
                fixture.passes(&name(0));
                fixture.case(STORED, Outcome::Failed, Some("fixed"), &[("sat", 1)]);
            }
            _ => {
                fixture.fails(&name(0), Status::Regression, 99);
                fixture.case(STORED, Outcome::Failed, Some("regression"), &[("wrong unsat", 1)]);
            }
        }
        for line in &mut fixture.lines[from..] {
            let Record::Case(case) = line else { continue };
            case.solver_version = Some(match case.solver.as_str() {
                "z3" => format!("Z3 version {version}"),
                _ => "cvc5 1.4.2".to_owned(),
            });
            let reached =
                ["+", "*", "-", "div"].iter().take(night + 1).map(|name| (*name).to_owned()).collect();
            case.operators = [("Ints".to_owned(), Reached { read: 12, reached })].into();
            // A campaign says what it did in all.
            if case.solver == "cvc5" {
                case.campaign = Some("cvc5 since 2026-11-20".to_owned());
                let times = night as u64 + 1;
                case.counts.values_mut().for_each(|count| *count *= times);
                case.instances *= times;
                case.seconds *= times as f64;
                case.solving_seconds *= times as f64;
            }
        }
    }
    fixture.report();
    let results = Results::read(&[fixture.folder.path().to_owned()]).unwrap();
    assert_eq!(
        results.seconds().into_iter().map(|(row, time)| (row, (time * 1000.0).round())).collect::<Vec<_>>(),
        [("cvc5".to_owned(), 100.0), ("z3".to_owned(), 100.0)]
    );
    let history = History::build(&results);
    let told = |of: fn(&Night) -> usize| history.nights.iter().map(of).collect::<Vec<_>>();
    // The last one first.
    assert_eq!(told(|night| night.new.len()), [0, 0, 0, 1]);
    assert_eq!(told(|night| night.again.len()), [0, 0, 1, 0]);
    assert_eq!(told(|night| night.fixed.len()), [0, 1, 0, 0]);
    assert_eq!(told(|night| night.back.len()), [1, 0, 0, 0]);
    assert_eq!(told(|night| night.operators[0]), [4, 3, 2, 1]);
    // Of the campaign, each night has its own part.
    assert_eq!(told(|night| night.rows["cvc5"].instances as usize), [100; 4]);
    let document = sections::history(&history);
    assert!(html::write(&document).contains("4 runs: 1 new, 1 fixed, 1 back"));
    golden("four-nights", &markdown::write(&document));
}

#[test]
fn a_campaign_says_how_its_time_went_and_when_it_found_what() {
    let mut fixture = Fixture::new();
    fixture.finding(&name(0), Status::New);
    for at in 0..2 {
        let case = fixture.case(&name(at), Outcome::Passed, None, &[("sat", 95), ("error", 5)]);
        case.campaign = Some("since 2026-11-20".to_owned());
        (case.seconds, case.solving_seconds) = (40.0, 10.0);
    }
    if let Some(Record::Case(case)) = fixture.lines.last_mut() {
        case.looking_seconds = 6.0;
    }
    // The same bug again is no other one.
    fixture.finding(&name(2), Status::New);
    let document = sections::document(&fixture.report());
    let (text, page) = (markdown::write(&document), html::write(&document));
    for line in [
        "| cvc5 | 100 | 2.5 | 5.0 % | 40s | 25 % | 60 % | 15 % |\n",
        "| z3 | 100 | 2.5 | 5.0 % | 40s | 25 % | 75 % | 0 % |\n",
        "| all | 200 | 2.5 | 5.0 % | 1m 20s | 25 % | 68 % | 7.5 % |\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let after = |line: &&str| line.contains("| 1 | 1s | z3\\_\\_wrong-unsat");
    assert_eq!(text.lines().filter(after).count(), 1, "{text}");
    assert!(!text.contains("| 2 | "), "{text}");
    assert!(page.contains("aria-label=\"after 1s of 3s\"") && page.contains("left:133px"), "{page}");
}

/// A campaign does not try stored bugs, and says what it met of them all the same.
#[test]
fn a_known_bug_that_only_other_cases_met() {
    let known = format!("known bug {BUG}");
    for finds_it in [false, true] {
        let mut fixture = Fixture::new();
        if finds_it {
            fixture.finding(&name(1), Status::New);
        }
        let met = [("sat", 99), ("wrong unsat", 1)];
        let case = fixture.case(&name(0), Outcome::Ignored, Some(&known), &met);
        case.known = [(BUG.to_owned(), 1)].into();
        fixture.report();
        let history = History::build(&Results::read(&[fixture.folder.path().to_owned()]).unwrap());
        let (names, trail) = (history.bugs.keys().collect::<Vec<_>>(), &history.bugs[BUG]);
        // What the run itself found is not told a second time.
        let life = if finds_it { Life::New } else { Life::Known };
        assert_eq!((names.len(), trail.class, trail.lives[&0]), (1, "wrong unsat", life), "{names:?}");
    }
}

#[test]
fn the_forms_that_ci_systems_read() {
    let mut fixture = Fixture::new();
    fixture.fails(&name(0), Status::New, 0);
    let reason = "also in BASE (Z3 version 4.8.7): wrong unsat (1x); in all: 1 wrong unsat";
    fixture.finding(&name(1), Status::Base);
    fixture.case(&name(1), Outcome::Ignored, Some(reason), &[("wrong unsat", 1)]);
    fixture.case(&name(2), Outcome::Broken, Some("tested nothing: <garbage> & 100 %"), &[("garbage", 1)]);
    fixture.case(STORED, Outcome::Ignored, Some(&format!("known bug {BUG}")), &[("wrong unsat", 1)]);
    let report = fixture.report();
    let shown = |text: &str| text.replace(&fixture.folder.path().display().to_string(), "/results");
    // Read again by the types that the standards are made of: nothing that is required is missing.
    let xml = junit::write(&report.run, &report.missing).unwrap();
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    let counts = (read.tests, read.failures, read.errors);
    assert_eq!(counts, (5, 1, 2), "{xml}");
    assert!(xml.contains("; the base build shows it too\n"), "{xml}");
    golden("junit", &shown(&xml));
    let log = sarif::write(&report, Some(Path::new("snapshots")), Path::new("/home/user/solver"));
    let read: serde_sarif::sarif::Sarif = serde_json::from_str(&log).unwrap();
    assert_eq!(read.version, serde_json::json!("2.1.0"));
    let results = read.runs[0].results.as_ref().unwrap();
    let rules = read.runs[0].tool.driver.rules.as_ref().unwrap();
    assert!(
        results.len() == 3
            && results.iter().all(|result| {
                rules.iter().any(|rule| Some(&rule.id) == result.rule_id.as_ref())
                    && result.message.text.is_some()
                    && result.locations.as_ref().is_some_and(|places| !places.is_empty())
            })
    );
    golden("sarif", &shown(&log));
}
