//! `Cargo.toml`: a new one, or what one lacks to have the test target.

use std::io::ErrorKind;
use std::path::Path;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value, value};

use super::error::InitError;

/// The crate as a dependency, and the test target.
const CRATE: &str = "smt-storm";
const TARGET: &str = "storm";

/// Whether there is a manifest with a package; one of a workspace alone has no tests.
pub(super) fn is_package(path: &Path) -> Result<bool, InitError> {
    Ok(read(path)?.is_some_and(|document| document.contains_key("package")))
}

/// The manifest of a crate that has nothing but the test target.
pub(super) fn new(dependency: &Value) -> String {
    include_str!("files/Cargo.toml").replace("{dependency}", dependency.to_string().trim())
}

/// The manifest with the dependency and the target; `None` if it has both.
pub(super) fn with_target(path: &Path, dependency: &Value) -> Result<Option<String>, InitError> {
    let Some(mut document) = read(path)? else { return Ok(None) };
    let before = document.to_string();
    let known = |name| document.get(name).is_some_and(|table: &Item| table.get(CRATE).is_some());
    if !known("dependencies") && !known("dev-dependencies") {
        let table = document.entry("dev-dependencies").or_insert(Item::Table(Table::new()));
        let table = table
            .as_table_like_mut()
            .ok_or_else(|| InitError::manifest(path, "`dev-dependencies` is no table"))?;
        table.insert(CRATE, value(dependency.clone()));
    }
    let targets = document.entry("test").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let targets = targets
        .as_array_of_tables_mut()
        .ok_or_else(|| InitError::manifest(path, "`test` is not written as `[[test]]`"))?;
    if !targets.iter().any(|target| target.get("name").and_then(Item::as_str) == Some(TARGET)) {
        let mut target = Table::new();
        target.insert("name", value(TARGET));
        target.insert("harness", value(false));
        targets.push(target);
    }
    let after = document.to_string();
    Ok((after != before).then_some(after))
}

fn read(path: &Path) -> Result<Option<DocumentMut>, InitError> {
    match std::fs::read_to_string(path) {
        Ok(text) => text.parse().map(Some).map_err(|error| InitError::manifest(path, error)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(InitError::file(path, source)),
    }
}
