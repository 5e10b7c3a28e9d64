//! Snapshots that cannot be believed, and how they are written.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use smt_storm::bugs::snapshot::Snapshot;

use crate::life::{RIGHT, WRONG, accepted, bug};
use crate::project::{CASE, Project, Ran, name, this_program};
use crate::replay;

crate::tests!(snapshots:
    a_broken_snapshot_is_red_whatever_the_solver_answers,
    an_edited_snapshot_is_red,
    an_edited_header_is_red,
    no_command_takes_an_edited_snapshot,
    a_snapshot_of_before_has_no_digest_of_its_header,
    the_header_that_insta_writes_is_the_one_it_was_given,
    line_ends_of_other_systems_are_read,
    what_a_user_may_edit_is_not_red,
    a_snapshot_under_another_name_is_red,
    a_snapshot_without_a_bucket_is_red,
    a_snapshot_of_a_row_that_is_gone_is_red,
    a_broken_pending_snapshot_is_not_overwritten,
    a_snapshot_is_written_without_cargo,
    a_bucket_that_looks_like_a_number_is_none,
    a_snapshot_has_no_path_of_the_machine,
);

/// The text of the one red test, which is the bug's own.
#[track_caller]
fn red<'a>(ran: &'a Ran, project: &Project) -> &'a str {
    let case = format!("regression::{}", bug(project));
    ran.only_red(&case)
}

/// An accepted snapshot with other text.
fn with(change: impl Fn(&str) -> String) -> Project {
    let (project, _) = accepted();
    let text = fs::read_to_string(project.accepted()).unwrap();
    let changed = change(&text);
    assert_ne!(changed, text);
    fs::write(project.accepted(), changed).unwrap();
    project
}

fn a_broken_snapshot_is_red_whatever_the_solver_answers() {
    let (project, _) = accepted();
    let whole = fs::read_to_string(project.accepted()).unwrap();
    let conflict = whole.replacen("info:", "<<<<<<< ours\ninfo:\n=======\n>>>>>>> theirs", 1);
    let broken: [&[u8]; 5] =
        [b"", b"unsat\n", &whole.as_bytes()[..whole.len() / 3], conflict.as_bytes(), b"---\n\xff\n---\n"];
    for contents in broken {
        fs::write(project.accepted(), contents).unwrap();
        let file = format!("{}: not a readable snapshot (", project.accepted().display());
        for fault in [&WRONG, &RIGHT] {
            project.play(fault);
            let ran = project.run(&["regression::"]);
            let text = red(&ran, &project);
            assert!(text.starts_with(&file) && text.contains("restore it from version control"), "{text}");
        }
        // Nor is the bug known to the case that meets it.
        project.play(&WRONG);
        let ran = project.run(&["player::"]);
        assert!(ran.only_red(CASE).starts_with("wrong unsat\n") && ran.line("snapshot").starts_with(&file));
        assert_eq!(fs::read(project.accepted()).unwrap(), contents);
        assert!(!project.pending().exists());
    }
}

fn an_edited_snapshot_is_red() {
    for (old, new) in [
        ("(check-sat)", "(check-sat)\n(check-sat)"),
        ("; Expected: sat.", "; Expected: unsat."),
        ("(set-logic QF_LIA)\n", ""),
        ("  sha256: ", "  sha256: 00"),
    ] {
        let project = with(|text| text.replace(old, new));
        let ran = project.run(&["regression::"]);
        let text = red(&ran, &project);
        assert!(text.contains("the script was edited: it does not match `sha256` in the header"), "{text}");
        assert!(text.starts_with(&project.accepted().display().to_string()), "{text}");
    }
    let project = with(|text| text.replace("state: open", "state: fixed"));
    let ran = project.run(&["regression::"]);
    assert!(red(&ran, &project).contains("the last line is not `; State: fixed`"), "{}", ran.stdout);
    let project = with(|text| text.replace("state: open", "state: wontfix"));
    let ran = project.run(&["regression::"]);
    assert!(red(&ran, &project).contains("not a readable snapshot ("), "{}", ran.stdout);
}

/// What smt-storm wrote into the header.
const EDITS: [(&str, &str); 6] = [
    ("  args: []", "  args:\n    - \"--proof\""),
    ("  argv:\n", "  argv:\n    - nice\n"),
    ("  instance: ", "  instance: 9"),
    ("  witness: ", "  witness: no "),
    ("  seed_sha256: ", "  seed_sha256: 0"),
    ("  header_sha256: ", "  header_sha256: 0"),
];
const EDITED: &str = "the header was edited: it does not match its `header_sha256`";

fn an_edited_header_is_red() {
    for (old, new) in EDITS {
        let project = with(|text| text.replacen(old, new, 1));
        for fault in [&WRONG, &RIGHT] {
            project.play(fault);
            let ran = project.run(&["regression::"]);
            let text = red(&ran, &project);
            assert!(text.starts_with(&format!("{}: {EDITED}", project.accepted().display())), "{text}");
            assert!(text.contains("restore the file from version control"), "{text}");
        }
        assert!(!project.pending().exists());
    }
}

