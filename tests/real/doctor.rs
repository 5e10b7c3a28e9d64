//! `storm doctor` on real solvers: what they can do, and what they cannot.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;
use serde_json::Value;

use super::matrix::{missing, solver, test};

pub fn tests() -> Vec<Trial> {
    vec![test("the_doctor_says_what_solvers_can_do", missing(&["z3", "yices-smt2"], &[]), examine)]
}

fn examine() {
    let [z3, yices] = ["z3", "yices-smt2"].map(|name| solver(name).unwrap().display().to_string());
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let config = format!(
        "version: 1\ndefaults: {{memory: 2GiB, missing: ignore}}\nsolvers:\n  \
         z3: {{argv: ['{z3}', '{{file}}'], version: ['{z3}', --version], session: {{argv: ['{z3}', -in]}}}}\n  \
         yices: {{argv: ['{yices}', '{{file}}'], session: {{argv: ['{yices}']}}}}\n  \
         absent: {{argv: [no-such-solver, '{{file}}']}}\n\
         seeds:\n  - {{glob: '{seeds}/QF_BV/*.smt2'}}\n  - {{glob: '{seeds}/QF_FP/*.smt2'}}\n",
        seeds = seeds.display()
    );
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("solvers.yaml"), config).unwrap();
    let doctor = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_storm"));
        command.arg("doctor").args(arguments).current_dir(folder.path()).env_remove("STORM_CONFIG");
        let output = command.env("STORM_OUTPUT", folder.path().join("out")).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let json: Value = serde_json::from_str(&doctor(&["--format", "json"])).unwrap();
    let [z3, yices, absent] = &json["result"].as_array().unwrap()[..] else { panic!("{json}") };
    assert!(z3["version"].as_str().unwrap().starts_with("Z3 version"));
    for ability in ["incremental", "session", "time_limit", "memory_limit"] {
        assert_eq!(z3[ability], "yes", "{ability}: {z3}");
    }
    assert_eq!((&z3["asks"]["models"], &z3["asks"]["values"]), (&"yes".into(), &"yes".into()), "{z3}");
    let works = |report: &Value, logic: &str| -> bool {
        let logics = report["logics"].as_array().unwrap();
        logics.iter().any(|probe| probe["logic"] == logic && probe["works"] == true)
    };
    assert!(works(z3, "QF_BV") && works(z3, "QF_FP") && works(yices, "QF_BV") && !works(yices, "QF_FP"));
    // Without `--incremental` there is no push, but there is `(reset)`.
    assert!(yices["incremental"]["no"].is_string() && yices["session"] == "yes", "{yices}");
    let has = |report: &Value, list: &str, name: &str| {
        report["operators"][list].as_array().unwrap().iter().any(|one| one == name || one[0] == name)
    };
    assert!(
        has(z3, "read", "bvnego") && has(z3, "refused", "divisible") && has(z3, "read", "fp.rem"),
        "{z3}"
    );
    assert!(has(z3, "fixes", "fp.to_ieee_bv") && !has(z3, "fixes", "div") && !has(z3, "fixes", "/"), "{z3}");
    assert!(has(yices, "refused", "bvnego") && has(yices, "read", "bvadd"), "{yices}");
    assert!(absent["missing"].as_str().unwrap().contains("no-such-solver"));
    let table = doctor(&["yices"]);
    assert!(
        table.contains("yices does not do all that its row claims") && !table.contains("\nz3 "),
        "{table}"
    );
}
