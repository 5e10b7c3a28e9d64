//! The tree of a YAML file as written: maps keep their order and their doubled keys, so that every
//! mistake can be reported with its place instead of the first one only.

use std::collections::BTreeMap;

use super::place::{Drafts, Place};

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
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        match self {
            Node::Map(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// This tree without doubled keys and tags; what is wrong with them goes to `drafts`.
    pub(super) fn tidy(&self, place: &Place, drafts: &mut Drafts) -> Node {
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
}

fn tidy_map(entries: &[(String, Node)], place: &Place, drafts: &mut Drafts) -> Vec<(String, Node)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for (name, value) in entries {
        let nth = seen.entry(name).or_default();
        let here = place.nth_key(name, *nth);
        if *nth > 0 {
            drafts.key(&here, "duplicate key; keep one of them");
        }
        let value = value.tidy(&here, drafts);
        if *nth == 0 {
            kept.push((name.clone(), value));
        }
        *nth += 1;
    }
    kept
}
