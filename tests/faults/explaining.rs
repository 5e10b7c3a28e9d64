//! What of a smallest script may vary: in the snapshot of a new bug, and by `storm explain`.

use std::fs;

use smt_storm::bugs::snapshot::Snapshot;

use crate::project::{Project, Ran};
use crate::replay::storm;

crate::tests!(explaining:
    widths_that_fail_are_told,
    a_stored_snapshot_is_explained_again,
    what_fails_no_more_is_not_explained,
);

const SEED: &str = "(set-logic QF_BV)
(declare-fun alpha () (_ BitVec 6))
(declare-fun beta () (_ BitVec 6))
(assert (or (bvult alpha beta) (= (bvadd alpha beta) #b000111)))
(assert (not (= beta #b000001)))
(check-sat)
";
const CASE: &str = "player::QF_BV::small::1";
/// What is told of the smallest script.
const TOLD: &str = "width 2 may be 2 to 7, but not 1, 8, 9, 16, 32 or 64";

/// A project whose solver is wrong about scripts with bit-vectors of two to seven bits, and its run.
fn project() -> (Project, Ran) {
    let project = Project::playing(&["wrong-if", "widths:2-7"]);
    fs::remove_file(project.path("seeds/QF_LIA/small.smt2")).unwrap();
    project.write("seeds/QF_BV/small.smt2", SEED);
    let ran = project.run(&[]);
    ran.only_red(CASE);
    (project, ran)
}

fn explain(project: &Project) -> Ran {
    storm(project, &["explain".to_owned(), project.accepted().display().to_string()])
}

fn widths_that_fail_are_told() {
    let (project, ran) = project();
    assert_eq!(ran.line("varies"), TOLD, "{ran:?}");
    let info = Snapshot::read(&project.pending()).unwrap().unwrap().info;
    assert_eq!(info.varies.iter().map(ToString::to_string).collect::<Vec<_>>(), [TOLD]);
    let issue = storm(&project, &["issue".to_owned(), project.pending().display().to_string()]);
    let expected =
        "## What may vary\n\n- `width 2` may be `2 to 7`, but not `1`, `8`, `9`, `16`, `32` or `64`\n";
    assert!(issue.stdout.contains(expected), "{issue:#?}");
}

fn a_stored_snapshot_is_explained_again() {
    let (project, _) = project();
    project.accept();
    let stored = Snapshot::verified(&project.accepted()).unwrap().unwrap();
    project.play(&["wrong-if", "widths:2-3"]);
    let ran = explain(&project);
    let expected = "width 2 may be 2 or 3, but not 1, 4 to 9, 16, 32 or 64";
    assert!(ran.code == Some(0) && ran.stdout.ends_with(&format!("varies       {expected}\n")), "{ran:#?}");
    let mut changed = Snapshot::verified(&project.accepted()).unwrap().unwrap();
    assert_eq!(changed.info.varies.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    changed.info.varies = stored.info.varies.clone();
    assert_eq!(changed, stored);
}

fn what_fails_no_more_is_not_explained() {
    let (project, _) = project();
    project.accept();
    let stored = fs::read_to_string(project.accepted()).unwrap();
    project.play(&["say", "sat\n", "0"]);
    let ran = explain(&project);
    assert!(ran.code == Some(3) && ran.stderr.contains("nothing to explain"), "{ran:#?}");
    assert_eq!(fs::read_to_string(project.accepted()).unwrap(), stored);
}
