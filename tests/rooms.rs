//! Rooms use only the rooms before them: every path to another room under `src/` is read and held against the table.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room and those that it may use, in the order in which they are read. Where the way of the data does not say why,
/// a remark does.
const ROOMS: [(&str, &str); 14] = [
    ("digest", ""),
    ("rng", "digest"),
    ("smtlib", "digest"),
    ("theory", "smtlib"),
    ("process", ""),
    // The names of operators, which rows are told by.
    ("matrix", "digest theory"),
    // Types of the matrix only: where witnesses come from, by weight.
    ("witness", "digest rng smtlib theory process matrix"),
    ("generate", "digest rng smtlib theory witness matrix"),
    // A printed model is a witness, and is evaluated like one.
    ("solver", "smtlib theory process matrix witness"),
    // The layouts of instances are tried in turn.
    ("reduce", "digest rng smtlib theory process matrix witness generate solver"),
    // What reducing found out is part of a bug's header.
    ("bugs", "digest smtlib theory process matrix witness solver reduce"),
    // What the errors of a row are about.
    ("report", "digest process matrix solver bugs"),
    ("suite", "digest rng smtlib theory process matrix witness generate solver reduce bugs report"),
    (
        "cli",
        "digest rng smtlib theory process matrix witness generate solver reduce bugs report suite worker",
    ),
];

/// The files that are no rooms but doors, and what they may use.
const DOORS: [(&str, &str); 4] = [
    ("worker", "smtlib process witness bugs"),
    ("harness", "suite cli worker"),
    ("main", "cli"),
    // Shows a whole run.
    (
        "lib",
        "digest rng smtlib theory process matrix witness generate solver reduce bugs report suite cli worker harness",
    ),
];

fn table() -> BTreeMap<&'static str, Vec<&'static str>> {
    ROOMS.iter().chain(&DOORS).map(|&(room, uses)| (room, uses.split(' ').collect())).collect()
}

/// The source files below a folder, each with the room that it is in.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(folder).unwrap();
                let first = inner.components().next().unwrap().as_os_str().to_str().unwrap();
                let room = first.strip_suffix(".rs").unwrap_or(first).to_owned();
                found.push((path, room));
            }
        }
    }
    found.sort();
    found
}

/// The rooms that a text names in paths, each with its line: in code that is run. Comments link wherever they like, and
/// the unit tests at the end of a file may make their material in any room.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut rest = code;
    while let Some(at) =
        ["crate::", "smt_storm::"].iter().filter_map(|root| Some(rest.find(root)? + root.len())).min()
    {
        let line = code[..code.len() - rest.len() + at].lines().count();
        let current = code.lines().nth(line - 1).unwrap_or_default().trim_start();
        rest = &rest[at..];
        if current.starts_with("//") {
            continue;
        }
        // Of `{a, b::{c, d}}`, what stands outermost.
        let (mut depth, mut names) = (0_u32, vec![String::new()]);
        for c in rest.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth <= 1 => break,
                '}' => depth -= 1,
                ',' if depth == 1 => names.push(String::new()),
                c if depth <= 1 && !c.is_whitespace() => names.last_mut().unwrap().push(c),
                _ => {}
            }
            if depth == 0 && !(c.is_alphanumeric() || c == '_' || c == '{' || c == '}') {
                break;
            }
        }
        let room =
            |name: String| name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
        found.extend(names.into_iter().map(room).filter(|name| !name.is_empty()).map(|name| (line, name)));
    }
    found
}

/// What is wrong with the paths in a text of a room, a line each.
fn violations(room: &str, text: &str) -> Vec<String> {
    let table = table();
    let Some(allowed) = table.get(room) else { return vec![format!("`{room}` is no room")] };
    let mut wrong = Vec::new();
    for (line, used) in uses(text) {
        if used != room && !allowed.contains(&used.as_str()) {
            wrong.push(format!("line {line}: `{room}` may not use `{used}`, only {}", allowed.join(", ")));
        }
    }
    wrong
}

#[test]
fn rooms_use_only_what_they_may() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (path, room) in files(&folder) {
        // Files for other repositories.
        if path.iter().any(|part| part == "files") {
            continue;
        }
        let found = violations(&room, &fs::read_to_string(&path).unwrap());
        wrong.extend(found.into_iter().map(|line| format!("{}: {line}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So no circle of rooms fits the table.
#[test]
fn rooms_come_after_those_they_use() {
    for (at, (room, uses)) in ROOMS.iter().enumerate() {
        for used in uses.split(' ').filter(|used| !used.is_empty() && *used != "worker") {
            assert!(
                ROOMS[..at].iter().any(|(before, _)| *before == used),
                "`{room}` uses `{used}`, which comes later"
            );
        }
    }
}

#[test]
fn a_violation_is_noticed() {
    for text in [
        "use crate::suite::run_case;\n",
        "fn f() {\n    crate::suite::exit::SUCCESS\n}\n",
        "use crate::{digest::Digest, suite};\n",
        "use crate::{\n    digest::{self, Digest},\n    suite::exit,\n};\n",
        "use smt_storm::suite::exit;\n",
    ] {
        assert_eq!(violations("smtlib", text).len(), 1, "{text}");
    }
    assert!(
        violations("smtlib", "use crate::suite;\n")[0].starts_with("line 1: `smtlib` may not use `suite`")
    );
    assert_eq!(violations("attic", "")[0], "`attic` is no room");
    for text in ["use crate::digest::Digest;\n", "//! See [`crate::suite`].\n", "use super::suite;\n"] {
        assert!(violations("smtlib", text).is_empty(), "{text}");
    }
}
