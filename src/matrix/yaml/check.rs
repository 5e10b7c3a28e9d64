//! Compares a file with the JSON schema of its types and collects every difference.
//!
//! serde stops at the first mistake. Here each one is noted, and what is wrong is replaced by something of the
//! right type, so that the rest of the file can still be deserialised and its meaning checked as well.

use std::collections::BTreeSet;

use serde_json::Value;

use super::node::Node;
use super::place::{Drafts, Place};
use crate::matrix::names::{advice, nearest};

/// What the comparison leaves behind.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub drafts: Drafts,
    /// Places whose content was replaced: whatever else is found there follows from a mistake already noted.
    pub replaced: BTreeSet<Place>,
}

/// The node with every mistake replaced; the mistakes are in the other half.
pub(super) fn check(node: &Node, schema: &Value) -> (Node, Checked) {
    let mut check = Check { schema, found: Checked::default() };
    let node = check.node(node, schema, &Place::default());
    let node = node.unwrap_or_else(|| Node::Map(Vec::new()));
    (node, check.found)
}

struct Check<'a> {
    schema: &'a Value,
    found: Checked,
}

impl<'a> Check<'a> {
    /// The corrected node; none when it cannot be kept at all.
    fn node(&mut self, node: &Node, schema: &'a Value, place: &Place) -> Option<Node> {
        let alternatives = self.alternatives(schema);
        let fitting: Vec<&Value> =
            (alternatives.iter().copied()).filter(|schema| has_type(schema, type_of(node))).collect();
        let message = match node {
            _ if fitting.is_empty() => {
                format!("expected {}, found {}", expected(&alternatives), found(node))
            }
            Node::Map(entries) => return Some(self.map(entries, fitting[0], place)),
            Node::List(items) => return Some(self.list(items, fitting[0], place)),
            Node::Integer(number) => match out_of_bounds(*number, fitting[0]) {
                Some(message) => message,
                None => return Some(node.clone()),
            },
            Node::Text(text) => {
                let known: Vec<&str> = fitting.iter().flat_map(|schema| constants(schema)).collect();
                if known.is_empty() || known.contains(&text.as_str()) {
                    return Some(node.clone());
                }
                format!("unknown value `{text}`{}", advice(text, known))
            }
            _ => return Some(node.clone()),
        };
        self.found.drafts.value(place, message);
        self.found.replaced.insert(place.clone());
        None
    }

    fn list(&mut self, items: &[Node], schema: &'a Value, place: &Place) -> Node {
        let Some(item_schema) = schema.get("items") else {
            return Node::List(items.to_vec());
        };
        let items = items.iter().enumerate().map(|(i, item)| {
            // Dropped elements would shift the places of those that follow.
            self.node(item, item_schema, &place.index(i)).unwrap_or_else(|| self.blank(item_schema))
        });
        Node::List(items.collect())
    }

