//! `--format json`: one object on standard output, whatever happens.

use serde_json::{Value, json};

use crate::life::WRONG;
use crate::project::{CASE, Project, Ran};
use crate::replay::storm;

crate::tests!(json:
    each_command_prints_one_object,
    errors_are_objects_too,
    reports_on_all_open_bugs_are_drafted,
);

/// Runs a command with `--format json`. Returns its object, which says the exit code of the process.
#[track_caller]
fn object(project: &Project, words: &[&str]) -> Value {
    let words: Vec<String> = words.iter().chain(&["--format", "json"]).map(|&word| word.to_owned()).collect();
    let ran = storm(project, &words);
    assert!(ran.stdout.lines().count() == 1 && ran.stdout.ends_with('\n'), "{words:?}: {ran:#?}");
    let object: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(object["version"], 1);
    assert_eq!(object["exit_code"].as_i64(), ran.code.map(i64::from), "{words:?}: {ran:#?}");
    object
}

fn each_command_prints_one_object() {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    let pending = project.pending().display().to_string();
    let name = pending.rsplit('/').next().unwrap().trim_end_matches(".snap.new").to_owned();
    let script = project.kept("reduced.smt2").display().to_string();
    let model = project.path("model").display().to_string();
    project.write("model", "sat\n()\n");
    let (seed, out) = (
        project.path("seeds/QF_LIA/small.smt2").display().to_string(),
        project.path("out").display().to_string(),
    );
    let results = project.path("output/results").display().to_string();
    let told = |command: &str, words: &[&str], code: u8| {
        let object = object(&project, words);
        let ends = (object["command"].as_str(), object["exit_code"].as_u64(), &object["error"]);
        assert_eq!(ends, (Some(command), Some(code.into()), &Value::Null), "{object}");
        object["result"].clone()
    };
    let replayed = told("replay", &["replay", &pending], 1);
    assert_eq!((&replayed["class"], &replayed["fails"]), (&json!("wrong unsat"), &json!(true)), "{replayed}");
    let verified = told("verify", &["verify", &pending, "--with", "player"], 1);
    assert_eq!(verified["conclusion"], "in-doubt", "{verified}");
    let explained = told("explain", &["explain", &pending], 0);
    assert_eq!(explained["narrowed"]["forms"]["one_shot"], "wrong unsat", "{explained}");
    let waiting = told("review", &["review"], 1);
    assert_eq!(
        (&waiting[0]["name"], &waiting[0]["info"]["state"]),
        (&json!(name), &json!("open")),
        "{waiting}"
    );
    let issue = told("issue", &["issue", &pending], 0);
    assert!(issue["markdown"].as_str().unwrap().starts_with("# Wrong `unsat`"), "{issue}");
    let exported = told("export", &["export", &pending, "--for", "plain", "--out", &out], 0);
    assert!(exported[0].as_str().unwrap().starts_with(&out), "{exported}");
    let minimised = told("minimize", &["minimize", &script, "--solver", "player", "--out", &out], 0);
    assert!(minimised["unfinished"].is_null() && minimised["runs"].as_u64() > Some(0), "{minimised}");
    let checked = told("check", &["check", &script, "--model", &model], 0);
    assert_eq!(checked[0]["truth"], true, "{checked}");
    assert_eq!(told("inspect", &["inspect", &seed, "--witness", "sampled"], 0).as_array().unwrap().len(), 1);
    assert_eq!(told("matrix", &["matrix"], 0), json!([{"row": "player", "logic": "QF_LIA", "cases": 1}]));
    assert_eq!(told("doctor", &["doctor"], 0)[0]["solver"], "player");
    let report = told("report", &["report", &results], 0);
    assert_eq!((&report["mood"], &report["findings"][0]["name"]), (&json!("bad"), &json!(name)), "{report}");
    assert_eq!(report["findings"][0]["example"]["class"], "wrong unsat", "{report}");
    let listed = told("solvers list", &["solvers", "list", "--into", &out], 0);
    assert!(listed.as_array().unwrap().len() > 5 && listed[0]["program"].is_null(), "{listed}");
    assert_eq!(told("accept", &["accept", &name], 0), json!([name]));
    // A solver that is missing is a note.
    project.write_rows("  player:\n    argv: [/no/such/solver, '{file}']\n");
    let absent = object(&project, &["replay", &project.accepted().display().to_string()]);
    assert_eq!((&absent["exit_code"], &absent["result"]), (&json!(3), &Value::Null), "{absent}");
    assert!(absent["notes"][0].as_str().unwrap().contains("/no/such/solver"), "{absent}");
}

fn errors_are_objects_too() {
    let project = Project::playing(&WRONG);
    let error = |words: &[&str]| {
        let object = object(&project, words);
        assert_eq!((&object["exit_code"], &object["result"]), (&json!(2), &Value::Null), "{object}");
        object["error"].as_str().unwrap().to_owned()
    };
    assert!(error(&["replay", "/no/such/script"]).contains("/no/such/script"));
    assert!(error(&["verify"]).starts_with("the following required arguments were not provided"));
    assert!(error(&["review", "--nothing"]).contains("--nothing"));
    project.write("solvers.yaml", "version: 1\nsolvers: 3\n");
    assert!(error(&["doctor"]).contains("solvers.yaml"));
    let help: Ran = storm(&project, &["review", "--format", "json", "--help"].map(str::to_owned));
    assert!(help.code == Some(0) && help.stdout.contains("Usage: storm review"), "{help:#?}");
}

fn reports_on_all_open_bugs_are_drafted() {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    let (folder, out) = (project.path("snapshots").display().to_string(), project.path("drafts"));
    let words = ["issue", "--draft", &folder, "--out", &out.display().to_string()].map(str::to_owned);
    for _ in 0..2 {
        let ran = storm(&project, &words);
        let path = ran.stdout.trim_end();
        assert!(ran.code == Some(0) && path.ends_with(".md"), "{ran:#?}");
        assert!(std::fs::read_to_string(path).unwrap().starts_with("# Wrong `unsat`"));
    }
    assert!(!project.path("output/issues.txt").exists(), "drafts do not count");
}