fn no_command_takes_an_edited_snapshot() {
    for (old, new, message) in [
        ("  args: []", "  args:\n    - \"--proof\"", EDITED),
        (
            "(check-sat)",
            "(check-sat)\n(check-sat)",
            "the script was edited: it does not match `sha256` in the header",
        ),
    ] {
        let project = with(|text| text.replace(old, new));
        let before = fs::read(project.accepted()).unwrap();
        let file = project.accepted().display().to_string();
        let out = project.path("out").display().to_string();
        for words in [
            vec!["replay", &file],
            vec!["verify", &file],
            vec!["issue", &file],
            vec!["export", &file, "--for", "plain", "--out", &out],
            vec!["minimize", &file, "--solver", "player"],
        ] {
            let ran = replay::storm(&project, &words);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{words:?}: {ran:?}");
            assert!(ran.stderr.starts_with(&format!("error: {file}: {message}")), "{words:?}: {ran:?}");
        }
        assert!(!project.path("out").exists());
        assert_eq!(fs::read(project.accepted()).unwrap(), before);
    }
}

fn a_snapshot_of_before_has_no_digest_of_its_header() {
    let project = with(|text| {
        let kept = text.lines().filter(|line| !line.starts_with("  header_sha256: "));
        kept.map(|line| format!("{line}\n")).collect()
    });
    project.run(&[]).expect(0, [0, 0, 2]);
}

