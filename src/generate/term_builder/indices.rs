//! Random indices of operators: whatever fits, or those that lead to sorts that are there, so that what an operator makes
//! meets other terms.

use super::term_pool::TermPool;
use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::{Operator, ResultSort, Width, columns_of};

/// How often of a hundred the width of a result is one that other terms have.
const KNOWN_WIDTH: u32 = 70;
/// How much wider a result may be than its argument, in bits, where it is of no known width.
const WIDER: u32 = 4;

/// Random indices of an operator whose result does not determine them, for arguments of these sorts; none for an operator without indices.
pub fn draw_indices(name: &str, arguments: &[Sort], rng: &mut Rng) -> Vec<String> {
    let below = |bound: u32, rng: &mut Rng| rng.below(bound).to_string();
    let width = match arguments.first() {
        Some(Sort::BitVec(width)) => *width,
        _ => 8,
    };
    match name {
        // Past the width they go round once more.
        "rotate_left" | "rotate_right" => vec![below(2 * width + 2, rng)],
        "divisible" => vec![match rng.below(8) {
            0 => "18446744073709551616".to_owned(),
            _ => (1 + rng.below(12)).to_string(),
        }],
        // In older forms of both, the bounds are arguments.
        "re.^" if arguments.len() == 1 => vec![below(4, rng)],
        // Where the first is larger, the language is empty.
        "re.loop" if arguments.len() == 1 => vec![below(4, rng), below(4, rng)],
        "char" => vec![format!("#x{:x}", (rng.bits() % 0x3_0000) >> (4 * rng.below(4)))],
        "bit2bool" => vec![below(width, rng)],
        "rel.group" | "table.group" => {
            let columns = arguments.first().and_then(columns_of).map_or(0, <[Sort]>::len);
            (0..columns).filter(|_| rng.percent(50)).map(|at| at.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// Random indices of an operator for arguments of these sorts: as many as it has, which may be none; `None` if there are
/// no fitting ones.
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
            // Bits alone are those of the number.
            let is_whole = |format: &[u32; 2]| sorts.len() > 1 || format.iter().sum::<u32>() == width;
            let formats: Vec<[u32; 2]> = formats.filter(is_whole).collect();
            numbers(rng.pick(&formats)?)
        }
        // cvc5 reads none of more than 64 bits.
        _ if row.name == "divisible" => numbers(&[1 + rng.below(12)]),
        _ => Some(draw_indices(row.name, sorts, rng)),
    }
}
