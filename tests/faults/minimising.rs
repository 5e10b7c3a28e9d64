//! Minimising that is interrupted and goes on, and what is refused.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::marks;
use crate::process::eventually;
use crate::project::{Project, Ran};
use crate::replay::storm;

crate::tests!(minimising:
    an_interrupted_search_goes_on_from_its_best_script,
    a_killed_search_goes_on_from_its_best_script,
    a_script_on_which_the_solver_does_not_fail_is_refused,
    a_witness_that_does_not_satisfy_is_refused,
    a_script_without_a_witness_gets_one,
    branches_that_exclude_each_other_have_a_witness_each,
    a_check_without_a_witness_stays_where_the_failure_needs_it,
    names_that_are_declared_again_are_told_as_they_were_written,
    the_time_of_all_is_bounded,
);

/// Runs `storm minimize` on a file, with the player.
fn minimize(project: &Project, file: &str, arguments: &[&str]) -> Ran {
    let words = [&["storm", "minimize", file, "--solver", "player"][..], arguments].concat();
    project.run(&words)
}

/// Ends a run in the middle of minimising, and goes on.
fn cut_short(by: Signal) {
    let project = Project::playing(&["wrong-slowly", "40", "2"]);
    let mut harness = project.command(&[]).spawn().unwrap();
    let started = eventually(Duration::from_secs(30), || project.kept("best.smt2").exists());
    let best = project.kept("best.smt2");
    // Most of it is still to be done.
    kill_process(Pid::from_child(&harness), by).unwrap();
    harness.wait().unwrap();
    assert!(started, "nothing was kept");
    let kept = fs::read_to_string(&best).unwrap();
    let (script, witness) = kept.split_once("; Expected: sat.").unwrap();
    assert!(script.ends_with("(check-sat)\n") && witness.ends_with(")\n"), "{kept}");
    assert!(marks::assertions(script).len() >= 2, "{kept}");

    project.play(&["wrong-slowly", "0", "2"]);
    let out = project.path("out");
    let ran = minimize(&project, best.to_str().unwrap(), &["--out", out.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.says(&["minimal    yes"]);
    let reduced = fs::read_to_string(out.join("reduced.smt2")).unwrap();
    assert_eq!(marks::assertions(&reduced).len(), 2, "{reduced}");
    assert!(reduced.len() <= kept.len());
}

fn an_interrupted_search_goes_on_from_its_best_script() {
    cut_short(Signal::INT);
}

fn a_killed_search_goes_on_from_its_best_script() {
    cut_short(Signal::KILL);
}

/// A script with two assertions, and a player that is wrong about that.
fn given() -> (Project, PathBuf) {
    let project = Project::playing(&["wrong-slowly", "0", "2"]);
    let script =
        "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 1))\n(assert (< (* 2 x) 9))\n(check-sat)\n";
    project.write("given.smt2", script);
    let path = project.path("given.smt2");
    (project, path)
}

fn a_script_on_which_the_solver_does_not_fail_is_refused() {
    let (project, path) = given();
    project.play(&["say", "sat\n", "0"]);
    let ran = minimize(&project, path.to_str().unwrap(), &[]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("given.smt2: player does not fail on it (it answers sat)"), "{}", ran.stderr);
}

fn a_witness_that_does_not_satisfy_is_refused() {
    let (project, path) = given();
    project.write("witness.smt2", "(define-fun x () Int 7)\n");
    let witness = project.path("witness.smt2");
    let ran = minimize(&project, path.to_str().unwrap(), &["--witness", witness.to_str().unwrap()]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let said = "given.smt2: assertion 2 is not true under the witness";
    assert!(ran.stderr.contains(said) && ran.stderr.contains("(assert (< (* 2 x) 9))"), "{}", ran.stderr);
    project.write("witness.smt2", "(define-fun y () Bool true)\n(define-fun x () Int 7)\n");
    let ran = minimize(&project, path.to_str().unwrap(), &["--witness", witness.to_str().unwrap()]);
    assert!(ran.stderr.contains("defines 2 of the 1 symbols"), "{}", ran.stderr);
}

fn a_script_without_a_witness_gets_one() {
    let (project, path) = given();
    let out = project.path("out");
    let ran = minimize(&project, path.to_str().unwrap(), &["--out", out.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.says(&["assertions 2 to 2", "minimal    yes"]);
    let reduced = fs::read_to_string(out.join("reduced.smt2")).unwrap();
    assert!(
        reduced.starts_with("(set-logic QF_LIA)\n(assert true)\n(assert true)\n(check-sat)\n"),
        "{reduced}"
    );
    // Nor is one that no assignment satisfies.
    project.write("given.smt2", "(declare-fun x () Int)(assert (> x 1))(assert (< x 1))(check-sat)");
    let ran = minimize(&project, path.to_str().unwrap(), &[]);
    assert!(ran.code == Some(2) && ran.stderr.contains("no witness was found"), "{ran:?}");
}

/// Branches of which no two can be satisfied together, the last of which cannot be at all, and rightly.
const BRANCHES: &str = "(set-logic QF_LIA)\n(declare-fun n () Int)\n(declare-fun m () Int)\n(push 1)\n(assert (and (> n 8) (< m 3)))\n\
    (check-sat)\n(pop 1)\n(push 1)\n(assert (<= (+ n m) (- 8 n)))\n(assert (< n 0))\n(check-sat)\n(pop 1)\n(push 1)\n\
    (assert (distinct n n))\n(check-sat)\n(pop 1)\n";

fn branches_that_exclude_each_other_have_a_witness_each() {
    let (project, path) = given();
    project.play(&["say", "unsat\nunsat\nunsat\n", "0"]);
    project.write("given.smt2", BRANCHES);
    let out = project.path("out");
    let ran = minimize(&project, path.to_str().unwrap(), &["--out", out.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("check-sat 3 is not judged"), "{}", ran.stderr);
    let reduced = fs::read_to_string(out.join("reduced.smt2")).unwrap();
    // Nothing is claimed of what is not known.
    assert!(!reduced.contains("distinct") && reduced.matches("(check-sat)").count() == 1, "{reduced}");
    assert!(reduced.contains("; Expected: sat. Satisfied by this witness"), "{reduced}");
}

/// What `storm replay` makes of a script.
fn replay(project: &Project, file: &str) -> Ran {
    storm(project, &["replay", file, "--solver", "player"])
}

fn a_check_without_a_witness_stays_where_the_failure_needs_it() {
    let (project, path) = given();
    project.play(&["wrong-later"]);
    let open = "(set-logic QF_LIA)\n(declare-fun n () Int)\n(push 1)\n(assert (distinct n n))\n(check-sat)\n(pop 1)\n\
        (push 1)\n(assert (> n 8))\n(check-sat)\n(pop 1)\n(push 1)\n(assert (< n 3))\n(check-sat)\n(pop 1)\n";
    project.write("given.smt2", open);
    let out = project.path("out");
    let ran = minimize(&project, path.to_str().unwrap(), &["--out", out.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("check-sat 1 is not judged: it has no known witness"), "{}", ran.stderr);
    ran.says(&["not judged check-sat 1: it has no known witness", "no single witness"]);
    let file = out.join("reduced.smt2");
    let reduced = fs::read_to_string(&file).unwrap();
    assert_eq!(reduced.matches("(check-sat)").count(), 2, "{reduced}");
    assert!(reduced.contains("; Expected: sat at check-sat 2. Satisfied by this witness"), "{reduced}");
    assert!(reduced.ends_with("; Not judged: check-sat 1, of which no witness is known.\n"), "{reduced}");
    // The certificate is of the judged check alone.
    let certificate = fs::read_to_string(out.join("witness.smt2")).unwrap();
    assert!(!certificate.contains("distinct") && !certificate.contains("(reset)"), "{certificate}");
    let file = file.to_str().unwrap();
    let shown = replay(&project, file);
    assert!(shown.code == Some(1) && shown.stdout.contains("wrong unsat at check-sat 2"), "{shown:?}");
    project.play(&["say", "unsat\nsat\n", "0"]);
    let right = replay(&project, file);
    assert!(
        right.code == Some(0) && right.stdout.contains("open     check-sat 1 is not judged"),
        "{right:?}"
    );
    // Each of several witnesses is of its checks.
    let both = format!(
        "{open}; Expected: sat at check-sat 2. Satisfied by this witness (given):\n; (define-fun n () Int 9)\n\
         ; Expected: sat at check-sat 3. Satisfied by this witness (given):\n; (define-fun n () Int 2)\n"
    );
    project.write("given.smt2", both);
    for (answers, code) in [("unsat\nsat\nsat\n", 0), ("unsat\nunsat\nsat\n", 1), ("sat\nsat\nunsat\n", 1)] {
        project.play(&["say", answers, "0"]);
        let ran = replay(&project, path.to_str().unwrap());
        assert_eq!(ran.code, Some(code), "{answers} {ran:?}");
    }
}

fn names_that_are_declared_again_are_told_as_they_were_written() {
    let (project, path) = given();
    project.play(&["say", "unsat\n", "0"]);
    project.write(
        "given.smt2",
        "(set-logic QF_LIA)\n(push 1)\n(declare-const a Bool)\n(assert a)\n(pop 1)\n(declare-const a Int)\n\
         (assert (> a 5))\n(check-sat)\n",
    );
    project.write("witness.smt2", "(define-fun a () Bool true)\n(define-fun a_2 () Int 1)\n");
    let witness = project.path("witness.smt2");
    let ran = minimize(&project, path.to_str().unwrap(), &["--witness", witness.to_str().unwrap()]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("(assert (> a 5))") && !ran.stderr.contains("a_2"), "{}", ran.stderr);
    // A label that means something else in each branch, the last of which cannot be satisfied.
    project.play(&["say", "unsat\nunsat\n", "0"]);
    project.write(
        "given.smt2",
        "(set-logic QF_LIA)\n(declare-const m Int)\n(declare-const n Int)\n(push 1)\n\
         (assert (or (! (< m (- 9)) :named low) (= n 3)))\n(check-sat)\n(pop 1)\n(push 1)\n(assert (! (< m 2) :named low))\n\
         (assert (not low))\n(check-sat)\n(pop 1)\n",
    );
    project.write("witness.smt2", "(define-fun m () Int 1)\n(define-fun n () Int 3)\n");
    let out = project.path("out");
    let arguments = ["--witness", witness.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let ran = minimize(&project, path.to_str().unwrap(), &arguments);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("check-sat 2 is not judged"), "{}", ran.stderr);
    let reduced = fs::read_to_string(out.join("reduced.smt2")).unwrap();
    assert!(!reduced.contains("low") || !reduced.contains("(not"), "{reduced}");
}

fn the_time_of_all_is_bounded() {
    let (project, path) = given();
    let out = project.path("out");
    let out = out.to_str().unwrap();
    // Each term has the one before twice, so that its tree is larger than any memory.
    let lets: String = (1..40).map(|at| format!("(let ((s{at} (+ s{} s{}))) ", at - 1, at - 1)).collect();
    let shared = format!("(assert (let ((s0 x)) {lets}(or (< s39 x) (= s39 s39)){}))\n", ")".repeat(39));
    let many: String = (0..40).map(|at| format!("(assert (< x {}))\n", at + 1)).collect();
    let head = "(set-logic QF_LIA)\n(declare-fun x () Int)\n";
    let witness = "; Expected: sat. Satisfied by this witness (sampled values):\n; (define-fun x () Int 0)\n";
    project.play(&["wrong-slowly", "300", "2"]);
    project.write("given.smt2", format!("{head}{shared}{many}(check-sat)\n{witness}"));
    let started = Instant::now();
    let ran = minimize(&project, path.to_str().unwrap(), &["--out", out, "--for", "2s"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    ran.says(&["minimal    not known: the time was up"]);
    let reduced = fs::read_to_string(project.path("out").join("reduced.smt2")).unwrap();
    assert!(reduced.contains("; (define-fun x () Int 0)"), "{reduced}");
    assert!(project.path("out").join("witness.smt2").exists());
    let ran = minimize(&project, path.to_str().unwrap(), &["--for", "soon"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("is not a duration"), "{ran:?}");
}
