//! The steps from a path to a [`Config`].

use std::io;
use std::path::{Path, PathBuf};

use super::argv::{Environment, Surroundings};
use super::check::{Checked, check};
use super::mistake::{ConfigError, Mistake};
use super::node::Node;
use super::place::{Draft, Drafts, Part, Place, Step};
use super::resolve::{Request, resolve};
use super::schema::{File, VERSION};
use super::{schema, text};
use crate::matrix::Config;

/// Reads a file, with a look into the environment that tests can replace.
pub(in crate::matrix) fn load(
    path: &Path,
    profile: Option<&str>,
    environment: Environment,
) -> Result<Config, ConfigError> {
    let unreadable = |source: io::Error| ConfigError::Read { path: path.to_owned(), source };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let absolute = std::path::absolute(path).map_err(unreadable)?;
    let root = absolute.parent().map(PathBuf::from).unwrap_or_default();
    let surroundings = Surroundings { environment, root: &root, folders: &[] };
    parse(&text, path, &absolute, profile, surroundings)
        .map_err(|list| ConfigError::Mistakes { path: path.to_owned(), list })
}

fn parse(
    text: &str,
    shown: &Path,
    absolute: &Path,
    profile: Option<&str>,
    surroundings: Surroundings,
) -> Result<Config, Vec<Mistake>> {
    let written = text::parse(text).map_err(|error| {
        vec![Mistake { place: String::new(), line: error.line, column: error.column, message: error.message }]
    })?;
    let source = Source { text, written };
    let mut drafts = Drafts::default();
    let tidy = source.written.tidy(&Place::default(), &mut drafts);
    other_version(&tidy).map_or(Ok(()), |draft| Err(source.mistakes(vec![draft])))?;

    let (node, checked) = check(&tidy, &schema());
    let file: File = text::deserialize(&node).map_err(|message| {
        // The schema and the types are one and the same, so this is not expected to happen.
        drafts.value(&Place::default(), message);
        source.mistakes([&*drafts.0, &checked.drafts.0].concat())
    })?;
    let request = Request {
        path: absolute,
        profile,
        surroundings,
        describe: &|place| {
            let (line, column) = source.locate(place, Part::Value);
            format!("{}:{line}:{column}: {place}", shown.display())
        },
    };
    let (config, meaning) = resolve(file, &request);
    let own = meaning.into_iter().filter(|draft| !follows(draft, &checked));
    drafts.0.extend(own);
    drafts.0.extend(checked.drafts.0.iter().cloned());
    if drafts.0.is_empty() { Ok(config) } else { Err(source.mistakes(drafts.0)) }
}

/// A file of another version has other keys; nothing else about it can be judged.
fn other_version(node: &Node) -> Option<Draft> {
    match node.get("version") {
        Some(Node::Integer(number)) if *number != i128::from(VERSION) => Some(Draft {
            place: Place::default().key("version"),
            part: Part::Value,
            message: format!("unknown version {number}; this smt-storm knows version {VERSION}"),
        }),
        _ => None,
    }
}

/// Whether a mistake in the meaning is only there because something was replaced.
fn follows(draft: &Draft, checked: &Checked) -> bool {
    let noted = checked.drafts.0.iter().any(|other| other.place == draft.place);
    noted
        || checked
            .replaced
            .iter()
            .any(|place| place.contains(&draft.place) || place.is_element_of(&draft.place))
}

/// The file as written, to find lines in.
struct Source<'a> {
    text: &'a str,
    written: Node,
}

impl Source<'_> {
    fn locate(&self, place: &Place, part: Part) -> (usize, usize) {
        text::locate(self.text, &self.written.written(place), part)
    }

    /// The mistakes in the order of their lines. What an alias repeats is reported once, where it was written.
    fn mistakes(&self, drafts: Vec<Draft>) -> Vec<Mistake> {
        let mut list: Vec<(Mistake, Option<Step>)> = Vec::new();
        for draft in drafts {
            let (line, column) = self.locate(&draft.place, draft.part);
            let step = draft.place.0.last().cloned();
            let mistake = Mistake { place: draft.place.to_string(), line, column, message: draft.message };
            let same = |(other, last): &(Mistake, Option<Step>)| {
                (other.line, other.column, &other.message, last) == (line, column, &mistake.message, &step)
            };
            if !list.iter().any(same) {
                list.push((mistake, step));
            }
        }
        list.sort_by_key(|(mistake, _)| (mistake.line, mistake.column));
        list.into_iter().map(|(mistake, _)| mistake).collect()
    }
}
