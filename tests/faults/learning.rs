//! `storm focus learn`, on a solver that is built with coverage here.

use std::process::Command;

use libtest_mimic::{Completion, Trial};
use serde_json::Value;

use crate::life::RIGHT;
use crate::project::{Project, Ran};
use crate::replay::storm;

/// The tests of this file.
pub fn tests() -> Vec<Trial> {
    let test = |name: &str, function: fn()| {
        Trial::ignorable_test(format!("learning::{name}"), move || {
            let is_there = |program: &&str| Command::new(program).arg("--version").output().is_ok();
            if let Some(program) = ["gcc", "gcov"].iter().find(|program| !is_there(program)) {
                return Ok(Completion::ignored_with(format!("{program} is not installed")));
            }
            function();
            Ok(Completion::Completed)
        })
    };
    vec![
        test("topics_are_learnt_from_what_logics_operators_and_options_reach", topics_are_learnt),
        test("what_tells_nothing_is_an_error", what_tells_nothing_is_an_error),
    ]
}

/// A file of the solver, whose function is called `NAME`.
const PART: &str = "int NAME(int x) {
  int sum = 0;
  for (int at = 0; at < 3; at++) {
    sum += x;
    sum ^= at;
    x = sum + 1;
    sum -= x;
  }
  return sum;
}
";
/// The solver: what it calls depends on the script and the option.
const MAIN: &str = "#include <stdio.h>
#include <string.h>
int bits(int); int shift(int); int ints(int); int fast(int);
static char text[1 << 20];
int main(int argc, char **argv) {
  FILE *file = fopen(argv[argc - 1], \"r\");
  int length = file ? (int)fread(text, 1, sizeof text - 1, file) : 0;
  int sum = 0;
  if (strstr(text, \"BitVec\")) sum += bits(length);
  if (strstr(text, \"(bvshl \")) sum += shift(length);
  if (strstr(text, \" Int)\")) sum += ints(length);
  if (argc > 2 && !strcmp(argv[1], \"--fast\")) sum += fast(length);
  puts(sum == 12345 ? \"unknown\" : \"sat\");
  return 0;
}
";
/// Prints what was reached since the last time.
const REACHED: &str = "cd solver && find . -name '*.gcda' -print0 | xargs -0r gcov --json-format --stdout && \
                       find . -name '*.gcda' -delete";

/// A project whose solver has topics for one file only.
fn project() -> Project {
    let project = Project::playing(&RIGHT);
    project.write("solver/main.c", MAIN);
    for name in ["bits", "shift", "ints", "fast"] {
        project.write(&format!("solver/{name}.c"), PART.replace("NAME", name));
    }
    let sources = ["main.c", "bits.c", "shift.c", "ints.c", "fast.c"];
    let mut build = Command::new("gcc");
    build.args(["--coverage", "-O0", "-o", "player"]).args(sources).current_dir(project.path("solver"));
    let built = build.output().unwrap();
    assert!(built.status.success(), "{built:?}");
    project.write(
        "seeds/QF_BV/bits.smt2",
        "(set-logic QF_BV)(declare-fun a () (_ BitVec 4))(assert (bvult a #x3))",
    );
    project.write(
        "seeds/QF_UF/free.smt2",
        "(set-logic QF_UF)(declare-fun p () Bool)(declare-fun q () Bool)(assert (or p q))",
    );
    project.write_rows(&format!(
        "  player:\n    argv: ['{}', '{{file}}']\n    logics: [QF_BV, QF_LIA, QF_UF]\n    \
         options: {{speed: {{choose: [{{args: [--fast]}}]}}}}\n    \
         focus: {{numbers: {{files: [ints.c], logics: [QF_UF]}}}}\n",
        project.path("solver/player").display()
    ));
    project
}

fn learn(project: &Project, script: &str, more: &[&str]) -> Ran {
    let sources = project.path("solver").display().to_string();
    let script = format!("cd '{}' && {script}", project.path("").display());
    let words =
        [&["focus", "learn", "player", "--sources", &sources], more, &["--", "sh", "-c", &script]].concat();
    storm(project, &words)
}

fn topics_are_learnt() {
    let project = project();
    let ran = learn(&project, REACHED, &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for topic in [
        "bits:\n  files: [bits.c]\n  logics: [QF_BV]\n",
        "fast:\n  files: [fast.c]\n  options: [speed]\n",
        "ints:\n  files: [ints.c]\n  logics: [QF_LIA]\n",
        "shift:\n  files: [shift.c]\n  operators: [bvshl]\n",
    ] {
        assert!(ran.stdout.contains(topic), "{topic}: {ran:?}");
    }
    assert!(!ran.stdout.contains("main"), "{ran:?}");
    let told = [
        "ints.c: QF_LIA reach it, but not by numbers",
        "bits.c: in no topic",
        "4 of 5 files that were reached",
    ];
    assert!(told.iter().all(|line| ran.stderr.contains(line)), "{ran:?}");
    // What is printed is the value of `focus`.
    let indented: String = ran.stdout.lines().map(|line| format!("      {line}\n")).collect();
    let focus = "focus: {numbers: {files: [ints.c], logics: [QF_UF]}}\n";
    project.reconfigure(focus, &format!("focus:\n{indented}"));
    let again = learn(&project, REACHED, &["--format", "json"]);
    let object: Value = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!(
        (object["result"]["focus"].as_str(), object["result"]["covered"].as_u64()),
        (Some(&*ran.stdout), Some(4))
    );
    assert_eq!(object["result"]["differences"], serde_json::json!([]), "{object}");
}

fn what_tells_nothing_is_an_error() {
    let project = project();
    let stale = "cd solver && find . -name '*.gcda' -print0 | xargs -0r gcov --json-format --stdout";
    let wrong = [
        ("echo no", "prints no JSON of `gcov --json-format` or `llvm-cov export`: "),
        ("echo bad news >&2; exit 3", "failed: bad news; run it by hand"),
        ("true", "is `player` a build with coverage, and are its sources there?"),
        (stale, "prints the same again without a run of the solver"),
    ];
    // A run of the solver before.
    let file = project.path("seeds/QF_BV/bits.smt2");
    Command::new(project.path("solver/player")).arg(file).output().unwrap();
    for (script, text) in wrong {
        let ran = learn(&project, script, &["--instances", "1"]);
        assert!(ran.code == Some(2) && ran.stderr.contains(text), "{text}: {ran:?}");
    }
}
