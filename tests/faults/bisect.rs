//! `storm replay --bisect`, as `git bisect run` calls it, and `storm bisect` on the releases that pip has.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::life::WRONG;
use crate::project::{CASE, Project, Ran, VERSION, this_program};
use crate::replay::command;

crate::tests!(bisect:
    each_outcome_has_its_code,
    the_first_bad_commit_is_found,
    the_first_bad_release_is_found,
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
    project.reconfigure(&this_program(), "/no/such/solver");
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

/// A Python whose pip has these versions of z3. One that answers nothing cannot be installed.
const PYTHON: &str = r#"#!/bin/sh
case "$*" in
    *sys.executable*) echo "$0" ;;
    *--version) echo pip ;;
    *'index versions'*) echo 'Available versions: 5.3.0.0, 5.2.0.0, 5.1.0.0, 5.0.0.0, 4.9.0.0, 4.8.0.0' ;;
    *)
        for word in "$@"; do
            [ "$last" = --target ] && target=$word
            last=$word
        done
        case "$last" in
            *==4.8.0.0) echo 'ERROR: no such wheel' >&2; exit 1 ;;
            *==5.0.0.0 | *==5.1.0.0) answer=unsat ;;
            *) answer=sat ;;
        esac
        mkdir -p "$target/bin"
        printf '#!/bin/sh\necho %s\n' "$answer" >"$target/bin/z3"
        ;;
esac
"#;

fn the_first_bad_release_is_found() {
    let project = Project::playing(&WRONG);
    let row = project.row("z3", &WRONG, "missing: error");
    project.write_rows(&row.replace(VERSION, "z3 version 5.1.0 - 64 bit"));
    assert_eq!(project.run(&[]).code, Some(101));
    project.accept();
    let snapshot = project.accepted();
    project.write("bin/python3", PYTHON);
    fs::set_permissions(project.path("bin/python3"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", project.path("bin").display(), std::env::var("PATH").unwrap());
    let into = project.path("solvers").display().to_string();
    let bisect = |releases: &[&str]| {
        let snapshot = snapshot.display().to_string();
        let words = [&["bisect", &snapshot, "--into", &into, "--releases"], releases].concat();
        Ran::of(command(&project, &words).env("PATH", &path))
    };
    let before = fs::read_to_string(&snapshot).unwrap();
    let all = bisect(&[]);
    assert_eq!(all.code, Some(0), "{all:?}");
    let told =
        "first bad release: 5.0.0\nrelease before it: 4.9.0: good\nfirst good release after it: 5.2.0\n";
    assert!(all.stdout.ends_with(told), "{all:?}");
    let stored = fs::read_to_string(&snapshot).unwrap();
    assert!(stored.contains("  bisected:\n    first_bad: 5.0.0\n    before: '4.9.0: good'\n"), "{stored}");
    assert!(stored.ends_with(before.split("\n---\n").nth(1).unwrap()), "{stored}");
    // The header is still trusted, and says so in a report for the maintainers.
    let issue = Ran::of(&mut command(&project, &["issue", &snapshot.display().to_string()]));
    assert!(issue.stdout.contains("- first good release after it: `5.2.0`\n"), "{issue:?}");
    let few = bisect(&["4.8.0", "5.1.0"]);
    assert!(few.stdout.contains("release before it: 4.8.0: untested: it cannot be installed\n"), "{few:?}");
    assert_eq!((bisect(&["5.2.0"]).code, bisect(&["9.9.9"]).code), (Some(3), Some(2)));
}
