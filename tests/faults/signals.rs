//! Interrupting a run: nothing keeps running, nothing is left.

use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::marks;
use crate::process::{all_gone, eventually, mentioning, none_mentions};
use crate::project::Project;
use crate::replay;

crate::tests!(signals:
    an_interrupt_ends_a_hanging_solver,
    termination_ends_a_hanging_solver,
    a_lost_terminal_ends_a_hanging_solver,
    an_interrupt_ends_solvers_that_ignore_it,
    an_interrupt_between_short_runs_leaves_nothing,
    an_interrupt_ends_the_search_for_a_witness,
    an_interrupt_ends_a_solver_that_generating_asks_for_a_model,
    a_solver_that_outlives_a_killed_run_does_not_compute_for_ever,
);

const LIMIT: Duration = Duration::from_secs(5);

/// Two solvers that hang for long.
fn hanging(fault: &[&str]) -> Project {
    let project = Project::playing(&[]);
    let rows = ["one", "two"].map(|name| project.row(name, fault, "timeout: 10m"));
    project.write_rows(&rows.concat());
    project
}

fn signal(harness: &Child, signal: Signal) {
    kill_process(Pid::from_child(harness), signal).unwrap();
}

/// Fails unless the harness ends soon, with the code a shell has for the signal.
#[track_caller]
fn expect_end(mut harness: Child, signal: Signal) {
    let mut status = None;
    eventually(LIMIT, || {
        status = harness.try_wait().unwrap();
        status.is_some()
    });
    let Some(status) = status else {
        harness.kill().unwrap();
        panic!("the harness does not end");
    };
    assert_eq!((status.code(), status.signal()), (Some(128 + signal.as_raw()), None));
}

/// Interrupts a run as soon as `count` processes were noted.
#[track_caller]
fn interrupt(fault: &[&str], count: usize, by: Signal) {
    let project = hanging(fault);
    let harness = project.command(&["--test-threads", "2"]).spawn().unwrap();
    let notes = project.notes();
    let all_run = eventually(Duration::from_secs(20), || marks::processes(&notes).len() == count);
    signal(&harness, by);
    expect_end(harness, by);
    assert!(all_run, "not all solvers started");
    let processes = marks::processes(&notes);
    assert!(all_gone(&processes), "of {processes:?}, some still run");
    expect_nothing_left(&project);
}

/// Fails if a process or a temporary file of the project is left.
#[track_caller]
pub fn expect_nothing_left(project: &Project) {
    let folder = project.path("").display().to_string();
    assert!(none_mentions(&folder), "{:?} still run", mentioning(&folder));
    assert!(project.leftovers().is_empty(), "{:?}", project.leftovers());
}

fn an_interrupt_ends_a_hanging_solver() {
    interrupt(&["hang", "", "{notes}"], 2, Signal::INT);
}

fn termination_ends_a_hanging_solver() {
    interrupt(&["hang", "sat\n", "{notes}"], 2, Signal::TERM);
}

fn a_lost_terminal_ends_a_hanging_solver() {
    interrupt(&["hang", "", "{notes}"], 2, Signal::HUP);
}

fn an_interrupt_ends_solvers_that_ignore_it() {
    interrupt(&["hang-on", "{notes}"], 2, Signal::INT);
    interrupt(&["leave-child-and-hang", "", "{notes}"], 4, Signal::TERM);
}

fn an_interrupt_between_short_runs_leaves_nothing() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.reconfigure("NM: 10", "NM: 1000000");
    for _ in 0..10 {
        let harness = project.command(&[]).spawn().unwrap();
        // A script is there as soon as the first run starts.
        let runs = eventually(Duration::from_secs(20), || {
            project.leftovers().iter().any(|folder| folder.join("0.smt2").exists())
        });
        signal(&harness, Signal::INT);
        expect_end(harness, Signal::INT);
        assert!(runs, "no solver was run");
        expect_nothing_left(&project);
    }
}

fn an_interrupt_ends_the_search_for_a_witness() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    for number in 0..8 {
        // Fermat's last theorem for a cube; Z3 does not know it.
        let seed = format!(
            "(declare-fun x () Int)\n(declare-fun y () Int)\n(declare-fun z () Int)\n\
             (assert (and (> x 1) (> y 1) (> z {number}) (= (+ (* x x x) (* y y y)) (* z z z))))\n"
        );
        project.write(&format!("seeds/QF_NIA/hard-{number}.smt2"), seed);
    }
    let harness = project.command(&["hard", "--test-threads", "1"]).spawn().unwrap();
    // As it stands in a list of processes: arguments end with a zero byte.
    let search = format!("__storm-evaluate\0{}", project.path("output").display());
    // Elsewhere than on Linux, it is enough that it has started.
    let searches = eventually(Duration::from_secs(20), || {
        if cfg!(target_os = "linux") {
            !mentioning(&search).is_empty()
        } else {
            !project.leftovers().is_empty()
        }
    });
    signal(&harness, Signal::INT);
    expect_end(harness, Signal::INT);
    assert!(searches, "no search was seen");
    expect_nothing_left(&project);
}

fn an_interrupt_ends_a_solver_that_generating_asks_for_a_model() {
    let project = hanging(&["hang", "", "{notes}"]);
    let seed = project.path("seeds/QF_LIA/small.smt2").display().to_string();
    let words = ["generate", &seed, "--witness", "model", "--model-from", "one", "--digests"];
    let generating = replay::command(&project, &words).spawn().unwrap();
    let notes = project.notes();
    let runs = eventually(Duration::from_secs(20), || !marks::processes(&notes).is_empty());
    signal(&generating, Signal::INT);
    expect_end(generating, Signal::INT);
    assert!(runs, "the solver did not start");
    let processes = marks::processes(&notes);
    assert!(all_gone(&processes), "of {processes:?}, some still run");
}

fn a_solver_that_outlives_a_killed_run_does_not_compute_for_ever() {
    // Only Linux limits processor time.
    if !cfg!(target_os = "linux") {
        return;
    }
    let project = Project::playing(&[]);
    project.write_rows(&project.row("one", &["spin", "{notes}"], "timeout: 900ms"));
    let mut harness = project.command(&["--test-threads", "1"]).spawn().unwrap();
    let notes = project.notes();
    let runs = eventually(Duration::from_secs(20), || !marks::processes(&notes).is_empty());
    harness.kill().unwrap();
    harness.wait().unwrap();
    assert!(runs, "no solver started");
    let solvers = marks::processes(&notes);
    // The limit is that of all processors together, and others may use them, too.
    let end = eventually(Duration::from_secs(120), || all_gone(&solvers));
    for &solver in solvers.iter().filter(|_| !end) {
        let _ = kill_process(Pid::from_raw(i32::try_from(solver).unwrap()).unwrap(), Signal::KILL);
    }
    assert!(end, "the solver computes on");
}
