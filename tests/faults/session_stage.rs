//! Sessions of a player, without a harness around them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use smt_storm::matrix::Solver;
use smt_storm::process::workspace::Workspace;
use smt_storm::smtlib::instance::{Expected, Instance, Kind};
use smt_storm::solver::runner::{Judged, Runner};
use smt_storm::solver::session::Session;
use smt_storm::solver::session_runner::SessionRunner;
use smt_storm::solver::session_runner::Sessions;

use crate::marks;
use crate::process::{all_gone, mentioning, none_mentions};
use crate::project::{Project, temporary_files};
use crate::stage::solver;

/// What no instance may take, whatever happens.
const LIMIT: Duration = Duration::from_secs(20);

/// A row with a session, and all that is run with it.
pub struct Stage {
    pub project: Project,
    pub solver: Solver,
    pub sessions: Arc<Sessions>,
    pub workspace: Workspace,
}

impl Stage {
    /// A solver with this session (`WHEN FAULT …`); alone it plays another fault.
    pub fn with(session: &[&str], alone: &[&str]) -> Stage {
        let project = Project::playing(&[]);
        let session = project.session(session, 200);
        project.write_rows(&project.row("player", alone, &session));
        let workspace = Workspace::open(&project.path("output")).unwrap();
        Stage { solver: solver(&project), sessions: Arc::default(), workspace, project }
    }

    /// A solver with this session that goes right alone.
    pub fn playing(session: &[&str]) -> Stage {
        Stage::with(session, &["say", "sat\n", "0"])
    }

    /// The same with another time limit.
    pub fn within(mut self, timeout: Duration) -> Stage {
        self.solver.timeout = timeout;
        self
    }

    /// Starts a session.
    pub fn start(&self) -> Session {
        let argv = self.solver.session.as_ref().unwrap().command.argv_with(&[]);
        Session::start(&argv, self.solver.memory, self.workspace.temporary()).unwrap()
    }

    /// Judges so many instances, one after the other, with one runner. Fails if one takes long.
    #[track_caller]
    pub fn judge(&self, count: usize) -> Vec<Judged> {
        let mut runner = SessionRunner::new(Runner::new(&self.solver, &self.workspace), &self.sessions);
        let mut all = Vec::new();
        for number in 0..count {
            let started = Instant::now();
            all.push(runner.judge(&instance(number)).unwrap());
            assert!(started.elapsed() < LIMIT, "instance {number} took {:?}", started.elapsed());
        }
        all
    }

    /// How many sessions were started.
    pub fn started(&self) -> usize {
        marks::sessions(&self.project.notes()).len()
    }

    /// Once all runners and sessions are gone: fails if a process or a file is left.
    #[track_caller]
    pub fn end(self) {
        let Stage { project, workspace, .. } = self;
        let notes = project.notes();
        let processes = [marks::sessions(&notes), marks::processes(&notes)].concat();
        assert!(all_gone(&processes), "of {processes:?}, some still run");
        let folder = project.path("").display().to_string();
        assert!(none_mentions(&folder), "{:?} still run", mentioning(&folder));
        assert!(temporary_files(workspace.temporary()).is_empty(), "files are left");
        drop(workspace);
        assert!(project.leftovers().is_empty());
    }
}

/// An instance; those with even numbers contradict the others.
pub fn instance(number: usize) -> Instance {
    let assertion = if number.is_multiple_of(2) { "(assert p)" } else { "(assert (not p))" };
    let mut instance = Instance::default();
    for (kind, line) in [
        (Kind::Setup, "(set-logic QF_UF)"),
        (Kind::Declaration, "(declare-fun p () Bool)"),
        (Kind::Assertion, assertion),
        (Kind::Check(Expected::Sat), "(check-sat)"),
    ] {
        instance.add(kind, line);
    }
    instance
}

/// The verdicts as they are told.
pub fn verdicts(judged: &[Judged]) -> Vec<String> {
    judged.iter().map(|judged| judged.verdict.to_string()).collect()
}
