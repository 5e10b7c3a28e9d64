//! What an operator is asked, its value for these arguments; and what is found of a term.

use crate::smtlib::Sort;
use crate::theory::limits::{NoValue, Unknown};
use crate::theory::signature::Signature;
use crate::theory::value::Value;

/// An operator's value, or why it has none.
pub(crate) type Outcome = Result<Value, NoValue>;

/// What a term is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EvalResult {
    /// Its value, or why it has none that is known.
    pub value: Result<Value, Unknown>,
    /// Whether the value hangs on one that was chosen where SMT-LIB leaves it open.
    pub is_chosen: bool,
}

impl EvalResult {
    pub(in crate::theory) fn unknown(unknown: Unknown) -> EvalResult {
        EvalResult { value: Err(unknown), is_chosen: false }
    }
}

/// An application of an operator to values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    /// The name by which it was called.
    pub name: &'a str,
    /// The indices of `(_ name index…)`, as they are written.
    pub indices: &'a [Box<str>],
    /// The values, of the sorts that the operator takes.
    pub arguments: &'a [Value],
    /// The sort of the result.
    pub sort: &'a Sort,
    /// What the script declares.
    pub signature: &'a Signature,
}

impl<'a> Call<'a> {
    /// An index that is a number of 32 bits.
    ///
    /// # Errors
    /// It is not there, or larger.
    pub(crate) fn index(&self, at: usize) -> Result<u32, NoValue> {
        self.indices.get(at).and_then(|index| index.parse().ok()).ok_or_else(|| self.unfit())
    }

    /// What an argument is, by one of the `as_…` of [`Value`].
    ///
    /// # Errors
    /// It is not there, or of another kind.
    pub(crate) fn argument<T>(
        &self,
        at: usize,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<T, NoValue> {
        self.arguments.get(at).and_then(read).ok_or_else(|| self.unfit())
    }

    /// What every argument is, by one of the `as_…` of [`Value`].
    ///
    /// # Errors
    /// One is of another kind.
    pub(crate) fn all<T>(&self, read: impl Fn(&'a Value) -> Option<T>) -> Result<Vec<T>, NoValue> {
        self.arguments.iter().map(|value| read(value).ok_or_else(|| self.unfit())).collect()
    }

    /// That indices or arguments are none the operator takes.
    pub(crate) fn unfit(&self) -> NoValue {
        Unknown::Sorts(self.name.into()).into()
    }
}
