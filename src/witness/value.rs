//! The value of a closed term under a witness: what one term may be replaced by another for. Terms of
//! one sort and one value are equal under the witness, so whatever is built with one of them has the
//! same value with the other.

use serde::{Deserialize, Serialize};

use crate::smtlib::{TermId, Terms};
use crate::theory::literals;

/// Sort and value of a term, in the script's names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

    /// Its literal, for the sorts whose values every solver writes alike.
    pub fn literal(&self, terms: &mut Terms) -> Option<TermId> {
        literals::term(&self.sort, &self.text, terms)
    }
}
