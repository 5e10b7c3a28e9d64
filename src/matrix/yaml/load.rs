//! The steps from a path to a [`Config`].

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::argv::{Environment, Surroundings};
use super::check::{Checked, check};
use super::mistake::{ConfigError, Mistake};
use super::node::Node;
use super::place::{Draft, Drafts, Part, Place};
use super::resolve::{Request, resolve};
use super::schema::{self, VERSION};
use super::text;
use crate::matrix::Config;

/// Size of the largest file that is read, in bytes: thousands of rows. Each line that is told takes another reading.
const LARGEST: u64 = 2 << 20;
/// How many mistakes of each step are told: nobody reads more of them at once.
const TOLD: usize = 50;

/// Reads a file, with a look into the environment that tests can replace.
pub(in crate::matrix) fn load(
    path: &Path,
    profile: Option<&str>,
    environment: Environment,
) -> Result<Config, ConfigError> {
    let unreadable = |source: io::Error| ConfigError::Read { path: path.to_owned(), source };
    let text = read(path).map_err(unreadable)?;
    let absolute = std::path::absolute(path).map_err(unreadable)?;
    let root = absolute.parent().map(PathBuf::from).unwrap_or_default();
    let surroundings = Surroundings { environment, root: &root, folders: &[] };
    parse(&text, path, &absolute, profile, surroundings)
        .map_err(|Mistakes { list, more }| ConfigError::Mistakes { path: path.to_owned(), list, more })
}

/// The text of a file, without the byte-order mark that some editors put before it.
pub(super) fn read(path: &Path) -> io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    // Opening a FIFO waits for somebody to write to it, and a device may never end.
    if !metadata.is_file() {
        return Err(io::Error::other("it is a FIFO, a socket or a device, not a file"));
    }
    let mut text = String::new();
    File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn parse(
    text: &str,
    shown: &Path,
    absolute: &Path,
    profile: Option<&str>,
    surroundings: Surroundings,
) -> Result<Config, Mistakes> {
    let written = text::parse(text).map_err(|error| {
        let text::SyntaxError { line, column, message } = error;
        Mistakes { list: vec![Mistake { place: String::new(), line, column, message }], more: 0 }
    })?;
    let source = Source { text };
    let mut drafts = Drafts::default();
    let tidy = written.tidy(&Place::default(), &mut drafts);
    other_version(&tidy).map_or(Ok(()), |draft| Err(source.mistakes([vec![draft]])))?;

    let (node, checked) = check(&tidy, &super::schema());
    let file: schema::File = text::deserialize(&node).map_err(|message| {
        // The schema and the types are one and the same, so this is not expected to happen.
        let unexpected = Draft { place: Place::default(), part: Part::Value, message };
        source.mistakes([vec![unexpected], drafts.0.clone(), checked.drafts.0.clone()])
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
    let consequences = Consequences::of(&checked);
    let own: Vec<Draft> = meaning.into_iter().filter(|draft| !consequences.contain(draft)).collect();
    let all = [drafts.0, own, checked.drafts.0];
    if all.iter().all(Vec::is_empty) { Ok(config) } else { Err(source.mistakes(all)) }
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

/// Where a mistake in the meaning is only there because something was replaced.
struct Consequences<'a> {
    /// Places with a mistake of their own.
    noted: BTreeSet<&'a Place>,
    replaced: &'a BTreeSet<Place>,
    /// The lists of which an element was replaced.
    lists: BTreeSet<Place>,
}

impl Consequences<'_> {
    fn of(checked: &Checked) -> Consequences<'_> {
        Consequences {
            noted: checked.drafts.0.iter().map(|draft| &draft.place).collect(),
            replaced: &checked.replaced,
            lists: checked.replaced.iter().filter_map(Place::list).collect(),
        }
    }

    fn contain(&self, Draft { place, .. }: &Draft) -> bool {
        self.noted.contains(place)
            || self.lists.contains(place)
            || place.with_those_around().any(|around| self.replaced.contains(around))
    }
}

/// The mistakes of a file that are told, and how many there are besides.
struct Mistakes {
    list: Vec<Mistake>,
    more: usize,
}

/// The file as written, to find lines in.
struct Source<'a> {
    text: &'a str,
}

impl Source<'_> {
    fn locate(&self, place: &Place, part: Part) -> (usize, usize) {
        text::locate(self.text, place, part)
    }

    /// The first mistakes in the order of their lines, given those of each step in the order of the file. Each takes another
    /// reading of the file, so that only those are looked up that are told. What an alias
    /// repeats is reported once, where it was written.
    fn mistakes<const STEPS: usize>(&self, drafts: [Vec<Draft>; STEPS]) -> Mistakes {
        let all: usize = drafts.iter().map(Vec::len).sum();
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        let first = drafts.into_iter().flat_map(|step| step.into_iter().take(TOLD));
        let mut looked_at = 0;
        for Draft { place, part, message } in first {
            looked_at += 1;
            let (line, column) = self.locate(&place, part);
            if seen.insert((line, column, message.clone(), place.0.last().cloned())) {
                list.push(Mistake { place: place.to_string(), line, column, message });
            }
        }
        list.sort_by_key(|mistake| (mistake.line, mistake.column));
        let more = all - looked_at + list.len().saturating_sub(TOLD);
        list.truncate(TOLD);
        Mistakes { list, more }
    }
}
