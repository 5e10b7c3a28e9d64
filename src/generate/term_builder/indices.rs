//! Indices of operators whose result does not tell them.

use crate::rng::Rng;
use crate::smtlib::Sort;
use crate::theory::operators::columns_of;

/// Random indices of an operator for arguments of these sorts; none for an operator without indices.
pub fn of(name: &str, arguments: &[Sort], rng: &mut Rng) -> Vec<String> {
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
