//! The commands that red tests tell, run as they are told where the user stands: at the top of a repository that is no
//! crate.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::life::{RIGHT, WRONG};
use crate::project::{CASE, HARNESS, Project, Ran, this_program};

crate::tests!(told:
    storm_is_told_from_the_top_of_a_repository,
    storm_is_told_beside_its_configuration,
    cargo_is_told_from_the_top_of_a_repository,
    a_filter_that_matches_nothing_is_told_with_the_nearest_name,
    arguments_go_before_the_environment,
);

/// A repository with a matrix in its folder `smt`, whose solver plays a fault.
fn repository(fault: &[&str]) -> Project {
    let project = Project::playing(fault);
    fs::create_dir(project.path("smt")).unwrap();
    for moved in ["solvers.yaml", "seeds"] {
        fs::rename(project.path(moved), project.path("smt").join(moved)).unwrap();
    }
    project.write("main.cpp", "int main() {}\n");
    project
}

/// A command line in a folder, with nothing in the environment that says where anything is.
fn shell(folder: &Path, path: Option<&Path>, line: &str) -> Ran {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", line]).current_dir(folder);
    for (name, _) in std::env::vars() {
        if name.starts_with("STORM_") || name.starts_with("CARGO_") {
            command.env_remove(name);
        }
    }
    if let Some(first) = path {
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(first.to_owned()).chain(std::env::split_paths(&rest));
        command.env("PATH", std::env::join_paths(all).unwrap());
    }
    Ran::of(&mut command)
}

/// The life of a bug with nothing but commands that are told.
fn lives(
    project: &Project,
    (top, path): (&Path, Option<&Path>),
    first: &str,
    files: &[&str],
    play: impl Fn(&[&str]),
) {
    let run = |line: &str| shell(top, path, line);
    let red = run(first);
    red.expect(101, [0, 1, 0]).says(&[CASE]);
    for told in ["reproduce", "test again", "accept with"] {
        assert!(!red.line(told).contains(&project.path("").display().to_string()), "{}", red.line(told));
    }
    // What is shown is there.
    for file in files {
        assert!(top.join(red.line(file)).is_file(), "{}", red.line(file));
    }
    assert_eq!(run(red.line("reproduce")).code, Some(1), "{}", red.line("reproduce"));
    run(red.line("test again")).expect(101, [0, 1, 0]).says(&[CASE]);
    let accepted = run(red.line("accept with"));
    assert_eq!(accepted.code, Some(0), "{accepted:?}");
    run(red.line("test again")).expect(0, [0, 0, 1]);
    play(&RIGHT);
    let fixed = run(first);
    fixed.expect(101, [1, 1, 0]);
    assert_eq!(run(fixed.line("reproduce")).code, Some(0));
    assert_eq!(run(fixed.line("accept with")).code, Some(0));
    run(fixed.line("test again")).expect(0, [1, 0, 0]);
}

/// Lets the solver of the matrix in `smt` play another fault.
fn plays(project: &Project) -> impl Fn(&[&str]) {
    |fault| {
        project.play(fault);
        fs::rename(project.path("solvers.yaml"), project.path("smt/solvers.yaml")).unwrap();
    }
}

fn storm() -> PathBuf {
    env!("CARGO_BIN_EXE_storm").into()
}

fn storm_is_told_from_the_top_of_a_repository() {
    let project = repository(&WRONG);
    let bin = storm().parent().unwrap().to_owned();
    let first = "storm test --config smt/solvers.yaml --profile faults";
    lives(&project, (&project.path(""), Some(&bin)), first, &["script"], plays(&project));
}

fn storm_is_told_beside_its_configuration() {
    let project = repository(&WRONG);
    let first = format!("'{}' test", storm().display());
    lives(&project, (&project.path("smt"), None), &first, &["script"], plays(&project));
}

/// What stands for cargo does what it does with a test target: it starts it in the folder of its package.
fn cargo_is_told_from_the_top_of_a_repository() {
    let project = repository(&WRONG);
    let cargo = format!(
        "#!/bin/sh\n[ \"$1\" = test ] || exit 9\nshift\nwhile [ \"$1\" != -- ]; do\n  case \"$1\" in\n  \
         --manifest-path) [ -f \"$2\" ] || exit 9; folder=$(dirname \"$2\"); shift;;\n  esac\n  shift\ndone\nshift\n\
         export {HARNESS}=$PWD/$folder\npwd=$PWD\ncd \"$folder\" || exit 9\n\
         exec env PWD=\"$pwd\" '{}' \"$@\"\n",
        this_program()
    );
    project.write("bin/cargo", cargo);
    fs::set_permissions(project.path("bin/cargo"), fs::Permissions::from_mode(0o755)).unwrap();
    project.write("smt/Cargo.toml", "[package]\n");
    let first = "cargo test --release --manifest-path smt/Cargo.toml --test storm --";
    let files = ["instance", "script", "witness"];
    lives(&project, (&project.path(""), Some(&project.path("bin"))), first, &files, plays(&project));
}

fn a_filter_that_matches_nothing_is_told_with_the_nearest_name() {
    let project = Project::playing(&RIGHT);
    for (filter, near) in [
        ("plaier", "; did you mean `player`?"),
        ("xyz", ""),
        ("player::QF_LIB", "; did you mean `player::QF_LIA`?"),
    ] {
        let ran = project.run(&[filter]);
        assert_eq!(ran.code, Some(4));
        assert_eq!(ran.stderr, format!("error: no test matches `{filter}`{near}; `--list` shows all\n"));
    }
}

fn arguments_go_before_the_environment() {
    let project = Project::playing(&WRONG);
    let run = |words: &[&str]| project.run_with(&[("STORM_PROFILE", "nosuch"), ("STORM_RNG", "x")], words);
    assert_eq!(run(&["--rng", "1"]).code, Some(2));
    let ran =
        run(&["--profile", "faults", "--rng=1", "--rows", "player", "--shard", "1/1", "--no-minimise", CASE]);
    ran.only_red(CASE);
    assert!(ran.line("reduced").ends_with("): no time was left for it"), "{}", ran.line("reduced"));
    ran.says(&["--profile faults --exact"]);
    let other = project.path("other.yaml");
    fs::rename(project.path("solvers.yaml"), &other).unwrap();
    let config = other.display().to_string();
    let listed = project.run(&["--config", &config, "--rng", "1,2", "--list"]);
    assert_eq!(listed.stdout, format!("{CASE}: test\nplayer::QF_LIA::small::2: test\n"));
}
