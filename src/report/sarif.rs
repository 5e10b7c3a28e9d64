//! Report → SARIF 2.1.0, for code scanning.

use std::path::Path;

use serde_json::{Value, json};

use super::Report;
use super::findings::{Bug, Life};
use super::standing::Standing;
use crate::bugs::snapshot;
use crate::matrix::Class;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Writes the bugs of a run, each as a result located at its snapshot in `folder`, with paths relative to `here`. A
/// known bug is suppressed, and a fixed one is absent.
pub fn write(report: &Report, folder: Option<&Path>, here: &Path) -> String {
    let classes = Class::ALL.into_iter().filter(|class| class.may_fail());
    let rules: Vec<Value> = classes
        .map(|class| json!({ "id": id(class), "shortDescription": { "text": describe(class) } }))
        .collect();
    let results: Vec<Value> = report.bugs.iter().map(|(bug, _)| result(report, bug, folder, here)).collect();
    // A broken case tested nothing, as one without a result.
    let is_whole = report.missing.is_empty() && report.headline.count(Standing::Broken) == 0;
    let profile = report.run.line().map_or("", |line| line.profile.as_str());
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "smt-storm",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "automationDetails": { "id": format!("smt-storm/{profile}/") },
            "invocations": [{ "executionSuccessful": is_whole }],
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(report: &Report, bug: &Bug, folder: Option<&Path>, here: &Path) -> Value {
    let class = bug.class.unwrap_or(Class::WrongUnsat);
    let (level, state, suppressions) = match bug.life {
        // A strict run fails with an accepted bug, but nobody has to look at it again.
        Life::Known | Life::Accepted => {
            ("note", "unchanged", json!([{ "kind": "external", "status": "accepted" }]))
        }
        Life::Base => ("note", "unchanged", json!([])),
        Life::Fixed => ("note", "absent", json!([])),
        Life::Pending => ("error", "unchanged", json!([])),
        _ => ("error", "new", json!([])),
    };
    let case = bug.example.as_ref().map(|finding| &finding.case).or(bug.cases.keys().next());
    // A finding without a snapshot points to the configuration.
    let config = report.run.line().map_or("solvers.yaml", |line| line.config.as_str());
    let files = folder
        .filter(|_| !bug.name.is_empty())
        .into_iter()
        .flat_map(|folder| [snapshot::path(folder, &bug.name), snapshot::pending_path(folder, &bug.name)]);
    let file = files.into_iter().find(|path| path.is_file()).unwrap_or_else(|| config.into());
    let file = file.strip_prefix(here).unwrap_or(&file);
    json!({
        "ruleId": id(class),
        "level": level,
        "kind": "fail",
        "baselineState": state,
        "suppressions": suppressions,
        "message": { "text": message(bug) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(file) },
                "region": { "startLine": 1 },
            },
            "logicalLocations": case.iter().map(|case| json!({ "fullyQualifiedName": case })).collect::<Vec<_>>(),
        }],
        "partialFingerprints": { "bug/v1": if bug.name.is_empty() { id(class) } else { bug.name.clone() } },
        "occurrenceCount": bug.cases.values().sum::<usize>().max(1),
    })
}

/// Describes what is wrong, in which solver, and where.
pub(super) fn message(bug: &Bug) -> String {
    let what = [bug.title(), bug.name.clone()].into_iter().filter(|text| !text.is_empty());
    let what = what.collect::<Vec<_>>().join(" ");
    let by = bug.example.as_ref().map_or_else(String::new, |finding| {
        let on = match finding.witness.as_str() {
            snapshot::NO_WITNESS => "a formula of unknown truth".to_owned(),
            basis if basis.starts_with(snapshot::EXHAUSTION) => format!("an unsatisfiable formula ({basis})"),
            witness => format!("a formula that a witness satisfies ({witness}; {})", finding.grade),
        };
        format!(": {}, by {} ({}), on {on}", finding.details, finding.solver, finding.solver_version)
    });
    let cases: Vec<&str> = bug.cases.keys().map(String::as_str).collect();
    let met = match cases.as_slice() {
        [] => String::new(),
        [case] => format!("; met by {case}"),
        [case, others @ ..] => format!("; met by {case} and {} more", others.len()),
    };
    format!("{what}{by}{met}; {}", bug.life.meaning())
}

/// Describes what is wrong in a class.
fn describe(class: Class) -> String {
    match class {
        Class::WrongUnsat => format!("{class} on a satisfiable formula"),
        // The formula may be unsatisfiable, or its truth unknown.
        _ => class.to_string(),
    }
}

fn id(class: Class) -> String {
    class.word().replace(' ', "-")
}

/// Returns a path as a URI reference.
fn uri(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let text = path.to_string_lossy();
    let text = text.strip_prefix("./").unwrap_or(&text);
    let encoded = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let encoded: String = text.bytes().map(encoded).collect();
    if encoded.starts_with('/') { format!("file://{encoded}") } else { encoded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri(Path::new("./snapshots/a b.snap")), "snapshots/a%20b.snap");
        assert_eq!(uri(Path::new("/x/é")), "file:///x/%C3%A9");
    }
}
