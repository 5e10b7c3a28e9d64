//! Results of runs that never were.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use smt_storm::matrix::Class;
use smt_storm::matrix::case::CaseName;
use smt_storm::report::gather::{Choice, Results};
use smt_storm::report::lines::fields::PlannedCases;
use smt_storm::report::lines::fields::Times;
use smt_storm::report::lines::record::{Case, Finding, Outcome, Record, Run, Status, VERSION};
use smt_storm::report::{Report, html, markdown, sections};

/// A stored bug, and the case that tries it.
pub const BUG: &str = "z3__wrong-unsat__00c0ffee";
pub const STORED: &str = "regression::z3__wrong-unsat__00c0ffee::z3";

/// The results of some runs, in a folder.
pub struct Fixture {
    pub folder: tempfile::TempDir,
    pub lines: Vec<Record>,
}

impl Fixture {
    /// One run that plans four cases of two rows, and a stored bug.
    pub fn new() -> Fixture {
        let mut fixture = Fixture { folder: tempfile::tempdir().unwrap(), lines: Vec::new() };
        fixture.start("2026-11-20", 4);
        fixture
    }

    pub fn start(&mut self, day: &str, cases: usize) {
        let seeds = (0..cases).map(name);
        self.lines.push(Record::Run(Box::new(Run {
            version: VERSION,
            run: format!("{day}T02-00-00Z-7"),
            group: None,
            shard: None,
            rows: None,
            focus: None,
            against: None,
            started: format!("{day}T02:00:00.000Z"),
            smt_storm: "0.1.0".to_owned(),
            libz3: "4.8.12.0".to_owned(),
            model_from: None,
            profile: "nightly".to_owned(),
            config: "/home/user/solver/storm/solvers.yaml".to_owned(),
            config_sha256: "0123456789abcdef".to_owned(),
            planned: Some(PlannedCases::collect(seeds.chain([STORED.to_owned()]))),
            cores: 2,
            machine: "linux x86_64".to_owned(),
        })));
    }

    /// The name and the day of the last run.
    pub fn run(&self) -> (String, String) {
        let run = self.lines.iter().rev().find_map(|line| match line {
            Record::Run(run) => Some((run.run.clone(), run.started[..10].to_owned())),
            _ => None,
        });
        run.unwrap()
    }

    /// A case that ended, with the number of its instances by verdict.
    pub fn case(
        &mut self,
        name: &str,
        outcome: Outcome,
        reason: Option<&str>,
        counts: &[(&str, u64)],
    ) -> &mut Case {
        let (run, day) = self.run();
        let parsed = name.parse::<CaseName>().ok();
        let instances = counts.iter().map(|(_, count)| count).sum();
        let mut solving_times = Times::default();
        (0..instances).for_each(|at| solving_times.add(Duration::from_millis(3 * at)));
        self.lines.push(Record::Case(Box::new(Case {
            version: VERSION,
            run,
            case: name.to_owned(),
            solver: parsed.as_ref().map_or("z3".to_owned(), |name| name.solver.clone()),
            solver_version: (instances > 0).then(|| "Z3 version 4.8.7".to_owned()),
            logic: parsed.as_ref().map_or("QF_LIA".to_owned(), |name| name.logic.clone()),
            seed: "seed".to_owned(),
            rng: 1,
            outcome,
            reason: reason.map(str::to_owned),
            counts: counts.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect(),
            texts: BTreeMap::new(),
            known: BTreeMap::new(),
            instances,
            sources: Default::default(),
            layouts: Default::default(),
            strategies: Default::default(),
            strategy_counts: Default::default(),
            operators: Default::default(),
            instances_sha256: None,
            campaign: None,
            solving_seconds: instances as f64 * 0.1,
            looking_seconds: 0.0,
            solving_times,
            generating_seconds: 0.0,
            seconds: instances as f64 * 0.1,
            source: None,
            ended: format!("{day}T02:00:{:02}.000Z", self.lines.len()),
        })));
        match self.lines.last_mut() {
            Some(Record::Case(case)) => case,
            _ => unreachable!(),
        }
    }

    pub fn passes(&mut self, name: &str) {
        self.case(name, Outcome::Passed, None, &[("sat", 9), ("unknown", 1)]);
    }

    /// A finding, with the files that a failing case leaves.
    pub fn finding(&mut self, name: &str, status: Status) {
        let (run, day) = self.run();
        let script = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n";
        let folder = self.folder.path().join("failures").join(name.replace("::", "__"));
        fs::create_dir_all(&folder).unwrap();
        let file = |file: &str, text: &str| {
            fs::write(folder.join(file), text).unwrap();
            folder.join(file).display().to_string()
        };
        let certificate = script.replace("(declare-const x Int)", "(define-fun x () Int 2)\u{1b}");
        let files = vec![
            file("instance.smt2", "(check-sat)"),
            file("reduced.smt2", script),
            file("witness.smt2", &certificate),
        ];
        self.lines.push(Record::Finding(Box::new(Finding {
            version: VERSION,
            run,
            case: name.to_owned(),
            solver: "z3".to_owned(),
            solver_version: "Z3 version 4.8.7".to_owned(),
            snapshot: BUG.to_owned(),
            makeup: None,
            traits: None,
            unfinished: None,
            status,
            class: Class::WrongUnsat,
            details: "wrong unsat at check-sat 1".to_owned(),
            options: vec!["arithmetic: smt.arith.solver=2 (expert)".to_owned()],
            instance: 3,
            witness: "model of the assertions".to_owned(),
            grade: "evaluated".to_owned(),
            assertions: [64, 1],
            bytes: [9000, script.len()],
            runs: 678,
            seconds: 24.0,
            sha256: String::new(),
            files,
            bucket: "00c0ffee".to_owned(),
            ended: format!("{day}T02:00:{:02}.000Z", self.lines.len()),
        })));
    }

    /// A finding of a case, after so many right answers.
    pub fn fails(&mut self, name: &str, status: Status, right: u64) {
        self.finding(name, status);
        let counts = [("sat", right), ("wrong unsat", 1)];
        self.case(name, Outcome::Failed, Some("wrong unsat"), &counts[usize::from(right == 0)..]);
    }

    pub fn report(&self) -> Report {
        let text: Vec<String> =
            self.lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        fs::write(self.folder.path().join("run.jsonl"), text.concat()).unwrap();
        let results = Results::read(&[self.folder.path().to_owned()]).unwrap();
        Report::summarise(&results, &Choice::Last, None, None).unwrap()
    }

    /// The report as Markdown, with a name in place of the folder.
    #[track_caller]
    pub fn is(&self, name: &str, headline: &str) {
        let report = self.report();
        assert_eq!(report.headline.text, headline);
        let document = sections::document(&report);
        let page = html::write(&document);
        assert!(page.contains(&format!("<title>smt-storm: {headline}</title>")), "{page}");
        let text = markdown::write(&document).replace(&self.folder.path().display().to_string(), "/results");
        golden(name, &text);
    }
}

#[track_caller]
pub fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new("../golden/results"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

pub fn name(at: usize) -> String {
    format!("{}::QF_LIA::seed-{}::1", ["z3", "cvc5"][at % 2], at / 2)
}
