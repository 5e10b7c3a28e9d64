//! The sorts that operators on tuples, relations and tables make: told by the columns.

use crate::smtlib::Sort;

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
pub(super) fn tuple(columns: Vec<Sort>) -> Sort {
    let name = if columns.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(name.to_owned(), columns)
}

/// The columns of a sort of tuples.
pub(super) fn of_tuple(sort: &Sort) -> Option<&[Sort]> {
    match sort {
        Sort::Named(name, columns) if (name == "Tuple") != columns.is_empty() => {
            matches!(name.as_str(), "Tuple" | "UnitTuple").then_some(columns)
        }
        _ => None,
    }
}

/// What a set or bag holds.
pub(super) fn held(sort: &Sort) -> Option<&Sort> {
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
pub(crate) fn of(sort: &Sort) -> Option<&[Sort]> {
    of_tuple(held(sort).unwrap_or(sort))
}

/// The column that an index names.
pub(super) fn indexed(indices: &[Box<str>], at: usize, columns: &[Sort]) -> Option<usize> {
    indices.get(at)?.parse().ok().filter(|column| *column < columns.len())
}

impl Columns {
    /// The sort of a result; none if there is no such operation on these arguments.
    pub(super) fn result(self, indices: &[Box<str>], sorts: &[&Sort]) -> Option<Sort> {
        let first = *sorts.first()?;
        let one = of(first)?;
        let other = || of(sorts.get(1)?);
        let columns = match (self, one) {
            (Columns::Indexed, _) => {
                let column = |at| Some(one[indexed(indices, at, one)?].clone());
                (0..indices.len()).map(column).collect::<Option<_>>()?
            }
            (Columns::Updated, _) => {
                let column = &one[indexed(indices, 0, one)?];
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
        let tuple = tuple(columns);
        Some(match first {
            Sort::Named(name, _) if held(first).is_some() => Sort::Named(name.clone(), vec![tuple]),
            _ => tuple,
        })
    }
}

/// Whether indices name, in pairs, columns of one and of the other that are of one sort.
fn pairs_fit(indices: &[Box<str>], one: &[Sort], other: &[Sort]) -> bool {
    let fits = |at: usize| Some(one[indexed(indices, at, one)?] == other[indexed(indices, at + 1, other)?]);
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
