//! Random indices of operators: any that fit, or those that lead to available sorts, so that the results meet other
//! terms.

use super::term_pool::TermPool;
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{Op, Operator, ResultSort, Width, columns_of, op};

/// Share of results with the width of other terms, in percent.
const KNOWN_WIDTH: u32 = 70;
/// The largest difference between the widths of a result and of its argument, in bits, if the width is not that of
/// other terms.
const WIDER: u32 = 4;
/// The largest weight in a pseudo-Boolean constraint.
const HEAVIEST: u32 = 5;

/// Draws the indices of an operator whose result does not determine them, for arguments of these sorts. The result is
/// empty for an operator without indices.
pub fn draw_indices(operator: Op, arguments: &[Sort], rng: &mut Rng) -> Vec<String> {
    let below = |bound: u32, rng: &mut Rng| rng.below(bound).to_string();
    let width = match arguments.first() {
        Some(Sort::BitVec(width)) => *width,
        _ => 8,
    };
    match operator {
        // Rotations by more than the width are included.
        op::ROTATE_LEFT | op::ROTATE_RIGHT => vec![below(2 * width + 2, rng)],
        op::DIVISIBLE => vec![match rng.below(8) {
            0 => "18446744073709551616".to_owned(),
            _ => (1 + rng.below(12)).to_string(),
        }],
        // In the older forms of both operators, the bounds are arguments.
        op::RE_POWER if arguments.len() == 1 => vec![below(4, rng)],
        // If the first bound is larger, the language is empty.
        op::RE_LOOP if arguments.len() == 1 => vec![below(4, rng), below(4, rng)],
        op::CHAR => vec![format!("#x{:x}", (rng.bits() % 0x3_0000) >> (4 * rng.below(4)))],
        op::BIT2BOOL => vec![below(width, rng)],
        op::REL_GROUP | op::TABLE_GROUP => {
            let columns = arguments.first().and_then(columns_of).map_or(0, <[Sort]>::len);
            (0..columns).filter(|_| rng.percent(50)).map(|at| at.to_string()).collect()
        }
        op::IAND => vec![(1 + rng.below(8)).to_string()],
        op::AT_MOST | op::AT_LEAST => vec![rng.index(arguments.len() + 1).to_string()],
        op::PBEQ | op::PBLE | op::PBGE => {
            let weights: Vec<u32> = arguments.iter().map(|_| rng.below(HEAVIEST + 1)).collect();
            // The weight of some arguments, so that the bound can be met.
            let bound: u32 = weights.iter().filter(|_| rng.percent(50)).sum();
            std::iter::once(&bound).chain(&weights).map(u32::to_string).collect()
        }
        _ => Vec::new(),
    }
}

/// Draws the indices of an operator for arguments of these sorts, as many as it has. Returns `None` if no indices fit.
pub(in crate::generate) fn draw_fitting_indices(
    row: &Operator,
    sorts: &[Sort],
    pool: &TermPool,
    rng: &mut Rng,
) -> Option<Vec<String>> {
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
            // If the only argument is a bit-vector, the format must have its width.
            let is_whole = |format: &[u32; 2]| sorts.len() > 1 || format.iter().sum::<u32>() == width;
            let formats: Vec<[u32; 2]> = formats.filter(is_whole).collect();
            numbers(rng.pick(&formats)?)
        }
        // cvc5 accepts no index of more than 64 bits.
        _ if row.op == op::DIVISIBLE => numbers(&[1 + rng.below(12)]),
        _ => Some(draw_indices(row.op, sorts, rng)),
    }
}
