//! The text of `solvers.yaml` → what it means.
//!
//! The way: `text` reads it into a tree (`node`) that keeps what is written twice; `check` compares the tree with the
//! JSON schema of the types in `schema`; what is left becomes these types; `resolve` gives them their meaning, with
//! `rows` and `profile`. Each step adds to one list of mistakes, so that all are reported at once, with their lines.
//!
//! A new key touches three files. `schema` has its field: type, bounds and doc comment make the JSON schema, and with it the
//! check of its type and its place in editors; a type that may be written in several ways goes to `scalars`. `rows` (for
//! solvers and variants) or `profile` gives it its meaning and its default. And the field of [`Solver`](super::Solver) or
//! [`Config`](super::Config) carries it to those who use it. `STORM_BLESS=1 cargo test --lib schema` writes the schema anew.
//! The types stay in one file: they are the file's table of contents, and each is a few lines beside its description.

mod argv;
mod check;
mod fixes;
mod load;
mod locate;
mod logics;
mod mistake;
mod named;
mod node;
mod operators;
mod options;
mod overrides;
mod place;
mod profile;
mod program;
mod quantity;
mod read;
mod resolve;
mod rng;
mod rows;
mod scalars;
mod schema;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use argv::{variable_in, with_defaults};
pub use fixes::Fixes;
pub(crate) use fixes::SELECTOR;
pub(super) use load::load;
pub use logics::Logics;
pub use mistake::{ConfigError, Mistake};
pub use operators::Operators;
pub(crate) use operators::{MATCH, OF_ARRAYS, RECURSION};
pub use overrides::Overrides;
pub(crate) use quantity::duration;

/// Reads a value from YAML text, for the headers of snapshots.
///
/// # Errors
/// What is wrong with the text, with its line.
pub(crate) fn from_yaml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    text::from_text(text)
}

/// Writes a value as YAML text, for the headers of snapshots.
///
/// # Errors
/// What cannot be written.
pub(crate) fn to_yaml<T: serde::Serialize>(value: &T) -> Result<String, String> {
    text::to_text(value)
}

/// The JSON schema of `solvers.yaml`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(schema::File).into()
}

/// The schema as the text of a file.
pub fn schema_text() -> String {
    format!("{:#}\n", schema())
}
