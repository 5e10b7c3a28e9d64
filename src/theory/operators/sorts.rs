//! The sorts that operators take and make, as rows say them.

use super::columns::{self, Columns};
use crate::smtlib::Sort;

/// The forms that an operator has: what it takes, in order.
pub(crate) type Forms = &'static [&'static [Takes]];

/// The sorts that an argument may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any.
    Any,
    /// That of the argument at a position, from 0; of numbers, either.
    Same(usize),
    /// What stands before may be there once more, or any number of times.
    More,
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`, or `Int` in its place.
    Real,
    /// `Int` or `Real`.
    Number,
    /// A bit-vector of any width.
    Bits,
    /// A bit-vector of this width.
    Bit,
    /// A floating-point number of any format.
    Float,
    /// `RoundingMode`.
    Rounding,
    /// `String`.
    Text,
    /// `RegLan`.
    Language,
    /// A sequence.
    Sequence,
    /// An array.
    Array,
    /// What the array at a position is indexed by.
    IndexOf(usize),
    /// What the array, sequence, set or bag at a position holds.
    ElementOf(usize),
    /// An element of a finite field.
    FieldElement,
    /// A set.
    Set,
    /// A bag.
    Bag,
    /// The last one is a set, and those before are what it holds.
    Inserted,
    /// A set of tuples.
    Relation,
    /// A bag of tuples.
    Table,
    /// A tuple.
    Tuple,
}

/// How many indices an operator has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Indices {
    /// This many.
    Exactly(usize),
    /// None in an older form, in which what they say is said by arguments, up to this many.
    UpTo(usize),
    /// As many as it is about columns.
    Any,
}

impl Indices {
    /// Those without which the sort of a result is not known; none for others.
    pub(super) const fn of_result(result: ResultSort) -> Indices {
        match result {
            ResultSort::Bits(Width::Index | Width::PlusIndex | Width::TimesIndex)
            | ResultSort::Column
            | ResultSort::OfColumns(Columns::Updated) => Indices::Exactly(1),
            ResultSort::Bits(Width::Slice) | ResultSort::FormatOfIndices => Indices::Exactly(2),
            ResultSort::OfColumns(Columns::Indexed | Columns::All) => Indices::Any,
            _ => Indices::Exactly(0),
        }
    }

    /// Whether these are so many.
    pub(crate) fn are(self, count: usize) -> bool {
        match self {
            Indices::Exactly(number) => count == number,
            Indices::UpTo(most) => count <= most,
            Indices::Any => true,
        }
    }
}

/// The sort of a result, as far as the sorts of arguments and the indices tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultSort {
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    /// `Int` where all arguments are, else `Real`.
    Number,
    /// `String`.
    Text,
    /// `RegLan`.
    Language,
    /// `RoundingMode`.
    Rounding,
    /// A bit-vector.
    Bits(Width),
    /// The floating-point format that two indices give.
    FormatOfIndices,
    /// The floating-point format of the three parts that `fp` is given.
    FormatOfParts,
    /// That of the argument at a position, from 0.
    OfArgument(usize),
    /// What the array, sequence, set or bag at a position holds.
    ElementOf(usize),
    /// A sequence of what the argument is.
    SequenceOf,
    /// The sort that `as` names.
    Qualifier,
    /// A set of what the first argument is.
    SetOf,
    /// A bag of what the first argument is.
    BagOf,
    /// That of the last argument.
    OfLast,
    /// A tuple of all arguments.
    TupleOf,
    /// That of the column of a tuple that the index names.
    Column,
    /// Tuples, or a set or bag of them.
    OfColumns(Columns),
}

/// The width of a bit-vector that an operator makes, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// This one.
    Fixed(u32),
    /// Those of its arguments together.
    Sum,
    /// Its index.
    Index,
    /// That of its argument and its index together.
    PlusIndex,
    /// That of its argument, as often as its index says.
    TimesIndex,
    /// From its first index down to its second one.
    Slice,
    /// That of the floating-point number it is given.
    OfFormat,
}

impl ResultSort {
    /// The sort where tuples are told by their columns: of sorts that are taken.
    pub(in crate::theory) fn of_columns(self, indices: &[Box<str>], sorts: &[&Sort]) -> Option<Sort> {
        match self {
            ResultSort::TupleOf => Some(columns::tuple(sorts.iter().map(|&sort| sort.clone()).collect())),
            ResultSort::Column => {
                let all = columns::of_tuple(sorts.first()?)?;
                Some(all[columns::indexed(indices, 0, all)?].clone())
            }
            ResultSort::OfColumns(columns) => columns.result(indices, sorts),
            _ => None,
        }
    }
}
