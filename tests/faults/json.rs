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
    let words = [words, &["--format", "json"]].concat();
    let ran = storm(project, &words);
    assert!(ran.stdout.lines().count() == 1 && ran.stdout.ends_with('\n'), "{words:?}: {ran:#?}");
    let object: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(object["version"], 1);
    let (schema, all) = (schema(), object["command"].as_str());
    conforms(&object, &schema, &schema);
    let of_command = schema["allOf"].as_array().unwrap().iter().find(|of| {
        let commands = of["if"]["properties"]["command"]["enum"].as_array().unwrap();
        commands.iter().any(|command| command.as_str() == all)
    });
    let result =
        &of_command.unwrap_or_else(|| panic!("no schema of {all:?}"))["then"]["properties"]["result"];
    conforms(&object["result"], result, &schema);
    assert_eq!(object["exit_code"].as_i64(), ran.code.map(i64::from), "{words:?}: {ran:#?}");
    object
}

/// The schema that the documentation has.
fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/output.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks that a value has the fields and the types of a schema, as far as schemas of Rust types go.
#[track_caller]
fn conforms(value: &Value, of: &Value, schema: &Value) {
    assert!(is_of(value, of, schema), "{value:#}\nis not of\n{of:#}");
}

fn is_of(value: &Value, of: &Value, schema: &Value) -> bool {
    if let Some(name) = of["$ref"].as_str() {
        return is_of(value, schema.pointer(name.trim_start_matches('#')).unwrap(), schema);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(kinds) = of[key].as_array() {
            return kinds.iter().any(|kind| is_of(value, kind, schema));
        }
    }
    if of.get("const").is_some_and(|only| only != value)
        || of["enum"].as_array().is_some_and(|all| !all.contains(value))
    {
        return false;
    }
    let is_type = |name: &Value| match name.as_str().unwrap() {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        other => panic!("no such type: {other}"),
    };
    let is_typed = match &of["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is_type),
        name => is_type(name),
    };
    let items = value.as_array().into_iter().flatten();
    let fields = value.as_object().into_iter().flatten();
    let is_field =
        |(name, field): (&String, &Value)| match (&of["properties"][name], &of["additionalProperties"]) {
            (Value::Null, Value::Null) => of["properties"].is_null(),
            (Value::Null, Value::Bool(is_allowed)) => *is_allowed,
            (Value::Null, others) => is_of(field, others, schema),
            (known, _) => is_of(field, known, schema),
        };
    let required = of["required"].as_array().into_iter().flatten();
    is_typed
        && items.into_iter().all(|item| of["items"].is_null() || is_of(item, &of["items"], schema))
        && fields.into_iter().all(is_field)
        && (!value.is_object()
            || required.into_iter().all(|name| value.get(name.as_str().unwrap()).is_some()))
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
    let added = told("seeds add", &["seeds", "add", &seed, "--into", &out], 0);
    assert_eq!((&added["added"][0]["logic"], &added["left_out"]), (&json!("QF_LIA"), &json!([])), "{added}");
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
    let help: Ran = storm(&project, &["review", "--format", "json", "--help"]);
    assert!(help.code == Some(0) && help.stdout.contains("Usage: storm review"), "{help:#?}");
}

fn reports_on_all_open_bugs_are_drafted() {
    let project = Project::playing(&WRONG);
    project.run(&[]).only_red(CASE);
    let (folder, out) = (project.path("snapshots").display().to_string(), project.path("drafts"));
    let out_path = out.display().to_string();
    let words = ["issue", "--draft", &folder, "--out", &out_path];
    for _ in 0..2 {
        let ran = storm(&project, &words);
        let path = ran.stdout.trim_end();
        assert!(ran.code == Some(0) && path.ends_with(".md"), "{ran:#?}");
        assert!(std::fs::read_to_string(path).unwrap().starts_with("# Wrong `unsat`"));
    }
    assert!(!project.path("output/issues.txt").exists(), "drafts do not count");
}