/// Whatever solvers say.
fn the_header_that_insta_writes_is_the_one_it_was_given() {
    let (project, _) = accepted();
    let stored = Snapshot::verified(&project.accepted()).unwrap().unwrap();
    let texts = [
        "", " ", "~", "null", "1.10", "0x1f", "1e3", "yes", "- a", "a: b", "a #b", "'", "\"", "\\", "{",
        "[a]", "&a", "*a", "!a", "%a", "@a", "`a", "|", ">", "? a", "2001-01-01", "12:30:45", "a\tb",
        "a\r\nb", "a\n\n b\n", "\u{0}\u{7f}\u{85}\u{a0}", "\u{2028}a\u{2029}b", "\u{feff}\u{fffd}",
        "\u{1f980}", "\u{1b}[1m", " a ", "---", "...", "a\n---\nb",
    ];
    for (at, text) in texts.into_iter().enumerate() {
        let mut info = stored.info.clone();
        info.bucket = format!("a0a0a0{at:02}");
        info.details = text.to_owned();
        info.version = text.to_owned();
        info.args = vec![text.to_owned(), format!("{text}x")];
        let snapshot = Snapshot::new(info, "(check-sat)\n");
        assert!(snapshot.write_pending(&project.path("snapshots")).unwrap());
        let read = Snapshot::verified(&project.pending()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(read.unwrap().info, snapshot.info);
        project.accept();
        let file = project.path(&format!("snapshots/{}.snap", snapshot.info.name()));
        let read = Snapshot::verified(&file).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(read.unwrap().info, snapshot.info);
    }
}

/// As version control writes them where `core.autocrlf` is set.
fn line_ends_of_other_systems_are_read() {
    let project = with(|text| text.replace('\n', "\r\n"));
    project.run(&[]).expect(0, [0, 0, 2]).says(&["ignored (known bug"]);
    let file = project.accepted().display().to_string();
    let says = |words: &[&str]| replay::storm(&project, words);
    let ran = says(&["replay", &file]);
    assert!(ran.code == Some(1) && ran.stdout.contains("answers  unsat\n"), "{ran:?}");
    let out = project.path("out").display().to_string();
    let ran = says(&["minimize", &file, "--solver", "player", "--out", &out]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let before = fs::read_to_string(project.accepted()).unwrap();
    assert_eq!(says(&["verify", &file]).code, Some(1));
    // Only what was asked for is another one.
    let after = fs::read_to_string(project.accepted()).unwrap();
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
    let at = before.find("---\r\n(").unwrap();
    assert!(after.starts_with(&before[..at]) && after.ends_with(&before[at..]), "{after}");
    project.run(&[]).expect(0, [0, 0, 2]);
}

fn what_a_user_may_edit_is_not_red() {
    let project =
        with(|text| text.replace("state: open", "state: fixed").replace("; State: open", "; State: fixed"));
    project.play(&RIGHT);
    project.run(&[]).expect(0, [2, 0, 0]);
    let project = with(|text| text.replace("known: []", "known: [a, b/c]").trim_end().to_owned());
    project.run(&[]).expect(0, [0, 0, 2]);
}

fn a_snapshot_under_another_name_is_red() {
    let (project, _) = accepted();
    let right = bug(&project);
    fs::rename(project.accepted(), project.path("snapshots/mine.snap")).unwrap();
    let ran = project.run(&["regression::"]);
    let text = ran.only_red("regression::mine");
    assert!(text.contains(&format!("the header belongs to {right}.snap; restore that name")), "{text}");
    // By its name alone it is the same.
    project.run(&["--exact", "regression::mine"]).only_red("regression::mine");
}

fn a_snapshot_without_a_bucket_is_red() {
    let project = with(|text| {
        let kept = |line: &&str| !line.starts_with("  bucket:") && !line.starts_with("  state:");
        text.lines().filter(kept).map(|line| format!("{line}\n")).collect()
    });
    let old = "player__QF_LIA__small__1";
    fs::rename(project.accepted(), project.path(&format!("snapshots/{old}.snap"))).unwrap();
    let ran = project.run(&["regression::"]);
    let text = ran.only_red(&format!("regression::{old}"));
    assert!(text.contains("not a readable snapshot (") && text.contains("missing field `bucket`"), "{text}");
    assert!(text.contains("restore it from version control or delete it"), "{text}");
}

fn a_snapshot_of_a_row_that_is_gone_is_red() {
    let (project, _) = accepted();
    project.write_rows(&project.row("prayer", &RIGHT, "missing: error"));
    let ran = project.run(&["regression::"]);
    let text = red(&ran, &project);
    assert!(
        text.contains("found with `player`, which solvers.yaml does not have; did you mean `prayer`?"),
        "{text}"
    );
}

fn a_broken_pending_snapshot_is_not_overwritten() {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    fs::write(project.pending(), "torn").unwrap();
    let ran = project.run(&[]);
    ran.only_red(CASE);
    let line = ran.line("snapshot");
    assert!(
        line.starts_with(&project.pending().display().to_string()) && line.contains("not a readable"),
        "{line}"
    );
    assert_eq!(fs::read_to_string(project.pending()).unwrap(), "torn");
}

fn a_snapshot_is_written_without_cargo() {
    let project = Project::playing(&WRONG);
    let (notes, noted) = (project.notes().display().to_string(), project.path("notes/cargo-ran"));
    project.write("notes/cargo", format!("#!/bin/sh\n: > '{}'\n", noted.display()));
    let cargo = project.path("notes/cargo");
    fs::set_permissions(&cargo, Permissions::from_mode(0o755)).unwrap();
    let ran = project.run_with(&[("PATH", &notes), ("CARGO", &cargo.display().to_string())], &[]);
    ran.only_red(CASE);
    assert!(name(&project.pending()).ends_with(".snap.new"), "{}", ran.stdout);
    assert!(!noted.exists(), "it takes longer than everything else that writes a snapshot");
}

fn a_bucket_that_looks_like_a_number_is_none() {
    let (project, _) = accepted();
    let stored = Snapshot::verified(&project.accepted()).unwrap().unwrap();
    for bucket in ["12345678", "00000000", "1e234567", "0e000000", "0b101010", "00000e01", "deadbeef"] {
        let mut info = stored.info.clone();
        bucket.clone_into(&mut info.bucket);
        let (snapshot, folder) = (Snapshot::new(info, "(check-sat)\n"), project.path("numbers"));
        assert!(snapshot.write_pending(&folder).unwrap());
        let file = folder.join(format!("{}.snap.new", snapshot.info.name()));
        let read = Snapshot::verified(&file).unwrap().unwrap();
        assert_eq!(read.info, snapshot.info);
        // A second one is not written.
        assert!(!snapshot.write_pending(&folder).unwrap());
    }
}

/// Neither where the solver is nor where it was built.
fn a_snapshot_has_no_path_of_the_machine() {
    let text = "/build/of/me/x.cpp:7: Assertion `a' failed.\n";
    let project = Project::playing(&["say", text, "1"]);
    fs::create_dir(project.path("bin")).unwrap();
    std::os::unix::fs::symlink(this_program(), project.path("bin/player")).unwrap();
    let config = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    let program = format!("{:?}", this_program());
    assert!(config.contains(&program), "{config}");
    project
        .write("solvers.yaml", format!("path: [bin]\n{}", config.replace(&program, "\"${PLAYER:-player}\"")));
    project.run(&["player::"]).only_red(CASE);
    let kept = fs::read_to_string(project.pending()).unwrap();
    assert!(kept.contains("  argv:\n    - \"${PLAYER:-player}\"\n    - play\n"), "{kept}");
    assert!(kept.contains("details: \"assertion violation (x.cpp:7: Assertion `a' failed.)\""), "{kept}");
    let own = project.path("").display().to_string();
    // The solver's arguments are the user's own words.
    let rest = kept.replace("/build/of/me/x.cpp:7: Assertion", "");
    assert!(
        !rest.contains(own.trim_end_matches('/')) && !rest.contains("/build") && !rest.contains("target/"),
        "{kept}"
    );
    // What was kept is recognised all the same.
    fs::rename(project.pending(), project.pending().with_extension("")).unwrap();
    let ran = project.run(&["regression::"]);
    assert!(ran.stdout.contains("known bug") || ran.code == Some(0), "{}", ran.stdout);
}
