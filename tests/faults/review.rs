//! `storm review`, `accept` and `reject`: what becomes of snapshots that wait.

use std::fs;

use crate::life::{RIGHT, WRONG, bug};
use crate::project::{CASE, Project, name};
use crate::replay::storm;

crate::tests!(review:
    a_new_bug_is_shown_and_accepted,
    a_fixed_bug_is_shown_as_a_difference_and_rejected,
    only_what_waits_can_be_accepted,
    what_was_edited_is_not_accepted,
    a_snapshot_is_given_by_name_or_path,
);

/// A project with a bug that waits, and its name.
fn waiting() -> (Project, String) {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    let name = name(&project.pending()).strip_suffix(".snap.new").unwrap().to_owned();
    (project, name)
}

fn a_new_bug_is_shown_and_accepted() {
    let (project, name) = waiting();
    let shown = storm(&project, &["review"]);
    assert_eq!(shown.code, Some(1), "{shown:?}");
    let accept = format!("storm accept {name} --config ");
    shown.says(&[
        &format!("1 of 1  {name}\n"),
        "player answers unsat to a satisfiable formula, now open",
        "(check-sat)\n; Expected: sat. Satisfied by this witness",
        "the bug is known; its tests are ignored instead of failing until it is fixed",
        &accept,
        "  reproduce  ",
        "storm replay '",
        "1 snapshot waits for review",
    ]);
    // What insta makes of it.
    let expected = project.path("expected");
    insta::Snapshot::from_file(&project.pending()).unwrap().save(&expected).unwrap();
    let accepted = storm(&project, &["accept", &name]);
    assert_eq!((accepted.code, accepted.stdout), (Some(0), format!("accepted {name}\n")));
    assert_eq!(fs::read(project.accepted()).unwrap(), fs::read(expected).unwrap());
    assert!(!project.pending().exists());
    project.run(&[]).expect(0, [0, 0, 2]);
    let nothing = storm(&project, &["review"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(0), "no snapshot waits for review\n"));
}

fn a_fixed_bug_is_shown_as_a_difference_and_rejected() {
    let (project, _) = waiting();
    assert_eq!(storm(&project, &["accept", "--all"]).code, Some(0));
    let name = bug(&project);
    project.play(&RIGHT);
    project.run(&[]).expect(101, [1, 1, 0]);
    let shown = storm(&project, &["review", &name]);
    shown.says(&["-; State: open\n+; State: fixed\n", "the bug is fixed; its tests fail if it comes back"]);
    assert_eq!(storm(&project, &["reject", &name]).code, Some(0));
    assert!(!project.pending().exists() && project.accepted().exists());
    // It waits again.
    project.run(&[]).expect(101, [1, 1, 0]);
    assert_eq!(storm(&project, &["accept", &format!("{name}.snap.new")]).code, Some(0));
    project.run(&[]).expect(0, [2, 0, 0]);
}

fn only_what_waits_can_be_accepted() {
    let (project, name) = waiting();
    project.write("outside.snap.new", fs::read(project.pending()).unwrap());
    let misspelt = format!("{name}x");
    for (asked, said) in [
        (misspelt.as_str(), format!("did you mean `{name}`?")),
        ("../outside", "is not the name of a snapshot".to_owned()),
        ("/etc/passwd", "is not the name of a snapshot".to_owned()),
    ] {
        for command in ["accept", "reject", "review"] {
            let refused = storm(&project, &[command, asked]);
            assert!(refused.code == Some(2) && refused.stderr.contains(&said), "{refused:?}");
        }
    }
    assert!(project.pending().exists() && project.path("outside.snap.new").exists());
    assert_eq!(storm(&project, &["accept"]).code, Some(2));
}

fn a_snapshot_is_given_by_name_or_path() {
    let (project, name) = waiting();
    let path = project.pending().display().to_string();
    let commands: [&[&str]; 5] =
        [&["replay"], &["verify", "--with", "player", "--"], &["issue"], &["explain"], &["bisect"]];
    for command in commands {
        let codes = [&path, &name, &format!("{name}.snap"), &format!("{name}.snap.new")].map(|given| {
            let ran = storm(&project, &[command, &[given]].concat());
            assert!(!ran.stderr.contains("no such file"), "{ran:?}");
            ran.code
        });
        assert!(codes.iter().all(|code| *code == codes[0]), "{command:?} {codes:?}");
        let misspelt = storm(&project, &[command, &[&format!("{name}x")]].concat());
        let said =
            format!("no such file, and no snapshot of this name in {}", project.path("snapshots").display());
        let advised = format!("did you mean `{name}`?");
        assert!(
            misspelt.code == Some(2) && misspelt.stderr.contains(&said) && misspelt.stderr.contains(&advised),
            "{misspelt:?}"
        );
    }
    // What waits for review comes first.
    project.accept();
    project.play(&RIGHT);
    project.run(&[]).expect(101, [1, 1, 0]);
    assert!(storm(&project, &["replay", &name]).code == Some(0));
    let texts = || [project.pending(), project.accepted()].map(|path| fs::read_to_string(path).unwrap());
    let [pending, accepted] = texts();
    storm(&project, &["verify", &name, "--with", "player"]);
    assert!(texts()[0] != pending && texts()[1] == accepted);
}

fn what_was_edited_is_not_accepted() {
    let (project, name) = waiting();
    let path = project.pending();
    let text = fs::read_to_string(&path).unwrap().replace("(check-sat)", "(check-sat)\u{1b}[31m");
    fs::write(&path, &text).unwrap();
    let shown = storm(&project, &["review"]);
    shown.says(&["broken", "the script was edited", "it cannot be accepted"]);
    assert!(!shown.stdout.contains('\u{1b}'));
    let refused = storm(&project, &["accept", &name]);
    assert!(refused.code == Some(2) && refused.stderr.contains("the script was edited"), "{refused:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(storm(&project, &["reject", &name]).code, Some(0));
    assert!(!path.exists());
}
