//! The help pages, word for word.

use std::path::Path;

use clap::{Command, CommandFactory};

use super::Arguments;

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

#[test]
fn each_command_is_in_the_reference() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    let reference = std::fs::read_to_string(path).unwrap();
    for (words, command) in pages(Arguments::command(), "storm") {
        let row = format!("| `{}` |", words.replace('-', " "));
        assert!(command.has_subcommands() || reference.contains(&row), "docs/reference.md has no row {row}");
    }
}
