//! The reports of failing tests, word for word.

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::bugs::snapshot::SnapshotError;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::Case;
use crate::matrix::{Auto, Bounds, Solver, Source, Weights};
use crate::process::{Exit, RawRun};
use crate::smtlib::instance::{Drawn, Instance};
use crate::solver::runner::Judged;
use crate::solver::verdict::Verdict;
use crate::suite::failure::{Confirmed, Files, Reduced};
use crate::suite::live::Live;
use crate::suite::run_case::tests::row;
use crate::witness::Evaluator;

const SEED: &str = "(set-logic QF_LIA)\n(declare-fun total () Int)\n(assert (> total 3))\n(check-sat)\n";
const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-fun a () Int)\n(assert (> a 3))\n(check-sat)\n";
const DEFINITIONS: &str = "(define-fun a () Int 7)\n";

fn pools() -> SeedPools {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seed.smt2");
    std::fs::write(&path, SEED).unwrap();
    let bounds = Bounds { a_max: 4, nc: Auto::Fixed(10), nm: Auto::Fixed(20), ..Bounds::default() };
    SeedPools::build(&path, 1, &bounds, &Weights::only(Source::Sampled), &Evaluator::in_process()).unwrap()
}

/// A failure of a row, with its reduced script.
struct Fixture {
    case: Case,
    pools: SeedPools,
    verdict: Verdict,
    script: Instance,
    session: Option<InSession>,
}

impl Fixture {
    fn new(solver: Solver, verdict: Verdict) -> Fixture {
        let case = Case {
            name: "a::QF_LIA::seed::1".parse().unwrap(),
            solver: Arc::new(solver),
            seed_path: "seeds/QF_LIA/seed.smt2".into(),
            weight: std::num::NonZeroU32::MIN,
        };
        let script = Instance::read(SCRIPT).unwrap();
        Fixture { case, pools: pools(), verdict, script, session: None }
    }

    fn wrong_unsat() -> Fixture {
        Fixture::new(row(""), Verdict::wrong_unsat(0))
    }

    /// Makes it a failure that shows only in a session.
    fn in_session(repeated: bool) -> Fixture {
        let mut fixture = Fixture::new(row(", session: {argv: [a, --interactive]}"), Verdict::wrong_unsat(0));
        fixture.session = Some(InSession { scripts: 2, repeated });
        fixture.script = Instance::read(&format!("{SCRIPT}(reset)\n{SCRIPT}")).unwrap();
        fixture
    }

    /// Compares the report with its golden text, given the status of the bug.
    #[track_caller]
    fn says(&self, name: &str, status: impl FnOnce(Snapshot) -> Result<Status, SnapshotError>) {
        let mut generator = self.pools.generator(&self.case.solver.form);
        let mut instance = generator.instance(4);
        let provenance = generator.provenance().clone();
        let drawn = |group: &str, word: &str| {
            let (args, written) = (vec![word.to_owned()], vec![word.to_owned()]);
            Arc::new(Drawn { group: group.to_owned(), tier: "expert", args, written, ..Drawn::default() })
        };
        instance.drawn = vec![drawn("search", "--restarts=luby")];
        let run = RawRun {
            exit: Exit::Code(0),
            stdout: b"unsat\n".to_vec(),
            stderr: Vec::new(),
            flooded: false,
            time: Duration::ZERO,
        };
        let judged = Judged {
            verdict: self.verdict.clone(),
            run,
            models: Default::default(),
            refutation: None,
            only_after: None,
        };
        let (case, pools) = (&self.case, &self.pools);
        let live = Live::start_beside(false, false);
        let progress = &live.run("a", String::new(), None);
        let version = "A 1.0";
        let confirmed = Confirmed { case, version, number: 4, instance, provenance, judged, pools, progress };
        let reduced = Reduced {
            session: self.session,
            unfinished: None,
            ..confirmed.so_far(self.script.clone(), DEFINITIONS.to_owned(), 12)
        };
        let snapshot = reduced.snapshot();
        let file = |name: &str| Path::new("target/storm/failures/a__QF_LIA__seed__1/4").join(name);
        let files = Files {
            instance: file("instance.smt2"),
            reduced: file("reduced.smt2"),
            certificate: Some(("witness", file("witness.smt2"))),
        };
        let status = status(snapshot.clone());
        let kept = Kept { reduced, snapshot, status, files: Ok(files), hit: 3 };
        let mut red = kept.report(Path::new("snapshots"), &StormCommands::example());
        red.kept = Some(file("failure.txt").display().to_string());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, red.text());
            insta::assert_snapshot!(format!("{name}-told"), format!("{}\n{}", red.at_once("a::x"), red.at_last("a::x")));
        });
    }
}

/// Returns the same bug as another case met it, with another script.
fn met_before(snapshot: &Snapshot) -> Snapshot {
    let mut info = snapshot.info.clone();
    info.case = "a::QF_LIA::other::1".to_owned();
    Snapshot::new(info, &snapshot.contents.replace("(> a 3)", "(< 5 a)").replace("; State: open\n", ""))
}

#[test]
fn a_new_bug() {
    Fixture::wrong_unsat().says("new", |_| Ok(Status::New));
}

#[test]
fn a_bug_pending_since_another_case() {
    Fixture::wrong_unsat().says("pending", |snapshot| Ok(Status::Pending(Box::new(met_before(&snapshot)))));
}

#[test]
fn a_regression() {
    let fixed =
        |snapshot: Snapshot| Ok(Status::Accepted(Box::new(met_before(&snapshot).with_state(State::Fixed))));
    Fixture::wrong_unsat().says("regression", fixed);
}

#[test]
fn a_bug_with_an_edited_snapshot() {
    let edited = || SnapshotError::Edited { path: "snapshots/a.snap".into() };
    Fixture::wrong_unsat().says("edited", |_| Err(edited()));
}

#[test]
fn a_bug_of_a_session() {
    Fixture::in_session(true).says("session", |_| Ok(Status::New));
    Fixture::in_session(false).says("session-once", |_| Ok(Status::New));
}

#[test]
fn failures_of_other_classes() {
    let crash = Verdict::with_details(Class::Crash, "signal 11: segmentation fault");
    Fixture::new(row(", fail_on: [crash]"), crash).says("crash", |_| Ok(Status::New));
    let invalid = Verdict {
        check: Some(0),
        ..Verdict::with_details(Class::InvalidModel, "in which this is false: (> total 3)")
    };
    Fixture::new(row(", models: true"), invalid).says("invalid-model", |_| Ok(Status::New));
}
