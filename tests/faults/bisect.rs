//! `storm replay --bisect`, as `git bisect run` calls it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::life::WRONG;
use crate::project::{CASE, Project, Ran, this_program};
use crate::replay::command;

crate::tests!(bisect:
    each_outcome_has_its_code,
    the_first_bad_commit_is_found,
);

/// A project with a bug that was accepted, and what `storm replay --bisect` is given.
fn project(fault: &[&str]) -> (Project, Vec<String>) {
    let project = Project::playing(fault);
    project.run(&[]).only_red(CASE);
    project.accept();
    let snapshot = project.accepted().display().to_string();
    (project, ["replay", "--bisect", &snapshot].map(str::to_owned).into())
}

fn each_outcome_has_its_code() {
    let (wrong, crash): (&[&str], &[&str]) = (&WRONG, &["die", "SEGV", ""]);
    let (unknown, unsupported): (&[&str], &[&str]) =
        (&["say", "unknown\n", "0"], &["say", "unsupported\n", "0"]);
    for (found, now, plain, bisect) in [
        (wrong, wrong, 1, 1),
        (wrong, unknown, 0, 0),
        (wrong, crash, 3, 125),
        (wrong, unsupported, 3, 125),
        (crash, crash, 1, 1),
        (crash, wrong, 1, 1),
        (crash, unknown, 0, 0),
    ] {
        let (project, words) = project(found);
        project.play(now);
        let code = |words: &[String]| Ran::of(&mut command(&project, words)).code;
        let without: Vec<String> = words.iter().filter(|word| *word != "--bisect").cloned().collect();
        assert_eq!((code(&without), code(&words)), (Some(plain), Some(bisect)), "{found:?} {now:?}");
    }
    let (project, words) = project(wrong);
    let config = fs::read_to_string(project.path("solvers.yaml")).unwrap();
    project.write("solvers.yaml", config.replace(&this_program(), "/no/such/solver"));
    assert_eq!(Ran::of(&mut command(&project, &words)).code, Some(125));
    // Every version would be called bad.
    project.write("solvers.yaml", "version: 1\n");
    assert_eq!(Ran::of(&mut command(&project, &words)).code, Some(128));
}

fn the_first_bad_commit_is_found() {
    let (project, words) = project(&WRONG);
    let repository = project.path("repository");
    fs::create_dir(&repository).unwrap();
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(&repository).args(["-c", "user.name=x", "-c", "user.email=x@x"]).args(arguments);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        let ran = Ran::of(&mut git);
        assert_eq!(ran.code, Some(0), "{arguments:?} {ran:?}");
        ran.stdout
    };
    git(&["init", "--quiet"]);
    let plays = |fault: &str| format!("#!/bin/sh\nexec '{}' play {fault}\n", this_program());
    let (sat, unsat) = (plays("say 'sat\n' 0"), plays("say 'unsat\n' 0"));
    let broken = "#!/no/such/shell\n".to_owned();
    let unsupported = plays("say 'unsupported\n' 0");
    for (number, text) in
        [&sat, &sat, &broken, &sat, &unsat, &unsat, &unsupported, &unsat].into_iter().enumerate()
    {
        let solver = repository.join("solver");
        fs::write(&solver, text).unwrap();
        fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).unwrap();
        git(&["add", "."]);
        git(&["commit", "--quiet", "--allow-empty", "--message", &format!("change {}", number + 1)]);
    }
    project.write_rows("  player:\n    argv: [./repository/solver, \"{file}\"]\n");
    git(&["bisect", "start", "HEAD", "HEAD~7"]);
    let mut run = vec!["bisect", "run", env!("CARGO_BIN_EXE_storm")];
    let config = project.path("solvers.yaml").display().to_string();
    run.extend(words.iter().map(String::as_str).chain(["--config", &config]));
    let told = git(&run);
    assert!(told.contains("is the first bad commit") && told.contains("change 5"), "{told}");
}
