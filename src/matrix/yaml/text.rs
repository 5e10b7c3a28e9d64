//! YAML text to a tree and to types, and the line of a place in it. The only file that names `serde_yaml`,
//! which is unmaintained and may have to be replaced.

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

use super::locate::Locate;
use super::node::Node;
use super::place::{Part, Place};
use super::read::NodeSeed;

/// What YAML's own grammar rejects. Lines and columns count from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// Reads the tree of a file that holds one YAML document.
pub(super) fn parse(text: &str) -> Result<Node, SyntaxError> {
    NodeSeed.deserialize(serde_yaml::Deserializer::from_str(text)).map_err(|error| {
        let (line, column) = position(&error).unwrap_or((1, 1));
        let message = error.to_string().replace(&format!(" at line {line} column {column}"), "");
        SyntaxError { line, column, message: format!("not valid YAML: {message}") }
    })
}

/// Turns a tidied tree into a type of the schema.
pub(super) fn deserialize<T: DeserializeOwned>(node: &Node) -> Result<T, String> {
    serde_yaml::from_value(value(node)).map_err(|error| error.to_string())
}

/// Reads a whole text as a value.
pub(super) fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// Writes a value as a whole text.
pub(super) fn to_text<T: Serialize>(value: &T) -> Result<String, String> {
    serde_yaml::to_string(value).map_err(|error| error.to_string())
}

/// Line and column, from 1, of a place, or of the nearest place above it that was written.
pub(super) fn locate(text: &str, place: &Place, part: Part) -> (usize, usize) {
    for length in (0..=place.0.len()).rev() {
        // Of a parent, the key is what the reader looks for.
        let part = if length == place.0.len() { part } else { Part::Key };
        let locate = Locate { steps: &place.0[..length], part };
        let found = locate.deserialize(serde_yaml::Deserializer::from_str(text));
        if let Some(found) = found.err().as_ref().and_then(position) {
            return found;
        }
    }
    (1, 1)
}

fn position(error: &serde_yaml::Error) -> Option<(usize, usize)> {
    error.location().map(|location| (location.line(), location.column()))
}

fn value(node: &Node) -> serde_yaml::Value {
    match node {
        Node::Null => serde_yaml::Value::Null,
        Node::Bool(b) => (*b).into(),
        Node::Integer(i) => match (u64::try_from(*i), i64::try_from(*i)) {
            (Ok(unsigned), _) => unsigned.into(),
            (_, Ok(signed)) => signed.into(),
            // The schema's bounds were checked before: no type takes such a number.
            _ => i.to_string().into(),
        },
        Node::Float(f) => (*f).into(),
        Node::Text(text) => text.as_str().into(),
        Node::List(items) => items.iter().map(value).collect::<Vec<_>>().into(),
        Node::Map(entries) => {
            let entries = entries.iter().map(|(key, item)| (key.as_str().into(), value(item)));
            serde_yaml::Value::Mapping(entries.collect())
        }
        Node::Tagged(_, inner) => value(inner),
    }
}
