//! Values of a script's closed terms under a witness: what one term may be replaced by another
//! for. Terms of one sort and one value are equal under the witness, so whatever is built with
//! one of them has the same value with the other.

use serde::{Deserialize, Serialize};

use crate::smtlib::{Formulas, TermId, Terms};
use crate::theory::literals;
use crate::witness::Witness;
use crate::witness::valuation::closed_values;
use crate::witness::z3;
use crate::witness::z3::{Evaluator, Refusal};

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

/// The value of each closed term, by its number; none for the others. Works in the Z3 context
/// of the current thread.
///
/// # Errors
/// Z3's refusal of the definitions or the terms.
pub fn of(formulas: &Formulas, witness: &Witness) -> Result<Vec<Option<Value>>, Refusal> {
    let values = closed_values(Evaluator::default(), formulas, witness)?;
    let written = |value: z3::Value| {
        let [sort, text] = [value.sort(), value.text()].map(|text| witness.names.to_source(&text));
        Value { sort, text }
    };
    Ok(values.into_iter().map(|value| value.map(written)).collect())
}
