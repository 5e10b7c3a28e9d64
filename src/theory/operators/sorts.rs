//! The argument and result sorts of operators, as rows of the table state them, including the columns of tuples,
//! relations and tables.

use crate::smtlib::{Sort, is_collection, tuple_sort};

/// The forms of an operator: a list of argument sorts for each.
pub(crate) type Forms = &'static [&'static [Takes]];

/// The constraint on the sort of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any sort.
    Any,
    /// The sort of the argument at a position, counted from 0. Two numbers may be of different sorts.
    Same(usize),
    /// The preceding entry may be repeated any number of times.
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
    /// A bit-vector of width 1.
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
    /// The index sort of the array at a position.
    IndexOf(usize),
    /// The element sort of the array, sequence, set or bag at a position.
    ElementOf(usize),
    /// A sequence of indices of the array at a position.
    IndicesOf(usize),
    /// A set of indices of the array at a position.
    IndexSetOf(usize),
    /// An array of Booleans.
    Predicate,
    /// A function of the following arguments, where an item stands for the last one, a sequence, set or bag. It has the sort
    /// of an array with an index for each of them.
    Mapper,
    /// A [`Takes::Mapper`] with a result of the sort of the argument before the last.
    Folder,
    /// A [`Takes::Folder`] that takes the item first.
    RightFolder,
    /// A [`Takes::Mapper`] with a Boolean result.
    Test,
    /// An element of a finite field.
    FieldElement,
    /// A set.
    Set,
    /// A bag.
    Bag,
    /// The last argument is a set, and the preceding ones are of its element sort.
    Inserted,
    /// A set of tuples.
    Relation,
    /// A bag of tuples.
    Table,
    /// A tuple.
    Tuple,
}

impl Takes {
    /// Splits a form into its arguments, and whether there may be more like the last one.
    pub(crate) fn split(form: &[Takes]) -> (&[Takes], bool) {
        match form.split_last() {
            Some((Takes::More, fixed)) => (fixed, true),
            _ => (form, false),
        }
    }
}

/// The number of indices of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Indices {
    /// Exactly this many.
    Exactly(usize),
    /// At most this many: an older form passes these numbers as arguments instead.
    UpTo(usize),
    /// Any number of column indices.
    Any,
}

impl Indices {
    /// Returns the number of indices that the sort of the result depends on.
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

    /// Whether an operator may have `count` indices.
    pub(crate) fn are(self, count: usize) -> bool {
        match self {
            Indices::Exactly(number) => count == number,
            Indices::UpTo(most) => count <= most,
            Indices::Any => true,
        }
    }
}

/// The sort of a result, as a function of the argument sorts and indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultSort {
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    /// `Int` if all arguments are, else `Real`.
    Number,
    /// `String`.
    Text,
    /// `RegLan`.
    Language,
    /// `RoundingMode`.
    Rounding,
    /// A bit-vector.
    Bits(Width),
    /// The floating-point format given by two indices.
    FormatOfIndices,
    /// The floating-point format of the three arguments of `fp`.
    FormatOfParts,
    /// The sort of the argument at a position, counted from 0.
    OfArgument(usize),
    /// The element sort of the array, sequence, set or bag at a position.
    ElementOf(usize),
    /// A sequence of the argument's sort.
    SequenceOf,
    /// A sequence, set or bag, as the next argument is, of elements of the array at a position.
    ElementsOf(usize),
    /// The sort in `(as …)`.
    Qualifier,
    /// A set of the first argument's sort, under the script's name for sets.
    SetOf,
    /// A bag of the first argument's sort.
    BagOf,
    /// The sort of the last argument.
    OfLast,
    /// A tuple of all arguments.
    TupleOf,
    /// The sort of the tuple column at the index.
    Column,
    /// A tuple, or a set or bag of tuples.
    OfColumns(Columns),
}

/// The width of a resulting bit-vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// This width.
    Fixed(u32),
    /// The sum of the arguments' widths.
    Sum,
    /// The index.
    Index,
    /// The argument's width plus the index.
    PlusIndex,
    /// The argument's width times the index.
    TimesIndex,
    /// The length of the slice from the first index down to the second.
    Slice,
    /// The width of the floating-point argument's format.
    OfFormat,
}

impl ResultSort {
    /// Returns the result sort if it depends on tuple columns.
    pub(in crate::theory) fn with_columns(self, indices: &[Box<str>], sorts: &[&Sort]) -> Option<Sort> {
        match self {
            ResultSort::TupleOf => Some(tuple_sort(sorts.iter().map(|&sort| sort.clone()).collect())),
            ResultSort::Column => {
                let all = tuple_columns(sorts.first()?)?;
                Some(all[indexed_column(indices, 0, all)?].clone())
            }
            ResultSort::OfColumns(columns) => columns.result(indices, sorts),
            _ => None,
        }
    }
}

/// The columns of a resulting tuple. The result is a tuple, set or bag, like the first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// The columns at the indices.
    Indexed,
    /// The argument's columns, if the second argument fits into the column at the index.
    Updated,
    /// The columns of both arguments, one after another. The indices pair columns, which must be of the same
    /// sort.
    All,
    /// The columns of both arguments, without the last of the first and the first of the second, which must be of
    /// the same sort.
    Joined,
    /// Two columns in reverse order.
    Swapped,
    /// Two columns of one sort, unchanged: a binary relation on one set.
    Homogeneous,
    /// One column, twice.
    Diagonal,
    /// The first of two columns of one sort.
    First,
}

