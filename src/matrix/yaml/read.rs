//! Deserialising into a [`Node`], whatever stands in the file.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::node::Node;

/// Builds a [`Node`] from whatever stands there.
pub(super) struct NodeSeed;

impl<'de> DeserializeSeed<'de> for NodeSeed {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    /// An empty document.
    fn visit_none<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Integer(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Integer(value.into()))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Node, E> {
        Ok(Node::Integer(value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Node, E> {
        Ok(Node::Integer(i128::try_from(value).unwrap_or(i128::MAX)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(NodeSeed)? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key_seed(KeySeed { fail_at: None })? {
            entries.push((key, map.next_value_seed(NodeSeed)?));
        }
        Ok(Node::Map(entries))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Node, A::Error> {
        let (tag, content) = data.variant::<String>()?;
        let inner = content.newtype_variant_seed(NodeSeed)?;
        Ok(Node::Tagged(tag, Box::new(inner)))
    }
}

/// Reads a key as text; fails, to learn its position, when it is the one looked for.
pub(super) struct KeySeed<'a> {
    pub fail_at: Option<&'a str>,
}

impl<'de> DeserializeSeed<'de> for KeySeed<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl KeySeed<'_> {
    fn read<E: Error>(self, key: &str) -> Result<String, E> {
        match self.fail_at {
            Some(wanted) if wanted == key => Err(E::custom("found")),
            _ => Ok(key.to_owned()),
        }
    }
}

impl<'de> Visitor<'de> for KeySeed<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name as key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<String, E> {
        self.read(key)
    }

    fn visit_bool<E: Error>(self, key: bool) -> Result<String, E> {
        self.read(&key.to_string())
    }

    fn visit_i64<E: Error>(self, key: i64) -> Result<String, E> {
        self.read(&key.to_string())
    }

    fn visit_u64<E: Error>(self, key: u64) -> Result<String, E> {
        self.read(&key.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<String, E> {
        self.read("null")
    }
}
