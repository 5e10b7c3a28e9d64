//! What a failure hangs on in real solvers, what others say of it, and whether they pass the tests that are made of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Trial;
use smt_storm::bugs::snapshot::Snapshot;

use super::matrix::{CVC5, Run, fse_seed, missing, solver, test};

pub fn tests() -> Vec<Trial> {
    vec![
        test(
            "a_bug_is_narrowed_to_the_versions_that_have_it",
            missing(&["z3-4.8.7", "z3-5.1.0", "z3", CVC5], &["bug9"]),
            narrowed,
        ),
        test(
            "right_solvers_pass_exported_tests",
            missing(&[Z3, "yices-smt2", CVC5, BITWUZLA], &[]),
            exported,
        ),
    ]
}

const Z3: &str = "z3";
const BITWUZLA: &str = "bitwuzla";

/// The versions of z3 that may be here, oldest first, and whether they have bug9.
const VERSIONS: [(&str, bool); 4] = [("4.8.5", true), ("4.8.7", true), ("4.8.8", false), ("5.1.0", false)];

fn narrowed() {
    let path = |name: &str| solver(name).map(|path| path.display().to_string());
    let [bad, good, cvc5] = ["z3-4.8.7", Z3, CVC5].map(|name| path(name).unwrap());
    let versions = VERSIONS.map(|(version, _)| {
        let program = path(&format!("z3-{version}")).unwrap_or_else(|| "/no/such/z3".to_owned());
        format!("'{version}': ['{program}']")
    });
    let config = format!(
        "version: 1\nsolvers:\n  \
         z3: {{argv: ['{bad}', '{{file}}'], version: ['{bad}', --version], check_sat: (check-sat-using dom-simplify), \
         random_seed: ['smt.random_seed={{seed}}'], versions: {{{}}}}}\n  \
         good: {{argv: ['{good}', '{{file}}'], version: ['{good}', --version]}}\n  \
         cvc5: {{argv: ['{cvc5}', '{{file}}'], version: ['{cvc5}', --version]}}\n\
         seeds: [{{glob: '{}', logic: UF}}]\nprofiles: {{paper: {{solvers: [z3], witness: {{paper: 1}}}}}}\n",
        versions.join(", "),
        fse_seed("bug9").unwrap().display(),
    );
    let run = Run::of(&config, &[]);
    assert_eq!(run.code, Some(101), "{}", run.stdout);
    let snapshot = run.pending().pop().unwrap();
    let narrowed = Snapshot::read(&snapshot).unwrap().unwrap().info.narrowed.unwrap();
    let versions = narrowed.versions.unwrap();
    for (tried, (version, has_it)) in versions.tried.iter().zip(VERSIONS) {
        let expected = if has_it { "wrong unsat" } else { "unknown" };
        let here = solver(&format!("z3-{version}")).is_some();
        assert_eq!(tried.verdict, if here { expected } else { "not installed" }, "{version}");
    }
    assert_eq!(versions.newest_good.as_deref(), Some("5.1.0"));
    assert_eq!(narrowed.forms.one_shot.as_deref(), Some("wrong unsat"));
    // No part of it is drawn.
    assert_eq!(narrowed.seeds.map(|seeds| (seeds.tried, seeds.failing)), Some((10, 10)));

    let (code, said) = storm(&snapshot, &["verify"], &["--with", "good", "cvc5"]);
    assert_eq!(code, Some(0), "{said}");
    let verified = Snapshot::read(&snapshot).unwrap().unwrap().info.verified;
    let certificates: Vec<&str> = verified.iter().map(|one| one.certificate.as_str()).collect();
    assert_eq!(certificates, ["sat", "sat"], "{said}");
    let (code, report) = storm(&snapshot, &["issue"], &[]);
    assert!(code == Some(0) && report.contains("- newest good version tried: `5.1.0`"), "{report}");

    // The test fails where the bug is, and passes where it is not.
    let files = written(&snapshot, "z3test");
    let expected = fs::read_to_string(&files[1]).unwrap();
    let said = |program: &str| output(Command::new(program).arg("model_validate=true").arg(&files[0]));
    assert!(said(&good) == expected && said(&bad).starts_with("unsat"), "{}", said(&bad));
}

/// Each test made of the snapshots under `tests/golden` as the suite it is for would run it.
fn exported() {
    for (name, suites) in [
        ("levels", ["cvc5", "yices", "z3test"].as_slice()),
        ("hostile", &["cvc5", "yices", "bitwuzla", "z3test"]),
    ] {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/reports");
        for suite in suites {
            let files = written(&golden.join(format!("{name}.snap")), suite);
            let script = fs::read_to_string(&files[0]).unwrap();
            let after =
                |mark: &str| script.lines().filter_map(|line| line.strip_prefix(mark)).collect::<Vec<_>>();
            let beside = |extension: &str| {
                let path = files.iter().find(|path| path.to_string_lossy().ends_with(extension));
                path.map(|path| fs::read_to_string(path).unwrap()).unwrap_or_default()
            };
            let (program, arguments, expected) = match *suite {
                "cvc5" => (CVC5, after("; COMMAND-LINE: ").concat(), after("; EXPECT: ").join("\n") + "\n"),
                "yices" => ("yices-smt2", beside(".options"), beside(".gold")),
                "z3test" => (Z3, "model_validate=true".to_owned(), beside(".expected.out")),
                _ => (
                    BITWUZLA,
                    String::new(),
                    "sat\n".repeat(script.matches("(set-info :status sat)").count()),
                ),
            };
            let mut command = Command::new(solver(program).unwrap());
            command.args(arguments.split_whitespace()).arg(&files[0]);
            assert_eq!(output(&mut command), expected, "{name} for {suite}");
        }
    }
}

/// The files of a test that `storm export` writes.
fn written(snapshot: &Path, suite: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exported").join(suite);
    let folder = folder.to_string_lossy();
    let (code, said) = storm(snapshot, &["export"], &["--for", suite, "--out", &folder]);
    assert_eq!(code, Some(0), "{said}");
    said.lines().map(PathBuf::from).collect()
}

/// Runs `storm` on a snapshot, with the solvers.yaml of its project.
fn storm(snapshot: &Path, before: &[&str], after: &[&str]) -> (Option<i32>, String) {
    let root = snapshot.parent().unwrap().parent().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
    command.args(before).arg(snapshot).args(after).current_dir(root);
    command.env("STORM_OUTPUT", root.join("out")).env_remove("STORM_CONFIG");
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}
