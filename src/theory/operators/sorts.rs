//! The sorts that operators take and make, as rows say them: those of tuples, relations and tables are told by columns.

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

/// What columns the tuples of a result have. It is a tuple, or a set or bag of them, as the first argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Those that the indices name.
    Indexed,
    /// As they are, if the second argument fits into the one that the index names.
    Updated,
    /// Those of two arguments, one after another; columns that indices name in pairs are of one sort.
    All,
    /// Those of two arguments, but for the last of the one and the first of the other, which are of one sort.
    Joined,
    /// Two, the other way round.
    Swapped,
    /// Two of one sort, as they are.
    Endless,
    /// One, twice.
    Doubled,
    /// The first of two of one sort.
    First,
}

/// The sort of tuples of these columns.
pub(super) fn tuple_sort(columns: Vec<Sort>) -> Sort {
    let name = if columns.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(name.to_owned(), columns)
}

/// The columns of a sort of tuples.
pub(super) fn tuple_columns(sort: &Sort) -> Option<&[Sort]> {
    match sort {
        Sort::Named(name, columns) if (name == "Tuple") != columns.is_empty() => {
            matches!(name.as_str(), "Tuple" | "UnitTuple").then_some(columns)
        }
        _ => None,
    }
}

/// What a set or bag holds.
pub(super) fn element_sort(sort: &Sort) -> Option<&Sort> {
    match sort {
        Sort::Named(name, arguments) if matches!(name.as_str(), "Set" | "Bag") => {
            match arguments.as_slice() {
                [element] => Some(element),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a sort is one of bags.
pub(super) fn is_bag(sort: &Sort) -> bool {
    matches!(sort, Sort::Named(name, _) if name == "Bag")
}

/// The columns of a tuple, relation or table.
pub(crate) fn columns_of(sort: &Sort) -> Option<&[Sort]> {
    tuple_columns(element_sort(sort).unwrap_or(sort))
}

/// The column that an index names.
pub(super) fn indexed_column(indices: &[Box<str>], at: usize, columns: &[Sort]) -> Option<usize> {
    indices.get(at)?.parse().ok().filter(|column| *column < columns.len())
}

impl Columns {
    /// The sort of a result; none if there is no such operation on these arguments.
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
            (Columns::Endless, [one, other]) if one == other => vec![one.clone(), other.clone()],
            (Columns::Doubled, [one]) => vec![one.clone(), one.clone()],
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

/// Whether indices name, in pairs, columns of one and of the other that are of one sort.
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
            (Columns::Endless, &[], &[&mixed], None),
            (Columns::Endless, &[], &[&binary], Some("(Relation Int Int)")),
            (Columns::Doubled, &[], &[&unary], Some("(Relation Int Int)")),
            (Columns::First, &[], &[&binary, &Sort::Int], Some("(Relation Int)")),
        ] {
            let indices: Vec<Box<str>> = indices.iter().map(|&index| index.into()).collect();
            assert_eq!(columns.result(&indices, sorts), expected.map(of), "{columns:?} {indices:?}");
        }
    }
}
