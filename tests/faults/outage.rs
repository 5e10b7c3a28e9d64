//! Folders that cannot be written to. A file stands where a folder should be: that stops root, too.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::failures::WRONG;
use crate::project::{CASE, Project, Ran};

crate::tests!(outage:
    without_a_folder_of_snapshots_the_failure_is_kept,
    without_a_folder_of_snapshots_right_answers_pass,
    without_a_folder_of_failures_the_snapshot_is_kept,
    without_any_output_nothing_runs,
    a_folder_whose_name_is_no_text_is_refused,
    a_folder_of_snapshots_is_made,
    results_that_end_early_hide_no_failure,
);

fn without_a_folder_of_snapshots_the_failure_is_kept() {
    for path in ["snapshots", "snapshots/deeper"] {
        let project = Project::playing(&WRONG);
        project.write("snapshots", "no folder");
        project.reconfigure("snapshots: snapshots", &format!("snapshots: {path}"));
        let ran = project.run(&[]);
        assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
        let line = ran.line("snapshot");
        let shown = project.path(path).display().to_string();
        assert!(line.starts_with("cannot write the snapshot ") && line.contains(&shown), "{line}");
        assert!(line.contains("set `snapshots` in solvers.yaml"), "{line}");
        for file in ["instance.smt2", "reduced.smt2", "witness.smt2"] {
            assert!(project.kept(file).is_file(), "{file}");
        }
    }
}

fn without_a_folder_of_snapshots_right_answers_pass() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    project.write("snapshots", "no folder");
    project.run(&[]).expect(0, [1, 0, 0]);
}

fn without_a_folder_of_failures_the_snapshot_is_kept() {
    let project = Project::playing(&WRONG);
    project.write("output/failures", "no folder");
    let ran = project.run(&[]);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"), "{}", ran.stdout);
    let line = ran.line("files");
    assert!(
        line.starts_with(&format!("not kept: cannot write to {}", project.path("output").display())),
        "{line}"
    );
    assert!(line.contains("STORM_OUTPUT"), "{line}");
    assert!(project.pending().exists());
    assert_eq!(project.leftovers().len(), 0);
}

fn without_any_output_nothing_runs() {
    let project = Project::playing(&WRONG);
    project.write("output", "no folder");
    let ran = project.run(&[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    let expected = format!("error: cannot write to {}", project.path("output").display());
    assert!(ran.stderr.starts_with(&expected) && ran.stderr.contains("STORM_OUTPUT"), "{}", ran.stderr);
}

fn a_folder_whose_name_is_no_text_is_refused() {
    let project = Project::playing(&["say", "sat\n", "0"]);
    let output = project.path("").join(OsStr::from_bytes(b"out\xff"));
    let ran = Ran::of(project.command(&[]).env("STORM_OUTPUT", &output));
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(
        ran.stderr.contains("its name is not UTF-8") && ran.stderr.contains("STORM_OUTPUT"),
        "{}",
        ran.stderr
    );
    assert!(!output.exists());
}

fn a_folder_of_snapshots_is_made() {
    let project = Project::playing(&WRONG);
    project.reconfigure("snapshots: snapshots", "snapshots: new/and/deep");
    project.run(&[]).expect(101, [0, 1, 0]);
    let files: Vec<_> = project.path("new/and/deep").read_dir().unwrap().collect();
    assert!(matches!(&files[..], [Ok(file)] if file.file_name().to_string_lossy().ends_with(".snap.new")));
}

#[cfg(target_os = "linux")] // elsewhere the end of a terminal has no name
fn results_that_end_early_hide_no_failure() {
    use std::io::Read;
    use std::process::Stdio;

    use nix::fcntl::OFlag;
    use nix::pty::{grantpt, posix_openpt, ptsname_r, unlockpt};

    // It takes its time, so that there is a failure when the terminal with the results has gone.
    for (few, reason) in [("1", "wrong unsat\n"), ("99", "cannot write to ")] {
        let project = Project::playing(&["wrong-slowly", "400", few]);
        let mut terminal = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let mut command = project.command(&[]);
        command.env("STORM_RESULTS", ptsname_r(&terminal).unwrap()).env("STORM_NO_MINIMISE", "1");
        let run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut first, mut bytes) = (String::new(), [0; 4096]);
        while !first.contains("\"record\":\"run\"") {
            let count = terminal.read(&mut bytes).unwrap_or_default();
            first.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        drop(terminal);
        let ran = run.wait_with_output().unwrap();
        let [stdout, stderr] = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let is_red = ran.status.code() == Some(101) && stdout.contains(&format!("\n{reason}"));
        assert!(is_red && project.pending().exists() == (few == "1"), "{stdout}\n{stderr}");
        let told = stderr.matches("; STORM_RESULTS names another file").count();
        assert_eq!(told, 1, "{stderr}");
    }
}

#[cfg(not(target_os = "linux"))]
fn results_that_end_early_hide_no_failure() {}
