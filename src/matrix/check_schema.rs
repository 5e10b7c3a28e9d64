//! The check of a file against the JSON schema of its types, which reports every difference.
//!
//! serde stops at the first mistake. This check records each one and replaces it by something of the right type, so
//! that the rest of the file can be deserialised and its meaning checked as well.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::mistakes::{Mistakes, Place};
use super::names::{advice, nearest};
use super::yaml::{Content, Key, Node};

/// Reads a tree as a value of a type. Differences from the schema are added to `mistakes` and replaced.
///
/// # Errors
/// serde rejects a value that the schema of the type allows, which is a mistake of ours.
pub(super) fn read<'de, T: Deserialize<'de> + JsonSchema>(
    tree: &Node,
    mistakes: &mut Mistakes,
) -> Result<T, String> {
    let schema: Value = schemars::schema_for!(T).into();
    let mut check = Check { schema: &schema, mistakes };
    let node = check.node(tree, &schema, &Place::default());
    let node = node.unwrap_or_else(|| replacement(tree, Content::Map(Vec::new())));
    T::deserialize(&node).map_err(|error| error.to_string())
}

struct Check<'a> {
    schema: &'a Value,
    mistakes: &'a mut Mistakes,
}

/// Returns a node with other content at the same position.
fn replacement(node: &Node, content: Content) -> Node {
    Node { tag: None, content, ..*node }
}

impl<'a> Check<'a> {
    /// Returns the corrected node, or `None` if it cannot be kept at all.
    fn node(&mut self, node: &Node, schema: &'a Value, place: &Place) -> Option<Node> {
        if let Some(tag) = &node.tag {
            self.mistakes.value(place, format!("`!{tag}` is a YAML tag; put it in quotes: \"!{tag}\""));
            self.mistakes.settle(place.clone());
            return None;
        }
        let alternatives = self.alternatives(schema);
        let fitting: Vec<&Value> =
            (alternatives.iter().copied()).filter(|schema| has_type(schema, type_name(node))).collect();
        let message = match &node.content {
            _ if fitting.is_empty() => {
                format!("expected {}, found {}", describe_expected(&alternatives), describe_node(node))
            }
            Content::Map(entries) => return Some(self.map(node, entries, fitting[0], place)),
            Content::List(items) => return Some(self.list(node, items, fitting[0], place)),
            Content::Integer(number) => match out_of_bounds(*number, fitting[0]) {
                Some(message) => message,
                None => return Some(node.clone()),
            },
            Content::Text(text) => {
                let known: Vec<&str> = fitting.iter().flat_map(|schema| constants(schema)).collect();
                if known.is_empty() || known.contains(&text.as_str()) {
                    return Some(node.clone());
                }
                format!("unknown value `{text}`{}", advice(text, known))
            }
            _ => return Some(node.clone()),
        };
        self.mistakes.value(place, message);
        self.mistakes.settle(place.clone());
        None
    }

    fn list(&mut self, node: &Node, items: &[Node], schema: &'a Value, place: &Place) -> Node {
        let Some(schema) = schema.get("items") else { return node.clone() };
        let items = items.iter().enumerate().map(|(i, item)| {
            // Dropping an element would shift the places of the following ones.
            self.node(item, schema, &place.index(i)).unwrap_or_else(|| self.blank(item, schema))
        });
        replacement(node, Content::List(items.collect()))
    }

