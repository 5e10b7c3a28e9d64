//! The tree of a YAML file as written: maps keep their order and their doubled keys, so that every
//! mistake can be reported with its place instead of the first one only.

use std::collections::BTreeMap;

use super::place::{Drafts, Place, Step};

/// The key that merges other maps into its own (YAML 1.1, "merge key").
const MERGE: &str = "<<";

/// One value of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
    /// A value with a `!tag`.
    Tagged(String, Box<Node>),
}

impl Node {
    /// The first value of `name`, if this is a map that has it.
    pub fn get(&self, name: &str) -> Option<&Node> {
        match self {
            Node::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// This tree without doubled keys, tags and merge keys; what is wrong with them goes to `drafts`.
    pub fn tidy(&self, place: &Place, drafts: &mut Drafts) -> Node {
        match self {
            Node::Tagged(tag, inner) => {
                let remedy = format!("`!{tag}` is a YAML tag; put it into quotes: \"!{tag}\"");
                drafts.value(place, remedy);
                match inner.as_ref() {
                    Node::Null => Node::Text(format!("!{tag}")),
                    inner => inner.tidy(place, drafts),
                }
            }
            Node::List(items) => Node::List(
                (items.iter().enumerate()).map(|(i, item)| item.tidy(&place.index(i), drafts)).collect(),
            ),
            Node::Map(entries) => Node::Map(tidy_map(entries, place, drafts)),
            scalar => scalar.clone(),
        }
    }

    /// The place where the value at `place` of the tidied tree was written: it differs below a merge key.
    pub fn written(&self, place: &Place) -> Place {
        let mut node = self;
        let mut written = Place::default();
        for step in &place.0 {
            let Some((steps, below)) = node.descend(step) else {
                // A missing key, or a step below a repeated one: the rest is taken as it stands.
                written = written.step(step.clone());
                node = &Node::Null;
                continue;
            };
            for step in steps {
                written = written.step(step);
            }
            node = below;
        }
        written
    }

    fn descend(&self, step: &Step) -> Option<(Vec<Step>, &Node)> {
        match (self, step) {
            (Node::Tagged(_, inner), _) => inner.descend(step),
            (Node::List(items), Step::Index(i)) => Some((vec![step.clone()], items.get(*i)?)),
            (Node::Map(entries), Step::Key { name, nth }) => {
                let mut same = entries.iter().filter(|(key, _)| key == name);
                if let Some((_, value)) = same.nth(*nth) {
                    return Some((vec![step.clone()], value));
                }
                let merge = Step::Key { name: MERGE.to_owned(), nth: 0 };
                let merged = self.get(MERGE)?;
                if let Node::List(items) = merged {
                    return items.iter().enumerate().find_map(|(i, item)| {
                        let (below, value) = item.descend(step)?;
                        let mut steps = vec![merge.clone(), Step::Index(i)];
                        steps.extend(below);
                        Some((steps, value))
                    });
                }
                let (below, value) = merged.descend(step)?;
                Some(([vec![merge], below].concat(), value))
            }
            _ => None,
        }
    }
}

fn tidy_map(entries: &[(String, Node)], place: &Place, drafts: &mut Drafts) -> Vec<(String, Node)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    let mut merged = Vec::new();
    for (name, value) in entries {
        let nth = seen.entry(name).or_default();
        let here = place.key_again(name, *nth);
        if *nth > 0 {
            drafts.key(&here, "duplicate key; keep one of them");
        }
        let value = value.tidy(&here, drafts);
        match (*nth, name.as_str()) {
            (0, MERGE) => merged = merge_sources(value, &here, drafts),
            (0, _) => kept.push((name.clone(), value)),
            _ => {}
        }
        *nth += 1;
    }
    for (name, value) in merged {
        if !kept.iter().any(|(key, _)| *key == name) {
            kept.push((name, value));
        }
    }
    kept
}

/// The entries that a merge key brings in, the ones that win first.
fn merge_sources(value: Node, place: &Place, drafts: &mut Drafts) -> Vec<(String, Node)> {
    let sources = match value {
        Node::List(items) => items,
        single => vec![single],
    };
    let mut entries = Vec::new();
    for source in sources {
        match source {
            Node::Map(more) => entries.extend(more),
            _ => drafts.key(place, "`<<` merges maps; give it an alias of a map"),
        }
    }
    entries
}
