//! Indices of operators that lead to sorts that are there, so that what they make meets other terms.

use crate::generate::term_builder;
use crate::generate::term_builder::TermPool;
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{Operator, ResultSort, Width};

/// How often of a hundred the width of a result is one that other terms have.
const KNOWN_WIDTH: u32 = 70;
/// How much wider a result may be than its argument, in bits, where it is of no known width.
const WIDER: u32 = 4;

/// Random indices of an operator for arguments of these sorts: as many as it has, which may be none; `None` if there are
/// no fitting ones.
pub(super) fn of(row: &Operator, sorts: &[Sort], pool: &TermPool, rng: &mut Rng) -> Option<Vec<String>> {
    let width = match sorts.first() {
        Some(Sort::BitVec(width)) => *width,
        _ => 0,
    };
    let mut known = |fits: &dyn Fn(u32) -> bool| {
        let widths = pool.sorts().filter_map(|sort| match sort {
            Sort::BitVec(width) if fits(*width) => Some(*width),
            _ => None,
        });
        let widths: Vec<u32> = widths.collect();
        if rng.percent(KNOWN_WIDTH) { rng.pick(&widths).copied() } else { None }
    };
    let numbers = |numbers: &[u32]| Some(numbers.iter().map(u32::to_string).collect());
    match row.result {
        ResultSort::Bits(Width::Index) => {
            let width = known(&|_| true);
            numbers(&[width.unwrap_or_else(|| 1 + rng.below(8))])
        }
        ResultSort::Bits(Width::PlusIndex) => {
            let wider = known(&|other| other > width);
            numbers(&[wider.map_or_else(|| rng.below(WIDER + 1), |wider| wider - width)])
        }
        ResultSort::Bits(Width::TimesIndex) => numbers(&[1 + rng.below(3)]),
        ResultSort::Bits(Width::Slice) => {
            let narrow = known(&|other| other <= width);
            let narrow = narrow.unwrap_or_else(|| 1 + rng.below(width)).min(width);
            let below = rng.below(width - narrow + 1);
            numbers(&[(below + narrow).checked_sub(1)?, below])
        }
        ResultSort::FormatOfIndices => {
            let formats = pool.sorts().filter_map(|sort| match sort {
                Sort::Float(exponent, significand) => Some([*exponent, *significand]),
                _ => None,
            });
            // Bits alone are those of the number.
            let is_whole = |format: &[u32; 2]| sorts.len() > 1 || format.iter().sum::<u32>() == width;
            let formats: Vec<[u32; 2]> = formats.filter(is_whole).collect();
            numbers(rng.pick(&formats)?)
        }
        // cvc5 reads none of more than 64 bits.
        _ if row.name == "divisible" => numbers(&[1 + rng.below(12)]),
        _ => Some(term_builder::indices(row.name, sorts, rng)),
    }
}
