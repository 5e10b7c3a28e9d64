//! The help pages, word for word; the reference, and the schema of JSON.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator, json_schema};
use smt_storm::generate::inspect::Inspection;
use smt_storm::matrix::{Count, Plan};
use smt_storm::report::summary::Summary;
use smt_storm::solver::doctor::Report;
use smt_storm::suite::focus::Learnt;

use super::Arguments;
use super::print::{Document, is_json_wanted};

/// Returns a command and all its sub-commands, each with its words: `storm-solvers-install`.
fn pages(command: Command, words: &str) -> Vec<(String, Command)> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help").cloned();
    let below = below.flat_map(|below| {
        let words = format!("{words}-{}", below.get_name());
        pages(below, &words)
    });
    let below: Vec<_> = below.collect();
    [(words.to_owned(), command)].into_iter().chain(below).collect()
}

#[test]
fn each_command_has_its_help() {
    for (words, command) in pages(Arguments::command(), "storm") {
        // The environment of the tests is not part of the page.
        let command = command.mut_args(|argument| argument.hide_env_values(true));
        let page = command.bin_name(words.replace('-', " ")).render_long_help().to_string();
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(words, page);
        });
    }
}

fn reference() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn each_command_is_in_the_reference() {
    let reference = reference();
    for (words, command) in pages(Arguments::command(), "storm") {
        let row = format!("| `{}` |", words.replace('-', " "));
        assert!(command.has_subcommands() || reference.contains(&row), "docs/reference.md has no row {row}");
    }
}

/// Returns the exit codes in a text, where none but them stand as numbers.
fn codes(text: &str) -> BTreeSet<u8> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn each_exit_code_of_a_help_page_is_in_the_reference() {
    let reference = reference();
    let table = reference.split("## Exit codes").nth(1).unwrap().split("\n\n").nth(1).unwrap();
    for (words, mut command) in pages(Arguments::command(), "storm") {
        let page = command.render_long_help().to_string();
        let Some((_, of_page)) = page.split_once("Exit codes:") else {
            assert!(command.has_subcommands(), "{words} does not say its exit codes");
            continue;
        };
        let of_page: BTreeSet<u8> =
            of_page.lines().flat_map(|line| codes(&line.trim()[..line.trim().len().min(8)])).collect();
        let name = format!("`{}`", words.replace('-', " "));
        let row = table.lines().find(|row| row.split('|').nth(1).is_some_and(|cell| cell.contains(&name)));
        let cells: Vec<&str> = row.unwrap_or_else(|| panic!("no row {name}")).split('|').skip(2).collect();
        let told = cells[..4].iter().zip(0..4_u8).filter(|(cell, _)| !cell.trim().is_empty());
        let told: BTreeSet<u8> = told.map(|(_, code)| code).collect();
        let others: BTreeSet<u8> = codes(cells[4]).into_iter().filter(|code| *code > 3).collect();
        let is_usual = |code: &u8| *code < 4;
        assert_eq!(told, of_page.iter().copied().filter(is_usual).collect(), "{name}");
        // With `--bisect`, other codes stand for the usual ones.
        assert!(of_page.iter().filter(|code| !is_usual(code)).all(|code| others.contains(code)), "{name}");
    }
}

/// Returns the schema of what commands print as JSON, with the result of each command.
fn output_schema() -> schemars::Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut of = |commands: &[&str], result: fn(&mut SchemaGenerator) -> schemars::Schema| {
        json_schema!({
            "if": {"properties": {"command": {"enum": commands}}},
            "then": {"properties": {"result": {"anyOf": [result(&mut generator), {"type": "null"}]}}},
        })
    };
    let results = [
        of(&["accept", "reject"], |all| all.subschema_for::<Vec<String>>()),
        of(&["bisect"], |all| all.subschema_for::<super::bisect::Bisection>()),
        of(&["check"], |all| all.subschema_for::<Vec<super::check::CheckedAssertion<'_>>>()),
        // Those of rows, or of the options of one.
        of(&["doctor"], |all| all.subschema_for::<OneOf<Vec<Report>, super::doctor::OptionGroups<'_>>>()),
        of(&["explain"], |all| all.subschema_for::<super::explain::Explanation<'_>>()),
        of(&["export"], |all| all.subschema_for::<Vec<PathBuf>>()),
        of(&["focus learn"], |all| all.subschema_for::<Learnt>()),
        of(&["inspect"], |all| all.subschema_for::<Vec<Inspection>>()),
        // One, or with `--draft` all.
        of(&["issue"], |all| all.subschema_for::<OneOf<super::issue::Draft, Vec<super::issue::Draft>>>()),
        // Of all cases, or as GitHub takes it.
        of(&["matrix"], |all| all.subschema_for::<OneOf<Vec<Count>, Plan>>()),
        of(&["minimize"], |all| all.subschema_for::<super::minimize::Minimisation<'_>>()),
        of(&["replay"], |all| all.subschema_for::<super::replay::Replayed<'_>>()),
        of(&["report"], |all| all.subschema_for::<Summary<'_>>()),
        of(&["review"], |all| all.subschema_for::<Vec<super::review::Waiting<'_>>>()),
        of(&["seeds add"], |all| all.subschema_for::<super::seeds::Addition>()),
        of(&["solvers install", "solvers list", "solvers outdated"], |all| {
            all.subschema_for::<Vec<super::solvers::ReleaseStatus<'_>>>()
        }),
        of(&["verify"], |all| all.subschema_for::<super::verify::Verification<'_>>()),
    ];
    let mut schema = generator.into_root_schema_for::<Document>();
    schema.insert("allOf".to_owned(), serde_json::to_value(results).unwrap());
    schema
}

/// One of two types.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[expect(dead_code, reason = "only its schema counts")]
enum OneOf<A, B> {
    One(A),
    Other(B),
}

#[test]
fn each_command_that_prints_json_has_a_schema() {
    let schema = output_schema().to_value();
    let known: BTreeSet<&str> = schema["allOf"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| one["if"]["properties"]["command"]["enum"].as_array().unwrap())
        .map(|name| name.as_str().unwrap())
        .collect();
    let has_format =
        |command: &Command| command.get_arguments().any(|argument| argument.get_id() == "format");
    let pages = pages(Arguments::command(), "storm");
    let printing = pages.iter().filter(|(words, command)| words != "storm-test" && has_format(command));
    let printing: BTreeSet<String> =
        printing.map(|(words, _)| words.trim_start_matches("storm-").replace('-', " ")).collect();
    assert_eq!(printing.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

#[test]
fn the_checked_in_schema_of_json_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/output.schema.json");
    let now = serde_json::to_string_pretty(&output_schema()).unwrap() + "\n";
    if std::env::var_os("STORM_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap();
    assert!(checked_in == now, "the schema changed; STORM_BLESS=1 writes the new one");
}

#[test]
fn wrong_arguments_may_still_ask_for_json() {
    let is_wanted = |words: &str| {
        let words: Vec<_> = words.split(' ').map(Into::into).collect();
        is_json_wanted(&words)
    };
    assert!(is_wanted("storm verify --nothing --format json") && is_wanted("storm report --format=json --x"));
    assert!(!is_wanted("storm verify --format text") && !is_wanted("storm test --format json"));
}
