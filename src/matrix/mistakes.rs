//! The mistakes in `solvers.yaml`. Each is recorded with its place in the tree and reported with its line.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::yaml::{Content, Node, Position};

/// The largest number of reported mistakes in each step: nobody reads more at once.
const MOST_LISTED: usize = 50;

/// One mistake in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The place in the tree, such as `solvers.z3.timout` or `seeds[0].glob`; empty for the whole file.
    pub place: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The mistake and its remedy.
    pub message: String,
}

/// The error that a file cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; {}", path.display(), remedy(source))]
    Read {
        /// The path that was given.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file has mistakes.
    #[error("{}", list_mistakes(path, list, *more))]
    Mistakes {
        /// The path that was given.
        path: PathBuf,
        /// The first mistakes, in the order of their lines; at least one.
        list: Vec<Mistake>,
        /// The number of further mistakes.
        more: usize,
    },
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "`storm init` writes one, and `--config` names another file",
        _ => "name another file with `--config`",
    }
}

fn list_mistakes(path: &Path, list: &[Mistake], more: usize) -> String {
    let file = path.display();
    let count = match list.len() + more {
        1 => "1 mistake".to_owned(),
        many => format!("{many} mistakes"),
    };
    let lines = list.iter().map(|mistake| format!("\n{file}:{mistake}"));
    let rest = if more > 0 { format!("\nand {more} more") } else { String::new() };
    format!("{file} has {count}{}{rest}", lines.collect::<String>())
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake { place, line, column, message } = self;
        let separator = if place.is_empty() { "" } else { ": " };
        write!(f, "{line}:{column}: {place}{separator}{message}")
    }
}

/// A place in the file, as steps from the top; displayed as `solvers.z3.argv[1]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(Vec<Step>);

/// One step down the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// The value of a key; `nth` is the number of earlier entries with that key in the map.
    Key { name: String, nth: usize },
    /// An element of a list, from 0.
    Index(usize),
}

impl Place {
    /// Returns the place of the first value of `name` in the map at this place.
    pub(super) fn key(&self, name: &str) -> Place {
        self.nth_key(name, 0)
    }

    /// Returns the place of a value of `name`, after `nth` earlier ones in the same map.
    pub(super) fn nth_key(&self, name: &str, nth: usize) -> Place {
        self.step(Step::Key { name: name.to_owned(), nth })
    }

    /// Returns the place of an element of the list at this place.
    pub(super) fn index(&self, index: usize) -> Place {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> Place {
        Place([self.0.as_slice(), &[step]].concat())
    }

    /// Returns the position of the key or value at this place, or else of the nearest key around it.
    pub(super) fn locate(&self, part: Part, tree: &Node) -> Position {
        let (mut node, mut position) = (tree, tree.position);
        for (at, step) in self.0.iter().enumerate() {
            let next = match (step, &node.content) {
                (Step::Key { name, nth }, _) => {
                    node.nth(name, *nth).map(|(key, value)| (key.position, value))
                }
                (Step::Index(index), Content::List(items)) => {
                    items.get(*index).map(|item| (item.position, item))
                }
                (Step::Index(_), _) => None,
            };
            let Some((start, inner)) = next else { return position };
            let is_value = at + 1 == self.0.len() && part == Part::Value;
            (node, position) = (inner, if is_value { inner.position } else { start });
        }
        position
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key { name, .. } if i == 0 => write!(f, "{name}")?,
                Step::Key { name, .. } => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The part of an entry that a mistake is reported at: its key or its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Key,
    Value,
}

/// The mistakes so far, in all steps of reading a file.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    noted: Vec<(Place, Part, String)>,
    /// The number of mistakes beyond those that are reported.
    more: usize,
    /// The index of the first mistake of this step.
    step: usize,
    /// The places with replaced or missing content: further mistakes there follow from one that was reported.
    replaced: BTreeSet<Place>,
    /// The lists with a replaced element: a mistake of the list as a whole may follow from that.
    incomplete: BTreeSet<Place>,
}

impl Mistakes {
    /// Reports a mistake in the key at `place`.
    pub(super) fn key(&mut self, place: &Place, message: impl Into<String>) {
        self.note(place, Part::Key, message.into());
    }

    /// Reports a mistake in the value at `place`.
    pub(super) fn value(&mut self, place: &Place, message: impl Into<String>) {
        self.note(place, Part::Value, message.into());
    }

    fn note(&mut self, place: &Place, part: Part, message: String) {
        let around = (0..=place.0.len()).map(|length| Place(place.0[..length].to_vec()));
        if self.incomplete.contains(place) || around.into_iter().any(|place| self.replaced.contains(&place)) {
            return;
        }
        match self.noted.len() - self.step < MOST_LISTED {
            true => self.noted.push((place.clone(), part, message)),
            false => self.more += 1,
        }
    }

    /// Applies `read` to the text of a key in the map at `place`. Its error is a mistake in the value.
    pub(super) fn read<T>(
        &mut self,
        text: Option<&String>,
        place: &Place,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        read(text?).map_err(|message| self.value(&place.key(key), message)).ok()
    }

    /// Suppresses further mistakes at `place` and inside it.
    pub(super) fn settle(&mut self, place: Place) {
        if let Some((Step::Index(_), list)) = place.0.split_last() {
            self.incomplete.insert(Place(list.to_vec()));
        }
        self.replaced.insert(place);
    }

    /// Begins the next step; each step reports a limited number of mistakes.
    pub(super) fn begin_step(&mut self) {
        self.step = self.noted.len();
    }

    /// Returns the first mistakes in the order of their lines, and the number of further ones, or `None` if there are
    /// none. Repetitions by an alias are reported once, where the text was written.
    pub(super) fn into_list(self, tree: &Node) -> Option<(Vec<Mistake>, usize)> {
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        for (place, part, message) in self.noted {
            let Position { line, column } = place.locate(part, tree);
            if seen.insert((line, column, message.clone(), place.0.last().cloned())) {
                list.push(Mistake { place: place.to_string(), line, column, message });
            }
        }
        list.sort_by_key(|mistake| (mistake.line, mistake.column));
        let more = self.more + list.len().saturating_sub(MOST_LISTED);
        list.truncate(MOST_LISTED);
        (!list.is_empty()).then_some((list, more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_like_an_expression() {
        let place = Place::default().key("solvers").key("z3").key("argv");
        assert_eq!(place.index(1).to_string(), "solvers.z3.argv[1]");
    }

    #[test]
    fn consequences_of_a_mistake_are_not_reported() {
        let list = Place::default().key("list");
        let mut mistakes = Mistakes::default();
        mistakes.value(&list.index(1), "wrong");
        mistakes.settle(list.index(1));
        mistakes.value(&list.index(1).key("a"), "missing");
        mistakes.value(&list, "too short");
        mistakes.value(&list.index(0), "wrong too");
        let tree = Node::parse("list: [a, b]").unwrap();
        let (told, more) = mistakes.into_list(&tree).unwrap();
        let lines: Vec<String> = told.iter().map(Mistake::to_string).collect();
        assert_eq!(lines, ["1:8: list[0]: wrong too", "1:11: list[1]: wrong"]);
        assert_eq!(more, 0);
    }
}
