//! The replies that the commands of a script request, in order.

use std::collections::{BTreeMap, BTreeSet};

use crate::smtlib::Tree;

/// The requests of a script that help to locate replies in the output.
#[derive(Debug, Default)]
pub(super) struct ExpectedReplies {
    /// The number of check-sats.
    pub(super) checks: usize,
    /// The number of other commands that answer alike.
    pub(super) others: usize,
    /// For each `get-model`, the check-sat before it, from 0.
    pub(super) models: Vec<Option<usize>>,
    /// The declared symbols.
    pub(super) symbols: BTreeSet<String>,
    /// The positions of the commands that answer, among answers and echoes, with the number of the check-sat.
    answers: Vec<(usize, Option<usize>)>,
    /// The echoes by their first line: positions in order, and the ways to print them.
    echoes: BTreeMap<String, Vec<(usize, String)>>,
}

impl ExpectedReplies {
    /// Collects the requests of a script.
    pub(super) fn collect(commands: &Tree) -> ExpectedReplies {
        let mut asked = ExpectedReplies::default();
        let mut replies = 0;
        for &root in commands.roots() {
            let items = commands.list(root).unwrap_or_default();
            let Some(name) = commands.head(root) else { continue };
            match (name, items) {
                ("check-sat" | "check-sat-assuming" | "check-sat-using", _) => {
                    asked.answers.push((replies, Some(asked.checks)));
                    asked.checks += 1;
                    replies += 1;
                }
                // Commands of Z3, MathSAT and cvc5.
                ("get-consequences" | "check-allsat" | "check-synth" | "check-synth-next", _) => {
                    asked.answers.push((replies, None));
                    asked.others += 1;
                    replies += 1;
                }
                ("get-model", _) => asked.models.push(asked.checks.checked_sub(1)),
                ("echo", &[_, text]) => {
                    asked.echoes(replies, commands.text(text));
                    replies += 1;
                }
                ("declare-fun" | "declare-const", &[_, name, ..]) => {
                    asked.symbols.extend(commands.symbol(name).map(str::to_owned));
                }
                _ => {}
            }
        }
        asked
    }

    /// Adds an echo: some solvers print the literal, others its value.
    fn echoes(&mut self, position: usize, literal: &str) {
        let bare = literal.trim_matches('"').replace("\"\"", "\"");
        for text in [literal, bare.trim()] {
            if let Some(line) = text.lines().next() {
                let line = line.trim_end().to_owned();
                self.echoes.entry(line).or_default().push((position, text.to_owned()));
            }
        }
    }

    /// Returns the position of the next answer, and the number of its check-sat.
    pub(super) fn next_answer(&self, from: usize) -> Option<(usize, Option<usize>)> {
        let at = self.answers.partition_point(|(position, _)| *position < from);
        self.answers.get(at).copied()
    }

    /// Finds the next echo that `printed` starts with; `line` is the first line of `printed`. Returns its position and
    /// its length in bytes. An echo that looks like an answer counts only if no answer is due before it.
    pub(super) fn echo(&self, from: usize, line: &str, printed: &str) -> Option<(usize, usize)> {
        let echoes = self.echoes.get(line.trim_end())?;
        let (position, text) = echoes.get(echoes.partition_point(|(position, _)| *position < from))?;
        let is_due = || self.next_answer(from).is_none_or(|(answer, _)| *position < answer);
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['\n', '\r', ' ', '\t']);
        let is_echo = printed.strip_prefix(text.as_str()).is_some_and(ends);
        (is_echo && (!super::shape::is_answer(text) || is_due())).then_some((*position, text.len()))
    }
}
