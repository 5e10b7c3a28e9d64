//! `storm test --against BASE`: what the base build shows too is listed, and is not red.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::life::{RIGHT, WRONG, accepted};
use crate::project::{CASE, Project, Ran, VERSION, this_program};

crate::tests!(base:
    what_both_show_is_listed_and_green,
    what_only_this_build_shows_is_red,
    another_failure_of_the_base_is_no_excuse,
    a_session_is_compared_with_a_session,
    what_only_the_base_decides_is_told,
    stored_bugs_are_compared_too,
    a_base_that_has_gone_hides_no_failure,
    a_base_must_be_there_and_clear,
    results_and_reports_say_it,
);

const CRASH: [&str; 3] = ["die", "SEGV", ""];

/// A program in the folder that plays this fault whatever its arguments say.
fn program(project: &Project, name: &str, fault: &[&str]) -> String {
    let words: Vec<String> = fault.iter().map(|word| format!("'{word}'")).collect();
    // What the row asks: its version, or an answer.
    let text = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && {{ echo {name} 1.0; exit; }}\nexec '{}' play {} \"$1\"\n",
        this_program(),
        words.join(" ")
    );
    project.write(name, text);
    fs::set_permissions(project.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    project.path(name).display().to_string()
}

/// Lets the row be a program that plays this fault.
fn head(project: &Project, fault: &[&str]) {
    program(project, "head", fault);
    project.write_rows(
        "  player:\n    argv: [./head, \"{file}\"]\n    version: [./head, --version]\n    missing: error\n",
    );
}

/// A run of one build against another.
fn run(head_fault: &[&str], base_fault: &[&str]) -> (Project, Ran) {
    let project = Project::playing(&RIGHT);
    head(&project, head_fault);
    let base = program(&project, "base", base_fault);
    let ran = project.run(&["--against", &base]);
    (project, ran)
}

fn what_both_show_is_listed_and_green() {
    let (project, ran) = run(&WRONG, &WRONG);
    ran.expect(0, [0, 0, 1])
        .says(&["ignored (also in BASE (base 1.0): wrong unsat (10x); in all: 10 wrong unsat)"]);
    assert_eq!(ran.stderr, format!("also in BASE (base 1.0): wrong unsat, in 1 case: {CASE}\n"));
    assert!(!project.pending().exists() && project.kept("instance.smt2").exists());
    // By the environment, and for a row by its name.
    let base = format!("player={}", project.path("base").display());
    project.run_with(&[("STORM_AGAINST", &base)], &[]).expect(0, [0, 0, 1]);
    let (_, ran) = run(&CRASH, &CRASH);
    ran.expect(0, [0, 0, 1]).says(&["also in BASE (base 1.0): crash (killed by SIGSEGV) (10x)"]);
    // It is said once, and not as something that was not tested.
    let crash = "crash (killed by SIGSEGV), in 1 case: ";
    assert_eq!(ran.stderr, format!("also in BASE (base 1.0): {crash}{CASE}\n"));
}

fn what_only_this_build_shows_is_red() {
    let (project, ran) = run(&WRONG, &RIGHT);
    assert!(ran.only_red(CASE).starts_with("wrong unsat\n"));
    assert!(project.pending().exists() && !ran.stderr.contains("also in"), "{}", ran.stderr);
    run(&RIGHT, &WRONG).1.expect(0, [1, 0, 0]);
}

fn another_failure_of_the_base_is_no_excuse() {
    for (head, base) in [(&WRONG, &CRASH), (&CRASH, &WRONG), (&CRASH, &["die", "ABRT", ""])] {
        run(head, base).1.expect(101, [0, 1, 0]);
    }
}

fn a_session_is_compared_with_a_session() {
    let project = Project::playing(&RIGHT);
    project.write_rows(&project.row("player", &RIGHT, &project.session(&["0", "tainted", "8"], 200)));
    // The same program under another name.
    let base = project.path("base");
    std::os::unix::fs::symlink(this_program(), &base).unwrap();
    let both = project.run(&["--against", base.to_str().unwrap()]);
    both.expect(0, [0, 0, 1]).says(&[&format!("ignored (also in BASE ({VERSION}): wrong unsat (")]);
    project.run(&[]).only_red(CASE);
}

