//! From a result to arguments: what the sort of a result tells of their sorts and of the indices.

use super::columns;
use super::palette::{self, Kind};
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{Operator, ResultSort, Takes, Width};

/// Fills in the sorts that the result tells; the indices, if it tells them too.
pub(super) fn tell(
    row: &Operator,
    fixed: &[Takes],
    wanted: &Sort,
    told: &mut Vec<Option<Sort>>,
    rng: &mut Rng,
) -> Option<Option<Vec<String>>> {
    let width = if let Sort::BitVec(width) = wanted { *width } else { 0 };
    let bits = |width: u32| Some(Sort::BitVec(width));
    let mut at = |position: usize, sort: Option<Sort>| {
        // What is taken the like of is told too.
        if let Some(Takes::Same(before)) = fixed.get(position) {
            *told.get_mut(*before)? = sort.clone();
        }
        *told.get_mut(position)? = sort;
        Some(())
    };
    let numbers = |numbers: &[u32]| Some(numbers.iter().map(u32::to_string).collect());
    Some(match row.result {
        ResultSort::OfArgument(position) => {
            at(position, Some(wanted.clone()))?;
            None
        }
        ResultSort::ElementOf(position) => {
            let holder = match fixed.get(position)? {
                Takes::Array => match palette::one(Kind::Array, rng) {
                    Sort::Array(index, _) => Sort::Array(index, Box::new(wanted.clone())),
                    other => other,
                },
                Takes::Sequence => Sort::Seq(Box::new(wanted.clone())),
                Takes::Bag => Sort::Named("Bag".to_owned(), vec![wanted.clone()]),
                _ => Sort::Named("Set".to_owned(), vec![wanted.clone()]),
            };
            at(position, Some(holder))?;
            None
        }
        ResultSort::SequenceOf | ResultSort::SetOf | ResultSort::BagOf => {
            let element = match wanted {
                Sort::Seq(element) => Some(element.as_ref().clone()),
                Sort::Named(_, arguments) => arguments.first().cloned(),
                _ => None,
            };
            at(0, element)?;
            None
        }
        ResultSort::OfLast => {
            let last = told.len().checked_sub(1)?;
            let element = palette::held(wanted)?;
            told[..last].fill(Some(element.clone()));
            told[last] = Some(wanted.clone());
            None
        }
        ResultSort::TupleOf => {
            // As many arguments as there are columns: the form says no more than that there are some.
            let columns = columns::of(wanted)?;
            *told = columns.iter().cloned().map(Some).collect();
            None
        }
        ResultSort::Column => {
            let at = rng.below(3);
            let mut all: Vec<Sort> = (0..at + rng.below(2)).map(|_| palette::plain(rng)).collect();
            all.insert(at as usize, wanted.clone());
            told[0] = Some(columns::tuple(all));
            numbers(&[at])
        }
        ResultSort::OfColumns(columns) => {
            let is_join = row.name.ends_with("join");
            let sources = columns::sources(columns, columns::of(wanted)?, is_join, rng)?;
            for (at, columns) in sources.columns.into_iter().enumerate() {
                *told.get_mut(at)? = Some(columns::held(fixed.get(at), columns));
            }
            if sources.sort.is_some() {
                *told.last_mut()? = sources.sort;
            }
            Some(sources.indices.iter().map(usize::to_string).collect())
        }
        ResultSort::Qualifier => {
            if let (Sort::Array(_, element), [Takes::Any]) = (wanted, fixed) {
                at(0, Some(element.as_ref().clone()))?;
            }
            None
        }
        ResultSort::FormatOfIndices => match wanted {
            Sort::Float(exponent, significand) => {
                // Bits alone are those of the number.
                if let [Takes::Bits] = fixed {
                    at(0, bits(exponent + significand))?;
                }
                numbers(&[*exponent, *significand])
            }
            _ => return None,
        },
        ResultSort::FormatOfParts => {
            let Sort::Float(exponent, significand) = wanted else { return None };
            at(1, bits(*exponent))?;
            at(2, bits(significand - 1))?;
            None
        }
        ResultSort::Bits(kind) => match kind {
            Width::Fixed(_) => None,
            Width::Sum => {
                let mut rest = width;
                let parts = told.len() as u32;
                for (number, part) in told.iter_mut().enumerate() {
                    let others = parts - 1 - number as u32;
                    let most = rest.checked_sub(others).filter(|most| *most > 0)?;
                    let width = if others == 0 { rest } else { 1 + rng.below(most) };
                    *part = bits(width);
                    rest -= width;
                }
                None
            }
            Width::Index => numbers(&[width]),
            Width::PlusIndex => {
                let added = rng.below(width);
                at(0, bits(width - added))?;
                numbers(&[added])
            }
            Width::TimesIndex => {
                let divisors: Vec<u32> =
                    (1..=width).filter(|divisor| width.is_multiple_of(*divisor)).collect();
                let times = *rng.pick(&divisors)?;
                at(0, bits(width / times))?;
                numbers(&[times])
            }
            Width::Slice => {
                let (above, below) = (rng.below(9), rng.below(9));
                at(0, bits(width + above + below))?;
                numbers(&[width + below - 1, below])
            }
            Width::OfFormat => {
                at(0, Some(palette::format_of(width, rng)?))?;
                None
            }
        },
        _ => None,
    })
}
