//! The value of a closed term under a witness: what one term may be replaced by another for. Terms of
//! one sort and one value are equal under the witness, so whatever is built with one of them has the
//! same value with the other.

use serde::{Deserialize, Serialize};

use crate::smtlib::{TermId, Terms};

/// Sort and value of a term, in the script's names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Value {
    /// The sort.
    pub sort: String,
    /// The value; for what does not evaluate to a constant, what is left of it.
    pub text: String,
}

impl Value {
    /// The truth value of a Boolean.
    pub fn truth(&self) -> Option<bool> {
        match (self.sort.as_str(), self.text.as_str()) {
            ("Bool", "true") => Some(true),
            ("Bool", "false") => Some(false),
            _ => None,
        }
    }

    /// The literal of the value as an application (head, arguments), for the sorts whose values
    /// every solver writes alike.
    pub fn literal(&self, terms: &mut Terms) -> Option<TermId> {
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match self.sort.as_str() {
            "Bool" => self.truth().map(|truth| terms.app(if truth { "true" } else { "false" }, &[])),
            "Int" | "Real" => match self.text.strip_prefix("(- ").and_then(|text| text.strip_suffix(')')) {
                Some(number) if digits(number) => {
                    let number = terms.app(number, &[]);
                    Some(terms.app("-", &[number]))
                }
                _ => digits(&self.text).then(|| terms.app(&self.text, &[])),
            },
            sort if sort.starts_with("(_ BitVec ") && self.text.starts_with('#') => {
                Some(terms.app(&self.text, &[]))
            }
            _ => None,
        }
    }
}
