//! Tuples, relations and tables: from which columns an operator makes those that are wanted.

use super::palette;
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{Columns, Takes};

/// The sort of tuples of these columns.
pub(super) fn tuple(columns: Vec<Sort>) -> Sort {
    let name = if columns.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(name.to_owned(), columns)
}

/// The columns of a tuple, or of what a set or bag holds.
pub(super) fn of(sort: &Sort) -> Option<&[Sort]> {
    match sort {
        Sort::Named(name, columns) if matches!(name.as_str(), "Tuple" | "UnitTuple") => Some(columns),
        Sort::Named(name, held) if matches!(name.as_str(), "Set" | "Bag") => match held.first()? {
            Sort::Named(name, columns) if matches!(name.as_str(), "Tuple" | "UnitTuple") => Some(columns),
            _ => None,
        },
        _ => None,
    }
}

/// A tuple of columns; a set or bag of them where that is taken.
pub(super) fn held(taken: Option<&Takes>, columns: Vec<Sort>) -> Sort {
    let tuple = tuple(columns);
    match taken {
        Some(Takes::Relation) => Sort::Named("Set".to_owned(), vec![tuple]),
        Some(Takes::Table) => Sort::Named("Bag".to_owned(), vec![tuple]),
        _ => tuple,
    }
}

/// Columns that may come out of an operation.
pub(super) fn made(columns: Columns, rng: &mut Rng) -> Vec<Sort> {
    let (one, other) = (palette::plain(rng), palette::plain(rng));
    match columns {
        Columns::Endless | Columns::Doubled => vec![one.clone(), one],
        Columns::First => vec![one],
        Columns::Swapped | Columns::Joined => vec![one, other],
        Columns::Indexed | Columns::Updated | Columns::All => match rng.below(4) {
            0 => vec![one],
            1 => vec![one.clone(), one, other],
            _ => vec![one, other],
        },
    }
}

/// The columns of each argument from which an operation makes others, a sort in place of columns where it takes one, and
/// the indices; none if it does not make such.
pub(super) fn sources(columns: Columns, wanted: &[Sort], is_join: bool, rng: &mut Rng) -> Option<Sources> {
    let split = rng.index(wanted.len().saturating_sub(1)) + 1;
    let (before, after) = wanted.split_at_checked(split)?;
    let plain = |columns: Vec<Vec<Sort>>| Sources { columns, sort: None, indices: Vec::new() };
    Some(match columns {
        Columns::Indexed => {
            let mut source = wanted.to_vec();
            let shift = rng.index(2);
            for _ in 0..shift {
                source.insert(0, palette::plain(rng));
            }
            if source.is_empty() {
                source.push(palette::plain(rng));
            }
            Sources { indices: (shift..shift + wanted.len()).collect(), ..plain(vec![source]) }
        }
        Columns::Updated => {
            let at = rng.index(wanted.len());
            let sort = wanted.get(at)?.clone();
            Sources { sort: Some(sort), indices: vec![at], ..plain(vec![wanted.to_vec()]) }
        }
        Columns::All => {
            let pair = before.iter().enumerate().find_map(|(at, one)| {
                Some([at, after.iter().position(|other| one == other).filter(|_| is_join)?])
            });
            let indices = pair.filter(|_| rng.percent(80)).map(Vec::from).unwrap_or_default();
            (!after.is_empty())
                .then_some(Sources { indices, ..plain(vec![before.to_vec(), after.to_vec()]) })?
        }
        Columns::Joined => {
            let between = [palette::plain(rng)];
            plain(vec![[before, &between].concat(), [&between, after].concat()])
        }
        Columns::Swapped => plain(vec![wanted.iter().rev().cloned().collect()]),
        Columns::Endless => plain(vec![wanted.to_vec()]),
        Columns::Doubled => plain(vec![before.to_vec()]),
        Columns::First => plain(vec![[wanted, wanted].concat()]),
    })
}

/// What an operation takes.
pub(super) struct Sources {
    /// The columns of each argument.
    pub columns: Vec<Vec<Sort>>,
    /// The sort of a last argument.
    pub sort: Option<Sort>,
    /// The indices.
    pub indices: Vec<usize>,
}
