//! What is wrong with `solvers.yaml`: each mistake is recorded with its place in the tree and reported with its line.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::yaml::{Content, Node, Position};

/// How many mistakes of each step are reported: nobody reads more at once.
const MOST_LISTED: usize = 50;

/// One mistake in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where in the tree: `solvers.z3.timout`, `seeds[0].glob`; empty for the whole file.
    pub place: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// A file that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; give the path of a readable solvers.yaml", path.display())]
    Read {
        /// The path that was given.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file was read, and these are the mistakes in it, in the order of their lines.
    #[error("{}", list_mistakes(path, list, *more))]
    Mistakes {
        /// The path that was given.
        path: PathBuf,
        /// At least one; not all if there are very many.
        list: Vec<Mistake>,
        /// How many there are besides.
        more: usize,
    },
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

/// The steps from the top of the file; displayed as `solvers.z3.argv[1]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(Vec<Step>);

/// One step down the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// The value of a key; `nth` counts from 0 the times the key was written before in the same map.
    Key { name: String, nth: usize },
    /// An element of a list, from 0.
    Index(usize),
}

impl Place {
    /// The place of the first value of `name` in the map at this place.
    pub(super) fn key(&self, name: &str) -> Place {
        self.nth_key(name, 0)
    }

    /// The place of a value of `name` that was written `nth` times before in the same map.
    pub(super) fn nth_key(&self, name: &str, nth: usize) -> Place {
        self.step(Step::Key { name: name.to_owned(), nth })
    }

    /// The place of an element of the list at this place.
    pub(super) fn index(&self, index: usize) -> Place {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> Place {
        Place([self.0.as_slice(), &[step]].concat())
    }

    /// Where the key or the value at this place stands; where there is none, the nearest key around it.
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

/// Whether a mistake is pointed out at the key or at what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Key,
    Value,
}

/// The mistakes found so far, in all steps of reading a file.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    noted: Vec<(Place, Part, String)>,
    /// How many more there were than are reported.
    more: usize,
    /// Where this step began.
    step: usize,
    /// Places whose content was replaced or is missing: what else is found there follows from a mistake already noted.
    replaced: BTreeSet<Place>,
    /// Lists of which an element was replaced: what is wrong with the list as a whole may follow from that.
    incomplete: BTreeSet<Place>,
}

impl Mistakes {
    /// Notes a mistake in the key at `place`.
    pub(super) fn key(&mut self, place: &Place, message: impl Into<String>) {
        self.note(place, Part::Key, message.into());
    }

    /// Notes a mistake in the value at `place`.
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

    /// What `read` makes of the text of a key in the map at `place`; its error is a mistake in the value.
    pub(super) fn read<T>(
        &mut self,
        text: Option<&String>,
        place: &Place,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        read(text?).map_err(|message| self.value(&place.key(key), message)).ok()
    }

    /// From here on, no other mistake is noted at `place` or inside it.
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

    /// The first mistakes in the order of their lines, and how many there are besides; none if there are none. What an
    /// alias repeats is reported once, where it was written.
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
    fn what_follows_from_a_mistake_is_no_other_one() {
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
