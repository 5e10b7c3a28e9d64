//! The jobs of a workflow, one after the other, each step as it stands in the file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::actions;
use crate::expressions::{Contexts, filled, holds, whole};
use crate::machine::Machine;

/// A run of a workflow.
pub struct Run<'a> {
    pub machine: &'a Machine,
    /// The context `github`.
    pub github: Value,
    /// Inputs of called workflows that are not as the caller has them, for tests take seconds.
    pub instead: Map<String, Value>,
    /// Variables of steps that are not as the file has them.
    pub environment: Vec<(String, String)>,
    /// The texts of the steps that were run.
    pub seen: BTreeSet<String>,
    /// The steps that failed: job, name, and what they printed.
    pub failed: Vec<(String, String, String)>,
}

/// The workflow in a file.
pub fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of all steps of a workflow.
pub fn texts(workflow: &Value) -> Vec<String> {
    let jobs = workflow["jobs"].as_object().unwrap().values();
    let steps = jobs.filter_map(|job| job["steps"].as_array()).flatten();
    steps.filter_map(|step| step["run"].as_str()).map(str::to_owned).collect()
}

impl Run<'_> {
    /// Runs all jobs, each after those that it needs, with these inputs. Returns whether none failed.
    pub fn workflow(&mut self, workflow: &Value, inputs: Map<String, Value>) -> bool {
        let mut needs = Map::new();
        for (name, job) in in_order(workflow["jobs"].as_object().unwrap()) {
            let mut contexts = Contexts::new();
            contexts.insert("github".into(), self.github.clone());
            contexts.insert("inputs".into(), inputs.clone().into());
            contexts.insert("needs".into(), needs.clone().into());
            let is_fine = wanted(job).iter().all(|need| needs[*need]["result"] == "success");
            contexts.insert("success".into(), json!(is_fine));
            contexts.insert("failure".into(), json!(!is_fine));
            let condition = job["if"].as_str();
            // Without a word about it, a job only runs after others that went well.
            let is_wanted = condition.is_none_or(|text| holds(text, &contexts))
                && (is_fine || condition.is_some_and(|text| text.contains("cancelled()")));
            let outcome = if is_wanted {
                self.job(name, job, &workflow["env"], &contexts)
            } else {
                json!({"result": "skipped"})
            };
            needs.insert(name.clone(), outcome);
        }
        needs.values().all(|job| job["result"] != "failure")
    }

    /// One job in all its forms: its result and outputs.
    fn job(&mut self, name: &str, job: &Value, environment: &Value, contexts: &Contexts) -> Value {
        if let Some(called) = job["uses"].as_str() {
            return self.call(called, job, contexts);
        }
        let forms = match &job["strategy"]["matrix"] {
            Value::Null => vec![json!({})],
            Value::String(text) => whole(text, contexts)["include"].as_array().unwrap().clone(),
            matrix => forms(matrix, contexts),
        };
        assert!(!forms.is_empty(), "{name}: an empty matrix");
        let mut is_good = true;
        let mut outputs = json!({});
        for matrix in forms {
            let mut contexts = contexts.clone();
            contexts.insert("matrix".into(), matrix);
            contexts.insert("runner".into(), json!({"os": "Linux", "arch": "X64", "temp": "/tmp"}));
            contexts.insert(
                "job".into(),
                json!({"workflow_repository": "o/smt-storm", "workflow_sha": "c0ffee"}),
            );
            contexts.insert("secrets".into(), json!({}));
            if let Some(limit) = job["timeout-minutes"].as_str() {
                assert!(whole(limit, &contexts).is_u64(), "{name}: {limit}");
            }
            let may_fail = job["continue-on-error"].as_str().is_some_and(|text| holds(text, &contexts));
            is_good &= self.steps(name, job, environment, &mut contexts) || may_fail;
            for (output, text) in job["outputs"].as_object().into_iter().flatten() {
                outputs[output] = whole(text.as_str().unwrap(), &contexts);
            }
        }
        json!({"result": if is_good { "success" } else { "failure" }, "outputs": outputs})
    }

    fn call(&mut self, called: &str, job: &Value, contexts: &Contexts) -> Value {
        let file = called.split('@').next().unwrap().rsplit('/').next().unwrap();
        let workflow = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/workflows").join(file));
        let known = workflow["on"]["workflow_call"]["inputs"].as_object().unwrap();
        let mut inputs: Map<String, Value> =
            known.iter().map(|(name, input)| (name.clone(), input["default"].clone())).collect();
        for (name, value) in job["with"].as_object().into_iter().flatten() {
            assert!(known.contains_key(name), "{called} has no input {name}");
            inputs.insert(name.clone(), value.as_str().map_or(value.clone(), |text| whole(text, contexts)));
        }
        let instead = self.instead.iter().filter(|(name, _)| known.contains_key(*name));
        inputs.extend(instead.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>());
        json!({"result": if self.workflow(&workflow, inputs) { "success" } else { "failure" }})
    }

    fn steps(&mut self, name: &str, job: &Value, environment: &Value, contexts: &mut Contexts) -> bool {
        self.machine.next_job();
        let mut is_good = true;
        let mut done = Map::new();
        for step in job["steps"].as_array().unwrap() {
            contexts.insert("steps".into(), done.clone().into());
            contexts.insert("success".into(), json!(is_good));
            contexts.insert("failure".into(), json!(!is_good));
            let condition = step["if"].as_str();
            let is_said = condition.is_some_and(|text| {
                ["always()", "failure()", "cancelled()"].iter().any(|word| text.contains(word))
            });
            if !condition.is_none_or(|text| holds(text, contexts)) || !(is_good || is_said) {
                continue;
            }
            let outputs = match step["run"].as_str() {
                Some(text) => self.run(text, &[environment, &job["env"], &step["env"]], contexts),
                None => self.act(step, contexts),
            };
            let outputs = outputs.unwrap_or_else(|output| {
                let title = step["name"].as_str().or(step["uses"].as_str()).unwrap_or("a step");
                self.failed.push((name.to_owned(), title.to_owned(), output));
                is_good = false;
                Map::new()
            });
            if let Some(id) = step["id"].as_str() {
                done.insert(id.to_owned(), json!({ "outputs": outputs }));
            }
        }
        contexts.insert("steps".into(), done.into());
        actions::keep(self.machine);
        is_good
    }

    fn run(
        &mut self,
        text: &str,
        environments: &[&Value],
        contexts: &Contexts,
    ) -> Result<Map<String, Value>, String> {
        self.seen.insert(text.to_owned());
        assert!(!text.contains("${{"), "an expression in a command, not in `env`: {text}");
        let mut variables = Vec::new();
        for (name, value) in environments.iter().filter_map(|value| value.as_object()).flatten() {
            let value = value.as_str().map_or(value.to_string(), |text| filled(text, contexts));
            variables.push((name.clone(), value));
        }
        variables.push((
            "GITHUB_RUN_ID".to_owned(),
            self.github["run_id"].as_str().unwrap_or_default().to_owned(),
        ));
        let instead =
            self.environment.iter().filter(|(name, _)| variables.iter().any(|(known, _)| known == name));
        let instead: Vec<_> = instead.cloned().collect();
        variables.extend(instead);
        let ran = self.machine.bash(text, &variables);
        let outputs = self.machine.take_outputs();
        if ran.is_good { Ok(outputs) } else { Err(ran.output) }
    }

    fn act(&self, step: &Value, contexts: &Contexts) -> Result<Map<String, Value>, String> {
        let (action, version) = step["uses"].as_str().unwrap().split_once('@').unwrap();
        let is_hash = version.len() == 40 && version.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(is_hash, "{action} is not pinned by its full hash");
        let with = step["with"].as_object().cloned().unwrap_or_default();
        let value =
            |value: &Value| value.as_str().map_or(value.clone(), |text| filled(text, contexts).into());
        let with = with.iter().map(|(name, text)| (name.clone(), value(text))).collect();
        actions::act(self.machine, action, &with)
    }
}

/// The names of the jobs that a job needs.
fn wanted(job: &Value) -> Vec<&str> {
    match &job["needs"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// Jobs after those that they need.
fn in_order(jobs: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut ordered: Vec<(&String, &Value)> = Vec::new();
    while ordered.len() < jobs.len() {
        let is_done = |name: &str| ordered.iter().any(|(done, _)| *done == name);
        let next = jobs.iter().find(|(name, job)| !is_done(name) && wanted(job).into_iter().all(is_done));
        ordered.push(next.expect("no job needs itself, or one that there is not"));
    }
    ordered
}

/// The forms of a matrix that is written out: its one axis, or what it includes.
fn forms(matrix: &Value, contexts: &Contexts) -> Vec<Value> {
    let (axis, values) = matrix.as_object().unwrap().iter().next().unwrap();
    let values = values.as_str().map_or(values.clone(), |text| whole(text, contexts));
    let values = values.as_array().unwrap().clone();
    if axis == "include" { values } else { values.into_iter().map(|value| json!({ axis: value })).collect() }
}