pub(super) fn tuple_columns(sort: &Sort) -> Option<&[Sort]> {
    match sort {
        Sort::Named(name, columns) if (name == "Tuple") != columns.is_empty() => {
            matches!(name.as_str(), "Tuple" | "UnitTuple").then_some(columns)
        }
        _ => None,
    }
}

/// Returns the element sort of a set or bag sort.
pub(super) fn element_sort(sort: &Sort) -> Option<&Sort> {
    match sort {
        Sort::Named(name, arguments) if is_collection(name) => match arguments.as_slice() {
            [element] => Some(element),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the columns of a tuple, relation or table sort.
pub fn columns_of(sort: &Sort) -> Option<&[Sort]> {
    tuple_columns(element_sort(sort).unwrap_or(sort))
}

/// Returns the column at an index.
pub(super) fn indexed_column(indices: &[Box<str>], at: usize, columns: &[Sort]) -> Option<usize> {
    indices.get(at)?.parse().ok().filter(|column| *column < columns.len())
}

impl Columns {
    /// Returns the sort of the result, or `None` if the operation does not apply to these arguments.
    pub(super) fn result(self, indices: &[Box<str>], sorts: &[&Sort]) -> Option<Sort> {
        let first = *sorts.first()?;
        let one = columns_of(first)?;
        let other = || columns_of(sorts.get(1)?);
        let columns = match (self, one) {
            (Columns::Indexed, _) => {
                let column = |at| Some(one[indexed_column(indices, at, one)?].clone());
                (0..indices.len()).map(column).collect::<Option<_>>()?
            }
            (Columns::Updated, _) => {
                let column = &one[indexed_column(indices, 0, one)?];
                (column == *sorts.get(1)?).then(|| one.to_vec())?
            }
            (Columns::All, _) => pairs_fit(indices, one, other()?).then_some([one, other()?].concat())?,
            (Columns::Joined, [before @ .., last]) => {
                let (first, after) = other()?.split_first()?;
                Some([before, after].concat()).filter(|columns| last == first && !columns.is_empty())?
            }
            (Columns::Swapped, [one, other]) => vec![other.clone(), one.clone()],
            (Columns::Homogeneous, [one, other]) if one == other => vec![one.clone(), other.clone()],
            (Columns::Diagonal, [one]) => vec![one.clone(), one.clone()],
            (Columns::First, [one, other]) if one == other => vec![one.clone()],
            _ => return None,
        };
        let tuple = tuple_sort(columns);
        Some(match first {
            Sort::Named(name, _) if element_sort(first).is_some() => Sort::Named(name.clone(), vec![tuple]),
            _ => tuple,
        })
    }
}

/// Whether the indices pair columns of the same sort.
fn pairs_fit(indices: &[Box<str>], one: &[Sort], other: &[Sort]) -> bool {
    let fits = |at: usize| {
        Some(one[indexed_column(indices, at, one)?] == other[indexed_column(indices, at + 1, other)?])
    };
    indices.len().is_multiple_of(2) && (0..indices.len()).step_by(2).all(|at| fits(at) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_tell_sorts() {
        let of = |text: &str| crate::smtlib::Sorts::default().of_text(text).unwrap();
        let unary = of("(Relation Int)");
        let mixed = of("(Relation Int Bool)");
        let binary = of("(Relation Int Int)");
        for (columns, indices, sorts, expected) in [
            (Columns::Indexed, &["1", "0", "1"][..], &[&mixed][..], Some("(Relation Bool Int Bool)")),
            (Columns::Indexed, &["2"], &[&mixed], None),
            (Columns::Indexed, &[], &[&mixed], Some("(Set UnitTuple)")),
            (Columns::All, &[], &[&mixed, &unary], Some("(Relation Int Bool Int)")),
            (Columns::All, &["0", "0"], &[&mixed, &unary], Some("(Relation Int Bool Int)")),
            (Columns::All, &["1", "0"], &[&mixed, &unary], None),
            (Columns::All, &["0"], &[&mixed, &unary], None),
            (Columns::Joined, &[], &[&unary, &mixed], Some("(Relation Bool)")),
            (Columns::Joined, &[], &[&mixed, &unary], None),
            (Columns::Joined, &[], &[&unary, &unary], None),
            (Columns::Swapped, &[], &[&mixed], Some("(Relation Bool Int)")),
            (Columns::Homogeneous, &[], &[&mixed], None),
            (Columns::Homogeneous, &[], &[&binary], Some("(Relation Int Int)")),
            (Columns::Diagonal, &[], &[&unary], Some("(Relation Int Int)")),
            (Columns::First, &[], &[&binary, &Sort::Int], Some("(Relation Int)")),
        ] {
            let indices: Vec<Box<str>> = indices.iter().map(|&index| index.into()).collect();
            assert_eq!(columns.result(&indices, sorts), expected.map(of), "{columns:?} {indices:?}");
        }
    }
}