    fn map(&mut self, entries: &[(String, Node)], schema: &'a Value, place: &Place) -> Node {
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|schema| schema.is_object());
        let mut kept = Vec::new();
        let mut meant = Vec::new();
        for (name, value) in entries {
            let here = place.key(name);
            if let Some(schema) = properties.and_then(|properties| properties.get(name)) {
                if let Some(value) = self.node(value, schema, &here) {
                    kept.push((name.clone(), value));
                }
            } else if let Some(schema) = others {
                // The name stays known to those that refer to it.
                let value = self.node(value, schema, &here).unwrap_or_else(|| self.blank(schema));
                kept.push((name.clone(), value));
            } else {
                let known: Vec<&str> =
                    properties.into_iter().flatten().map(|(key, _)| key.as_str()).collect();
                let unknown = format!("unknown key{}", advice(name, known.iter().copied()));
                self.found.drafts.key(&here, unknown);
                meant.extend(nearest(name, known));
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for key in required.into_iter().flatten().filter_map(Value::as_str) {
            let written = entries.iter().any(|(name, _)| name == key);
            if !written && !meant.contains(&key) {
                self.found.drafts.key(&place.key(key), "missing key");
            }
        }
        self.found.replaced.extend(meant.into_iter().map(|key| place.key(key)));
        Node::Map(kept)
    }

    /// Something of the type that the schema asks for.
    fn blank(&self, schema: &'a Value) -> Node {
        let alternatives = self.alternatives(schema);
        let is = |name| alternatives.iter().any(|schema| has_type(schema, name));
        if let Some(constant) = alternatives.iter().flat_map(|schema| constants(schema)).next() {
            Node::Text(constant.to_owned())
        } else if is("object") {
            Node::Map(Vec::new())
        } else if is("array") {
            Node::List(Vec::new())
        } else if is("integer") {
            Node::Integer(1)
        } else {
            Node::Text(String::new())
        }
    }

    /// The schemas, none of them a choice or a reference, of which a value has to match one.
    fn alternatives(&self, schema: &'a Value) -> Vec<&'a Value> {
        let target =
            schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
        if let Some(target) = target.and_then(|pointer| self.schema.pointer(pointer)) {
            return self.alternatives(target);
        }
        let choice = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
        match choice {
            Some(choice) => choice.iter().flat_map(|schema| self.alternatives(schema)).collect(),
            None => vec![schema],
        }
    }
}

/// The name that JSON schema has for the type of a node.
fn type_of(node: &Node) -> &'static str {
    match node {
        Node::Null => "null",
        Node::Bool(_) => "boolean",
        Node::Integer(_) => "integer",
        Node::Float(_) => "number",
        Node::Text(_) => "string",
        Node::List(_) => "array",
        Node::Map(_) | Node::Tagged(..) => "object",
    }
}

fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has_type(schema: &Value, name: &str) -> bool {
    types(schema).contains(&name)
}

fn constants(schema: &Value) -> Vec<&str> {
    let listed = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    listed.chain(schema.get("const")).filter_map(Value::as_str).collect()
}

fn out_of_bounds(number: i128, schema: &Value) -> Option<String> {
    let bound = |name| {
        let bound = schema.get(name)?;
        bound.as_u64().map(i128::from).or_else(|| bound.as_i64().map(i128::from))
    };
    match (bound("minimum"), bound("maximum")) {
        (Some(least), _) if number < least => {
            Some(format!("{number} is too small; at least {least} is needed"))
        }
        (_, Some(most)) if number > most => {
            Some(format!("{number} is too large; at most {most} is possible"))
        }
        _ => None,
    }
}

/// What would have been right, in words.
fn expected(alternatives: &[&Value]) -> String {
    let mut words = Vec::new();
    for schema in alternatives {
        for name in types(schema) {
            let constants = constants(schema);
            words.push(match name {
                // A key without a value means the same as no key; it is nothing to ask for.
                "null" => continue,
                "boolean" => "`true` or `false`".to_owned(),
                "integer" => "an integer".to_owned(),
                "string" if !constants.is_empty() => format!("`{}`", constants.join("` or `")),
                "string" => format!("a string{}", example(schema)),
                "array" => format!("a list{}", example(schema)),
                _ => "a map".to_owned(),
            });
        }
    }
    words.join(" or ")
}

fn example(schema: &Value) -> String {
    match schema.get("examples").and_then(|examples| examples.get(0)) {
        Some(Value::String(text)) => format!(" such as `{text}`"),
        Some(example) => format!(" such as `{example}`"),
        None => String::new(),
    }
}

fn found(node: &Node) -> String {
    match node {
        Node::Null => "nothing".to_owned(),
        Node::Bool(value) => format!("`{value}`"),
        Node::Integer(number) => format!("the number {number}"),
        Node::Float(number) => format!("the number {number}"),
        Node::Text(text) => format!("the string `{text}`"),
        Node::List(_) => "a list".to_owned(),
        Node::Map(entries) => match entries.as_slice() {
            [(name, Node::Null)] => {
                format!("a map; if this is `{{{name}}}`, put it into quotes: \"{{{name}}}\"")
            }
            _ => "a map".to_owned(),
        },
        Node::Tagged(..) => "a tag".to_owned(),
    }
}
