//! Solvers that are not there, or cannot be started.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::project::{CASE, Project, Ran, VERSION};

crate::tests!(absent:
    a_missing_solver_is_ignored_or_red,
    a_solver_that_is_not_executable_is_ignored_or_red,
    a_path_that_leads_nowhere_is_not_looked_for_in_path,
    a_program_without_its_interpreter_is_not_called_missing,
    a_solver_whose_version_fails_is_missing,
    a_solver_without_a_version_command_is_run,
    the_other_solvers_are_tested,
    a_missing_solver_does_not_hinder_listing,
);

/// Runs the project with another program as solver, once for each thing that `missing` can say.
fn ignored_and_red(program: &str) -> [Ran; 2] {
    ["ignore", "error"].map(|missing| {
        let project = Project::playing(&[]);
        project.write("solver", "no program\n");
        project.write("script", "#!/no/such/interpreter\n");
        fs::set_permissions(project.path("script"), fs::Permissions::from_mode(0o755)).unwrap();
        project.write_rows(&format!(
            "  player:\n    argv: [{program}, \"{{file}}\"]\n    version: [{program}, --version]\n    missing: {missing}\n"
        ));
        project.run(&[])
    })
}

/// Fails unless the test is ignored, or red with a remedy, for this reason.
#[track_caller]
fn expect([ignored, red]: &[Ran; 2], reason: &str) {
    ignored.expect(0, [0, 0, 1]).says(&["ignored (solver missing: ", reason]);
    red.expect(101, [0, 1, 0]);
    let text = red.red()[CASE];
    assert!(
        text.contains(reason) && text.contains("`player` in solvers.yaml, or set `missing: ignore`"),
        "{text}"
    );
}

fn a_missing_solver_is_ignored_or_red() {
    expect(&ignored_and_red("no-such-solver"), "`no-such-solver` is not installed");
    let named = ignored_and_red("\"${FAULTS_NONE:-no-such-solver}\"");
    expect(&named, "`no-such-solver` is not installed: set FAULTS_NONE=…");
}

fn a_solver_that_is_not_executable_is_ignored_or_red() {
    expect(&ignored_and_red("./solver"), "/solver` cannot be executed (Permission denied");
}

fn a_path_that_leads_nowhere_is_not_looked_for_in_path() {
    let both = ignored_and_red("./nowhere/solver");
    expect(&both, "/nowhere/solver` does not exist");
    assert!(!both[1].stdout.contains("PATH"), "{}", both[1].stdout);
}

fn a_program_without_its_interpreter_is_not_called_missing() {
    let both = ignored_and_red("./script");
    expect(&both, "/script` cannot be executed");
    assert!(both[1].stdout.contains("interpreter or loader"), "{}", both[1].stdout);
}

fn a_solver_whose_version_fails_is_missing() {
    let project = Project::playing(&[]);
    for (missing, code, counts) in [("ignore", 0, [0, 0, 1]), ("error", 101, [0, 1, 0])] {
        let faults = [
            (r#""say","(error \"bad option\")\n","3""#, "(exit code 3): (error \"bad option\")"),
            (r#""die","SEGV","""#, "(killed by SIGSEGV)"),
        ];
        for (fault, reason) in faults {
            let row = project.row("player", &["say", "sat\n", "0"], &format!("missing: {missing}"));
            project.write_rows(&row.replace(&format!(r#""say","{VERSION}","0""#), fault));
            let ran = project.run(&[]);
            ran.expect(code, counts).says(&["` fails (", reason]);
        }
    }
}

fn a_solver_without_a_version_command_is_run() {
    let project = Project::playing(&[]);
    for (program, said) in [("cat", "10 garbage"), ("false", "10 error"), ("true", "10 garbage")] {
        project.write_rows(&format!("  player:\n    argv: [\"{program}\", \"{{file}}\"]\n"));
        let ran = project.run(&[]);
        ran.expect(101, [0, 1, 0]).says(&["tested nothing: ", said]);
    }
}

fn the_other_solvers_are_tested() {
    let project = Project::playing(&[]);
    let there = project.row("there", &["say", "sat\n", "0"], "missing: error");
    project.write_rows(&format!(
        "  not-there:\n    argv: [no-such-solver, \"{{file}}\"]\n    missing: ignore\n{there}"
    ));
    project.run(&[]).expect(0, [1, 0, 1]).says(&["not-there::QF_LIA::small::1", "there::QF_LIA::small::1"]);
}

fn a_missing_solver_does_not_hinder_listing() {
    let project = Project::playing(&[]);
    project.write_rows("  player:\n    argv: [no-such-solver, \"{file}\"]\n");
    let ran = project.run(&["--list"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), format!("{CASE}: test\n").as_str()));
}