/// It is no failure: the logic may be undecidable.
fn what_only_the_base_decides_is_told() {
    let unknown = |reason: &str| format!("unknown\n(:reason-unknown \"{reason}\")\n");
    let [gives_up, runs_out] = ["incomplete", "timeout"].map(unknown);
    let [gives_up, runs_out] = [&gives_up, &runs_out].map(|said| ["say", said, "0"]);
    let (project, ran) = run(&gives_up, &RIGHT);
    ran.expect(0, [1, 0, 0]);
    let told = "regression from BASE (base 1.0): unknown, which BASE decides, on 5 instances: ";
    assert!(ran.stderr.starts_with(&format!("{told}{CASE} (instance 0), {CASE} (instance 1), ")), "{ran:?}");
    let folder = project.path("output/results").display().to_string();
    let report = crate::replay::storm(&project, &["report".to_owned(), folder]);
    report.says(&["unknown; unknown, which BASE decides: 5"]);
    for (head, base) in [(&runs_out, &RIGHT), (&gives_up, &gives_up), (&gives_up, &CRASH), (&RIGHT, &RIGHT)] {
        let (_, ran) = run(head, base);
        ran.expect(0, [1, 0, 0]);
        assert!(!ran.stderr.contains("regression"), "{ran:?}");
    }
}

fn stored_bugs_are_compared_too() {
    let (project, case) = accepted();
    for (now, then, code, said) in [
        (RIGHT, RIGHT, 0, "also in BASE (base 1.0): fixed"),
        (RIGHT, WRONG, 101, "fixed\n"),
        (WRONG, RIGHT, 0, "known bug player__wrong-unsat__"),
    ] {
        head(&project, &now);
        let base = program(&project, "base", &then);
        let ran = project.run(&["--exact", &case, "--against", &base]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        ran.says(&[said]);
        if let Some(left) = Some(project.pending()).filter(|path| path.exists()) {
            fs::remove_file(left).unwrap();
        }
    }
}

fn a_base_that_has_gone_hides_no_failure() {
    let stored = accepted();
    let drawn = (Project::playing(&RIGHT), CASE.to_owned());
    for ((project, test), now, red) in [(drawn, WRONG, "wrong unsat\n"), (stored, RIGHT, "fixed\n")] {
        head(&project, &now);
        // It is there when it is asked for its version, and not any more when it is asked about a script.
        project.write("base", "#!/bin/sh\nrm \"$0\"; echo base 1.0\n");
        let base = project.path("base").display().to_string();
        fs::set_permissions(&base, fs::Permissions::from_mode(0o755)).unwrap();
        let ran = project.run(&["--exact", &test, "--against", &base]);
        assert!(ran.only_red(&test).starts_with(red) && project.pending().exists(), "{ran:?}");
        assert!(ran.stderr.contains(&format!("; {test} counts as a failure of this build only")), "{ran:?}");
    }
}

fn a_base_must_be_there_and_clear() {
    let project = Project::playing(&RIGHT);
    let one = project.row("one", &RIGHT, "missing: error");
    let refused = |base: &str, said: &str| {
        let ran = project.run(&["--against", base]);
        assert!(ran.code == Some(2) && ran.stderr.contains(said), "{said}: {ran:?}");
    };
    let gone = "error: --against (STORM_AGAINST): `/no/such/base` does not exist; give the executable of another build";
    refused("/no/such/base", gone);
    refused("nosuch=/bin/true", "error: --against (STORM_AGAINST): ");
    project.write_rows(&format!("{one}  two:\n    argv: [cat, \"{{file}}\"]\n"));
    let several =
        "the rows of this profile run several programs; write `SOLVER=/bin/true` (SOLVER is one of one, two)";
    refused("/bin/true", several);
    project.write_rows("  built-in:\n    built_in: true\n");
    refused("/bin/true", "--against (STORM_AGAINST): ");
}

fn results_and_reports_say_it() {
    let (project, _) = run(&WRONG, &WRONG);
    let folder = project.path("output/results");
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(file).unwrap();
    for part in [
        "\"against\":\"base 1.0\"",
        "\"status\":\"base\"",
        "\"reason\":\"also in BASE (base 1.0): wrong unsat",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let words = ["report".to_owned(), folder.display().to_string()];
    let report = crate::replay::storm(&project, &words);
    report.says(&[
        r"compared with BASE: base 1.0", r"**also in BASE: wrong unsat**",
        "1 of 1 cases fail with known bugs",
    ]);
}
