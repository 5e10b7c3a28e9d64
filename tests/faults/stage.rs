//! One run of a player, without a harness around it.

use std::time::{Duration, Instant};

use smt_storm::matrix::{Config, Solver};
use smt_storm::process::RawRun;
use smt_storm::process::workspace::Workspace;
use smt_storm::solver::runner::Runner;
use smt_storm::solver::verdict::Verdict;

use crate::project::{Project, temporary_files};

/// A script like any other.
pub const SCRIPT: &str = "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n";

/// What a run came to.
pub struct Played {
    pub run: RawRun,
    pub verdict: Verdict,
    pub project: Project,
}

/// Runs a player that ends by itself, or at another limit than that on time. Fails if it takes long or leaves a file
/// behind.
#[track_caller]
pub fn play(fault: &[&str]) -> Played {
    let project = Project::playing(fault);
    let solver = solver(&project);
    play_solver(project, &solver, SCRIPT)
}

/// Runs a player that does not end by itself, with a time limit of a second.
#[track_caller]
pub fn play_a_second(fault: &[&str]) -> Played {
    let project = Project::playing(fault);
    let solver = Solver { timeout: Duration::from_secs(1), ..solver(&project) };
    play_solver(project, &solver, SCRIPT)
}

/// The first row of a project.
pub fn solver(project: &Project) -> Solver {
    Config::load(&project.path("solvers.yaml"), None).unwrap().solvers.remove(0)
}

/// Runs a solver once on a script. Fails if it takes long or leaves a file behind.
#[track_caller]
pub fn play_solver(project: Project, solver: &Solver, script: &str) -> Played {
    let workspace = Workspace::open(&project.path("output")).unwrap();
    let temporary = workspace.temporary().to_owned();
    let runner = Runner::new(solver, &workspace);
    let started = Instant::now();
    let run = runner.run(script, &[]).unwrap();
    let verdict = Verdict::judge(&run, 1);
    assert!(started.elapsed() < Duration::from_secs(10), "took {:?}", started.elapsed());
    drop(runner);
    assert!(temporary_files(&temporary).is_empty(), "files are left");
    drop(workspace);
    assert!(!temporary.exists());
    assert!(run.stdout.len() <= 1 << 20 && run.stderr.len() <= 1 << 20, "output is not cut");
    Played { run, verdict, project }
}
