//! Values of the file that may be written in more than one way.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::named::Named;
use super::place::Place;
use super::schema::OptionsEntry;
use crate::matrix::bounds::{Auto, MOST};

/// One word or a list of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    /// The words, each with its place; `place` is that of the value.
    pub(super) fn placed(&self, place: &Place) -> Vec<(Place, &str)> {
        match self {
            Words::One(word) => vec![(place.clone(), word)],
            Words::Many(words) => {
                let words = words.iter().enumerate();
                words.map(|(i, word)| (place.index(i), word.as_str())).collect()
            }
        }
    }
}

/// Groups of options, or the word that says that they stand elsewhere.
#[derive(Clone, Debug)]
pub(super) enum OptionsText {
    Groups(Named<OptionsEntry>),
    FromSolver,
}

/// That word.
pub(super) const FROM_SOLVER: &str = "from-solver";

/// RNG seeds: one, a list, or a range as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RngText {
    One(u64),
    Many(Vec<u64>),
    Range(String),
}

/// Implements `Deserialize` by a visitor and `JsonSchema` by a constant schema. An untagged enum would do both, but
/// its errors say no more than that no variant matched.
macro_rules! written {
    ($type:ident, $visitor:ident, $expecting:literal, { $($visit:item)* }, $schema:tt) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any($visitor)
            }
        }

        struct $visitor;

        impl<'de> Visitor<'de> for $visitor {
            type Value = $type;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($expecting)
            }

            $($visit)*
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

written!(Words, WordsVisitor, "a string or a list of strings", {
    fn visit_str<E: Error>(self, word: &str) -> Result<Words, E> {
        Ok(Words::One(word.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Words, A::Error> {
        list(seq).map(Words::Many)
    }
}, { "type": ["string", "array"], "items": { "type": "string" } });

written!(RngText, RngVisitor, "a number, a list of numbers or a range", {
    fn visit_u64<E: Error>(self, seed: u64) -> Result<RngText, E> {
        Ok(RngText::One(seed))
    }

    fn visit_str<E: Error>(self, range: &str) -> Result<RngText, E> {
        Ok(RngText::Range(range.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<RngText, A::Error> {
        list(seq).map(RngText::Many)
    }
}, {
    "anyOf": [
        { "type": "integer", "minimum": 0, "maximum": u64::MAX },
        { "type": "string", "pattern": r"^\s*[0-9]+\s*\.\.=?\s*[0-9]+\s*$", "examples": ["1..=20"] },
        { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": u64::MAX } },
    ],
});

written!(Auto, AutoVisitor, "a number or `auto`", {
    fn visit_u64<E: Error>(self, number: u64) -> Result<Auto, E> {
        let number = u32::try_from(number).map_err(|_| E::custom("the number is too large"))?;
        Ok(Auto::Fixed(number))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Auto, E> {
        match word {
            "auto" => Ok(Auto::Auto),
            _ => Err(E::unknown_variant(word, &["auto"])),
        }
    }
}, {
    "anyOf": [
        { "type": "integer", "minimum": 1, "maximum": MOST },
        { "type": "string", "const": "auto" },
    ],
});

impl<'de> Deserialize<'de> for OptionsText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OptionsVisitor)
    }
}

struct OptionsVisitor;

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = OptionsText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map or `{FROM_SOLVER}`")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<OptionsText, E> {
        match word {
            FROM_SOLVER => Ok(OptionsText::FromSolver),
            _ => Err(E::unknown_variant(word, &[FROM_SOLVER])),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OptionsText, A::Error> {
        Deserialize::deserialize(MapAccessDeserializer::new(map)).map(OptionsText::Groups)
    }
}

impl JsonSchema for OptionsText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OptionsText".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let groups = generator.subschema_for::<Named<OptionsEntry>>();
        json_schema!({ "anyOf": [groups, { "type": "string", "const": FROM_SOLVER }] })
    }
}

fn list<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(mut seq: A) -> Result<Vec<T>, A::Error> {
    let mut items = Vec::new();
    while let Some(item) = seq.next_element()? {
        items.push(item);
    }
    Ok(items)
}
