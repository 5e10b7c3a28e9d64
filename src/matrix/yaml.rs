//! YAML text: a file of settings as a tree with the position of each value, and the headers of snapshots.
//!
//! Only this file uses crates for YAML, and there are two. serde-saphyr reads the tree, because it provides the
//! position of each key and value, tags, repeated keys and both ends of an alias, and limits depth, values and aliases.
//! The alternatives do not: marked-yaml has neither aliases nor tags and keeps only one of two equal keys; serde_yaml
//! gives a position only with an error, so each mistake would need another pass. serde_yaml reads and writes the
//! headers of snapshots, whose bytes are checked in.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::de::value::{Error as Unfit, MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_saphyr::{DuplicateKeyPolicy, Location, MergeKeyPolicy, Spanned, Tagged, budget, options};

/// The size of the largest file in bytes: enough for thousands of rows.
const LARGEST: u64 = 2 << 20;
/// The largest number of values in a file, including repetitions by aliases: more than a file of that size can contain
/// without aliases.
const MOST_NODES: usize = 1 << 20;

/// A line and a column, both from 1. For an alias, it is the position where the value was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    fn new(location: Location) -> Position {
        let [line, column] = [location.line(), location.column()].map(|number| number as usize);
        // An error without a position concerns the whole file.
        Position { line: line.max(1), column: column.max(1) }
    }
}

/// A value of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub position: Position,
    /// The tag without its `!`.
    pub tag: Option<String>,
    pub content: Content,
}

/// The content of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    /// In the order of the file; keys may be repeated.
    Map(Vec<(Key, Node)>),
}

/// The name of an entry of a map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub position: Position,
    pub name: String,
}

/// The error that a text is not YAML, or exceeds the limits.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub position: Position,
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column}: {}", self.message)
    }
}

/// Reads the text of a file, without the byte-order mark that some editors write before it.
///
/// # Errors
/// The file cannot be read, is not a regular file, is too large, or is not UTF-8.
pub(super) fn read_text(path: &Path) -> io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    // Opening a FIFO would wait for a writer, and a device may never end.
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

impl Node {
    /// Parses the only document of a text.
    pub(super) fn parse(text: &str) -> Result<Node, SyntaxError> {
        let options = options! {
            budget: budget! { max_nodes: MOST_NODES, max_events: 4 * MOST_NODES },
            duplicate_keys: DuplicateKeyPolicy::PassThrough,
            merge_keys: MergeKeyPolicy::AsOrdinary,
            // `null: …` is an ordinary name, and `yes` an ordinary word.
            null_as_string: true,
            strict_booleans: true,
        };
        serde_saphyr::from_str_with_options(text, options).map_err(|error| {
            let message = error.without_snippet().to_string();
            let message = match message.split(" at line ").next().unwrap_or_default() {
                // Other parsers accept it as a word.
                message if message.starts_with("plain scalar cannot start with '-'") => {
                    "a `-` alone in a list must be in quotes: \"-\""
                }
                message if message.starts_with("\"-\" is only valid") => {
                    "a `-` inside `[…]` or `{…}`; close the bracket before it, or put it in quotes"
                }
                message if message.starts_with("multiple YAML documents") => {
                    "a second document begins; remove the line `---`, or what follows it"
                }
                message => message,
            };
            SyntaxError {
                position: error.location().map_or(Position { line: 1, column: 1 }, Position::new),
                message: format!("not valid YAML: {message}"),
            }
        })
    }

    /// Returns the value of a key, if this is a map that contains it.
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.nth(name, 0).map(|(_, value)| value)
    }

    /// Returns an entry of a key, after `nth` earlier ones in this map.
    pub(super) fn nth(&self, name: &str, nth: usize) -> Option<(&Key, &Node)> {
        let Content::Map(entries) = &self.content else { return None };
        entries.iter().filter(|(key, _)| key.name == name).nth(nth).map(|(key, value)| (key, value))
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value: Tagged(content, tag), defined, .. } = Deserialize::deserialize(deserializer)?;
        let mut position = Position::new(defined);
        if let (Content::Null, Some(tag)) = (&content, &tag) {
            // An empty value starts right behind its tag, so this moves its position back to the tag.
            position.column = position.column.saturating_sub(tag.chars().count()).max(1);
        }
        // Tags such as `!!str` add nothing to the value itself.
        let tag = tag.filter(|tag| !tag.starts_with("tag:yaml.org,"));
        Ok(Node { position, tag: tag.map(|tag| tag.trim_start_matches('!').to_owned()), content })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value: name, defined, .. } = Deserialize::deserialize(deserializer)?;
        Ok(Key { position: Position::new(defined), name })
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E: Error>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Content, E> {
        Ok(Content::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Content, E> {
        Ok(Content::Integer(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Content, E> {
        Ok(Content::Integer(value.into()))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Content, E> {
        Ok(Content::Integer(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Content, E> {
        Ok(Content::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Content, E> {
        Ok(Content::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Content, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Content::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Content, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Content::Map(entries))
    }
}

/// Deserialises a tree without mistakes as a value of a type.
impl<'de> Deserializer<'de> for &Node {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match &self.content {
            Content::Null => visitor.visit_unit(),
            Content::Bool(value) => visitor.visit_bool(*value),
            Content::Integer(value) => match u64::try_from(*value) {
                Ok(value) => visitor.visit_u64(value),
                Err(_) => visitor.visit_i128(*value),
            },
            Content::Float(value) => visitor.visit_f64(*value),
            Content::Text(value) => visitor.visit_str(value),
            Content::List(items) => visitor.visit_seq(SeqDeserializer::new(items.iter())),
            Content::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (key.name.as_str(), value));
                visitor.visit_map(MapDeserializer::new(entries))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self.content {
            Content::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        match &self.content {
            Content::Text(word) => {
                word.as_str().into_deserializer().deserialize_enum(name, variants, visitor)
            }
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Unfit> for &Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads the header of a snapshot.
///
/// # Errors
/// The message says what is wrong with the text, with its line.
pub(crate) fn from_yaml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// Writes the header of a snapshot.
///
/// # Errors
/// The message says what cannot be written.
pub(crate) fn to_yaml<T: serde::Serialize>(value: &T) -> Result<String, String> {
    serde_yaml::to_string(value).map_err(|error| error.to_string())
}