    fn map(&mut self, node: &Node, entries: &[(Key, Node)], schema: &'a Value, place: &Place) -> Node {
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|schema| schema.is_object());
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let required: Vec<&str> = required.filter_map(Value::as_str).collect();
        let mut written: BTreeMap<&str, usize> = BTreeMap::new();
        let mut kept = Vec::new();
        let mut meant = Vec::new();
        for (key, value) in entries {
            let name = key.name.as_str();
            let nth = written.entry(name).and_modify(|nth| *nth += 1).or_default();
            let here = place.nth_key(name, *nth);
            if *nth > 0 {
                self.mistakes.key(&here, "duplicate key; keep one of them");
            } else if let Some(schema) = properties.and_then(|properties| properties.get(name)) {
                // A key without a value is equivalent to no key, so there is no need to mention it.
                if value.content == Content::Null && value.tag.is_none() && !required.contains(&name) {
                    continue;
                }
                kept.extend(self.node(value, schema, &here).map(|value| (key.clone(), value)));
            } else if let Some(schema) = others {
                // The name stays, because other keys may refer to it.
                let value = self.node(value, schema, &here).unwrap_or_else(|| self.blank(value, schema));
                kept.push((key.clone(), value));
            } else {
                let known: Vec<&str> =
                    properties.into_iter().flatten().map(|(key, _)| key.as_str()).collect();
                let unknown = format!("unknown key{}", advice(name, known.iter().copied()));
                self.mistakes.key(&here, unknown);
                meant.extend(nearest(name, known));
            }
        }
        for key in required {
            if !written.contains_key(key) && !meant.contains(&key) {
                self.mistakes.key(&place.key(key), "missing key");
                self.mistakes.settle(place.key(key));
            }
        }
        meant.into_iter().for_each(|key| self.mistakes.settle(place.key(key)));
        replacement(node, Content::Map(kept))
    }

    /// Returns some value of the type that the schema requires.
    fn blank(&self, node: &Node, schema: &'a Value) -> Node {
        let alternatives = self.alternatives(schema);
        let is = |name| alternatives.iter().any(|schema| has_type(schema, name));
        let content = if let Some(constant) = alternatives.iter().flat_map(|schema| constants(schema)).next()
        {
            Content::Text(constant.to_owned())
        } else if is("object") {
            Content::Map(Vec::new())
        } else if is("array") {
            Content::List(Vec::new())
        } else if is("integer") {
            Content::Integer(1)
        } else {
            Content::Text(String::new())
        };
        replacement(node, content)
    }

    /// Returns the schemas, without choices and references, of which a value must match one.
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

/// Returns the JSON schema name of the type of a node.
fn type_name(node: &Node) -> &'static str {
    match node.content {
        Content::Null => "null",
        Content::Bool(_) => "boolean",
        Content::Integer(_) => "integer",
        Content::Float(_) => "number",
        Content::Text(_) => "string",
        Content::List(_) => "array",
        Content::Map(_) => "object",
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
    // The schema of a type has its name, but not its largest value.
    let most_of_type =
        schema.get("format").filter(|format| *format == "uint32").map(|_| i128::from(u32::MAX));
    match (bound("minimum"), bound("maximum").or(most_of_type)) {
        (Some(least), _) if number < least => {
            Some(format!("{number} is too small; at least {least} is needed"))
        }
        (_, Some(most)) if number > most => {
            Some(format!("{number} is too large; at most {most} is possible"))
        }
        _ => None,
    }
}

/// Describes the allowed values.
fn describe_expected(alternatives: &[&Value]) -> String {
    let mut words = Vec::new();
    for schema in alternatives {
        for name in types(schema) {
            let constants = constants(schema);
            words.push(match name {
                // It is nothing to ask for.
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

fn describe_node(node: &Node) -> String {
    match &node.content {
        Content::Null => "nothing".to_owned(),
        Content::Bool(value) => format!("`{value}`"),
        Content::Integer(number) => format!("the number {number}"),
        // `010` and `1e1`, too.
        Content::Float(number) if number.fract() == 0.0 => {
            format!("the number {number}, which is not written as an integer")
        }
        Content::Float(number) => format!("the number {number}"),
        Content::Text(text) => format!("the string `{text}`"),
        Content::List(_) => "a list".to_owned(),
        Content::Map(entries) => match entries.as_slice() {
            [(Key { name, .. }, Node { content: Content::Null, .. })] => {
                format!("a map; if this is `{{{name}}}`, put it in quotes: \"{{{name}}}\"")
            }
            _ => "a map".to_owned(),
        },
    }
}
