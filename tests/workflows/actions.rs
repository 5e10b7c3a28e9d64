//! The actions that our workflows use, as far as they are seen from the steps around them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::machine::Machine;

/// Runs `uses: ACTION@…` with these inputs. The error says what it would fail with.
pub fn act(machine: &Machine, action: &str, with: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let job = machine.path("job");
    let text = |name: &str| with.get(name).and_then(Value::as_str).unwrap_or_default();
    match action {
        "actions/checkout" if text("path") == ".smt-storm" => {
            assert_eq!(text("repository"), "o/smt-storm", "the repository that the called workflow is of");
            assert_eq!(text("ref"), "c0ffee", "the commit that the called workflow is of");
            fs::create_dir_all(job.join(".smt-storm")).unwrap();
        }
        "actions/checkout" => machine.copy(&machine.path("repository"), &job),
        "actions/cache" | "actions/cache/restore" | "actions/cache/save" => {
            if action != "actions/cache/restore" {
                fs::write(machine.path("caches").join(format!("{}.path", text("key"))), text("path"))
                    .unwrap();
            }
            if action != "actions/cache/save" {
                return Ok(restore(machine, text("key"), text("restore-keys")));
            }
        }
        "actions/upload-artifact" => {
            let artifact = machine.path("artifacts").join(text("name"));
            let found = files(&job, text("path"));
            if found.is_empty() {
                let is_fine = ["warn", "ignore"].contains(&text("if-no-files-found"));
                return if is_fine { Ok(Map::new()) } else { Err(format!("no files for {}", text("name"))) };
            }
            // A single path is the root of the artifact, as is what several have in common.
            let root = match (text("path").lines().count(), job.join(text("path"))) {
                (1, path) if path.is_dir() => path,
                (1, path) => path.parent().unwrap().to_owned(),
                _ => job.clone(),
            };
            for file in found {
                let to = artifact.join(file.strip_prefix(&root).unwrap());
                machine.copy(&file, to.parent().unwrap());
            }
        }
        "actions/download-artifact" if with.contains_key("pattern") => {
            let start = text("pattern").strip_suffix('*').expect("a pattern ends with *");
            for artifact in fs::read_dir(machine.path("artifacts")).unwrap() {
                let artifact = artifact.unwrap().path();
                let name = artifact.file_name().unwrap().to_str().unwrap();
                let folder = job.join(text("path"));
                let is_merged = with.get("merge-multiple") == Some(&Value::Bool(true));
                let to = if is_merged { folder } else { folder.join(name) };
                if name.starts_with(start) {
                    machine.copy(&artifact, &to);
                }
            }
        }
        "actions/download-artifact" => {
            let artifact = machine.path("artifacts").join(text("name"));
            if !artifact.is_dir() {
                return Err(format!("no artifact {}", text("name")));
            }
            machine.copy(&artifact, &job.join(text("path")));
        }
        "github/codeql-action/upload-sarif" => {
            let sarif = fs::read(job.join(text("sarif_file"))).map_err(|error| error.to_string())?;
            let sarif: serde_json::Value = serde_json::from_slice(&sarif).unwrap();
            assert_eq!(sarif["version"], "2.1.0");
        }
        other => panic!("no action {other}"),
    }
    Ok(Map::new())
}

/// What was kept under this key or, without it, last under one that starts so; [`keep`] keeps it anew when the job has ended.
fn restore(machine: &Machine, key: &str, starts: &str) -> Map<String, Value> {
    let caches = machine.path("caches");
    let is_hit = caches.join(key).exists();
    let mut kept: Vec<PathBuf> = fs::read_dir(&caches).unwrap().map(|entry| entry.unwrap().path()).collect();
    kept.retain(|path| path.is_dir());
    kept.sort();
    let begins = |path: &PathBuf, start: &str| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(start))
    };
    let older = starts.lines().find_map(|start| kept.iter().rev().find(|path| begins(path, start.trim())));
    if let Some(found) = Some(caches.join(key)).filter(|_| is_hit).or(older.cloned()) {
        machine.copy(&found, &machine.path("job"));
    }
    [("cache-hit".to_owned(), Value::String(is_hit.to_string()))].into_iter().collect()
}

/// Keeps what the job left of what it has in caches.
pub fn keep(machine: &Machine) {
    let entries: Vec<_> =
        fs::read_dir(machine.path("caches")).unwrap().map(|entry| entry.unwrap().path()).collect();
    for note in entries.iter().filter(|path| path.extension().is_some_and(|extension| extension == "path")) {
        for path in fs::read_to_string(note).unwrap().lines() {
            let path = path.trim();
            let (from, kept) = (machine.path("job").join(path), note.with_extension(""));
            if !path.starts_with('~') && from.exists() {
                machine.copy(&from, &if from.is_dir() { kept.join(path) } else { kept });
            }
        }
        fs::remove_file(note).unwrap();
    }
}

/// The files that some lines name: paths, folders, and `**/*END`.
fn files(job: &Path, lines: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let pattern = job.join(line);
        let pattern = if pattern.is_dir() { pattern.join("**/*") } else { pattern };
        let matched = glob::glob(pattern.to_str().unwrap()).unwrap().map(|path| path.unwrap());
        found.extend(matched.filter(|path| path.is_file()));
    }
    found
}
