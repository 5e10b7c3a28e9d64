//! What an operator is asked: its value for these arguments.

use std::sync::Arc;

use crate::smtlib::Sort;
use crate::theory::signature::Signature;
use crate::theory::value::{Enclosure, Value};

/// An operator's value, or why it has none.
pub(crate) type Outcome = Result<Value, NoValue>;

/// Why a term has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// SMT-LIB leaves it open for these arguments.
    Open,
    /// It may have one, but it is not known here.
    Unknown(Unknown),
}

/// Why a value is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unknown {
    /// Nothing is known of the symbol, or it is declared and has no definition.
    #[error("the meaning of `{0}` is not known")]
    Symbol(Arc<str>),
    /// A term is of no sort that is known.
    #[error("the sorts of `{0}` do not fit")]
    Sorts(Arc<str>),
    /// It is a real number that is not rational, and as much is known of it.
    #[error("an irrational number is not a value here")]
    Irrational(Box<Enclosure>),
    /// A value would be larger than the limits.
    #[error("a value is too large")]
    Size,
    /// It takes too many steps.
    #[error("it takes too many steps")]
    Steps,
    /// Not all values of the variables can be tried.
    #[error("a quantifier cannot be decided by trying values")]
    Quantifier,
}

impl Unknown {
    /// Whether it is a number of which something is known.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Unknown::Irrational(_))
    }
}

impl From<Unknown> for NoValue {
    fn from(unknown: Unknown) -> NoValue {
        NoValue::Unknown(unknown)
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
