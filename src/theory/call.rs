//! The application of an operator to values, and the result of evaluating a term.

use crate::smtlib::Sort;
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::signature::Signature;
use crate::theory::value::Value;

/// The value of an operator for its arguments, or why it has none.
pub(crate) type Outcome = Result<Value, NoValue>;

/// The result of evaluating a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EvalResult {
    /// The value of the term, or why it is not known.
    pub value: Result<Value, Unknown>,
    /// Whether the value depends on one that was chosen where SMT-LIB leaves it open.
    pub is_chosen: bool,
}

impl EvalResult {
    /// Returns a value that depends on no choice.
    pub(in crate::theory) fn known(value: Value) -> EvalResult {
        EvalResult { value: Ok(value), is_chosen: false }
    }

    pub(in crate::theory) fn unknown(unknown: Unknown) -> EvalResult {
        EvalResult { value: Err(unknown), is_chosen: false }
    }
}

/// An application of an operator to values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    /// The name by which the operator was called.
    pub name: &'a str,
    /// The indices of `(_ name index…)`, as written.
    pub indices: &'a [Box<str>],
    /// The arguments, of the sorts that the operator takes.
    pub arguments: &'a [Value],
    /// The sort of the result.
    pub sort: &'a Sort,
    /// The declarations of the script.
    pub signature: &'a Signature,
}

impl<'a> Call<'a> {
    /// Returns an index as a number of 32 bits.
    ///
    /// # Errors
    /// The index is missing or does not fit into 32 bits.
    pub(crate) fn index(&self, at: usize) -> Result<u32, NoValue> {
        self.indices.get(at).and_then(|index| index.parse().ok()).ok_or_else(|| self.unfit())
    }

    /// Reads an argument by one of the `as_…` methods of [`Value`].
    ///
    /// # Errors
    /// The argument is missing or of another kind.
    pub(crate) fn argument<T>(
        &self,
        at: usize,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<T, NoValue> {
        self.arguments.get(at).and_then(read).ok_or_else(|| self.unfit())
    }

    /// Reads every argument by one of the `as_…` methods of [`Value`].
    ///
    /// # Errors
    /// An argument is of another kind.
    pub(crate) fn all<T>(&self, read: impl Fn(&'a Value) -> Option<T>) -> Result<Vec<T>, NoValue> {
        self.arguments.iter().map(|value| read(value).ok_or_else(|| self.unfit())).collect()
    }

    /// Returns the error for indices or arguments that the operator does not take.
    pub(crate) fn unfit(&self) -> NoValue {
        Unknown::Sorts(self.name.into()).into()
    }
}
